//! Names, sizes and limits of a game, before a match of it begins.

use crate::draughts::{FirstColour, draughts_rules};
use crate::notation::Notation;
use crate::quoridor::Quoridor;
use crate::{Game, GameId, Square, with_game};

/// A game's names and limits.
#[derive(Clone, Copy, Debug)]
pub struct Card {
    /// Plies after which a match is a draw, unless its rules say otherwise.
    pub ply_limit: u32,
    /// Squares of a side of the usual board.
    pub size: usize,
    /// Lines of a board file of the usual size.
    pub lines: usize,
    /// True if player 1, who moves first, is White.
    pub player_1_is_white: bool,
    /// The game's name of a square.
    pub place_name: fn(Square) -> String,
}

/// Returns the card of a game.
pub fn card(game: GameId) -> Card {
    let rules = draughts_rules(game);
    with_game!(game, G => Card {
        ply_limit: <G as Game>::PLY_LIMIT,
        size: rules.map_or(Quoridor::DEFAULT_SIZE, |it| it.size),
        lines: rules.map_or(2 * Quoridor::DEFAULT_SIZE + 1, |it| it.size),
        player_1_is_white: rules.is_none_or(|it| it.first_colour == FirstColour::White),
        place_name: <G as Notation>::place_name,
    })
}
