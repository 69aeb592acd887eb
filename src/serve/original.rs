//! Quoridor on 9x9 for the original system's own page, which sends the whole state in each request.
//!
//! `GET /game/start` answers the state at the start. `POST /game/move` takes
//! `{"difficulty","state":{"p1":{"x","y","walls"},"p2":{..},"walls":[{"x","y","o"}],"turn"},"move":{..}}`
//! with a move `{"type":"move","x","y"}` or `{"type":"wall","x","y","o"}`, and answers
//! `{"valid","state","winner"}`: after a valid move the computer has moved too, unless the match is
//! over.
//!
//! - `x` is the column from the left, `y` the row from the top, both from 1. `p1` is the person and
//!   our player 1: it starts at (5,9) and wins on row 1; `p2`, the computer, starts at (5,1).
//! - A wall's `x` and `y` go from 1 to 8: `h` lies below row y and columns x and x+1, `v` right of
//!   column x and rows y and y+1.
//! - `turn` is `"p1"`; `winner` is `"player"`, `"ai"`, or `null` before the end.
//! - `valid_moves` lists the squares to which the pawn may go; it is ignored in requests.
//! - Every number may be a text. `difficulty` defaults to `easy`.
//!
//! The whole state is checked in each request. An invalid state or move is answered with
//! `"valid":false`, an `"error"` in words and the state as it was sent. The status is 200 for every
//! JSON object; 4xx, with the same fields, for another body. The texts are English, as the
//! original's were; of an illegal move they are the judge's, and name squares as the other pages do.

use axum::Router;
use axum::extract::{Request, State};
use axum::response::Response;
use axum::routing::{get, post};
use hyper::StatusCode;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use serde_json::{Value, json};

use super::app::App;
use super::open_matches::chance;
use super::play::IllegalMove;
use super::refusal::{json_answer, ok};
use super::request::JsonFields;
use arbitro_engine::chooser::{Level, original_quoridor};
use arbitro_rules::line::{NoStart, Start, open};
use arbitro_rules::notation::{Notation, SetupFault};
use arbitro_rules::quoridor::{Board, Direction, Move, Quoridor, Unplayable, Wall};
use arbitro_rules::{Game, GameId, Player, Square};
use arbitro_words::{Language, say};

const SIZE: u8 = Quoridor::DEFAULT_SIZE as u8;
const WALLS: u8 = Quoridor::DEFAULT_WALLS as u8;

pub(super) fn routes() -> Router<App> {
    Router::new()
        .route("/start", get(async || ok(&Stated::start().json())))
        .route("/move", post(make_move))
}

/// The numbers `x` and `y` of a square on a board with this many rows.
const fn place(Square { row, column }: Square, rows: u8) -> (u8, u8) {
    (column + 1, rows - row)
}

const fn player_name(player: Player) -> &'static str {
    match player {
        Player::X => "p1",
        Player::O => "p2",
    }
}

/// Parses a square of a board with this many rows and columns.
fn read_square(value: &Value, name: &str, rows: u8) -> Result<Square, String> {
    let read = |axis: &str| whole(&value[axis], &format!("{name}.{axis}"), 1, rows);
    let column = read("x")? - 1;
    Ok(Square::new(rows - read("y")?, column))
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

/// Parses a legal move.
fn read_move(value: &Value, position: &Quoridor) -> Result<Move, String> {
    let mv = match value["type"].as_str() {
        Some("move") => Move::Step {
            from: position.board().pawn(position.turn()),
            to: read_square(value, "move", SIZE)?,
        },
        Some("wall") => Move::Wall(read_wall(value, "move")?),
        _ => return Err("move.type: expected \"move\" or \"wall\"".to_owned()),
    };
    let text = position.write_move(mv);
    let english = |why: &NoStart| say(why, Language::English).into_owned();
    let mut line = open(GameId::Quoridor, Start::Fen(&position.write_fen()), None)
        .map_err(|why| english(&why))?;
    match line.read(&text) {
        Ok(_) => Ok(mv),
        Err(error) => {
            let illegal = IllegalMove::explain(&*line, &text, error);
            Err(say(&illegal, Language::English).into_owned())
        }
    }
}

/// A position, and its walls in the order in which they were placed.
#[derive(Debug)]
struct Stated {
    position: Quoridor,
    walls: Vec<Wall>,
}

impl Stated {
    fn start() -> Stated {
        Stated { position: Quoridor::start(), walls: Vec::new() }
    }

    /// `mv` must be legal; this is not checked.
    fn play_unchecked(&mut self, mv: Move) {
        self.position = self.position.after(mv);
        if let Move::Wall(wall) = mv {
            self.walls.push(wall);
        }
    }

    fn json(&self) -> Value {
        let board = self.position.board();
        let pawn = |player| {
            let (x, y) = place(board.pawn(player), SIZE);
            json!({"x": x, "y": y, "walls": board.walls_left(player)})
        };
        let walls = self.walls.iter().map(|wall| {
            let (x, y) = place(wall.square, SIZE - 1);
            json!({"x": x, "y": y, "o": wall.direction.letter()})
        });
        let steps = match self.position.end() {
            None => self.position.steps(),
            Some(_) => Vec::new(),
        };
        json!({
            "p1": pawn(Player::X),
            "p2": pawn(Player::O),
            "walls": walls.collect::<Vec<_>>(),
            "turn": player_name(self.position.turn()),
            "valid_moves": steps.into_iter().map(|to| place(to, SIZE)).collect::<Vec<_>>(),
        })
    }

    fn read(state: &Value) -> Result<Stated, String> {
        if !state.is_object() {
            return Err("state: expected p1, p2, walls and turn".to_owned());
        }
        let mut pawns = [Square::new(0, 0); 2];
        let mut left = [0; 2];
        for (index, name) in ["p1", "p2"].into_iter().enumerate() {
            let player = &state[name];
            pawns[index] = read_square(player, &format!("state.{name}"), SIZE)?;
            let walls = whole(&player["walls"], &format!("state.{name}.walls"), 0, WALLS)?;
            left[index] = usize::from(walls);
        }
        let turn = match state["turn"].as_str() {
            Some("p1") => Player::X,
            Some("p2") => Player::O,
            _ => return Err("state.turn: expected \"p1\"".to_owned()),
        };
        let Value::Array(listed) = &state["walls"] else {
            return Err("state.walls: expected a list".to_owned());
        };
        let standing = 2 * Quoridor::DEFAULT_WALLS - left[0] - left[1];
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
        let board = Board::assembled(Quoridor::DEFAULT_SIZE, pawns, left, walls.iter().copied())
            .map_err(|why| match why {
                Unplayable::PathBlocked(player) => {
                    format!("state: the walls leave {} no path to its goal", player_name(player))
                }
                why => format!("state: {}", say(&SetupFault::Quoridor(why), Language::English)),
            })?;
        let position = Quoridor::new(board, turn);
        if position.end().is_some() {
            return Err("the match is over".to_owned());
        }
        if turn != Player::X {
            return Err("state.turn: it is p2's turn, and only p1 is played here".to_owned());
        }
        Ok(Stated { position, walls })
    }
}

async fn make_move(State(app): State<App>, request: Request) -> Response {
    let invalid = |status, state: &Value, why: &str| {
        let answer = json!({"valid": false, "state": state, "winner": null, "error": why});
        json_answer(status, &answer)
    };
    let fields = match JsonFields::read_unlabelled(request, &app.limits).await {
        Ok(fields) => Value::Object(fields.0),
        Err(refusal) => {
            let why = say(&refusal, Language::English);
            return invalid(refusal.kind().0, &Value::Null, &why);
        }
    };
    match answered(&fields) {
        Ok(answer) => ok(&answer),
        Err(why) => invalid(StatusCode::OK, &fields["state"], &why),
    }
}

/// Plays the person's move and the computer's answer.
fn answered(fields: &Value) -> Result<Value, String> {
    let level = match &fields["difficulty"] {
        Value::Null => Level::Easy,
        Value::String(word) => word.parse().map_err(|why| format!("difficulty: {why}"))?,
        _ => return Err("difficulty: expected easy, medium, hard or extreme".to_owned()),
    };
    let mut stated = Stated::read(&fields["state"])?;
    stated.play_unchecked(read_move(&fields["move"], &stated.position)?);
    if stated.position.end().is_none() {
        let mut random = StdRng::seed_from_u64(chance().unwrap_or_default() as u64);
        let mut one_of = |below| random.random_range(0..below);
        // Every level answers in about a millisecond, so no search thread is needed.
        if let Some(mv) = original_quoridor(level, &stated.position, &mut one_of) {
            stated.play_unchecked(mv);
        }
    }
    let winner = stated.position.end().map(|end| match end.winner() {
        Player::X => "player",
        Player::O => "ai",
    });
    Ok(json!({"valid": true, "state": stated.json(), "winner": winner}))
}

/// Parses a whole number within bounds, which may be a text.
fn whole(value: &Value, name: &str, first: u8, last: u8) -> Result<u8, String> {
    let number = match value {
        Value::Number(number) => number.as_u64().and_then(|it| u8::try_from(it).ok()),
        Value::String(text) => text.trim().parse().ok(),
        _ => None,
    };
    number
        .filter(|number| (first..=last).contains(number))
        .ok_or_else(|| format!("{name}: expected a whole number from {first} to {last}"))
}
