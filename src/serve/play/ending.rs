//! How a match in play ends, and the sentence for it.

use serde::Serialize;

use super::catalogue::side_name;
use super::letter;
use arbitro_rules::history::LineEnd;
use arbitro_rules::{End, GameId, Player};

/// An end as the page shows it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Ending {
    /// `x`, `o`, or nobody.
    pub winner: Option<&'static str>,
    /// One word of the contract.
    pub reason: &'static str,
    /// A sentence.
    pub text: String,
}

impl Ending {
    pub(super) fn by_rules(game: GameId, end: LineEnd) -> Ending {
        let side = |player| side_name(game, player);
        let text = match end {
            LineEnd::Position(end) => {
                let (winner, loser) = (side(end.winner()), side(!end.winner()));
                match end {
                    End::NoPieces(_) => format!("{winner} wins: {loser} has no pieces left."),
                    End::NoMoves(_) => format!("{winner} wins: {loser} cannot move."),
                    End::Goal(_) => format!("{winner} wins: its pawn has reached the other side."),
                }
            }
            LineEnd::Repetition(times) => {
                format!("A draw: this position has stood {times} times.")
            }
            LineEnd::RuleDraw(rule) => format!("A draw: {rule}."),
            LineEnd::MoveLimit(plies) => {
                format!("A draw after {plies} plies, the most there may be.")
            }
        };
        Ending {
            winner: end.winner().map(letter),
            reason: end.reason(),
            text,
        }
    }

    pub(super) fn resigned(game: GameId, loser: Player) -> Ending {
        let (winner, loser_name) = (side_name(game, !loser), side_name(game, loser));
        Ending {
            winner: Some(letter(!loser)),
            reason: "resigned",
            text: format!("{winner} wins: {loser_name} has resigned."),
        }
    }

    /// A draw by agreement; a computer says why it accepted.
    pub(super) fn agreed(is_computers: bool) -> Ending {
        let text = if is_computers {
            "A draw by agreement: the computer does not think itself better."
        } else {
            "A draw by agreement."
        };
        Ending {
            winner: None,
            reason: "agreed",
            text: text.to_owned(),
        }
    }

    pub(super) fn late(game: GameId, loser: Player) -> Ending {
        let (winner, loser_name) = (side_name(game, !loser), side_name(game, loser));
        Ending {
            winner: Some(letter(!loser)),
            reason: "timeout",
            text: format!("{winner} wins: {loser_name} has no time left."),
        }
    }
}
