//! What a record claims of its match, against what its moves show.

use crate::history::{MatchRecord, RecordedFault};
use crate::rules::Player;

use super::plies_in_words;

/// What the moves of a record show.
pub(super) struct Shown {
    pub(super) plies: u64,
    /// How the last position ends the match, if it does: reason and winner.
    pub(super) end: Option<(&'static str, Option<Player>)>,
    /// Who would move next.
    pub(super) to_move: Player,
}

/// What can be checked of a reason.
enum Kind {
    /// The last position and its history show it.
    Shown,
    /// A draw after so many plies; how many, the record need not say.
    MoveLimit,
    /// The player to move lost by what it did, or did not do.
    ToMoveForfeits,
    /// One of the players lost by what it did.
    SomebodyForfeits,
    /// The host failed: nobody won.
    Void,
}

impl Kind {
    fn of(reason: &str) -> Option<Kind> {
        Some(match reason {
            "no_pieces" | "no_moves" | "goal" | "repetition" | "rule_draw" => Kind::Shown,
            "move_limit" => Kind::MoveLimit,
            "illegal_move" | "unchanged" | "invalid_board" | "timeout" | "memory" | "crash"
            | "exited" => Kind::ToMoveForfeits,
            "output" | "cheating" => Kind::SomebodyForfeits,
            "void" => Kind::Void,
            _ => return None,
        })
    }
}

/// The first claim that is false, in words.
pub(super) fn false_claim(record: &MatchRecord, shown: &Shown) -> Option<String> {
    check(record, shown).err()
}

fn check(record: &MatchRecord, shown: &Shown) -> Result<(), String> {
    let plies = shown.plies;
    if let Some(claimed) = record.plies.filter(|&claimed| claimed != plies) {
        let claimed = plies_in_words(claimed);
        return Err(format!("it claims {claimed}, its moves are {plies}"));
    }
    let winner = winner(record)?;
    if let Some(limit) = record.max_plies.filter(|&limit| plies > limit) {
        let limit = plies_in_words(limit);
        return Err(format!(
            "its limit is {limit}, yet it has {}",
            plies_in_words(plies)
        ));
    }
    let Some(reason) = record.reason.as_deref() else {
        return match (winner, &record.fault) {
            (Some(_), _) => Err("it names a winner but no reason".to_owned()),
            (None, Some(_)) => Err("it names a fault but no reason".to_owned()),
            (None, None) => Ok(()),
        };
    };
    let Some(kind) = Kind::of(reason) else {
        return Err(format!("there is no reason {:?}", cut(reason)));
    };
    let expected = expected_winner(record, reason, &kind, winner, shown)?;
    if winner != expected {
        return Err(format!(
            "it claims that {} won by {reason}, it was {}",
            name(winner),
            name(expected)
        ));
    }
    let fault = record.fault.as_ref();
    fault.map_or(Ok(()), |fault| check_fault(fault, reason, &kind, shown))
}

/// Who must have won by this reason. Where it may have been either, the claim itself.
fn expected_winner(
    record: &MatchRecord,
    reason: &str,
    kind: &Kind,
    claimed: Option<Player>,
    shown: &Shown,
) -> Result<Option<Player>, String> {
    let Shown { plies, to_move, .. } = *shown;
    let is_full = record.max_plies == Some(plies);
    let end = shown.end.or(is_full.then_some(("move_limit", None)));
    match (kind, end) {
        (Kind::Shown | Kind::MoveLimit, Some((end, winner))) if end == reason => Ok(winner),
        (Kind::Shown | Kind::MoveLimit, Some((end, _))) => {
            Err(format!("it claims {reason}, its last position is {end}"))
        }
        (_, Some((end, _))) => Err(format!(
            "it claims {reason}, but the match was over already: {end}"
        )),
        (Kind::Shown, None) => Err(format!(
            "it claims {reason}, but the match is not over in its last position"
        )),
        (Kind::MoveLimit, None) => match record.max_plies {
            Some(limit) => Err(format!(
                "it claims move_limit after {}, its limit is {limit}",
                plies_in_words(plies)
            )),
            None if plies == 0 => Err("it claims move_limit, but nothing was played".to_owned()),
            // Which limit was set it does not say: any may have been.
            None => Ok(None),
        },
        (Kind::ToMoveForfeits, None) => Ok(Some(!to_move)),
        (Kind::SomebodyForfeits, None) => {
            let offender = record
                .fault
                .as_ref()
                .and_then(|fault| player(&fault.player));
            match (claimed, offender) {
                (_, Some(offender)) => Ok(Some(!offender)),
                (Some(_), None) => Ok(claimed),
                (None, None) => Err(format!(
                    "it claims {reason}, by which one player wins, but names no winner"
                )),
            }
        }
        (Kind::Void, None) => Ok(None),
    }
}

fn check_fault(
    fault: &RecordedFault,
    reason: &str,
    kind: &Kind,
    shown: &Shown,
) -> Result<(), String> {
    let charged = match kind {
        Kind::Shown | Kind::MoveLimit | Kind::Void => {
            return Err(format!(
                "it claims {reason}, which is nobody's fault, yet it names a fault"
            ));
        }
        Kind::ToMoveForfeits => Some(shown.to_move),
        Kind::SomebodyForfeits => None,
    };
    let Some(offender) = player(&fault.player) else {
        return Err(format!(
            "the player of its fault is {:?}; it can be x or o",
            cut(&fault.player)
        ));
    };
    if let Some(charged) = charged.filter(|&charged| charged != offender) {
        return Err(format!(
            "its fault is {offender}'s, but it was {charged}'s turn"
        ));
    }
    if fault.reason != reason {
        return Err(format!(
            "it claims {reason}, its fault is {:?}",
            cut(&fault.reason)
        ));
    }
    let next = shown.plies + 1;
    if charged.is_some() && fault.ply != next {
        return Err(format!(
            "its fault is at ply {}, the ply after its moves is {next}",
            fault.ply
        ));
    }
    Ok(())
}

fn winner(record: &MatchRecord) -> Result<Option<Player>, String> {
    match record.winner.as_deref() {
        None | Some("none") => Ok(None),
        Some(text) => player(text).map(Some).ok_or_else(|| {
            let text = cut(text);
            format!("its winner is {text:?}; it can be x, o or null")
        }),
    }
}

fn player(text: &str) -> Option<Player> {
    match text {
        "x" => Some(Player::X),
        "o" => Some(Player::O),
        _ => None,
    }
}

fn name(player: Option<Player>) -> String {
    player.map_or("nobody".to_owned(), |player| player.to_string())
}

fn cut(text: &str) -> String {
    text.chars().take(40).collect()
}
