/* Hostile players: privilege. They try to become more than they are, or to change the machine.
 * RUN ONLY INSIDE THE SANDBOX. Started as `privilege TRICK N`; see trick.h for conventions.
 *
 * Where success would do lasting harm the mildest form that needs the same privilege is used, or the
 * kernel's answer to nonsense: one that looks at the nonsense has let the caller pass.
 */
#include "trick.h"

#include <linux/bpf.h>
#include <linux/perf_event.h>
#include <linux/reboot.h>
#include <sched.h>
#include <sys/klog.h>
#include <sys/mount.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#ifdef __x86_64__
#include <sys/io.h>
#endif

/* ---- Being more ---- */

static bool am_root(void) { return geteuid() == 0 || getegid() == 0; }

static bool have_capabilities(void) {
    char line[256];
    unsigned long long held = 0;
    FILE *status = fopen("/proc/self/status", "r");
    while (status && fgets(line, sizeof line, status)) {
        unsigned long long set = 0;
        if (sscanf(line, "CapEff: %llx", &set) == 1 || sscanf(line, "CapPrm: %llx", &set) == 1 ||
            sscanf(line, "CapAmb: %llx", &set) == 1)
            held |= set;
    }
    if (status) fclose(status);
    return held != 0;
}

static bool may_gain(void) { return prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) == 0; }

static bool become_root(void) {
    return (setuid(0) == 0 || setreuid(0, 0) == 0 || setresuid(0, 0, 0) == 0) && geteuid() == 0;
}

static bool become_other_user(void) {
    const uid_t other = getuid() + 1;
    return setuid(other) == 0 && getuid() == other;
}

static bool join_group(void) {
    const gid_t root = 0;
    return syscall(SYS_setgroups, 1, &root) == 0;
}

static const char *setuid_program; /* of the child to be started */

/* Its own input is a pipe that stays silent, so that a program that asks for a password waits. */
static void run_setuid_program(void) {
    int ends[2];
    if (pipe(ends) != 0) _exit(1);
    dup2(ends[0], STDIN_FILENO);
    execl(setuid_program, setuid_program, (char *)NULL);
    _exit(1);
}

static bool runs_as_root(pid_t pid) {
    char path[48], line[256];
    unsigned real = 1, effective = 1;
    snprintf(path, sizeof path, "/proc/%ld/status", (long)pid);
    FILE *status = fopen(path, "r");
    while (status && fgets(line, sizeof line, status))
        if (sscanf(line, "Uid: %u %u", &real, &effective) == 2) break;
    if (status) fclose(status);
    return effective == 0;
}

/* Whether a program with the bit, started by us, is seen to run as root. */
static bool gains_root_by(const char *program) {
    struct stat status;
    if (stat(program, &status) != 0 || !(status.st_mode & S_ISUID)) return false;
    setuid_program = program;
    const pid_t child = start_child(run_setuid_program);
    bool gained = false;
    for (int ms = 0; child > 0 && ms < 200 && !gained; ms++) {
        gained = runs_as_root(child);
        sleep_ms(1);
    }
    if (child > 0) kill(child, SIGKILL);
    if (child > 0 && !gained) waitpid(child, NULL, 0);
    return gained;
}

static bool setuid_programs(void) {
    const char *const programs[] = {"/usr/bin/su",     "/usr/bin/sudo",   "/usr/bin/passwd",
                                    "/usr/bin/chsh",   "/usr/bin/newgrp", "/usr/bin/pkexec",
                                    "/usr/bin/gpasswd", "/usr/bin/mount"};
    const char *given = getenv("ATTACK_TARGET");
    if (geteuid() == 0) return true;
    if (given && *given) return gains_root_by(given);
    for (size_t i = 0; i < COUNT(programs); i++)
        if (gains_root_by(programs[i])) return true;
    return false;
}

/* Whoever copies it with its rights, as root, makes a root shell of it. */
static bool make_setuid_file(void) {
    struct stat status;
    const int file = open("privileged", O_WRONLY | O_CREAT | O_TRUNC, 06755);
    if (file < 0) return false;
    fchmod(file, 06755);
    close(file);
    return stat("privileged", &status) == 0 && (status.st_mode & (S_ISUID | S_ISGID));
}

/* ---- Namespaces ---- */

static bool new_user_namespace(void) { return unshare(CLONE_NEWUSER) == 0; }

static bool clone_with(unsigned long flags) {
    const long child = syscall(SYS_clone, flags | SIGCHLD, 0, 0, 0, 0);
    if (child == 0) _exit(0);
    if (child > 0) waitpid((pid_t)child, NULL, 0);
    return child > 0;
}

static bool clone_user_namespace(void) { return clone_with(CLONE_NEWUSER); }

static bool clone3_user_namespace(void) {
    /* struct clone_args, its first version: flags, then pidfd .. tls; the signal is the fifth. */
    uint64_t arguments[8] = {CLONE_NEWUSER, 0, 0, 0, SIGCHLD, 0, 0, 0};
    const long child = syscall(SYS_clone3, arguments, sizeof arguments);
    if (child == 0) _exit(0);
    if (child > 0) waitpid((pid_t)child, NULL, 0);
    return child > 0;
}

static bool new_other_namespaces(void) {
    const int flags[] = {CLONE_NEWNS,  CLONE_NEWNET, CLONE_NEWPID,   CLONE_NEWIPC,
                         CLONE_NEWUTS, 0x02000000 /* cgroup */, 0x80 /* time */};
    for (size_t i = 0; i < COUNT(flags); i++)
        if (unshare(flags[i]) == 0) return true;
    return false;
}

static bool enter_namespaces(void) {
    const char *const names[] = {"user", "mnt", "net", "pid", "ipc", "uts", "cgroup"};
    char path[64];
    for (size_t i = 0; i < COUNT(names); i++) {
        snprintf(path, sizeof path, "/proc/%ld/ns/%s", (long)getppid(), names[i]);
        const int file = open(path, O_RDONLY);
        if (file < 0) continue;
        const bool entered = setns(file, 0) == 0;
        close(file);
        if (entered) return true;
    }
    return false;
}

/* ---- Mounts ---- */

/* On a folder of its own, and off again. */
static bool mounts(const char *what, const char *kind, unsigned long flags) {
    mkdir("place", 0777);
    if (mount(what, "place", kind, flags, NULL) != 0) return false;
    umount2("place", MNT_DETACH);
    return true;
}

static bool mount_tmpfs(void) { return mounts("none", "tmpfs", 0); }
static bool mount_bind(void) { return mounts("/", NULL, MS_BIND); }
static bool mount_proc(void) { return mounts("proc", "proc", 0); }

/* With the flags that it has as a rule. */
static bool remount(void) {
    const unsigned long usual = MS_NOSUID | MS_NODEV | MS_NOEXEC;
    return mount(NULL, "/proc", NULL, MS_REMOUNT | MS_BIND | usual, NULL) == 0;
}

/* EINVAL: its folder is no mount, but whether it is was looked at. */
static bool unmount(void) {
    return umount2(".", 0) == 0 || errno == EINVAL || errno == EBUSY;
}

static bool open_filesystem(void) { return syscall(SYS_fsopen, "tmpfs", 0) >= 0; }
static bool clone_tree(void) { return syscall(SYS_open_tree, AT_FDCWD, "/", 1) >= 0; }

/* EINVAL: this is no mount to turn to, but it was looked at. */
static bool pivot_root(void) {
    return syscall(SYS_pivot_root, ".", ".") == 0 || errno == EINVAL || errno == EBUSY;
}

static bool change_root(void) { return chroot(".") == 0; }

static bool open_by_handle(void) {
    union {
        struct file_handle handle;
        char space[sizeof(struct file_handle) + 128];
    } at = {.handle.handle_bytes = 128};
    int mount_id;
    const int folder = open(".", O_RDONLY | O_DIRECTORY);
    if (name_to_handle_at(AT_FDCWD, ".", &at.handle, &mount_id, 0) != 0) return false;
    return open_by_handle_at(folder, &at.handle, O_RDONLY) >= 0;
}

static bool fanotify(void) { return syscall(SYS_fanotify_init, 0, O_RDONLY) >= 0; }

/* ---- The machine ---- */

/* Says what control-alt-delete does; needs what a reboot needs. Cannot reboot. */
static bool reboot_mildly(void) {
    return syscall(SYS_reboot, LINUX_REBOOT_MAGIC1, LINUX_REBOOT_MAGIC2, LINUX_REBOOT_CMD_CAD_OFF,
                   NULL) == 0;
}

/* No segments: forgets a kernel that was loaded, loads none. */
static bool load_kernel(void) { return syscall(SYS_kexec_load, 0, 0, NULL, 0) == 0; }

static bool load_module(void) {
    static const char rubbish[64] = "not a module";
    return syscall(SYS_init_module, rubbish, sizeof rubbish, "") == 0 || errno == ENOEXEC;
}

static bool load_module_file(void) {
    write_file("module.ko", "not a module", 12);
    const int file = open("module.ko", O_RDONLY);
    return file >= 0 && (syscall(SYS_finit_module, file, "", 0) == 0 || errno == ENOEXEC);
}

static bool remove_module(void) {
    return syscall(SYS_delete_module, "arbitro_no_such", O_NONBLOCK) == 0 || errno == ENOENT;
}

static bool set_clock(void) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return clock_settime(CLOCK_REALTIME, &now) == 0;
}

static bool set_host_name(void) {
    char name[256] = "";
    return gethostname(name, sizeof name - 1) == 0 && sethostname(name, strlen(name)) == 0;
}

static bool stop_accounting(void) { return acct(NULL) == 0; }

/* A swap file that is not there: only who may swap is told so. */
static bool swap_on(void) {
    return syscall(SYS_swapon, "arbitro-no-such", 0) == 0 || errno == ENOENT;
}

static bool read_kernel_log(void) {
    char bytes[256];
    return klogctl(3 /* read all */, bytes, sizeof bytes) > 0 || can_read("/dev/kmsg");
}

static bool change_personality(void) {
    const int before = personality(0xffffffff);
    if (before < 0 || personality((unsigned long)before | ADDR_NO_RANDOMIZE) < 0) return false;
    return personality(0xffffffff) != before;
}

static bool bpf_map(void) {
    union bpf_attr map = {.map_type = BPF_MAP_TYPE_ARRAY,
                          .key_size = 4,
                          .value_size = 4,
                          .max_entries = 1};
    return syscall(SYS_bpf, BPF_MAP_CREATE, &map, sizeof map) >= 0;
}

static bool bpf_program(void) {
    static const struct bpf_insn program[] = {{.code = BPF_ALU64 | BPF_MOV | BPF_K},
                                              {.code = BPF_JMP | BPF_EXIT}};
    union bpf_attr load = {.prog_type = BPF_PROG_TYPE_SOCKET_FILTER,
                           .insn_cnt = COUNT(program),
                           .insns = (uintptr_t)program,
                           .license = (uintptr_t) "GPL"};
    return syscall(SYS_bpf, BPF_PROG_LOAD, &load, sizeof load) >= 0;
}

static bool perf_event(void) {
    struct perf_event_attr event = {.type = PERF_TYPE_SOFTWARE,
                                    .size = sizeof event,
                                    .config = PERF_COUNT_SW_CPU_CLOCK,
                                    .exclude_kernel = 1,
                                    .exclude_hv = 1};
    return syscall(SYS_perf_event_open, &event, 0, -1, -1, 0) >= 0;
}

/* User faults only: what an ordinary user may ask for. */
static bool user_faults(void) { return syscall(SYS_userfaultfd, O_CLOEXEC | 1) >= 0; }

/* ---- Other doors to the kernel ---- */

#ifdef __x86_64__
static bool raw_ports(void) { return iopl(3) == 0 || ioperm(0x80, 1, 1) == 0; }

/* A system call by its 32-bit number. */
static long call_32(long number, long first, long second, long third) {
    long result;
    __asm__ volatile("int $0x80"
                     : "=a"(result)
                     : "a"(number), "b"(first), "c"(second), "d"(third)
                     : "memory", "r8", "r9", "r10", "r11");
    return (int)result;
}

static bool socket_by_int_80(void) { return call_32(359, 1 /* AF_UNIX */, 1, 0) >= 0; }
static bool memfd_by_int_80(void) {
    /* Its name must lie where 32 bits reach. */
    char *low = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_32BIT,
                     -1, 0);
    if (low == MAP_FAILED) return false;
    strcpy(low, "memory");
    return call_32(356, (long)low, 0, 0) >= 0;
}
/* 2^30 marks a call of the x32 kind; a filter that compares numbers does not know it. */
static bool socket_by_x32(void) { return syscall(0x40000000 | SYS_socket, 1, 1, 0) >= 0; }
#else
static bool raw_ports(void) { return false; }
static bool socket_by_int_80(void) { return false; }
static bool memfd_by_int_80(void) { return false; }
static bool socket_by_x32(void) { return false; }
#endif

/* In children: a filter may answer such calls with death. */
static bool socket_32(void) { return child_says_yes(socket_by_int_80); }
static bool memfd_32(void) { return child_says_yes(memfd_by_int_80); }
static bool socket_x32(void) { return child_says_yes(socket_by_x32); }

/* ---- /proc, /sys, /dev ---- */

/* Opened is enough; what could be written there would do harm. */
static bool can_open(const char *path, int how) {
    const int file = open(path, how | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    if (file < 0) return false;
    close(file);
    return true;
}

static bool write_proc(void) {
    const char *const files[] = {
        "/proc/sys/kernel/core_pattern", "/proc/sys/kernel/hostname", "/proc/sys/vm/drop_caches",
        "/proc/sys/kernel/pid_max",      "/proc/sys/vm/overcommit_memory",
        "/proc/sys/fs/inotify/max_user_watches", "/proc/sysrq-trigger", "/proc/irq/default_smp_affinity",
        "/proc/1/oom_score_adj",         "/proc/1/mem",               "/proc/kcore",
    };
    for (size_t i = 0; i < COUNT(files); i++)
        if (can_open(files[i], O_WRONLY)) return true;
    return false;
}

static bool write_sys(void) {
    const char *const files[] = {"/sys/power/state", "/sys/kernel/mm/transparent_hugepage/enabled",
                                 "/sys/devices/system/cpu/cpu1/online", "/sys/kernel/uevent_helper",
                                 "/sys/fs/cgroup/cgroup.procs", "/sys/module/kernel/parameters/panic"};
    for (size_t i = 0; i < COUNT(files); i++)
        if (can_open(files[i], O_WRONLY)) return true;
    return false;
}

static bool write_to(const char *path, const char *text) {
    const int file = open(path, O_WRONLY | O_CLOEXEC);
    if (file < 0) return false;
    const bool written = write_all(file, text, strlen(text));
    close(file);
    return written;
}

/* Better treated than others when memory runs out; or only asking for worse. */
static bool change_oom_score(void) {
    return write_to("/proc/self/oom_score_adj", "-1000") ||
           write_to("/proc/self/oom_score_adj", "500");
}

/* Does something for each mounted tree of control groups, until it succeeds. */
static bool for_each_cgroup_mount(bool (*attempt)(const char *mount)) {
    char line[4096], place[1024], kind[64];
    FILE *mounts = fopen("/proc/self/mounts", "r");
    bool succeeded = false;
    while (mounts && !succeeded && fgets(line, sizeof line, mounts))
        if (sscanf(line, "%*s %1023s %63s", place, kind) == 2 && strncmp(kind, "cgroup", 6) == 0)
            succeeded = attempt(place);
    if (mounts) fclose(mounts);
    return succeeded;
}

static bool move_to_root_of(const char *mount) {
    char path[1100];
    snprintf(path, sizeof path, "%s/cgroup.procs", mount);
    return write_to(path, "0");
}

static bool make_group_in(const char *mount) {
    char path[1100];
    snprintf(path, sizeof path, "%s/arbitro-hostile", mount);
    return mkdir(path, 0755) == 0 && rmdir(path) == 0;
}

static bool leave_cgroup(void) { return for_each_cgroup_mount(move_to_root_of); }
static bool make_cgroup(void) { return for_each_cgroup_mount(make_group_in); }

/* A limit of the group that it is in, wherever that is mounted. */
static bool open_own_limits_in(const char *mount) {
    const char *const files[] = {"memory.max", "memory.limit_in_bytes", "pids.max", "cpu.max",
                                 "cgroup.freeze", "freezer.state", "cgroup.procs"};
    char line[2048], path[4096];
    FILE *groups = fopen("/proc/self/cgroup", "r");
    bool opened = false;
    while (groups && !opened && fgets(line, sizeof line, groups)) {
        line[strcspn(line, "\n")] = '\0';
        const char *colon = strrchr(line, ':');
        for (size_t i = 0; colon && !opened && i < COUNT(files); i++) {
            snprintf(path, sizeof path, "%s%s/%s", mount, colon + 1, files[i]);
            opened = can_open(path, O_WRONLY);
        }
    }
    if (groups) fclose(groups);
    return opened;
}

static bool change_own_limits(void) { return for_each_cgroup_mount(open_own_limits_in); }

/* Not those that do something when they are opened, like a watchdog. */
static bool open_devices(void) {
    const char *const devices[] = {"/dev/mem",  "/dev/kmem",    "/dev/port", "/dev/kmsg",
                                   "/dev/fuse", "/dev/kvm",     "/dev/ptmx", "/dev/net/tun",
                                   "/dev/sda",  "/dev/nvme0n1", "/dev/vda",  "/dev/loop-control",
                                   "/dev/tty",  "/dev/console", "/dev/rtc0", "/dev/userfaultfd",
                                   "/dev/hpet", "/dev/uinput",  "/dev/dri/card0"};
    for (size_t i = 0; i < COUNT(devices); i++)
        if (can_open(devices[i], O_RDONLY)) return true;
    return false;
}

/* What the machine's owner did not mean for a player to read: others' commands, kernel addresses. */
static bool read_foreign_commands(void) {
    DIR *folder = opendir("/proc");
    if (!folder) return false;
    bool found = false;
    for (struct dirent *entry; (entry = readdir(folder));) {
        char path[300];
        const long pid = atol(entry->d_name);
        if (pid <= 0 || pid == getpid() || pid == getppid()) continue;
        snprintf(path, sizeof path, "/proc/%ld/cmdline", pid);
        if (can_read(path)) found = true;
    }
    closedir(folder);
    return found;
}

static const Trick TRICKS[] = {
    TRIES("am-root", am_root, "42 if its user or group is root", "plays on"),
    TRIES("have-capabilities", have_capabilities, "42 if it holds a capability", "plays on"),
    TRIES("may-gain", may_gain, "42 if no_new_privs is not set", "plays on"),
    TRIES("become-root", become_root, "setuid, setreuid, setresuid to 0", "plays on"),
    TRIES("become-other-user", become_other_user, "setuid to another user", "plays on"),
    TRIES("join-group", join_group, "setgroups", "plays on"),
    TRIES("setuid-program", setuid_programs,
          "runs setuid programs (or ATTACK_TARGET); 42 when one is seen to be root", "plays on"),
    TRIES("make-setuid-file", make_setuid_file, "a file with setuid bits in its folder",
          "plays on"),
    TRIES("userns", new_user_namespace, "unshare: a user namespace", "plays on"),
    TRIES("userns-clone", clone_user_namespace, "clone: a user namespace", "plays on"),
    TRIES("userns-clone3", clone3_user_namespace, "clone3: a user namespace", "plays on"),
    TRIES("other-namespaces", new_other_namespaces, "unshare: any other namespace", "plays on"),
    TRIES("setns", enter_namespaces, "enters a namespace of its parent", "plays on"),
    TRIES("mount", mount_tmpfs, "mounts a tmpfs on a folder of its own", "plays on"),
    TRIES("mount-bind", mount_bind, "binds / to a folder of its own", "plays on"),
    TRIES("mount-proc", mount_proc, "mounts a /proc on a folder of its own", "plays on"),
    TRIES("remount", remount, "remounts /proc, with the usual flags", "plays on"),
    TRIES("umount", unmount, "unmounts its folder; EINVAL and EBUSY count as let through", "plays on"),
    TRIES("fsopen", open_filesystem, "the new mount interface: fsopen", "plays on"),
    TRIES("open-tree", clone_tree, "the new mount interface: a copy of the tree", "plays on"),
    TRIES("pivot-root", pivot_root, "pivot_root; EINVAL and EBUSY count as let through",
          "plays on"),
    TRIES("chroot", change_root, "chroot to its folder", "plays on"),
    TRIES("open-by-handle", open_by_handle, "opens its folder by a file handle", "plays on"),
    TRIES("fanotify", fanotify, "fanotify_init", "plays on"),
    TRIES("reboot", reboot_mildly, "reboot(CAD_OFF): a reboot's privilege, no reboot",
          "plays on"),
    TRIES("kexec", load_kernel, "kexec_load of nothing", "plays on"),
    TRIES("init-module", load_module, "loads rubbish; ENOEXEC counts as let through",
          "plays on"),
    TRIES("finit-module", load_module_file, "the same from a file", "plays on"),
    TRIES("delete-module", remove_module, "removes none; ENOENT counts as let through",
          "plays on"),
    TRIES("set-clock", set_clock, "sets the clock to what it is", "plays on"),
    TRIES("set-host-name", set_host_name, "sets the host's name to what it is", "plays on"),
    TRIES("acct", stop_accounting, "switches process accounting off", "plays on"),
    TRIES("swapon", swap_on, "swaps to no file; ENOENT counts as let through", "plays on"),
    TRIES("read-kernel-log", read_kernel_log, "syslog and /dev/kmsg", "plays on"),
    TRIES("personality", change_personality, "switches address randomisation off", "plays on"),
    TRIES("bpf-map", bpf_map, "makes a BPF map", "plays on"),
    TRIES("bpf-program", bpf_program, "loads a BPF program", "plays on"),
    TRIES("perf-event", perf_event, "opens a performance counter on itself", "plays on"),
    TRIES("userfaultfd", user_faults, "opens a userfaultfd", "plays on"),
    TRIES("raw-ports", raw_ports, "iopl, ioperm (x86-64)", "plays on"),
    TRIES("int80-socket", socket_32, "a child: socket by int 0x80 (x86-64)", "plays on"),
    TRIES("int80-memfd", memfd_32, "a child: memfd_create by int 0x80 (x86-64)", "plays on"),
    TRIES("x32-socket", socket_x32, "a child: socket by its x32 number (x86-64)", "plays on"),
    TRIES("write-proc", write_proc, "opens settings in /proc for writing", "plays on"),
    TRIES("write-sys", write_sys, "opens settings in /sys for writing", "plays on"),
    TRIES("oom-score", change_oom_score, "changes its own oom_score_adj", "plays on"),
    TRIES("leave-cgroup", leave_cgroup, "moves itself to the root control group", "plays on"),
    TRIES("make-cgroup", make_cgroup, "makes a control group", "plays on"),
    TRIES("change-cgroup-limits", change_own_limits,
          "opens the limits of its own control group for writing", "plays on"),
    TRIES("open-devices", open_devices, "opens devices to read", "plays on"),
    TRIES("read-foreign-commands", read_foreign_commands, "a byte of others' command lines",
          "plays on"),
};

int main(int argc, char **argv) {
    return trick_main("privilege.c", TRICKS, COUNT(TRICKS), argc, argv);
}
