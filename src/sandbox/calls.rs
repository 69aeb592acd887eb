//! Which system calls there are for a program, as a filter for the kernel.
//!
//! The kernel translates a new filter and runs it once for every number there is, to remember which
//! are always allowed: that took longer than all other layers together. So there are two filters: the
//! long one is put on once, by the keeper, and every warden has it from birth; what a warden still
//! needs itself a short one takes away at last. Both are trees of comparisons.

use std::collections::{BTreeMap, BTreeSet};
use std::io;

use seccompiler::{BpfProgram, sock_filter};

/// System calls that no player needs and an attacker would like.
const DENIED: &[&[i64]] = &[
    // Talking.
    &[
        libc::SYS_socket,
        libc::SYS_socketpair,
        libc::SYS_io_uring_setup,
        libc::SYS_io_uring_enter,
        libc::SYS_io_uring_register,
    ],
    &[
        libc::SYS_shmget,
        libc::SYS_shmat,
        libc::SYS_shmctl,
        libc::SYS_semget,
        libc::SYS_semop,
        libc::SYS_semctl,
    ],
    &[
        libc::SYS_msgget,
        libc::SYS_msgsnd,
        libc::SYS_msgrcv,
        libc::SYS_msgctl,
        libc::SYS_mq_open,
    ],
    &[
        libc::SYS_add_key,
        libc::SYS_request_key,
        libc::SYS_keyctl,
        libc::SYS_memfd_create,
        libc::SYS_memfd_secret,
    ],
    // Looking into others, and pushing them about.
    &[
        libc::SYS_ptrace,
        libc::SYS_process_vm_readv,
        libc::SYS_process_vm_writev,
        libc::SYS_kcmp,
    ],
    &[
        libc::SYS_pidfd_getfd,
        libc::SYS_process_madvise,
        libc::SYS_setpriority,
        libc::SYS_sched_setaffinity,
    ],
    &[
        libc::SYS_sched_setscheduler,
        libc::SYS_sched_setparam,
        libc::SYS_sched_setattr,
        libc::SYS_ioprio_set,
    ],
    // Landlock leaves the modes, owners and times of other people's files alone.
    &[
        libc::SYS_fchmod,
        libc::SYS_fchmodat,
        FCHMODAT2,
        libc::SYS_fchown,
    ],
    &[
        libc::SYS_setxattr,
        libc::SYS_lsetxattr,
        libc::SYS_fsetxattr,
        libc::SYS_removexattr,
        libc::SYS_lremovexattr,
        libc::SYS_fremovexattr,
        SETXATTRAT,
        REMOVEXATTRAT,
        FILE_SETATTR,
        libc::SYS_utimensat,
    ],
    #[cfg(target_arch = "x86_64")]
    &[
        libc::SYS_chmod,
        libc::SYS_lchown,
        libc::SYS_utime,
        libc::SYS_utimes,
        libc::SYS_futimesat,
    ],
    // Changing the world.
    &[
        libc::SYS_umount2,
        libc::SYS_pivot_root,
        libc::SYS_chroot,
        libc::SYS_move_mount,
    ],
    &[
        libc::SYS_fsopen,
        libc::SYS_fsconfig,
        libc::SYS_fsmount,
        libc::SYS_open_tree,
        libc::SYS_mount_setattr,
    ],
    &[
        libc::SYS_unshare,
        libc::SYS_setns,
        libc::SYS_bpf,
        libc::SYS_perf_event_open,
        libc::SYS_userfaultfd,
    ],
    &[
        libc::SYS_init_module,
        libc::SYS_finit_module,
        libc::SYS_delete_module,
        libc::SYS_kexec_load,
    ],
    &[
        libc::SYS_reboot,
        libc::SYS_swapon,
        libc::SYS_swapoff,
        libc::SYS_acct,
        libc::SYS_quotactl,
    ],
    &[
        libc::SYS_settimeofday,
        libc::SYS_clock_settime,
        libc::SYS_clock_adjtime,
        libc::SYS_adjtimex,
    ],
    &[
        libc::SYS_sethostname,
        libc::SYS_setdomainname,
        libc::SYS_personality,
        libc::SYS_syslog,
        libc::SYS_vhangup,
    ],
    &[
        libc::SYS_name_to_handle_at,
        libc::SYS_open_by_handle_at,
        libc::SYS_fanotify_init,
        libc::SYS_setsid,
    ],
];

/// The same, but a keeper or warden needs them to build the walls.
const DENIED_AT_LAST: &[i64] = &[
    // A keeper's rooms are locked, or other runs would take them for left behind.
    libc::SYS_flock,
    libc::SYS_mount,
    libc::SYS_fchownat,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_chown,
];

/// Newer than the crate's list, with the same numbers on every architecture.
const SETXATTRAT: i64 = 463;
const REMOVEXATTRAT: i64 = 466;
const FILE_SETATTR: i64 = 469;
const FCHMODAT2: i64 = 452;

/// Namespace flags of `clone`: making one is the first step of many attacks.
const NAMESPACE_FLAGS: u32 = (libc::CLONE_NEWUSER
    | libc::CLONE_NEWPID
    | libc::CLONE_NEWNET
    | libc::CLONE_NEWNS
    | libc::CLONE_NEWIPC
    | libc::CLONE_NEWUTS
    | libc::CLONE_NEWCGROUP) as u32;

/// What becomes of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Action {
    Allow,
    /// Fails, with this error.
    Fail(i32),
    /// `clone`, which is allowed unless it makes namespaces.
    Clone,
    /// `fcntl`, which is allowed unless it asks for a lease, by which opening a file can be made to
    /// wait, or for news of a folder.
    Fcntl,
    Kill,
}

const ALLOW: u32 = libc::SECCOMP_RET_ALLOW;
const KILL: u32 = libc::SECCOMP_RET_KILL_PROCESS;

/// Where the kernel puts the call's number, its architecture, and the lower halves of its arguments.
const NUMBER: u32 = 0;
const ARCHITECTURE: u32 = 4;
const FIRST_ARGUMENT: u32 = 16;
const SECOND_ARGUMENT: u32 = 24;

/// The kernel's number for the architecture (`AUDIT_ARCH_...`).
#[cfg(target_arch = "x86_64")]
const OURS: u32 = 0xc000_003e;
/// The kernel's number for the architecture (`AUDIT_ARCH_...`).
#[cfg(target_arch = "aarch64")]
const OURS: u32 = 0xc000_00b7;
#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
compile_error!("the filter of system calls knows x86_64 and aarch64");

/// From here on the numbers are those of another way to call the same kernel.
const OTHER_NUMBERS: u32 = 0x4000_0000;

fn instruction(code: u32, when_true: u8, when_false: u8, k: u32) -> sock_filter {
    sock_filter {
        code: code as u16,
        jt: when_true,
        jf: when_false,
        k,
    }
}

fn load(offset: u32) -> sock_filter {
    instruction(libc::BPF_LD | libc::BPF_W | libc::BPF_ABS, 0, 0, offset)
}

fn give(value: u32) -> sock_filter {
    instruction(libc::BPF_RET | libc::BPF_K, 0, 0, value)
}

fn fail(error: i32) -> u32 {
    libc::SECCOMP_RET_ERRNO | error.unsigned_abs() & libc::SECCOMP_RET_DATA
}

/// What neither keeper nor warden needs.
pub(super) fn first_filter() -> io::Result<BpfProgram> {
    let mut actions = BTreeMap::new();
    for &call in DENIED.iter().flat_map(|calls| calls.iter()) {
        let number = u32::try_from(call).map_err(io::Error::other)?;
        actions.insert(number, Action::Fail(libc::EPERM));
    }
    actions.insert(OTHER_NUMBERS, Action::Kill);
    Ok(filter(&actions))
}

/// What a warden needed itself.
pub(super) fn last_filter() -> io::Result<BpfProgram> {
    let mut actions = BTreeMap::new();
    for &call in DENIED_AT_LAST {
        let number = u32::try_from(call).map_err(io::Error::other)?;
        actions.insert(number, Action::Fail(libc::EPERM));
    }
    // The flags of clone3 are in memory, where no filter sees them. Told that there is no such call,
    // every C library falls back to clone.
    actions.insert(libc::SYS_clone3 as u32, Action::Fail(libc::ENOSYS));
    actions.insert(libc::SYS_clone as u32, Action::Clone);
    actions.insert(libc::SYS_fcntl as u32, Action::Fcntl);
    Ok(filter(&actions))
}

/// A filter; calls that are not in it are allowed, calls of another architecture end the program.
fn filter(actions: &BTreeMap<u32, Action>) -> BpfProgram {
    // Ranges of numbers with the same fate, each from its first number on.
    let mut borders: BTreeSet<u32> = actions.keys().copied().collect();
    borders.extend(
        actions
            .keys()
            .filter(|&&it| it != OTHER_NUMBERS)
            .map(|it| it + 1),
    );
    let mut ranges = vec![(0, Action::Allow)];
    for border in borders {
        let action = actions.get(&border).copied().unwrap_or(Action::Allow);
        if ranges.last().is_none_or(|(_, latest)| *latest != action) {
            ranges.push((border, action));
        }
    }
    let is_ours = libc::BPF_JMP | libc::BPF_JEQ | libc::BPF_K;
    let mut program = vec![
        load(ARCHITECTURE),
        instruction(is_ours, 1, 0, OURS),
        give(KILL),
        load(NUMBER),
    ];
    program.extend(tree(&ranges));
    program
}

/// Finds the range that the loaded number is in.
fn tree(ranges: &[(u32, Action)]) -> BpfProgram {
    if let [(_, action)] = ranges {
        return leaf(*action);
    }
    let (low, high) = ranges.split_at(ranges.len() / 2);
    let (border, low, high) = (high[0].0, tree(low), tree(high));
    let is_high = libc::BPF_JMP | libc::BPF_JGE | libc::BPF_K;
    let mut program = match u8::try_from(low.len()) {
        Ok(skip) => vec![instruction(is_high, skip, 0, border)],
        Err(_) => vec![
            instruction(is_high, 0, 1, border),
            instruction(libc::BPF_JMP | libc::BPF_JA, 0, 0, low.len() as u32),
        ],
    };
    program.extend(low);
    program.extend(high);
    program
}

fn leaf(action: Action) -> BpfProgram {
    match action {
        Action::Allow => vec![give(ALLOW)],
        Action::Fail(error) => vec![give(fail(error))],
        Action::Kill => vec![give(KILL)],
        Action::Clone => {
            let has_any = libc::BPF_JMP | libc::BPF_JSET | libc::BPF_K;
            vec![
                load(FIRST_ARGUMENT),
                instruction(has_any, 0, 1, NAMESPACE_FLAGS),
                give(fail(libc::EPERM)),
                give(ALLOW),
            ]
        }
        Action::Fcntl => {
            let is = libc::BPF_JMP | libc::BPF_JEQ | libc::BPF_K;
            vec![
                load(SECOND_ARGUMENT),
                instruction(is, 1, 0, libc::F_SETLEASE as u32),
                instruction(is, 0, 1, libc::F_NOTIFY as u32),
                give(fail(libc::EPERM)),
                give(ALLOW),
            ]
        }
    }
}
