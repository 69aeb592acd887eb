//! One match of a tournament: two entrants, an arena, what is recorded of it.

use std::time::Duration;

use super::Entrant;
use crate::history::{Both, MatchRecord, Named, Players, RECORD_VERSION, RecordedFault};
use crate::judge::Diagnose;
use crate::referee::{Arena, Contest, Event, Forfeit, HostFailure, Outcome, Report};
use crate::rules::Player;
use crate::sandbox::Guarantees;

/// A match that was played.
#[derive(Clone, Debug)]
pub struct Played {
    /// Its record, which can be checked without us.
    pub record: MatchRecord,
    /// Who won.
    pub winner: Option<Player>,
    /// Whether it was lost by somebody's own doing.
    pub was_forfeit: bool,
    /// Whether the machine was at fault, again and again: then it counts for nobody.
    pub is_void: bool,
}

/// How often a match that the host spoilt is played again.
const MOST_REPLAYS: u32 = 3;

/// Plays one match; again, if the machine was too busy for it to be fair.
///
/// # Errors
///
/// When the host fails, again and again or in a way that does not pass by itself.
pub fn play_match<G: Diagnose>(
    arena: &mut Arena,
    id: u64,
    players: [&Entrant; 2],
    contest: &Contest<G>,
) -> Result<Played, HostFailure> {
    let [x, o] = players.map(|entrant| &entrant.contestant);
    let mut replays = 0;
    let report = loop {
        match arena.play(contest, [x, o], &mut |_: Event<G>| Ok(())) {
            Err(HostFailure::Overloaded { .. }) if replays < MOST_REPLAYS => replays += 1,
            Err(failure @ HostFailure::Overloaded { .. }) => {
                return Ok(void(id, players, contest, &failure));
            }
            played => break played?,
        }
    };
    Ok(Played {
        record: record(id, players, contest, &report, arena.keeper().guarantees()),
        winner: report.outcome.winner(),
        was_forfeit: matches!(report.outcome, Outcome::Forfeit(_)),
        is_void: false,
    })
}

/// A match that could not be played fairly.
fn void<G: Diagnose>(
    id: u64,
    players: [&Entrant; 2],
    contest: &Contest<G>,
    failure: &HostFailure,
) -> Played {
    let record = MatchRecord {
        reason: Some("void".to_owned()),
        warnings: vec![failure.to_string()],
        ..heading(id, players, contest)
    };
    Played {
        record,
        winner: None,
        was_forfeit: false,
        is_void: true,
    }
}

/// What is known of a match before it is played.
fn heading<G: Diagnose>(id: u64, players: [&Entrant; 2], contest: &Contest<G>) -> MatchRecord {
    let named = |entrant: &Entrant| Named {
        name: entrant.name.clone(),
        sha256: None,
    };
    MatchRecord {
        v: RECORD_VERSION,
        id: Some(id.into()),
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
    id: u64,
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
            Outcome::Rules(_) => None,
            Outcome::Forfeit(forfeit) => Some(fault(forfeit)),
        },
        ms: report
            .times
            .iter()
            .map(|it| milliseconds(it.wall))
            .collect(),
        cpu_ms: report.times.iter().map(|it| milliseconds(it.cpu)).collect(),
        peak_kib: Some(Both { x, o }),
        warnings: report.warnings.clone(),
        protection: guarantees
            .list()
            .into_iter()
            .map(|it| {
                (
                    it.name.to_owned(),
                    format!("{}: {}", it.strength, it.mechanism),
                )
            })
            .collect(),
        ..heading(id, players, contest)
    }
}

fn fault<G: Diagnose>(forfeit: &Forfeit<G>) -> RecordedFault {
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
    }
}

/// To the microsecond.
fn milliseconds(time: Duration) -> f64 {
    (time.as_secs_f64() * 1e6).round() / 1e3
}
