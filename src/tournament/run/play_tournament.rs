//! Plays a tournament: several workers, one schedule and one journal.
//!
//! One thread owns the schedule and the journal. Each worker owns a core, a sandbox and an arena,
//! and knows only its current match. A match counts once its line is written. However a run ends,
//! written lines stay, and everything else can be played again.

use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use super::event::{TournamentEvent, seconds};
use super::job_queue::JobQueue;
use super::join::join;
use super::machine::Machine;
use super::play_match::PlayedMatch;
use super::sprt_watch::SprtWatch;
use super::terms::Terms;
use super::worker::RunContext;
use crate::error::TournamentError;
use crate::journal::Journal;
use crate::players::entrant::Entrant;
use crate::results::Results;
use crate::schedule::pairing::Pairing;
use crate::schedule::{Next, Part};
use arbitro_referee::MatchCores;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RunEnd {
    Complete,
    /// The caller stopped it.
    Stopped,
}

/// Matches queued for each worker: enough to keep it busy while the journal is synced.
const MAX_QUEUED: usize = 4;

/// Interval for checking the stop request and syncing an idle journal.
pub(crate) const LOOK_EVERY: Duration = Duration::from_millis(100);

/// Minimum interval between two reports of the results so far.
const TELL_EVERY: Duration = Duration::from_secs(3);

enum WorkerReport {
    Cores(MatchCores),
    Played(Box<PlayedMatch>),
}

type Reported = Result<WorkerReport, TournamentError>;

/// Plays every match that has not finished, or those of a part, and writes the journal.
/// If the host fails, written lines stay and count.
pub fn run(
    folder: &Path,
    mut results: Results,
    entrants: &[Entrant],
    machine: &Machine,
    stop: &AtomicBool,
    tell: &mut dyn FnMut(&TournamentEvent<'_>) -> io::Result<()>,
) -> Result<RunEnd, TournamentError> {
    let mut tell = |event: &TournamentEvent<'_>| tell(event).map_err(TournamentError::Telling);
    let terms = Terms::new(&results.file.settings)?;
    let mut journal = results.open_journal(folder).map_err(TournamentError::Journal)?;
    let done = match results.part {
        Some(_) => results.schedule.ended(),
        None => results.tally.matches(),
    };
    tell(&TournamentEvent::Began {
        players: entrants.len(),
        matches: results.schedule.total(),
        done,
        jobs: machine.jobs,
    })?;
    let began = Instant::now();
    let context = RunContext::new(machine, terms, folder, results.part.map_or(0, Part::number));
    let queue = JobQueue::new();
    let (reports, reported) = mpsc::channel::<Reported>();
    let mut coordinator = Coordinator {
        queue: &queue,
        queued: machine.jobs * MAX_QUEUED,
        results: &mut results,
        journal: &mut journal,
        stop,
        to_begin: machine.cores.map_or(0, |_| machine.jobs),
        cores: Vec::new(),
        done,
        reported_at: Instant::now(),
        tell: &mut tell,
    };
    let finished = thread::scope(|scope| {
        for _ in 0..machine.jobs {
            let (context, queue, reports) = (&context, &queue, reports.clone());
            scope.spawn(move || {
                let begin = |cores| _ = reports.send(Ok(WorkerReport::Cores(cores)));
                context.work(&reports, begin, |table| {
                    let Some(pairing) = queue.take(|_| true) else { return Ok(None) };
                    let players = [pairing.x, pairing.o].map(|it| &entrants[it]);
                    let played = context.play(table, pairing, players)?;
                    Ok(played.map(|played| WorkerReport::Played(Box::new(played))))
                });
            });
        }
        drop(reports);
        let finished = coordinator.run(&reported);
        context.is_over.store(true, Ordering::Relaxed);
        coordinator.queue.close();
        finished
    });
    let done = coordinator.done;
    drop(coordinator);
    let synced = journal.sync().map_err(TournamentError::Journal);
    let finished = finished?;
    synced?;
    in_place(&journal)?;
    drop(journal);
    tell(&TournamentEvent::Ended {
        done,
        was_stopped: finished == RunEnd::Stopped,
        seconds: seconds(began.elapsed()),
    })?;
    // Those who look on see no match any more before the journals are joined.
    drop(context);
    if finished == RunEnd::Complete && results.part.is_none() {
        join(folder, &results.file)?;
    }
    Ok(finished)
}

/// Fails if the journal was moved, removed or replaced.
pub(crate) fn in_place(journal: &Journal) -> Result<(), TournamentError> {
    if journal.is_in_place() {
        Ok(())
    } else {
        Err(TournamentError::Moved(journal.path().to_owned()))
    }
}

/// Collects results and hands out matches.
struct Coordinator<'a> {
    queue: &'a JobQueue<Pairing>,
    /// Matches that wait at most.
    queued: usize,
    results: &'a mut Results,
    journal: &'a mut Journal,
    stop: &'a AtomicBool,
    /// Workers that have yet to report their cores. No match begins before.
    to_begin: usize,
    /// The cores of the others.
    cores: Vec<MatchCores>,
    /// Matches that are over, those of earlier runs included.
    done: u64,
    /// The time when the results so far were last told.
    reported_at: Instant,
    tell: &'a mut dyn FnMut(&TournamentEvent<'_>) -> Result<(), TournamentError>,
}

impl Drop for Coordinator<'_> {
    fn drop(&mut self) {
        // Also if it panics: the workers wait for jobs.
        self.queue.close();
    }
}

impl Coordinator<'_> {
    fn run(&mut self, reported: &Receiver<Reported>) -> Result<RunEnd, TournamentError> {
        let mut open = 0_u64;
        let sprt = self.results.sprt.as_ref();
        if sprt.is_some_and(SprtWatch::has_ended) {
            return Ok(RunEnd::Complete);
        }
        while !self.stop.load(Ordering::Relaxed) {
            // Keep the queue filled as workers take matches.
            while self.to_begin == 0 && self.queue.count(|_| true) < self.queued {
                match self.results.schedule.next_match() {
                    Next::Match(pairing) => {
                        self.queue.change(|jobs| jobs.push_back(pairing));
                        open += 1;
                    }
                    Next::Done if open == 0 => return Ok(RunEnd::Complete),
                    Next::Done | Next::Wait => break,
                }
            }
            match reported.recv_timeout(LOOK_EVERY) {
                Ok(first) => {
                    // Handle all that is there before waiting for a sync.
                    for report in std::iter::once(first).chain(reported.try_iter()) {
                        let played = match report? {
                            WorkerReport::Played(played) => played,
                            WorkerReport::Cores(cores) => {
                                self.tell_cores(cores)?;
                                continue;
                            }
                        };
                        open = open.saturating_sub(1);
                        if self.take(&played)? {
                            return Ok(RunEnd::Complete);
                        }
                    }
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
            self.journal.sync_if_due().map_err(TournamentError::Journal)?;
            in_place(self.journal)?;
        }
        Ok(RunEnd::Stopped)
    }

    /// Tells the cores of all workers once the last one has taken its own.
    fn tell_cores(&mut self, cores: MatchCores) -> Result<(), TournamentError> {
        self.cores.push(cores);
        self.to_begin = self.to_begin.saturating_sub(1);
        if self.to_begin > 0 {
            return Ok(());
        }
        let mut shared: Vec<usize> = self.cores.iter().flat_map(|it| it.shared.clone()).collect();
        shared.sort_unstable();
        shared.dedup();
        let mut cores: Vec<_> = self.cores.iter().map(|core| core.cores.clone()).collect();
        cores.sort_unstable();
        (self.tell)(&TournamentEvent::Cores { cores, shared })
    }

    /// Writes a match to the journal. Returns true if it decides the tournament.
    fn take(&mut self, played: &PlayedMatch) -> Result<bool, TournamentError> {
        self.journal.append(&played.record).map_err(TournamentError::Journal)?;
        let id = played.pairing.id;
        self.done += 1 + self.results.note(id, &played.counts);
        let leader = self.results.leader();
        (self.tell)(&TournamentEvent::of_match(played, self.results, self.done, leader))?;
        if self.reported_at.elapsed() >= TELL_EVERY {
            (self.tell)(&TournamentEvent::Results(self.results))?;
            self.reported_at = Instant::now();
        }
        let Some(sprt) = &mut self.results.sprt else {
            return Ok(false);
        };
        let Some(last) = sprt.note(id, &played.counts) else {
            return Ok(false);
        };
        let event = if sprt.repeats() {
            TournamentEvent::Repeated { last }
        } else {
            TournamentEvent::Decided { last, llr: sprt.llr() }
        };
        (self.tell)(&event)?;
        Ok(true)
    }
}
