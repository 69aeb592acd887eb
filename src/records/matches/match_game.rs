//! The game of a match: one whose rules are at hand, or one that only its record describes.

use std::fmt;
use std::sync::Arc;

use serde::{Serialize, Serializer};

use arbitro_rules::notation::{BoardFault, Scene};
use arbitro_rules::{GameId, Look, Square};

/// The game of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MatchGame {
    /// Its rules are at hand.
    Known(GameId),
    /// Its boards are drawn from its record, and nothing is judged.
    Recorded(Arc<RecordedGame>),
}

/// A game as a record describes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordedGame {
    pub name: String,
    pub look: Look,
}

impl MatchGame {
    pub fn name(&self) -> &str {
        match self {
            MatchGame::Known(game) => game.name(),
            MatchGame::Recorded(game) => &game.name,
        }
    }

    /// The game, if its rules are at hand.
    pub fn known(&self) -> Option<GameId> {
        match self {
            MatchGame::Known(game) => Some(*game),
            MatchGame::Recorded(_) => None,
        }
    }

    /// The look of a game that is not compiled in.
    pub fn look(&self) -> Option<&Look> {
        match self {
            MatchGame::Known(game) => game.look(),
            MatchGame::Recorded(game) => Some(&game.look),
        }
    }

    /// Reads the bytes of a board file as a scene, and its faults; `None` if it cannot be drawn.
    pub fn read_scene(&self, bytes: &[u8]) -> Option<(Scene<'_>, Vec<BoardFault>)> {
        match self {
            MatchGame::Known(game) => Scene::read(*game, bytes),
            MatchGame::Recorded(game) => Some((Scene::of_signs(&game.look, bytes)?, Vec::new())),
        }
    }

    /// The scene that shows a board with some places marked; `None` if it cannot be drawn.
    pub fn scene(&self, board: &str, marks: &[Square]) -> Option<Scene<'_>> {
        Some(self.read_scene(board.as_bytes())?.0.marked(marks))
    }
}

impl From<GameId> for MatchGame {
    fn from(game: GameId) -> MatchGame {
        MatchGame::Known(game)
    }
}

impl PartialEq<GameId> for MatchGame {
    fn eq(&self, other: &GameId) -> bool {
        self.known() == Some(*other)
    }
}

impl fmt::Display for MatchGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl Serialize for MatchGame {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

/// A game in a file of settings: its name, and beside it the look of one that is not compiled in.
pub mod game_and_rules {
    use std::sync::Arc;

    use serde::de::{Deserializer, Error};
    use serde::{Deserialize, Serialize, Serializer};

    use super::super::match_game::{MatchGame, RecordedGame};
    use arbitro_rules::{GameId, InvalidValue, Look, check_name};

    #[derive(Deserialize)]
    struct Read {
        game: String,
        rules: Option<Look>,
    }

    #[derive(Serialize)]
    struct Written<'a> {
        game: &'a str,
        #[serde(skip_serializing_if = "Option::is_none")]
        rules: Option<&'a Look>,
    }

    pub fn serialize<S: Serializer>(game: &MatchGame, serializer: S) -> Result<S::Ok, S::Error> {
        Written { game: game.name(), rules: game.look() }.serialize(serializer)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<MatchGame, D::Error> {
        let Read { game: name, rules } = Read::deserialize(deserializer)?;
        let known: Result<GameId, InvalidValue> = name.parse();
        match (known, rules) {
            (Ok(game), None) => Ok(game.into()),
            (Err(unknown), None) => Err(D::Error::custom(unknown)),
            (_, Some(look)) => {
                check_name(&name).map_err(D::Error::custom)?;
                Ok(MatchGame::Recorded(Arc::new(RecordedGame { name, look })))
            }
        }
    }
}
