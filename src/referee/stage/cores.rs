//! Gives matches cores of their own, which no other run on this machine has.
//!
//! A thread that plays matches has a name by which the others know it, and the kernel tells everyone which
//! cores a thread is bound to. So nothing is kept that could stay behind, or that another user could hold to
//! keep a run from its cores. Not seen are runs in other containers, and those of other users where /proc is
//! mounted with `hidepid`.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::Read;
use std::num::NonZeroUsize;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rustix::process::Pid;
use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity, set_name};

/// The name of threads that play matches.
const NAME: &std::ffi::CStr = c"arbitro-match";

/// Attempts to find cores that another run does not take at the same moment.
const TRIES: usize = 8;

/// Time that another thread has to look around and pick again.
const PICKING: Duration = Duration::from_millis(5);

/// The cores of a thread that plays matches.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MatchCores {
    /// Numbers of the cores; empty if the thread is bound to none.
    pub cores: Vec<usize>,
    /// Those of them that another such thread has, too.
    pub shared: Vec<usize>,
}

/// Binds the calling thread, and the programs it starts afterwards, to so many cores that no other thread
/// with matches is bound to, or, if there are too few, to those with the fewest. Of two siblings of a
/// physical core the second is taken last. Does nothing where the system refuses. Others see a thread only
/// where its process has another one.
pub fn reserve_cores(count: NonZeroUsize) -> MatchCores {
    let _ = set_name(NAME);
    let allowed = allowed(None);
    let mut reserved = MatchCores::default();
    let Some(own) = Age::read(Path::new("/proc/thread-self")) else {
        return reserved;
    };
    let mut bound = others(own, &allowed);
    for _ in 0..TRIES {
        let cores = pick(&allowed, &bound, count.get(), &siblings_before);
        if !reserved.cores.is_empty() && on_all(&cores, &bound) >= on_all(&reserved.cores, &bound) {
            break;
        }
        bind(&cores);
        reserved.cores = cores;
        bound = others(own, &allowed);
        // Two that pick at the same moment pick the same: the younger one picks again. If it has looked before
        // the older one came, it is still there later, and the older one picks again.
        let rivals: Vec<&BoundThreads> =
            reserved.cores.iter().filter_map(|it| bound.get(it)).collect();
        if !rivals.is_empty() && rivals.iter().all(|rival| rival.older == 0) {
            std::thread::sleep(PICKING);
            bound = others(own, &allowed);
        }
    }
    reserved.shared = reserved.cores.clone();
    reserved.shared.retain(|it| bound.contains_key(it));
    reserved
}

/// The cores that a thread may use, or this one.
pub(super) fn allowed(thread: Option<Pid>) -> Vec<usize> {
    sched_getaffinity(thread).map_or_else(|_| Vec::new(), |cpu_set| numbers(&cpu_set).collect())
}

fn numbers(cores: &CpuSet) -> impl Iterator<Item = usize> {
    (0..CpuSet::MAX_CPU).filter(|&it| cores.is_set(it))
}

fn bind(cores: &[usize]) {
    let mut set = CpuSet::new();
    for &core in cores {
        set.set(core);
    }
    if !cores.is_empty() {
        let _ = sched_setaffinity(None, &set);
    }
}

/// Threads of other runs, or of this one, that are bound to a core.
#[derive(Clone, Copy, Debug, Default)]
struct BoundThreads {
    all: usize,
    /// Those that began before this thread.
    older: usize,
}

/// Counts the threads that are bound to these cores.
fn on_all(cores: &[usize], bound: &BTreeMap<usize, BoundThreads>) -> usize {
    cores.iter().filter_map(|core| bound.get(core)).map(|it| it.all).sum()
}

/// Returns the cores with the fewest bound threads; among them first those without a bound sibling, then those
/// whose number is the first of their siblings.
fn pick(
    allowed: &[usize],
    bound: &BTreeMap<usize, BoundThreads>,
    count: usize,
    siblings_before: &dyn Fn(usize) -> Vec<usize>,
) -> Vec<usize> {
    let on = |core: &usize| bound.get(core).map_or(0, |it| it.all);
    let rank = |&core: &usize| {
        let before = siblings_before(core);
        let of_siblings: usize = before.iter().map(on).sum();
        (on(&core), of_siblings, before.len(), core)
    };
    let mut cores = allowed.to_vec();
    cores.sort_by_cached_key(rank);
    cores.truncate(count);
    cores
}

/// The siblings of a core with smaller numbers: hyperthreads of the same physical core.
fn siblings_before(core: usize) -> Vec<usize> {
    let place = format!("/sys/devices/system/cpu/cpu{core}/topology/thread_siblings_list");
    let list = fs::read_to_string(place).unwrap_or_default();
    let mut siblings = listed(&list);
    siblings.retain(|&sibling| sibling < core);
    siblings
}

/// Counts the other threads with matches on each core that they are bound to.
fn others(own: Age, allowed: &[usize]) -> BTreeMap<usize, BoundThreads> {
    let mut bound: BTreeMap<usize, BoundThreads> = BTreeMap::new();
    let processes = numbered(Path::new("/proc")).map(|(it, _)| it.join("task"));
    let threads =
        processes.filter(|path| has_others(path)).flat_map(|it| numbered(&it).collect::<Vec<_>>());
    for (thread, number) in threads {
        let Ok(cores) = sched_getaffinity(Some(number)) else {
            continue;
        };
        // One that is not bound yet, or not to be, takes no core from others. Nearly all are not, and to ask
        // for it takes far less than to read a name.
        let is_bound = (cores.count() as usize) < allowed.len() || allowed.len() == 1;
        if !is_bound || !plays_matches(&thread) {
            continue;
        }
        let Some(age) = Age::read(&thread).filter(|age| age.id != own.id) else {
            continue;
        };
        for core in numbers(&cores) {
            let of_core = bound.entry(core).or_default();
            of_core.all += 1;
            of_core.older += usize::from(age > own);
        }
    }
    bound
}

/// The processes of /proc, or the threads of one of them.
fn numbered(place: &Path) -> impl Iterator<Item = (PathBuf, Pid)> {
    let entries = fs::read_dir(place).into_iter().flatten().flatten();
    entries.filter_map(|entry| {
        let number = entry.file_name().to_str()?.parse().ok()?;
        Some((entry.path(), Pid::from_raw(number)?))
    })
}

/// Returns false if a process, by its folder of threads, has a single one. So most of a machine's processes are
/// told by one call: the folder has a link for each thread and the usual two, or fewer where links are not
/// counted.
fn has_others(threads: &Path) -> bool {
    fs::metadata(threads).is_ok_and(|metadata| metadata.nlink() != 3)
}

/// Returns whether a thread, by its folder in /proc, has the name of those that play matches.
fn plays_matches(thread: &Path) -> bool {
    // Longer than any name and its end of line.
    let mut name = [0; 32];
    let length = File::open(thread.join("comm")).and_then(|mut it| it.read(&mut name));
    name[..length.unwrap_or(0)].trim_ascii_end() == NAME.to_bytes()
}

/// Reads a list such as `0-3,8`.
fn listed(text: &str) -> Vec<usize> {
    let ranges = text.trim().split(',').filter_map(|range| {
        let (first, last) = range.split_once('-').unwrap_or((range, range));
        Some(first.parse::<usize>().ok()?..=last.parse::<usize>().ok()?)
    });
    ranges.flatten().take(CpuSet::MAX_CPU).collect()
}

/// The age of a thread: the greater, the older.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Age {
    began: Reverse<u64>,
    id: Reverse<u64>,
}

impl Age {
    /// Reads it from the thread's folder in /proc.
    fn read(thread: &Path) -> Option<Age> {
        let stat = fs::read_to_string(thread.join("stat")).ok()?;
        let (id, rest) = stat.split_once(' ')?;
        // The name may contain anything; what follows it does not.
        let (_, rest) = rest.rsplit_once(") ")?;
        let began = rest.split(' ').nth(19)?;
        Some(Age { began: Reverse(began.parse().ok()?), id: Reverse(id.parse().ok()?) })
    }
}

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use std::sync::mpsc;
    use std::thread;

    use super::*;

    /// Picks for so many that come one after the other on a machine with hyperthreads.
    fn picked_in_turn(turns: usize, count: usize) -> Vec<Vec<usize>> {
        // Cores 0 and 2 are one physical core, 1 and 3 another.
        let siblings = |core: usize| if core >= 2 { vec![core - 2] } else { vec![] };
        let mut bound: BTreeMap<usize, BoundThreads> = BTreeMap::new();
        let pick_one = |_| {
            let cores = pick(&[0, 1, 2, 3], &bound, count, &siblings);
            for core in &cores {
                bound.entry(*core).or_default().all += 1;
            }
            cores
        };
        (0..turns).map(pick_one).collect()
    }

    #[test]
    fn each_gets_a_core_of_its_own_and_siblings_come_last() {
        assert_eq!(picked_in_turn(6, 1), [[0], [1], [2], [3], [0], [1]].map(Vec::from));
        assert_eq!(picked_in_turn(3, 2), [[0, 1], [2, 3], [0, 1]].map(Vec::from));
        assert_eq!(picked_in_turn(1, 9), [[0, 1, 2, 3]].map(Vec::from));
    }

    #[test]
    fn threads_that_begin_together_take_different_cores() {
        let here = allowed(None);
        let own = Age::read(Path::new("/proc/thread-self")).unwrap();
        if !others(own, &here).is_empty() {
            // Other tests or tournaments run: then it depends on theirs.
            return;
        }
        let (sender, receiver) = mpsc::channel();
        let (end, ended) = mpsc::channel::<()>();
        let ended = std::sync::Arc::new(std::sync::Mutex::new(ended));
        for _ in 0..here.len() {
            let (sender, ended) = (sender.clone(), ended.clone());
            thread::spawn(move || {
                let _ = sender.send(reserve_cores(NonZeroUsize::MIN));
                let _ = ended.lock().map(|ended| ended.recv());
            });
        }
        let mut cores: Vec<usize> =
            receiver.iter().take(here.len()).flat_map(|it| it.cores).collect();
        let counted: Vec<usize> = others(own, &here).values().map(|other| other.all).collect();
        drop(end);
        cores.sort_unstable();
        cores.dedup();
        assert_eq!(cores.len(), here.len());
        assert_eq!(counted, vec![1; here.len()], "each of them is seen once");
    }

    #[test]
    fn lists_of_cores_are_read() {
        assert_eq!(listed(" 0-2,5\n"), [0, 1, 2, 5]);
        assert_eq!(listed(""), [0; 0]);
        assert_eq!(listed("x,1-"), [0; 0]);
    }
}
