//! Measures the core time that other processes took from a player, to detect an overloaded machine.

use std::fs;
use std::time::{Duration, Instant};

/// Maximum error of a difference of two tick counts.
const TICKS: Duration = Duration::from_millis(20);

/// The state of the core that this thread, and with it the players, must stay on.
#[derive(Debug)]
pub(super) struct CoreTime {
    core: usize,
    /// Time in which the core was busy, for any process, or stolen by the hypervisor.
    busy: Duration,
    /// The player's own processor time.
    player: Duration,
    /// Time it had waited for the processor.
    waited: Option<Duration>,
    /// This thread's: what it does is the match's, and may be the player's doing.
    referee: Duration,
    at: Instant,
}

impl CoreTime {
    /// The state now; nothing where the thread may run on several cores, or the kernel does not
    /// tell.
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

    /// Returns the time that others took and the player would have used. It is at most the time in
    /// which the player did not compute, and at most the time it computed and waited for a core. A
    /// player that sleeps through its time has lost nothing to others, however busy they are.
    ///
    /// What all others took is told in ticks, 10 ms as a rule; how long the player waited is exact, but
    /// counts also its own processes' waiting for each other. So the second is believed as far as the
    /// first allows.
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
        // Where the kernel does not tell, it may have wanted all of its time.
        let Some(waited) = waited else {
            return Some(taken);
        };
        let exact = waited.min(not_its_own).saturating_sub(referee);
        Some(taken.min(player + waited).max(exact.min(others + TICKS)))
    }
}

/// Binds the calling thread, and what it starts from now on, to the core it is on: players that hand
/// boards to each other through the referee are fastest, and fairest, where all three share a core.
/// Where the system does not let us, everything works all the same.
pub fn stay_on_one_core() {
    let mut only = rustix::thread::CpuSet::new();
    only.set(rustix::thread::sched_getcpu());
    let _ = rustix::thread::sched_setaffinity(None, &only);
}

/// The same, on the core of a number: cores are taken in turns. Where there is none that this
/// thread may use, it stays where it is.
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
