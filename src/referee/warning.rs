//! Warnings, which decide nothing, as data.

use arbitro_rules::Player;
use arbitro_rules::notation::Leniency;

/// A remark about a match. Boards are named by their numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Warning {
    /// The first board is not the game's usual start.
    UnusualStart,
    /// A format error was tolerated.
    Tolerated { board: u64, leniency: Leniency },
    /// The same in the name of a move.
    ToleratedName { ply: u64, leniency: Leniency },
    /// A judged board was changed afterwards.
    Rewritten { board: u64 },
    /// A board was there before the one that it would answer, and must be written again.
    Ahead { board: u64, answered: u64 },
    /// Files that are no boards were left behind; the alphabetically first are named.
    Left { player: Player, count: usize, names: Vec<String> },
    /// A name only resembles a board's.
    Stray { name: String },
    /// A board is missing, and what follows was not judged.
    Missing { board: u64, next: u64 },
    /// Boards come after the end of the match.
    AfterTheEnd { count: usize, next: u64 },
}
