/* Hostile players: time. They answer late, never, from the grave, or in somebody else's time.
 * RUN ONLY INSIDE THE SANDBOX. Started as `time TRICK N`; see trick.h for conventions.
 */
#include "trick.h"

#include <sys/time.h>

static void spin(void) {
    for (volatile unsigned long count = 0;; count++) {}
}

/* Nine tenths of the limit, or all but 500 ms of it: the edge's good side, with room for noise. */
static void answer_just_in_time(void) {
    const long limit = move_ms();
    sleep_ms(limit > 5000 ? limit - 500 : limit * 9 / 10);
}

static void stop_itself(void) {
    for (;;) raise(SIGSTOP);
}

/* Whoever sends SIGCONT finds it answering: a referee that freezes must not do this for it. */
static void stop_once(void) { raise(SIGSTOP); }

static void ignore_signals(void) {
    sigset_t all;
    sigfillset(&all);
    sigprocmask(SIG_BLOCK, &all, NULL);
    for (int number = 1; number < NSIG; number++) signal(number, SIG_IGN);
    spin();
}

/* Succeeds with 50 ms of processor time between its answer and the opponent's; the opponent must
 * take longer than that. */
static bool think_in_opponents_time(void) {
    for (;;) {
        wait_for_turn();
        answer(game.move);
        const Name next = board_name(game.number);
        const long before = cpu_ms();
        while (access(next.text, F_OK) != 0) {}
        if (cpu_ms() - before >= 50) return true;
    }
}

static volatile long *shared_ms; /* what a child tells: its processor time, or 1 when it has computed enough */

static bool share_ms(void) {
    shared_ms = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    return shared_ms != MAP_FAILED;
}

static void think(void) {
    for (;;) *shared_ms = cpu_ms();
}

/* Out of the group, if it may, and away from the parent. */
static void fork_thinker(void) {
    if (setsid() < 0) setpgid(0, 0);
    start_child(think);
    _exit(0);
}

static bool child_thinks_in_opponents_time(void) {
    if (!share_ms()) return false;
    const pid_t child = start_child(fork_thinker);
    if (child < 0) return false;
    waitpid(child, NULL, 0);
    for (;;) {
        wait_for_turn();
        answer(game.move);
        const Name next = board_name(game.number);
        const long before = *shared_ms;
        while (access(next.text, F_OK) != 0) sleep_ms(1);
        if (*shared_ms - before >= 50) return true;
    }
}

static void burn_for_ever(void) {
    for (;;) burn_ms(1000);
}

static void children_burn_cpu(void) {
    pid_t children[4];
    for (size_t i = 0; i < COUNT(children); i++) children[i] = start_child(burn_for_ever);
    sleep_ms(move_ms() * 7 / 10);
    for (size_t i = 0; i < COUNT(children); i++)
        if (children[i] > 0) kill(children[i], SIGKILL);
}

static void burn_the_limit(void) {
    burn_ms(move_ms());
    *shared_ms = 1;
    burn_for_ever();
}

/* Its own children keep it from the core: whoever takes them for others gives it more time. On any number of
   cores it is late, for one of them computes for the whole limit. */
static void children_outrun(void) {
    if (!share_ms()) return;
    pid_t children[40];
    for (size_t i = 0; i < COUNT(children); i++) children[i] = start_child(burn_the_limit);
    while (*shared_ms == 0) {}
    for (size_t i = 0; i < COUNT(children); i++)
        if (children[i] > 0) kill(children[i], SIGKILL);
}

static void burn_briefly(void) {
    burn_ms(5);
    _exit(0);
}

/* Each is gone before a sampler that looks now and then has seen it. */
static void short_lived_children(void) {
    struct timespec began, now;
    clock_gettime(CLOCK_MONOTONIC, &began);
    do {
        const pid_t child = start_child(burn_briefly);
        if (child > 0) waitpid(child, NULL, 0);
        clock_gettime(CLOCK_MONOTONIC, &now);
    } while ((now.tv_sec - began.tv_sec) * 1000 + (now.tv_nsec - began.tv_nsec) / 1000000 <
             move_ms() * 7 / 10);
}

/* The honest answer byte by byte, all of it in `total_ms`. */
static void drip(long total_ms, bool closing) {
    const Name name = board_name(game.number + 1);
    int file = -1;
    for (const char *at = game.move; *at; at++) {
        if (file < 0) file = open(name.text, O_WRONLY | O_CREAT | O_APPEND, 0666);
        if (file < 0) return;
        write_all(file, at, 1);
        if (closing) {
            close(file);
            file = -1;
        }
        sleep_ms(total_ms / BOARD_BYTES + 1);
    }
    if (file >= 0) close(file);
    end_turn();
}

static void slow_drip(void) { drip(2 * move_ms(), false); }
static void slow_drip_closing(void) { drip(2 * move_ms(), true); }
static void slow_drip_in_time(void) { drip(move_ms() / 3, false); }

static void leak_descriptors(void) {
    int last = -1;
    for (int i = 0; i < 1000000; i++) {
        const int file = open("/dev/null", O_RDONLY);
        if (file < 0) break;
        last = file;
    }
    /* One must be left to play with. */
    if (last >= 0) close(last);
}

static void answer_then_die(void) {
    answer(game.move);
    kill(getpid(), SIGKILL);
}

static void answer_then_exit(void) {
    answer(game.move);
    _exit(0);
}

static void die_in_opponents_time(void) {
    answer(game.move);
    sleep_ms(20);
    abort();
}

static void exit_with_3(void) { _exit(3); }
static void exit_with_0(void) { _exit(0); }
static void die_by_abort(void) { abort(); }

static void die_by_segfault(void) {
    signal(SIGSEGV, SIG_DFL);
    raise(SIGSEGV);
}

/* The number is of the kind that shells and careless referees take for a signal. */
static void exit_with_137(void) { _exit(137); }

/* Wakes itself by timer signals, in the hope that a frozen or stopped process still gets them. */
static void tick(int number) { (void)number; }

static void interrupt_itself(void) {
    struct sigaction action = {.sa_handler = tick};
    sigaction(SIGALRM, &action, NULL);
    const struct itimerval often = {{0, 500}, {0, 500}};
    setitimer(ITIMER_REAL, &often, NULL);
}

/* Of the processor, however long that takes. */
static void compute_half(void) { burn_ms(move_ms() / 2); }

static const Trick TRICKS[] = {
    LOSES("spin", spin, "spins for ever", "`timeout`"),
    LOSES("sleep", sleep_for_ever, "sleeps for ever", "`timeout`"),
    ALLOWED_LATER("answer-just-in-time", answer_just_in_time,
                  "second answer at 9/10 of the limit, or 500 ms before it", "plays on"),
    LOSES("stop-itself", stop_itself, "stops itself (SIGSTOP), again whenever it is continued",
          "`timeout`"),
    LOSES("stop-once", stop_once, "stops itself once, answers if somebody continues it",
          "`timeout`; plays on if the referee's freezing continues it"),
    LOSES("ignore-signals", ignore_signals, "blocks and ignores every signal, spins",
          "`timeout`, and is dead after it"),
    TRIES("think-in-opponents-time", think_in_opponents_time,
          "spins between its answer and the opponent's; 42 with 50 ms of processor time there",
          "plays on (the opponent must take over 50 ms)"),
    TRIES("child-thinks-in-opponents-time", child_thinks_in_opponents_time,
          "the same in a grandchild outside of its process group",
          "plays on (the opponent must take over 50 ms)"),
    ALLOWED_LATER("compute-half", compute_half, "computes for half of the limit, then answers",
                  "plays on"),
    LOSES("children-burn-cpu", children_burn_cpu,
          "four children burn 7/10 of the limit, then it answers",
          "`timeout` under a processor time limit, else plays on; `cpu_ms` has the children"),
    LOSES("children-outrun", children_outrun,
          "40 children spin, it too until one has computed for the whole limit",
          "`timeout`"),
    LOSES("short-lived-children", short_lived_children,
          "the same by many children of 5 ms each, one after the other",
          "`timeout` under a processor time limit, else plays on; `cpu_ms` has the children"),
    LOSES("slow-drip", slow_drip, "writes in place, byte by byte, over twice the limit",
          "`timeout`"),
    LOSES("slow-drip-closing", slow_drip_closing, "the same, closing after each byte",
          "`invalid_board`: too short after 100 ms"),
    ALLOWED_LATER("slow-drip-in-time", slow_drip_in_time,
                  "byte by byte within a third of the limit, then closes", "plays on"),
    ALLOWED("leak-descriptors", leak_descriptors, "opens /dev/null until refused, closes one",
            "plays on"),
    LOSES("answer-then-die", answer_then_die, "answers, then kills itself",
          "the board counts; `crash` at its next ply"),
    LOSES("answer-then-exit", answer_then_exit, "answers, then exits with 0",
          "the board counts; `exited` at its next ply"),
    LOSES("die-in-opponents-time", die_in_opponents_time, "answers, aborts 20 ms later",
          "the board counts; `crash` at its next ply"),
    LOSES("die-without-answer", exit_with_3, "exits with 3 in its turn", "`exited`"),
    LOSES("exit-zero", exit_with_0, "exits with 0 in its turn", "`exited`"),
    LOSES("exit-137", exit_with_137, "exits with 137, which looks like a SIGKILL", "`exited`"),
    LOSES("die-by-signal", die_by_abort, "aborts in its turn", "`crash`"),
    LOSES("die-by-segfault", die_by_segfault, "dies of SIGSEGV in its turn", "`crash`"),
    LOSES_AT_START("die-at-start", exit_with_3, "exits with 3 before the first board",
                   "`exited` at its first ply"),
    LOSES_AT_START("sleep-at-start", sleep_for_ever, "never looks for a board",
                   "`timeout` at its first ply, the start time included"),
    ALLOWED("interrupt-itself", interrupt_itself, "gets a signal each 0.5 ms", "plays on"),
};

int main(int argc, char **argv) { return trick_main("time.c", TRICKS, COUNT(TRICKS), argc, argv); }
