//! Plays one match of a tournament and makes its record.

use std::collections::BTreeMap;
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use super::Entrant;
use super::schedule::{MatchResult, Pairing};
use super::tally::{CountedMatch as Counts, FORFEITS, game_hash};
use arbitro_referee::{
    Arena, Contest, Forfeit, HostFailure, MatchEnd, MatchEvent, Report, is_over_soon,
};
use arbitro_rules::history::{Both, MatchRecord, Named, Players, RECORD_VERSION, RecordedFault};
use arbitro_rules::judge::Diagnose;
use arbitro_sandbox::{Guarantees, Strength};

/// A finished match.
#[derive(Clone, Debug)]
pub struct Played {
    /// The pairing that was played.
    pub pairing: Pairing,
    /// Its record, which can be checked independently.
    pub record: MatchRecord,
    /// Its effect on the standings.
    pub counts: Counts,
    /// The players' output and the faulty file, if the match ended by a fault.
    pub evidence: Option<Evidence>,
}

/// Evidence of a forfeit, kept beside the match's record.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Evidence {
    /// The number and text of the board before the fault.
    pub before: (u64, String),
    /// The faulty file, if there was one.
    pub wrong_file: Option<Vec<u8>>,
    /// Standard output and error of player 1 and player 2.
    pub output: [Vec<u8>; 2],
}

/// Maximum number of replays of a match that the host disturbed.
const MAX_REPLAYS: u32 = 3;

/// Plays one match, and replays it if the machine was too busy for a fair result. Returns `None` if
/// `is_over` became true during the match or right after it: the caller then does not need the
/// result.
///
/// # Errors
///
/// When the host fails repeatedly, or in a way that will not pass.
pub fn play_match<G: Diagnose>(
    arena: &mut Arena,
    pairing: Pairing,
    players: [&Entrant; 2],
    contest: &Contest<G>,
    is_over: &AtomicBool,
) -> Result<Option<Played>, HostFailure> {
    let [x, o] = players.map(|entrant| &entrant.contestant);
    let mut replays = 0;
    let report = loop {
        let mut go_on = |_: MatchEvent<G>| match is_over.load(Ordering::Relaxed) {
            true => Err(io::ErrorKind::Interrupted.into()),
            false => Ok(()),
        };
        match arena.play(contest, [x, o], &mut go_on) {
            Err(HostFailure::Telling(_)) => return Ok(None),
            Err(HostFailure::Overloaded { .. }) if replays < MAX_REPLAYS => replays += 1,
            Err(failure @ HostFailure::Overloaded { .. }) => {
                return Ok(Some(void(pairing, players, contest, &failure)));
            }
            Err(_) if is_over_soon(is_over) => return Ok(None),
            // The player could be started when the tournament began, so its program has been moved
            // or replaced since.
            Err(failure @ HostFailure::NotStarted { .. }) => {
                return Ok(Some(void(pairing, players, contest, &failure)));
            }
            played => break played?,
        }
    };
    if let MatchEnd::Forfeit(forfeit) = &report.outcome
        && forfeit.can_be_external()
        && is_over_soon(is_over)
    {
        return Ok(None);
    }
    let counted = report
        .outcome
        .winner()
        .map_or(MatchResult::Drawn, MatchResult::Won);
    let forfeit = match &report.outcome {
        MatchEnd::Rules(_) => None,
        MatchEnd::Forfeit(forfeit) => {
            let reason = forfeit.reason();
            let place = FORFEITS.iter().position(|it| *it == reason);
            place.map(|place| (forfeit.player, place))
        }
    };
    let record = record(
        pairing,
        players,
        contest,
        &report,
        arena.keeper().guarantees(),
    );
    let (start, winner) = (record.start.as_deref(), record.winner.as_deref());
    let game = game_hash(start, &record.moves, winner);
    Ok(Some(Played {
        pairing,
        record,
        counts: Counts {
            x: pairing.x,
            o: pairing.o,
            opening: Some(pairing.opening),
            counted,
            forfeit,
            plies: report.line.plies() as u64,
            game: Some(game),
        },
        evidence: forfeit.map(|_| evidence(report)),
    }))
}

fn evidence<G: Diagnose>(report: Report<G>) -> Evidence {
    let number = report.line.plies() as u64 + 1;
    let board = G::write_board(&report.line.position().board());
    Evidence {
        before: (number, board),
        wrong_file: report.wrong_file,
        output: report.traces.map(|it| it.unwrap_or_default().output),
    }
}

/// The record of a match that could not be played fairly.
fn void<G: Diagnose>(
    pairing: Pairing,
    players: [&Entrant; 2],
    contest: &Contest<G>,
    failure: &HostFailure,
) -> Played {
    Played {
        pairing,
        record: MatchRecord {
            reason: Some("void".to_owned()),
            warnings: vec![failure.to_string()],
            ..heading(pairing, players, contest)
        },
        counts: Counts {
            x: pairing.x,
            o: pairing.o,
            opening: Some(pairing.opening),
            counted: MatchResult::Void,
            forfeit: None,
            plies: 0,
            game: None,
        },
        evidence: None,
    }
}

/// Fills in the record's fields that are known before the match.
fn heading<G: Diagnose>(
    pairing: Pairing,
    players: [&Entrant; 2],
    contest: &Contest<G>,
) -> MatchRecord {
    let named = |entrant: &Entrant| Named {
        name: entrant.name.clone(),
        sha256: Some(entrant.sha256.clone()),
    };
    MatchRecord {
        v: RECORD_VERSION,
        id: Some(pairing.id.into()),
        round: Some(pairing.round),
        opening: Some(pairing.opening),
        game: G::ID.name().to_owned(),
        players: Some(Players {
            x: named(players[0]),
            o: named(players[1]),
        }),
        start: (contest.start.board() != G::start().board()).then(|| contest.start.write_fen()),
        max_plies: contest.ply_limit.map(u64::from),
        seed: Some(contest.seed),
        ..MatchRecord::default()
    }
}

fn record<G: Diagnose>(
    pairing: Pairing,
    players: [&Entrant; 2],
    contest: &Contest<G>,
    report: &Report<G>,
    guarantees: &Guarantees,
) -> MatchRecord {
    let positions = report.line.positions();
    let moves: Vec<String> = positions
        .iter()
        .zip(report.line.moves())
        .map(|(position, &mv)| position.write_move(mv))
        .collect();
    let [x, o] = report
        .traces
        .each_ref()
        .map(|traces| traces.as_ref().map(|it| it.usage.peak_bytes >> 10));
    MatchRecord {
        plies: Some(moves.len() as u64),
        moves: moves.join(" "),
        winner: report.outcome.winner().map(|winner| winner.to_string()),
        reason: Some(report.outcome.reason().to_owned()),
        fault: match &report.outcome {
            MatchEnd::Rules(_) => None,
            MatchEnd::Forfeit(forfeit) => Some(fault(forfeit, report.wrong_file.as_deref())),
        },
        ms: report
            .times
            .iter()
            .map(|it| milliseconds(it.wall))
            .collect(),
        cpu_ms: report.times.iter().map(|it| milliseconds(it.cpu)).collect(),
        peak_kib: Some(Both { x, o }),
        warnings: report.warnings.clone(),
        protection: protection(guarantees),
        ..heading(pairing, players, contest)
    }
}

/// Lists the promises that are not enforced and why, or states that all are.
fn protection(guarantees: &Guarantees) -> BTreeMap<String, String> {
    let weak: BTreeMap<String, String> = guarantees
        .list()
        .into_iter()
        .filter(|it| it.strength != Strength::Enforced)
        .map(|it| (it.name.to_owned(), it.how()))
        .collect();
    if weak.is_empty() {
        let all = ("all".to_owned(), Strength::Enforced.to_string());
        BTreeMap::from([all])
    } else {
        weak
    }
}

fn fault<G: Diagnose>(forfeit: &Forfeit<G>, wrote: Option<&[u8]>) -> RecordedFault {
    let diagnosis = forfeit.board_fault().and_then(|fault| fault.diagnosis());
    let places = diagnosis.map(|it| it.places()).unwrap_or_default();
    RecordedFault {
        player: forfeit.player.to_string(),
        ply: forfeit.ply,
        file: Some(forfeit.file.to_string_lossy().into_owned()),
        reason: forfeit.reason().to_owned(),
        diagnosis: diagnosis.map(|it| it.code.name().to_owned()),
        squares: places
            .iter()
            .map(|place| (place.row, place.column))
            .collect(),
        text: Some(forfeit.text()),
        said: forfeit.last_words.clone(),
        wrote: wrote.map(|bytes| String::from_utf8_lossy(bytes).into_owned()),
    }
}

/// Converts to milliseconds, rounded to microseconds.
fn milliseconds(time: Duration) -> f64 {
    (time.as_secs_f64() * 1e6).round() / 1e3
}
