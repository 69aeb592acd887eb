//! Identifies a game at run time.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::nearest::nearest;

/// A game by name: what `--game` takes, a record stores and a page shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum GameId {
    /// The course's draughts: capturing is optional, one piece a turn.
    Dama,
    /// The 8x8 rules of the JavaScript guide.
    Guide,
    /// English draughts, American checkers.
    English,
    /// Italian draughts by the federation's rules.
    Italian,
    /// International draughts on 10x10.
    International,
    /// The 10x10 game without the majority rule.
    Frenchfree,
    /// Russian draughts, shashki.
    Russian,
    /// Brazilian draughts: the international rules on 8x8.
    Brazilian,
    /// Quoridor for two.
    Quoridor,
}

impl GameId {
    /// Every game, in the order of the rule table.
    pub const ALL: [GameId; 9] = [
        GameId::Dama,
        GameId::Guide,
        GameId::English,
        GameId::Italian,
        GameId::International,
        GameId::Frenchfree,
        GameId::Russian,
        GameId::Brazilian,
        GameId::Quoridor,
    ];

    /// The name, lower case.
    pub const fn name(self) -> &'static str {
        match self {
            GameId::Dama => "dama",
            GameId::Guide => "guide",
            GameId::English => "english",
            GameId::Italian => "italian",
            GameId::International => "international",
            GameId::Frenchfree => "frenchfree",
            GameId::Russian => "russian",
            GameId::Brazilian => "brazilian",
            GameId::Quoridor => "quoridor",
        }
    }

    /// Lists the names of some games.
    pub fn list(games: &[GameId]) -> String {
        let names: Vec<&str> = games.iter().map(|it| it.name()).collect();
        names.join(", ")
    }

    /// Returns true for every variant of draughts.
    ///
    /// # Examples
    ///
    /// ```
    /// use arbitro_rules::GameId;
    /// assert!(GameId::Dama.is_draughts() && !GameId::Quoridor.is_draughts());
    /// ```
    pub const fn is_draughts(self) -> bool {
        !matches!(self, GameId::Quoridor)
    }
}

impl fmt::Display for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A name that no game has.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("there is no game {name:?}{}; the games are {}", did_you_mean(name), GameId::ALL.map(GameId::name).join(", "))]
pub struct UnknownGame {
    /// The name that was asked for.
    pub name: String,
}

/// Suggests the nearest name, if one is near.
fn did_you_mean(name: &str) -> String {
    let near = nearest(name, GameId::ALL.map(GameId::name));
    near.map_or_else(String::new, |near| format!(" (did you mean {near}?)"))
}

impl FromStr for GameId {
    type Err = UnknownGame;

    fn from_str(name: &str) -> Result<GameId, UnknownGame> {
        GameId::ALL
            .into_iter()
            .find(|game| game.name() == name)
            .ok_or_else(|| UnknownGame { name: name.chars().take(40).collect() })
    }
}

/// Runs an expression with a type name bound to the game that a [`GameId`] names.
///
/// # Examples
///
/// ```
/// use arbitro_rules::{Game, GameId};
/// let game: GameId = "italian".parse().unwrap();
/// let moves = arbitro_rules::with_game!(game, G => G::start().count_moves());
/// assert_eq!(moves, 7);
/// ```
#[macro_export]
macro_rules! with_game {
    ($game:expr, $G:ident => $body:expr) => {
        match $game {
            $crate::GameId::Dama => {
                type $G = $crate::draughts::Dama;
                $body
            }
            $crate::GameId::Guide => {
                type $G = $crate::draughts::Guide;
                $body
            }
            $crate::GameId::English => {
                type $G = $crate::draughts::English;
                $body
            }
            $crate::GameId::Italian => {
                type $G = $crate::draughts::Italian;
                $body
            }
            $crate::GameId::International => {
                type $G = $crate::draughts::International;
                $body
            }
            $crate::GameId::Frenchfree => {
                type $G = $crate::draughts::Frenchfree;
                $body
            }
            $crate::GameId::Russian => {
                type $G = $crate::draughts::Russian;
                $body
            }
            $crate::GameId::Brazilian => {
                type $G = $crate::draughts::Brazilian;
                $body
            }
            $crate::GameId::Quoridor => {
                type $G = $crate::quoridor::Quoridor;
                $body
            }
        }
    };
}
