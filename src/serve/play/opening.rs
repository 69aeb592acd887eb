//! The options of a new match.

use std::str::FromStr;
use std::time::Duration;

use arbitro_engine::chooser::Level;
use arbitro_rules::line::Start;
use arbitro_rules::{GameId, InvalidValue, Player};

/// The side a person plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum You {
    /// One side; the computer plays the other.
    Side(Player),
    /// Both: two people at one board.
    Both,
}

impl You {
    /// Its word in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            You::Side(Player::X) => "x",
            You::Side(Player::O) => "o",
            You::Both => "both",
        }
    }

    /// Returns true if a person moves this player's pieces.
    pub(crate) fn is_played_by_person(self, player: Player) -> bool {
        match self {
            You::Side(side) => side == player,
            You::Both => true,
        }
    }
}

impl FromStr for You {
    type Err = InvalidValue;

    fn from_str(word: &str) -> Result<You, InvalidValue> {
        match word {
            "x" => Ok(You::Side(Player::X)),
            "o" => Ok(You::Side(Player::O)),
            "both" => Ok(You::Both),
            _ => Err(InvalidValue::new(word, |_| "it is \"x\", \"o\" or \"both\"".to_owned())),
        }
    }
}

/// A requested match.
#[derive(Clone, Debug)]
pub struct Opening {
    pub game: GameId,
    pub you: You,
    pub level: Level,
    /// The starting position in the game's notation, if not the standard start.
    pub start: Option<String>,
    /// The board size, if not the standard one.
    pub size: Option<usize>,
    /// The number of walls, if not the standard one.
    pub walls: Option<usize>,
    /// The time limit of each side for the whole match.
    pub clock: Option<Duration>,
    /// The seed of the computer's choices.
    pub seed: u64,
}

impl Opening {
    /// The first position.
    pub(super) fn position(&self) -> Start<'_> {
        match &self.start {
            Some(fen) => Start::Fen(fen),
            None => Start::Sized { size: self.size, walls: self.walls },
        }
    }
}
