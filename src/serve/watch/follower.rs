//! Reports changes of a tournament to all its watchers, from one thread that runs as long as there
//! are any.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use serde_json::Value;
use tokio::sync::watch;

use super::overview::{MatchRow, Overview, State};
use super::tournament::{Tournament, WatchError};

/// Interval between two readings of a tournament that is being played.
const RUNNING_INTERVAL: Duration = Duration::from_millis(250);
/// Interval between two readings of one that may be continued.
const STOPPED_INTERVAL: Duration = Duration::from_secs(1);
/// Maximum matches in one change; the newest are sent.
const MAX_ROWS: usize = 50;

/// A message to a watching client.
#[derive(Clone, Debug)]
pub struct Moment {
    pub overview: Arc<Overview>,
    /// Number of matches in the journal.
    pub there: usize,
    /// The newest of them, oldest first; the last one has number `there`.
    pub newest: Arc<Vec<MatchRow>>,
    /// The matches that are being played.
    pub running: Arc<Vec<Value>>,
}

impl Moment {
    /// The matches that a client who knows `known` matches has not seen.
    pub fn unknown_to(&self, known: usize) -> &[MatchRow] {
        let missing = self.there.saturating_sub(known);
        let from = self.newest.len().saturating_sub(missing);
        &self.newest[from..]
    }

    /// Returns true if no message will follow.
    pub fn is_last(&self) -> bool {
        self.overview.head.state == State::Ended
    }
}

/// A watcher's subscription.
pub type Subscription = watch::Receiver<Moment>;

/// The clients that watch one tournament.
#[derive(Debug, Default)]
pub(super) struct Follower {
    moments: Mutex<Option<watch::Sender<Moment>>>,
}

impl Follower {
    pub(super) fn join(&self, tournament: &Arc<Tournament>) -> Result<Subscription, WatchError> {
        let mut moments = self.moments.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(sender) = &*moments {
            return Ok(sender.subscribe());
        }
        let first = moment(tournament, usize::MAX)?;
        let is_last = first.is_last();
        let (sender, receiver) = watch::channel(first);
        if is_last {
            // Nothing more will come: this state is the only one.
            return Ok(receiver);
        }
        let tournament = Arc::clone(tournament);
        std::thread::Builder::new().name("watch".to_owned()).spawn(move || follow(&tournament))?;
        // Set only now: if the thread could not be started, later clients would wait for ever. The
        // thread waits for the lock held here.
        *moments = Some(sender);
        Ok(receiver)
    }
}

fn moment(tournament: &Tournament, known: usize) -> Result<Moment, WatchError> {
    let (there, newest) = tournament.rows_after(known, MAX_ROWS)?;
    let running = Arc::new(tournament.running());
    Ok(Moment { overview: tournament.overview()?, there, newest: Arc::new(newest), running })
}

/// Sends changes until the last client is gone, or the tournament has ended.
fn follow(tournament: &Tournament) {
    let moments = &tournament.follower().moments;
    loop {
        let known = match &*moments.lock().unwrap_or_else(PoisonError::into_inner) {
            Some(sender) => sender.borrow().there,
            None => return,
        };
        // Go back a little, so that slow clients miss nothing.
        let next = moment(tournament, known.saturating_sub(MAX_ROWS));
        let mut interval = STOPPED_INTERVAL;
        {
            let mut moments = moments.lock().unwrap_or_else(PoisonError::into_inner);
            let Some(sender) = &*moments else { return };
            let is_over = next.as_ref().map_or(true, Moment::is_last);
            if let Ok(next) = next {
                if next.overview.head.state == State::Running {
                    interval = RUNNING_INTERVAL;
                }
                sender.send_if_modified(|sent| {
                    let is_new = next.there != sent.there
                        || next.running != sent.running
                        || !Arc::ptr_eq(&next.overview, &sent.overview);
                    if is_new {
                        *sent = next;
                    }
                    is_new
                });
            }
            if is_over || sender.is_closed() {
                *moments = None;
                return;
            }
        }
        // Reading a large tournament takes time: use at most a quarter of a core for it.
        std::thread::sleep(interval.max(3 * tournament.effort()));
    }
}
