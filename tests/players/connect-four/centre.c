// Drops into the column nearest to the centre that is not full.
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

int main(int count, char **arguments) {
    if (count < 2) return 2;
    for (int number = atoi(arguments[1]);; number += 2) {
        char name[32], board[64] = "";
        snprintf(name, sizeof name, "board_%d.txt", number);
        FILE *file;
        while (!(file = fopen(name, "r"))) usleep(2000);
        const size_t length = fread(board, 1, sizeof board - 1, file);
        fclose(file);
        static const int columns[] = {3, 2, 4, 1, 5, 0, 6};
        int place = 0;
        while (place < 6 && board[columns[place]] != '.') place++;
        int at = 40 + columns[place];
        while (at >= 8 && board[at] != '.') at -= 8;
        board[at] = number % 2 ? 'x' : 'o';
        file = fopen("new", "w");
        if (!file || fwrite(board, 1, length, file) != length || fclose(file)) return 2;
        snprintf(name, sizeof name, "board_%d.txt", number + 1);
        if (rename("new", name)) return 2;
    }
}
