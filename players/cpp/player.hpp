// What a player of the course is: this interface, and a player.cpp that fills it in.
//
// Hand in player.cpp alone, with no other #include than "player.hpp". What that brings along is below, no more.
#ifndef ARBITRO_PLAYER_HPP
#define ARBITRO_PLAYER_HPP

#include <iostream>
#include <fstream>
#include <string>
#include <sstream>
#include <stdlib.h>
#include <cassert>

// Some players were written for a header that had this line, others for one that had not.
#ifdef ARBITRO_COMPAT
using namespace std;
#endif

struct player_exception {
    enum err_type { index_out_of_bounds, missing_file, invalid_board };
    err_type t;
    std::string msg;
};

class Player {
public:
    // A man and a king of player 1, of player 2, and an empty square.
    enum piece { x, o, X, O, e };

    // A player with no boards. Throws index_out_of_bounds unless the number is 1 or 2.
    Player(int player_nr = 1);
    ~Player();
    Player(const Player&);
    Player& operator=(const Player&);

    // The square in a row (0 is at the bottom) and column of the latest board, or of one so many before it.
    // Throws index_out_of_bounds where there is no such board or square.
    piece operator()(int r, int c, int history_offset = 0) const;

    // Appends the board of a file. Throws missing_file or invalid_board; does not judge the move.
    void load_board(const std::string& filename);
    // Writes the latest board, or one so many before it. Throws index_out_of_bounds.
    void store_board(const std::string& filename, int history_offset = 0) const;
    // Writes the initial board and leaves the history alone.
    void init_board(const std::string& filename) const;

    // Appends the board after a move of this player; where there is none, the same board again.
    void move();
    // Whether a legal move leads from the second latest board to the latest. Throws index_out_of_bounds
    // with fewer than two boards.
    bool valid_move() const;
    // Takes the latest board away. This and all below throw index_out_of_bounds when there is none.
    void pop();

    // Whether a player has won, or lost, by the pieces of the latest board alone.
    bool wins(int player_nr) const;
    bool wins() const;
    bool loses(int player_nr) const;
    bool loses() const;

    // How often the latest board is in the history, this time included.
    int recurrence() const;

private:
    struct Impl;
    Impl* pimpl;
};

#endif
