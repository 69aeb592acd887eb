//! The question to a player that answers by lines.

use std::time::Duration;

use arbitro_rules::line::Line;

/// Writes the question for the next move, which is to come within a time.
pub fn question(line: &dyn Line, allowed: Duration) -> String {
    let board = line.board(line.plies());
    // Of an opening of a game that is not compiled in the moves are known.
    let opening = line.start_fen().filter(|_| line.game().look().is_some());
    let moves = opening.into_iter().chain([line.moves()]).filter(|it| !it.is_empty());
    let head = [(line.plies() + 1).to_string(), allowed.as_millis().to_string()];
    let head: Vec<String> = head.into_iter().chain(moves).collect();
    let legal: Vec<String> = line.legal().into_iter().map(|key| line.step(key).text).collect();
    format!("{}\n{}\n{}\n{board}\n", head.join(" "), legal.join(" "), board.lines().count())
}
