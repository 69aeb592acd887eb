/* Hostile players: what the referee is told of, and by whom it counts. Floods of news, boards that
 * are opened long before they are written, ends in the midst of noise. RUN ONLY INSIDE THE SANDBOX.
 * Started as `notices TRICK N`; see trick.h for conventions.
 */
#include "trick.h"

#include <sys/inotify.h>

enum { NOISY_CHILDREN = 30, MUCH_NOISE = 3000 };

/* A board that was closed, but none that anybody waits for. */
static void noise(int number) { write_file(number % 2 ? "noise-a" : "noise-b", "x", 1); }

static void make_noise_for_ever(void) {
    for (int number = 0;; number++) noise(number);
}

static void answer_in_noise(void) {
    for (int child = 0; child < NOISY_CHILDREN; child++) start_child(make_noise_for_ever);
    sleep_ms(300);
    answer(game.move);
}

static void noise_then_answer_then_exit(void) {
    for (int number = 0; number < MUCH_NOISE; number++) noise(number);
    write_board(game.number + 1, game.move);
    _exit(0);
}

static void open_early(void) {
    const int board = open(board_name(game.number + 1).text, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
    if (board < 0) _exit(1);
    sleep_ms(300);
    write_all(board, game.move, BOARD_BYTES);
    close(board);
    end_turn();
}

/* Whoever opens the file then waits until this program gives way, up to 45 s. */
static bool lease_own_output(void) {
    signal(SIGIO, SIG_IGN);
    return fcntl(STDOUT_FILENO, F_SETLEASE, F_WRLCK) == 0;
}

/* All that one user may watch: then nobody who is that user can watch anything more. */
static void use_up_watches(void) {
    for (int instance = 0; instance < 8; instance++) {
        const int news = inotify_init1(IN_CLOEXEC);
        if (news < 0) break;
        for (int number = 0; number < MUCH_NOISE; number++) {
            char name[32];
            snprintf(name, sizeof name, "watched-%d", number);
            write_file(name, "", 0);
            if (inotify_add_watch(news, name, IN_OPEN) < 0) break;
        }
    }
    for (int number = 0; number < MUCH_NOISE; number++) {
        char name[32];
        snprintf(name, sizeof name, "watched-%d", number);
        unlink(name);
    }
}

static void signal_group(void) {
    signal(SIGTERM, SIG_IGN);
    kill(0, SIGTERM);
}

static const Trick TRICKS[] = {
    LOSES("noise", make_noise_for_ever, "writes other files without end instead of a board",
          "`timeout`"),
    ALLOWED("answer-in-noise", answer_in_noise,
            "30 children write other files without end while it answers",
            "plays on, or `timeout`; its opponent never loses by it"),
    LOSES("noise-then-answer-then-exit", noise_then_answer_then_exit,
          "3000 files, then its board, then it leaves", "the board counts; `exited` at its next ply"),
    ALLOWED("open-early", open_early, "opens its board 300 ms before it writes it", "plays on"),
    TRIES("lease-own-output", lease_own_output, "a lease on its own standard output", "plays on"),
    ALLOWED("use-up-watches", use_up_watches, "as many watches as it may have", "plays on"),
    ALLOWED("terminate-group", signal_group, "SIGTERM to its process group, which it ignores",
            "plays on"),
};

int main(int argc, char **argv) {
    return trick_main("notices.c", TRICKS, COUNT(TRICKS), argc, argv);
}
