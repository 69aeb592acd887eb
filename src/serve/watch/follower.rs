//! News of a tournament for all who watch it, from one thread that lives as long as they do.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::watch;

use super::notices::Notices;
use super::shown::{MatchRow, Overview, State};
use super::tournament::{Tournament, WatchError};

/// News come at most this often.
const BETWEEN: Duration = Duration::from_millis(250);
/// Maximum interval for checking if it is still being played: that changes without a file being
/// written.
const MAX_WAIT: Duration = Duration::from_secs(1);
/// Matches told at a time; of more, the newest.
const MAX_ROWS: usize = 50;

/// A message to a watching client.
#[derive(Clone, Debug)]
pub struct Moment {
    pub overview: Arc<Overview>,
    /// Number of matches in the journal.
    pub there: usize,
    /// The newest of them, oldest first: the last is number `there`.
    pub newest: Arc<Vec<MatchRow>>,
}

impl Moment {
    /// Matches that one who knows so many does not know yet.
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

/// A place among those who watch.
pub type Watching = watch::Receiver<Moment>;

/// The clients that watch one tournament.
#[derive(Debug, Default)]
pub(super) struct Follower {
    moments: Mutex<Option<watch::Sender<Moment>>>,
}

impl Follower {
    pub(super) fn join(&self, tournament: &Arc<Tournament>) -> Result<Watching, WatchError> {
        let mut moments = self.moments.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(sender) = &*moments {
            return Ok(sender.subscribe());
        }
        let first = moment(tournament, usize::MAX)?;
        let is_last = first.is_last();
        let (sender, receiver) = watch::channel(first);
        if is_last {
            // Nothing will come: the moment alone is all there is.
            return Ok(receiver);
        }
        let notices = Notices::of(tournament.folder())?;
        let tournament = Arc::clone(tournament);
        std::thread::Builder::new()
            .name("watch".to_owned())
            .spawn(move || follow(&tournament, &notices))?;
        // Set only now: without the thread no later client would ever be served. The thread waits for
        // the lock that is held here.
        *moments = Some(sender);
        Ok(receiver)
    }
}

fn moment(tournament: &Tournament, known: usize) -> Result<Moment, WatchError> {
    let (there, newest) = tournament.rows_after(known, MAX_ROWS)?;
    Ok(Moment {
        overview: tournament.overview()?,
        there,
        newest: Arc::new(newest),
    })
}

/// Sends changes until the last client is gone, or nothing more can come.
fn follow(tournament: &Tournament, notices: &Notices) {
    let moments = &tournament.follower().moments;
    loop {
        let began = Instant::now();
        let known = match &*moments.lock().unwrap_or_else(PoisonError::into_inner) {
            Some(sender) => sender.borrow().there,
            None => return,
        };
        // A little back, so that who was told late still hears of all.
        let next = moment(tournament, known.saturating_sub(MAX_ROWS));
        {
            let mut moments = moments.lock().unwrap_or_else(PoisonError::into_inner);
            let Some(sender) = &*moments else { return };
            let is_over = next.as_ref().map_or(true, Moment::is_last);
            if let Ok(next) = next {
                sender.send_if_modified(|told| {
                    let is_new = next.there != told.there
                        || next.overview.head.state != told.overview.head.state;
                    if is_new {
                        *told = next;
                    }
                    is_new
                });
            }
            if is_over || sender.is_closed() {
                *moments = None;
                return;
            }
        }
        // A large tournament takes time to sum up: at most a quarter of it goes to that.
        let pause = BETWEEN.max(3 * tournament.effort());
        std::thread::sleep(pause.saturating_sub(began.elapsed()));
        if notices.wait(MAX_WAIT).is_err() {
            *moments.lock().unwrap_or_else(PoisonError::into_inner) = None;
            return;
        }
    }
}
