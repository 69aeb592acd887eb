// A player as the course's own draft is one: polls for its board in a tight loop, sleeps 100 ms,
// then loads, moves and stores in place. Takes its number as the only argument, knows no end, and
// is ended by being killed. Plays the first legal move of `dama` that it finds; without one it
// stores the board unchanged.
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <string>
#include <thread>

#ifndef PAUSE_MS
#define PAUSE_MS 100
#endif

using Board = char[8][8];

static bool exists(const std::string& name) { return std::ifstream(name).good(); }

static void load(const std::string& name, Board& board) {
    std::ifstream in(name);
    std::string line;
    for (int row = 7; row >= 0; --row) {
        std::getline(in, line);
        for (int column = 0; column < 8; ++column) board[row][column] = line.at(2 * column);
    }
}

static void store(const std::string& name, const Board& board) {
    std::ofstream out(name);
    for (int row = 7; row >= 0; --row) {
        for (int column = 0; column < 8; ++column) out << (column ? " " : "") << board[row][column];
        if (row) out << '\n';
    }
}

static bool inside(int row, int column) { return row >= 0 && row < 8 && column >= 0 && column < 8; }

static bool move(Board& board, char man, char king) {
    const int forward = man == 'x' ? 1 : -1, last = man == 'x' ? 7 : 0;
    const char prey = man == 'x' ? 'o' : 'x', great = man == 'x' ? 'O' : 'X';
    for (int length = 2; length >= 1; --length)
        for (int row = 0; row < 8; ++row)
            for (int column = 0; column < 8; ++column)
                for (int down = 0; down < 2; ++down)
                    for (int side = -1; side <= 1; side += 2) {
                        const char piece = board[row][column];
                        if (piece != king && (piece != man || down)) continue;
                        const int step = down ? -forward : forward;
                        const int to_row = row + step * length, to_column = column + side * length;
                        if (!inside(to_row, to_column) || board[to_row][to_column] != ' ') continue;
                        char& over = board[row + step][column + side];
                        if (length == 2 && over != prey && !(piece == king && over == great)) continue;
                        if (length == 2) over = ' ';
                        board[row][column] = ' ';
                        board[to_row][to_column] = to_row == last ? king : piece;
                        return true;
                    }
    return false;
}

int main(int argc, char** argv) {
    if (argc != 2) return 2;
    const int number = std::atoi(argv[1]);
    for (int n = number;; n += 2) {
        const std::string mine = "board_" + std::to_string(n) + ".txt";
        while (!exists(mine)) {
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(PAUSE_MS));
        Board board;
        load(mine, board);
        move(board, number == 1 ? 'x' : 'o', number == 1 ? 'X' : 'O');
        store("board_" + std::to_string(n + 1) + ".txt", board);
    }
}
