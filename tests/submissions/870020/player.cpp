// Prints every thought.
#include "player.hpp"

typedef unsigned long long u64;

template <typename T> class vec {
    T* first;
    unsigned used, capacity;
    void grow() {
        capacity = capacity * 2 + 8;
        T* larger = new T[capacity];
        for (unsigned k = 0; k < used; ++k) larger[k] = first[k];
        delete[] first;
        first = larger;
    }

public:
    vec() : first(nullptr), used(0), capacity(0) {}
    vec(const vec& v) : first(new T[v.used + 1]), used(v.used), capacity(v.used + 1) {
        for (unsigned k = 0; k < used; ++k) first[k] = v.first[k];
    }
    vec& operator=(vec v) {
        std::swap(first, v.first);
        std::swap(used, v.used);
        std::swap(capacity, v.capacity);
        return *this;
    }
    ~vec() { delete[] first; }
    void push_back(T value) {
        if (used == capacity) grow();
        first[used++] = value;
    }
    void pop_back() { --used; }
    unsigned size() const { return used; }
    const T& operator[](unsigned k) const { return first[k]; }
    const T* begin() const { return first; }
    const T* end() const { return first + used; }
};

// Bit 8 * row + column. A king is in `kings` and in its owner's set.
struct bits {
    u64 own[2];
    u64 kings;
    u64 all() const { return own[0] | own[1]; }
    bool same(const bits& b) const { return own[0] == b.own[0] && own[1] == b.own[1] && kings == b.kings; }
};

static const u64 DARK = 0x55AA55AA55AA55AAull;
static const u64 NOT_A = 0xFEFEFEFEFEFEFEFEull, NOT_H = 0x7F7F7F7F7F7F7F7Full;
static const u64 LAST[2] = {0xFF00000000000000ull, 0xFFull};
static const bits BEGIN = {{DARK & 0xFFFFFFull, DARK & 0xFFFFFF0000000000ull}, 0};

// One step in direction d: 0 up-left, 1 up-right, 2 down-left, 3 down-right; 0 when it leaves the board.
static u64 shift(u64 b, int d) {
    switch (d) {
    case 0: return (b & NOT_A) << 7;
    case 1: return (b & NOT_H) << 9;
    case 2: return (b & NOT_A) >> 9;
    default: return (b & NOT_H) >> 7;
    }
}

static bits moved(bits b, int who, u64 from, u64 over, u64 to) {
    const bool king = b.kings & from;
    b.own[who] ^= from | to;
    b.own[1 - who] &= ~over;
    b.kings &= ~(from | over);
    if (king || (to & LAST[who])) b.kings |= to;
    return b;
}

static void successors(const bits& b, int who, vec<bits>& out) {
    const u64 empty = ~b.all();
    for (u64 rest = b.own[who]; rest; rest &= rest - 1) {
        const u64 from = rest & -rest;
        const bool king = b.kings & from;
        for (int d = 0; d < 4; ++d) {
            if (!king && (d / 2) != who) continue;
            const u64 next = shift(from, d);
            if (next & empty) out.push_back(moved(b, who, from, 0, next));
            u64 prey = next & b.own[1 - who];
            if (!king) prey &= ~b.kings;
            const u64 beyond = prey ? shift(prey, d) & empty : 0;
            if (beyond) out.push_back(moved(b, who, from, prey, beyond));
        }
    }
}

static int ones(u64 b) { return __builtin_popcountll(b); }

static int score(const bits& b, int who) {
    int total = 0;
    for (int side = 0; side < 2; ++side) {
        const int sign = side == who ? 1 : -1;
        total += sign * (10 * ones(b.own[side]) + 22 * ones(b.own[side] & b.kings));
        total += sign * ones(b.own[side] & 0x00003C3C3C3C0000ull);
    }
    return total;
}

static int negamax(const bits& b, int who, int plies, int alpha, int beta) {
    vec<bits> next;
    successors(b, who, next);
    if (next.size() == 0) return -1000 - plies;
    if (plies == 0) return score(b, who);
    for (const bits& n : next) {
        const int value = -negamax(n, 1 - who, plies - 1, -beta, -alpha);
        if (value >= beta) return beta;
        if (value > alpha) alpha = value;
        std::cout << "negamax: player " << who << ", " << plies << " plies left, value " << value << std::endl;
    }
    return alpha;
}

[[noreturn]] static void raise(player_exception::err_type t, std::string msg) { throw player_exception{t, msg}; }

[[noreturn]] static void bad_index(const char* what) { raise(player_exception::index_out_of_bounds, what); }

static char letter_at(const bits& b, int r, int c) {
    const u64 bit = 1ull << (8 * r + c);
    const bool king = b.kings & bit;
    if (b.own[0] & bit) return king ? 'X' : 'x';
    if (b.own[1] & bit) return king ? 'O' : 'o';
    return ' ';
}

static void save(const std::string& filename, const bits& b) {
    std::ostringstream text;
    for (int r = 7; r >= 0; --r) {
        text << letter_at(b, r, 0);
        for (int c = 1; c < 8; ++c) text << ' ' << letter_at(b, r, c);
        if (r) text << "\n";
    }
    std::ofstream file(filename);
    file << text.str();
}

// Tolerates a newline after the last row.
static bits parse(std::istream& in) {
    bits b = {{0, 0}, 0};
    for (int r = 7; r >= 0; --r)
        for (int k = 0; k < 16; ++k) {
            const int letter = in.get();
            if (k == 15) {
                if (letter != '\n' && !(r == 0 && letter == EOF)) raise(player_exception::invalid_board, "row length");
                continue;
            }
            if (letter == ' ') continue;
            const u64 bit = 1ull << (8 * r + k / 2);
            if (k % 2 || !(bit & DARK)) raise(player_exception::invalid_board, "something on no square");
            const int who = (letter | 32) == 'x' ? 0 : 1;
            if (letter != 'x' && letter != 'X' && letter != 'o' && letter != 'O')
                raise(player_exception::invalid_board, "no such piece");
            const bool king = letter < 'a';
            if (!king && (bit & LAST[who])) raise(player_exception::invalid_board, "not crowned");
            b.own[who] |= bit;
            if (ones(b.own[who]) > 12) raise(player_exception::invalid_board, "too many pieces");
            if (king) b.kings |= bit;
        }
    if (in.get() != EOF) raise(player_exception::invalid_board, "more than eight rows");
    return b;
}

struct Player::Impl {
    int who;
    vec<bits> history;
    const bits& latest(int back = 0) const {
        if (back < 0 || unsigned(back) >= history.size()) bad_index("history");
        return history[history.size() - 1 - back];
    }
};

static int index_of(int player_nr) {
    if (player_nr == 1) return 0;
    if (player_nr == 2) return 1;
    bad_index("player number");
}

Player::Player(int player_nr) : pimpl(nullptr) {
    const int who = index_of(player_nr);
    pimpl = new Impl{who, vec<bits>()};
}
Player::Player(const Player& p) : pimpl(new Impl(*p.pimpl)) {}
Player::~Player() { delete pimpl; }
Player& Player::operator=(const Player& p) {
    *pimpl = *p.pimpl;
    return *this;
}

Player::piece Player::operator()(int r, int c, int history_offset) const {
    const bits& b = pimpl->latest(history_offset);
    if (r < 0 || r > 7 || c < 0 || c > 7) bad_index("square");
    switch (letter_at(b, r, c)) {
    case 'x': return piece::x;
    case 'o': return piece::o;
    case 'X': return piece::X;
    case 'O': return piece::O;
    }
    return piece::e;
}

void Player::load_board(const std::string& filename) {
    std::ifstream file(filename);
    if (!file) raise(player_exception::missing_file, filename);
    pimpl->history.push_back(parse(file));
}

void Player::store_board(const std::string& filename, int history_offset) const {
    save(filename, pimpl->latest(history_offset));
}

void Player::init_board(const std::string& filename) const { save(filename, BEGIN); }

void Player::move() {
    const bits now = pimpl->latest();
    bits chosen = now;
    vec<bits> next;
    successors(now, pimpl->who, next);
    int best = -100000;
    for (const bits& n : next) {
        const int value = -negamax(n, 1 - pimpl->who, 4, -100000, -best);
        if (value > best) {
            best = value;
            chosen = n;
        }
    }
    pimpl->history.push_back(chosen);
}

bool Player::valid_move() const {
    const bits &before = pimpl->latest(1), &after = pimpl->latest(0);
    for (int who = 0; who < 2; ++who) {
        if (who == 1 && before.same(BEGIN)) continue;
        vec<bits> next;
        successors(before, who, next);
        for (const bits& n : next)
            if (n.same(after)) return true;
    }
    return false;
}

void Player::pop() {
    pimpl->latest();
    pimpl->history.pop_back();
}

bool Player::wins(int player_nr) const {
    const int who = index_of(player_nr);
    return pimpl->latest().own[1 - who] == 0;
}
bool Player::wins() const { return wins(pimpl->who + 1); }
bool Player::loses(int player_nr) const {
    const int who = index_of(player_nr);
    return pimpl->latest().own[who] == 0;
}
bool Player::loses() const { return loses(pimpl->who + 1); }

int Player::recurrence() const {
    const bits& now = pimpl->latest();
    int count = 0;
    for (const bits& b : pimpl->history) count += b.same(now);
    return count;
}
