//! States of the original Quoridor's interface, and a player of its page.

use arbitro_rules::Game as _;
use arbitro_rules::quoridor::{Board, Direction, Quoridor, Wall};
use arbitro_rules::{Player, Square};
use serde_json::Value;

pub const LEVELS: [&str; 4] = ["easy", "medium", "hard", "extreme"];

/// A state as a position, by a reading of the original's numbers of its own.
pub fn position(state: &Value, turn: Player) -> Quoridor {
    let number = |value: &Value| u8::try_from(value.as_u64().unwrap()).unwrap();
    let place = |it: &Value, rows: u8| Square::new(rows - number(&it["y"]), number(&it["x"]) - 1);
    let players = [&state["p1"], &state["p2"]];
    let walls = state["walls"].as_array().unwrap().iter().map(|it| {
        let direction = match it["o"].as_str().unwrap() {
            "h" => Direction::Horizontal,
            _ => Direction::Vertical,
        };
        Wall::new(place(it, 8), direction)
    });
    let board = Board::assembled(
        9,
        players.map(|player| place(player, 9)),
        players.map(|player| usize::from(number(&player["walls"]))),
        walls,
    );
    Quoridor::new(board.unwrap(), turn)
}

/// The state with p1's pawn elsewhere.
pub fn stepped(state: &Value, to: &Value) -> Value {
    let mut state = state.clone();
    state["p1"]["x"] = to[0].clone();
    state["p1"]["y"] = to[1].clone();
    state
}

/// The valid move of p1 that leaves the shortest path.
pub fn nearest(state: &Value) -> Value {
    let moves = state["valid_moves"].as_array().unwrap().iter();
    let left = |to: &&Value| position(&stepped(state, to), Player::O).distance(Player::X);
    moves.min_by_key(left).unwrap().clone()
}
