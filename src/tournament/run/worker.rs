//! What the workers of a run share, and the loop of each: jobs one after the other, on cores, a sandbox and an arena of
//! its own.

use std::path::Path;
use std::sync::RwLock;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::Sender;
use std::thread;

use super::evidence::EvidenceStore;
use super::live::LiveFolder;
use super::machine::Machine;
use super::play_match::{PlayedMatch, Table};
use super::terms::Terms;
use crate::error::TournamentError;
use crate::players::entrant::Entrant;
use crate::schedule::pairing::Pairing;
use arbitro_referee::{MatchCores, reserve_cores};

/// Reports a worker that panics: otherwise its match would be awaited for ever.
struct Alarm<'a, R>(&'a Sender<Result<R, TournamentError>>);

impl<R> Drop for Alarm<'_, R> {
    fn drop(&mut self) {
        if thread::panicking() {
            let _ = self.0.send(Err(TournamentError::Worker));
        }
    }
}

/// What the workers of a run share.
pub(crate) struct RunContext<'a> {
    pub(crate) machine: &'a Machine,
    pub(crate) terms: Terms,
    evidence: EvidenceStore<'a>,
    live: LiveFolder,
    /// Running matches stop at their next ply, and no new one begins.
    pub(crate) is_over: AtomicBool,
    /// Shared by all matches but a last replay, which has the machine alone.
    quiet: RwLock<()>,
}

impl<'a> RunContext<'a> {
    /// Prepares a run into a folder, of a part or 0.
    pub(crate) fn new(
        machine: &'a Machine,
        terms: Terms,
        folder: &'a Path,
        part: u32,
    ) -> RunContext<'a> {
        RunContext {
            machine,
            terms,
            evidence: EvidenceStore::new(folder),
            live: LiveFolder::new(folder, part),
            is_over: AtomicBool::new(false),
            quiet: RwLock::new(()),
        }
    }

    /// Works until `next` has no report, or fails: the failure is the last report.
    pub(crate) fn work<R>(
        &self,
        reports: &Sender<Result<R, TournamentError>>,
        begin: impl FnOnce(MatchCores),
        next: impl FnMut(&mut Table<'_>) -> Result<Option<R>, TournamentError>,
    ) {
        let _alarm = Alarm(reports);
        if let Some(count) = self.machine.cores {
            begin(reserve_cores(count));
        }
        if let Err(failure) = self.report_all(reports, next) {
            let _ = reports.send(Err(failure));
        }
    }

    fn report_all<R>(
        &self,
        reports: &Sender<Result<R, TournamentError>>,
        mut next: impl FnMut(&mut Table<'_>) -> Result<Option<R>, TournamentError>,
    ) -> Result<(), TournamentError> {
        let table = Table::open(self.machine, &self.quiet, Some(&self.live));
        let mut table = table.map_err(TournamentError::Place)?;
        while let Some(report) = next(&mut table)? {
            if reports.send(Ok(report)).is_err() {
                break;
            }
        }
        Ok(())
    }

    /// Plays a match. Returns `None` if the run was stopped.
    pub(crate) fn play(
        &self,
        table: &mut Table<'_>,
        pairing: Pairing,
        players: [&Entrant; 2],
    ) -> Result<Option<PlayedMatch>, TournamentError> {
        let id = pairing.id;
        let (start, contest) = self.terms.for_pairing(&pairing);
        let played = table
            .play(pairing, players, &*start, &contest, &self.is_over)
            .map_err(|source| TournamentError::Match { id, source })?;
        if let Some(PlayedMatch { evidence: Some(evidence), counts, .. }) = &played
            && let Some((loser, _)) = counts.forfeiter()
        {
            // Before the journal's line: for every line in the journal, everything is there.
            self.evidence.keep(id, loser, evidence).map_err(TournamentError::Journal)?;
        }
        Ok(played)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;
    use std::time::Duration;

    use super::*;

    #[test]
    fn a_worker_that_dies_during_a_match_is_not_awaited() {
        let (reports, received) = mpsc::channel::<Result<(), TournamentError>>();
        let others = reports.clone();
        let died = thread::spawn(move || {
            let _alarm = Alarm(&reports);
            panic!("a defect");
        });
        assert!(died.join().is_err());
        let told = received.recv_timeout(Duration::from_secs(10));
        assert!(matches!(told, Ok(Err(TournamentError::Worker))));
        drop(Alarm(&others));
        assert!(received.try_recv().is_err(), "who leaves in peace says nothing");
    }
}
