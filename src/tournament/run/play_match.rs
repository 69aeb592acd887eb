//! Plays one match of a tournament and makes its record.

use std::collections::BTreeMap;
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{PoisonError, RwLock};
use std::thread;
use std::time::Duration;

use super::forfeit::Evidence;
use super::live::{LiveFolder, LiveMatch};
use super::machine::Machine;
use crate::Entrant;
use crate::ranking::tally::{CountedMatch as Counts, FORFEITS, game_hash};
use crate::schedule::pairing::{MatchResult, Pairing};
use crate::settings::tournament_file::with_causes;
use arbitro_records::{MatchRecord, Named, RecordedFault};
use arbitro_referee::{
    Arena, Contest, HostFailure, MatchEnd, MatchEvent, Report, Warning, is_over_soon,
};
use arbitro_rules::history::Both;
use arbitro_rules::line::Line;
use arbitro_rules::{Player, Reason};
use arbitro_sandbox::{Guarantees, Keeper, Strength};
use arbitro_words::{Language, say};

#[derive(Clone, Debug)]
pub struct PlayedMatch {
    pub pairing: Pairing,
    /// Its record, which can be checked independently.
    pub record: MatchRecord,
    /// Its effect on the standings.
    pub counts: Counts,
    /// The players' output and the faulty file, if the match ended by a fault.
    pub evidence: Option<Evidence>,
}

/// Maximum number of replays of a match that the host disturbed. The last one is played alone, and after a failure
/// other than a busy machine all of them are.
const MAX_REPLAYS: u32 = 3;

/// Time before the first replay after a failure of the host, and twice as much before each further one.
const FIRST_PAUSE: Duration = Duration::from_millis(100);

/// Matches, one after the other, that the host may fail in before it counts as unfit for more.
const MAX_FAILED: u32 = 3;

#[derive(Debug)]
pub struct Table<'a> {
    machine: &'a Machine,
    arena: Arena,
    /// Shared by all matches but a last replay, which has the machine alone.
    quiet: &'a RwLock<()>,
    /// The folder where its match can be watched.
    live: Option<&'a LiveFolder>,
    /// Matches since the latest one that the host let be played.
    failed: u32,
}

/// A match to be played: who meets, from where, and under which terms.
#[derive(Clone, Copy)]
struct Bout<'a> {
    pairing: Pairing,
    players: [&'a Entrant; 2],
    start: &'a dyn Line,
    contest: &'a Contest,
}

enum Attempt {
    Played(Box<Report>),
    /// The run is stopping: the result is not needed.
    Unneeded,
    /// The host failed in each replay, and no player did.
    Void(HostFailure),
}

impl<'a> Table<'a> {
    /// Opens a table among others that share `quiet`, whose matches can be watched in `live`.
    pub fn open(
        machine: &'a Machine,
        quiet: &'a RwLock<()>,
        live: Option<&'a LiveFolder>,
    ) -> Result<Table<'a>, HostFailure> {
        Ok(Table { arena: arena(machine)?, machine, quiet, live, failed: 0 })
    }

    /// Plays one match, and replays it if the host disturbed it. Returns `None` if `is_over` became true
    /// during the match or right after it: the caller then does not need the result.
    /// Fails only where the host would disturb every match.
    pub fn play(
        &mut self,
        pairing: Pairing,
        players: [&Entrant; 2],
        start: &dyn Line,
        contest: &Contest,
        is_over: &AtomicBool,
    ) -> Result<Option<PlayedMatch>, HostFailure> {
        let bout = Bout { pairing, players, start, contest };
        let live = self.live.map(|live| LiveMatch::new(live, pairing.id, bout.heading()));
        match self.attempts(bout, live, is_over)? {
            Attempt::Unneeded => Ok(None),
            Attempt::Void(failure) if self.is_unfit(&failure) => Err(failure),
            Attempt::Void(failure) => Ok(Some(bout.void(&failure))),
            Attempt::Played(report) => {
                self.failed = 0;
                Ok(Some(bout.played(*report, self.arena.keeper().guarantees())))
            }
        }
    }

    /// Returns true if the host fails whatever is played.
    fn is_unfit(&mut self, failure: &HostFailure) -> bool {
        match failure {
            // No match is to blame for a store that stays full.
            HostFailure::NoRoom { holder: None, .. } => true,
            // The next match may be shorter, or of other players.
            HostFailure::Overloaded { .. }
            | HostFailure::NotStarted { .. }
            | HostFailure::Rules(_)
            | HostFailure::NoRoom { .. } => false,
            HostFailure::Sandbox(_)
            | HostFailure::Killed { .. }
            | HostFailure::Folder(_)
            | HostFailure::Io { .. }
            | HostFailure::Telling(_) => {
                self.failed += 1;
                self.failed >= MAX_FAILED
            }
        }
    }

    fn attempts(
        &mut self,
        bout: Bout<'_>,
        mut live: Option<LiveMatch<'_>>,
        is_over: &AtomicBool,
    ) -> Result<Attempt, HostFailure> {
        let mut replays = 0;
        let mut has_failed = false;
        // Of each time that it failed alone, the player whose doing it may be.
        let mut suspects: Vec<Option<Player>> = Vec::new();
        loop {
            let is_last = replays == MAX_REPLAYS;
            // What fails beside others may be their doing.
            let is_alone = is_last || has_failed;
            let suspect = suspects.first().copied().flatten();
            let is_same = is_last && suspects.iter().all(|player| *player == suspect);
            let suspect = suspect.filter(|_| is_same);
            let failure = match self.attempt(bout, is_alone, suspect, live.as_mut(), is_over) {
                Ok(report) => return Ok(settled(report, is_over)),
                Err(HostFailure::Telling(_)) => return Ok(Attempt::Unneeded),
                Err(_) if is_over_soon(is_over) => return Ok(Attempt::Unneeded),
                // The player could be started when the tournament began, so its program has been moved
                // or replaced since.
                // The program that knows the rules has been started again already.
                Err(failure @ (HostFailure::NotStarted { .. } | HostFailure::Rules(_))) => {
                    return Ok(Attempt::Void(failure));
                }
                Err(failure) => failure,
            };
            if is_alone {
                suspects.push(failure.suspect());
            }
            if !matches!(failure, HostFailure::Overloaded { .. }) {
                has_failed = true;
                // What is left of the arena may be useless.
                thread::sleep(FIRST_PAUSE * (1 << replays));
                self.arena = arena(self.machine)?;
            }
            if is_last {
                return Ok(Attempt::Void(failure));
            }
            replays += 1;
        }
    }

    fn attempt(
        &mut self,
        Bout { players, start, contest, .. }: Bout<'_>,
        is_alone: bool,
        suspect: Option<Player>,
        mut live: Option<&mut LiveMatch<'_>>,
        is_over: &AtomicBool,
    ) -> Result<Report, HostFailure> {
        let mut go_on = |line: &dyn Line, event: MatchEvent| {
            if is_over.load(Ordering::Relaxed) {
                return Err(io::ErrorKind::Interrupted.into());
            }
            if let (Some(live), MatchEvent::Move { .. } | MatchEvent::Waiting) = (&mut live, event)
            {
                live.note(line);
            }
            Ok(())
        };
        let of = players.map(|entrant| &entrant.contestant);
        // A worker that panicked has left nothing half done.
        if is_alone {
            let _alone = self.quiet.write().unwrap_or_else(PoisonError::into_inner);
            self.arena.replay(start, contest, of, suspect, &mut go_on)
        } else {
            let _among_others = self.quiet.read().unwrap_or_else(PoisonError::into_inner);
            self.arena.play(start, contest, of, &mut go_on)
        }
    }
}

fn arena(machine: &Machine) -> Result<Arena, HostFailure> {
    let keeper = Keeper::start_with(None, machine.guarantees, machine.require)?;
    Arena::new(keeper)
}

/// Returns the attempt that a report counts for while the run may be stopping: a signal that ends the run may have ended a
/// player first.
fn settled(report: Report, is_over: &AtomicBool) -> Attempt {
    match &report.outcome {
        MatchEnd::Forfeit(forfeit) if forfeit.detail.can_be_external() && is_over_soon(is_over) => {
            Attempt::Unneeded
        }
        MatchEnd::Forfeit(_) | MatchEnd::Rules(_) => Attempt::Played(Box::new(report)),
    }
}

impl Bout<'_> {
    /// The match with its record and result, without what only a report tells.
    fn ended(self, record: MatchRecord, counted: MatchResult) -> PlayedMatch {
        let Pairing { x, o, opening, .. } = self.pairing;
        let opening = Some(opening);
        let counts = Counts { x, o, opening, counted, forfeit: None, plies: 0, game: None };
        PlayedMatch { pairing: self.pairing, record, counts, evidence: None }
    }

    fn played(self, report: Report, guarantees: &Guarantees) -> PlayedMatch {
        let counted = report.outcome.winner().map_or(MatchResult::Drawn, MatchResult::Won);
        let mut played = self.ended(self.record(&report, guarantees), counted);
        let PlayedMatch { record, counts, .. } = &mut played;
        let (start, winner) = (record.start.as_deref(), record.winner.as_deref());
        counts.game = Some(game_hash(start, &record.moves, winner));
        counts.plies = report.line.plies() as u64;
        if let MatchEnd::Forfeit(forfeit) = &report.outcome {
            let reason = forfeit.reason();
            let place = FORFEITS.iter().position(|it| *it == reason.name());
            counts.forfeit = place.map(|place| (forfeit.player, place));
        }
        played.evidence = played.counts.forfeit.map(|_| evidence(report));
        played
    }

    /// Returns the match, which could not be played fairly.
    fn void(self, failure: &HostFailure) -> PlayedMatch {
        let record = MatchRecord {
            reason: Some(Reason::Void.into()),
            warnings: vec![with_causes(failure)],
            ..self.heading()
        };
        self.ended(record, MatchResult::Void)
    }

    /// Fills in the record's fields that are known before the match.
    fn heading(self) -> MatchRecord {
        let Bout { pairing, players, start, contest } = self;
        let [x, o] =
            players.map(|it| Named { name: it.name.clone(), sha256: Some(it.sha256.clone()) });
        MatchRecord {
            id: Some(pairing.id.into()),
            round: Some(pairing.round),
            opening: Some(pairing.opening),
            players: Some(Both { x, o }),
            max_plies: contest.ply_limit.map(u64::from),
            seed: Some(contest.seed),
            plies: None,
            ..MatchRecord::of_line(start)
        }
    }

    fn record(self, report: &Report, guarantees: &Guarantees) -> MatchRecord {
        let in_english = |it: &Warning| say(it, Language::English).into_owned();
        let peaks = report.traces.each_ref();
        let [x, o] = peaks.map(|peak| peak.as_ref().map(|it| it.usage.peak_bytes >> 10));
        let mut record = self.heading();
        record.follow(&*report.line);
        MatchRecord {
            winner: report.outcome.winner().map(Into::into),
            reason: Some(report.outcome.reason().into()),
            fault: match &report.outcome {
                MatchEnd::Rules(_) => None,
                MatchEnd::Forfeit(fault) => {
                    Some(RecordedFault::from_fault(fault, report.line.game()))
                }
            },
            ms: report.times.iter().map(|time| milliseconds(time.wall)).collect(),
            cpu_ms: report.times.iter().map(|time| milliseconds(time.cpu)).collect(),
            peak_kib: Some(Both { x, o }),
            warnings: report.warnings.iter().map(in_english).collect(),
            protection: protection(guarantees),
            ..record
        }
    }
}

fn evidence(report: Report) -> Evidence {
    let number = report.line.plies() as u64 + 1;
    let board = report.line.board(report.line.plies());
    let (wrong_file, stray) = match report.outcome {
        MatchEnd::Forfeit(fault) => {
            (fault.wrote, fault.detail.stray_path().map(str::to_owned).zip(fault.stray))
        }
        MatchEnd::Rules(_) => (None, None),
    };
    let [x, o] = report.traces.map(|traces| {
        let traces = traces.unwrap_or_default();
        let [asked, answered] = traces.talk.unwrap_or_default();
        (asked, [answered, traces.output].concat())
    });
    let (sent, output) = ([x.0, o.0], [x.1, o.1]);
    Evidence { before: (number, board), wrong_file, stray, output, sent }
}

/// Lists the promises that are not enforced and why, or states that all are.
fn protection(guarantees: &Guarantees) -> BTreeMap<String, String> {
    let weak: BTreeMap<String, String> = guarantees
        .list()
        .into_iter()
        .filter(|guarantee| guarantee.strength != Strength::Enforced)
        .map(|it| (it.promise.to_string(), it.how()))
        .collect();
    if weak.is_empty() {
        let all = ("all".to_owned(), Strength::Enforced.to_string());
        BTreeMap::from([all])
    } else {
        weak
    }
}

/// Converts to milliseconds, rounded to microseconds.
fn milliseconds(time: Duration) -> f64 {
    (time.as_secs_f64() * 1e6).round() / 1e3
}
