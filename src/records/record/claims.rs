//! Checks the claims of a record (reason, winner, plies) against its moves.

use super::claimed::Claimed;
use super::fault::RecordedFault;
use super::match_record::MatchRecord;
use crate::words::RecordMessage;
use arbitro_rules::line::Line;
use arbitro_rules::{Player, Reason};
use arbitro_words::{Count, Loser, Quoted};

pub(super) struct ReplayedMoves {
    pub(crate) plies: u64,
    /// Reason and winner, if the last position ends the match.
    pub(crate) end: Option<(Reason, Option<Player>)>,
    /// The player to move in the last position.
    pub(super) to_move: Player,
}

/// Classes of reasons, by what a record can prove of them.
enum ReasonKind {
    /// The last position and its history prove the end.
    Shown,
    /// A draw by the move limit; the record need not name the limit.
    MoveLimit,
    /// The player to move lost by a fault.
    ToMoveForfeits,
    /// One of the players forfeited; the record names which.
    EitherForfeits,
    Agreed,
    /// A player resigned, in its own turn or the opponent's: the record names the winner.
    Resigned,
    /// The host failed, so there is no winner.
    Void,
}

impl ReasonKind {
    const fn for_reason(reason: Reason) -> ReasonKind {
        match reason {
            Reason::NoPieces
            | Reason::NoMoves
            | Reason::Goal
            | Reason::Repetition
            | Reason::RuleDraw
            | Reason::Rules => ReasonKind::Shown,
            Reason::MoveLimit => ReasonKind::MoveLimit,
            Reason::IllegalMove
            | Reason::Unchanged
            | Reason::InvalidBoard
            | Reason::Timeout
            | Reason::Memory
            | Reason::Crash
            | Reason::Exited => ReasonKind::ToMoveForfeits,
            Reason::Output | Reason::Cheating => ReasonKind::EitherForfeits,
            Reason::Agreed => ReasonKind::Agreed,
            Reason::Resigned => ReasonKind::Resigned,
            Reason::Void => ReasonKind::Void,
        }
    }
}

impl ReplayedMoves {
    pub(crate) fn from_line(line: &dyn Line) -> ReplayedMoves {
        ReplayedMoves {
            plies: line.plies() as u64,
            end: line.end().map(|end| (end.reason(), end.winner())),
            to_move: line.turn(),
        }
    }

    /// The outcome of a match whose rules are not at hand: an end that only rules can show is believed.
    pub(super) fn without_rules(record: &MatchRecord, plies: u64) -> ReplayedMoves {
        let reason = record.reason.as_ref().and_then(Claimed::known);
        let shown = reason.filter(|&it| matches!(ReasonKind::for_reason(it), ReasonKind::Shown));
        let winner = record.winner.as_ref().and_then(Claimed::known);
        ReplayedMoves {
            plies,
            end: shown.map(|reason| (reason, winner)),
            to_move: Player::to_move_on(plies + 1),
        }
    }
}

/// Describes the first false claim.
pub(super) fn false_claim(record: &MatchRecord, shown: &ReplayedMoves) -> Option<RecordMessage> {
    check(record, shown).err()
}

fn check(record: &MatchRecord, shown: &ReplayedMoves) -> Result<(), RecordMessage> {
    let plies = shown.plies;
    if let Some(claimed) = record.plies.filter(|&claimed| claimed != plies) {
        return Err(RecordMessage::OtherPlies { claimed: Count::Plies(claimed), plies });
    }
    let winner = winner(record)?;
    if let Some(limit) = record.max_plies.filter(|&limit| plies > limit) {
        return Err(RecordMessage::PastLimit {
            limit: Count::Plies(limit),
            plies: Count::Plies(plies),
        });
    }
    let reason = match &record.reason {
        Some(Claimed::Known(reason)) => *reason,
        Some(Claimed::Text(text)) => {
            return Err(RecordMessage::NoSuchReason { reason: Quoted(cut(text)) });
        }
        None => {
            return match (winner, &record.fault) {
                (Some(_), _) => Err(RecordMessage::WinnerWithoutReason),
                (None, Some(_)) => Err(RecordMessage::FaultWithoutReason),
                (None, None) => Ok(()),
            };
        }
    };
    let kind = ReasonKind::for_reason(reason);
    let expected = expected_winner(record, reason, &kind, winner, shown)?;
    if winner != expected {
        return Err(RecordMessage::OtherWinner {
            reason: reason.name(),
            winner: winner.map(Loser::Player),
            expected: expected.map(Loser::Player),
        });
    }
    let fault = record.fault.as_ref();
    fault.map_or(Ok(()), |fault| check_fault(fault, reason, &kind, shown))
}

/// The winner that follows from a reason; the claimed winner where either player could have won.
fn expected_winner(
    record: &MatchRecord,
    reason: Reason,
    kind: &ReasonKind,
    claimed: Option<Player>,
    shown: &ReplayedMoves,
) -> Result<Option<Player>, RecordMessage> {
    let ReplayedMoves { plies, to_move, .. } = *shown;
    let is_full = record.max_plies == Some(plies);
    let end = shown.end.or(is_full.then_some((Reason::MoveLimit, None)));
    match (kind, end) {
        (ReasonKind::Shown | ReasonKind::MoveLimit, Some((end, winner))) if end == reason => {
            Ok(winner)
        }
        (ReasonKind::Shown | ReasonKind::MoveLimit, Some((end, _))) => {
            Err(RecordMessage::OtherReason { reason: reason.name(), end: end.name() })
        }
        (_, Some((end, _))) => {
            Err(RecordMessage::OverAlready { reason: reason.name(), end: end.name() })
        }
        (ReasonKind::Shown, None) => Err(RecordMessage::NotOver { reason: reason.name() }),
        (ReasonKind::MoveLimit, None) => match record.max_plies {
            Some(limit) => Err(RecordMessage::OtherLimit { plies: Count::Plies(plies), limit }),
            None if plies == 0 => Err(RecordMessage::LimitOfNothing),
            // The record does not name the limit: any number may have been set.
            None => Ok(None),
        },
        (ReasonKind::ToMoveForfeits, None) => Ok(Some(!to_move)),
        (ReasonKind::EitherForfeits, None) => {
            let offender = record.fault.as_ref().and_then(|fault| Player::of_letter(&fault.player));
            match (claimed, offender) {
                (_, Some(offender)) => Ok(Some(!offender)),
                (Some(_), None) => Ok(claimed),
                (None, None) => Err(RecordMessage::NoWinnerNamed { reason: reason.name() }),
            }
        }
        (ReasonKind::Resigned, None) if claimed.is_none() => {
            Err(RecordMessage::NoWinnerNamed { reason: reason.name() })
        }
        (ReasonKind::Resigned, None) => Ok(claimed),
        (ReasonKind::Agreed | ReasonKind::Void, None) => Ok(None),
    }
}

fn check_fault(
    fault: &RecordedFault,
    reason: Reason,
    kind: &ReasonKind,
    shown: &ReplayedMoves,
) -> Result<(), RecordMessage> {
    let charged = match kind {
        ReasonKind::Shown
        | ReasonKind::MoveLimit
        | ReasonKind::Agreed
        | ReasonKind::Resigned
        | ReasonKind::Void => {
            return Err(RecordMessage::FaultOfNobody { reason: reason.name() });
        }
        ReasonKind::ToMoveForfeits => Some(shown.to_move),
        ReasonKind::EitherForfeits => None,
    };
    let Some(offender) = Player::of_letter(&fault.player) else {
        let player = Quoted(cut(&fault.player));
        return Err(RecordMessage::NoSuchOffender { player });
    };
    if let Some(charged) = charged.filter(|&charged| charged != offender) {
        return Err(RecordMessage::NotItsTurn { offender, charged });
    }
    let of_detail = fault.detail.as_ref().map(|detail| detail.reason().name());
    let mut found = [Some(fault.reason.as_str()), of_detail].into_iter().flatten();
    if let Some(found) = found.find(|it| *it != reason.name()) {
        let found = Quoted(cut(found));
        return Err(RecordMessage::OtherFault { reason: reason.name(), found });
    }
    let next = shown.plies + 1;
    if charged.is_some() && fault.ply != next {
        let ply = fault.ply;
        return Err(RecordMessage::FaultElsewhere { ply, next });
    }
    Ok(())
}

fn winner(record: &MatchRecord) -> Result<Option<Player>, RecordMessage> {
    match &record.winner {
        None => Ok(None),
        Some(Claimed::Known(player)) => Ok(Some(*player)),
        Some(Claimed::Text(text)) if text == "none" => Ok(None),
        Some(Claimed::Text(text)) => Err(RecordMessage::NoSuchWinner { text: Quoted(cut(text)) }),
    }
}

fn cut(text: &str) -> String {
    text.chars().take(40).collect()
}
