//! Control groups: limit the memory of a process tree, count its processor time, freeze and kill
//! it, where the machine has them and this user may create some.
//!
//! Two hierarchies are used, each if present: version 2, which freezes, kills and counts processor
//! time without any controller, and limits memory if it has that controller; and the memory
//! hierarchy of version 1. Below its own group a keeper creates one group, its root, and in that one
//! for each program.

use std::ffi::OsStr;
use std::fs;
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use rustix::process::Pid;
use serde::{Deserialize, Serialize};

use super::unit::Owner;
use crate::walls::guarantees::MemoryBy;

/// Prefix of a root's name; the keeper's process id, the namespace of that id and a time follow.
const PREFIX: &str = "arbitro-";
/// The group for the members of our own group: a group that has processes cannot enable controllers
/// for its children. It outlives the keeper, and the next one uses it again.
const CALLERS: &str = "arbitro-callers";

/// The places where groups can be made.
#[derive(Clone, Debug, Default)]
pub(crate) struct CgroupRoots {
    /// Of the second version.
    v2: Option<PathBuf>,
    v2_limits_memory: bool,
    /// Of the first version's memory hierarchy.
    v1_memory: Option<PathBuf>,
    /// Groups without a process in them.
    free: Vec<Groups>,
    made: u64,
}

/// Maximum groups kept for later programs: creating and removing them is slow.
const MAX_FREE: usize = 16;
/// Maximum bytes still charged to a group that counts as empty: the kernel uncharges some late.
const MAX_RESIDUE: u64 = 1 << 20;

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Groups {
    /// Of the second version: counts processor time, freezes and kills.
    pub(crate) v2: PathBuf,
    pub(super) memory: MemoryGroup,
    memory_bytes: u64,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) enum MemoryGroup {
    V1(PathBuf),
    V2(PathBuf),
}

/// Permission to switch on the memory controller of the second version.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum MemoryController {
    /// It must not: systemd manages our group.
    Off,
    /// It may, if only the caller and the keeper must be moved for it.
    ForOurselves,
    /// It may: all processes in the group belong to the caller's unit.
    ForAll,
}

impl MemoryController {
    pub(crate) fn for_owner(owner: &Owner) -> MemoryController {
        match owner {
            Owner::Systemd(_) => MemoryController::Off,
            Owner::Unmanaged => MemoryController::ForOurselves,
            Owner::Delegated(_) => MemoryController::ForAll,
        }
    }
}

impl CgroupRoots {
    /// Creates a root in each hierarchy where that is possible; failures leave it out.
    pub(crate) fn build(controller: MemoryController) -> CgroupRoots {
        let mounts = fs::read_to_string("/proc/self/mountinfo").unwrap_or_default();
        let own = fs::read_to_string("/proc/self/cgroup").unwrap_or_default();
        // Process ids come again, in containers soon: the time makes it a name of its own.
        let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
        let now = since.unwrap_or_default().as_nanos();
        let namespace = namespace_of_ids();
        let name = format!("{PREFIX}{}-{namespace}-{now}", std::process::id());
        let root = |parent: &Path| {
            sweep(parent, namespace);
            let root = parent.join(&name);
            fs::create_dir(&root).ok().map(|()| root)
        };
        let v2_parent = parent(&mounts, &own, "cgroup2", None);
        let v2 = v2_parent.as_deref().and_then(root);
        let v2_limits_memory = match (&v2_parent, &v2) {
            (Some(parent), Some(root)) => enable_memory(parent, root, controller),
            _ => false,
        };
        let v1_memory = if v2_limits_memory {
            None
        } else {
            parent(&mounts, &own, "cgroup", Some("memory")).as_deref().and_then(root)
        };
        CgroupRoots { v2, v2_limits_memory, v1_memory, free: Vec::new(), made: 0 }
    }

    /// Returns what limits memory, if there are groups that do so, count, freeze and kill.
    pub(crate) fn limits_memory(&self) -> Option<MemoryBy> {
        match (&self.v2, self.v2_limits_memory, &self.v1_memory) {
            (Some(_), true, _) => Some(MemoryBy::GroupV2),
            (Some(_), false, Some(_)) => Some(MemoryBy::GroupV1),
            (Some(_), false, None) | (None, ..) => None,
        }
    }

    /// Returns the groups for one program with this memory limit: new ones, or clean ones used before.
    pub(crate) fn give(&mut self, memory_bytes: u64) -> io::Result<Groups> {
        let is_alike = |it: &Groups| it.memory_bytes == memory_bytes;
        if let Some(at) = self.free.iter().position(is_alike) {
            return Ok(self.free.swap_remove(at));
        }
        self.made += 1;
        let groups = self.make(memory_bytes);
        groups.inspect_err(|_| {
            let name = self.made.to_string();
            for root in [&self.v2, &self.v1_memory].into_iter().flatten() {
                let _ = fs::remove_dir(root.join(&name));
            }
        })
    }

    fn make(&self, memory_bytes: u64) -> io::Result<Groups> {
        let name = self.made.to_string();
        let missing = || io::Error::from(io::ErrorKind::NotFound);
        let v2 = self.v2.as_ref().ok_or_else(missing)?.join(&name);
        fs::create_dir(&v2)?;
        let memory = if self.v2_limits_memory {
            write(&v2, "memory.max", &memory_bytes.to_string())?;
            // Where there is no swap there is no such file, and nothing to forbid.
            let _ = write(&v2, "memory.swap.max", "0");
            let _ = write(&v2, "memory.oom.group", "1");
            MemoryGroup::V2(v2.clone())
        } else {
            let path = self.v1_memory.as_ref().ok_or_else(missing)?.join(&name);
            fs::create_dir(&path)?;
            write(&path, "memory.limit_in_bytes", &memory_bytes.to_string())?;
            // Newer kernels count no failure at all where both limits are the same.
            let with_swap = memory_bytes.saturating_add(rustix::param::page_size() as u64);
            let _ = write(&path, "memory.memsw.limit_in_bytes", &with_swap.to_string());
            MemoryGroup::V1(path)
        };
        Ok(Groups { v2, memory, memory_bytes })
    }

    /// Takes back the groups of a dead program: keeps them if they are clean, else removes them.
    pub(crate) fn take_back(&mut self, groups: Groups) {
        if groups.is_as_new() && self.free.len() < MAX_FREE {
            self.free.push(groups);
        } else {
            groups.remove();
        }
    }

    /// Removes all groups, which must have no processes any more.
    pub(crate) fn tear_down(&mut self) {
        for groups in self.free.drain(..) {
            groups.remove();
        }
        for root in [&self.v2, &self.v1_memory].into_iter().flatten() {
            let _ = fs::remove_dir(root);
        }
    }
}

impl MemoryGroup {
    /// Returns true if the group itself has reached its limit. The kernel also counts processes in it
    /// that it killed because the machine, or a group above, had no memory left.
    pub(super) fn has_reached_limit(&self) -> bool {
        let read = |group: &Path, file: &str| fs::read_to_string(group.join(file)).ok();
        match self {
            MemoryGroup::V1(group) => {
                let number = |file| read(group, file)?.trim().parse().ok();
                // The limit with swap is as high, and is charged first where there is one.
                let [without_swap, with_swap] = V1_FAILURES.map(number);
                without_swap.is_none_or(|it: u64| it > 0) || with_swap.is_some_and(|it| it > 0)
            }
            MemoryGroup::V2(group) => {
                let events = read(group, "memory.events");
                events.and_then(|events| number_after(&events, "oom")).is_none_or(|it| it > 0)
            }
        }
    }
}

/// Files that count how often a version 1 group had no memory left: the limit without swap, and with it.
const V1_FAILURES: [&str; 2] = ["memory.failcnt", "memory.memsw.failcnt"];

impl Groups {
    /// Puts the calling process into the group of the second version.
    pub(crate) fn enter(&self) -> io::Result<()> {
        write(&self.v2, "cgroup.procs", "0")
    }

    /// Moves the calling thread into the version 1 group, which `clone` cannot do.
    pub(crate) fn enter_memory(&self) -> io::Result<()> {
        match &self.memory {
            // Moving one thread, itself, takes no lock; moving a process waits for every core to
            // notice, which costs a millisecond. A supervisor has one thread.
            MemoryGroup::V1(path) => write(path, "tasks", "0"),
            MemoryGroup::V2(_) => Ok(()),
        }
    }

    /// Returns true if the groups carry no trace of the last program that would change the next one's
    /// measurements. Resets the memory peak.
    fn is_as_new(&self) -> bool {
        let MemoryGroup::V1(path) = &self.memory else {
            // Its peak cannot be reset on most kernels.
            return false;
        };
        // Processor time needs no reset, because only differences count.
        let read = |file: &str| fs::read_to_string(path.join(file)).unwrap_or_default();
        let residue = read("memory.usage_in_bytes").trim().parse::<u64>();
        let kills = number_after(&read("memory.oom_control"), "oom_kill");
        residue.is_ok_and(|bytes| bytes < MAX_RESIDUE)
            && kills == Some(0)
            && write(path, "memory.max_usage_in_bytes", "0").is_ok()
            && write(path, V1_FAILURES[0], "0").is_ok()
            && (write(path, V1_FAILURES[1], "0").is_ok() || !path.join(V1_FAILURES[1]).exists())
            && self.freeze(false).is_ok()
    }

    /// Kills everything in the groups, frozen or not, and removes them; waits up to a second for that.
    pub(crate) fn kill_and_remove(&self) {
        let _ = self.kill();
        let _ = self.freeze(false);
        // What was killed leaves its groups when it has its turn on the processor.
        for _ in 0..500 {
            self.remove();
            if !self.folders().any(|folder| folder.exists()) {
                return;
            }
            std::thread::sleep(Duration::from_millis(2));
        }
    }

    /// Removes the groups, which must have no processes any more.
    fn remove(&self) {
        for path in self.folders() {
            let _ = fs::remove_dir(path);
        }
    }

    fn folders(&self) -> impl Iterator<Item = &PathBuf> {
        let of_memory = match &self.memory {
            MemoryGroup::V1(path) => Some(path),
            MemoryGroup::V2(_) => None,
        };
        of_memory.into_iter().chain([&self.v2])
    }

    pub(crate) fn freeze(&self, frozen: bool) -> io::Result<()> {
        write(&self.v2, "cgroup.freeze", if frozen { "1" } else { "0" })
    }

    /// Kills everything in the group; an error on kernels before 5.14.
    pub(crate) fn kill(&self) -> io::Result<()> {
        write(&self.v2, "cgroup.kill", "1")
    }
}

fn write(group: &Path, file: &str, text: &str) -> io::Result<()> {
    // Opened without creating: a file that is not there is a feature that is not there.
    let mut opened = fs::OpenOptions::new().write(true).open(group.join(file))?;
    io::Write::write_all(&mut opened, text.as_bytes())
}

/// The number after `key` in a file of lines such as `oom_kill 0`.
pub(super) fn number_after(text: &str, key: &str) -> Option<u64> {
    let mut lines = text.lines().filter_map(|line| line.split_once(' '));
    let (_, number) = lines.find(|(name, _)| *name == key)?;
    number.trim().parse().ok()
}

pub(crate) fn cpu_time(text: &str) -> Option<Duration> {
    number_after(text, "usage_usec").map(Duration::from_micros)
}

/// Our own group in a hierarchy, as a path.
fn parent(mounts: &str, own: &str, kind: &str, controller: Option<&str>) -> Option<PathBuf> {
    let has = |options: &str| controller.is_none_or(|name| options.split(',').any(|it| it == name));
    // mountinfo: id parent device root mountpoint options ... - type source superoptions
    let (root, place) = mounts.lines().find_map(|line| {
        let (left, right) = line.split_once(" - ")?;
        let mut right = right.split(' ');
        let is_it = right.next() == Some(kind) && has(right.nth(1).unwrap_or_default());
        let mut left = left.split(' ').skip(3);
        let found = (unescaped(left.next()?), unescaped(left.next()?));
        is_it.then_some(found)
    })?;
    // cgroup: number:controllers:path, the second version having no controllers there.
    let path = own.lines().find_map(|line| {
        let mut parts = line.splitn(3, ':').skip(1);
        let controllers = parts.next()?;
        let is_it = controller.map_or(controllers.is_empty(), |_| has(controllers));
        let path = parts.next()?;
        is_it.then_some(path)
    })?;
    let mut below = Path::new(path).strip_prefix(root).unwrap_or(Path::new(""));
    // An earlier keeper moved this process into CALLERS: roots belong beside it.
    if below.ends_with(CALLERS) {
        below = below.parent().unwrap_or(below);
    }
    Some(place.join(below))
}

/// Spaces and the like in mountinfo are written as three octal digits.
fn unescaped(text: &str) -> PathBuf {
    let bytes = text.as_bytes();
    let mut plain = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while at < bytes.len() {
        let octal = bytes
            .get(at + 1..at + 4)
            .filter(|_| bytes[at] == b'\\')
            .and_then(|digits| std::str::from_utf8(digits).ok())
            .and_then(|digits| u8::from_str_radix(digits, 8).ok());
        plain.push(octal.unwrap_or(bytes[at]));
        at += if octal.is_some() { 4 } else { 1 };
    }
    PathBuf::from(OsStr::from_bytes(&plain))
}

/// Enables the memory controller for the groups in a root; returns true if that worked.
fn enable_memory(parent: &Path, root: &Path, controller: MemoryController) -> bool {
    let controllers = fs::read_to_string(parent.join("cgroup.controllers")).unwrap_or_default();
    if !controllers.split_whitespace().any(|word| word == "memory") {
        return false;
    }
    let hand_down = || write(parent, "cgroup.subtree_control", "+memory").is_ok();
    let is_handed_down = match controller {
        MemoryController::Off => false,
        MemoryController::ForOurselves => {
            hand_down() || are_ours(parent) && move_members(parent) && hand_down()
        }
        // The next pass moves processes that are started during this one.
        MemoryController::ForAll => {
            hand_down() || (0..MAX_PASSES).any(|_| move_members(parent) && hand_down())
        }
    };
    is_handed_down && write(root, "cgroup.subtree_control", "+memory").is_ok()
}

/// Maximum passes that move the members of a group, which may keep starting others.
const MAX_PASSES: usize = 20;

/// Returns true if a group has no members but the caller and this keeper.
fn are_ours(group: &Path) -> bool {
    let members = fs::read_to_string(group.join("cgroup.procs")).unwrap_or_default();
    let ours = [
        Some(std::process::id()),
        rustix::process::getppid().map(|pid| pid.as_raw_nonzero().get().unsigned_abs()),
    ];
    let is_ours = |line: &str| line.parse().is_ok_and(|pid| ours.contains(&Some(pid)));
    members.lines().all(is_ours)
}

/// Moves the members of a group into [`CALLERS`], as far as possible. Returns false if that cannot
/// be created.
fn move_members(group: &Path) -> bool {
    let members = fs::read_to_string(group.join("cgroup.procs")).unwrap_or_default();
    let callers = group.join(CALLERS);
    match fs::create_dir(&callers) {
        Err(error) if error.kind() != io::ErrorKind::AlreadyExists => return false,
        Ok(()) | Err(_) => {}
    }
    for member in members.lines() {
        // It may be dead by now.
        let _ = write(&callers, "cgroup.procs", member);
    }
    true
}

/// The number of the namespace of process ids that this process is in; 0 where that is not told.
fn namespace_of_ids() -> u64 {
    fs::metadata("/proc/self/ns/pid").map_or(0, |metadata| metadata.ino())
}

/// Removes the roots that dead keepers left behind. Of those in another namespace it is not to be seen whether
/// they live.
fn sweep(parent: &Path, namespace: u64) {
    let Ok(entries) = fs::read_dir(parent) else {
        return;
    };
    for entry in entries.filter_map(Result::ok) {
        let name = entry.file_name();
        let Some(owner) = name.to_str().and_then(|name| owner_in(name, namespace)) else {
            continue;
        };
        if rustix::process::test_kill_process(owner) == Err(rustix::io::Errno::SRCH) {
            let groups = fs::read_dir(entry.path()).into_iter().flatten();
            for group in groups.filter_map(Result::ok) {
                let _ = fs::remove_dir(group.path());
            }
            let _ = fs::remove_dir(entry.path());
        }
    }
}

/// The keeper of a root by this name, if it is in this namespace.
fn owner_in(root: &str, namespace: u64) -> Option<Pid> {
    let (pid, rest) = root.strip_prefix(PREFIX)?.split_once('-')?;
    let (its, _) = rest.split_once('-')?;
    let pid = pid.parse().ok().filter(|_| its.parse() == Ok(namespace))?;
    Pid::from_raw(pid)
}

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use super::*;

    // By files that say what the kernel would: a machine has groups of one version at most.
    #[test]
    fn a_kill_for_want_of_other_memory_is_told_from_one_for_want_of_the_groups_own() {
        let folder = tempfile::tempdir().unwrap();
        let group = folder.path().to_owned();
        let v1 = MemoryGroup::V1(group.clone());
        let v2 = MemoryGroup::V2(group.clone());
        assert!(v1.has_reached_limit() && v2.has_reached_limit(), "unknown");
        for (failures, has_reached) in [(["0", "0"], false), (["3", "0"], true), (["0", "3"], true)]
        {
            for (file, failures) in V1_FAILURES.iter().zip(failures) {
                fs::write(group.join(file), format!("{failures}\n")).unwrap();
            }
            assert_eq!(v1.has_reached_limit(), has_reached, "{failures:?}");
        }
        for (number, has_reached) in [(0, false), (1, true)] {
            let events = format!("low 0\nhigh 0\nmax 5\noom {number}\noom_kill 1\n");
            fs::write(group.join("memory.events"), events).unwrap();
            assert_eq!(v2.has_reached_limit(), has_reached, "{number}");
        }
    }
}
