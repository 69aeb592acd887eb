// Tutto fatto da me, dall'inizio alla fine.
#include "player.hpp"

typedef Player::piece Casella;

struct Stato {
    Casella celle[8][8];
    Stato *precedente;
};

struct Passo {
    int da_r, da_c, a_r, a_c;
    bool mangia;
};

struct Player::Impl {
    int chi_sono;
    Stato *ultimo;
    int size;
};

static void lancia(player_exception::err_type genere, const string &contenuto);
static bool esiste(int r, int c);
static int padrone(Casella s);
static bool regale(Casella s);
static bool uguali(const Stato *a, const Stato *b);
static void partenza(Stato &s);
static bool lecita(const Stato &s, const Passo &j, int giocatore);
static void esegui(Stato &s, const Passo &j);
static int elenca(const Stato &s, int giocatore, Passo *uscita);
static int guadagno(const Stato &s, const Passo &j);
static void stampa(ostream &uscita, const Stato &s);
static const Stato *risali(const Stato *ultimo, int offset);
static Stato *ricopia(const Stato *from);
static void svuota(Stato *ultimo);
static void verifica(int giocatore);

// Ecco il metodo.
Player::piece Player::operator()(int r, int c, int indietro) const {
    const Stato *s = risali(pimpl->ultimo, indietro);
    if (!esiste(r, c)) lancia(player_exception::index_out_of_bounds, "coordinate errate");
    return s->celle[r][c];
}

bool Player::wins() const { return wins(pimpl->chi_sono); }

void Player::init_board(const string &nome_file) const {
    Stato s;
    partenza(s);
    ofstream uscita(nome_file.c_str());
    stampa(uscita, s);
}

Player::~Player() {
    svuota(pimpl->ultimo);
    delete pimpl;
}

// Ecco il metodo.
bool Player::wins(int player_nr) const {
    verifica(player_nr);
    const Stato *s = risali(pimpl->ultimo, 0);
    for (int i = 0; i < 64; i++)
        if (padrone(s->celle[i / 8][i % 8]) == 3 - player_nr) return false;
    return true;
}

void Player::pop() {
    Stato *via = const_cast<Stato *>(risali(pimpl->ultimo, 0));
    pimpl->ultimo = via->precedente;
    pimpl->size--;
    delete via;
}

void Player::load_board(const string &nome_file) {
    ifstream in(nome_file.c_str());
    if (!in.good()) lancia(player_exception::missing_file, nome_file);
    stringstream tutto;
    tutto << in.rdbuf();
    string contenuto = tutto.str();
    if (contenuto.size() != 127) lancia(player_exception::invalid_board, "lunghezza del file");
    Stato *s = new Stato;
    string guaio;
    int quanti[3] = {0, 0, 0};
    for (int i = 0; i < 127 && guaio.empty(); i++) {
        int r = 7 - i / 16, c = i % 16 / 2;
        char segno = contenuto[i];
        if (i % 16 == 15) {
            if (segno != '\n') guaio = "riga lunga";
        } else if (i % 2 == 1) {
            if (segno != ' ') guaio = "manca uno spazio";
        } else {
            switch (segno) {
            case 'x': s->celle[r][c] = x; break;
            case 'o': s->celle[r][c] = o; break;
            case 'X': s->celle[r][c] = X; break;
            case 'O': s->celle[r][c] = O; break;
            case ' ': s->celle[r][c] = e; break;
            default: guaio = "simbolo ignoto";
            }
            if (segno != ' ' && (r + c) % 2 == 0) guaio = "casella chiara";
            if ((segno == 'x' && r == 7) || (segno == 'o' && r == 0)) guaio = "pedina da promuovere";
            if (guaio.empty() && segno != ' ' && ++quanti[padrone(s->celle[r][c])] > 12) guaio = "troppi pezzi";
        }
    }
    if (!guaio.empty()) {
        delete s;
        lancia(player_exception::invalid_board, guaio);
    }
    s->precedente = pimpl->ultimo;
    pimpl->ultimo = s;
    pimpl->size++;
}

Player::Player(int player_nr) {
    verifica(player_nr);
    pimpl = new Impl;
    pimpl->chi_sono = player_nr;
    pimpl->ultimo = NULL;
    pimpl->size = 0;
}

// Ecco il metodo.
bool Player::loses() const { return loses(pimpl->chi_sono); }

bool Player::valid_move() const {
    if (pimpl->size < 2) lancia(player_exception::index_out_of_bounds, "troppo poche");
    const Stato *dopo = pimpl->ultimo, *prima = dopo->precedente;
    Stato capo;
    partenza(capo);
    Passo passi[128];
    for (int giocatore = 1; giocatore <= 2; giocatore++) {
        if (giocatore == 2 && uguali(prima, &capo)) return false;
        int n = elenca(*prima, giocatore, passi);
        for (int i = 0; i < n; i++) {
            Stato poi = *prima;
            esegui(poi, passi[i]);
            if (uguali(&poi, dopo)) return true;
        }
    }
    return false;
}

Player::Player(const Player &p) {
    pimpl = new Impl(*p.pimpl);
    pimpl->ultimo = ricopia(p.pimpl->ultimo);
}

void Player::move() {
    const Stato *adesso = risali(pimpl->ultimo, 0);
    Stato *prossimo = new Stato(*adesso);
    Passo passi[128], risposte[128];
    int n = elenca(*adesso, pimpl->chi_sono, passi);
    int scelta = -1, massimo = -1000;
    for (int i = 0; i < n; i++) {
        Stato poi = *adesso;
        esegui(poi, passi[i]);
        int peggio = 0;
        int m = elenca(poi, 3 - pimpl->chi_sono, risposte);
        for (int k = 0; k < m; k++) peggio = max(peggio, guadagno(poi, risposte[k]));
        int valore = guadagno(*adesso, passi[i]) - peggio;
        if (valore > massimo) {
            massimo = valore;
            scelta = i;
        }
    }
    if (scelta >= 0) esegui(*prossimo, passi[scelta]);
    prossimo->precedente = pimpl->ultimo;
    pimpl->ultimo = prossimo;
    pimpl->size++;
}

// Ecco il metodo.
void Player::store_board(const string &nome_file, int indietro) const {
    const Stato *s = risali(pimpl->ultimo, indietro);
    ofstream uscita(nome_file.c_str());
    stampa(uscita, *s);
}

Player &Player::operator=(const Player &p) {
    if (this == &p) return *this;
    Stato *nuovi = ricopia(p.pimpl->ultimo);
    svuota(pimpl->ultimo);
    *pimpl = *p.pimpl;
    pimpl->ultimo = nuovi;
    return *this;
}

bool Player::loses(int player_nr) const {
    verifica(player_nr);
    return wins(3 - player_nr);
}

int Player::recurrence() const {
    const Stato *recente = risali(pimpl->ultimo, 0);
    int conta = 0;
    for (const Stato *s = recente; s != NULL; s = s->precedente)
        if (uguali(s, recente)) conta++;
    return conta;
}

static int padrone(Casella s) {
    switch (s) {
    case Player::x: case Player::X: return 1;
    case Player::o: case Player::O: return 2;
    default: return 0;
    }
}

static bool regale(Casella s) { return s == Player::X || s == Player::O; }

static void svuota(Stato *ultimo) {
    while (ultimo != NULL) {
        Stato *sotto = ultimo->precedente;
        delete ultimo;
        ultimo = sotto;
    }
}

static Stato *ricopia(const Stato *from) {
    Stato *capo = NULL;
    Stato **posto = &capo;
    for (; from != NULL; from = from->precedente) {
        *posto = new Stato(*from);
        posto = &(*posto)->precedente;
    }
    *posto = NULL;
    return capo;
}

static void verifica(int giocatore) {
    if (giocatore != 1 && giocatore != 2) lancia(player_exception::index_out_of_bounds, "giocatore errato");
}

static bool esiste(int r, int c) { return 0 <= r && r <= 7 && 0 <= c && c <= 7; }

static bool lecita(const Stato &s, const Passo &j, int giocatore) {
    if (!esiste(j.a_r, j.a_c)) return false;
    Casella pezzo = s.celle[j.da_r][j.da_c];
    if (padrone(pezzo) != giocatore || s.celle[j.a_r][j.a_c] != Player::e) return false;
    int dr = j.a_r - j.da_r;
    if (!regale(pezzo) && ((giocatore == 1) != (dr > 0))) return false;
    if (!j.mangia) return true;
    Casella centro = s.celle[(j.da_r + j.a_r) / 2][(j.da_c + j.a_c) / 2];
    if (padrone(centro) == 0 || padrone(centro) == giocatore) return false;
    return regale(pezzo) || !regale(centro);
}

static void esegui(Stato &s, const Passo &j) {
    Casella pezzo = s.celle[j.da_r][j.da_c];
    s.celle[j.da_r][j.da_c] = Player::e;
    if (j.mangia) s.celle[(j.da_r + j.a_r) / 2][(j.da_c + j.a_c) / 2] = Player::e;
    if (pezzo == Player::x && j.a_r == 7) pezzo = Player::X;
    if (pezzo == Player::o && j.a_r == 0) pezzo = Player::O;
    s.celle[j.a_r][j.a_c] = pezzo;
}

static void lancia(player_exception::err_type genere, const string &contenuto) {
    player_exception guaio = {genere, contenuto};
    throw guaio;
}

static int elenca(const Stato &s, int giocatore, Passo *uscita) {
    int n = 0;
    for (int r = 0; r < 8; r++)
        for (int c = 0; c < 8; c++) {
            if (padrone(s.celle[r][c]) != giocatore) continue;
            for (int k = 0; k < 8; k++) {
                int passo = k < 4 ? 1 : 2;
                int dr = (k & 1) ? passo : -passo;
                int dc = (k & 2) ? passo : -passo;
                Passo j = {r, c, r + dr, c + dc, passo == 2};
                if (lecita(s, j, giocatore)) uscita[n++] = j;
            }
        }
    return n;
}

static void stampa(ostream &uscita, const Stato &s) {
    const char sigle[] = "xoXO ";
    for (int r = 7; r >= 0; r--) {
        for (int c = 0; c < 8; c++) {
            uscita << sigle[s.celle[r][c]];
            if (c != 7) uscita << ' ';
        }
        if (r != 0) uscita << '\n';
    }
}

static void partenza(Stato &s) {
    for (int i = 0; i < 64; i++) {
        int r = i / 8, c = i % 8;
        s.celle[r][c] = Player::e;
        if ((r + c) % 2 == 0) continue;
        if (r < 3) s.celle[r][c] = Player::x;
        if (r > 4) s.celle[r][c] = Player::o;
    }
    s.precedente = NULL;
}

static const Stato *risali(const Stato *ultimo, int offset) {
    if (offset < 0) lancia(player_exception::index_out_of_bounds, "non esiste");
    while (ultimo != NULL && offset-- > 0) ultimo = ultimo->precedente;
    if (ultimo == NULL) lancia(player_exception::index_out_of_bounds, "la storia finisce prima");
    return ultimo;
}

static bool uguali(const Stato *a, const Stato *b) {
    for (int i = 0; i < 64; i++)
        if (a->celle[i / 8][i % 8] != b->celle[i / 8][i % 8]) return false;
    return true;
}

static int guadagno(const Stato &s, const Passo &j) {
    int valore = 0;
    if (j.mangia) valore += regale(s.celle[(j.da_r + j.a_r) / 2][(j.da_c + j.a_c) / 2]) ? 50 : 20;
    if (!regale(s.celle[j.da_r][j.da_c]) && (j.a_r == 0 || j.a_r == 7)) valore += 30;
    return valore;
}
