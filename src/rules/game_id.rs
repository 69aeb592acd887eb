//! Identifies a game at run time.

use std::fmt;
use std::str::FromStr;

use serde::de::{Deserialize, Deserializer, Error};
use serde::{Serialize, Serializer};

use crate::card::Card;
use crate::invalid_value::InvalidValue;
use crate::nearest::nearest;

/// A game by name: what `--game` takes, a record stores and a page shows.
///
/// Text is parsed as one of the games that are compiled in. A written game is named by the caller that opens its
/// rules; its name in a file is data.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
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
    /// American pool checkers.
    Pool,
    /// Spanish draughts.
    Spanish,
    /// Czech draughts.
    Czech,
    /// Thai draughts, makhos: eight men each.
    Thai,
    /// Quoridor for two.
    Quoridor,
    /// A game that is not compiled in: a program knows its rules.
    Written(&'static Card),
}

impl GameId {
    /// Every game that is compiled in, in the order of the rule table.
    pub const ALL: [GameId; 13] = [
        GameId::Dama,
        GameId::Guide,
        GameId::English,
        GameId::Italian,
        GameId::International,
        GameId::Frenchfree,
        GameId::Russian,
        GameId::Brazilian,
        GameId::Pool,
        GameId::Spanish,
        GameId::Czech,
        GameId::Thai,
        GameId::Quoridor,
    ];

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
            GameId::Pool => "pool",
            GameId::Spanish => "spanish",
            GameId::Czech => "czech",
            GameId::Thai => "thai",
            GameId::Quoridor => "quoridor",
            GameId::Written(card) => card.name,
        }
    }

    /// Lists the names of some games.
    pub fn list(games: &[GameId]) -> String {
        let names: Vec<&str> = games.iter().map(|game| game.name()).collect();
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
        !matches!(self, GameId::Quoridor | GameId::Written(_))
    }
}

impl fmt::Display for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for GameId {
    type Err = InvalidValue;

    fn from_str(name: &str) -> Result<GameId, InvalidValue> {
        let game = GameId::ALL.into_iter().find(|game| game.name() == name);
        game.ok_or_else(|| unknown(name))
    }
}

impl Serialize for GameId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

impl<'de> Deserialize<'de> for GameId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<GameId, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
    }
}

/// Lists the games, after the nearest name if one is near.
fn unknown(name: &str) -> InvalidValue {
    let names = GameId::ALL.map(GameId::name);
    InvalidValue::new(name, |name| {
        let meant = nearest(name, names).map(|near| format!(" (did you mean {near}?)"));
        let meant = meant.unwrap_or_default();
        format!("there is no game {name:?}{meant}; the games are {}", names.join(", "))
    })
}

/// Runs an expression with a type name bound to the game that a [`GameId`] names. A game that is not
/// compiled in has no type, and takes the other expression. Without one the caller must know that the game
/// is compiled in, as tests do.
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
        $crate::with_game!($game, $G => $body, else card => panic!("{} is not compiled in", card.name))
    };
    ($game:expr, $G:ident => $body:expr, else $card:pat => $other:expr) => {
        $crate::with_game!(@ $game, $G => $body, $card => $other;
            Dama Guide English Italian International Frenchfree Russian Brazilian Pool Spanish Czech Thai)
    };
    (@ $game:expr, $G:ident => $body:expr, $card:pat => $other:expr; $($set:ident)*) => {
        match $game {
            $($crate::GameId::$set => {
                type $G = $crate::draughts::$set;
                $body
            })*
            $crate::GameId::Quoridor => {
                type $G = $crate::quoridor::Quoridor;
                $body
            }
            $crate::GameId::Written($card) => $other,
        }
    };
}
