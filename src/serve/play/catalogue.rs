//! The available games, each with its rules in a few sentences of its rule book.

use serde_json::{Value, json};

use super::{is_written, squares_json};
use crate::stepped_match::look_json;
use arbitro_engine::chooser::Level;
use arbitro_rules::draughts::{Capturing, KingReach, MenCapture, Priority, Rules, draughts_rules};
use arbitro_rules::history::Both;
use arbitro_rules::line::{Start, open};
use arbitro_rules::notation::numbered_place;
use arbitro_rules::{GameId, Square, card};
use arbitro_words::Language;
use arbitro_words::rule_book::{in_short, title};

/// The sides of a game that gives them no names.
const LETTERS: Both<&str> = Both { x: "x", o: "o" };

/// A game in the catalogue's JSON.
pub(crate) fn game_json(game: GameId, language: Language) -> Value {
    let (card, rules) = (card(game), draughts_rules(game));
    let start = open(game, Start::Usual, None).ok();
    let (board, fen) = start.map(|start| (start.board(0), start.fen(0))).unwrap_or_default();
    let numbered: Option<Vec<Square>> = rules.map(|rules| {
        let numbers = 1..=rules.size * rules.size / 2;
        numbers.filter_map(|number| numbered_place(&rules, number)).collect()
    });
    let mut json = json!({
        "id": game.name(),
        "name": title(game),
        "family": match game {
            GameId::Quoridor => "quoridor",
            // Of a game that is not compiled in.
            GameId::Written(_) => "cells",
            _ => "draughts",
        },
        "columns": card.size,
        "rows": card.size,
        "sides": if is_written(game) { LETTERS } else { sides(card.player_1_is_white) },
        // Weakest first. Of a written game the strongest search is a deeper one.
        "levels": Level::ALL.map(Level::name)[..if is_written(game) { 3 } else { 4 }],
        "rules": in_short(game),
        "capture": rules.map(|rule| match rule.capturing {
            Capturing::Optional => "optional",
            Capturing::Forced => "compulsory",
        }),
        // Codes that tell the game from its kin.
        "traits": rules.as_ref().map_or_else(Vec::new, traits),
        "board": board,
        "fen": fen,
        // The dark squares in the order of their numbers, and their names in the game's notation.
        "numbers": numbered.as_ref().map(|all| squares_json(all.iter().copied())),
        "names": numbered.map(|all| all.into_iter().map(card.place_name).collect::<Vec<_>>()),
    });
    if let Some(look) = game.look() {
        let look = look_json(look, [&board], language);
        (json["columns"], json["rows"]) = (look["columns"].clone(), look["rows"].clone());
        // One program may play many games, and has one title for all.
        let word = game.name().split_once(':').map(|(_, word)| format!(": {word}"));
        let title = look["title"].as_str().unwrap_or_default();
        json["name"] = format!("{title}{}", word.unwrap_or_default()).into();
        json["look"] = look;
    }
    json
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
    if player_1_is_white {
        Both { x: "white", o: "black" }
    } else {
        Both { x: "black", o: "white" }
    }
}
