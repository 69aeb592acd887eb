//! The person's choices for a new match.

use std::str::FromStr;
use std::time::Duration;

use thiserror::Error;

use arbitro_player::Level;
use arbitro_rules::judge::words::fen_text_in;
use arbitro_rules::language::{Language, Said, of_each};
use arbitro_rules::notation::FenError;
use arbitro_rules::{GameId, Player};

/// The side a person plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum You {
    /// One; the computer plays the other.
    Side(Player),
    /// Both: two people at one board.
    Both,
}

impl You {
    /// The word for it in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            You::Side(player) => super::letter(player),
            You::Both => "both",
        }
    }

    /// Returns true if a person moves this player's pieces.
    pub fn is_played_by_person(self, player: Player) -> bool {
        match self {
            You::Side(side) => side == player,
            You::Both => true,
        }
    }
}

/// A word that says no side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("it is \"x\", \"o\" or \"both\"")]
pub struct UnknownSide;

impl FromStr for You {
    type Err = UnknownSide;

    fn from_str(word: &str) -> Result<You, UnknownSide> {
        match word {
            "x" => Ok(You::Side(Player::X)),
            "o" => Ok(You::Side(Player::O)),
            "both" => Ok(You::Both),
            _ => Err(UnknownSide),
        }
    }
}

/// A match that is asked for.
#[derive(Clone, Debug)]
pub struct Opening {
    pub game: GameId,
    /// The players who are persons.
    pub you: You,
    /// Level of the computer.
    pub level: Level,
    /// Another position to begin with, in one line of the game's own text.
    pub start: Option<String>,
    /// Another size of the board, where the game has several.
    pub size: Option<usize>,
    /// Another number of walls, where the game has them.
    pub walls: Option<usize>,
    /// The time of each side for the whole match.
    pub clock: Option<Duration>,
    /// The seed of the computer's choices.
    pub seed: u64,
}

impl Opening {
    /// The usual match of a game against a level.
    pub fn usual(game: GameId, you: You, level: Level) -> Opening {
        Opening {
            game,
            you,
            level,
            start: None,
            size: None,
            walls: None,
            clock: None,
            seed: 0,
        }
    }
}

/// A request that cannot begin a match.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RefusedOpening {
    /// The text is no position.
    #[error("start: {0}")]
    Start(FenError),
    /// No such board.
    #[error("size and walls: {0}")]
    Size(String),
}

impl RefusedOpening {
    /// Explains a faulty position to the person who wrote it. Faults of fields that only programs send
    /// are in English. `field` is the name the text was sent under.
    #[must_use]
    pub fn said(&self, field: &str) -> Said {
        match self {
            RefusedOpening::Start(why) => of_each(|language| {
                let why = fen_text_in(why, language);
                match language {
                    Language::English | Language::Italian => format!("{field}: {why}"),
                    Language::French => format!("{field} : {why}"),
                }
            }),
            RefusedOpening::Size(_) => Said::same(self.to_string()),
        }
    }
}
