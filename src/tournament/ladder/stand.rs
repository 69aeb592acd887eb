//! Plays a standing tournament until it is stopped: watches the folder, tries what comes, pairs and plays.
//!
//! One thread owns the journal and `pairings.jsonl`: it alone decides. Another watches the folder and copies what has
//! arrived. Workers play, one of them trials alone if there is more than one.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Sender};
use std::sync::{Mutex, PoisonError, RwLock};
use std::thread;
use std::time::{Duration, Instant, SystemTime};

use super::desk::{Desk, pairings_of};
use super::queue::{Candidate, Duty, Job, Queue};
use super::{Arrival, Inbox, Seating, VERSIONS, Versions};
use crate::error::{TournamentError, failed};
use crate::players::entrant::Entrant;
use crate::players::no_entrant::NoEntrant;
use crate::results::Results;
use crate::run::event::TournamentEvent;
use crate::run::evidence::Evidences;
use crate::run::live::LiveFolder;
use crate::run::machine::Machine;
use crate::run::play_match::{Played, Table};
use crate::run::play_tournament::Finished;
use crate::run::smoke::{Smoke, try_out, try_starts};
use crate::run::terms::Terms;
use crate::run::worker::{Alarm, Shared};
use crate::settings::tournament_settings::TournamentSettings;
use arbitro_referee::hold_cores;
use arbitro_words::Language;

/// The time for a move in a trial: who waits for the verdict does not wait long.
const TRIAL_MOVE_TIME: Duration = Duration::from_secs(2);

/// Interval of looks at the request to stop, and at what others ask for.
pub(super) const LOOK_EVERY: Duration = Duration::from_millis(100);

/// Settings of a run of a standing tournament.
#[expect(missing_debug_implementations, reason = "what makes players ready has none")]
pub struct Stand<'a> {
    /// The folder of players that is watched.
    pub inbox: &'a Path,
    pub out: &'a Path,
    pub machine: &'a Machine,
    pub seating: Seating<'a>,
    /// Makes a player ready to be started here, or says why it cannot be.
    pub prepare: &'a (dyn Fn(Entrant) -> Result<Entrant, NoEntrant> + Sync),
    /// Players to be measured by, which are copied once.
    pub rungs: &'a [PathBuf],
    /// The opponent of candidates in their trials; themselves, if there is none.
    pub opponent: Option<Entrant>,
    pub until: Option<SystemTime>,
    pub stop: &'a AtomicBool,
    pub language: Language,
}

/// News for the thread that decides.
pub(super) enum News {
    Played(Box<Played>),
    /// A candidate's trial is over.
    Tried(Candidate, Smoke),
    /// A candidate could not be started.
    NotStarted(Candidate, NoEntrant),
    /// A folder arrived: the hash of its bytes, or why they are none of a player.
    Arrived {
        name: String,
        found: Result<String, NoEntrant>,
    },
    Gone(String),
}

pub(super) type Message = Result<News, TournamentError>;

/// Plays until it is stopped, or the time is over.
pub fn stand(
    how: &Stand<'_>,
    results: Results,
    tell: &mut dyn FnMut(&TournamentEvent<'_>) -> io::Result<()>,
) -> Result<Finished, TournamentError> {
    let settings = &results.file.settings.clone();
    let terms = Terms::new(settings)?;
    let trial = TournamentSettings {
        move_time: settings.move_time.min(TRIAL_MOVE_TIME),
        ..settings.clone()
    };
    let trial_terms = Terms::new(&trial)?;
    let versions = Mutex::new(Versions::open(how.out).map_err(failed(&how.out.join(VERSIONS)))?);
    let mut inbox = Inbox::new(how.inbox.to_owned()).map_err(failed(how.inbox))?;
    for name in pairings_of(&results).present() {
        inbox.expect(name, Instant::now());
    }
    let (evidence, live) = (Evidences::new(how.out), LiveFolder::of(how.out, 0));
    let (is_over, hall, queue) = (AtomicBool::new(false), RwLock::new(()), Queue::default());
    let shared = Shared {
        machine: how.machine,
        terms: &terms,
        evidence: &evidence,
        live: &live,
        is_over: &is_over,
        hall: &hall,
    };
    let worker = Worker { how, shared: &shared, trial_terms: &trial_terms, queue: &queue };
    let (to_desk, news) = mpsc::channel::<Message>();
    let mut desk = Desk::open(how, results, &versions, &queue, tell)?;
    thread::scope(|scope| {
        for number in 0..how.machine.jobs {
            let duty = match (how.machine.jobs, number) {
                (1, _) => Duty::Both,
                (_, 0) => Duty::Trials,
                _ => Duty::Matches,
            };
            let (worker, to_desk) = (&worker, to_desk.clone());
            scope.spawn(move || worker.work(duty, &to_desk));
        }
        let (is_over, versions) = (&is_over, &versions);
        scope.spawn(move || watch(how, &mut inbox, versions, is_over, &to_desk));
        let finished = desk.run(&news);
        is_over.store(true, Ordering::Relaxed);
        queue.close();
        finished
    })
}

/// Watches the folder, and copies what has arrived.
fn watch(
    how: &Stand<'_>,
    inbox: &mut Inbox,
    versions: &Mutex<Versions>,
    is_over: &AtomicBool,
    to_desk: &Sender<Message>,
) {
    while !is_over.load(Ordering::Relaxed) {
        for arrival in inbox.look(Instant::now()) {
            let news = match arrival {
                Arrival::Gone { name } => Ok(News::Gone(name)),
                Arrival::Refused { name, why } => Ok(News::Arrived { name, found: Err(why) }),
                Arrival::Quiet { name, .. } => {
                    let mut versions = versions.lock().unwrap_or_else(PoisonError::into_inner);
                    match versions.take(how.inbox, &name, &how.seating) {
                        // It changes, or is being replaced.
                        Ok(Ok(None) | Err(NoEntrant::Missing)) => {
                            inbox.again(&name);
                            continue;
                        }
                        Ok(Ok(Some(kept))) => Ok(News::Arrived { name, found: Ok(kept.sha256) }),
                        Ok(Err(why)) => Ok(News::Arrived { name, found: Err(why) }),
                        Err(failure) => Err(TournamentError::Sandbox(failure)),
                    }
                }
            };
            if to_desk.send(news).is_err() {
                return;
            }
        }
        let rest = Instant::now() + inbox.pause();
        while Instant::now() < rest && !is_over.load(Ordering::Relaxed) {
            thread::sleep(LOOK_EVERY);
        }
    }
}

/// Plays trials and matches.
struct Worker<'a> {
    how: &'a Stand<'a>,
    shared: &'a Shared<'a>,
    trial_terms: &'a Terms,
    queue: &'a Queue,
}

impl Worker<'_> {
    fn work(&self, duty: Duty, to_desk: &Sender<Message>) {
        let _alarm = Alarm(to_desk);
        if let Some(count) = self.how.machine.cores {
            hold_cores(count);
        }
        let mut table = match self.shared.table() {
            Ok(table) => table,
            Err(failure) => {
                let _ = to_desk.send(Err(failure));
                return;
            }
        };
        while let Some(job) = self.queue.take(duty) {
            let Some(news) = self.do_job(&mut table, job).transpose() else { return };
            let has_failed = news.is_err();
            if to_desk.send(news).is_err() || has_failed {
                return;
            }
        }
    }

    /// Does a job; `None` if the run was stopped.
    fn do_job(&self, table: &mut Table<'_>, job: Job) -> Result<Option<News>, TournamentError> {
        match job {
            Job::Match(pairing, players) => {
                let players = players.each_ref().map(|it| &it.entrant);
                let played = self.shared.play(table, pairing, players)?;
                Ok(played.map(|it| News::Played(Box::new(it))))
            }
            Job::Trial(candidate) => self.try_out(table, *candidate).map(Some),
        }
    }

    fn try_out(
        &self,
        table: &mut Table<'_>,
        candidate: Candidate,
    ) -> Result<News, TournamentError> {
        let Stand { machine, opponent, .. } = self.how;
        let entrant = &candidate.seated.entrant;
        if !candidate.is_slow {
            let tried = try_starts(std::slice::from_ref(entrant), machine)?;
            if let Some(why) = tried.into_iter().flatten().next() {
                return Ok(News::NotStarted(candidate, why.into()));
            }
        }
        let terms = if candidate.is_slow { self.shared.terms } else { self.trial_terms };
        let players = [entrant, opponent.as_ref().unwrap_or(entrant)];
        let smoke = try_out(table, players, (terms, machine), self.shared.is_over);
        Ok(News::Tried(candidate, smoke.map_err(TournamentError::Place)?))
    }
}
