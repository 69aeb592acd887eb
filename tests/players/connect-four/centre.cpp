#include "player.hpp"

std::string choose(const player::Position& p) {
    for (size_t column : {3, 2, 4, 1, 5, 0, 6})
        for (size_t row = 6; row-- > 0;)
            if (p.rows[row][column] == '.') return p.put({{row, column, p.turn}});
    return "";
}

int main(int count, char** arguments) { return player::play(arguments[count - 1], choose); }
