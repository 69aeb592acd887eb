//! Measures the core time that other processes took from a player, to detect an overloaded machine.

use std::collections::BTreeMap;
use std::fs;
use std::time::{Duration, Instant};

use super::cores::allowed;
use arbitro_sandbox::{Wait, Waits};

/// Maximum error of a difference of two tick counts.
const TICKS: Duration = Duration::from_millis(20);

/// The referee may use `1 / LOOKS` of the core for measuring; the player gets that time back.
const LOOKS: u32 = 8;

/// A player's use of its core up to a moment.
#[derive(Clone, Debug)]
pub(super) struct CoreUse {
    pub(super) cpu: Duration,
    /// Its threads' waits for a core, if the kernel counts them.
    pub(super) waits: Option<Waits>,
}

/// Times of the cores that this thread, and with it the players, must stay on.
#[derive(Debug)]
pub(super) struct CoreTime {
    cores: Vec<usize>,
    /// Time in which the cores were busy, for any process, or stolen by the hypervisor.
    busy: Duration,
    player: CoreUse,
    /// The threads that were runnable at the latest look, and since when they are known to have been
    /// so without running.
    queued: BTreeMap<u32, (Wait, Instant)>,
    /// Processor time of this thread. More than [`LOOKS`] of the time may be the player's doing.
    referee: Duration,
    at: Instant,
}

impl CoreTime {
    /// Reads the times now. `None` if the thread may run on all of several cores, or the kernel does not
    /// report them.
    pub(super) fn now(player: CoreUse) -> Option<CoreTime> {
        let cores = own_cores()?;
        let at = Instant::now();
        let mut time = CoreTime {
            busy: busy(&cores)?,
            cores,
            queued: BTreeMap::new(),
            player,
            referee: own_time(),
            at,
        };
        let waits = time.player.waits.clone();
        time.note(waits.as_ref(), at);
        Some(time)
    }

    pub(super) fn at(&self) -> Instant {
        self.at
    }

    /// Returns the time that other processes took since then and the player would have used.
    pub(super) fn taken_by_others(&mut self, player: &CoreUse) -> Option<Duration> {
        let now = Instant::now();
        self.note(player.waits.as_ref(), now);
        let waits = self.player.waits.as_ref().zip(player.waits.as_ref());
        if waits.is_none() && self.cores.len() > 1 {
            // It is unknown which of the cores it wanted.
            return None;
        }
        let own = player.cpu.saturating_sub(self.player.cpu);
        let wall = now - self.at;
        let referee = own_time().saturating_sub(self.referee);
        let spent = CoreSpan {
            busy: busy(&self.cores)?.saturating_sub(self.busy),
            player: own,
            referee: referee.saturating_sub(wall / LOOKS),
            wall,
            waited: waits.map(|(before, after)| self.waited(before, after, own, now)),
        };
        Some(spent.taken())
    }

    /// Notes which threads are runnable now.
    pub(super) fn note(&mut self, waits: Option<&Waits>, now: Instant) {
        let runnable = waits.into_iter().flatten().filter(|(_, it)| it.is_runnable);
        let queued = runnable.map(|(&id, &wait)| {
            // Neither run nor let run since, so it has waited all the time: to sleep it would have to run.
            let same = self.queued.get(&id).filter(|(before, _)| *before == wait);
            (id, (wait, same.map_or(now, |&(_, since)| since)))
        });
        self.queued = queued.collect();
    }

    /// Returns the longest time that one thread wanted the core while no thread of the player had it,
    /// which used it for `own`: its threads may wait for each other. The kernel counts a wait when it is
    /// over; of one that is not, the part since the first look that found the thread waiting is counted
    /// here.
    fn waited(&self, before: &Waits, after: &Waits, own: Duration, now: Instant) -> Duration {
        let of = |(id, wait): (&u32, &Wait)| {
            let before = before.get(id);
            if !wait.is_usual || before.is_some_and(|before| !before.is_usual) {
                return Duration::ZERO;
            }
            let wanted = |it: &Wait| it.waited + it.ran;
            let since = self.queued.get(id).map_or(now, |&(_, since)| since);
            wanted(wait).saturating_sub(before.map_or(Duration::ZERO, wanted)) + (now - since)
        };
        let wanted = after.iter().map(of).max().unwrap_or_default();
        wanted.saturating_sub(own)
    }
}

/// Times of a core between two looks.
#[derive(Clone, Copy, Debug)]
struct CoreSpan {
    busy: Duration,
    player: Duration,
    referee: Duration,
    wall: Duration,
    /// The time that the player waited for others, if the kernel reports it.
    waited: Option<Duration>,
}

impl CoreSpan {
    /// Returns the time that other processes took and the player would have used. It is at most the
    /// time in which the player did not compute, and at most the time it computed and waited for a
    /// core. A player that sleeps through its time has lost nothing to others, however busy they
    /// are.
    ///
    /// The time of all other processes is counted in ticks, usually of 10 ms. The player's waiting
    /// time is as exact as its processor time; so it counts only up to the time that the ticks allow.
    fn taken(self) -> Duration {
        let others = self.busy.saturating_sub(self.referee).saturating_sub(self.player);
        let not_its_own = self.wall.saturating_sub(self.player);
        let taken = others.min(not_its_own);
        // If the kernel does not report waiting, assume that the player wanted all of its time.
        let Some(waited) = self.waited else {
            return taken;
        };
        let exact = waited.min(not_its_own).saturating_sub(self.referee);
        taken.min(self.player + waited).max(exact.min(others + TICKS))
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

/// Processor time of this thread.
fn own_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(u64::try_from(time.tv_sec).unwrap_or(0), u32::try_from(time.tv_nsec).unwrap_or(0))
}

/// The cores that this thread is bound to; `None` if it may use all that its process may, and they are several.
fn own_cores() -> Option<Vec<usize>> {
    let cores = allowed(None);
    let is_bound = || cores.len() < allowed(Some(rustix::process::getpid())).len();
    (cores.len() == 1 || is_bound()).then_some(cores)
}

fn busy(cores: &[usize]) -> Option<Duration> {
    let text = fs::read_to_string("/proc/stat").ok()?;
    let ticks: Option<u64> = cores.iter().map(|&core| busy_ticks(&text, core)).sum();
    let tick = rustix::param::clock_ticks_per_second().max(1);
    Some(Duration::from_nanos(ticks? * (1_000_000_000 / tick)))
}

fn busy_ticks(stat: &str, core: usize) -> Option<u64> {
    let name = format!("cpu{core}");
    let mut lines = stat.lines();
    let line = lines.find(|line| line.split(' ').next() == Some(name.as_str()))?;
    // user nice system idle iowait irq softirq steal
    let times = line.split_whitespace().skip(1).take(8).enumerate();
    let busy = times.filter(|&(at, _)| at != 3 && at != 4);
    Some(busy.filter_map(|(_, ticks)| ticks.parse::<u64>().ok()).sum())
}

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use super::*;

    fn ms(number: u64) -> Duration {
        Duration::from_millis(number)
    }

    fn wait(waited: u64, turns: u64, is_runnable: bool) -> Wait {
        Wait { ran: ms(turns), waited: ms(waited), turns, is_runnable, is_usual: true }
    }

    /// Returns the time that a player of these threads waited, by looks at these milliseconds.
    fn waited(looks: &[(u64, &[(u32, Wait)])]) -> Duration {
        let start = Instant::now();
        let player = |threads: &[(u32, Wait)]| CoreUse {
            cpu: Duration::ZERO,
            waits: Some(threads.iter().copied().collect()),
        };
        let mut time = CoreTime {
            cores: Vec::new(),
            busy: Duration::ZERO,
            player: player(looks[0].1),
            queued: BTreeMap::new(),
            referee: Duration::ZERO,
            at: start,
        };
        let mut now = start;
        for (at, threads) in looks {
            now = start + ms(*at);
            time.note(player(threads).waits.as_ref(), now);
        }
        let last = looks[looks.len() - 1].1;
        let ran = |threads: &[(u32, Wait)]| threads.iter().map(|(_, it)| it.ran).sum::<Duration>();
        let own = ran(last).saturating_sub(ran(looks[0].1));
        let (before, after) = (time.player.waits.clone(), player(last));
        time.waited(&before.unwrap(), &after.waits.unwrap(), own, now)
    }

    #[test]
    fn a_wait_that_is_not_over_counts_from_the_first_look_that_found_it() {
        let queued = wait(5, 3, true);
        assert_eq!(waited(&[(0, &[(7, queued)]), (28, &[(7, queued)])]), ms(28));
        let looks: &[(u64, &[_])] =
            &[(0, &[(7, queued)]), (28, &[(7, queued)]), (90, &[(7, queued)])];
        assert_eq!(waited(looks), ms(90));
    }

    #[test]
    fn a_thread_that_slept_or_ran_in_between_has_waited_only_as_the_kernel_counts() {
        // It slept until just before the second look.
        let asleep = wait(5, 3, false);
        let looks: &[(u64, &[_])] = &[(0, &[(7, asleep)]), (90, &[(7, wait(5, 3, true))])];
        assert_eq!(waited(looks), ms(0));
        // It ran, and waits again: the kernel has counted the first wait.
        let looks: &[(u64, &[_])] =
            &[(0, &[(7, wait(5, 3, true))]), (90, &[(7, wait(25, 4, true))])];
        assert_eq!(waited(looks), ms(20));
        // It waited, and sleeps.
        let looks: &[(u64, &[_])] =
            &[(0, &[(7, wait(5, 3, true))]), (90, &[(7, wait(25, 4, false))])];
        assert_eq!(waited(looks), ms(20));
    }

    #[test]
    fn a_thread_that_gave_its_place_in_the_queue_away_has_not_waited() {
        let usual = wait(0, 1, true);
        let last = Wait { is_usual: false, ..usual };
        for looks in [[usual, last], [last, usual], [last, last]] {
            let [before, after] = looks.map(|look| [(7, look)]);
            assert_eq!(waited(&[(0, &before), (300, &after)]), ms(0));
        }
        assert_eq!(waited(&[(0, &[(7, usual)]), (300, &[(7, usual)])]), ms(300));
    }

    #[test]
    fn threads_that_wait_for_each_other_have_lost_nothing_to_others() {
        // Each of a hundred threads runs for 1 ms.
        let threads = |waited: u64, turns: u64| -> Vec<(u32, Wait)> {
            (0..100).map(|id| (id, wait(waited, turns, false))).collect()
        };
        let (before, after) = (threads(0, 1), threads(99, 2));
        assert_eq!(waited(&[(0, &before), (100, &after)]), ms(0));
        assert_eq!(waited(&[(0, &[]), (100, &threads(99, 1))]), ms(0));
        // Others had the core for 50 ms meanwhile.
        assert_eq!(waited(&[(0, &before), (150, &threads(149, 2))]), ms(50));
        assert_eq!(waited(&[(0, &before), (150, &[])]), ms(0));
    }

    #[test]
    fn others_take_what_they_used_while_the_player_wanted_it() {
        let full = CoreSpan {
            busy: ms(300),
            player: ms(0),
            referee: ms(0),
            wall: ms(300),
            waited: Some(ms(300)),
        };
        assert_eq!(full.taken(), ms(300));
        // It slept; it computed all the time; no other did; its own threads waited for each other.
        let nothing = [
            (ms(300), ms(0), ms(0)),
            (ms(300), ms(300), ms(0)),
            (ms(0), ms(0), ms(0)),
            (ms(300), ms(300), ms(300)),
        ];
        for (busy, player, waited) in nothing {
            let waited = Some(waited);
            let spent = CoreSpan { busy, player, waited, ..full };
            assert_eq!(spent.taken(), ms(0), "{spent:?}");
        }
    }
}
