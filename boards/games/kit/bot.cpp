// Plays any game by lines: takes the first of the legal moves.
#include <iostream>
#include <sstream>

int main() {
    std::string head, names, row, name;  // head: "3 10000 d1 d2", ply, milliseconds, moves so far
    while (std::getline(std::cin, head) && std::getline(std::cin, names)) {
        std::getline(std::cin, row);
        for (int rows = std::stoi(row); rows > 0; --rows) std::getline(std::cin, row);
        std::istringstream(names) >> name;
        std::cout << name << std::endl;
    }
}
