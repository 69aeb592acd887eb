// The whole board is one string, just as it is in the file.
#include "player.hpp"
using namespace std;

struct Player::Impl {
    string boards[1000];
    int n = 0;
    int me = 1;
};

static string START() {
    string s;
    for (int row = 7; row >= 0; row--)
        for (int k = 0; k < 16; k++)
            if (k == 15) { if (row) s += "\n"; }
            else if (k % 2 || (k / 2 + row) % 2 == 0) s += " ";
            else s += row > 4 ? "o" : row < 3 ? "x" : " ";
    return s;
}

int place(int r, int c) { return (7 - r) * 16 + 2 * c; }

bool bad(const string& s) {
    if (s.length() != 127) return true;
    string allowed = "xoXO ";
    int i = -1;
    while (++i < 127) {
        if (i % 16 == 15) { if (s[i] != '\n') return true; else continue; }
        if (i % 2 == 1 && s[i] != ' ') return true;
        if (allowed.find(s[i]) == string::npos) return true;
    }
    int xs = count(s.begin(), s.end(), 'x') + count(s.begin(), s.end(), 'X');
    int os = count(s.begin(), s.end(), 'o') + count(s.begin(), s.end(), 'O');
    return xs > 12 || os > 12;
}

void fail(int kind) {
    player_exception ex;
    if (kind == 0) ex.t = player_exception::index_out_of_bounds;
    if (kind == 1) ex.t = player_exception::missing_file;
    if (kind == 2) ex.t = player_exception::invalid_board;
    ex.msg = "error number " + to_string(kind);
    throw ex;
}

Player::Player(int player_nr) {
    if (player_nr > 2 || player_nr <= 0) fail(0);
    pimpl = new Impl;
    pimpl->me = player_nr;
}

Player::~Player() { delete pimpl; }

Player::Player(const Player& P) {
    pimpl = new Impl;
    *this = P;
}

Player& Player::operator=(const Player& P) {
    pimpl->n = P.pimpl->n;
    pimpl->me = P.pimpl->me;
    for (int i = 0; i < P.pimpl->n; i++) pimpl->boards[i] = P.pimpl->boards[i];
    return *this;
}

void Player::load_board(const string& filename) {
    ifstream f(filename.c_str(), ios::binary);
    if (f.fail()) fail(1);
    stringstream all;
    all << f.rdbuf();
    string s = all.str();
    if (s.size() == 128 && s[127] == '\n') s.erase(127);
    if (bad(s)) fail(2);
    pimpl->boards[pimpl->n] = s;
    pimpl->n++;
}

void Player::store_board(const string& filename, int history_offset) const {
    int which = pimpl->n - history_offset - 1;
    if (history_offset < 0 || which < 0) fail(0);
    ofstream f(filename.c_str());
    f << pimpl->boards[which] << flush;
}

void Player::init_board(const string& filename) const {
    ofstream f(filename.c_str());
    f << START();
}

Player::piece Player::operator()(int r, int c, int history_offset) const {
    if (r < 0 || c < 0 || r >= 8 || c >= 8) fail(0);
    if (history_offset < 0 || history_offset >= pimpl->n) fail(0);
    char found = pimpl->boards[pimpl->n - 1 - history_offset][place(r, c)];
    string order = "xoXO ";
    return (piece)order.find(found);
}

// Every move is a text like "3241": from row, from column, to row, to column.
string list_moves(const string& s, int me) {
    string quiet, hits;
    string mine = me == 1 ? "xX" : "oO", his = me == 1 ? "oO" : "xX";
    for (char r = '0'; r < '8'; r++)
        for (char c = '0'; c < '8'; c++) {
            char p = s[place(r - '0', c - '0')];
            if (p != mine[0] && p != mine[1]) continue;
            for (int way = 0; way < 4; way++) {
                int dr = way & 1 ? 1 : -1, dc = way & 2 ? 1 : -1;
                if (p == mine[0] && dr != (me == 1 ? 1 : -1)) continue;
                char r1 = r + dr, c1 = c + dc, r2 = r1 + dr, c2 = c1 + dc;
                if (r1 < '0' || r1 > '7' || c1 < '0' || c1 > '7') continue;
                char q = s[place(r1 - '0', c1 - '0')];
                if (q == ' ') { quiet += r; quiet += c; quiet += r1; quiet += c1; continue; }
                if (q != his[0] && !(q == his[1] && p == mine[1])) continue;
                if (r2 < '0' || r2 > '7' || c2 < '0' || c2 > '7') continue;
                if (s[place(r2 - '0', c2 - '0')] == ' ') { hits += r; hits += c; hits += r2; hits += c2; }
            }
        }
    return hits + quiet;
}

string play(string s, const string& m) {
    int r1 = m[0] - '0', c1 = m[1] - '0', r2 = m[2] - '0', c2 = m[3] - '0';
    char p = s[place(r1, c1)];
    s[place(r1, c1)] = ' ';
    if (r1 - r2 == 2 || r2 - r1 == 2) s[place((r1 + r2) / 2, (c1 + c2) / 2)] = ' ';
    if (p == 'x' && r2 == 7) p = 'X';
    if (p == 'o' && r2 == 0) p = 'O';
    s[place(r2, c2)] = p;
    return s;
}

void Player::move() {
    if (pimpl->n == 0) fail(0);
    string now = pimpl->boards[pimpl->n - 1];
    string m = list_moves(now, pimpl->me);
    string next = now;
    size_t shortest = 100000;
    for (size_t i = 0; i + 3 < m.size(); i += 4) {
        string t = play(now, m.substr(i, 4));
        size_t replies = list_moves(t, 3 - pimpl->me).size();
        if (replies < shortest) { shortest = replies; next = t; }
    }
    pimpl->boards[pimpl->n] = next;
    pimpl->n = pimpl->n + 1;
}

bool Player::valid_move() const {
    if (pimpl->n < 2) fail(0);
    string before = pimpl->boards[pimpl->n - 2], later = pimpl->boards[pimpl->n - 1];
    for (int who = 1; who <= 2; who++) {
        string m = list_moves(before, who);
        while (!m.empty()) {
            if (play(before, m.substr(0, 4)) == later) return true;
            m = m.substr(4);
        }
    }
    return false;
}

int Player::recurrence() const {
    if (!pimpl->n) fail(0);
    int k = 0, i = pimpl->n;
    while (i--) k += pimpl->boards[i] == pimpl->boards[pimpl->n - 1];
    return k;
}
