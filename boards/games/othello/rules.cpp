#include <algorithm>

#include "game.hpp"

// A line of a board has 8 cells and a newline.
const int LINE = 9;
const int DIRECTIONS[] = {-LINE - 1, -LINE, -LINE + 1, -1, 1, LINE - 1, LINE, LINE + 1};

// The board after a disc on a cell; empty if it turns nothing.
std::string placed(const std::string& before, int cell, char mine, char other) {
    std::string board = before;
    for (int step : DIRECTIONS) {
        auto at = [&](int cell) { return cell >= 0 && cell < int(before.size()) ? before[cell] : '\n'; };
        int to = cell + step;
        while (at(to) == other) to += step;
        if (at(to) == mine)
            for (to -= step; to != cell; to -= step) board[to] = mine;
    }
    if (board == before) return "";
    board[cell] = mine;
    return board;
}

std::vector<game::Move> places(const std::string& board, char mine, char other) {
    std::vector<game::Move> all;
    for (int cell = 0; cell < int(board.size()); cell++) {
        if (board[cell] != '.') continue;
        const std::string after = placed(board, cell, mine, other);
        const std::string name = {char('a' + cell % LINE), char('8' - cell / LINE)};
        if (!after.empty()) all.push_back({name, after});
    }
    return all;
}

struct Othello : game::Game {
    game::Start start() override {
        return {"........\n........\n........\n...ox...\n...xo...\n........\n........\n........"};
    }

    std::vector<game::Move> moves(const game::Position& p) override {
        auto all = places(p.board, p.turn, p.other);
        if (all.empty()) all.push_back({"pass", p.board});
        return all;
    }

    std::optional<game::End> end(const game::Position& p) override {
        if (!places(p.board, p.turn, p.other).empty() || !places(p.board, p.other, p.turn).empty()) return {};
        const auto x = std::count(p.board.begin(), p.board.end(), 'x'), o = std::count(p.board.begin(), p.board.end(), 'o');
        const char winner = x > o ? 'x' : o > x ? 'o' : 0;
        return game::End{winner, {{"en", "neither player can move, and the discs are counted"}, {"it", "nessuno può muovere, e si contano le pedine"}, {"fr", "aucun joueur ne peut jouer, et l’on compte les pions"}}};
    }

    std::optional<double> score(const game::Position& p) override {
        return std::count(p.board.begin(), p.board.end(), p.turn) - std::count(p.board.begin(), p.board.end(), p.other);
    }
};

int main() { return Othello().run(); }
