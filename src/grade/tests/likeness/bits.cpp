/* A board is three words of bits. */
#include "player.hpp"

typedef unsigned int word;
typedef unsigned long long wide;

struct Bits {
    word first, second, kings;
};

enum { CAPACITY = 512, NONE = 99 };

struct Player::Impl {
    Bits* stack;
    unsigned top, room;
    int who;
};

static const word TOP_ROW = 0xf0000000u, LOW_ROW = 0x0000000fu;
static const word EVEN_ROWS = 0x0f0f0f0fu, ODD_ROWS = ~EVEN_ROWS;
static const word NOT_LEFT = 0xfefefefeu, NOT_RIGHT = 0x7f7f7f7fu;

static inline word up_left(word w) { return ((w & EVEN_ROWS) << 4) | ((w & ODD_ROWS & NOT_LEFT) << 3); }
static inline word up_right(word w) { return ((w & EVEN_ROWS & NOT_RIGHT) << 5) | ((w & ODD_ROWS) << 4); }
static inline word down_left(word w) { return ((w & ODD_ROWS) >> 4) | ((w & EVEN_ROWS & NOT_LEFT) >> 5); }
static inline word down_right(word w) { return ((w & ODD_ROWS & NOT_RIGHT) >> 3) | ((w & EVEN_ROWS) >> 4); }

typedef word (*Shift)(word);
static const Shift SHIFTS[4] = {up_left, up_right, down_left, down_right};

static int population(word w) {
    int n = 0;
    do { n += w & 1; } while (w >>= 1);
    return n;
}

static word lowest(word w) { return w & (~w + 1); }

static void grow(Bits*& stack, unsigned& room) {
    Bits* larger = new Bits[room * 2];
    memcpy(larger, stack, room * sizeof(Bits));
    delete[] stack;
    stack = larger;
    room *= 2;
}

static void mirror(Bits* b) {
    word turned = 0, other = 0, kings = 0;
    unsigned bit = 32;
    while (bit-- > 0) {
        turned |= ((b->second >> bit) & 1u) << (31 - bit);
        other |= ((b->first >> bit) & 1u) << (31 - bit);
        kings |= ((b->kings >> bit) & 1u) << (31 - bit);
    }
    b->first = turned, b->second = other, b->kings = kings;
}

struct Generator {
    Bits found[CAPACITY];
    unsigned many;

    void add(const Bits& from, word start, word end, word prey) {
        Bits& made = found[many++];
        made.first = (from.first ^ start) | end;
        made.second = from.second & ~prey;
        made.kings = from.kings & ~prey;
        if (from.kings & start) made.kings = (made.kings ^ start) | end;
        made.kings |= end & TOP_ROW;
    }

    void captures(const Bits& b) {
        word vacant = ~(b.first | b.second);
        for (unsigned d = 0; d != 4; ++d) {
            word movers = d < 2 ? b.first : b.first & b.kings;
            for (word left = movers; left; left &= left - 1) {
                word start = lowest(left), prey = SHIFTS[d](start);
                if (!(prey & b.second)) continue;
                if ((prey & b.kings) && !(start & b.kings)) continue;
                word end = SHIFTS[d](prey);
                if (end & vacant) add(b, start, end, prey);
            }
        }
    }

    void steps(const Bits& b) {
        word vacant = ~(b.first | b.second);
        unsigned d = 4;
        while (d--) {
            word left = d < 2 ? b.first : b.first & b.kings;
            while (left) {
                word start = lowest(left);
                left ^= start;
                if (word end = SHIFTS[d](start) & vacant) add(b, start, end, 0);
            }
        }
    }

    explicit Generator(const Bits& b) : many(0) {
        captures(b);
        if (!many) steps(b);
    }
};

static int judge(const Bits& b) {
    int men = population(b.first & ~b.kings) - population(b.second & ~b.kings);
    int kings = population(b.first & b.kings) - population(b.second & b.kings);
    return 100 * men + 270 * kings + population(b.first & LOW_ROW) * 8;
}

static int negamax(Bits b, int depth, int low, int high) {
    if (!b.first) return -10000;
    if (depth <= 0) return judge(b);
    Generator g(b);
    if (!g.many) return -9000 - depth;
    unsigned n = 0;
    do {
        Bits next = g.found[n];
        mirror(&next);
        int value = -negamax(next, depth - 1, -high, -low);
        if (value > low) low = value;
    } while (++n < g.many && low < high);
    return low;
}

Player::Player(int player_nr) {
    if ((unsigned)(player_nr - 1) > 1u)
        throw player_exception{player_exception::index_out_of_bounds, "bad number"};
    pimpl = new Impl();
    pimpl->room = 16, pimpl->who = player_nr;
    pimpl->stack = new Bits[pimpl->room];
}

Player::~Player() { if (pimpl) { delete[] pimpl->stack; delete pimpl; } }

Player::Player(const Player& p) : pimpl(new Impl(*p.pimpl)) {
    pimpl->stack = new Bits[pimpl->room];
    memcpy(pimpl->stack, p.pimpl->stack, pimpl->top * sizeof(Bits));
}

Player& Player::operator=(const Player& p) {
    Player twin(p);
    Impl* kept = twin.pimpl;
    twin.pimpl = pimpl, pimpl = kept;
    return *this;
}

void Player::move() {
    if (pimpl->top == pimpl->room) grow(pimpl->stack, pimpl->room);
    Bits now = pimpl->stack[pimpl->top - 1];
    if (pimpl->who == 2) mirror(&now);
    Generator g(now);
    Bits best = now;
    int record = -20000;
    for (const Bits* it = g.found; it != g.found + g.many; ++it) {
        Bits reply = *it;
        mirror(&reply);
        int value = -negamax(reply, 5, -30000, -record);
        if (value > record) record = value, best = *it;
    }
    if (pimpl->who == 2) mirror(&best);
    pimpl->stack[pimpl->top++] = best;
}

int Player::recurrence() const {
    if (!pimpl->top) throw player_exception{player_exception::index_out_of_bounds, "nothing yet"};
    int times = 0;
    const Bits* last = pimpl->stack + pimpl->top - 1;
    for (const Bits* it = last; it >= pimpl->stack; --it)
        times += !memcmp(it, last, sizeof *it);
    return times;
}

void Player::pop() {
    if (!pimpl->top--) {
        pimpl->top = 0;
        throw player_exception{player_exception::index_out_of_bounds, "nothing to pop"};
    }
}
