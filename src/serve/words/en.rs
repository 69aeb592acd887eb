//! English.

use arbitro_rules::End;
use arbitro_rules::history::LineEnd;
use arbitro_words::{Language, say};

use super::{Side, Why};
use crate::play::{EndedBy, Ending};

const HERE: Language = Language::English;

pub(super) fn side(side: &Side) -> &'static str {
    if side.is_white() { "White" } else { "Black" }
}

pub(super) fn ending(it: &Ending) -> String {
    match (it.winner(), it.how) {
        (Some(winner), _) => format!("{} wins: {}.", side(&it.side(winner)), why(&Why(it))),
        (None, EndedBy::Agreed { with_computer: false }) => "A draw by agreement.".to_owned(),
        (None, EndedBy::Agreed { with_computer: true }) => {
            "A draw by agreement: the computer does not see itself ahead.".to_owned()
        }
        (None, EndedBy::Rules(LineEnd::MoveLimit(plies))) => {
            format!("A draw after {plies} plies, the limit.")
        }
        (None, _) => format!("A draw: {}.", why(&Why(it))),
    }
}

pub(super) fn why(&Why(it): &Why<'_>) -> String {
    let name = |player| side(&it.side(player));
    match it.how {
        EndedBy::Rules(LineEnd::Position(End::NoPieces(loser))) => {
            format!("{} has no pieces left", name(loser))
        }
        EndedBy::Rules(LineEnd::Position(End::NoMoves(loser))) => {
            format!("{} cannot move", name(loser))
        }
        EndedBy::Rules(LineEnd::Position(End::Goal(_))) => {
            "its pawn has reached the other side".to_owned()
        }
        EndedBy::Rules(LineEnd::Repetition(times)) => {
            format!("this position has occurred {times} times")
        }
        EndedBy::Rules(LineEnd::RuleDraw(rule)) => say(&rule, HERE).into_owned(),
        EndedBy::Rules(LineEnd::MoveLimit(plies)) => {
            format!("the limit of {plies} plies is reached")
        }
        EndedBy::Resigned(loser) => format!("{} has resigned", name(loser)),
        EndedBy::Late(loser) => format!("{} has no time left", name(loser)),
        EndedBy::Agreed { with_computer: false } => "by agreement".to_owned(),
        EndedBy::Agreed { with_computer: true } => {
            "the computer accepts: it does not see itself ahead".to_owned()
        }
    }
}
