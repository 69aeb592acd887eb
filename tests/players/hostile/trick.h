/* What the hostile players have in common: the table of tricks and the order of events. Started as
 * `program TRICK N`; `program --list` prints the table's rows for TRICKS.md and does nothing else.
 *
 * Exit codes: 42 a forbidden thing was done; 97 N is not 1 or 2; 98 ATTACK_TARGET is missing;
 * 99 no such trick.
 */
#ifndef TRICK_H
#define TRICK_H

#include "honest.h"

#include <dirent.h>
#include <signal.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/wait.h>

enum { SUCCEEDED = 42, NO_NUMBER = 97, NO_TARGET = 98, NO_TRICK = 99 };

typedef struct {
    const char *name;
    char class;            /* a loses, b tries what is forbidden, c is allowed */
    int turn;              /* it begins in this turn; 0 is before the first board */
    void (*act)(void);     /* classes a and c */
    bool (*attack)(void);  /* class b: whether it succeeded */
    const char *does;
    const char *expected;
} Trick;

#define LOSES(name, act, does, expected) {name, 'a', 2, act, NULL, does, expected}
#define LOSES_AT_START(name, act, does, expected) {name, 'a', 0, act, NULL, does, expected}
#define TRIES(name, attack, does, expected) {name, 'b', 1, NULL, attack, does, expected}
#define ALLOWED(name, act, does, expected) {name, 'c', 1, act, NULL, does, expected}
#define ALLOWED_LATER(name, act, does, expected) {name, 'c', 2, act, NULL, does, expected}
#define COUNT(table) (sizeof(table) / sizeof *(table))

/* What an attack needs to know: a path, a process id, a port. */
static inline const char *target(void) {
    const char *text = getenv("ATTACK_TARGET");
    if (!text || !*text) _exit(NO_TARGET);
    return text;
}

static inline pid_t target_pid(void) {
    const pid_t pid = (pid_t)atol(target());
    /* 0 and -1 are not one process. */
    if (pid <= 0) _exit(NO_TARGET);
    return pid;
}

static inline long move_ms(void) {
    const char *text = getenv("ARBITRO_MOVE_MS");
    const long ms = text ? atol(text) : 0;
    return ms > 0 ? ms : 10000;
}

/* Whether at least one byte can be read there. */
static inline bool can_read(const char *path) {
    char byte;
    const int file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    if (file < 0) return false;
    const bool is_read = read(file, &byte, 1) == 1;
    close(file);
    return is_read;
}

static inline bool is_later(struct timespec one, struct timespec other) {
    return one.tv_sec > other.tv_sec ||
           (one.tv_sec == other.tv_sec && one.tv_nsec > other.tv_nsec);
}

/* Whether a call about a file changed something of it. Its answer does not tell: it may pretend. A change of
 * its mode, owner or times, be it to the same, sets the time of change. */
static inline bool changes(const char *path, int (*call)(const char *)) {
    struct stat before, after;
    struct timespec now;
    if (stat(path, &before) != 0) return false;
    /* The clock of files stands still for some milliseconds. */
    do {
        sleep_ms(1);
        clock_gettime(CLOCK_REALTIME_COARSE, &now);
    } while (!is_later(now, before.st_ctim));
    call(path);
    return stat(path, &after) == 0 && is_later(after.st_ctim, before.st_ctim);
}

static inline long cpu_ms(void) {
    struct timespec used;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
    return used.tv_sec * 1000 + used.tv_nsec / 1000000;
}

static inline void burn_ms(long ms) {
    const long until = cpu_ms() + ms;
    while (cpu_ms() < until) {}
}

/* A child that does its work and then sleeps; it ends after two minutes, should nobody end it. */
static inline pid_t start_child(void (*work)(void)) {
    const pid_t child = fork();
    if (child != 0) return child;
    alarm(120);
    work();
    sleep_for_ever();
    return 0;
}

/* Whether a check in a child said yes; the child may die of it. */
static inline bool child_says_yes(bool (*check)(void)) {
    const pid_t child = fork();
    if (child < 0) return false;
    if (child == 0) _exit(check() ? SUCCEEDED : 0);
    int status = 0;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {}
    return WIFEXITED(status) && WEXITSTATUS(status) == SUCCEEDED;
}

static inline const char *class_name(const Trick *trick) {
    return trick->class == 'a' ? "loses" : trick->class == 'b' ? "tries" : "allowed";
}

static inline void list_tricks(const char *file, const Trick *tricks, size_t count) {
    for (const Trick *trick = tricks; trick < tricks + count; trick++)
        printf("| %s | `%s` | %c %s | %s | %s |\n", file, trick->name, trick->class,
               class_name(trick), trick->does, trick->expected);
}

static inline void play_trick(const Trick *trick) {
    if (trick->turn > 0) {
        play_honestly(trick->turn - 1);
        wait_for_turn();
    }
    if (trick->act) {
        trick->act();
    } else {
        errno = 0;
        if (trick->attack()) {
            dprintf(STDERR_FILENO, "%s: succeeded\n", trick->name);
            _exit(SUCCEEDED);
        }
        dprintf(STDERR_FILENO, "%s: denied (%s)\n", trick->name, strerror(errno));
    }
    play_honestly(-1);
}

static inline int trick_main(const char *file, const Trick *tricks, size_t count, int argc,
                             char **argv) {
    if (argc == 2 && strcmp(argv[1], "--list") == 0) {
        list_tricks(file, tricks, count);
        return 0;
    }
    for (const Trick *trick = tricks; argc == 3 && trick < tricks + count; trick++) {
        if (strcmp(argv[1], trick->name) != 0) continue;
        const int player = atoi(argv[2]);
        if (player != 1 && player != 2) return NO_NUMBER;
        begin(player);
        play_trick(trick);
    }
    return NO_TRICK;
}

#endif
