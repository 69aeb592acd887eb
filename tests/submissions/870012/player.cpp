// Men take kings.
#include "player.hpp"

namespace {

const int SIZE = 8;
const int MOST_PIECES = 12;
// Twelve kings with four directions, a step or a jump in each.
const int MOST_MOVES = MOST_PIECES * 4;
const int DEPTH = 6;
const int WIN = 100000;

// Squares as the letters of a board file; rows count from the bottom.
struct Board {
    char at[SIZE][SIZE];

    bool operator==(const Board& other) const {
        for (int r = 0; r < SIZE; ++r)
            for (int c = 0; c < SIZE; ++c)
                if (at[r][c] != other.at[r][c]) return false;
        return true;
    }
};

bool inside(int r, int c) { return r >= 0 && r < SIZE && c >= 0 && c < SIZE; }

bool is_king(char piece) { return piece == 'X' || piece == 'O'; }

// 1 or 2, or 0 for an empty square.
int owner(char piece) {
    if (piece == 'x' || piece == 'X') return 1;
    if (piece == 'o' || piece == 'O') return 2;
    return 0;
}

int count(const Board& board, int player) {
    int pieces = 0;
    for (int r = 0; r < SIZE; ++r)
        for (int c = 0; c < SIZE; ++c) pieces += owner(board.at[r][c]) == player;
    return pieces;
}

Board initial() {
    Board board;
    for (int r = 0; r < SIZE; ++r)
        for (int c = 0; c < SIZE; ++c) {
            const bool is_dark = (r + c) % 2 == 1;
            board.at[r][c] = !is_dark || r == 3 || r == 4 ? ' ' : r < 3 ? 'x' : 'o';
        }
    return board;
}

// Every board that a legal move of the player leads to, captures first; returns how many there are.
int moves(const Board& board, int player, Board* after) {
    const int forward = player == 1 ? 1 : -1, last = player == 1 ? SIZE - 1 : 0;
    int found = 0;
    for (int length = 2; length >= 1; --length)
        for (int r = 0; r < SIZE; ++r)
            for (int c = 0; c < SIZE; ++c) {
                const char piece = board.at[r][c];
                if (owner(piece) != player) continue;
                for (int way = 0; way < (is_king(piece) ? 4 : 2); ++way) {
                    const int up = way < 2 ? forward : -forward, side = way % 2 ? 1 : -1;
                    const int to_r = r + up * length, to_c = c + side * length;
                    if (!inside(to_r, to_c) || board.at[to_r][to_c] != ' ') continue;
                    const char over = board.at[r + up][c + side];
                    if (length == 2 && owner(over) != 3 - player) continue;
                    Board& next = after[found++];
                    next = board;
                    next.at[r][c] = ' ';
                    if (length == 2) next.at[r + up][c + side] = ' ';
                    next.at[to_r][to_c] = to_r == last ? (player == 1 ? 'X' : 'O') : piece;
                }
            }
    return found;
}

// What a board is worth to player 1.
int worth(const Board& board) {
    int sum = 0;
    for (int r = 0; r < SIZE; ++r)
        for (int c = 0; c < SIZE; ++c) {
            const char piece = board.at[r][c];
            const int who = owner(piece);
            if (who == 0) continue;
            const int advance = who == 1 ? r : SIZE - 1 - r;
            // Men at home keep the other's from being crowned.
            const int value = is_king(piece) ? 300 : 100 + 4 * advance + (advance == 0 ? 12 : 0);
            sum += who == 1 ? value : -value;
        }
    return sum;
}

// What the player to move can reach at least, between what both have for sure already.
int search(const Board& board, int player, int depth, int low, int high) {
    Board after[MOST_MOVES];
    const int found = moves(board, player, after);
    // Sooner is worse for who is stuck.
    if (found == 0) return -WIN - depth;
    if (depth == 0) return player == 1 ? worth(board) : -worth(board);
    for (int i = 0; i < found && low < high; ++i) {
        const int value = -search(after[i], 3 - player, depth - 1, -high, -low);
        if (value > low) low = value;
    }
    return low;
}

void fail(player_exception::err_type type, const std::string& message) {
    player_exception wrong;
    wrong.t = type;
    wrong.msg = message;
    throw wrong;
}

void check_number(int player) {
    if (player != 1 && player != 2) fail(player_exception::index_out_of_bounds, "players are 1 and 2");
}

void write(const std::string& filename, const Board& board) {
    std::ofstream out(filename.c_str());
    for (int r = SIZE - 1; r >= 0; --r) {
        for (int c = 0; c < SIZE; ++c) {
            if (c > 0) out << ' ';
            out << board.at[r][c];
        }
        if (r > 0) out << '\n';
    }
    out.close();
    if (!out) fail(player_exception::missing_file, filename + " cannot be written");
}

// One line of a file, which is a row of the board.
bool read_row(const std::string& line, int r, Board& board) {
    if (line.size() != 2 * SIZE - 1) return false;
    for (int at = 0; at < 2 * SIZE - 1; ++at) {
        const char letter = line[at];
        if (at % 2 == 1) {
            if (letter != ' ') return false;
            continue;
        }
        const int c = at / 2;
        if (letter != ' ' && (owner(letter) == 0 || (r + c) % 2 == 0)) return false;
        if ((letter == 'x' && r == SIZE - 1) || (letter == 'o' && r == 0)) return false;
        board.at[r][c] = letter;
    }
    return true;
}

} // namespace

struct Player::Impl {
    int number;
    Board* boards;
    int length, room;

    explicit Impl(int player_nr) : number(player_nr), boards(0), length(0), room(0) {}

    Impl(const Impl& other)
        : number(other.number), boards(other.room ? new Board[other.room] : 0), length(other.length), room(other.room) {
        for (int i = 0; i < length; ++i) boards[i] = other.boards[i];
    }

    ~Impl() { delete[] boards; }

    void append(const Board& board) {
        // The board may be one of those that are about to move.
        const Board copy = board;
        if (length == room) {
            const int more = room ? 2 * room : 16;
            Board* larger = new Board[more];
            for (int i = 0; i < length; ++i) larger[i] = boards[i];
            delete[] boards;
            boards = larger;
            room = more;
        }
        boards[length++] = copy;
    }

    const Board& back(int offset) const {
        if (offset < 0 || offset >= length) fail(player_exception::index_out_of_bounds, "no such board in the history");
        return boards[length - 1 - offset];
    }

private:
    Impl& operator=(const Impl&);
};

Player::Player(int player_nr) {
    check_number(player_nr);
    pimpl = new Impl(player_nr);
}

Player::~Player() { delete pimpl; }

Player::Player(const Player& other) : pimpl(new Impl(*other.pimpl)) {}

Player& Player::operator=(const Player& other) {
    if (this != &other) {
        Impl* copy = new Impl(*other.pimpl);
        delete pimpl;
        pimpl = copy;
    }
    return *this;
}

Player::piece Player::operator()(int r, int c, int history_offset) const {
    const Board& board = pimpl->back(history_offset);
    if (!inside(r, c)) fail(player_exception::index_out_of_bounds, "no such square");
    switch (board.at[r][c]) {
    case 'x': return x;
    case 'o': return o;
    case 'X': return X;
    case 'O': return O;
    default: return e;
    }
}

void Player::load_board(const std::string& filename) {
    std::ifstream in(filename.c_str());
    if (!in) fail(player_exception::missing_file, filename + " cannot be read");
    Board board;
    int r = SIZE - 1;
    std::string line;
    for (; std::getline(in, line); --r) {
        // Made on Windows: harmless.
        if (!line.empty() && line[line.size() - 1] == '\r') line.erase(line.size() - 1);
        if (r < 0 || !read_row(line, r, board)) fail(player_exception::invalid_board, filename + " is no board");
    }
    if (r != -1 || count(board, 1) > MOST_PIECES || count(board, 2) > MOST_PIECES)
        fail(player_exception::invalid_board, filename + " is no board");
    pimpl->append(board);
}

void Player::store_board(const std::string& filename, int history_offset) const {
    write(filename, pimpl->back(history_offset));
}

void Player::init_board(const std::string& filename) const { write(filename, initial()); }

void Player::move() {
    const Board& board = pimpl->back(0);
    Board after[MOST_MOVES];
    const int found = moves(board, pimpl->number, after);
    int best = -1, best_value = -2 * WIN;
    for (int i = 0; i < found; ++i) {
        const int value = -search(after[i], 3 - pimpl->number, DEPTH - 1, -2 * WIN, -best_value);
        if (value > best_value) {
            best = i;
            best_value = value;
        }
    }
    pimpl->append(best < 0 ? board : after[best]);
}

bool Player::valid_move() const {
    const Board &older = pimpl->back(1), &newer = pimpl->back(0);
    Board after[MOST_MOVES];
    for (int player = 1; player <= 2; ++player) {
        if (player == 2 && older == initial()) break;
        const int found = moves(older, player, after);
        for (int i = 0; i < found; ++i)
            if (after[i] == newer) return true;
    }
    return false;
}

void Player::pop() {
    pimpl->back(0);
    --pimpl->length;
}

bool Player::wins(int player_nr) const {
    check_number(player_nr);
    return count(pimpl->back(0), 3 - player_nr) == 0;
}

bool Player::wins() const { return wins(pimpl->number); }

bool Player::loses(int player_nr) const {
    check_number(player_nr);
    return count(pimpl->back(0), player_nr) == 0;
}

bool Player::loses() const { return loses(pimpl->number); }

int Player::recurrence() const {
    const Board& latest = pimpl->back(0);
    int times = 0;
    for (int i = 0; i < pimpl->length; ++i) times += pimpl->boards[i] == latest;
    return times;
}
