//! The available games, each with its rules in a few sentences of its rule book.

use std::borrow::Cow;

use serde::Serialize;

use super::is_written;
use super::shown::spot;
use arbitro_engine::chooser::Level;
use arbitro_rules::draughts::{Capturing, KingReach, MenCapture, Priority, Rules, draughts_rules};
use arbitro_rules::history::Both;
use arbitro_rules::line::{Start, open};
use arbitro_rules::notation::numbered_place;
use arbitro_rules::{GameId, Square, card};
use arbitro_words::rule_book::{in_short, title};

/// A game as the catalogue shows it.
#[derive(Clone, Debug, Serialize)]
pub struct GameShown {
    /// Its name in commands.
    pub id: &'static str,
    /// Its name for people.
    pub name: Cow<'static, str>,
    /// `draughts`, `quoridor`, or `cells` for a game that is not compiled in.
    pub family: &'static str,
    /// Squares from left to right.
    pub columns: usize,
    /// Squares from bottom to top.
    pub rows: usize,
    /// The colours of the sides.
    pub sides: Both<&'static str>,
    /// The computer's levels, weakest first.
    pub levels: Vec<&'static str>,
    /// The rules in short.
    pub rules: Vec<String>,
    /// Says if capturing is compulsory, in games with captures.
    pub capture: Option<&'static str>,
    /// Codes that tell the game from its kin.
    pub traits: Vec<&'static str>,
    /// The starting board, as in a board file.
    pub board: String,
    /// The start in FEN or Quoridor's notation.
    pub fen: String,
    /// The dark squares in the order of their numbers.
    pub numbers: Option<Vec<[u8; 2]>>,
    /// Their names in the game's notation.
    pub names: Option<Vec<String>>,
}

/// The sides of a game that gives them no names.
const LETTERS: Both<&str> = Both { x: "x", o: "o" };

/// Every game that is compiled in.
pub fn catalogue() -> Vec<GameShown> {
    GameId::ALL.into_iter().map(of).collect()
}

pub(crate) fn of(game: GameId) -> GameShown {
    let (card, rules) = (card(game), draughts_rules(game));
    let start = open(game, Start::Usual, None).ok();
    let start = start.map(|it| (it.board(0), it.fen(0))).unwrap_or_default();
    let places: Option<Vec<Square>> = rules.map(|rules| {
        let numbers = 1..=rules.size * rules.size / 2;
        numbers.filter_map(|number| numbered_place(&rules, number)).collect()
    });
    GameShown {
        id: game.name(),
        name: title(game),
        family: match game {
            GameId::Quoridor => "quoridor",
            GameId::Written(_) => "cells",
            _ => "draughts",
        },
        columns: card.size,
        rows: card.size,
        sides: if is_written(game) { LETTERS } else { sides(card.player_1_is_white) },
        // Of a written game the strongest search is a deeper one.
        levels: Level::ALL.map(Level::name)[..if is_written(game) { 3 } else { 4 }].to_vec(),
        rules: in_short(game),
        capture: rules.map(|it| match it.capturing {
            Capturing::Optional => "optional",
            Capturing::Forced => "compulsory",
        }),
        traits: rules.as_ref().map_or_else(Vec::new, traits),
        board: start.0,
        fen: start.1,
        numbers: places.as_ref().map(|all| all.iter().copied().map(spot).collect()),
        names: places.map(|all| all.into_iter().map(card.place_name).collect()),
    }
}

fn traits(rules: &Rules) -> Vec<&'static str> {
    let priority = match rules.priority {
        Priority::Free => None,
        Priority::MostPieces => Some("most_pieces"),
        Priority::MostPiecesThenKings => Some("most_kings"),
        Priority::KingFirst => Some("king_first"),
        Priority::Italian => Some("italian_order"),
    };
    [
        Some(match rules.kings {
            KingReach::Short => "short_kings",
            KingReach::Flying => "flying_kings",
        }),
        (rules.men_capture == MenCapture::AllWays).then_some("men_back"),
        (!rules.men_take_kings).then_some("kings_safe"),
        priority,
    ]
    .into_iter()
    .flatten()
    .collect()
}

const fn sides(player_1_is_white: bool) -> Both<&'static str> {
    match player_1_is_white {
        true => Both { x: "white", o: "black" },
        false => Both { x: "black", o: "white" },
    }
}
