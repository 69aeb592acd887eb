//! The waits of a program's threads for a core, as the scheduler counts them.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::time::Duration;

/// The threads of living processes, by their ids.
pub type Waits = BTreeMap<u32, Wait>;

/// The scheduler's account of a thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wait {
    /// Time on a core.
    pub ran: Duration,
    /// Sum of its waits that are over. The kernel adds a wait when it ends, however long it is.
    pub waited: Duration,
    /// Number of times that it was let onto a core.
    pub turns: u64,
    /// True if it runs or waits for a core.
    pub is_runnable: bool,
    /// True if it has the rank in the queue that the program was started with. With the lowest one a
    /// thread waits on a busy core for ever, and the whole program would look as if it did.
    pub is_usual: bool,
}

/// A thread's place in the queue for a core: scheduling policy and nice value.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Rank {
    policy: u64,
    nice: i64,
}

impl Rank {
    /// That of the process with this folder in /proc.
    pub(crate) fn read(process: &Path) -> Option<Rank> {
        let text = fs::read_to_string(process.join("stat")).ok()?;
        state_and_rank(&text).map(|(_, rank)| rank)
    }
}

/// Returns what is known of a thread by its folder in /proc. `None` if it has ended, or if the kernel
/// does not count.
pub(super) fn wait_of(task: &Path, usual: Rank) -> Option<Wait> {
    let text = fs::read_to_string(task.join("schedstat")).ok()?;
    // In nanoseconds, but for the turns.
    let mut numbers = text.split_whitespace().map_while(|word| word.parse().ok());
    let (ran, waited, turns) = (numbers.next()?, numbers.next()?, numbers.next()?);
    let text = fs::read_to_string(task.join("stat")).ok()?;
    let (state, rank) = state_and_rank(&text)?;
    Some(Wait {
        ran: Duration::from_nanos(ran),
        waited: Duration::from_nanos(waited),
        turns,
        is_runnable: state == "R",
        is_usual: rank == usual,
    })
}

/// The state and rank in `/proc/PID/stat`.
fn state_and_rank(text: &str) -> Option<(&str, Rank)> {
    let (_, rest) = text.rsplit_once(')')?;
    let mut fields = rest.split_whitespace();
    // Counted from the state, the third field of the manual's list: nice is the 19th, policy the 41st.
    let state = fields.next()?;
    let nice = fields.nth(15)?.parse().ok()?;
    let policy = fields.nth(21)?.parse().ok()?;
    Some((state, Rank { policy, nice }))
}

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use super::*;

    #[test]
    fn a_thread_of_another_rank_is_told_from_the_usual_ones() {
        let task = tempfile::tempdir().unwrap();
        fs::write(task.path().join("schedstat"), "5 7 3\n").unwrap();
        let seen = |nice: u64, policy: u64| {
            let mut fields = [0; 50];
            (fields[15], fields[37]) = (nice, policy);
            let fields = fields.map(|field| field.to_string()).join(" ");
            fs::write(task.path().join("stat"), format!("9 (a) b) R {fields}")).unwrap();
            let usual = Rank { policy: 0, nice: 5 };
            wait_of(task.path(), usual).unwrap()
        };
        let usual = Wait {
            ran: Duration::from_nanos(5),
            waited: Duration::from_nanos(7),
            turns: 3,
            is_runnable: true,
            is_usual: true,
        };
        assert_eq!(seen(5, 0), usual);
        for (nice, policy) in [(19, 0), (5, 5)] {
            let is_usual = false;
            assert_eq!(seen(nice, policy), Wait { is_usual, ..usual });
        }
    }

    #[test]
    fn the_calling_thread_is_runnable_and_of_its_own_rank() {
        let own = Path::new("/proc/thread-self");
        let seen = wait_of(own, Rank::read(own).unwrap()).unwrap();
        assert!(seen.is_runnable && seen.is_usual);
    }
}
