// Keeps its boards in a linked list and takes the first capture it sees.
#include "player.hpp"

struct Cell {
    Player::piece board[8][8];
    Cell* next;
};

struct Player::Impl {
    Cell* head;
    int number;
};

static void copy_board(Player::piece from[8][8], Player::piece to[8][8]) {
    for (int i = 0; i < 8; i++) {
        for (int j = 0; j < 8; j++) {
            to[i][j] = from[i][j];
        }
    }
}

static Cell* copy_list(Cell* source) {
    if (source == nullptr) {
        return nullptr;
    }
    Cell* result = new Cell;
    copy_board(source->board, result->board);
    result->next = copy_list(source->next);
    return result;
}

static void destroy(Cell* list) {
    while (list != nullptr) {
        Cell* after = list->next;
        delete list;
        list = after;
    }
}

static char to_char(Player::piece p) {
    switch (p) {
        case Player::x: return 'x';
        case Player::o: return 'o';
        case Player::X: return 'X';
        case Player::O: return 'O';
        default: return ' ';
    }
}

Player::Player(int player_nr) {
    if (player_nr != 1 && player_nr != 2) {
        throw player_exception{player_exception::index_out_of_bounds, "no such player"};
    }
    pimpl = new Impl;
    pimpl->head = nullptr;
    pimpl->number = player_nr;
}

Player::~Player() {
    destroy(pimpl->head);
    delete pimpl;
}

Player::Player(const Player& other) {
    pimpl = new Impl;
    pimpl->number = other.pimpl->number;
    pimpl->head = copy_list(other.pimpl->head);
}

Player& Player::operator=(const Player& other) {
    if (this != &other) {
        destroy(pimpl->head);
        pimpl->number = other.pimpl->number;
        pimpl->head = copy_list(other.pimpl->head);
    }
    return *this;
}

Player::piece Player::operator()(int r, int c, int history_offset) const {
    Cell* at = pimpl->head;
    int steps = 0;
    while (at != nullptr && steps < history_offset) {
        at = at->next;
        steps++;
    }
    if (at == nullptr || r < 0 || r > 7 || c < 0 || c > 7) {
        throw player_exception{player_exception::index_out_of_bounds, "outside"};
    }
    return at->board[r][c];
}

void Player::store_board(const std::string& filename, int history_offset) const {
    Cell* at = pimpl->head;
    for (int i = 0; i < history_offset && at != nullptr; i++) {
        at = at->next;
    }
    if (at == nullptr) {
        throw player_exception{player_exception::index_out_of_bounds, "no board"};
    }
    std::ofstream out(filename);
    for (int r = 7; r >= 0; r--) {
        for (int c = 0; c < 8; c++) {
            out << to_char(at->board[r][c]);
            if (c < 7) {
                out << ' ';
            }
        }
        if (r > 0) {
            out << '\n';
        }
    }
    out.close();
}

void Player::pop() {
    if (pimpl->head == nullptr) {
        throw player_exception{player_exception::index_out_of_bounds, "empty"};
    }
    Cell* old = pimpl->head;
    pimpl->head = old->next;
    delete old;
}

static bool same(Player::piece a[8][8], Player::piece b[8][8]) {
    bool equal = true;
    for (int i = 0; i < 8 && equal; i++) {
        for (int j = 0; j < 8 && equal; j++) {
            if (a[i][j] != b[i][j]) {
                equal = false;
            }
        }
    }
    return equal;
}

int Player::recurrence() const {
    if (pimpl->head == nullptr) {
        throw player_exception{player_exception::index_out_of_bounds, "empty"};
    }
    int count = 0;
    Cell* at = pimpl->head;
    while (at != nullptr) {
        if (same(at->board, pimpl->head->board)) {
            count++;
        }
        at = at->next;
    }
    return count;
}

static bool try_capture(Player::piece b[8][8], int r, int c, int dr, int dc, Player::piece enemy) {
    int over_r = r + dr, over_c = c + dc;
    int to_r = r + 2 * dr, to_c = c + 2 * dc;
    if (to_r < 0 || to_r > 7 || to_c < 0 || to_c > 7) {
        return false;
    }
    if (b[over_r][over_c] == enemy && b[to_r][to_c] == Player::e) {
        b[to_r][to_c] = b[r][c];
        b[r][c] = Player::e;
        b[over_r][over_c] = Player::e;
        return true;
    }
    return false;
}

void Player::move() {
    Cell* fresh = new Cell;
    copy_board(pimpl->head->board, fresh->board);
    fresh->next = pimpl->head;
    pimpl->head = fresh;
    piece mine = pimpl->number == 1 ? x : o;
    piece enemy = pimpl->number == 1 ? o : x;
    int forward = pimpl->number == 1 ? 1 : -1;
    for (int r = 0; r < 8; r++) {
        for (int c = 0; c < 8; c++) {
            if (fresh->board[r][c] == mine) {
                if (try_capture(fresh->board, r, c, forward, 1, enemy)) return;
                if (try_capture(fresh->board, r, c, forward, -1, enemy)) return;
            }
        }
    }
    for (int r = 0; r < 8; r++) {
        for (int c = 0; c < 8; c++) {
            int to = r + forward;
            if (fresh->board[r][c] != mine || to < 0 || to > 7) continue;
            for (int d = -1; d <= 1; d += 2) {
                if (c + d >= 0 && c + d < 8 && fresh->board[to][c + d] == e) {
                    fresh->board[to][c + d] = mine;
                    fresh->board[r][c] = e;
                    return;
                }
            }
        }
    }
}
