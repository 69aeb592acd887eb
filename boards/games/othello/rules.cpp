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
        const std::string most = std::to_string(std::max(x, o)), least = std::to_string(std::min(x, o));
        return game::End{winner, {{"en", "neither player can move: " + most + " discs to " + least}, {"it", "nessuno può muovere: " + most + " pedine a " + least}, {"fr", "aucun joueur ne peut jouer : " + most + " pions à " + least}}};
    }

    game::Sentence fault(const game::Position& p, const std::string& wrote) override {
        if (wrote.size() != p.board.size()) return {};
        const auto name = [](size_t cell) { return std::string{char('a' + cell % LINE), char('8' - cell / LINE)}; };
        std::string placed_on, gone;
        size_t cell = 0, count = 0;
        for (size_t at = 0; at < wrote.size(); at++) {
            if (p.board[at] == '.' && wrote[at] != '.') { cell = at; count++; placed_on += (count > 1 ? " " : "") + name(at); }
            if (p.board[at] != '.' && wrote[at] == '.') gone = name(at);
        }
        if (!gone.empty())
            return {{"en", "the disc on " + gone + " is gone: discs are turned, never taken"}, {"it", "la pedina in " + gone + " è sparita: le pedine si girano, non si tolgono"}, {"fr", "le pion en " + gone + " a disparu : les pions se retournent, jamais ils ne sont enlevés"}};
        if (count > 1)
            return {{"en", "several discs are new, on " + placed_on + ": a turn places one"}, {"it", "più pedine sono nuove, in " + placed_on + ": un turno ne mette una"}, {"fr", "plusieurs pions sont nouveaux, en " + placed_on + " : un tour en pose un seul"}};
        if (count == 0)
            return {{"en", "no disc is new: a turn places one, and passing is allowed only where no disc can turn another"}, {"it", "nessuna pedina è nuova: un turno ne mette una, e si passa solo se nessuna ne gira un'altra"}, {"fr", "aucun pion n’est nouveau : un tour en pose un, et l’on ne passe que si aucun n’en retourne"}};
        const std::string after = placed(p.board, int(cell), p.turn, p.other), on = name(cell);
        if (wrote[cell] != p.turn)
            return {{"en", "the new disc on " + on + " is the opponent's"}, {"it", "la nuova pedina in " + on + " è dell'avversario"}, {"fr", "le nouveau pion en " + on + " est à l’adversaire"}};
        if (after.empty())
            return {{"en", "the disc on " + on + " turns nothing"}, {"it", "la pedina in " + on + " non gira nulla"}, {"fr", "le pion en " + on + " ne retourne rien"}};
        std::string wrong;
        for (size_t at = 0; at < wrote.size(); at++)
            if (wrote[at] != after[at]) wrong += (wrong.empty() ? "" : " ") + name(at);
        return {{"en", "the disc on " + on + " turns other discs; wrong: " + wrong}, {"it", "la pedina in " + on + " gira altre pedine; sbagliate: " + wrong}, {"fr", "le pion en " + on + " en retourne d’autres ; faux : " + wrong}};
    }

    std::optional<double> score(const game::Position& p) override {
        return std::count(p.board.begin(), p.board.end(), p.turn) - std::count(p.board.begin(), p.board.end(), p.other);
    }
};

int main() { return Othello().run(); }
