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
// A position has its board (a text), its rows (the top one first), turn (your sign, 'x' or 'o'), other, plies (the number
// of moves so far) and, where the player answers by lines, legal (the names of the legal moves). The function returns the
// board after its move. At the end of the match the referee stops the program.
// With a command that begins with lines: it returns one of p.legal instead: player::answer(choose).

#pragma once

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <sstream>
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
    std::vector<std::string> legal = {};
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

// The words of a line.
inline std::vector<std::string> words(const std::string& line) {
    std::istringstream in(line);
    std::vector<std::string> words;
    for (std::string word; in >> word;) words.push_back(word);
    return words;
}

// Answers each question with the name of a move.
template <typename Choose> int answer(Choose choose) {
    for (std::string head, names, count; std::getline(std::cin, head);) {
        std::getline(std::getline(std::cin, names), count);
        std::vector<std::string> rows(std::stoul(count));
        for (auto& row : rows) std::getline(std::cin, row);
        const int plies = static_cast<int>(words(head).size()) - 2;
        std::cout << choose(Position{rows, joined(rows), plies, words(names)}) << std::endl;
    }
    return 0;
}

}  // namespace player
