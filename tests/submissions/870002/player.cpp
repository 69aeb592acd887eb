/*
 * Giocatore di dama, matricola 870002.
 * La scacchiera è una stringa di 64 lettere, la storia è una lista; più semplice di così non si può.
 */
#include "player.hpp"

namespace dama {

const std::string VUOTA(64, '.');

/* Una mossa è già la scacchiera che ne risulta: così non serve annullarla. */
struct Nodo {
    std::string tavola;
    Nodo* prossimo;
    Nodo(const std::string& t, Nodo* p) : tavola(t), prossimo(p) {}
};

std::string iniziale() {
    std::string t = VUOTA;
    for (unsigned i = 0; i < t.size(); i++) {
        const unsigned riga = i >> 3;
        if (((riga + i) & 1u) == 0) continue;
        if (riga <= 2) t[i] = 'x';
        else if (riga >= 5) t[i] = 'o';
    }
    return t;
}

bool amico(char pezzo, int giocatore) { return giocatore == 1 ? pezzo == 'x' || pezzo == 'X' : pezzo == 'o' || pezzo == 'O'; }

bool nemico(char pezzo, int giocatore) { return amico(pezzo, 3 - giocatore); }

bool dama(char pezzo) { return pezzo == 'X' || pezzo == 'O'; }

/* Aggiunge in testa alla lista tutte le tavole raggiungibili muovendo il pezzo in posizione i. */
Nodo* muovi_pezzo(const std::string& t, int i, int giocatore, Nodo* lista) {
    static const int direzioni[4][2] = {{1, -1}, {1, 1}, {-1, -1}, {-1, 1}};
    const char pezzo = t[i];
    for (int d = 0; d < 4; d++) {
        const int su = direzioni[d][0], lato = direzioni[d][1];
        if (!dama(pezzo) && su != (giocatore == 1 ? 1 : -1)) continue;
        int riga = i / 8 + su, colonna = i % 8 + lato;
        if (riga < 0 || riga > 7 || colonna < 0 || colonna > 7) continue;
        const int vicino = riga * 8 + colonna;
        int arrivo = -1, mangiato = -1;
        if (t[vicino] == '.') arrivo = vicino;
        else if (nemico(t[vicino], giocatore) && (dama(pezzo) || !dama(t[vicino]))) {
            riga += su;
            colonna += lato;
            if (riga < 0 || riga > 7 || colonna < 0 || colonna > 7) continue;
            if (t[riga * 8 + colonna] == '.') {
                arrivo = riga * 8 + colonna;
                mangiato = vicino;
            }
        }
        if (arrivo < 0) continue;
        std::string dopo = t;
        dopo[i] = '.';
        if (mangiato >= 0) dopo[mangiato] = '.';
        dopo[arrivo] = pezzo;
        if (pezzo == 'x' && arrivo >= 56) dopo[arrivo] = 'X';
        if (pezzo == 'o' && arrivo < 8) dopo[arrivo] = 'O';
        lista = new Nodo(dopo, lista);
    }
    return lista;
}

Nodo* mosse(const std::string& t, int giocatore) {
    Nodo* lista = 0;
    for (int i = 0; i < 64; i++)
        if (amico(t[i], giocatore)) lista = muovi_pezzo(t, i, giocatore, lista);
    return lista;
}

void libera(Nodo* lista) {
    if (lista) {
        libera(lista->prossimo);
        delete lista;
    }
}

Nodo* clona(const Nodo* lista) { return lista ? new Nodo(lista->tavola, clona(lista->prossimo)) : 0; }

/* Quanto vale la tavola per il giocatore: le pedine avanzate valgono di più. */
int valuta(const std::string& t, int giocatore) {
    int punti = 0;
    for (int i = 0; i < 64; i++) {
        int p = 0;
        if (t[i] == 'x') p = 20 + i / 8;
        if (t[i] == 'X') p = 55;
        if (t[i] == 'o') p = -27 + i / 8;
        if (t[i] == 'O') p = -55;
        punti += p;
    }
    return giocatore == 1 ? punti : -punti;
}

/* Minimax senza tagli, per questo la profondità è poca. */
int cerca(const std::string& t, int giocatore, int resto) {
    if (resto == 0) return valuta(t, giocatore);
    Nodo* lista = mosse(t, giocatore);
    if (!lista) return -9999;
    int migliore = -10000;
    for (Nodo* n = lista; n; n = n->prossimo) {
        const int v = -cerca(n->tavola, 3 - giocatore, resto - 1);
        if (v > migliore) migliore = v;
    }
    libera(lista);
    return migliore;
}

void errore(player_exception::err_type tipo, const char* perche) {
    player_exception ecc;
    ecc.t = tipo;
    ecc.msg = perche;
    throw ecc;
}

void scrivi(const std::string& file, const std::string& t) {
    std::string testo;
    for (int riga = 7; riga >= 0; riga--) {
        for (int colonna = 0; colonna < 8; colonna++) {
            const char pezzo = t[riga * 8 + colonna];
            testo += pezzo == '.' ? ' ' : pezzo;
            testo += colonna < 7 ? ' ' : '\n';
        }
    }
    testo.erase(testo.size() - 1);
    std::ofstream uscita(file.c_str());
    uscita << testo;
}

} // namespace dama

struct Player::Impl {
    int numero;
    dama::Nodo* storia;

    const std::string& indietro(int quante) const {
        const dama::Nodo* n = storia;
        for (int i = 0; n && i < quante; i++) n = n->prossimo;
        if (!n || quante < 0) dama::errore(player_exception::index_out_of_bounds, "la storia è più corta");
        return n->tavola;
    }
};

Player::Player(int player_nr) {
    if (player_nr < 1 || player_nr > 2) dama::errore(player_exception::index_out_of_bounds, "il giocatore è 1 oppure 2");
    pimpl = new Impl();
    pimpl->numero = player_nr;
    pimpl->storia = 0;
}

Player::~Player() {
    dama::libera(pimpl->storia);
    delete pimpl;
}

Player::Player(const Player& altro) : pimpl(new Impl()) {
    pimpl->numero = altro.pimpl->numero;
    pimpl->storia = dama::clona(altro.pimpl->storia);
}

Player& Player::operator=(const Player& altro) {
    dama::Nodo* nuova = dama::clona(altro.pimpl->storia);
    dama::libera(pimpl->storia);
    pimpl->storia = nuova;
    pimpl->numero = altro.pimpl->numero;
    return *this;
}

Player::piece Player::operator()(int r, int c, int history_offset) const {
    const std::string& t = pimpl->indietro(history_offset);
    if (r < 0 || c < 0 || r >= 8 || c >= 8) dama::errore(player_exception::index_out_of_bounds, "fuori dalla scacchiera");
    const char pezzo = t[8 * r + c];
    if (pezzo == 'x') return x;
    if (pezzo == 'X') return X;
    if (pezzo == 'o') return o;
    if (pezzo == 'O') return O;
    return e;
}

void Player::load_board(const std::string& filename) {
    std::ifstream entrata(filename.c_str());
    if (!entrata.is_open()) dama::errore(player_exception::missing_file, "il file non si apre");
    std::string t = dama::VUOTA, riga;
    int r = 8, pedine[3] = {0, 0, 0};
    while (getline(entrata, riga)) {
        if (--r < 0 || riga.length() != 15) dama::errore(player_exception::invalid_board, "la forma non è giusta");
        for (int k = 0; k < 15; k++) {
            const char l = riga[k];
            if (l == ' ') continue;
            const int c = k / 2;
            const int chi = l == 'x' || l == 'X' ? 1 : l == 'o' || l == 'O' ? 2 : 0;
            if (chi == 0 || k % 2 == 1 || (r + c) % 2 == 0) dama::errore(player_exception::invalid_board, "lettera fuori posto");
            if ((l == 'x' && r == 7) || (l == 'o' && r == 0)) dama::errore(player_exception::invalid_board, "pedina non promossa");
            if (++pedine[chi] > 12) dama::errore(player_exception::invalid_board, "troppi pezzi");
            t[8 * r + c] = l;
        }
    }
    if (r != 0) dama::errore(player_exception::invalid_board, "le righe sono otto");
    pimpl->storia = new dama::Nodo(t, pimpl->storia);
}

void Player::store_board(const std::string& filename, int history_offset) const {
    dama::scrivi(filename, pimpl->indietro(history_offset));
}

void Player::init_board(const std::string& filename) const { dama::scrivi(filename, dama::iniziale()); }

void Player::move() {
    const std::string attuale = pimpl->indietro(0);
    std::string scelta = attuale;
    int migliore = -20000;
    dama::Nodo* lista = dama::mosse(attuale, pimpl->numero);
    for (dama::Nodo* n = lista; n; n = n->prossimo) {
        const int v = -dama::cerca(n->tavola, 3 - pimpl->numero, 2);
        if (v > migliore) {
            migliore = v;
            scelta = n->tavola;
        }
    }
    dama::libera(lista);
    pimpl->storia = new dama::Nodo(scelta, pimpl->storia);
}

bool Player::valid_move() const {
    const std::string& prima = pimpl->indietro(1);
    const std::string& dopo = pimpl->indietro(0);
    bool trovata = false;
    const int quanti = prima == dama::iniziale() ? 1 : 2;
    for (int giocatore = 1; giocatore <= quanti && !trovata; giocatore++) {
        dama::Nodo* lista = dama::mosse(prima, giocatore);
        for (dama::Nodo* n = lista; n && !trovata; n = n->prossimo) trovata = n->tavola == dopo;
        dama::libera(lista);
    }
    return trovata;
}

void Player::pop() {
    pimpl->indietro(0);
    dama::Nodo* via = pimpl->storia;
    pimpl->storia = via->prossimo;
    delete via;
}

bool Player::wins(int player_nr) const { return loses(3 - player_nr); }

bool Player::wins() const { return wins(pimpl->numero); }

bool Player::loses(int player_nr) const {
    if (player_nr != 1 && player_nr != 2) dama::errore(player_exception::index_out_of_bounds, "il giocatore è 1 oppure 2");
    const std::string& t = pimpl->indietro(0);
    return t.find_first_of(player_nr == 1 ? "xX" : "oO") == std::string::npos;
}

bool Player::loses() const { return loses(pimpl->numero); }

int Player::recurrence() const {
    const std::string& ultima = pimpl->indietro(0);
    int volte = 0;
    for (const dama::Nodo* n = pimpl->storia; n; n = n->prossimo) volte += n->tavola == ultima ? 1 : 0;
    return volte;
}
