//! The interface of the system this one grew from: Quoridor on 9x9, the whole state in each request.
//!
//! `GET /game/start` gives the state at the start. `POST /game/move` takes
//! `{"difficulty","state":{"p1":{"x","y","walls"},"p2":{..},"walls":[{"x","y","o"}],"turn"},"move":{..}}`
//! with a move `{"type":"move","x","y"}` or `{"type":"wall","x","y","o"}`, and answers
//! `{"valid","state","winner"}`: after a valid move the computer has moved too, unless the match is
//! over. What was silent there is decided here:
//!
//! - `x` is the column from the left, `y` the row from the bottom, both from 0. `p1` is our player 1: it
//!   starts at the bottom, (4,0), and wins on row 8; `p2` starts at (4,8).
//! - A wall is named by the cell at its lower left, 0 to 7; `o` is `"h"` or `"v"`.
//! - `turn` is 1 or 2, and so is `winner`, which is `null` while the match goes on.
//! - Every number may be written as a text. A difficulty left out is `easy`.
//! - The state at the start stands both in `state` and, for clients who look there, at the top.
//!
//! Nothing is believed: a state is checked as a whole. What is wrong is answered with `"valid":false` and
//! an `"error"` in words; a wrong move with the state as it was, a wrong state with none. The status is
//! 200 for all that is JSON.

use axum::extract::{Request, State};
use axum::response::Response;
use hyper::StatusCode;
use serde_json::{Value, json};

use super::opened::chance;
use super::play::{Denied, OpenMatch, Opening, You};
use super::refusal::{json_answer, ok};
use super::request::Fields;
use super::routes::App;
use super::thinking::time_for;
use arbitro_player::Level;
use arbitro_rules::notation::Notation;
use arbitro_rules::notation::quoridor::wall_name;
use arbitro_rules::quoridor::{Board, Direction, Quoridor, Square, Wall};
use arbitro_rules::{Game, GameId, Player};

/// A position and its walls in the order in which they were placed.
#[derive(Debug)]
struct Stated {
    position: Quoridor,
    walls: Vec<Wall>,
}

impl Stated {
    /// Goes on to the position of a match that moved: a wall that is new there is the latest.
    fn follow(&mut self, play: &mut OpenMatch) -> Result<(), String> {
        let fen = play.state(String::new()).fen;
        self.position = Quoridor::read_fen(&fen).map_err(|why| why.to_string())?;
        let all = self.position.board().walls();
        let new: Vec<Wall> = all.filter(|wall| !self.walls.contains(wall)).collect();
        self.walls.extend(new);
        Ok(())
    }

    fn json(&self) -> Value {
        let board = self.position.board();
        let pawn = |player| {
            let Square { row, column } = board.pawn(player);
            json!({"x": column, "y": row, "walls": board.walls_left(player)})
        };
        let walls = self.walls.iter().map(|wall| {
            let o = match wall.direction {
                Direction::Horizontal => "h",
                Direction::Vertical => "v",
            };
            json!({"x": wall.square.column, "y": wall.square.row, "o": o})
        });
        json!({
            "p1": pawn(Player::X),
            "p2": pawn(Player::O),
            "walls": walls.collect::<Vec<_>>(),
            "turn": self.position.turn().number(),
        })
    }

    fn winner(&self) -> Option<u8> {
        self.position.end().map(|end| end.winner().number())
    }
}

/// `GET /game/start`
pub(super) async fn start() -> Response {
    let state = Stated {
        position: Quoridor::start(),
        walls: Vec::new(),
    }
    .json();
    let mut answer = json!({"valid": true, "state": state, "winner": null});
    if let (Some(answer), Value::Object(state)) = (answer.as_object_mut(), state) {
        answer.extend(state);
    }
    ok(&answer)
}

fn invalid(status: StatusCode, state: &Value, why: &str) -> Response {
    json_answer(
        status,
        &json!({"valid": false, "state": state, "winner": null, "error": why}),
    )
}

/// `POST /game/move`
pub(super) async fn make_move(State(app): State<App>, request: Request) -> Response {
    let fields = match Fields::read(request, &app.limits).await {
        Ok(fields) => fields.into_value(),
        Err(refusal) => return invalid(refusal.status(), &Value::Null, refusal.text()),
    };
    let mut told = match read_state(&fields["state"]) {
        Ok(told) => told,
        Err(why) => return invalid(StatusCode::OK, &Value::Null, &why),
    };
    let as_told = told.json();
    match answered(&app, &fields, &mut told).await {
        Ok(answer) => ok(&answer),
        Err(why) => invalid(StatusCode::OK, &as_told, &why),
    }
}

async fn answered(app: &App, fields: &Value, told: &mut Stated) -> Result<Value, String> {
    let level = match &fields["difficulty"] {
        Value::Null => Level::Easy,
        Value::String(word) => word.parse().map_err(|why| format!("difficulty: {why}"))?,
        _ => return Err("difficulty: expected easy, medium, hard or extreme".to_owned()),
    };
    let text = read_move(&fields["move"])?;
    let opening = Opening {
        start: Some(told.position.write_fen()),
        seed: chance().unwrap_or_default() as u64,
        ..Opening::usual(GameId::Quoridor, You::Side(told.position.turn()), level)
    };
    let mut play = OpenMatch::new(&opening).map_err(|why| why.to_string())?;
    play.play(0, &text).map_err(|denied| match denied {
        Denied::Over => "the match is over".to_owned(),
        other => other.to_string(),
    })?;
    told.follow(&mut play)?;
    if let Some(errand) = play.errand() {
        let answer = if errand.is_quick() {
            errand.run(time_for(level, 1))
        } else {
            let time: fn(u32) -> std::time::Duration = match level {
                Level::Extreme => |crowd| time_for(Level::Extreme, crowd),
                _ => |crowd| time_for(Level::Hard, crowd),
            };
            let thought = app.think(errand, time).await;
            thought.map_err(|refusal| refusal.text().to_owned())?
        };
        play.answer(answer);
        told.follow(&mut play)?;
    }
    Ok(json!({"valid": true, "state": told.json(), "winner": told.winner()}))
}

/// A whole number below `end`, also as a text.
fn whole(value: &Value, name: &str, end: u64) -> Result<u8, String> {
    let number = match value {
        Value::Number(number) => number.as_u64(),
        Value::String(text) => text.trim().parse().ok(),
        _ => None,
    };
    let number = number.filter(|&it| it < end);
    number
        .and_then(|it| u8::try_from(it).ok())
        .ok_or_else(|| format!("{name}: expected a whole number from 0 to {}", end - 1))
}

const SIZE: u64 = Quoridor::USUAL_SIZE as u64;
const WALLS: u64 = Quoridor::USUAL_WALLS as u64;

fn read_square(value: &Value, name: &str, end: u64) -> Result<Square, String> {
    let column = whole(&value["x"], &format!("{name}.x"), end)?;
    let row = whole(&value["y"], &format!("{name}.y"), end)?;
    Ok(Square::new(row, column))
}

fn read_wall(value: &Value, name: &str) -> Result<Wall, String> {
    let square = read_square(value, name, SIZE - 1)?;
    let direction = match value["o"].as_str() {
        Some("h" | "H") => Direction::Horizontal,
        Some("v" | "V") => Direction::Vertical,
        _ => return Err(format!("{name}.o: expected \"h\" or \"v\"")),
    };
    Ok(Wall::new(square, direction))
}

fn read_state(state: &Value) -> Result<Stated, String> {
    if !state.is_object() {
        return Err("state: expected p1, p2, walls and turn".to_owned());
    }
    let mut pawns = [Square::new(0, 0); 2];
    let mut left = [0; 2];
    for (index, name) in ["p1", "p2"].into_iter().enumerate() {
        let player = &state[name];
        pawns[index] = read_square(player, &format!("state.{name}"), SIZE)?;
        let walls = whole(&player["walls"], &format!("state.{name}.walls"), WALLS + 1)?;
        left[index] = usize::from(walls);
    }
    let turn = match &state["turn"] {
        Value::String(text) if text == "p1" => Player::X,
        Value::String(text) if text == "p2" => Player::O,
        other => match whole(other, "state.turn", 3) {
            Ok(1) => Player::X,
            Ok(2) => Player::O,
            _ => return Err("state.turn: expected 1 or 2".to_owned()),
        },
    };
    let Value::Array(listed) = &state["walls"] else {
        return Err("state.walls: expected a list".to_owned());
    };
    let standing = 2 * Quoridor::USUAL_WALLS - left[0] - left[1];
    if listed.len() != standing {
        return Err(format!(
            "state.walls: {} walls stand, but by the walls left it would be {standing}",
            listed.len()
        ));
    }
    let walls = listed
        .iter()
        .enumerate()
        .map(|(index, wall)| read_wall(wall, &format!("state.walls[{index}]")))
        .collect::<Result<Vec<Wall>, String>>()?;
    let board = Board::assembled(Quoridor::USUAL_SIZE, pawns, left, walls.iter().copied())
        .map_err(|why| format!("state: {why}"))?;
    Ok(Stated {
        position: Quoridor::new(board, turn),
        walls,
    })
}

/// The move in our notation.
fn read_move(value: &Value) -> Result<String, String> {
    match value["type"].as_str() {
        Some("move") => {
            let Square { row, column } = read_square(value, "move", SIZE)?;
            Ok(Quoridor::place_name(arbitro_rules::notation::Place::new(
                row.into(),
                column.into(),
            )))
        }
        Some("wall") => Ok(wall_name(read_wall(value, "move")?)),
        _ => Err("move.type: expected \"move\" or \"wall\"".to_owned()),
    }
}
