/* A player of `dama` in C: plain files, no kit.
 *
 *     cc -O2 -o player player.c
 *
 * Looks two plies ahead: its own move and the best answer to it, by material.
 */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { SIZE = 8, MOST_MOVES = 12 * 8 };

typedef struct {
    char cell[SIZE][SIZE];
} Board;

/* 1 when the whole board was there; rows count from the bottom. */
static int load(const char *name, Board *board) {
    char text[256];
    FILE *file = fopen(name, "r");
    if (!file) return 0;
    size_t length = fread(text, 1, sizeof text, file);
    fclose(file);
    size_t at = 0;
    for (int row = SIZE - 1; row >= 0; row--) {
        for (int column = 0; column < SIZE; column++, at += 2) {
            if (at >= length) return 0;
            board->cell[row][column] = text[at];
        }
        if (at - 1 < length && text[at - 1] == '\r') at++;
    }
    return 1;
}

/* Beside its name first, then renamed: nobody reads half a board. */
static int store(const char *name, const Board *board) {
    char beside[64];
    snprintf(beside, sizeof beside, "%s.new", name);
    FILE *file = fopen(beside, "w");
    if (!file) return 0;
    for (int row = SIZE - 1; row >= 0; row--) {
        for (int column = 0; column < SIZE; column++) {
            if (column) fputc(' ', file);
            fputc(board->cell[row][column], file);
        }
        if (row) fputc('\n', file);
    }
    return fclose(file) == 0 && rename(beside, name) == 0;
}

static int moves(const Board *board, char man, Board *after) {
    const char enemy = man == 'x' ? 'o' : 'x';
    const int forward = man == 'x' ? 1 : -1, last = man == 'x' ? SIZE - 1 : 0;
    int count = 0;
    for (int row = 0; row < SIZE; row++) {
        for (int column = 0; column < SIZE; column++) {
            const char piece = board->cell[row][column];
            if (tolower(piece) != man) continue;
            const int is_king = isupper(piece);
            for (int way = 0; way < (is_king ? 4 : 2); way++) {
                const int step = way < 2 ? forward : -forward, side = way % 2 ? 1 : -1;
                for (int length = 1; length <= 2; length++) {
                    const int to_row = row + step * length, to_column = column + side * length;
                    if (to_row < 0 || to_row >= SIZE || to_column < 0 || to_column >= SIZE) continue;
                    if (board->cell[to_row][to_column] != ' ') continue;
                    const char over = board->cell[row + step][column + side];
                    if (length == 2 && over != enemy && !(is_king && tolower(over) == enemy)) continue;
                    Board *next = &after[count++];
                    *next = *board;
                    next->cell[row][column] = ' ';
                    if (length == 2) next->cell[row + step][column + side] = ' ';
                    next->cell[to_row][to_column] = to_row == last ? toupper(piece) : piece;
                }
            }
        }
    }
    return count;
}

static int worth(const Board *board, char man) {
    int sum = 0;
    for (int row = 0; row < SIZE; row++)
        for (int column = 0; column < SIZE; column++) {
            const char piece = board->cell[row][column];
            if (piece == ' ') continue;
            const int value = isupper(piece) ? 3 : 1;
            sum += tolower(piece) == man ? value : -value;
        }
    return sum;
}

int main(int argc, char **argv) {
    if (argc != 2) return 2;
    int number = atoi(argv[1]);
    const char man = number == 1 ? 'x' : 'o', enemy = number == 1 ? 'o' : 'x';
    for (;; number += 2) {
        char name[32];
        Board board, mine[MOST_MOVES], theirs[MOST_MOVES];
        snprintf(name, sizeof name, "board_%d.txt", number);
        while (!load(name, &board)) usleep(2000);
        const int count = moves(&board, man, mine);
        if (!count) return 0;
        int best = 0, best_worth = -1000;
        for (int i = 0; i < count; i++) {
            int least = worth(&mine[i], man);
            const int answers = moves(&mine[i], enemy, theirs);
            for (int j = 0; j < answers; j++) {
                const int then = worth(&theirs[j], man);
                if (then < least) least = then;
            }
            if (least > best_worth) {
                best = i;
                best_worth = least;
            }
        }
        snprintf(name, sizeof name, "board_%d.txt", number + 1);
        if (!store(name, &mine[best])) return 1;
    }
}
