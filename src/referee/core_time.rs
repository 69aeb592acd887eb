//! Measures the core time that other processes took from a player, to detect an overloaded machine.

use std::fs;
use std::time::{Duration, Instant};

/// Maximum error of a difference of two tick counts.
const TICKS: Duration = Duration::from_millis(20);

/// Times of the core that this thread, and with it the players, must stay on.
#[derive(Debug)]
pub(super) struct CoreTime {
    core: usize,
    /// Time in which the core was busy, for any process, or stolen by the hypervisor.
    busy: Duration,
    /// The player's own processor time.
    player: Duration,
    /// Time that the player waited for a core.
    waited: Option<Duration>,
    /// Processor time of this thread. It belongs to the match, and may be the player's doing.
    referee: Duration,
    at: Instant,
}

impl CoreTime {
    /// Reads the times now. `None` if the thread may run on several cores, or the kernel does not
    /// report them.
    pub(super) fn now(player: Duration, waited: Option<Duration>) -> Option<CoreTime> {
        let core = only_core()?;
        Some(CoreTime {
            core,
            busy: busy(core)?,
            player,
            waited,
            referee: own_time(),
            at: Instant::now(),
        })
    }

    /// Returns the time that other processes took and the player would have used. It is at most the
    /// time in which the player did not compute, and at most the time it computed and waited for a
    /// core. A player that sleeps through its time has lost nothing to others, however busy they
    /// are.
    ///
    /// The time of all other processes is counted in ticks, usually of 10 ms. The player's waiting
    /// time is exact, but includes its own processes waiting for each other; so it counts only up
    /// to the time that the ticks allow.
    pub(super) fn taken_by_others(
        &self,
        player: Duration,
        waited: Option<Duration>,
    ) -> Option<Duration> {
        let player = player.saturating_sub(self.player);
        let referee = own_time().saturating_sub(self.referee);
        let others = busy(self.core)?
            .saturating_sub(self.busy)
            .saturating_sub(referee)
            .saturating_sub(player);
        let not_its_own = self.at.elapsed().saturating_sub(player);
        let taken = others.min(not_its_own);
        let waited = self
            .waited
            .zip(waited)
            .map(|(before, now)| now.saturating_sub(before));
        // If the kernel does not report waiting, assume that the player wanted all of its time.
        let Some(waited) = waited else {
            return Some(taken);
        };
        let exact = waited.min(not_its_own).saturating_sub(referee);
        Some(taken.min(player + waited).max(exact.min(others + TICKS)))
    }
}

/// Binds the calling thread, and the programs it starts afterwards, to its current core. Players
/// that hand boards to each other through the referee are fastest, and treated most evenly, when
/// all three share a core. If the system refuses, matches still work.
pub fn stay_on_one_core() {
    let mut only = rustix::thread::CpuSet::new();
    only.set(rustix::thread::sched_getcpu());
    let _ = rustix::thread::sched_setaffinity(None, &only);
}

/// Binds the calling thread to a core by number; numbers wrap around the available cores. If this
/// thread may use none of them, it stays where it is.
pub fn stay_on_core(number: usize) {
    let Ok(allowed) = rustix::thread::sched_getaffinity(None) else {
        return;
    };
    let most = rustix::thread::CpuSet::MAX_CPU;
    let cores: Vec<usize> = (0..most).filter(|&core| allowed.is_set(core)).collect();
    if let Some(&core) = cores.get(number % cores.len().max(1)) {
        let mut only = rustix::thread::CpuSet::new();
        only.set(core);
        let _ = rustix::thread::sched_setaffinity(None, &only);
    }
}

/// Processor time of this thread.
fn own_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(
        u64::try_from(time.tv_sec).unwrap_or(0),
        u32::try_from(time.tv_nsec).unwrap_or(0),
    )
}

fn only_core() -> Option<usize> {
    let cores = rustix::thread::sched_getaffinity(None).ok()?;
    let most = rustix::thread::CpuSet::MAX_CPU;
    let mut allowed = (0..most).filter(|&core| cores.is_set(core));
    let core = allowed.next()?;
    allowed.next().is_none().then_some(core)
}

fn busy(core: usize) -> Option<Duration> {
    let text = fs::read_to_string("/proc/stat").ok()?;
    let name = format!("cpu{core}");
    let line = text
        .lines()
        .find(|line| line.split(' ').next() == Some(name.as_str()))?;
    // user nice system idle iowait irq softirq steal
    let ticks = line
        .split_whitespace()
        .skip(1)
        .take(8)
        .enumerate()
        .filter(|&(at, _)| at != 3 && at != 4)
        .filter_map(|(_, number)| number.parse::<u64>().ok())
        .sum::<u64>();
    let tick = rustix::param::clock_ticks_per_second().max(1);
    Some(Duration::from_nanos(ticks * (1_000_000_000 / tick)))
}
