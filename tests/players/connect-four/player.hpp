// A player of a game of your own, in C++17. Copy this file beside your program. A first player of Connect Four:
//
//     #include "player.hpp"
//
//     std::string choose(const player::Position& p) {
//         for (size_t column : {3, 2, 4, 1, 5, 0, 6})
//             for (size_t row = 6; row-- > 0;)
//                 if (p.rows[row][column] == '.') return p.put({{row, column, p.turn}});
//         return "";
//     }
//
//     int main(int count, char** arguments) { return player::play(arguments[count - 1], choose); }
//
// A position has its board (a text), its rows (the top one first), turn (your sign, 'x' or 'o'), other, and plies, the
// number of moves so far. The function returns the board after its move. At the end of the match the referee stops the
// program.

#pragma once

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <string>
#include <thread>
#include <vector>

namespace player {

struct Cell { size_t row, column; char sign; };

// The lines as a text.
inline std::string joined(const std::vector<std::string>& rows) {
    std::string board;
    for (const auto& row : rows) board += (&row == &rows[0] ? "" : "\n") + row;
    return board;
}

struct Position {
    std::vector<std::string> rows;
    std::string board;
    int plies;
    char turn = plies % 2 ? 'o' : 'x', other = plies % 2 ? 'x' : 'o';

    // The board with other signs on some cells.
    std::string put(const std::vector<Cell>& cells) const {
        auto after = rows;
        for (const Cell& it : cells) after.at(it.row).at(it.column) = it.sign;
        return joined(after);
    }
};

// The lines of a file, once it is there.
inline std::vector<std::string> read(const std::string& name) {
    for (;; std::this_thread::sleep_for(std::chrono::milliseconds(2))) {
        std::ifstream file(name);
        std::vector<std::string> rows;
        for (std::string row; std::getline(file, row);) rows.push_back(row);
        if (!rows.empty()) return rows;
    }
}

// Plays one side of a match: the program's last argument is its number. Returns only if it cannot go on.
template <typename Choose> int play(const char* side, Choose choose) {
    for (int number = std::atoi(side);; number += 2) {
        const auto rows = read("board_" + std::to_string(number) + ".txt");
        const std::string board = choose(Position{rows, joined(rows), number - 1});
        // What it printed arrives, whatever becomes of it.
        std::cout.flush();
        if (board.empty()) {
            std::cerr << "choose returned no board after board_" << number << ".txt\n";
            return 1;
        }
        // Renamed when it is whole: a reader never sees half a board.
        std::ofstream("board.new") << board;
        if (std::rename("board.new", ("board_" + std::to_string(number + 1) + ".txt").c_str())) return 1;
    }
}

}  // namespace player
