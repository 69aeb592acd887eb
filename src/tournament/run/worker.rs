//! A worker pulls matches and plays them, on a core, a sandbox and an arena of its own.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender};
use std::sync::{Mutex, PoisonError, RwLock};
use std::thread;

use super::evidence::Evidences;
use super::live::LiveFolder;
use super::machine::Machine;
use super::play_match::{Played, Table};
use super::terms::Terms;
use crate::error::TournamentError;
use crate::players::entrant::Entrant;
use crate::schedule::pairing::Pairing;
use arbitro_referee::{HeldCores, hold_cores};

/// A worker's message.
pub(super) enum WorkerNews {
    /// The cores that it plays on.
    Cores(HeldCores),
    Played(Box<Played>),
}

/// News, or the error that ends its work.
pub(super) type WorkerMessage = Result<WorkerNews, TournamentError>;

/// Reports a worker that panics: otherwise its match would be awaited for ever.
pub(crate) struct Alarm<'a, T>(pub(crate) &'a Sender<Result<T, TournamentError>>);

impl<T> Drop for Alarm<'_, T> {
    fn drop(&mut self) {
        if thread::panicking() {
            let _ = self.0.send(Err(TournamentError::Worker));
        }
    }
}

/// What the workers of a run share.
pub(crate) struct Shared<'a> {
    pub(crate) machine: &'a Machine,
    pub(crate) terms: &'a Terms,
    pub(crate) evidence: &'a Evidences<'a>,
    pub(crate) live: &'a LiveFolder,
    pub(crate) is_over: &'a AtomicBool,
    pub(crate) hall: &'a RwLock<()>,
}

/// A worker's resources.
pub(crate) struct Worker<'a> {
    pub(crate) shared: &'a Shared<'a>,
    pub(crate) entrants: &'a [Entrant],
    pub(crate) matches: &'a Mutex<Receiver<Pairing>>,
    pub(super) to_us: Sender<WorkerMessage>,
}

impl Worker<'_> {
    /// Plays matches until none are left.
    pub(crate) fn work(self) {
        let _alarm = Alarm(&self.to_us);
        if let Some(count) = self.shared.machine.cores {
            let cores = WorkerNews::Cores(hold_cores(count));
            if self.to_us.send(Ok(cores)).is_err() {
                return;
            }
        }
        let mut table = match self.shared.table() {
            Ok(table) => table,
            Err(failure) => {
                let _ = self.to_us.send(Err(failure));
                return;
            }
        };
        loop {
            let pulled = {
                let matches = self.matches.lock();
                matches.unwrap_or_else(PoisonError::into_inner).recv()
            };
            let Ok(pairing) = pulled else { return };
            if self.shared.is_over.load(Ordering::Relaxed) {
                return;
            }
            let players = [pairing.x, pairing.o].map(|it| &self.entrants[it]);
            let played = self.shared.play(&mut table, pairing, players);
            let Some(played) = played.transpose() else {
                return;
            };
            let has_failed = played.is_err();
            let played = played.map(|it| WorkerNews::Played(Box::new(it)));
            if self.to_us.send(played).is_err() || has_failed {
                return;
            }
        }
    }
}

impl<'a> Shared<'a> {
    pub(crate) fn table(&self) -> Result<Table<'a>, TournamentError> {
        Table::open(self.machine, self.hall, Some(self.live)).map_err(TournamentError::Place)
    }

    /// Plays a match. Returns `None` if the run was stopped.
    pub(crate) fn play(
        &self,
        table: &mut Table<'_>,
        pairing: Pairing,
        players: [&Entrant; 2],
    ) -> Result<Option<Played>, TournamentError> {
        let id = pairing.id;
        let (start, contest) = self.terms.of(&pairing);
        let played = table
            .play(pairing, players, (&*start, &contest), self.is_over)
            .map_err(|source| TournamentError::Match { id, source })?;
        let Some(played) = played else {
            return Ok(None);
        };
        if let (Some(evidence), Some((loser, _))) = (&played.evidence, played.counts.forfeiter()) {
            // Store evidence before the journal's line: for every line in the journal, everything
            // is there.
            let kept = self.evidence.keep(id, loser, evidence);
            kept.map_err(TournamentError::Journal)?;
        }
        Ok(Some(played))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;
    use std::time::Duration;

    use super::*;

    #[test]
    fn a_worker_that_dies_during_a_match_is_not_awaited() {
        let (to_us, news) = mpsc::channel::<Result<(), TournamentError>>();
        let others = to_us.clone();
        let died = thread::spawn(move || {
            let _alarm = Alarm(&to_us);
            panic!("a defect");
        });
        assert!(died.join().is_err());
        let told = news.recv_timeout(Duration::from_secs(10));
        assert!(matches!(told, Ok(Err(TournamentError::Worker))));
        drop(Alarm(&others));
        assert!(news.try_recv().is_err(), "who leaves in peace says nothing");
    }
}
