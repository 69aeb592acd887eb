//! A match in the page's JSON, to step through.

use serde_json::{Map, Value, json};

use super::play::{YOU, move_json, squares_json};
use super::words::Side;
use arbitro_records::{Named, ReplayedMatch};
use arbitro_rules::history::Both;
use arbitro_rules::plain_text::marked_line;
use arbitro_rules::{Look, MAX_TITLE, Player};
use arbitro_words::{Ending, Language, Loser, own_text, say};

/// Maximum bytes of a match played for the page, some ten thousand plies. Each of them becomes a
/// board and a line of text.
pub(super) const MAX_BYTES: u64 = 256 << 10;

/// The look of a game that is not compiled in; without columns and rows its boards are text.
pub(super) fn look_json(
    look: &Look,
    boards: impl IntoIterator<Item = impl AsRef<str>>,
    language: Language,
) -> Value {
    let size = |board: &str| {
        let cells = look.cells(board)?;
        Some((cells.first()?.len(), cells.len()))
    };
    let mut sizes = boards.into_iter().map(|board| size(board.as_ref()));
    let first = sizes.next().flatten();
    // A board that grows is no grid to point at.
    let (columns, rows) = first.filter(|_| sizes.all(|size| size == first)).unwrap_or_default();
    let sign = look.signs.iter().map(|(&sign, it)| {
        let title = it.title.as_ref().map(|it| marked_line(own_text(it, language), MAX_TITLE));
        (sign.to_string(), json!({ "is": it.is, "picture": it.shape, "title": title }))
    });
    json!({
        "title": marked_line(own_text(&look.title, language), MAX_TITLE),
        "columns": columns,
        "rows": rows,
        "spaced": look.spaced,
        "signs": sign.collect::<Map<_, _>>(),
    })
}

/// A whole match. Names are those of the record; without one, the page names the side.
pub(super) fn match_json(replayed: &ReplayedMatch, language: Language) -> Value {
    let people = people_here(replayed);
    // A match that was played here is told by its colours, as it was while it was played.
    let name = |name: &Option<String>, player| match name {
        Some(name) if people.is_empty() => name.clone(),
        _ => say(&Side { game: replayed.game.known(), player }, language).into_owned(),
    };
    let (summary, played) = (&replayed.summary, &replayed.played);
    let names = &summary.names;
    let (x, o) = (name(&names.x, Player::X), name(&names.o, Player::O));
    let boards = (0..=played.plies()).map(|ply| played.board(ply));
    let position = |ply| {
        json!({
            "board": played.board(ply),
            "fen": played.fen(ply),
            "turn": played.turn(ply),
            "walls": played.walls_left(ply),
        })
    };
    let moves = played.steps().enumerate().map(|(ply, step)| {
        let mut json = move_json(step);
        json["ms"] = json!(replayed.claim.ms.get(ply));
        json["comment"] = json!(replayed.comment(ply));
        json
    });
    json!({
        "game": replayed.game.to_string(),
        // If the page does not have the game.
        "look": replayed.game.look().map(|look| look_json(look, boards, language)),
        "title": say(summary, language),
        "players": {
            "x": names.x.as_deref().unwrap_or_default(),
            "o": names.o.as_deref().unwrap_or_default(),
        },
        // The side of the person who played it on this page against the computer.
        "you": if let [you] = people[..] { Some(you) } else { None },
        // Without a winner a match may be drawn, unfinished or void.
        "winner": summary.winner,
        "draw": summary.is_draw,
        "reason": summary.reason,
        "fault": fault_json(replayed, language),
        // The cells that show why it ended.
        "cells": squares_json(replayed.why_cells()),
        "text": replayed.conclusion_with_names(Both { x: &x, o: &o }, language),
        "positions": (0..=played.plies()).map(position).collect::<Vec<_>>(),
        "moves": moves.collect::<Vec<_>>(),
        "remarks": replayed.notes().map(|note| say(&*note, language)).collect::<Vec<_>>(),
    })
}

/// The sides that people played on this page.
fn people_here(replayed: &ReplayedMatch) -> Vec<Player> {
    // Players of tournaments have a hash.
    let is_here = |it: &Named| it.name == YOU && it.sha256.is_none();
    let Some(Both { x, o }) = &replayed.claim.players else {
        return Vec::new();
    };
    let sides = [(Player::X, x), (Player::O, o)].into_iter();
    sides.filter(|(_, it)| is_here(it)).map(|(side, _)| side).collect()
}

/// The fault of a player, or a move of the source that is wrong.
fn fault_json(replayed: &ReplayedMatch, language: Language) -> Value {
    let mut json = if let Some(wrong) = replayed.wrong_move() {
        json!({
            "player": replayed.turn().to_string(),
            "ply": replayed.plies() + 1,
            "file": null,
            "reason": "illegal_move",
            "diagnosis": wrong.diagnosis,
        })
    } else if let Some(fault) = &replayed.fault {
        json!({
            "player": fault.player,
            "ply": fault.ply,
            "file": fault.file,
            "reason": fault.reason,
            "diagnosis": fault.diagnosis,
        })
    } else {
        return Value::Null;
    };
    let text = |name: &str| json[name].as_str().unwrap_or_default();
    let (player, reason) = (Player::of_letter(text("player")), text("reason"));
    let side = player.map(|player| say(&Side { game: replayed.game.known(), player }, language));
    let loser = side.as_deref().map(Loser::Named);
    let why = say(&Ending::Sentence { reason, loser }, language);
    json["why"] = json!(why);
    json["text"] = json!(replayed.fault_text(language).unwrap_or_default());
    json["squares"] = json!(squares_json(replayed.fault_squares()));
    // The text in place of a board, if known.
    json["board"] = json!(replayed.fault_board());
    json
}
