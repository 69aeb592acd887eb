//! The allow-list of system calls. For a program, a call that is not listed here does not exist
//! (ENOSYS). So a forgotten call cannot be used for an attack, and C libraries can do without it.
//!
//! The kernel compiles a new filter and runs it once for every call number, to cache those that are
//! always allowed. That took longer than all other layers together. So there are two filters: the
//! keeper applies the long one once, and every supervisor inherits it; a short one finally forbids what
//! only the supervisor needed.
//!
//! `scripts/calls` tells which calls programs make, and which of them are not named here.

use std::collections::BTreeMap;
use std::io;

use rustix::process::Pid;
use seccompiler::BpfProgram;

use super::filter::{Action, Bits, Check, Test, asking, filter};

/// Calls that programs may make, whatever the arguments: those that C, C++, Rust, Python, Java, Node, Perl and
/// shells call in their libraries and start-up.
const ALLOWED: &[&[i64]] = &[
    // Files, by name: Landlock says which. Modes, owners, times and attributes, which it leaves alone,
    // cannot be changed: see PRETENDED and UNSUPPORTED.
    calls! {
        SYS_openat SYS_openat2 SYS_newfstatat SYS_statx SYS_statfs SYS_faccessat SYS_faccessat2
        SYS_readlinkat SYS_mkdirat SYS_mknodat SYS_unlinkat SYS_renameat SYS_renameat2 SYS_linkat
        SYS_symlinkat SYS_truncate SYS_getcwd SYS_chdir SYS_fchdir SYS_umask
        // `ls`, `cp` and `mv` look for access lists.
        SYS_getxattr SYS_lgetxattr SYS_fgetxattr SYS_listxattr SYS_llistxattr SYS_flistxattr
    },
    // The same by the older calls, which C libraries make where they exist.
    #[cfg(target_arch = "x86_64")]
    calls! {
        SYS_open SYS_creat SYS_stat SYS_lstat SYS_access SYS_readlink SYS_mkdir SYS_rmdir SYS_mknod
        SYS_unlink SYS_rename SYS_link SYS_symlink SYS_getdents
    },
    // Open files. `sendfile` and `copy_file_range` are how `cp`, `cat` and Python copy.
    calls! {
        SYS_read SYS_write SYS_readv SYS_writev SYS_pread64 SYS_pwrite64 SYS_preadv SYS_pwritev
        SYS_preadv2 SYS_pwritev2 SYS_lseek SYS_fstat SYS_fstatfs SYS_getdents64 SYS_ftruncate
        SYS_fallocate SYS_fadvise64 SYS_readahead SYS_fsync SYS_fdatasync SYS_sendfile
        SYS_copy_file_range SYS_close SYS_dup SYS_dup3 SYS_pipe2
        // Of a pair of sockets, by which Node gives a program its input.
        SYS_shutdown
    },
    #[cfg(target_arch = "x86_64")]
    calls!(SYS_dup2 SYS_pipe),
    // Waiting: for a board by inotify or by looking again and again; event loops of Node and Java.
    calls! {
        SYS_inotify_init1 SYS_inotify_add_watch SYS_inotify_rm_watch SYS_epoll_create1 SYS_epoll_ctl
        SYS_epoll_pwait SYS_epoll_pwait2 SYS_ppoll SYS_pselect6 SYS_eventfd2 SYS_signalfd4
        SYS_timerfd_create SYS_timerfd_settime SYS_timerfd_gettime SYS_nanosleep SYS_clock_nanosleep
        SYS_restart_syscall
    },
    #[cfg(target_arch = "x86_64")]
    calls! {
        SYS_inotify_init SYS_epoll_create SYS_epoll_wait SYS_poll SYS_select SYS_eventfd
        SYS_signalfd SYS_pause
    },
    // Memory: the control group or looks at the one process limit it.
    calls! {
        SYS_brk SYS_mmap SYS_munmap SYS_mremap SYS_mprotect SYS_madvise SYS_msync SYS_mlock
        SYS_mlock2 SYS_munlock MSEAL
        // Java asks where its pages are, and V8 protects its code with keys.
        SYS_mincore SYS_get_mempolicy SYS_set_mempolicy SYS_mbind SYS_pkey_alloc SYS_pkey_free
        SYS_pkey_mprotect
    },
    // Threads, and turns on the processor.
    calls! {
        SYS_futex SYS_set_robust_list SYS_set_tid_address SYS_rseq SYS_membarrier SYS_sched_yield
        SYS_sched_getaffinity SYS_sched_getparam SYS_sched_getscheduler SYS_sched_get_priority_max
        SYS_sched_get_priority_min SYS_sched_rr_get_interval SYS_getpriority SYS_getcpu SYS_exit
        SYS_exit_group
    },
    // Other programs and their ends, where more than one process is allowed at all.
    calls!(SYS_execve SYS_wait4 SYS_waitid SYS_setpgid),
    #[cfg(target_arch = "x86_64")]
    calls!(SYS_arch_prctl),
    // Signals, and the alarm clock of C programs and Python. Its signals stop with the process, other than
    // those of `timer_create`, which can be the one that lets a stopped process go on.
    calls! {
        SYS_rt_sigaction SYS_rt_sigprocmask SYS_rt_sigpending SYS_rt_sigreturn SYS_rt_sigsuspend
        SYS_rt_sigtimedwait SYS_sigaltstack SYS_setitimer SYS_getitimer
    },
    #[cfg(target_arch = "x86_64")]
    calls!(SYS_alarm),
    // Its ids and host, its use of the machine, the time.
    calls! {
        SYS_getpid SYS_getppid SYS_gettid SYS_getpgid SYS_getsid SYS_getuid SYS_geteuid
        SYS_getresuid SYS_getgid SYS_getegid SYS_getresgid SYS_getgroups SYS_capget SYS_uname
        SYS_sysinfo SYS_getrusage SYS_times SYS_getrandom SYS_gettimeofday SYS_clock_gettime
        SYS_clock_getres
    },
    #[cfg(target_arch = "x86_64")]
    calls!(SYS_getpgrp SYS_time),
    // By these a process limits itself.
    calls!(SYS_getrlimit SYS_setrlimit),
];

/// Calls that start another process. (Threads come by `clone`, too, whose flags tell.)
#[cfg(target_arch = "x86_64")]
const FORKS: &[i64] = calls!(SYS_fork SYS_vfork);
#[cfg(not(target_arch = "x86_64"))]
const FORKS: &[i64] = &[];

/// Compilers, linkers and valgrind besides: they wait for what they started in more ways, and
/// valgrind asks for and sends signals as its program would.
const TOOLS: &[i64] = calls! {
    SYS_get_robust_list SYS_rt_sigqueueinfo SYS_mlockall SYS_munlockall SYS_splice SYS_tee
    SYS_vmsplice SYS_sync_file_range
};

/// Calls that keepers and supervisors need to build the walls, and no program inside them.
const BUILDERS: &[i64] = calls! {
    // A keeper's rooms are locked, or other runs would take them for left behind.
    SYS_flock SYS_mount SYS_mount_setattr SYS_fchownat
    // A keeper's rooms cannot be listed until they are removed.
    SYS_fchmodat
    #[cfg(target_arch = "x86_64")] SYS_chmod
    #[cfg(target_arch = "x86_64")] SYS_chown
    // The standard library receives by it whether a program could be started.
    SYS_recvfrom
    // Messages carry descriptors. A file that is only in a message is in no process's list of open files.
    SYS_sendmsg SYS_recvmsg SYS_setgroups SYS_setresuid SYS_setresgid SYS_capset SYS_pidfd_open
    SYS_pidfd_send_signal SYS_landlock_create_ruleset SYS_landlock_add_rule
    SYS_landlock_restrict_self SYS_seccomp
    // The flags of clone3 are in memory, where no filter sees them. Told that there is no such call,
    // every C library falls back to clone.
    SYS_clone3
};

/// Calls that change modes, owners and times of files. Libraries make them when they copy a file, and
/// give up if they fail, so for a program they succeed and do nothing: a real change could be a note for
/// a later match, and the referee tells a late board by its times. A keeper's filter leaves those of
/// `BUILDERS` alone.
const PRETENDED: &[&[i64]] = &[
    calls!(SYS_fchmod SYS_fchmodat FCHMODAT2 SYS_fchown SYS_fchownat SYS_utimensat),
    #[cfg(target_arch = "x86_64")]
    calls!(SYS_chmod SYS_chown SYS_lchown SYS_utime SYS_utimes SYS_futimesat),
];

/// Calls that change attributes, which fail as on a file system that has none: whatever copies files
/// expects that.
const UNSUPPORTED: &[i64] = calls! {
    SYS_setxattr SYS_lsetxattr SYS_fsetxattr SETXATTRAT SYS_removexattr SYS_lremovexattr
    SYS_fremovexattr REMOVEXATTRAT
};

/// Newer than the crate's lists, with the same numbers on every architecture.
const FCHMODAT2: i64 = 452;
const MSEAL: i64 = 462;
const SETXATTRAT: i64 = 463;
const REMOVEXATTRAT: i64 = 466;

/// Denied, where programs might take ENOSYS for an old kernel and try in other ways.
const REFUSED: &[i64] = &[libc::SYS_socket];

/// Allowed types of socket pairs: streams, which connect a program only with itself. Java needs one
/// to open files.
const STREAM_PAIRS: [i32; 2] = [libc::SOCK_STREAM, libc::SOCK_STREAM | libc::SOCK_CLOEXEC];

/// Commands of `fcntl` that are allowed: copy descriptors and ask for and set their flags. Locks on bytes are memory
/// that nothing counts and a way to talk; leases make others wait; signals by descriptor reach others
/// and wake a stopped process.
const FCNTL: [i32; 7] = [
    libc::F_DUPFD,
    libc::F_DUPFD_CLOEXEC,
    libc::F_GETFD,
    libc::F_SETFD,
    libc::F_GETFL,
    libc::F_SETFL,
    libc::F_GETPIPE_SZ,
];

/// Requests of `ioctl` that are allowed: ask whether there is a terminal, how much is to be read, and set flags of a
/// descriptor, but none that has signals sent.
const IOCTL: [libc::Ioctl; 9] = [
    libc::TCGETS,
    libc::TIOCGWINSZ,
    libc::TIOCGPGRP,
    libc::FIONREAD,
    libc::FIONBIO,
    libc::FIOCLEX,
    libc::FIONCLEX,
    // Sizes of pipes and files.
    FIGETBSZ,
    FIOQSIZE,
];
const FIGETBSZ: libc::Ioctl = 2;
const FIOQSIZE: libc::Ioctl = 0x5460;

/// Requests of `ioctl` that only a supervisor makes, of a listener.
const LISTENER: [libc::Ioctl; 2] =
    [libc::SECCOMP_IOCTL_NOTIF_RECV as libc::Ioctl, libc::SECCOMP_IOCTL_NOTIF_SEND as libc::Ioctl];

/// Options of `prctl` that are allowed: names of threads and of memory, and questions.
const PRCTL: [i32; 13] = [
    libc::PR_SET_NAME,
    libc::PR_GET_NAME,
    libc::PR_SET_VMA,
    libc::PR_GET_DUMPABLE,
    libc::PR_GET_KEEPCAPS,
    libc::PR_GET_SECCOMP,
    libc::PR_GET_NO_NEW_PRIVS,
    libc::PR_GET_PDEATHSIG,
    libc::PR_GET_TIMERSLACK,
    libc::PR_CAPBSET_READ,
    libc::PR_SET_THP_DISABLE,
    libc::PR_GET_THP_DISABLE,
    GET_AUXV,
];
const GET_AUXV: i32 = 0x4155_5856;

/// Namespace flags of `clone`: making one is the first step of many attacks.
const NAMESPACE_FLAGS: u32 = (libc::CLONE_NEWUSER
    | libc::CLONE_NEWPID
    | libc::CLONE_NEWNET
    | libc::CLONE_NEWNS
    | libc::CLONE_NEWIPC
    | libc::CLONE_NEWUTS
    | libc::CLONE_NEWCGROUP) as u32;

/// The program that a last filter is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct FilterOptions {
    /// A compiler, linker or valgrind.
    pub(crate) is_tool: bool,
    /// True if truncating by path may be allowed, because Landlock restricts it.
    pub(crate) may_truncate: bool,
    /// True if it may start no other process, nor share memory that is in no process.
    pub(crate) is_one_process: bool,
    /// The only process that it may signal, where no namespace hides others.
    pub(crate) alone: Option<Pid>,
    /// True if a listener decides whether it starts another thread.
    pub(crate) asks_for_threads: bool,
}

/// A filter while it is made.
#[derive(Debug)]
struct Actions(BTreeMap<u32, Action>);

impl Actions {
    fn set(&mut self, calls: &[i64], action: &Action) {
        for &call in calls {
            // The numbers of calls are small and positive.
            self.0.insert(call as u32, action.clone());
        }
    }

    /// Allows messages on a descriptor, and another filter.
    fn leave_open(&mut self, descriptor: u32) {
        self.only(libc::SYS_sendmsg, 0, &[descriptor], libc::ENOSYS);
        self.set(&[libc::SYS_seccomp], &Action::Allow);
    }

    /// Lets a call through with these values of an argument.
    fn only<T: Copy + TryInto<i64>>(&mut self, call: i64, argument: u8, values: &[T], error: i32) {
        let of = |value: &T| (*value).try_into().ok().map(|value| value as u32);
        let check =
            Check { argument, test: Test::OneOf(values.iter().filter_map(of).collect()), error };
        self.set(&[call], &Action::Check(check));
    }
}

/// Allows what programs, keepers and supervisors need.
pub(super) fn first_filter() -> BpfProgram {
    filter(&first_actions().0, &OTHERS)
}

/// Forbids what the program inside does not need. Where both filters give an answer, the kernel takes
/// this one's, because it comes later.
pub(crate) fn last_filter(options: FilterOptions) -> BpfProgram {
    filter(&last_actions(options).0, &Action::Allow)
}

/// The same with a listener. [`closing_filter`] follows it.
pub(super) fn last_filter_with_listener(options: FilterOptions, descriptor: u32) -> BpfProgram {
    let mut actions = last_actions(options);
    actions.leave_open(descriptor);
    filter(&actions.0, &Action::Allow)
}

const OTHERS: Action = Action::Fail(libc::ENOSYS);

/// Forbids what a filter with a listener left open, so that the listener could be sent on a descriptor and
/// this filter put on.
pub(super) fn closing_filter(descriptor: u32) -> BpfProgram {
    let mut actions = Actions(BTreeMap::new());
    let check = Check { argument: 0, test: Test::NoneOf(vec![descriptor]), error: libc::ENOSYS };
    actions.set(&[libc::SYS_sendmsg], &Action::Check(check));
    actions.set(&[libc::SYS_seccomp], &Action::Fail(libc::ENOSYS));
    filter(&actions.0, &Action::Allow)
}

/// Both filters in one, for a run in which a listener hears of what they deny.
#[derive(Debug)]
pub(super) struct ReportingFilter(Actions);

impl ReportingFilter {
    pub(crate) fn new(options: FilterOptions) -> ReportingFilter {
        let mut actions = first_actions();
        for (call, action) in last_actions(options).0 {
            if action != Action::Allow {
                actions.0.insert(call, action);
            }
        }
        ReportingFilter(actions)
    }

    /// Returns the filter, which asks its listener instead of denying. [`closing_filter`] follows it.
    pub(crate) fn filter(mut self, descriptor: u32) -> BpfProgram {
        self.0.leave_open(descriptor);
        asking(filter(&self.0.0, &OTHERS))
    }

    /// Returns what is asked by a call with these arguments.
    pub(crate) fn question(&self, call: u32, arguments: [u64; 6]) -> Question {
        match self.0.0.get(&call).unwrap_or(&OTHERS) {
            Action::Check(check)
                if check.test.asks(arguments[usize::from(check.argument)] as u32) =>
            {
                Question::AnotherThread
            }
            Action::Fail(error) | Action::Check(Check { error, .. }) => Question::Denied(*error),
            Action::Allow | Action::Pretend | Action::Kill => Question::Denied(libc::ENOSYS),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Question {
    Denied(i32),
    /// May it start another thread?
    AnotherThread,
}

/// The first filter's part about pairs of sockets, by itself.
pub(super) fn pairs_filter() -> BpfProgram {
    let mut actions = Actions(BTreeMap::new());
    actions.only(libc::SYS_socketpair, 0, &[libc::AF_UNIX], libc::EPERM);
    filter(&actions.0, &Action::Allow)
}

fn first_actions() -> Actions {
    let mut actions = Actions(BTreeMap::new());
    for calls in ALLOWED.iter().copied().chain([FORKS, TOOLS, BUILDERS]) {
        actions.set(calls, &Action::Allow);
    }
    actions.set(
        &[libc::SYS_clone, libc::SYS_prctl, libc::SYS_kill, libc::SYS_tkill, libc::SYS_tgkill],
        &Action::Allow,
    );
    actions.set(REFUSED, &Action::Fail(libc::EPERM));
    actions.only(libc::SYS_fcntl, 1, &FCNTL, libc::EPERM);
    // Not CLOSE_RANGE_UNSHARE, which gives a thread a list of open files of its own.
    let flags = [0, libc::CLOSE_RANGE_CLOEXEC];
    actions.only(libc::SYS_close_range, 2, &flags, libc::EINVAL);
    let requests = [&IOCTL[..], &LISTENER].concat();
    actions.only(libc::SYS_ioctl, 1, &requests, libc::ENOTTY);
    actions.only(libc::SYS_socketpair, 0, &[libc::AF_UNIX], libc::EPERM);
    // Its own limits alone: those of its supervisor are the sandbox's.
    actions.only(libc::SYS_prlimit64, 0, &[0], libc::EPERM);
    actions
}

fn last_actions(options: FilterOptions) -> Actions {
    let mut actions = Actions(BTreeMap::new());
    let absent = Action::Fail(libc::ENOSYS);
    actions.set(BUILDERS, &absent);
    for calls in PRETENDED {
        actions.set(calls, &Action::Pretend);
    }
    actions.set(UNSUPPORTED, &Action::Fail(libc::EOPNOTSUPP));
    if !options.is_tool {
        actions.set(TOOLS, &absent);
    }
    if !options.may_truncate {
        actions.set(&[libc::SYS_truncate], &absent);
    }
    actions.only(libc::SYS_prctl, 0, &PRCTL, libc::EINVAL);
    actions.only(libc::SYS_ioctl, 1, &IOCTL, libc::ENOTTY);
    actions.only(libc::SYS_socketpair, 1, &STREAM_PAIRS, libc::EPERM);
    // A child of its parent's would be its supervisor's, and not among its own processes.
    let clear = NAMESPACE_FLAGS | libc::CLONE_PARENT as u32;
    // Threads have one list of open files, or what they hold could not be seen by one look at it.
    let threads = Bits {
        set: (libc::CLONE_THREAD | libc::CLONE_FILES) as u32,
        clear,
        asks: options.asks_for_threads,
    };
    let processes = Bits { set: 0, clear: clear | libc::CLONE_THREAD as u32, asks: false };
    let mut patterns = vec![threads, processes];
    if options.is_one_process {
        // Threads are no processes.
        patterns.pop();
        actions.set(FORKS, &Action::Fail(libc::EPERM));
        actions.set(&[libc::SYS_mmap], &Action::Check(own_memory()));
    }
    if let Some(pid) = options.alone {
        // Its own id alone: 0 and negative ids mean groups of processes. A filter cannot tell which
        // process a thread id belongs to.
        let own = [pid.as_raw_nonzero().get()];
        actions.only(libc::SYS_kill, 0, &own, libc::EPERM);
        actions.only(libc::SYS_tgkill, 0, &own, libc::EPERM);
        actions.set(&[libc::SYS_tkill], &absent);
    }
    let check = Check { argument: 0, test: Test::Bits(patterns), error: libc::EPERM };
    actions.set(&[libc::SYS_clone], &Action::Check(check));
    actions
}

/// Lets mappings through but those of shared memory that is in no file: what was written there and advised
/// away is in no process's resident pages.
fn own_memory() -> Check {
    let of = |set: i32, clear: i32| Bits { set: set as u32, clear: clear as u32, asks: false };
    // `MAP_SHARED_VALIDATE` has the bit of `MAP_SHARED`, too.
    let patterns = vec![of(0, libc::MAP_SHARED), of(libc::MAP_SHARED, libc::MAP_ANONYMOUS)];
    Check { argument: 3, test: Test::Bits(patterns), error: libc::EPERM }
}

/// Applies a filter to this process and its descendants.
pub(crate) fn apply(filter: &BpfProgram) -> io::Result<()> {
    seccompiler::apply_filter(filter).map_err(|error| io::Error::other(error.to_string()))
}
