#include "player.hpp"

#define ROWS 8
#define COLS 8
#define INSIDE(a, b) ((a) >= 0 && (a) < ROWS && (b) >= 0 && (b) < COLS)

/*
 * Plays games to the end by chance and takes the move that won most of them.
 */

struct node_t {
    int grid[ROWS * COLS];
    node_t *prev, *next;
};

struct move_t {
    signed char from, to, dead;
};

struct Player::Impl {
    node_t *first;
    node_t *last;
    int length;
    int id;
    unsigned seed;

    unsigned roll(unsigned sides) {
        seed ^= seed << 13;
        seed ^= seed >> 17;
        seed ^= seed << 5;
        return seed % sides;
    }

    void append(const int *grid) {
        node_t *fresh = (node_t *)malloc(sizeof(node_t));
        memcpy(fresh->grid, grid, sizeof(fresh->grid));
        fresh->next = NULL;
        fresh->prev = last;
        if (last) last->next = fresh; else first = fresh;
        last = fresh;
        ++length;
    }

    void drop() {
        node_t *gone = last;
        last = gone->prev;
        if (last) last->next = NULL; else first = NULL;
        free(gone);
        --length;
    }
};

static player_exception out_of_bounds(const char *why) {
    player_exception pe;
    pe.t = player_exception::index_out_of_bounds;
    pe.msg = std::string(why);
    return pe;
}

static int owner(int p) {
    if (p == Player::x || p == Player::X) return 1;
    if (p == Player::o || p == Player::O) return 2;
    return 0;
}

static int collect(const int *grid, int id, move_t *out) {
    static const int DR[] = {1, 1, -1, -1}, DC[] = {-1, 1, -1, 1};
    int total = 0, must = 0;
    for (int s = 0; s < ROWS * COLS; ++s) {
        if (owner(grid[s]) != id) continue;
        int king = grid[s] == Player::X || grid[s] == Player::O;
        int begin = king || id == 1 ? 0 : 2, end = king || id == 2 ? 4 : 2;
        for (int k = begin; k < end; ++k) {
            int r = s / COLS + DR[k], c = s % COLS + DC[k];
            if (!INSIDE(r, c)) continue;
            int t = r * COLS + c;
            if (grid[t] == Player::e) {
                if (must) continue;
                out[total].from = s; out[total].to = t; out[total].dead = -1;
                ++total;
                continue;
            }
            if (owner(grid[t]) == id) continue;
            if (!king && grid[t] >= Player::X) continue;
            r += DR[k]; c += DC[k];
            if (!INSIDE(r, c) || grid[r * COLS + c] != Player::e) continue;
            if (!must) { must = 1; total = 0; }
            out[total].from = s; out[total].to = r * COLS + c; out[total].dead = t;
            ++total;
        }
    }
    return total;
}

static void perform(int *grid, const move_t &m) {
    grid[m.to] = grid[m.from];
    grid[m.from] = Player::e;
    if (m.dead >= 0) grid[m.dead] = Player::e;
    if (grid[m.to] == Player::x && m.to >= 56) grid[m.to] = Player::X;
    else if (grid[m.to] == Player::o && m.to < 8) grid[m.to] = Player::O;
}

static int playout(Player::Impl *self, const int *start, int turn);

Player::Player(int player_nr) {
    if (player_nr != 1) if (player_nr != 2) throw out_of_bounds("player_nr");
    pimpl = (Impl *)calloc(1, sizeof(Impl));
    pimpl->id = player_nr;
    pimpl->seed = 2463534242u;
}

Player::~Player() {
    while (pimpl->length > 0) pimpl->drop();
    free(pimpl);
}

Player::Player(const Player &src) : Player(src.pimpl->id) {
    for (node_t *n = src.pimpl->first; n; n = n->next) pimpl->append(n->grid);
}

Player &Player::operator=(const Player &src) {
    if (pimpl == src.pimpl) return *this;
    while (pimpl->length) pimpl->drop();
    pimpl->id = src.pimpl->id;
    node_t *n = src.pimpl->first;
    for (; n != NULL; n = n->next) pimpl->append(n->grid);
    return *this;
}

void Player::load_board(const std::string &filename) {
    FILE *fp = fopen(filename.c_str(), "r");
    if (fp == NULL) { player_exception pe; pe.t = player_exception::missing_file; throw pe; }
    int grid[ROWS * COLS], ch, r = ROWS - 1, c = 0, odd = 0, broken = 0;
    while ((ch = fgetc(fp)) != EOF && !broken) {
        if (ch == '\n') { broken = c != COLS; --r; c = 0; odd = 0; continue; }
        if (odd) { broken = ch != ' '; odd = 0; continue; }
        const char *known = "xoXO ", *hit = strchr(known, ch);
        if (!hit || !INSIDE(r, c)) { broken = 1; break; }
        grid[r * COLS + c++] = hit - known;
        odd = 1;
    }
    fclose(fp);
    if (broken || r > 0) { player_exception pe; pe.t = player_exception::invalid_board; throw pe; }
    pimpl->append(grid);
}

static int playout(Player::Impl *self, const int *start, int turn) {
    int grid[ROWS * COLS];
    move_t list[128];
    memcpy(grid, start, sizeof grid);
    for (int ply = 0; ply < 120; ++ply) {
        int n = collect(grid, turn, list);
        if (n == 0) return 3 - turn;
        perform(grid, list[self->roll(n)]);
        turn = 3 - turn;
    }
    return 0;
}

void Player::move() {
    if (!pimpl->last) throw out_of_bounds("move without a board");
    move_t list[128];
    int n = collect(pimpl->last->grid, pimpl->id, list), best = -1;
    long record = -1;
    for (int i = 0; i < n; ++i) {
        int grid[ROWS * COLS];
        memcpy(grid, pimpl->last->grid, sizeof grid);
        perform(grid, list[i]);
        long won = 0;
        for (int game = 0; game < 200; ++game) {
            int winner = playout(pimpl, grid, 3 - pimpl->id);
            won += winner == pimpl->id ? 2 : winner == 0 ? 1 : 0;
        }
        if (won > record) { record = won; best = i; }
    }
    pimpl->append(pimpl->last->grid);
    if (best >= 0) perform(pimpl->last->grid, list[best]);
}

int Player::recurrence() const {
    if (pimpl->last == NULL) throw out_of_bounds("recurrence without a board");
    int result = 0;
    for (const node_t *n = pimpl->last; n; n = n->prev)
        if (memcmp(n->grid, pimpl->last->grid, sizeof n->grid) == 0) ++result;
    return result;
}
