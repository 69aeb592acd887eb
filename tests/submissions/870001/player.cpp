// Greedy: takes what is worth most, crowns, and does not walk into a capture when it can help it.
// Everything is written as if the header said `using namespace std;`.
#include "player.hpp"

typedef Player::piece Square;

struct Snapshot {
    Square grid[8][8];
    Snapshot *before;
};

struct Jump {
    int r0, c0, r1, c1;
    bool takes;
};

struct Player::Impl {
    int me;
    Snapshot *top;
    int size;
};

static void complain(player_exception::err_type kind, const string &text) {
    player_exception problem = {kind, text};
    throw problem;
}

static bool on_board(int r, int c) { return 0 <= r && r <= 7 && 0 <= c && c <= 7; }

static int side(Square s) {
    switch (s) {
    case Player::x: case Player::X: return 1;
    case Player::o: case Player::O: return 2;
    default: return 0;
    }
}

static bool crowned(Square s) { return s == Player::X || s == Player::O; }

static bool equal_grids(const Snapshot *a, const Snapshot *b) {
    for (int i = 0; i < 64; i++)
        if (a->grid[i / 8][i % 8] != b->grid[i / 8][i % 8]) return false;
    return true;
}

static void starting(Snapshot &s) {
    for (int i = 0; i < 64; i++) {
        int r = i / 8, c = i % 8;
        s.grid[r][c] = Player::e;
        if ((r + c) % 2 == 0) continue;
        if (r < 3) s.grid[r][c] = Player::x;
        if (r > 4) s.grid[r][c] = Player::o;
    }
    s.before = NULL;
}

static bool allowed(const Snapshot &s, const Jump &j, int who) {
    if (!on_board(j.r1, j.c1)) return false;
    Square moving = s.grid[j.r0][j.c0];
    if (side(moving) != who || s.grid[j.r1][j.c1] != Player::e) return false;
    int dr = j.r1 - j.r0;
    if (!crowned(moving) && ((who == 1) != (dr > 0))) return false;
    if (!j.takes) return true;
    Square middle = s.grid[(j.r0 + j.r1) / 2][(j.c0 + j.c1) / 2];
    if (side(middle) == 0 || side(middle) == who) return false;
    return crowned(moving) || !crowned(middle);
}

static void take_jump(Snapshot &s, const Jump &j) {
    Square moving = s.grid[j.r0][j.c0];
    s.grid[j.r0][j.c0] = Player::e;
    if (j.takes) s.grid[(j.r0 + j.r1) / 2][(j.c0 + j.c1) / 2] = Player::e;
    if (moving == Player::x && j.r1 == 7) moving = Player::X;
    if (moving == Player::o && j.r1 == 0) moving = Player::O;
    s.grid[j.r1][j.c1] = moving;
}

static int list_jumps(const Snapshot &s, int who, Jump *out) {
    int n = 0;
    for (int r = 0; r < 8; r++)
        for (int c = 0; c < 8; c++) {
            if (side(s.grid[r][c]) != who) continue;
            for (int k = 0; k < 8; k++) {
                int reach = k < 4 ? 1 : 2;
                int dr = (k & 1) ? reach : -reach;
                int dc = (k & 2) ? reach : -reach;
                Jump j = {r, c, r + dr, c + dc, reach == 2};
                if (allowed(s, j, who)) out[n++] = j;
            }
        }
    return n;
}

static int gain(const Snapshot &s, const Jump &j) {
    int points = 0;
    if (j.takes) points += crowned(s.grid[(j.r0 + j.r1) / 2][(j.c0 + j.c1) / 2]) ? 50 : 20;
    if (!crowned(s.grid[j.r0][j.c0]) && (j.r1 == 0 || j.r1 == 7)) points += 30;
    return points;
}

static void put(ostream &out, const Snapshot &s) {
    const char names[] = "xoXO ";
    for (int r = 7; r >= 0; r--) {
        for (int c = 0; c < 8; c++) {
            out << names[s.grid[r][c]];
            if (c != 7) out << ' ';
        }
        if (r != 0) out << '\n';
    }
}

static const Snapshot *look_back(const Snapshot *top, int offset) {
    if (offset < 0) complain(player_exception::index_out_of_bounds, "offset below zero");
    while (top != NULL && offset-- > 0) top = top->before;
    if (top == NULL) complain(player_exception::index_out_of_bounds, "no such board");
    return top;
}

static Snapshot *duplicate(const Snapshot *from) {
    Snapshot *first = NULL;
    Snapshot **hole = &first;
    for (; from != NULL; from = from->before) {
        *hole = new Snapshot(*from);
        hole = &(*hole)->before;
    }
    *hole = NULL;
    return first;
}

static void release(Snapshot *top) {
    while (top != NULL) {
        Snapshot *below = top->before;
        delete top;
        top = below;
    }
}

static void check_who(int who) {
    if (who != 1 && who != 2) complain(player_exception::index_out_of_bounds, "no such player");
}

Player::Player(int player_nr) {
    check_who(player_nr);
    pimpl = new Impl;
    pimpl->me = player_nr;
    pimpl->top = NULL;
    pimpl->size = 0;
}

Player::Player(const Player &p) {
    pimpl = new Impl(*p.pimpl);
    pimpl->top = duplicate(p.pimpl->top);
}

Player::~Player() {
    release(pimpl->top);
    delete pimpl;
}

Player &Player::operator=(const Player &p) {
    if (this == &p) return *this;
    Snapshot *fresh = duplicate(p.pimpl->top);
    release(pimpl->top);
    *pimpl = *p.pimpl;
    pimpl->top = fresh;
    return *this;
}

Player::piece Player::operator()(int r, int c, int history_offset) const {
    const Snapshot *s = look_back(pimpl->top, history_offset);
    if (!on_board(r, c)) complain(player_exception::index_out_of_bounds, "outside the board");
    return s->grid[r][c];
}

void Player::load_board(const string &filename) {
    ifstream in(filename.c_str());
    if (!in.good()) complain(player_exception::missing_file, filename);
    stringstream all;
    all << in.rdbuf();
    string text = all.str();
    if (text.size() != 127) complain(player_exception::invalid_board, "a board has 127 characters");
    Snapshot *s = new Snapshot;
    string problem;
    int pieces[3] = {0, 0, 0};
    for (int i = 0; i < 127 && problem.empty(); i++) {
        int r = 7 - i / 16, c = i % 16 / 2;
        char letter = text[i];
        if (i % 16 == 15) {
            if (letter != '\n') problem = "a row is too long";
        } else if (i % 2 == 1) {
            if (letter != ' ') problem = "no space between squares";
        } else {
            switch (letter) {
            case 'x': s->grid[r][c] = x; break;
            case 'o': s->grid[r][c] = o; break;
            case 'X': s->grid[r][c] = X; break;
            case 'O': s->grid[r][c] = O; break;
            case ' ': s->grid[r][c] = e; break;
            default: problem = "an unknown letter";
            }
            if (letter != ' ' && (r + c) % 2 == 0) problem = "a piece on a light square";
            if ((letter == 'x' && r == 7) || (letter == 'o' && r == 0)) problem = "a man that should be a king";
            if (problem.empty() && letter != ' ' && ++pieces[side(s->grid[r][c])] > 12) problem = "too many pieces";
        }
    }
    if (!problem.empty()) {
        delete s;
        complain(player_exception::invalid_board, problem);
    }
    s->before = pimpl->top;
    pimpl->top = s;
    pimpl->size++;
}

void Player::store_board(const string &filename, int history_offset) const {
    const Snapshot *s = look_back(pimpl->top, history_offset);
    ofstream out(filename.c_str());
    put(out, *s);
}

void Player::init_board(const string &filename) const {
    Snapshot s;
    starting(s);
    ofstream out(filename.c_str());
    put(out, s);
}

void Player::move() {
    const Snapshot *now = look_back(pimpl->top, 0);
    Snapshot *next = new Snapshot(*now);
    Jump jumps[128], answers[128];
    int n = list_jumps(*now, pimpl->me, jumps);
    int best = -1, best_points = -1000;
    for (int i = 0; i < n; i++) {
        Snapshot after = *now;
        take_jump(after, jumps[i]);
        int worst = 0;
        int m = list_jumps(after, 3 - pimpl->me, answers);
        for (int k = 0; k < m; k++) worst = max(worst, gain(after, answers[k]));
        int points = gain(*now, jumps[i]) - worst;
        if (points > best_points) {
            best_points = points;
            best = i;
        }
    }
    if (best >= 0) take_jump(*next, jumps[best]);
    next->before = pimpl->top;
    pimpl->top = next;
    pimpl->size++;
}

bool Player::valid_move() const {
    if (pimpl->size < 2) complain(player_exception::index_out_of_bounds, "fewer than two boards");
    const Snapshot *newer = pimpl->top, *older = newer->before;
    Snapshot first;
    starting(first);
    Jump jumps[128];
    for (int who = 1; who <= 2; who++) {
        if (who == 2 && equal_grids(older, &first)) return false;
        int n = list_jumps(*older, who, jumps);
        for (int i = 0; i < n; i++) {
            Snapshot after = *older;
            take_jump(after, jumps[i]);
            if (equal_grids(&after, newer)) return true;
        }
    }
    return false;
}

void Player::pop() {
    Snapshot *gone = const_cast<Snapshot *>(look_back(pimpl->top, 0));
    pimpl->top = gone->before;
    pimpl->size--;
    delete gone;
}

bool Player::wins(int player_nr) const {
    check_who(player_nr);
    const Snapshot *s = look_back(pimpl->top, 0);
    for (int i = 0; i < 64; i++)
        if (side(s->grid[i / 8][i % 8]) == 3 - player_nr) return false;
    return true;
}

bool Player::wins() const { return wins(pimpl->me); }

bool Player::loses(int player_nr) const {
    check_who(player_nr);
    return wins(3 - player_nr);
}

bool Player::loses() const { return loses(pimpl->me); }

int Player::recurrence() const {
    const Snapshot *latest = look_back(pimpl->top, 0);
    int times = 0;
    for (const Snapshot *s = latest; s != NULL; s = s->before)
        if (equal_grids(s, latest)) times++;
    return times;
}
