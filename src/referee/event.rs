//! Events of a match, in order.

use std::io;
use std::path::PathBuf;
use std::time::Duration;

use super::fault::Fault;
use super::warning::Warning;
use arbitro_rules::history::LineEnd;
use arbitro_rules::line::Line;
use arbitro_rules::notation::Leniency;
use arbitro_rules::{Player, Reason};

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MatchEnd {
    Rules(LineEnd),
    /// One player lost by its own fault.
    Forfeit(Fault),
}

impl MatchEnd {
    /// Returns the winner; `None` for a draw.
    pub fn winner(&self) -> Option<Player> {
        match self {
            MatchEnd::Rules(end) => end.winner(),
            MatchEnd::Forfeit(fault) => Some(!fault.player),
        }
    }

    pub fn reason(&self) -> Reason {
        match self {
            MatchEnd::Rules(end) => end.reason(),
            MatchEnd::Forfeit(fault) => fault.reason(),
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MatchEvent {
    Turn {
        player: Player,
        ply: u64,
        file: PathBuf,
    },
    /// The player is still to move: told now and then by a referee of contained players, who may be asked
    /// to stop.
    Waiting,
    /// A legal move was made, the latest of the line.
    Move {
        player: Player,
        ply: u64,
        /// Time from the turn's beginning to the board.
        took: Duration,
        /// The player's processor time since its last board, if measured.
        cpu: Option<Duration>,
        /// Format errors tolerated in the file, which was then corrected.
        tolerated: Vec<Leniency>,
    },
    /// A warning; it decides nothing.
    Warning(Warning),
    Ended(MatchEnd),
}

/// Takes each event of a match, with the match so far. Its error ends the match.
pub type Tell<'a> = &'a mut dyn FnMut(&dyn Line, MatchEvent) -> io::Result<()>;
