//! Plays a tournament: workers that pull matches, one journal.
//!
//! One thread owns the schedule and the journal; workers own a core, a sandbox and an arena each, and
//! know nothing but the match in hand. A match counts once its line is written. Whatever ends this,
//! what was written stays, and everything else can be played again.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, SyncSender};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use thiserror::Error;

use super::entrants::Entrant;
use super::event::{Event, seconds};
use super::journal::{Journal, put_in_order};
use super::openings::Starts;
use super::results::{Remember, Results, ResultsError};
use super::schedule::{Counted, Next, Pairing};
use super::seed::{Purpose, derive};
use super::settings::{Points, Settings};
use super::sprt_watch::SprtWatch;
use super::table::{Evidence, Played, play_match};
use crate::judge::Diagnose;
use crate::notation::FenError;
use crate::referee::{Arena, Contest, HostFailure, stay_on_core};
use crate::rules::Player;
use crate::sandbox::{Guarantees, Keeper, Limits, Require};

/// How a tournament is played on this machine: nothing that decides a result.
#[derive(Clone, Debug)]
pub struct Machine {
    /// Matches at the same time.
    pub jobs: usize,
    /// What the sandbox gives here.
    pub guarantees: Guarantees,
    /// What it must give.
    pub require: Require,
}

/// How it ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finished {
    /// Every match has ended.
    Complete,
    /// Somebody asked for it to stop.
    Stopped,
}

/// Why no more matches are played. What is in the journal stays.
#[derive(Debug, Error)]
pub enum RunError {
    /// The folder's files.
    #[error(transparent)]
    Results(#[from] ResultsError),
    /// An opening of the settings.
    #[error("an opening in tournament.toml: {0}")]
    Opening(#[from] FenError),
    /// The journal cannot be written.
    #[error(
        "the journal cannot be written: make room, then go on with --resume; nothing that was played is lost"
    )]
    Journal(#[source] io::Error),
    /// A place for matches cannot be had.
    #[error("no place for matches can be made")]
    Place(#[source] HostFailure),
    /// The host failed in a match.
    #[error("match {id}")]
    Match {
        /// Which.
        id: u64,
        /// How.
        source: HostFailure,
    },
    /// A defect of this program: nobody waits for what will never come.
    #[error("a worker has died, for a reason that stands above")]
    Worker,
    /// What happens cannot be told.
    #[error("what happens cannot be told")]
    Telling(#[source] io::Error),
}

/// Folders of evidence that are kept for each player, as they come.
const MOST_EVIDENCE: u32 = 50;

/// Matches that wait to be pulled, for each worker: enough for the time in which the journal is
/// brought to the disk.
const AHEAD: usize = 4;

/// How often somebody's wish to stop is looked at, and a quiet journal brought to the disk.
const LOOK_EVERY: Duration = Duration::from_millis(100);

/// What every match of a tournament is played with.
#[derive(Debug)]
pub struct Terms<G> {
    contest: Contest<G>,
    starts: Starts<G>,
    seed: u64,
}

impl<G: Diagnose> Terms<G> {
    /// The terms of these settings.
    ///
    /// # Errors
    ///
    /// When a position of theirs is none.
    pub fn new(settings: &Settings) -> Result<Terms<G>, FenError> {
        let usual = Contest::<G>::usual();
        Ok(Terms {
            contest: Contest {
                ply_limit: Some(settings.max_plies),
                move_time: settings.move_time,
                cpu_time: settings.cpu_time,
                start_time: settings.start_time,
                limits: Limits {
                    memory_bytes: settings.memory,
                    ..usual.limits
                },
                ..usual
            },
            starts: Starts::new(settings)?,
            seed: settings.seed,
        })
    }

    /// A match's.
    pub fn of(&self, pairing: &Pairing) -> Contest<G> {
        Contest {
            start: self.starts.position(pairing.opening),
            // Numbers beyond this are not exact everywhere.
            seed: derive(self.seed, Purpose::Match, pairing.id) >> 11,
            ..self.contest.clone()
        }
    }
}

/// Plays every match that has not ended yet, and writes the journal.
///
/// # Errors
///
/// When the host fails. What was written stays and counts.
pub fn run<G: Diagnose>(
    folder: &Path,
    mut results: Results,
    entrants: &[Entrant],
    machine: &Machine,
    stop: &AtomicBool,
    tell: &mut dyn FnMut(&Event<'_>) -> io::Result<()>,
) -> Result<Finished, RunError> {
    let terms = Terms::<G>::new(&results.file.settings)?;
    let mut journal = Journal::open(folder, results.end).map_err(RunError::Journal)?;
    let mut board = Scoreboard::new(&results);
    tell(&Event::Began {
        players: entrants.len(),
        matches: results.schedule.total(),
        done: board.done,
        jobs: machine.jobs,
    })
    .map_err(RunError::Telling)?;
    let began = Instant::now();
    let (to_workers, matches) = mpsc::sync_channel::<Pairing>(machine.jobs * AHEAD);
    let (to_us, news) = mpsc::channel();
    let matches = Mutex::new(matches);
    let evidence = Evidences::new(folder);
    let is_over = AtomicBool::new(false);
    let finished = thread::scope(|scope| {
        for worker in 0..machine.jobs {
            let bench = Bench {
                worker,
                machine,
                entrants,
                terms: &terms,
                matches: &matches,
                evidence: &evidence,
                is_over: &is_over,
                to_us: to_us.clone(),
            };
            scope.spawn(move || bench.work());
        }
        drop(to_us);
        let mut desk = Desk {
            to_workers,
            results: &mut results,
            journal: &mut journal,
            board: &mut board,
            entrants,
            stop,
        };
        let finished = desk.run(&news, tell);
        // With it goes what workers wait for.
        drop(desk);
        // Whoever is playing leaves the match at its next ply, and nobody begins another.
        is_over.store(true, Ordering::Relaxed);
        finished
    });
    let synced = journal.sync().map_err(RunError::Journal);
    let finished = finished?;
    synced?;
    drop(journal);
    tell(&Event::Ended {
        done: board.done,
        was_stopped: finished == Finished::Stopped,
        seconds: seconds(began.elapsed()),
    })
    .map_err(RunError::Telling)?;
    if finished == Finished::Complete {
        tidy(folder, &results)?;
    }
    Ok(finished)
}

/// Puts the journal of a complete tournament in the order of its matches, if it is not.
fn tidy(folder: &Path, results: &Results) -> Result<(), RunError> {
    let file = results.file.clone();
    let read = Results::of(file, folder, Remember::Places)?;
    let offsets: Vec<u64> = read.offsets.values().copied().collect();
    let is_clean = read.end.lines == offsets.len() as u64;
    if is_clean && offsets.is_sorted() {
        return Ok(());
    }
    // Void matches stay: they tell why there is no result.
    if read.tally.voids() > 0 {
        return Ok(());
    }
    let damaged: Vec<u64> = read.problems.iter().map(|it| it.offset).collect();
    put_in_order(folder, &offsets, &damaged).map_err(RunError::Journal)
}

/// Who has how many points so far.
struct Scoreboard {
    points: Points,
    /// In hundredths.
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
        Scoreboard {
            points,
            sums,
            done: results.tally.matches(),
        }
    }

    fn add(&mut self, x: usize, o: usize, counted: Counted) {
        let Points { win, draw, loss } = self.points;
        let [of_x, of_o] = match counted {
            Counted::Won(Player::X) => [win, loss],
            Counted::Won(Player::O) => [loss, win],
            Counted::Drawn => [draw, draw],
            Counted::Void => [0, 0],
        };
        self.sums[x] += u64::from(of_x);
        self.sums[o] += u64::from(of_o);
        self.done += 1;
    }

    fn leader(&self) -> usize {
        let best = self.sums.iter().copied().max();
        let leader = self.sums.iter().position(|&it| Some(it) == best);
        leader.unwrap_or(0)
    }
}

/// Where results come in and matches are given out.
struct Desk<'a> {
    to_workers: SyncSender<Pairing>,
    results: &'a mut Results,
    journal: &'a mut Journal,
    board: &'a mut Scoreboard,
    entrants: &'a [Entrant],
    stop: &'a AtomicBool,
}

type News = Result<Box<Played>, RunError>;

impl Desk<'_> {
    fn run(
        &mut self,
        news: &Receiver<News>,
        tell: &mut dyn FnMut(&Event<'_>) -> io::Result<()>,
    ) -> Result<Finished, RunError> {
        let mut waiting: Option<Pairing> = None;
        let mut open = 0_u64;
        let sprt = self.results.sprt.as_ref();
        if sprt.is_some_and(SprtWatch::is_decided) {
            return Ok(Finished::Complete);
        }
        loop {
            if self.stop.load(Ordering::Relaxed) {
                return Ok(Finished::Stopped);
            }
            // Gives out as many as are pulled.
            loop {
                let next = match waiting.take() {
                    Some(pairing) => Next::Match(pairing),
                    None => self.results.schedule.next_match(),
                };
                match next {
                    Next::Match(pairing) => match self.to_workers.try_send(pairing) {
                        Ok(()) => open += 1,
                        Err(mpsc::TrySendError::Full(pairing)) => {
                            waiting = Some(pairing);
                            break;
                        }
                        // Every worker has left: each has said why.
                        Err(mpsc::TrySendError::Disconnected(_)) => break,
                    },
                    Next::Done if open == 0 => return Ok(Finished::Complete),
                    Next::Done | Next::Wait => break,
                }
            }
            match news.recv_timeout(LOOK_EVERY) {
                Ok(played) => {
                    open = open.saturating_sub(1);
                    if self.take(&*played?, tell)? {
                        return Ok(Finished::Complete);
                    }
                    // All that is there before the disk is waited for.
                    for played in news.try_iter() {
                        open = open.saturating_sub(1);
                        if self.take(&*played?, tell)? {
                            return Ok(Finished::Complete);
                        }
                    }
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Ok(Finished::Stopped),
            }
            self.journal.sync_if_due().map_err(RunError::Journal)?;
        }
    }

    /// Writes a match down. Says whether the tournament is decided by it.
    fn take(
        &mut self,
        played: &Played,
        tell: &mut dyn FnMut(&Event<'_>) -> io::Result<()>,
    ) -> Result<bool, RunError> {
        let Pairing {
            id, round, x, o, ..
        } = played.pairing;
        let appended = self.journal.append(&played.record);
        appended.map_err(RunError::Journal)?;
        let counted = played.counts.counted;
        self.board.add(x, o, counted);
        for earlier in self.results.note(id, &played.counts) {
            self.board.add(earlier.x, earlier.o, earlier.counted);
        }
        let record = &played.record;
        tell(&Event::Match {
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
        })
        .map_err(RunError::Telling)?;
        let Some(sprt) = &mut self.results.sprt else {
            return Ok(false);
        };
        let Some(last) = sprt.note(id, &played.counts) else {
            return Ok(false);
        };
        let llr = sprt.llr();
        tell(&Event::Decided { last, llr }).map_err(RunError::Telling)?;
        Ok(true)
    }
}

/// Says so when a worker dies: its match would be waited for for ever.
struct Alarm<'a>(&'a Sender<News>);

impl Drop for Alarm<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            let _ = self.0.send(Err(RunError::Worker));
        }
    }
}

/// What a worker has.
struct Bench<'a, G> {
    worker: usize,
    machine: &'a Machine,
    entrants: &'a [Entrant],
    terms: &'a Terms<G>,
    matches: &'a Mutex<Receiver<Pairing>>,
    evidence: &'a Evidences<'a>,
    is_over: &'a AtomicBool,
    to_us: Sender<News>,
}

impl<G: Diagnose> Bench<'_, G> {
    fn work(self) {
        let _alarm = Alarm(&self.to_us);
        stay_on_core(self.worker);
        let mut arena = match self.arena() {
            Ok(arena) => arena,
            Err(failure) => {
                let _ = self.to_us.send(Err(RunError::Place(failure)));
                return;
            }
        };
        loop {
            let pulled = {
                let matches = self.matches.lock();
                matches.unwrap_or_else(PoisonError::into_inner).recv()
            };
            let Ok(pairing) = pulled else { return };
            if self.is_over.load(Ordering::Relaxed) {
                return;
            }
            let Some(played) = self.play(&mut arena, pairing).transpose() else {
                return;
            };
            let has_failed = played.is_err();
            if self.to_us.send(played.map(Box::new)).is_err() || has_failed {
                return;
            }
        }
    }

    fn arena(&self) -> Result<Arena, HostFailure> {
        let Machine {
            guarantees,
            require,
            ..
        } = self.machine;
        let keeper = Keeper::start_with(None, *guarantees, *require)?;
        Arena::new(keeper)
    }

    /// `None` if nobody is interested any more.
    fn play(&self, arena: &mut Arena, pairing: Pairing) -> Result<Option<Played>, RunError> {
        let id = pairing.id;
        let players = [pairing.x, pairing.o].map(|it| &self.entrants[it]);
        let contest = self.terms.of(&pairing);
        let played = play_match(arena, pairing, players, &contest, self.is_over)
            .map_err(|source| RunError::Match { id, source })?;
        let Some(played) = played else {
            return Ok(None);
        };
        if let (Some(evidence), Some((player, _))) = (&played.evidence, played.counts.forfeit) {
            let loser = if player == Player::X {
                pairing.x
            } else {
                pairing.o
            };
            // Before its line in the journal: what is in the journal is all there.
            let kept = self.evidence.keep(id, loser, evidence);
            kept.map_err(RunError::Journal)?;
        }
        Ok(Some(played))
    }
}

/// What is kept of forfeits: `faults/ID/`.
struct Evidences<'a> {
    folder: &'a Path,
    kept: Mutex<BTreeMap<usize, u32>>,
}

impl Evidences<'_> {
    fn new(folder: &Path) -> Evidences<'_> {
        Evidences {
            folder,
            kept: Mutex::new(BTreeMap::new()),
        }
    }

    fn keep(&self, id: u64, loser: usize, evidence: &Evidence) -> io::Result<()> {
        {
            let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
            let kept = kept.entry(loser).or_default();
            if *kept >= MOST_EVIDENCE {
                return Ok(());
            }
            *kept += 1;
        }
        let folder = self.folder.join("faults").join(id.to_string());
        // A run that was killed may have left what belongs to no line.
        match fs::remove_dir_all(&folder) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            Ok(()) | Err(_) => {}
        }
        fs::create_dir_all(&folder)?;
        let (number, board) = &evidence.before;
        fs::write(folder.join(format!("board_{number}.txt")), board)?;
        if let Some(bytes) = &evidence.wrong_file {
            fs::write(folder.join(format!("board_{}.txt", number + 1)), bytes)?;
        }
        for (number, output) in (1..).zip(&evidence.output) {
            if !output.is_empty() {
                fs::write(folder.join(format!("player_{number}.output.txt")), output)?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_dies_while_playing_is_not_waited_for() {
        let (to_us, news) = mpsc::channel();
        let others = to_us.clone();
        let died = thread::spawn(move || {
            let _alarm = Alarm(&to_us);
            panic!("a defect");
        });
        assert!(died.join().is_err());
        let told = news.recv_timeout(Duration::from_secs(10));
        assert!(matches!(told, Ok(Err(RunError::Worker))));
        drop(Alarm(&others));
        assert!(news.try_recv().is_err(), "who leaves in peace says nothing");
    }

    #[test]
    fn what_is_kept_of_a_fault_is_of_one_match_alone() {
        let folder = tempfile::tempdir().unwrap();
        let killed = Evidence {
            before: (3, "before".to_owned()),
            wrong_file: Some(b"wrong".to_vec()),
            output: [b"said".to_vec(), Vec::new()],
        };
        let again = Evidence {
            before: (5, "before".to_owned()),
            ..Evidence::default()
        };
        for evidence in [killed, again] {
            let kept = Evidences::new(folder.path());
            kept.keep(7, 0, &evidence).unwrap();
        }
        let kept = fs::read_dir(folder.path().join("faults/7")).unwrap();
        let names: Vec<_> = kept.map(|it| it.unwrap().file_name()).collect();
        assert_eq!(names, ["board_5.txt"]);
    }
}
