//! Board files of any game, and what is wrong with them.

use std::sync::{Arc, Mutex, PoisonError};

use super::written_board::read_text;
use super::{
    BoardCause, BoardFault, Leniency, Model, Notation, Strictness, board_cause, text_cause,
};
use crate::line::{Start, open};
use crate::{GameId, card, with_game};

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

/// Maximum boards of a written game that one of it is held against, each of which may take a question to its program.
const MAX_KNOWN: usize = 64;
const STEP: usize = 7;

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
        let model = card.written.and_then(|it| Model::from_boards(&it.look, known.iter().map(|it| &**it)));
        let faults = model.as_ref().map(|it| it.faults(&text)).unwrap_or_default();
        let cause = model.as_ref().and_then(|it| it.cause(&text));
        let is_like = model.is_some() && faults.is_empty() || known.contains(&text);
        // That there is a space between cells is said of all boards; other boards may have other lines and signs.
        let is_wrong = faults.iter().any(|it| matches!(it, BoardFault::BadSeparator { .. }));
        let playable = (is_like || is_wrong).then_some(is_like);
        ReadBoard { playable, tolerated, faults, cause }
    })
}

/// The same boards again for each file of a folder.
fn known_boards(game: GameId) -> Arc<Vec<String>> {
    static LATEST: Mutex<Option<(GameId, Arc<Vec<String>>)>> = Mutex::new(None);
    let mut latest = LATEST.lock().unwrap_or_else(PoisonError::into_inner);
    match &*latest {
        Some((of, boards)) if *of == game => Arc::clone(boards),
        _ => Arc::clone(&latest.insert((game, Arc::new(some_boards(game)))).1),
    }
}

/// Boards of a written game: those of one match.
fn some_boards(game: GameId) -> Vec<String> {
    let Ok(mut line) = open(game, Start::Usual, None) else {
        return card(game).written.iter().map(|it| it.first.to_string()).collect();
    };
    let mut boards = vec![line.board(0)];
    while boards.len() < MAX_KNOWN && line.end().is_none() {
        let legal = line.legal();
        // Any move will do, but the first ones may all be alike.
        let Some(&key) = legal.get(boards.len() * STEP % legal.len().max(1)) else { break };
        line.play(key);
        boards.push(line.board(line.plies()));
    }
    boards
}
