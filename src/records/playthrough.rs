//! A match, ply by ply, ready to show.

use serde_json::{Value, json};

use super::remark::Remark;
use crate::words::Text;
use crate::{MatchRecord, RecordedFault, ShownGame};
use arbitro_rules::history::Both;
use arbitro_rules::line::Action;
use arbitro_rules::{GameId, Player, Square};
use arbitro_words::{Language, OfFault, say};

/// A match from its first position to its last.
#[derive(Clone, Debug)]
pub struct Playthrough {
    /// Identifier in its source.
    pub id: String,
    pub title: Title,
    pub game: ShownGame,
    /// Names of the players, where known.
    pub names: Both<Option<String>>,
    pub winner: Option<Player>,
    /// True if the match is known to be a draw.
    pub is_draw: bool,
    /// Reason for the end in the contract's word, if known.
    pub reason: Option<String>,
    /// The fault that lost the match, from the record or from the boards.
    pub fault: Option<RecordedFault>,
    /// The first move that the source gets wrong: it cannot be played.
    pub wrong: Option<WrongMove>,
    /// Number of the first board: 1, unless the first boards are missing.
    pub first_board: u64,
    /// All positions: one more than there are moves.
    pub positions: Vec<Position>,
    /// All moves that could be played.
    pub moves: Vec<PlayedMove>,
    /// Tolerated format errors and omissions.
    pub remarks: Vec<Remark>,
    /// The PDN tags in order; empty for other sources.
    pub tags: Vec<(String, String)>,
    /// Comments before the first move.
    pub comment: Option<String>,
    /// The match as a record, moves in the game's own notation.
    pub record: MatchRecord,
}

/// A match in one line, used as a heading: the names of its players, or else its identifier.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Title {
    pub(super) game: Option<ShownGame>,
    pub(super) id: String,
    pub(super) names: Both<Option<String>>,
    pub(super) round: Option<String>,
}

/// The end of a match, in one sentence.
#[derive(Clone, Copy, Debug)]
pub struct Conclusion<'a>(pub &'a Playthrough);

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    /// The board file, byte for byte.
    pub board: String,
    /// The position's FEN, or Quoridor's own notation; empty in a game that is not compiled in.
    pub fen: String,
    /// Walls left; `None` in draughts.
    pub walls_left: Option<Both<u8>>,
    pub turn: Player,
}

#[derive(Clone, Debug, PartialEq)]
pub struct PlayedMove {
    /// The move in the game's notation.
    pub text: String,
    pub player: Player,
    /// Its effect on the board.
    pub action: Action,
    /// Milliseconds used, if known.
    pub ms: Option<f64>,
    /// The annotator's comment.
    pub comment: Option<String>,
}

/// A move of a source that cannot be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrongMove {
    /// Its ply, from 1.
    pub ply: u64,
    pub player: Player,
    /// The text as written, shortened.
    pub text: String,
    /// The reason, by the judge if it was judged.
    pub why: Text,
    /// The code of the diagnosis, if there is one.
    pub diagnosis: Option<&'static str>,
    /// The squares concerned.
    pub squares: Vec<Square>,
    /// The board that the move would have made, if it can be drawn as a board file.
    pub board: Option<String>,
}

/// The part of a match read since the last report. The first part begins with the initial position
/// and has one move less than positions; later parts have as many of each.
#[derive(Clone, Copy, Debug)]
pub struct Stretch<'a> {
    /// The game that the boards are read as.
    pub game: GameId,
    /// Number of the match's first board.
    pub first_board: u64,
    /// Number of board files.
    pub boards: u64,
    pub positions: &'a [Position],
    pub moves: &'a [PlayedMove],
}

impl Playthrough {
    /// Number of the board after `played` of the moves shown.
    pub fn board_number(&self, played: usize) -> u64 {
        self.first_board + played as u64
    }

    /// The deed that lost it, if the source tells.
    pub fn why_lost(&self) -> Option<OfFault<'_>> {
        self.fault.as_ref()?.message(self.game.known())
    }

    /// The whole match as JSON, with English sentences.
    pub fn to_json(&self) -> Value {
        let player = |it: Player| it.to_string();
        let positions: Vec<Value> = self
            .positions
            .iter()
            .map(|it| {
                json!({
                    "board": it.board,
                    "fen": (!it.fen.is_empty()).then_some(&it.fen),
                    "walls_left": it.walls_left,
                    "turn": player(it.turn),
                })
            })
            .collect();
        let moves: Vec<Value> = self.moves.iter().map(PlayedMove::to_json).collect();
        let wrong = self.wrong.as_ref().map(|it| {
            json!({
                "ply": it.ply,
                "player": player(it.player),
                "move": it.text,
                "text": say(&it.why, Language::English),
                "diagnosis": it.diagnosis,
                "squares": it.squares.iter().copied().map(square).collect::<Vec<_>>(),
                "board": it.board,
            })
        });
        json!({
            "id": self.id,
            "title": say(&self.title, Language::English),
            "game": self.game.name(),
            "players": self.names,
            "winner": self.winner.map(player),
            "draw": self.is_draw,
            "reason": self.reason,
            "fault": self.fault,
            "wrong": wrong,
            "ending": say(&Conclusion(self), Language::English),
            "plies": self.moves.len(),
            "first_board": self.first_board,
            "positions": positions,
            "moves": moves,
            "comment": self.comment,
            "tags": self.tags,
            "remarks": self.remarks.iter().map(ToString::to_string).collect::<Vec<_>>(),
        })
    }
}

impl PlayedMove {
    fn to_json(&self) -> Value {
        let squares = |all: &[Square]| all.iter().copied().map(square).collect::<Vec<_>>();
        let cells = self.action.cells().iter();
        let cells: Vec<_> =
            cells.map(|&(at, to)| json!({ "square": square(at), "to": to })).collect();
        let wall = self.action.wall().map(
            |(at, direction)| json!({ "square": square(at), "direction": direction.letter() }),
        );
        let mut value = json!({
            "text": self.text,
            "player": self.player.to_string(),
            "path": squares(&self.action.path()),
            "taken": squares(self.action.taken()),
            "crowned": self.action.crowns(),
            "wall": wall,
            "ms": self.ms,
            "comment": self.comment,
        });
        if !cells.is_empty() {
            value["cells"] = cells.into();
        }
        value
    }
}

/// A square in JSON: column from the left and row from the bottom, both from 0.
fn square(place: Square) -> Value {
    json!({ "column": place.column, "row": place.row })
}
