//! Identifies a game at run time.

use serde::{Deserialize, Serialize};
use strum::{Display, EnumString, IntoStaticStr, VariantArray};

use crate::invalid_value::InvalidValue;
use crate::nearest::nearest;

/// A game by name: what `--game` takes, a record stores and a page shows.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Serialize,
    Deserialize,
    Display,
    EnumString,
    IntoStaticStr,
    VariantArray,
)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase")]
#[strum(parse_err_ty = InvalidValue, parse_err_fn = unknown)]
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
}

impl GameId {
    /// Every game, in the order of the rule table.
    pub const ALL: [GameId; GameId::VARIANTS.len()] =
        *GameId::VARIANTS.first_chunk().expect("as many");

    /// The name, lower case.
    pub fn name(self) -> &'static str {
        self.into()
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

/// Lists the games, after the nearest name if one is near.
fn unknown(name: &str) -> InvalidValue {
    let names = GameId::ALL.map(GameId::name);
    InvalidValue::new(name, |name| {
        let meant = nearest(name, names).map(|near| format!(" (did you mean {near}?)"));
        let meant = meant.unwrap_or_default();
        format!("there is no game {name:?}{meant}; the games are {}", names.join(", "))
    })
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
            $crate::GameId::Pool => {
                type $G = $crate::draughts::Pool;
                $body
            }
            $crate::GameId::Spanish => {
                type $G = $crate::draughts::Spanish;
                $body
            }
            $crate::GameId::Czech => {
                type $G = $crate::draughts::Czech;
                $body
            }
            $crate::GameId::Thai => {
                type $G = $crate::draughts::Thai;
                $body
            }
            $crate::GameId::Quoridor => {
                type $G = $crate::quoridor::Quoridor;
                $body
            }
        }
    };
}
