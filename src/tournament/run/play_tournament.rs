//! Plays a tournament: several workers, one schedule and one journal.
//!
//! One thread owns the schedule and the journal. Each worker owns a core, a sandbox and an arena,
//! and knows only its current match. A match counts once its line is written. However a run ends,
//! written lines stay, and everything else can be played again.

use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::sync::{Mutex, RwLock};
use std::thread;
use std::time::{Duration, Instant};

use super::event::{TournamentEvent, seconds};
use super::evidence::Evidences;
use super::join::join;
use super::live::LiveFolder;
use super::machine::Machine;
use super::play_match::Played;
use super::sprt_watch::SprtWatch;
use super::terms::Terms;
use super::worker::{Shared, Worker, WorkerMessage, WorkerNews};
use crate::error::TournamentError;
use crate::journal::Journal;
use crate::players::entrant::Entrant;
use crate::results::Results;
use crate::schedule::pairing::{MatchResult, Pairing};
use crate::schedule::{Next, Part};
use crate::settings::tournament_settings::Points;
use arbitro_referee::HeldCores;

/// The end of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finished {
    Complete,
    /// The caller stopped it.
    Stopped,
}

/// Matches queued for each worker: enough to keep it busy while the journal is synced.
const MAX_QUEUED: usize = 4;

/// Interval for checking the stop request and syncing an idle journal.
const LOOK_EVERY: Duration = Duration::from_millis(100);

/// Minimum interval between two reports of the results so far.
const TELL_EVERY: Duration = Duration::from_secs(3);

/// Plays every match that has not finished, or those of a part, and writes the journal.
/// If the host fails, written lines stay and count.
pub fn run(
    folder: &Path,
    mut results: Results,
    entrants: &[Entrant],
    machine: &Machine,
    stop: &AtomicBool,
    tell: &mut dyn FnMut(&TournamentEvent<'_>) -> io::Result<()>,
) -> Result<Finished, TournamentError> {
    let mut tell = |event: &TournamentEvent<'_>| tell(event).map_err(TournamentError::Telling);
    let terms = Terms::new(&results.file.settings)?;
    let part = results.part.map_or(0, Part::number);
    let mut journal = results.open_journal(folder).map_err(TournamentError::Journal)?;
    let mut board = Scoreboard::new(&results);
    tell(&TournamentEvent::Began {
        players: entrants.len(),
        matches: results.schedule.total(),
        done: board.done,
        jobs: machine.jobs,
    })?;
    let began = Instant::now();
    let (to_workers, matches) = mpsc::sync_channel::<Pairing>(machine.jobs * MAX_QUEUED);
    let (to_us, news) = mpsc::channel();
    let matches = Mutex::new(matches);
    let evidence = Evidences::new(folder);
    let live = LiveFolder::of(folder, part);
    let is_over = AtomicBool::new(false);
    let hall = RwLock::new(());
    let shared = Shared {
        machine,
        terms: &terms,
        evidence: &evidence,
        live: &live,
        is_over: &is_over,
        hall: &hall,
    };
    let finished = thread::scope(|scope| {
        for _ in 0..machine.jobs {
            let (matches, to_us) = (&matches, to_us.clone());
            let worker = Worker { shared: &shared, entrants, matches, to_us };
            scope.spawn(move || worker.work());
        }
        drop(to_us);
        let mut desk = Desk {
            to_workers,
            results: &mut results,
            journal: &mut journal,
            board: &mut board,
            entrants,
            stop,
            to_begin: machine.cores.map_or(0, |_| machine.jobs),
            held: Vec::new(),
            told: Instant::now(),
            tell: &mut tell,
        };
        let finished = desk.run(&news);
        // Closes the channel that the workers wait on.
        drop(desk);
        // Running matches stop at their next ply, and no new one begins.
        is_over.store(true, Ordering::Relaxed);
        finished
    });
    let synced = journal.sync().map_err(TournamentError::Journal);
    let finished = finished?;
    synced?;
    in_place(&journal)?;
    drop(journal);
    tell(&TournamentEvent::Ended {
        done: board.done,
        was_stopped: finished == Finished::Stopped,
        seconds: seconds(began.elapsed()),
    })?;
    drop(live);
    if finished == Finished::Complete && results.part.is_none() {
        join(folder, &results.file)?;
    }
    Ok(finished)
}

fn in_place(journal: &Journal) -> Result<(), TournamentError> {
    match journal.is_in_place() {
        true => Ok(()),
        false => Err(TournamentError::Moved(journal.path().to_owned())),
    }
}

/// Points of each player so far, for the leader in events.
struct Scoreboard {
    points: Points,
    /// Points in hundredths.
    sums: Vec<u64>,
    done: u64,
}

impl Scoreboard {
    fn new(results: &Results) -> Scoreboard {
        let points = results.file.settings.points;
        let standings = results.standings();
        let mut sums = vec![0; results.tally.entrants()];
        for standing in &standings.ranking {
            sums[standing.entrant] = standing.points;
        }
        let done = match results.part {
            Some(_) => results.schedule.ended(),
            None => results.tally.matches(),
        };
        Scoreboard { points, sums, done }
    }

    fn add(&mut self, x: usize, o: usize, counted: MatchResult) {
        let [of_x, of_o] = counted.worth(self.points);
        self.sums[x] += of_x;
        self.sums[o] += of_o;
        self.done += 1;
    }

    fn leader(&self) -> usize {
        let best = self.sums.iter().copied().max();
        let leader = self.sums.iter().position(|&it| Some(it) == best);
        leader.unwrap_or(0)
    }
}

/// Collects results and hands out matches.
struct Desk<'a> {
    to_workers: SyncSender<Pairing>,
    results: &'a mut Results,
    journal: &'a mut Journal,
    board: &'a mut Scoreboard,
    entrants: &'a [Entrant],
    stop: &'a AtomicBool,
    /// Workers that have yet to tell their cores. No match begins before.
    to_begin: usize,
    /// The cores of the others.
    held: Vec<HeldCores>,
    /// The time when the results so far were last told.
    told: Instant,
    tell: &'a mut dyn FnMut(&TournamentEvent<'_>) -> Result<(), TournamentError>,
}

impl Desk<'_> {
    fn run(&mut self, news: &Receiver<WorkerMessage>) -> Result<Finished, TournamentError> {
        let mut waiting: Option<Pairing> = None;
        let mut open = 0_u64;
        let sprt = self.results.sprt.as_ref();
        if sprt.is_some_and(SprtWatch::has_ended) {
            return Ok(Finished::Complete);
        }
        loop {
            if self.stop.load(Ordering::Relaxed) {
                return Ok(Finished::Stopped);
            }
            // Keep the queue filled as workers take matches.
            loop {
                let next = match waiting.take() {
                    Some(pairing) => Next::Match(pairing),
                    None => self.results.schedule.next_match(),
                };
                match next {
                    Next::Match(pairing) if self.to_begin > 0 => {
                        waiting = Some(pairing);
                        break;
                    }
                    Next::Match(pairing) => match self.to_workers.try_send(pairing) {
                        Ok(()) => open += 1,
                        Err(mpsc::TrySendError::Full(pairing)) => {
                            waiting = Some(pairing);
                            break;
                        }
                        // All workers are gone; each has reported why.
                        Err(mpsc::TrySendError::Disconnected(_)) => break,
                    },
                    Next::Done if open == 0 => return Ok(Finished::Complete),
                    Next::Done | Next::Wait => break,
                }
            }
            match news.recv_timeout(LOOK_EVERY) {
                Ok(first) => {
                    // Handle all that is there before waiting for a sync.
                    for message in std::iter::once(first).chain(news.try_iter()) {
                        let played = match message? {
                            WorkerNews::Played(played) => played,
                            WorkerNews::Cores(cores) => {
                                self.tell_cores(cores)?;
                                continue;
                            }
                        };
                        open = open.saturating_sub(1);
                        if self.take(&played)? {
                            return Ok(Finished::Complete);
                        }
                    }
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Ok(Finished::Stopped),
            }
            self.journal.sync_if_due().map_err(TournamentError::Journal)?;
            in_place(self.journal)?;
        }
    }

    /// Tells the cores of all workers once the last one has taken its own.
    fn tell_cores(&mut self, cores: HeldCores) -> Result<(), TournamentError> {
        self.held.push(cores);
        self.to_begin = self.to_begin.saturating_sub(1);
        if self.to_begin > 0 {
            return Ok(());
        }
        let mut shared: Vec<usize> = self.held.iter().flat_map(|it| it.shared.clone()).collect();
        shared.sort_unstable();
        shared.dedup();
        let mut cores: Vec<_> = self.held.iter().map(|it| it.cores.clone()).collect();
        cores.sort_unstable();
        (self.tell)(&TournamentEvent::Cores { cores, shared })
    }

    /// Writes a match to the journal. Returns true if it decides the tournament.
    fn take(&mut self, played: &Played) -> Result<bool, TournamentError> {
        let Pairing { id, round, x, o, .. } = played.pairing;
        let appended = self.journal.append(&played.record);
        appended.map_err(TournamentError::Journal)?;
        let counted = played.counts.counted;
        self.board.add(x, o, counted);
        for earlier in self.results.note(id, &played.counts) {
            self.board.add(earlier.x, earlier.o, earlier.counted);
        }
        let record = &played.record;
        (self.tell)(&TournamentEvent::Match {
            id,
            round,
            x: &self.entrants[x].name,
            o: &self.entrants[o].name,
            winner: record.winner.as_deref(),
            reason: record.reason.as_deref().unwrap_or("void"),
            text: record.fault.as_ref().and_then(|it| it.text.as_deref()),
            plies: played.counts.plies,
            done: self.board.done,
            matches: self.results.schedule.total(),
            leader: &self.entrants[self.board.leader()].name,
        })?;
        if self.told.elapsed() >= TELL_EVERY {
            (self.tell)(&TournamentEvent::Results(self.results))?;
            self.told = Instant::now();
        }
        let Some(sprt) = &mut self.results.sprt else {
            return Ok(false);
        };
        let Some(last) = sprt.note(id, &played.counts) else {
            return Ok(false);
        };
        let event = match sprt.repeats() {
            true => TournamentEvent::Repeated { last },
            false => TournamentEvent::Decided { last, llr: sprt.llr() },
        };
        (self.tell)(&event)?;
        Ok(true)
    }
}
