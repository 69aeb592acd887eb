#include "player.hpp"
#include <vector>
#include <algorithm>
#include <map>

using Board = std::vector<std::string>;
using Move = std::pair<std::pair<int, int>, std::pair<int, int>>;

namespace {

const std::map<char, Player::piece> PIECES = {
    {'x', Player::piece::x}, {'o', Player::piece::o}, {'X', Player::piece::X},
    {'O', Player::piece::O}, {' ', Player::piece::e}};

[[noreturn]] void complain(player_exception::err_type type, std::string text) {
    player_exception error;
    error.t = type;
    error.msg = std::move(text);
    throw error;
}

Board read(std::istream& in) {
    Board rows;
    for (std::string line; std::getline(in, line);) {
        std::string row;
        for (std::size_t at = 0; at < line.size(); at += 2) row.push_back(line[at]);
        rows.insert(rows.begin(), row);
    }
    return rows;
}

bool is_valid(const Board& rows) {
    return rows.size() == 8 && std::all_of(rows.begin(), rows.end(), [](const std::string& row) {
        return row.size() == 8 && row.find_first_not_of("xoXO ") == std::string::npos;
    });
}

auto count_of(const Board& rows, const std::string& letters) {
    return std::accumulate(rows.begin(), rows.end(), 0L, [&](long sum, const std::string& row) {
        return sum + std::count_if(row.begin(), row.end(), [&](char it) { return letters.find(it) != std::string::npos; });
    });
}

std::vector<std::pair<int, int>> directions(char piece) {
    switch (piece) {
        case 'x': return {{1, 1}, {1, -1}};
        case 'o': return {{-1, 1}, {-1, -1}};
        default: return {{1, 1}, {1, -1}, {-1, 1}, {-1, -1}};
    }
}

char at(const Board& rows, int r, int c) {
    const bool inside = 0 <= r && r < 8 && 0 <= c && c < 8;
    return inside ? rows[r][c] : '#';
}

std::vector<Move> moves_of(const Board& rows, const std::string& own, const std::string& prey) {
    std::vector<Move> quiet, captures;
    for (int square = 0; square < 64; ++square) {
        const int r = square / 8, c = square % 8;
        if (own.find(rows[r][c]) == std::string::npos) continue;
        for (const auto& [up, side] : directions(rows[r][c])) {
            const char near = at(rows, r + up, c + side), far = at(rows, r + 2 * up, c + 2 * side);
            if (near == ' ') quiet.push_back({{r, c}, {r + up, c + side}});
            else if (prey.find(near) != std::string::npos && far == ' ')
                captures.push_back({{r, c}, {r + 2 * up, c + 2 * side}});
        }
    }
    return captures.empty() ? quiet : captures;
}

Board after(Board rows, const Move& move) {
    auto [from, to] = move;
    std::swap(rows[from.first][from.second], rows[to.first][to.second]);
    if (std::abs(from.first - to.first) == 2)
        rows[(from.first + to.first) / 2][(from.second + to.second) / 2] = ' ';
    std::replace(rows[7].begin(), rows[7].end(), 'x', 'X');
    std::replace(rows[0].begin(), rows[0].end(), 'o', 'O');
    return rows;
}

double worth(const Board& rows) {
    return count_of(rows, "x") + 2.5 * count_of(rows, "X") - count_of(rows, "o") - 2.5 * count_of(rows, "O");
}

double search(const Board& rows, int depth, bool first, double alpha, double beta) {
    if (depth == 0) return worth(rows);
    const auto moves = first ? moves_of(rows, "xX", "oO") : moves_of(rows, "oO", "xX");
    if (moves.empty()) return first ? -100.0 : 100.0;
    for (const auto& move : moves) {
        const double value = search(after(rows, move), depth - 1, !first, alpha, beta);
        (first ? alpha : beta) = first ? std::max(alpha, value) : std::min(beta, value);
        if (alpha >= beta) break;
    }
    return first ? alpha : beta;
}

}  // namespace

struct Player::Impl {
    std::vector<Board> history;
    bool first;

    const Board& back(int offset) const {
        if (offset < 0 || offset >= static_cast<int>(history.size()))
            complain(player_exception::index_out_of_bounds, "no board that far back");
        return history[history.size() - 1 - offset];
    }
};

Player::Player(int player_nr) : pimpl(nullptr) {
    if (player_nr < 1 || player_nr > 2) complain(player_exception::index_out_of_bounds, "player " + std::to_string(player_nr));
    pimpl = new Impl{{}, player_nr == 1};
}
Player::~Player() { delete pimpl; }
Player::Player(const Player& that) : pimpl(new Impl(*that.pimpl)) {}
Player& Player::operator=(const Player& that) {
    *pimpl = *that.pimpl;
    return *this;
}

Player::piece Player::operator()(int r, int c, int history_offset) const {
    const auto found = PIECES.find(at(pimpl->back(history_offset), r, c));
    if (found == PIECES.end()) complain(player_exception::index_out_of_bounds, "no such square");
    return found->second;
}

void Player::load_board(const std::string& filename) {
    std::ifstream in{filename};
    if (!in) complain(player_exception::missing_file, filename);
    auto rows = read(in);
    if (!is_valid(rows)) complain(player_exception::invalid_board, filename);
    pimpl->history.push_back(std::move(rows));
}

void Player::move() {
    const Board now = pimpl->back(0);
    auto moves = pimpl->first ? moves_of(now, "xX", "oO") : moves_of(now, "oO", "xX");
    if (moves.empty()) { pimpl->history.push_back(now); return; }
    std::vector<std::pair<double, Move>> ranked;
    std::transform(moves.begin(), moves.end(), std::back_inserter(ranked), [&](const Move& move) {
        return std::make_pair(search(after(now, move), 4, !pimpl->first, -1e9, 1e9), move);
    });
    const auto [least, most] = std::minmax_element(ranked.begin(), ranked.end());
    pimpl->history.push_back(after(now, (pimpl->first ? most : least)->second));
}

void Player::pop() {
    pimpl->back(0);
    pimpl->history.pop_back();
}

int Player::recurrence() const {
    return std::count(pimpl->history.begin(), pimpl->history.end(), pimpl->back(0));
}

bool Player::wins(int player_nr) const {
    if (player_nr != 1 && player_nr != 2) complain(player_exception::index_out_of_bounds, "who?");
    return count_of(pimpl->back(0), player_nr == 1 ? "oO" : "xX") == 0;
}
bool Player::loses(int player_nr) const { return wins(3 - player_nr); }
