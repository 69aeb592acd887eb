//! Plays a standing tournament until it is stopped: watches the folder, tries what comes, pairs and plays.
//!
//! One thread owns the journal and `pairings.jsonl`: it alone decides. Another watches the folder and copies what has
//! arrived. Workers play, one of them trials alone if there is more than one.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Sender};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant, SystemTime};

use super::coordinator::{Coordinator, pairings_of};
use super::queue::{Candidate, Job};
use super::{Arrival, Inbox, VERSIONS, Versions};
use crate::error::{TournamentError, failed};
use crate::players::entrant::Entrant;
use crate::players::entrants::EntrantTerms;
use crate::players::no_entrant::NoEntrant;
use crate::results::Results;
use crate::run::event::TournamentEvent;
use crate::run::job_queue::JobQueue;
use crate::run::machine::Machine;
use crate::run::play_match::{PlayedMatch, Table};
use crate::run::play_tournament::{LOOK_EVERY, RunEnd};
use crate::run::smoke::{Smoke, try_out, try_starts};
use crate::run::terms::Terms;
use crate::run::worker::RunContext;
use crate::settings::tournament_settings::TournamentSettings;
use arbitro_sandbox::CannotStart;
use arbitro_words::Language;

/// The time for a move in a trial: who waits for the verdict does not wait long.
const TRIAL_MOVE_TIME: Duration = Duration::from_secs(2);

/// Settings of a run of a standing tournament.
#[expect(missing_debug_implementations, reason = "what makes players ready has none")]
pub struct Stand<'a> {
    /// The folder of players that is watched.
    pub inbox: &'a Path,
    pub out: &'a Path,
    pub machine: &'a Machine,
    pub entrant_terms: EntrantTerms<'a>,
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

/// A report to the thread that decides.
pub(super) enum Report {
    Played(Box<PlayedMatch>),
    /// A candidate's trial is over.
    Tried(Box<Candidate>, Smoke),
    NotStarted(String, CannotStart),
    /// A folder arrived: the hash of its bytes, or why they are none of a player.
    Arrived {
        name: String,
        found: Result<String, NoEntrant>,
    },
    Gone(String),
}

pub(super) type Reported = Result<Report, TournamentError>;

/// Plays until it is stopped, or the time is over.
pub fn stand(
    how: &Stand<'_>,
    results: Results,
    tell: &mut dyn FnMut(&TournamentEvent<'_>) -> io::Result<()>,
) -> Result<RunEnd, TournamentError> {
    let Stand { machine, out, .. } = *how;
    let settings = &results.file.settings;
    let trial = TournamentSettings {
        move_time: settings.move_time.min(TRIAL_MOVE_TIME),
        ..settings.clone()
    };
    let trial_terms = Terms::new(&trial)?;
    let context = RunContext::new(machine, Terms::new(settings)?, out, 0);
    let has_other_users = machine.guarantees.has_other_users();
    let versions = Versions::open(out, how.entrant_terms, has_other_users);
    let versions = Mutex::new(versions.map_err(failed(&out.join(VERSIONS)))?);
    let mut inbox = Inbox::new(how.inbox.to_owned()).map_err(failed(how.inbox))?;
    for name in pairings_of(&results).present() {
        inbox.expect(name, Instant::now());
    }
    let queue = JobQueue::new();
    let (reports, reported) = mpsc::channel::<Reported>();
    let mut coordinator = Coordinator::open(how, results, &versions, &queue, tell)?;
    thread::scope(|scope| {
        let (context, versions, trial_terms) = (&context, &versions, &trial_terms);
        for number in 0..machine.jobs {
            // One worker does trials alone, if there are more: nobody waits for a verdict behind matches.
            let may_do =
                move |job: &Job| machine.jobs == 1 || job.first_trial().is_some() == (number == 0);
            let (queue, reports) = (&queue, reports.clone());
            scope.spawn(move || {
                context.work(&reports, drop, |table| match queue.take(may_do) {
                    Some(Job::Match(pairing, players)) => {
                        let players = players.each_ref().map(|each_ref| &each_ref.entrant);
                        let played = context.play(table, pairing, players)?;
                        Ok(played.map(|played| Report::Played(Box::new(played))))
                    }
                    Some(Job::Trial(candidate)) => {
                        let terms = if candidate.is_slow { &context.terms } else { trial_terms };
                        try_candidate(how, table, candidate, terms, &context.is_over).map(Some)
                    }
                    None => Ok(None),
                });
            });
        }
        scope.spawn(move || watch(how, &mut inbox, versions, &context.is_over, &reports));
        let finished = coordinator.run(&reported);
        context.is_over.store(true, Ordering::Relaxed);
        drop(coordinator);
        finished
    })
}

/// Watches the folder, and copies what has arrived.
fn watch(
    how: &Stand<'_>,
    inbox: &mut Inbox,
    versions: &Mutex<Versions<'_>>,
    is_over: &AtomicBool,
    reports: &Sender<Reported>,
) {
    while !is_over.load(Ordering::Relaxed) {
        for arrival in inbox.look(Instant::now()) {
            let report = match arrival {
                Arrival::Gone { name } => Ok(Report::Gone(name)),
                Arrival::Refused { name, why } => Ok(Report::Arrived { name, found: Err(why) }),
                Arrival::Quiet { name } => {
                    let mut versions = versions.lock().unwrap_or_else(PoisonError::into_inner);
                    match versions.take(how.inbox, &name) {
                        // It changes, or is being replaced.
                        Ok(Ok(None) | Err(NoEntrant::Missing)) => {
                            inbox.again(&name);
                            continue;
                        }
                        Ok(Ok(Some(sha256))) => Ok(Report::Arrived { name, found: Ok(sha256) }),
                        Ok(Err(why)) => Ok(Report::Arrived { name, found: Err(why) }),
                        Err(failure) => Err(TournamentError::Sandbox(failure)),
                    }
                }
            };
            if reports.send(report).is_err() {
                return;
            }
        }
        let rest = Instant::now() + inbox.pause();
        while Instant::now() < rest && !is_over.load(Ordering::Relaxed) {
            thread::sleep(LOOK_EVERY);
        }
    }
}

/// Starts a candidate, and lets it play its trial.
fn try_candidate(
    how: &Stand<'_>,
    table: &mut Table<'_>,
    candidate: Box<Candidate>,
    terms: &Terms,
    is_over: &AtomicBool,
) -> Result<Report, TournamentError> {
    let Stand { machine, opponent, .. } = how;
    let entrant = &candidate.player.entrant;
    if !candidate.is_slow {
        let tried = try_starts(std::slice::from_ref(entrant), machine)?;
        if let Some(why) = tried.into_iter().flatten().next() {
            return Ok(Report::NotStarted(candidate.name, why));
        }
    }
    let players = [entrant, opponent.as_ref().unwrap_or(entrant)];
    let smoke = try_out(table, players, terms, machine, is_over);
    Ok(Report::Tried(candidate, smoke.map_err(TournamentError::Place)?))
}
