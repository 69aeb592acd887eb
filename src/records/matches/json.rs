//! A match as JSON.

use serde_json::{Value, json};

use super::replayed_match::ReplayedMatch;
use arbitro_rules::Square;
use arbitro_rules::line::Step;
use arbitro_words::{Language, say};

impl ReplayedMatch {
    /// The whole match as JSON, with English sentences.
    pub fn to_json(&self) -> Value {
        let positions = (0..=self.plies()).map(|ply| {
            let fen = self.played.fen(ply);
            json!({
                "board": self.played.board(ply),
                "fen": (!fen.is_empty()).then_some(fen),
                "walls_left": self.played.walls_left(ply),
                "turn": self.played.turn(ply),
            })
        });
        let moves = self.played.steps().enumerate().map(|(ply, step)| {
            let mut value = step_json(&step);
            value["ms"] = self.claim.ms.get(ply).copied().into();
            value["comment"] = self.comment(ply).into();
            value
        });
        let wrong = self.wrong_move().map(|wrong_move| {
            json!({
                "ply": wrong_move.ply,
                "player": self.turn(),
                "move": wrong_move.written,
                "text": say(&wrong_move.why, Language::English),
                "diagnosis": wrong_move.diagnosis,
                "squares": wrong_move.squares.iter().copied().map(square).collect::<Vec<_>>(),
                "board": wrong_move.board,
            })
        });
        let preface = &self.pdn.preface;
        let mut value = self.summary.to_json();
        value["draw"] = self.summary.is_draw.into();
        value["fault"] = json!(self.fault);
        value["wrong"] = wrong.into();
        value["ending"] = self.conclusion(Language::English).into();
        value["first_board"] = self.first_board.into();
        value["positions"] = positions.collect();
        value["moves"] = moves.collect();
        value["comment"] = (!preface.is_empty()).then_some(&**preface).into();
        value["tags"] = json!(self.pdn.tags);
        value["remarks"] = self.notes().map(|note| note.to_string()).collect();
        value
    }
}

fn step_json(Step { text, player, action }: &Step) -> Value {
    let squares = |all: &[Square]| all.iter().copied().map(square).collect::<Vec<_>>();
    let cells = action.cells().iter();
    let cells: Vec<_> = cells.map(|&(at, to)| json!({ "square": square(at), "to": to })).collect();
    let wall = action
        .wall()
        .map(|(at, direction)| json!({ "square": square(at), "direction": direction.letter() }));
    let mut value = json!({
        "text": text,
        "player": player,
        "path": squares(&action.path()),
        "taken": squares(action.taken()),
        "crowned": action.crowns(),
        "wall": wall,
    });
    if !cells.is_empty() {
        value["cells"] = cells.into();
    }
    value
}

/// A square in JSON: column from the left and row from the bottom, both from 0.
fn square(place: Square) -> Value {
    json!({ "column": place.column, "row": place.row })
}
