//! The layers that a process puts on itself, for ever, and passes on to its children.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

use landlock::{
    ABI, Access, AccessFs, AccessNet, CompatLevel, Compatible, PathBeneath, PathFd, Ruleset,
    RulesetAttr, RulesetCreatedAttr, RulesetStatus, Scope,
};
use rustix::process::{Resource, Rlimit, setrlimit};
use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter,
    SeccompRule,
};

use super::plan::Limits;

/// What every program may read and execute: the system, not anybody's home.
const SYSTEM: [&str; 9] = [
    "/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/etc", "/opt", "/proc",
];
/// Devices without which hardly a program runs.
const DEVICES: [&str; 5] = [
    "/dev/null",
    "/dev/zero",
    "/dev/full",
    "/dev/random",
    "/dev/urandom",
];

fn other(error: impl std::error::Error) -> io::Error {
    io::Error::other(error.to_string())
}

/// Kernel limits of the process and its children.
pub(super) fn limit(limits: &Limits) -> io::Result<()> {
    let set = |resource, most: u64| {
        setrlimit(
            resource,
            Rlimit {
                current: Some(most),
                maximum: Some(most),
            },
        )
    };
    set(Resource::Core, 0)?;
    set(Resource::Fsize, limits.file_bytes)?;
    set(Resource::Nofile, limits.open_files)?;
    set(Resource::Nproc, limits.processes)?;
    set(Resource::Memlock, 64 << 10)?;
    set(Resource::Msgqueue, 0)?;
    Ok(())
}

/// Leaves of the file system what a program needs: the system to read, one folder to write in.
/// Nothing outside can be signalled or reached by abstract sockets either, where the kernel can.
pub(super) fn restrict_files(folder: &Path, readable: &[PathBuf]) -> io::Result<()> {
    let abi = ABI::V6;
    let read = AccessFs::from_read(abi);
    // Executing from the match's folder is not among them: what is written there is only data.
    let write = AccessFs::from_all(abi)
        & !(AccessFs::Execute | AccessFs::MakeChar | AccessFs::MakeBlock | AccessFs::MakeSock);
    let mut rules = Ruleset::default()
        .set_compatibility(CompatLevel::BestEffort)
        .handle_access(AccessFs::from_all(abi))
        .map_err(other)?
        .handle_access(AccessNet::from_all(abi))
        .map_err(other)?
        .scope(Scope::from_all(abi))
        .map_err(other)?
        .create()
        .map_err(other)?;
    let system = SYSTEM
        .iter()
        .map(Path::new)
        .chain(readable.iter().map(PathBuf::as_path));
    for path in system {
        // A machine without /lib32 is no poorer for it.
        let Ok(opened) = PathFd::new(path) else {
            continue;
        };
        let access = if path.is_dir() {
            read
        } else {
            read & AccessFs::from_file(abi)
        };
        rules = rules
            .add_rule(PathBeneath::new(opened, access))
            .map_err(other)?;
    }
    for device in DEVICES {
        let Ok(opened) = PathFd::new(device) else {
            continue;
        };
        let access = AccessFs::ReadFile | AccessFs::WriteFile;
        rules = rules
            .add_rule(PathBeneath::new(opened, access))
            .map_err(other)?;
    }
    let opened = PathFd::new(folder).map_err(other)?;
    rules = rules
        .add_rule(PathBeneath::new(opened, write))
        .map_err(other)?;
    let status = rules.restrict_self().map_err(other)?;
    if status.ruleset == RulesetStatus::NotEnforced {
        return Err(io::Error::other("Landlock is not there"));
    }
    Ok(())
}

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
        libc::SYS_fchownat,
    ],
    &[
        libc::SYS_setxattr,
        libc::SYS_lsetxattr,
        libc::SYS_fsetxattr,
        libc::SYS_utimensat,
    ],
    #[cfg(target_arch = "x86_64")]
    &[
        libc::SYS_chmod,
        libc::SYS_chown,
        libc::SYS_lchown,
        libc::SYS_utime,
        libc::SYS_utimes,
        libc::SYS_futimesat,
    ],
    // Changing the world.
    &[
        libc::SYS_mount,
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

/// Newer than the crate's list, with the same number on every architecture.
const FCHMODAT2: i64 = 452;

/// Namespace flags of `clone`: making one is the first step of many attacks.
const NAMESPACE_FLAGS: u64 = (libc::CLONE_NEWUSER
    | libc::CLONE_NEWPID
    | libc::CLONE_NEWNET
    | libc::CLONE_NEWNS
    | libc::CLONE_NEWIPC
    | libc::CLONE_NEWUTS
    | libc::CLONE_NEWCGROUP) as u64;

fn filter(rules: BTreeMap<i64, Vec<SeccompRule>>, action: libc::c_int) -> io::Result<BpfProgram> {
    let machine = std::env::consts::ARCH.try_into().map_err(other)?;
    let deny = SeccompAction::Errno(action as u32);
    SeccompFilter::new(rules, SeccompAction::Allow, deny, machine)
        .map_err(other)?
        .try_into()
        .map_err(other)
}

/// Takes away the system calls of [`DENIED`]. System calls of another architecture kill.
pub(super) fn restrict_calls() -> io::Result<()> {
    let mut denied: BTreeMap<i64, Vec<SeccompRule>> = DENIED
        .iter()
        .flat_map(|calls| calls.iter())
        .map(|&call| (call, Vec::new()))
        .collect();
    let single_flags = (0..64)
        .map(|bit| 1u64 << bit)
        .filter(|flag| NAMESPACE_FLAGS & flag != 0);
    let with_flag = |flag: u64| {
        let has_it = SeccompCmpOp::MaskedEq(flag);
        let condition =
            SeccompCondition::new(0, SeccompCmpArgLen::Qword, has_it, flag).map_err(other)?;
        SeccompRule::new(vec![condition]).map_err(other)
    };
    denied.insert(
        libc::SYS_clone,
        single_flags.map(with_flag).collect::<io::Result<_>>()?,
    );
    seccompiler::apply_filter(&filter(denied, libc::EPERM)?).map_err(other)?;
    // The flags of clone3 are in memory, where no filter sees them. Told that there is no such
    // call, every C library falls back to clone.
    let clone3 = BTreeMap::from([(libc::SYS_clone3, Vec::new())]);
    seccompiler::apply_filter(&filter(clone3, libc::ENOSYS)?).map_err(other)
}
