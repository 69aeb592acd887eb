/* Hostile players: processes. They multiply, hide, survive, and reach for other processes.
 * RUN ONLY INSIDE THE SANDBOX: some of these kill everything that the user has. Started as
 * `processes TRICK N`; see trick.h for conventions.
 */
#include "trick.h"

#include <pthread.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/uio.h>

/* Living at once; above any limit that a player should have. */
enum { TOO_MANY = 1000 };

static void fork_bomb(void) {
    for (;;)
        if (fork() == 0) alarm(60);
}

static void sleep_on(void) {}

static void end_children(const pid_t *children, int count) {
    for (int i = 0; i < count; i++) kill(children[i], SIGKILL);
    for (int i = 0; i < count; i++) waitpid(children[i], NULL, 0);
}

static bool many_children(void) {
    static pid_t children[TOO_MANY];
    int count = 0;
    while (count < TOO_MANY) {
        const pid_t child = start_child(sleep_on);
        if (child < 0) break;
        children[count++] = child;
    }
    if (count < TOO_MANY) return false; /* they stay, to be a burden */
    end_children(children, count);
    return true;
}

static void *sleep_in_thread(void *unused) {
    (void)unused;
    sleep_for_ever();
    return NULL;
}

static bool thread_bomb(void) {
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, 65536);
    for (int count = 0; count < TOO_MANY; count++) {
        pthread_t thread;
        errno = pthread_create(&thread, &attributes, sleep_in_thread, NULL);
        if (errno != 0) return false;
    }
    return true;
}

static void die(void) { _exit(0); }

static void zombies(void) {
    for (int i = 0; i < 20; i++) start_child(die);
}

static bool zombie_flood(void) {
    for (int count = 0; count < TOO_MANY; count++)
        if (start_child(die) < 0) return false;
    return true;
}

/* A daemon in the book's manner. It has a name to be looked for, and ends after two minutes. */
static void become_daemon(void) {
    if (setsid() < 0) setpgid(0, 0);
    if (fork() != 0) _exit(0);
    alarm(120);
    prctl(PR_SET_NAME, "arb-survivor");
    for (int number = 1; number < NSIG; number++)
        if (number != SIGALRM) signal(number, SIG_IGN);
    for (int file = 0; file < 1024; file++) close(file);
    sleep_for_ever();
}

static void leave_daemon(void) {
    const pid_t child = start_child(become_daemon);
    if (child > 0) waitpid(child, NULL, 0);
}

/* A daemon that asks to outlive its parents and works on the match's files. */
static void write_for_ever(void) {
    for (int i = 0;; i++) {
        char text[32];
        write_file("survivor", text, (size_t)snprintf(text, sizeof text, "%d\n", i));
        sleep_ms(5);
    }
}

static void fork_writer(void) {
    if (setsid() < 0) setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, 0);
    start_child(write_for_ever);
    _exit(0);
}

static void leave_writer(void) {
    const pid_t child = start_child(fork_writer);
    if (child > 0) waitpid(child, NULL, 0);
}

static bool is_session_leader(void) { return setsid() > 0; }
static bool new_session(void) { return child_says_yes(is_session_leader); }

static void child_plays_on(void) {
    if (fork() != 0) _exit(0);
    alarm(120);
}

/* A vfork's parent waits for its child, who never goes: killing the parent alone would leave it. */
static void sleep_in_vfork(void) {
    if (vfork() == 0) sleep_for_ever();
}

/* In a namespace a number from outside may be its own or its parent's. */
static bool is_other(pid_t pid) { return pid != getpid() && pid != getppid(); }

static bool send_to_target(int number) {
    const pid_t pid = target_pid();
    return is_other(pid) && kill(pid, number) == 0;
}

static bool kill_target(void) { return send_to_target(SIGKILL); }
static bool stop_target(void) { return send_to_target(SIGSTOP); }
static bool queue_to_target(void) {
    const union sigval value = {.sival_int = 42};
    const pid_t pid = target_pid();
    return is_other(pid) && sigqueue(pid, SIGCONT, value) == 0;
}
static bool thread_kill_target(void) {
    const pid_t pid = target_pid();
    return is_other(pid) && syscall(SYS_tgkill, pid, pid, SIGCONT) == 0;
}

/* The letter of a process's state, 0 when it is not to be seen. */
static char state_of(pid_t pid) {
    char path[48], text[512];
    snprintf(path, sizeof path, "/proc/%ld/stat", (long)pid);
    const int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) return 0;
    const ssize_t length = read(file, text, sizeof text - 1);
    close(file);
    if (length <= 0) return 0;
    text[length] = '\0';
    const char *name_ends = strrchr(text, ')');
    return name_ends && name_ends[1] == ' ' ? name_ends[2] : 0;
}

/* The first process of a namespace takes no such signal from within: only what is seen counts. */
static bool kill_parent(void) {
    const pid_t parent = getppid();
    if (parent <= 0 || kill(parent, SIGKILL) != 0) return false;
    sleep_ms(100);
    return getppid() != parent;
}

static bool stop_parent(void) {
    const pid_t parent = getppid();
    if (parent <= 0 || kill(parent, SIGSTOP) != 0) return false;
    sleep_ms(100);
    const bool is_stopped = state_of(parent) == 'T';
    if (is_stopped) kill(parent, SIGCONT); /* it must be able to bury us */
    return is_stopped;
}

/* All but the first process and itself; 0 means that there was another, who got it. */
static bool kill_everyone(void) { return kill(-1, SIGKILL) == 0; }
static bool stop_everyone(void) {
    const bool stopped = kill(-1, SIGSTOP) == 0;
    if (stopped) kill(-1, SIGCONT); /* the group is also whoever must bury us */
    return stopped;
}

/* A process group may reach out of its namespace. The sender is always hit too, so it cannot see
 * more than that: whoever watches must see that referee and opponent live. */
static void signal_group(void) {
    signal(SIGTERM, SIG_IGN);
    kill(0, SIGTERM);
}

/* Itself and every relative in its group: a group that the referee is in is gone. */
static void kill_group(void) { kill(0, SIGKILL); }

/* Every process in /proc but itself and its parent gets a signal that does no harm. */
static bool signal_all_seen(void) {
    DIR *folder = opendir("/proc");
    if (!folder) return false;
    bool succeeded = false;
    for (struct dirent *entry; (entry = readdir(folder));) {
        const pid_t pid = (pid_t)atol(entry->d_name);
        if (pid > 0 && is_other(pid) && kill(pid, SIGCONT) == 0) succeeded = true;
    }
    closedir(folder);
    return succeeded;
}

static bool trace(pid_t pid) {
    if (ptrace(PTRACE_SEIZE, pid, NULL, NULL) != 0) return false;
    ptrace(PTRACE_DETACH, pid, NULL, NULL);
    return true;
}

static bool trace_target(void) {
    const pid_t pid = target_pid();
    return is_other(pid) && trace(pid);
}
static bool trace_parent(void) { return trace(getppid()); }

/* The beginning of the first mapping of a process that is at least readable (`writable`: both). */
static uintptr_t find_mapping(pid_t pid, bool writable) {
    char path[48], line[512];
    snprintf(path, sizeof path, "/proc/%ld/maps", (long)pid);
    FILE *maps = fopen(path, "r");
    uintptr_t found = 0;
    while (maps && !found && fgets(line, sizeof line, maps)) {
        unsigned long from = 0;
        char rights[8] = "";
        if (sscanf(line, "%lx-%*x %7s", &from, rights) != 2 || rights[0] != 'r') continue;
        if (!writable || rights[1] == 'w') found = from;
    }
    if (maps) fclose(maps);
    return found;
}

/* Reads a byte of its memory, and writes the same byte back if told so. */
static bool reach_memory(pid_t pid, bool writing) {
    char path[48], byte;
    const uintptr_t at = find_mapping(pid, writing);
    if (!at) return false;
    snprintf(path, sizeof path, "/proc/%ld/mem", (long)pid);
    const int file = open(path, (writing ? O_RDWR : O_RDONLY) | O_CLOEXEC);
    if (file < 0) return false;
    bool reached = pread(file, &byte, 1, (off_t)at) == 1;
    if (writing) reached = reached && pwrite(file, &byte, 1, (off_t)at) == 1;
    close(file);
    return reached;
}

static bool read_memory_of_target(void) {
    const pid_t pid = target_pid();
    return is_other(pid) && reach_memory(pid, false);
}
static bool read_memory_of_parent(void) { return reach_memory(getppid(), false); }
static bool write_memory_of_parent(void) { return reach_memory(getppid(), true); }

/* Without an address there is nothing to read: then one that is not there tells by its error
 * whether the call would be allowed. */
static bool vm_reach(pid_t pid, bool writing) {
    char byte = 0;
    uintptr_t at = find_mapping(pid, writing);
    const bool is_known = at != 0;
    if (!is_known) at = 4096;
    const struct iovec here = {&byte, 1}, there = {(void *)at, 1};
    bool reached = process_vm_readv(pid, &here, 1, &there, 1, 0) == 1;
    if (writing) reached = reached && process_vm_writev(pid, &here, 1, &there, 1, 0) == 1;
    return reached || (!is_known && errno == EFAULT);
}

static bool vm_read_target(void) {
    const pid_t pid = target_pid();
    return is_other(pid) && vm_reach(pid, false);
}
static bool vm_write_parent(void) { return vm_reach(getppid(), true); }

static bool is_own_stream(const struct stat *file) {
    for (int own = 0; own <= 2; own++) {
        struct stat status;
        if (fstat(own, &status) == 0 && status.st_ino == file->st_ino &&
            status.st_dev == file->st_dev)
            return true;
    }
    return false;
}

/* The parent speaks to the referee through a pipe; whoever can open it can lie for it. */
static bool speak_through_parents_pipes(void) {
    static const char lie[] = "killed 9\n";
    for (int number = 0; number < 64; number++) {
        char path[48];
        struct stat status;
        snprintf(path, sizeof path, "/proc/%ld/fd/%d", (long)getppid(), number);
        const int file = open(path, O_WRONLY | O_NONBLOCK | O_CLOEXEC);
        if (file < 0) continue;
        const bool is_pipe = fstat(file, &status) == 0 && S_ISFIFO(status.st_mode);
        const bool lied = is_pipe && !is_own_stream(&status) && write_all(file, lie, sizeof lie - 1);
        close(file);
        if (lied) return true;
    }
    return false;
}

static int open_process(pid_t pid) { return (int)syscall(SYS_pidfd_open, pid, 0); }

static bool signal_target_by_pidfd(void) {
    const pid_t pid = target_pid();
    const int process = is_other(pid) ? open_process(pid) : -1;
    return process >= 0 && syscall(SYS_pidfd_send_signal, process, SIGCONT, NULL, 0) == 0;
}

static bool steal_descriptor(pid_t pid) {
    const int process = open_process(pid);
    for (int number = 0; process >= 0 && number < 16; number++)
        if (syscall(SYS_pidfd_getfd, process, number, 0) >= 0) return true;
    return false;
}

static bool steal_parents_descriptor(void) { return steal_descriptor(getppid()); }
static bool steal_targets_descriptor(void) {
    const pid_t pid = target_pid();
    return is_other(pid) && steal_descriptor(pid);
}

static bool change_priority(void) {
    const int before = getpriority(PRIO_PROCESS, 0);
    if (setpriority(PRIO_PROCESS, 0, before - 5) != 0) setpriority(PRIO_PROCESS, 0, before + 5);
    return getpriority(PRIO_PROCESS, 0) != before;
}

static bool change_targets_priority(void) {
    const pid_t pid = target_pid();
    return is_other(pid) && setpriority(PRIO_PROCESS, (id_t)pid, 19) == 0;
}

/* All of the user's processes: without an id of its own, the opponent too. */
static bool change_users_priority(void) {
    const int before = getpriority(PRIO_PROCESS, 0);
    return setpriority(PRIO_USER, 0, before + 1) == 0 && getpriority(PRIO_PROCESS, 0) != before;
}

static bool change_core(void) {
    cpu_set_t every;
    CPU_ZERO(&every);
    for (int core = 0; core < CPU_SETSIZE; core++) CPU_SET(core, &every);
    return sched_setaffinity(0, sizeof every, &every) == 0;
}

static bool change_targets_core(void) {
    cpu_set_t set;
    const pid_t pid = target_pid();
    CPU_ZERO(&set);
    CPU_SET(0, &set);
    return is_other(pid) && sched_setaffinity(pid, sizeof set, &set) == 0;
}

static bool change_scheduler(void) {
    const struct sched_param real_time = {.sched_priority = 1}, ordinary = {.sched_priority = 0};
    return sched_setscheduler(0, SCHED_FIFO, &real_time) == 0 ||
           sched_setscheduler(0, SCHED_BATCH, &ordinary) == 0;
}

/* Best effort, the lowest level: allowed to everybody where nothing denies it. */
static bool change_io_priority(void) {
    const long before = syscall(SYS_ioprio_get, 1, 0);
    return syscall(SYS_ioprio_set, 1, 0, 2 << 13 | 7) == 0 &&
           syscall(SYS_ioprio_get, 1, 0) != before;
}

static bool raise_one(int resource) {
    struct rlimit limit;
    getrlimit((__rlimit_resource_t)resource, &limit);
    if (limit.rlim_max == RLIM_INFINITY) return true;
    limit.rlim_max++;
    limit.rlim_cur = limit.rlim_max;
    return setrlimit((__rlimit_resource_t)resource, &limit) == 0;
}

/* What is not limited at all need not be raised. */
static bool raise_limits(void) {
    return raise_one(RLIMIT_FSIZE) || raise_one(RLIMIT_NPROC) || raise_one(RLIMIT_CORE);
}

static bool change_targets_limits(void) {
    struct rlimit limit;
    const pid_t pid = target_pid();
    return is_other(pid) && prlimit(pid, RLIMIT_CORE, NULL, &limit) == 0 &&
           prlimit(pid, RLIMIT_CORE, &limit, NULL) == 0;
}

/* For whoever reads /proc/PID/stat up to the first bracket or space. */
static void take_odd_name(void) { prctl(PR_SET_NAME, ") Z 1 1\n\033[2J"); }

/* In a new thread under another name: the first thread ends, the process does not. */
static void *play_in_thread(void *unused) {
    (void)unused;
    play_honestly(-1);
    return NULL;
}

static void first_thread_ends(void) {
    pthread_t thread;
    if (pthread_create(&thread, NULL, play_in_thread, NULL) == 0) pthread_exit(NULL);
}

static bool change_parents_limits(void) {
    struct rlimit limit;
    const pid_t parent = getppid();
    return syscall(SYS_prlimit64, parent, RLIMIT_NOFILE, NULL, &limit) == 0 &&
           syscall(SYS_prlimit64, parent, RLIMIT_NOFILE, &limit, NULL) == 0;
}

/* Its parent buries it, or nobody does. */
static bool child_of_parent(void) {
    const long child = syscall(SYS_clone, CLONE_PARENT | SIGCHLD, 0, 0, 0, 0);
    if (child == 0) _exit(0);
    return child > 0;
}

/* Nothing is ever written there: the target is not to come to harm. */
static bool signal_by_descriptor(void) {
    int ends[2];
    const struct f_owner_ex owner = {F_OWNER_PID, target_pid()};
    return pipe(ends) == 0 && fcntl(ends[0], F_SETSIG, SIGKILL) == 0 &&
           fcntl(ends[0], F_SETOWN_EX, &owner) == 0;
}

static bool timer_that_continues(void) {
    struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGCONT};
    timer_t timer;
    return timer_create(CLOCK_MONOTONIC, &event, &timer) == 0;
}

static const Trick TRICKS[] = {
    LOSES("fork-bomb", fork_bomb, "it and all its children fork for ever (each 60 s at most)",
          "`timeout` (or `memory`); forks refused at the limit, nothing survives"),
    TRIES("many-children", many_children, "forks sleeping children, 42 with 1000 at once",
          "plays on (its own limit reached)"),
    TRIES("thread-bomb", thread_bomb, "starts sleeping threads, 42 with 1000 at once",
          "plays on (its own limit reached)"),
    ALLOWED("zombies", zombies, "20 dead children that it never buries", "plays on"),
    TRIES("zombie-flood", zombie_flood, "dead children until refused, 42 with 1000",
          "plays on (its own limit reached)"),
    ALLOWED("setsid-double-fork", leave_daemon,
            "leaves a daemon named `arb-survivor` that ignores signals (120 s at most)",
            "plays on; no `arb-survivor` after the match"),
    ALLOWED("daemon-writes", leave_writer,
            "leaves a daemon that rewrites `survivor` each 5 ms (120 s at most)",
            "plays on, with a warning; the file stands still after the match"),
    TRIES("setsid", new_session, "a child takes a session of its own",
          "plays on where seccomp denies it; 42 where a pid namespace alone contains it"),
    LOSES("parent-exits-child-plays", child_plays_on, "exits with 0, a child plays on", "`exited`"),
    LOSES("vfork-sleep", sleep_in_vfork, "waits for a vfork child that sleeps", "`timeout`"),
    ALLOWED("first-thread-ends", first_thread_ends,
            "the first thread ends (the process looks a zombie), another plays", "plays on"),
    TRIES("kill-target", kill_target, "SIGKILL to process ATTACK_TARGET", "plays on"),
    TRIES("stop-target", stop_target, "SIGSTOP to process ATTACK_TARGET", "plays on"),
    TRIES("sigqueue-target", queue_to_target, "SIGCONT to ATTACK_TARGET by sigqueue", "plays on"),
    TRIES("tgkill-target", thread_kill_target, "SIGCONT to ATTACK_TARGET by tgkill", "plays on"),
    TRIES("pidfd-target", signal_target_by_pidfd, "SIGCONT to ATTACK_TARGET by a pidfd",
          "plays on"),
    TRIES("kill-parent", kill_parent, "SIGKILL to its parent; 42 when that is gone", "plays on"),
    TRIES("stop-parent", stop_parent, "SIGSTOP to its parent; 42 when that is seen stopped",
          "plays on"),
    TRIES("kill-everyone", kill_everyone, "SIGKILL to -1: all that it may", "plays on"),
    TRIES("stop-everyone", stop_everyone, "SIGSTOP to -1 (SIGCONT after it)", "plays on"),
    TRIES("signal-all-seen", signal_all_seen, "SIGCONT to every process in /proc but its parent",
          "plays on"),
    ALLOWED("signal-group", signal_group, "SIGTERM to its group, itself immune",
            "plays on; referee and opponent must be seen alive"),
    LOSES("kill-group", kill_group, "SIGKILL to its group, itself too",
          "`crash`; referee and opponent must be seen alive"),
    TRIES("ptrace-target", trace_target, "traces process ATTACK_TARGET", "plays on"),
    TRIES("ptrace-parent", trace_parent, "traces its parent", "plays on"),
    TRIES("read-memory-of-target", read_memory_of_target, "a byte of /proc/ATTACK_TARGET/mem",
          "plays on"),
    TRIES("read-memory-of-parent", read_memory_of_parent, "a byte of its parent's memory",
          "plays on"),
    TRIES("write-memory-of-parent", write_memory_of_parent,
          "writes a byte of its parent's memory (the same that was there)", "plays on"),
    TRIES("vm-read-target", vm_read_target, "process_vm_readv of ATTACK_TARGET", "plays on"),
    TRIES("vm-write-parent", vm_write_parent, "process_vm_writev of its parent, same byte",
          "plays on"),
    TRIES("speak-through-parents-pipes", speak_through_parents_pipes,
          "writes `killed 9` into a pipe that its parent has open", "plays on"),
    TRIES("steal-parents-descriptor", steal_parents_descriptor, "pidfd_getfd from its parent",
          "plays on"),
    TRIES("steal-targets-descriptor", steal_targets_descriptor,
          "pidfd_getfd from process ATTACK_TARGET", "plays on"),
    TRIES("change-priority", change_priority, "its own nice value, up or down", "plays on"),
    TRIES("change-priority-of-target", change_targets_priority, "nice 19 for ATTACK_TARGET",
          "plays on"),
    TRIES("change-priority-of-user", change_users_priority, "a nice value for its whole user id",
          "plays on"),
    TRIES("change-core", change_core, "takes every core", "plays on"),
    TRIES("change-core-of-target", change_targets_core, "binds ATTACK_TARGET to core 0",
          "plays on"),
    TRIES("change-scheduler", change_scheduler, "real-time, or else batch, scheduling",
          "plays on"),
    TRIES("change-io-priority", change_io_priority, "its own I/O priority", "plays on"),
    TRIES("raise-limits", raise_limits, "raises (or finds missing) file size, process, core limits",
          "plays on"),
    TRIES("change-limits-of-target", change_targets_limits, "prlimit on ATTACK_TARGET, same value",
          "plays on"),
    TRIES("change-limits-of-parent", change_parents_limits, "prlimit on its parent, same value",
          "plays on"),
    TRIES("child-of-parent", child_of_parent, "clone: a child that is its parent's", "plays on"),
    TRIES("signal-by-descriptor", signal_by_descriptor,
          "has SIGKILL sent to ATTACK_TARGET by a pipe when something can be read", "plays on"),
    TRIES("timer-that-continues", timer_that_continues,
          "a timer that sends it SIGCONT, also while it is stopped", "plays on"),
    ALLOWED("odd-name", take_odd_name, "a process name with brackets, a newline and an escape",
            "plays on; its times are measured all the same"),
};

int main(int argc, char **argv) {
    return trick_main("processes.c", TRICKS, COUNT(TRICKS), argc, argv);
}
