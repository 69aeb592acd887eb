/* Honest play of `dama`, shared by the hostile players: they behave until their trick begins, and
 * where a trick is denied they go on behaving. Harmless by itself.
 *
 *     begin(1);               player 1: board_1.txt is the first it waits for
 *     wait_for_turn();        waits for the board; then game.board and game.move are set
 *     answer(game.move);      stores the next board, by renaming, and turns to the turn after
 *     play_honestly(-1);      until somebody ends the program
 *
 * A board is its exact text, 127 characters and a NUL; `cell` finds a square in it.
 */
#ifndef HONEST_H
#define HONEST_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { SIDE = 8, BOARD_BYTES = 127 };

static struct {
    int player;                  /* 1 or 2 */
    int number;                  /* of the board that is to be answered */
    bool is_turn;                /* that board is there */
    char board[BOARD_BYTES + 1]; /* that board */
    char move[BOARD_BYTES + 1];  /* an honest answer to it */
} game;

typedef struct {
    char text[48];
} Name;

static inline Name board_name(long number) {
    Name name;
    snprintf(name.text, sizeof name.text, "board_%ld.txt", number);
    return name;
}

static inline void sleep_ms(long ms) {
    struct timespec left = {ms / 1000, ms % 1000 * 1000000};
    while (nanosleep(&left, &left) != 0 && errno == EINTR) {}
}

static inline void sleep_for_ever(void) {
    for (;;) pause();
}

static inline bool write_all(int file, const void *bytes, size_t length) {
    const char *at = bytes;
    while (length > 0) {
        const ssize_t written = write(file, at, length);
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) return false;
        at += written;
        length -= (size_t)written;
    }
    return true;
}

/* In place: whoever looks too early sees half of it. */
static inline bool write_file(const char *name, const void *bytes, size_t length) {
    const int file = open(name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (file < 0) return false;
    const bool written = write_all(file, bytes, length);
    return close(file) == 0 && written;
}

static inline bool write_board(long number, const char *text) {
    return write_file(board_name(number).text, text, strlen(text));
}

/* Row 0 is the last line of the text. */
static inline char *cell(char *board, int row, int column) {
    return &board[(SIDE - 1 - row) * 2 * SIDE + 2 * column];
}

static inline bool is_inside(int row, int column) {
    return row >= 0 && row < SIDE && column >= 0 && column < SIDE;
}

static inline char own_man(void) { return game.player == 1 ? 'x' : 'o'; }

/* Whether a piece may go `length` squares this way: men take only men, kings everything. */
static inline bool may_go(char *board, int row, int column, int step, int side, int length) {
    const int to_row = row + step * length, to_column = column + side * length;
    if (!is_inside(to_row, to_column) || *cell(board, to_row, to_column) != ' ') return false;
    if (length == 1) return true;
    const char piece = *cell(board, row, column), over = *cell(board, row + step, column + side);
    const char enemy = tolower(piece) == 'x' ? 'o' : 'x';
    return over == enemy || (isupper(piece) && tolower(over) == enemy);
}

static inline void go(char *board, int row, int column, int step, int side, int length) {
    char piece = *cell(board, row, column);
    const int to_row = row + step * length;
    if (to_row == (tolower(piece) == 'x' ? SIDE - 1 : 0)) piece = (char)toupper(piece);
    *cell(board, row, column) = ' ';
    if (length == 2) *cell(board, row + step, column + side) = ' ';
    *cell(board, to_row, column + side * length) = piece;
}

/* The first legal move from the low rows on, taking before stepping for each piece (in `dama`
 * taking is not compulsory). False when there is none. */
static inline bool first_move(const char *board, char man, char *after) {
    memcpy(after, board, BOARD_BYTES + 1);
    const int forward = man == 'x' ? 1 : -1;
    for (int row = 0; row < SIDE; row++)
        for (int column = 0; column < SIDE; column++) {
            const char piece = *cell(after, row, column);
            if (tolower(piece) != man) continue;
            for (int length = 2; length >= 1; length--)
                for (int way = 0; way < (isupper(piece) ? 4 : 2); way++) {
                    const int step = way < 2 ? forward : -forward, side = way % 2 ? 1 : -1;
                    if (!may_go(after, row, column, step, side, length)) continue;
                    go(after, row, column, step, side, length);
                    return true;
                }
        }
    return false;
}

static inline bool read_board(const char *name, char *board) {
    const int file = open(name, O_RDONLY | O_CLOEXEC);
    if (file < 0) return false;
    const ssize_t length = read(file, board, BOARD_BYTES);
    close(file);
    board[BOARD_BYTES] = '\0';
    return length == BOARD_BYTES;
}

static inline void begin(int player) {
    game.player = player;
    game.number = player;
}

/* Called again in the same turn it does nothing: a trick may have spoilt the board by then. Without
 * a legal move there is nothing to do any more. */
static inline void wait_for_turn(void) {
    if (game.is_turn) return;
    while (!read_board(board_name(game.number).text, game.board)) sleep_ms(1);
    if (!first_move(game.board, own_man(), game.move)) sleep_for_ever();
    game.is_turn = true;
}

/* The turn is over, whatever was written or not. */
static inline void end_turn(void) {
    game.number += 2;
    game.is_turn = false;
}

static inline void answer(const char *text) {
    if (write_file("answer.new", text, strlen(text)))
        rename("answer.new", board_name(game.number + 1).text);
    end_turn();
}

/* So many turns; without end if negative. */
static inline void play_honestly(int turns) {
    for (int turn = 0; turn != turns; turn++) {
        wait_for_turn();
        answer(game.move);
    }
}

#endif
