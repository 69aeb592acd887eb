//! Smoke tests: a few plies of each entrant against a random player or itself, on both sides, before the
//! tournament.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError, RwLock};
use std::thread;

use super::forfeit::{Alone, Evidence, TrialFault};
use super::machine::Machine;
use super::play_match::Table;
use super::terms::Terms;
use crate::players::entrant::Entrant;
use crate::schedule::pairing::{MatchResult, Pairing};
use arbitro_records::{MatchRecord, RecordedFault};
use arbitro_referee::{Contest, Contestant, Detail, HostFailure, reserve_cores};
use arbitro_rules::Player;
use arbitro_sandbox::{CannotStart, Keeper, Limits, Plan, Processes, Require, SandboxError};

/// Plies of each match of a smoke test: three moves as player 1, two as player 2.
const PLIES: u32 = 5;

/// Result of an entrant's smoke test.
#[derive(Clone, Debug, PartialEq)]
pub enum Smoke {
    Plays,
    /// The player made a legal move as player 1, and forfeited later or as player 2.
    Falters(Vec<TrialFault>),
    /// The player made no legal move as player 1.
    Fails {
        /// Its behaviour instead.
        fault: Box<TrialFault>,
        /// The record of its match, for a caller that words the result itself.
        record: Box<MatchRecord>,
        /// The boards, and the players' output.
        evidence: Box<Evidence>,
    },
    /// The host failed, for the reason given, or the test was cancelled.
    Untried(String),
}

impl Smoke {
    /// Returns true if the player ran out of time.
    pub(crate) fn was_late(&self) -> bool {
        let is_late = |it: &TrialFault| matches!(it.fault.detail, Some(Detail::Late { .. }));
        match self {
            Smoke::Fails { fault, .. } => is_late(fault),
            Smoke::Falters(faults) => faults.iter().any(is_late),
            Smoke::Plays | Smoke::Untried(_) => false,
        }
    }
}

/// Lets each entrant play both sides against `opponent`, or itself if there is none; returns the results
/// in the order of the entrants. `done` receives the number of finished matches. Once `is_over` is set, no further
/// match begins.
pub fn smoke(
    entrants: &[Entrant],
    opponent: Option<&Entrant>,
    terms: &Terms,
    machine: &Machine,
    is_over: &AtomicBool,
    done: &(dyn Fn(usize) + Sync),
) -> Result<Vec<Smoke>, HostFailure> {
    let next = AtomicUsize::new(0);
    let ended = AtomicUsize::new(0);
    let quiet = RwLock::new(());
    let found = Mutex::new(vec![Smoke::Untried(String::new()); entrants.len()]);
    let work = || -> Result<(), HostFailure> {
        if let Some(count) = machine.cores {
            reserve_cores(count);
        }
        let mut table = Table::open(machine, &quiet, None)?;
        while !is_over.load(Ordering::Relaxed) {
            let place = next.fetch_add(1, Ordering::Relaxed);
            let Some(entrant) = entrants.get(place) else {
                return Ok(());
            };
            let players = [entrant, opponent.unwrap_or(entrant)];
            let became = try_out(&mut table, players, terms, machine, is_over)?;
            found.lock().unwrap_or_else(PoisonError::into_inner)[place] = became;
            done(ended.fetch_add(1, Ordering::Relaxed) + 1);
        }
        Ok(())
    };
    thread::scope(|scope| {
        let workers: Vec<_> =
            (0..machine.jobs.min(entrants.len())).map(|_| scope.spawn(work)).collect();
        workers.into_iter().try_for_each(|worker| {
            let ended = worker.join();
            ended.unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        })
    })?;
    Ok(found.into_inner().unwrap_or_else(PoisonError::into_inner))
}

/// Lets the first of these players play both sides against the other one.
pub(crate) fn try_out(
    table: &mut Table<'_>,
    players: [&Entrant; 2],
    terms: &Terms,
    machine: &Machine,
    is_over: &AtomicBool,
) -> Result<Smoke, HostFailure> {
    let entrant = players[0];
    let mut became = both_sides(table, players, terms, is_over)?;
    let alone = alone(entrant, machine);
    // Advice that is given once.
    match &mut became {
        Smoke::Fails { fault, .. } => {
            fault.advise(alone);
            fault.is_bare = misses_a_file(&fault.fault.said) && is_beside_others(entrant);
        }
        Smoke::Falters(faults) => {
            faults.iter_mut().rev().take(1).for_each(|fault| fault.advise(alone));
        }
        Smoke::Plays | Smoke::Untried(_) => {}
    }
    Ok(became)
}

fn alone(entrant: &Entrant, machine: &Machine) -> Alone {
    let is_one = machine.require != Require::Anything && machine.guarantees.is_one_process();
    match entrant.contestant.processes {
        Processes::Usual if is_one && machine.guarantees.holds_several() => Alone::ByDefault,
        Processes::Usual if is_one => Alone::Here,
        _ => Alone::Not,
    }
}

/// True if a player printed that it found no module or no file, as runtimes and shells say it.
fn misses_a_file(output: &[String]) -> bool {
    let words = ["no module named", "no such file", "not found", "cannot find"];
    output.iter().map(|it| it.to_lowercase()).any(|it| words.iter().any(|word| it.contains(word)))
}

/// True for a player that is a single file in a folder with others.
fn is_beside_others(entrant: &Entrant) -> bool {
    let folder = entrant.place.parent().filter(|_| entrant.place.is_file());
    folder.and_then(|folder| folder.read_dir().ok()).is_some_and(|read_dir| read_dir.count() > 1)
}

/// Starts and immediately stops each player, to report before the first match which cannot be
/// started. Returns the reasons, told of the originals, in the order of the entrants.
pub fn try_starts(
    entrants: &[Entrant],
    machine: &Machine,
) -> Result<Vec<Option<CannotStart>>, SandboxError> {
    let mut keeper = Keeper::start_with(None, machine.guarantees, machine.require)?;
    let of_each = entrants.iter().map(|entrant| {
        let contestant = &entrant.contestant;
        let why = keeper.try_start(&Plan {
            program: contestant.program.clone(),
            args: contestant.args.clone(),
            readable: contestant.readable.clone(),
            variables: contestant.variables.clone(),
            folder_variable: None,
            files: Vec::new(),
            limits: Limits::default(),
            processes: contestant.processes,
        })?;
        let Contestant { program, readable, .. } = contestant;
        let copy = readable.first().unwrap_or(program);
        let refused = |why| CannotStart::Refused { file: program.clone(), why };
        Ok(why.map(|why| refused(why).moved(copy, &entrant.place)))
    });
    of_each.collect()
}

/// Lets an entrant play each side. One that makes no legal move as player 1 is left out, so the
/// other side is not tried: that could only take as long again.
fn both_sides(
    table: &mut Table<'_>,
    players: [&Entrant; 2],
    terms: &Terms,
    is_over: &AtomicBool,
) -> Result<Smoke, HostFailure> {
    let first = trial_match(table, Player::X, players, terms, is_over)?;
    if matches!(first, Smoke::Fails { .. } | Smoke::Untried(_)) {
        return Ok(first);
    }
    let second = trial_match(table, Player::O, players, terms, is_over)?;
    Ok(match (first, second) {
        (Smoke::Falters(first), Smoke::Falters(second)) => Smoke::Falters([first, second].concat()),
        (Smoke::Plays, second) => second,
        (first, _) => first,
    })
}

fn trial_match(
    table: &mut Table<'_>,
    side: Player,
    [entrant, opponent]: [&Entrant; 2],
    terms: &Terms,
    is_over: &AtomicBool,
) -> Result<Smoke, HostFailure> {
    let pairing = Pairing { id: 0, round: 0, x: 0, o: 1, opening: 1, pair: 0 };
    let (start, contest) = terms.for_pairing(&pairing);
    let contest = Contest { ply_limit: Some(PLIES), ..contest };
    let players = match side {
        Player::X => [entrant, opponent],
        Player::O => [opponent, entrant],
    };
    let played = table.play(pairing, players, &*start, &contest, is_over)?;
    let Some(played) = played else {
        return Ok(Smoke::Untried(String::new()));
    };
    if played.counts.counted == MatchResult::Void {
        return Ok(Smoke::Untried(played.record.warnings.join("; ")));
    }
    let is_its_own = |it: &RecordedFault| it.player == side.to_string();
    let Some(fault) = played.record.fault.clone().filter(is_its_own) else {
        return Ok(Smoke::Plays);
    };
    let fault = TrialFault { game: start.game(), side, fault, alone: Alone::Not, is_bare: false };
    Ok(match (side, fault.fault.ply) {
        (Player::X, 1) => Smoke::Fails {
            fault: Box::new(fault),
            evidence: Box::new(played.evidence.unwrap_or_default()),
            record: Box::new(played.record),
        },
        _ => Smoke::Falters(vec![fault]),
    })
}
