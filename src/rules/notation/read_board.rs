//! Board files of any game, and what is wrong with them.

use super::known_boards::known_boards;
use super::written_board::read_text;
use super::{
    BoardCause, BoardFault, Leniency, Model, Notation, Strictness, board_cause, text_cause,
};
use crate::{GameId, with_game};

/// A board file of any game, as read.
#[derive(Clone, Debug)]
pub struct ReadBoard {
    /// True if the board is playable; `None` if only the rules of its game know: it is unlike the boards that are known
    /// of it.
    pub playable: Option<bool>,
    pub tolerated: Vec<Leniency>,
    pub faults: Vec<BoardFault>,
    pub cause: Option<BoardCause>,
}

/// Reads the bytes of a board file.
pub fn read_board(game: GameId, bytes: &[u8], strictness: Strictness) -> ReadBoard {
    with_game!(game, G => {
        let reading = <G as Notation>::read_board(bytes, strictness);
        ReadBoard {
            playable: Some(reading.board.is_some()),
            cause: board_cause(bytes, &reading),
            tolerated: reading.tolerated,
            faults: reading.faults,
        }
    }, else card => {
        let (text, tolerated) = match read_text(bytes, card.lines, strictness) {
            Ok(read) => read,
            Err(fault) => {
                let (tolerated, faults, cause) = (Vec::new(), vec![fault], text_cause(bytes));
                return ReadBoard { playable: Some(false), tolerated, faults, cause };
            }
        };
        let known = known_boards(game);
        let model = card.written.and_then(|written| Model::from_boards(&written.look, known.iter().map(|it| &**it)));
        let faults = model.as_ref().map(|model| model.faults(&text)).unwrap_or_default();
        let cause = model.as_ref().and_then(|model| model.cause(&text));
        let is_like = model.is_some() && faults.is_empty() || known.contains(&text);
        // That there is a space between cells is said of all boards; other boards may have other lines and signs.
        let is_wrong = faults.iter().any(|fault| matches!(fault, BoardFault::BadSeparator { .. }));
        let playable = (is_like || is_wrong).then_some(is_like);
        ReadBoard { playable, tolerated, faults, cause }
    })
}
