/* A player that does anything: `fuzz SEED tame|wild answer|unchanged|exit|silence N`.
 *
 * It plays one turn honestly, then makes calls that follow from the seed, and ends with the deed. Tame
 * calls leave it able to do the deed, which is then its verdict. Wild ones have any number and any
 * arguments, in a child or in itself: only its opponent's verdict is known.
 */
#include "honest.h"

#include <dirent.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/inotify.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/wait.h>

enum { CALLS = 470, PAGE = 4096 };

static uint64_t state;

/* SplitMix64. */
static uint64_t draw(uint64_t below) {
    uint64_t mixed = state += 0x9e3779b97f4a7c15;
    mixed = (mixed ^ mixed >> 30) * 0xbf58476d1ce4e5b9;
    mixed = (mixed ^ mixed >> 27) * 0x94d049bb133111eb;
    return (mixed ^ mixed >> 31) % below;
}

static const char *any_path(void) {
    static const char *const paths[] = {
        ".",      "..",        "/",         "/proc/self/mem", "/proc/1/environ", "/dev/shm",
        "/tmp",   "own",       "own/deep",  "board_1.txt",    "/etc/passwd",     "/dev/null",
        "/sys",   "/dev/zero", "/dev/full", "/proc/self/fd",  "",                "elsewhere",
    };
    return paths[draw(sizeof paths / sizeof *paths)];
}

static void close_if_open(int file) {
    if (file >= 0) close(file);
}

static void look(void) {
    char bytes[64];
    const int file = open(any_path(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    if (file >= 0 && read(file, bytes, sizeof bytes) < 0) errno = 0;
    close_if_open(file);
}

static void list(void) {
    DIR *folder = opendir(any_path());
    if (!folder) return;
    while (readdir(folder)) {}
    closedir(folder);
}

static void files(void) {
    write_file("own", game.board, draw(BOARD_BYTES));
    chmod("own", (mode_t)draw(01000));
    if (truncate("own", (off_t)draw(100000)) != 0) errno = 0;
    if (rename("own", "elsewhere") != 0 || link("elsewhere", "own") != 0) errno = 0;
    unlink("own");
    unlink("elsewhere");
    if (symlink(any_path(), "own") == 0) unlink("own");
    if (mkdir("own", 0777) == 0) rmdir("own");
}

static void descriptors(void) {
    int ends[2];
    if (pipe(ends) == 0) {
        if (write(ends[1], game.board, BOARD_BYTES) < 0) errno = 0;
        close(ends[0]);
        close(ends[1]);
    }
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0) {
        close(ends[0]);
        close(ends[1]);
    }
    close_if_open(socket((int)draw(20), SOCK_STREAM, 0));
    close_if_open(epoll_create1(0));
    const int queue = inotify_init1(IN_NONBLOCK);
    if (queue >= 0) inotify_add_watch(queue, any_path(), IN_ALL_EVENTS);
    close_if_open(queue);
    close_if_open(dup((int)draw(3)));
}

static void memory(void) {
    const size_t size = PAGE * (1 + draw(64));
    char *place = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (place == MAP_FAILED) return;
    memset(place, 1, size);
    if (mprotect(place, size, PROT_NONE) != 0) errno = 0;
    munmap(place, size);
}

static void itself(void) {
    static const int signals[] = {SIGTERM, SIGINT, SIGHUP, SIGUSR1, SIGPIPE, SIGCHLD, SIGWINCH};
    signal(signals[draw(sizeof signals / sizeof *signals)], draw(2) ? SIG_IGN : SIG_DFL);
    prctl(PR_SET_NAME, "another");
    if (nice((int)draw(3)) < 0) errno = 0;
    umask(022);
    sched_yield();
    struct timespec moment = {0, (long)draw(200000)};
    nanosleep(&moment, NULL);
}

static void tame_call(void);

static void child(void) {
    const pid_t pid = fork();
    if (pid < 0) return;
    if (pid == 0) {
        for (uint64_t calls = draw(5); calls > 0; calls--) tame_call();
        _exit((int)draw(256));
    }
    while (waitpid(pid, NULL, 0) < 0 && errno == EINTR) {}
}

static void tame_call(void) {
    static void (*const calls[])(void) = {look, list, files, descriptors, memory, itself, child};
    calls[draw(sizeof calls / sizeof *calls)]();
}

/* A number that means something to some call. */
static long any_argument(void) {
    static char room[PAGE];
    switch (draw(9)) {
    case 0: return (long)draw(8);
    case 1: return -1;
    case 2: return (long)room;
    case 3: return (long)any_path();
    case 4: return getpid();
    case 5: return (long)(1ull << draw(64));
    case 6: return (long)draw(1 << 20);
    case 7: return AT_FDCWD;
    default: return (long)(draw(UINT64_MAX));
    }
}

static void wild_call(void) {
    const long number = (long)draw(CALLS);
    /* Ends are for the deed. */
    if (number == SYS_exit || number == SYS_exit_group) return;
    syscall(number, any_argument(), any_argument(), any_argument(), any_argument(), any_argument(),
            any_argument());
}

static void wild_calls(uint64_t count) {
    for (; count > 0; count--) {
        const bool is_in_child = draw(2) == 0;
        if (is_in_child && fork() == 0) {
            alarm(2);
            for (uint64_t calls = 1 + draw(20); calls > 0; calls--) wild_call();
            _exit(0);
        }
        if (!is_in_child) wild_call();
    }
}

int main(int argc, char **argv) {
    if (argc != 5) return 97;
    state = strtoull(argv[1], NULL, 10);
    const bool is_wild = strcmp(argv[2], "wild") == 0;
    const char *deed = argv[3];
    begin(atoi(argv[4]));
    play_honestly(1);
    wait_for_turn();
    const uint64_t count = draw(40);
    if (is_wild) wild_calls(count);
    for (uint64_t calls = is_wild ? 0 : count; calls > 0; calls--) tame_call();
    if (strcmp(deed, "exit") == 0) _exit(3);
    if (strcmp(deed, "silence") == 0) sleep_for_ever();
    answer(strcmp(deed, "unchanged") == 0 ? game.board : game.move);
    play_honestly(-1);
}
