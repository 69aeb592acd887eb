//! Names, sizes and limits of a game, before a match of it begins.

use std::hash::{Hash, Hasher};

use crate::draughts::{FirstColour, draughts_rules};
use crate::notation::Notation;
use crate::quoridor::Quoridor;
use crate::written::Written;
use crate::{Game, GameId, Square, with_game};

/// A game's names and limits.
///
/// Cards are the same if they have the same name and, of a game that is not compiled in, the same rules.
#[derive(Clone, Copy, Debug)]
pub struct Card {
    /// The name that commands and records use.
    pub name: &'static str,
    /// Plies after which a match is a draw, unless its rules say otherwise.
    pub ply_limit: u32,
    /// Squares of a side of the usual board.
    pub size: usize,
    /// Lines of a board file of the usual size.
    pub lines: usize,
    pub player_1_is_white: bool,
    pub place_name: fn(Square) -> String,
    /// The rules and the looks of a game that is not compiled in.
    pub written: Option<&'static Written>,
}

pub fn card(game: GameId) -> Card {
    let rules = draughts_rules(game);
    with_game!(game, G => Card {
        name: game.name(),
        ply_limit: <G as Game>::PLY_LIMIT,
        size: rules.map_or(Quoridor::DEFAULT_SIZE, |rules| rules.size),
        lines: rules.map_or(2 * Quoridor::DEFAULT_SIZE + 1, |rules| rules.size),
        player_1_is_white: rules.is_none_or(|rules| rules.first_colour == FirstColour::White),
        place_name: <G as Notation>::place_name,
        written: None,
    }, else card => *card)
}

impl Card {
    fn identity(&self) -> (&str, Option<&str>) {
        (self.name, self.written.map(|written| &*written.look.sha256))
    }
}

impl PartialEq for Card {
    fn eq(&self, other: &Card) -> bool {
        self.identity() == other.identity()
    }
}

impl Eq for Card {}

impl Hash for Card {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.identity().hash(state);
    }
}
