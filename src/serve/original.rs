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
//! original's were, and use the request's numbers: p1's pawn starts on (5,9).
//!
//! `/api/game/start` and `/api/game/move` do the same in [`Form::FromZero`].

use axum::Router;
use axum::extract::{Request, State};
use axum::response::Response;
use axum::routing::{get, post};
use hyper::StatusCode;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use serde_json::{Value, json};

use super::app::App;
use super::opened::chance;
use super::original_words::{check_legal, player_name};
use super::refusal::{json_answer, ok};
use super::request::Fields;
use arbitro_player::{Level, original_quoridor};
use arbitro_rules::quoridor::{Board, Direction, Move, Quoridor, Square, Unplayable, Wall};
use arbitro_rules::{Game, Player};

const SIZE: u8 = Quoridor::DEFAULT_SIZE as u8;
const WALLS: u8 = Quoridor::DEFAULT_WALLS as u8;

/// The notation of squares, turns and winners.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// The original's: from 1, rows from the top, only `p1` moves.
    Original,
    /// From 0, rows from the bottom, walls by the square at their lower left. `turn` and `winner`
    /// are the player's number. Either player may move, and the computer answers for the other. The
    /// starting state is sent both in `state` and at the top level.
    FromZero,
}

/// The routes `start` and `move` in a notation.
pub(super) fn routes(form: Form) -> Router<App> {
    let play = move |state, request| make_move(form, state, request);
    Router::new().route("/start", get(async move || start(form))).route("/move", post(play))
}

impl Form {
    /// The lowest number of a row or column.
    const fn first(self) -> u8 {
        match self {
            Form::Original => 1,
            Form::FromZero => 0,
        }
    }

    /// Converts a number to a row, or a row to its number.
    const fn row(self, row: u8, rows: u8) -> u8 {
        match self {
            Form::Original => rows - row,
            Form::FromZero => row,
        }
    }

    /// The numbers of a square, `x` and `y`.
    pub(super) const fn place_of_square(self, square: Square) -> (u8, u8) {
        self.place(square, SIZE)
    }

    /// The numbers of a wall.
    pub(super) const fn place_of_wall(self, wall: Wall) -> (u8, u8) {
        self.place(wall.square, SIZE - 1)
    }

    const fn place(self, Square { row, column }: Square, rows: u8) -> (u8, u8) {
        (column + self.first(), self.row(row, rows))
    }

    fn turn(self, player: Player) -> Value {
        match (self, player) {
            (Form::Original, _) => player_name(player).into(),
            (Form::FromZero, _) => player.number().into(),
        }
    }

    fn winner(self, player: Player) -> Value {
        match (self, player) {
            (Form::Original, Player::X) => "player".into(),
            (Form::Original, Player::O) => "ai".into(),
            (Form::FromZero, _) => player.number().into(),
        }
    }

    fn read_turn(self, turn: &Value) -> Result<Player, String> {
        match (self, turn.as_str()) {
            (_, Some("p1")) => Ok(Player::X),
            (_, Some("p2")) => Ok(Player::O),
            (Form::Original, _) => Err("state.turn: expected \"p1\"".to_owned()),
            (Form::FromZero, _) => match whole(turn, "state.turn", 1, 2)? {
                1 => Ok(Player::X),
                _ => Ok(Player::O),
            },
        }
    }

    /// Parses a square of a board with this many rows and columns.
    fn read_square(self, value: &Value, name: &str, rows: u8) -> Result<Square, String> {
        let first = self.first();
        let read = |axis: &str| {
            let name = format!("{name}.{axis}");
            whole(&value[axis], &name, first, first + rows - 1)
        };
        let column = read("x")? - first;
        Ok(Square::new(self.row(read("y")?, rows), column))
    }

    fn read_wall(self, value: &Value, name: &str) -> Result<Wall, String> {
        let square = self.read_square(value, name, SIZE - 1)?;
        let direction = match value["o"].as_str() {
            Some("h" | "H") => Direction::Horizontal,
            Some("v" | "V") => Direction::Vertical,
            _ => return Err(format!("{name}.o: expected \"h\" or \"v\"")),
        };
        Ok(Wall::new(square, direction))
    }

    fn read_move(self, value: &Value, position: &Quoridor) -> Result<Move, String> {
        match value["type"].as_str() {
            Some("move") => Ok(Move::Step {
                from: position.board().pawn(position.turn()),
                to: self.read_square(value, "move", SIZE)?,
            }),
            Some("wall") => self.read_wall(value, "move").map(Move::Wall),
            _ => Err("move.type: expected \"move\" or \"wall\"".to_owned()),
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
    /// `mv` must be legal; this is not checked.
    fn play_unchecked(&mut self, mv: Move) {
        self.position = self.position.after(mv);
        if let Move::Wall(wall) = mv {
            self.walls.push(wall);
        }
    }

    fn json(&self, form: Form) -> Value {
        let board = self.position.board();
        let pawn = |player| {
            let (x, y) = form.place_of_square(board.pawn(player));
            json!({"x": x, "y": y, "walls": board.walls_left(player)})
        };
        let walls = self.walls.iter().map(|wall| {
            let (x, y) = form.place_of_wall(*wall);
            let o = match wall.direction {
                Direction::Horizontal => "h",
                Direction::Vertical => "v",
            };
            json!({"x": x, "y": y, "o": o})
        });
        let mut state = json!({
            "p1": pawn(Player::X),
            "p2": pawn(Player::O),
            "walls": walls.collect::<Vec<_>>(),
            "turn": form.turn(self.position.turn()),
        });
        if form == Form::Original {
            let steps = match self.position.end() {
                None => self.position.steps(),
                Some(_) => Vec::new(),
            };
            let steps = steps.into_iter().map(|to| form.place_of_square(to));
            state["valid_moves"] = json!(steps.collect::<Vec<_>>());
        }
        state
    }

    fn read(state: &Value, form: Form) -> Result<Stated, String> {
        if !state.is_object() {
            return Err("state: expected p1, p2, walls and turn".to_owned());
        }
        let mut pawns = [Square::new(0, 0); 2];
        let mut left = [0; 2];
        for (index, name) in ["p1", "p2"].into_iter().enumerate() {
            let player = &state[name];
            pawns[index] = form.read_square(player, &format!("state.{name}"), SIZE)?;
            let walls = whole(&player["walls"], &format!("state.{name}.walls"), 0, WALLS)?;
            left[index] = usize::from(walls);
        }
        let turn = form.read_turn(&state["turn"])?;
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
            .map(|(index, wall)| form.read_wall(wall, &format!("state.walls[{index}]")))
            .collect::<Result<Vec<Wall>, String>>()?;
        let board = Board::assembled(Quoridor::DEFAULT_SIZE, pawns, left, walls.iter().copied())
            .map_err(|why| match why {
                Unplayable::PathBlocked(player) => {
                    format!("state: the walls leave {} no path to its goal", player_name(player))
                }
                why => format!("state: {why}"),
            })?;
        let position = Quoridor::new(board, turn);
        if position.end().is_some() {
            return Err("the match is over".to_owned());
        }
        if form == Form::Original && turn != Player::X {
            return Err("state.turn: it is p2's turn, and only p1 is played here".to_owned());
        }
        Ok(Stated { position, walls })
    }
}

fn start(form: Form) -> Response {
    let stated = Stated { position: Quoridor::start(), walls: Vec::new() };
    let mut state = stated.json(form);
    if form == Form::FromZero {
        let whole = json!({"valid": true, "state": state, "winner": null});
        if let (Some(state), Value::Object(whole)) = (state.as_object_mut(), whole) {
            state.extend(whole);
        }
    }
    ok(&state)
}

async fn make_move(form: Form, State(app): State<App>, request: Request) -> Response {
    let invalid = |status, state: &Value, why: &str| {
        let answer = json!({"valid": false, "state": state, "winner": null, "error": why});
        json_answer(status, &answer)
    };
    let fields = match form {
        Form::Original => Fields::read_unlabelled(request, &app.limits).await,
        Form::FromZero => Fields::read(request, &app.limits).await,
    };
    let fields = match fields {
        Ok(fields) => fields.into_value(),
        Err(refusal) => return invalid(refusal.status(), &Value::Null, refusal.text()),
    };
    match answered(form, &fields) {
        Ok(answer) => ok(&answer),
        Err(why) => invalid(StatusCode::OK, &fields["state"], &why),
    }
}

/// Plays the person's move and the computer's answer.
fn answered(form: Form, fields: &Value) -> Result<Value, String> {
    let level = match &fields["difficulty"] {
        Value::Null => Level::Easy,
        Value::String(word) => word.parse().map_err(|why| format!("difficulty: {why}"))?,
        _ => return Err("difficulty: expected easy, medium, hard or extreme".to_owned()),
    };
    let mut stated = Stated::read(&fields["state"], form)?;
    let mv = form.read_move(&fields["move"], &stated.position)?;
    check_legal(form, &stated.position, mv)?;
    stated.play_unchecked(mv);
    if stated.position.end().is_none() {
        let mut random = StdRng::seed_from_u64(chance().unwrap_or_default() as u64);
        let mut one_of = |below| random.random_range(0..below);
        // Every level answers in about a millisecond, so no search thread is needed.
        if let Some(mv) = original_quoridor(level, &stated.position, &mut one_of) {
            stated.play_unchecked(mv);
        }
    }
    let end = stated.position.end();
    let winner = end.map(|end| form.winner(end.winner()));
    Ok(json!({"valid": true, "state": stated.json(form), "winner": winner}))
}

/// Parses a whole number within bounds, which may be a text.
fn whole(value: &Value, name: &str, first: u8, last: u8) -> Result<u8, String> {
    let number = match value {
        Value::Number(number) => number.as_u64().and_then(|it| u8::try_from(it).ok()),
        Value::String(text) => text.trim().parse().ok(),
        _ => None,
    };
    number
        .filter(|it| (first..=last).contains(it))
        .ok_or_else(|| format!("{name}: expected a whole number from {first} to {last}"))
}
