//! Positions and moves in the page's JSON: squares as `[column,row]`, row 0 at the bottom.

use serde_json::{Value, json};

use super::Ending;
use arbitro_rules::line::{Action, Line, NoStart, Start, Step, open};
use arbitro_rules::{GameId, Square};
use arbitro_words::Language;

/// A square in JSON.
const fn square_json(square: Square) -> [u8; 2] {
    [square.column, square.row]
}

pub(crate) fn squares_json(squares: impl IntoIterator<Item = Square>) -> Vec<[u8; 2]> {
    squares.into_iter().map(square_json).collect()
}

/// A move as a person sees it; its text differs from that of every other legal move.
pub(crate) fn move_json(Step { text, player, action }: Step) -> Value {
    let mut json = match action {
        Action::Piece { path, taken, crowned, ways } => {
            // The squares of the piece, from its origin on, and the captured ones in that order.
            let (path, taken) = (squares_json(path), squares_json(taken));
            let mut json = json!({ "path": path, "taken": taken, "crowned": crowned });
            // Other routes to the same square with the same captures.
            if !ways.is_empty() {
                json["ways"] = ways.into_iter().map(squares_json).collect();
            }
            json
        }
        // Named by the square at its lower left.
        Action::Wall(at, direction) => {
            json!({ "wall": { "at": square_json(at), "along": direction.letter() } })
        }
        Action::Cells(cells) => {
            let cells = cells.into_iter().map(|(at, sign)| (square_json(at), sign));
            json!({ "cells": cells.collect::<Vec<_>>() })
        }
    };
    json["text"] = text.into();
    json["by"] = json!(player);
    json
}

/// The legal moves of a position.
pub(super) fn legal_json(line: &dyn Line) -> Vec<Value> {
    line.legal().into_iter().map(|key| move_json(line.step(key))).collect()
}

/// A position by itself: its board, who moves, what is legal.
pub(crate) fn position(
    game: GameId,
    start: Start<'_>,
    language: Language,
) -> Result<Value, NoStart> {
    let line = open(game, start, None)?;
    let end = Ending::from_line(&*line);
    let is_open = end.is_none();
    Ok(json!({
        "game": game.name(),
        "board": line.board(0),
        "fen": line.fen(0),
        "turn": is_open.then(|| line.turn()),
        "walls": line.walls_left(0),
        "forced": line.is_forced() && is_open,
        "legal": if is_open { legal_json(&*line) } else { Vec::new() },
        "end": end.map(|end| end.json(language)),
    }))
}
