//! Runs a command as another place would: `place PLACE [UID] -- COMMAND...`. For the tests, and for a
//! look by hand.
//!
//! A place is made by refusing the system calls that are refused there, which needs no rights. What a
//! filter cannot take away (the kernel's files) stays as it is here; control groups are read-only in a
//! container.

#![expect(clippy::print_stderr, reason = "there is nobody else to tell")]

use std::collections::BTreeMap;
use std::os::unix::process::CommandExt;
use std::process::{Command, ExitCode};

use rustix::mount::{MountFlags, mount_remount};
use rustix::process::{Gid, Uid, getuid};
use rustix::thread::{CapabilitySet, CapabilitySets};
use seccompiler::{
    SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter, SeccompRule,
};

const USAGE: &str = "usage: place PLACE [UID] -- COMMAND...

docker      a container with the default profile: no namespaces, mounts, clone3; few capabilities
ubuntu24    namespaces can be made and give no rights: every mount is refused
linux6.1    a kernel before 6.4: no prctl(PR_GET_AUXV)
old         a kernel of 2019: no Landlock, clone3, pidfds, close_range, openat2
nolandlock  without Landlock alone
oneid       root of a user namespace in which one user id is mapped
bare        all of this missing, and inotify, seccomp and whatever else came after 2010
nfs         no rename on a condition, as on the file systems of a network";

type Error = Box<dyn std::error::Error>;
/// Refused system calls by number, each with its conditions, if any.
type Refused = BTreeMap<i64, Vec<SeccompRule>>;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Docker,
    Ubuntu24,
    Linux6_1,
    Old,
    NoLandlock,
    OneId,
    Bare,
    /// The file systems there, as of a network, rename, but not on a condition.
    Nfs,
}

const MOUNTING: &[i64] = &[
    libc::SYS_mount,
    libc::SYS_umount2,
    libc::SYS_pivot_root,
    libc::SYS_setns,
    libc::SYS_open_tree,
    libc::SYS_move_mount,
    libc::SYS_fsopen,
    libc::SYS_fsmount,
    libc::SYS_fsconfig,
    libc::SYS_mount_setattr,
    libc::SYS_bpf,
    libc::SYS_perf_event_open,
];
const KEYS: &[i64] =
    &[libc::SYS_unshare, libc::SYS_keyctl, libc::SYS_add_key, libc::SYS_request_key];
const LANDLOCK: &[i64] = &[
    libc::SYS_landlock_create_ruleset,
    libc::SYS_landlock_add_rule,
    libc::SYS_landlock_restrict_self,
];
const SINCE_2019: &[i64] = &[
    libc::SYS_clone3,
    libc::SYS_pidfd_open,
    libc::SYS_pidfd_send_signal,
    libc::SYS_close_range,
    libc::SYS_openat2,
    libc::SYS_mount_setattr,
];
const SINCE_2010: &[i64] = &[
    libc::SYS_inotify_init1,
    libc::SYS_seccomp,
    libc::SYS_renameat2,
    libc::SYS_memfd_create,
    libc::SYS_sched_setattr,
    libc::SYS_sched_setaffinity,
    libc::SYS_capset,
    libc::SYS_setgroups,
    libc::SYS_io_uring_setup,
];
/// `PR_GET_AUXV`, which came with Linux 6.4.
const GET_AUXV: u64 = 0x4155_5856;
const NAMESPACES: [i32; 7] = [
    libc::CLONE_NEWNS,
    libc::CLONE_NEWCGROUP,
    libc::CLONE_NEWUTS,
    libc::CLONE_NEWIPC,
    libc::CLONE_NEWUSER,
    libc::CLONE_NEWPID,
    libc::CLONE_NEWNET,
];

/// The capabilities that containers leave their root.
const IN_CONTAINERS: [CapabilitySet; 14] = [
    CapabilitySet::CHOWN,
    CapabilitySet::DAC_OVERRIDE,
    CapabilitySet::FSETID,
    CapabilitySet::FOWNER,
    CapabilitySet::MKNOD,
    CapabilitySet::NET_RAW,
    CapabilitySet::SETGID,
    CapabilitySet::SETUID,
    CapabilitySet::SETFCAP,
    CapabilitySet::SETPCAP,
    CapabilitySet::NET_BIND_SERVICE,
    CapabilitySet::SYS_CHROOT,
    CapabilitySet::KILL,
    CapabilitySet::AUDIT_WRITE,
];

impl Place {
    fn of(name: &str) -> Option<Place> {
        Some(match name {
            "docker" => Place::Docker,
            "ubuntu24" => Place::Ubuntu24,
            "linux6.1" => Place::Linux6_1,
            "old" => Place::Old,
            "nolandlock" => Place::NoLandlock,
            "oneid" => Place::OneId,
            "bare" => Place::Bare,
            "nfs" => Place::Nfs,
            _ => return None,
        })
    }

    /// Returns the calls refused with "operation not permitted".
    fn forbidden(self) -> Result<Refused, Error> {
        let mut refused = match self {
            Place::Docker | Place::Bare => always(&[MOUNTING, KEYS]),
            Place::Ubuntu24 => always(&[MOUNTING]),
            Place::Linux6_1 | Place::Old | Place::NoLandlock | Place::OneId | Place::Nfs => {
                Refused::new()
            }
        };
        if matches!(self, Place::Docker | Place::Bare) {
            let with = |flag: i32| {
                let flag = u64::try_from(flag)?;
                let is_set = SeccompCmpOp::MaskedEq(flag);
                let condition = SeccompCondition::new(0, SeccompCmpArgLen::Qword, is_set, flag)?;
                Ok::<_, Error>(SeccompRule::new(vec![condition])?)
            };
            let rules = NAMESPACES.into_iter().map(with).collect::<Result<_, _>>()?;
            refused.insert(libc::SYS_clone, rules);
        }
        Ok(refused)
    }

    /// Returns the calls reported as missing.
    fn missing(self) -> Refused {
        match self {
            Place::Docker => always(&[&[libc::SYS_clone3]]),
            Place::Old => always(&[LANDLOCK, SINCE_2019]),
            Place::NoLandlock => always(&[LANDLOCK]),
            Place::Bare => always(&[LANDLOCK, SINCE_2019, SINCE_2010]),
            Place::Ubuntu24 | Place::Linux6_1 | Place::OneId | Place::Nfs => Refused::new(),
        }
    }

    /// The calls that fail with "invalid argument".
    fn invalid(self) -> Result<Refused, Error> {
        if self == Place::Nfs {
            let with_flags =
                SeccompCondition::new(4, SeccompCmpArgLen::Dword, SeccompCmpOp::Ne, 0)?;
            let rule = SeccompRule::new(vec![with_flags])?;
            return Ok(Refused::from([(libc::SYS_renameat2, vec![rule])]));
        }
        if !matches!(self, Place::Linux6_1 | Place::Old | Place::Bare) {
            return Ok(Refused::new());
        }
        let option = SeccompCondition::new(0, SeccompCmpArgLen::Dword, SeccompCmpOp::Eq, GET_AUXV)?;
        let rule = SeccompRule::new(vec![option])?;
        Ok(Refused::from([(libc::SYS_prctl, vec![rule])]))
    }
}

fn always(calls: &[&[i64]]) -> Refused {
    let calls = calls.iter().flat_map(|calls| calls.iter());
    calls.map(|&call| (call, Vec::new())).collect()
}

fn refuse(calls: Refused, error: i32) -> Result<(), Error> {
    if calls.is_empty() {
        return Ok(());
    }
    let filter = SeccompFilter::new(
        calls,
        SeccompAction::Allow,
        SeccompAction::Errno(error.unsigned_abs()),
        std::env::consts::ARCH.try_into()?,
    )?;
    let program: seccompiler::BpfProgram = filter.try_into()?;
    Ok(seccompiler::apply_filter(&program)?)
}

fn keep_capabilities_of_containers() -> Result<(), Error> {
    let kept = IN_CONTAINERS.into_iter().fold(CapabilitySet::empty(), |set, one| set | one);
    for capability in CapabilitySet::all().iter() {
        if !kept.contains(capability) {
            // The kernel may not know all of them.
            let _ = rustix::thread::remove_capability_from_bounding_set(capability);
        }
    }
    let sets =
        CapabilitySets { effective: kept, permitted: kept, inheritable: CapabilitySet::empty() };
    Ok(rustix::thread::set_capabilities(None, sets)?)
}

/// Set in a process that has mounts of its own.
const OWN_MOUNTS: &str = "ARBITRO_PLACE_OWN_MOUNTS";

/// Makes control groups read-only, as they are in containers, if this user may: starts this program again
/// with mounts of its own.
fn make_groups_read_only(args: &[String]) -> Result<(), Error> {
    if !rustix::thread::capabilities(None)?.effective.contains(CapabilitySet::SYS_ADMIN) {
        return Ok(());
    }
    if std::env::var_os(OWN_MOUNTS).is_none() {
        let mut again = Command::new("unshare");
        again.args(["--mount", "--"]).arg(std::env::current_exe()?).args(args);
        return Err(again.env(OWN_MOUNTS, "").exec().into());
    }
    for line in std::fs::read_to_string("/proc/self/mounts")?.lines() {
        let words: Vec<&str> = line.split(' ').collect();
        if let [_, place, "cgroup" | "cgroup2", ..] = words[..] {
            mount_remount(place, MountFlags::BIND | MountFlags::RDONLY, c"")?;
        }
    }
    Ok(())
}

fn become_user(user: u32) -> Result<(), Error> {
    let (uid, gid) = (Uid::from_raw(user), Gid::from_raw(user));
    rustix::thread::set_thread_groups(&[])?;
    rustix::thread::set_thread_res_gid(gid, gid, gid)?;
    Ok(rustix::thread::set_thread_res_uid(uid, uid, uid)?)
}

/// Never returns but with why it failed.
fn run(args: &[String]) -> Result<std::convert::Infallible, Error> {
    let at = args.iter().position(|arg| arg == "--").ok_or(USAGE)?;
    let (place, user) = match &args[..at] {
        [place] => (place, None),
        [place, user] => (place, Some(user.parse()?)),
        _ => return Err(USAGE.into()),
    };
    let place = Place::of(place).ok_or(USAGE)?;
    let command = &args[at + 1..];
    let [program, rest @ ..] = command else {
        return Err(USAGE.into());
    };
    if getuid().is_root() && matches!(place, Place::Docker | Place::Bare) {
        make_groups_read_only(args)?;
        keep_capabilities_of_containers()?;
    }
    if let Some(user) = user {
        become_user(user)?;
    }
    refuse(place.forbidden()?, libc::EPERM)?;
    refuse(place.invalid()?, libc::EINVAL)?;
    // Last: among them can be the call that sets filters.
    refuse(place.missing(), libc::ENOSYS)?;
    let mut command = Command::new(program);
    command.args(rest).env_remove(OWN_MOUNTS);
    if place == Place::OneId {
        command = Command::new("unshare");
        command.args(["--user", "--map-root-user", "--", program]);
        command.args(rest);
    }
    Err(command.exec().into())
}

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    match run(&args) {
        Ok(never) => match never {},
        Err(why) => {
            eprintln!("place: {why}");
            ExitCode::from(2)
        }
    }
}
