//! Known boards of a written game: those of one match, by which others are recognised.

use std::sync::{Arc, Mutex, PoisonError};

use crate::line::{Start, open};
use crate::{GameId, card};

/// Maximum known boards of a written game; each may take a question to its program.
const MAX_KNOWN: usize = 64;
/// Steps through the legal moves from ply to ply.
const STEP: usize = 7;

/// Known boards of a game. The latest are stored, because a folder has many files of one game.
pub(super) fn known_boards(game: GameId) -> Arc<Vec<String>> {
    static LATEST: Mutex<Option<(GameId, Arc<Vec<String>>)>> = Mutex::new(None);
    let mut latest = LATEST.lock().unwrap_or_else(PoisonError::into_inner);
    match &*latest {
        Some((of, boards)) if *of == game => Arc::clone(boards),
        _ => Arc::clone(&latest.insert((game, Arc::new(boards_of_a_match(game)))).1),
    }
}

/// The boards of one match.
fn boards_of_a_match(game: GameId) -> Vec<String> {
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
