//! The answers of a program of rules. Each is checked as it is read; nothing of it is trusted.

use std::collections::{HashMap, HashSet};
use std::fmt;

use arbitro_rules::notation::is_board_text;
use arbitro_rules::{MAX_TITLE, Player, Square, Titles, cell_name, named_cell};
use serde::de::{DeserializeOwned, Deserializer, Error, IgnoredAny, SeqAccess, Visitor};
use serde::{Deserialize, Serialize, Serializer};

use crate::error::{BadAnswer, short};

pub(crate) const MAX_MOVES: usize = 10_000;
/// Maximum letters of a move's name.
pub(crate) const MAX_NAME: usize = 32;
pub(crate) const MAX_STATE_BYTES: usize = 4 << 10;
/// Maximum cells that show why a match ended.
pub(crate) const MAX_CELLS: usize = 64;
/// Maximum letters of the versions that results depend on.
const MAX_WITH: usize = 200;
/// Maximum letters of a sentence about a fault.
const MAX_FAULT: usize = 400;
/// Bytes of a move in memory besides its texts.
const MOVE_BYTES: usize = 80;

/// A board, and the rest of the position, which it does not show.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Start {
    pub(crate) board: String,
    #[serde(default)]
    pub(crate) state: String,
    /// Text that tells a repeated position in place of the state.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) repeats: Option<String>,
}

/// The answer about a position.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Answer {
    Moves { moves: Vec<Move>, score: Option<f64>, same_board: Option<SameBoard> },
    End { winner: Option<Player>, why: Titles, cells: Vec<Square> },
}

/// Two moves to one board, which are one move: the first.
#[derive(Clone, Debug, PartialEq)]
pub struct SameBoard {
    pub first: String,
    pub second: String,
    /// True if what the board does not show differs, so that the second move cannot be played.
    pub differ: bool,
}

/// A legal move, and the position that it leads to.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Move {
    pub(crate) name: String,
    pub(crate) board: String,
    pub(crate) state: String,
    /// Text that tells a repeated position in place of the state.
    pub(crate) repeats: Option<String>,
}

impl Answer {
    /// The legal moves; none after an end.
    pub(crate) fn moves(&self) -> &[Move] {
        match self {
            Answer::Moves { moves, .. } => moves,
            Answer::End { .. } => &[],
        }
    }

    /// Its size in memory, roughly.
    pub(crate) fn bytes(&self) -> usize {
        let bytes = |it: &Move| {
            let repeats = it.repeats.as_ref().map_or(0, String::len);
            it.name.len() + it.board.len() + it.state.len() + repeats + MOVE_BYTES
        };
        self.moves().iter().map(bytes).sum()
    }
}

impl Serialize for Answer {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let text = match self {
            Answer::Moves { moves, score, .. } => {
                AnswerText { moves: Some(moves), score: *score, end: None }
            }
            Answer::End { winner, why, cells } => {
                let Titles { english: why, italian, french } = why.clone();
                let cells = cells.iter().copied().map(cell_name).collect();
                let end = Some(EndText { winner: *winner, why, italian, french, cells });
                AnswerText { moves: None, score: None, end }
            }
        };
        text.serialize(serializer)
    }
}

impl Serialize for Move {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let texts = [Some(&self.name), Some(&self.board), Some(&self.state), self.repeats.as_ref()];
        serializer.collect_seq(texts.into_iter().flatten())
    }
}

#[derive(Deserialize)]
struct HelloText {
    v: u64,
    with: Option<String>,
}

#[derive(Serialize, Deserialize)]
struct AnswerText<M> {
    moves: Option<M>,
    score: Option<f64>,
    end: Option<EndText>,
}

#[derive(Serialize, Deserialize)]
struct EndText {
    winner: Option<Player>,
    why: String,
    #[serde(rename = "why.it")]
    italian: Option<String>,
    #[serde(rename = "why.fr")]
    french: Option<String>,
    #[serde(default)]
    cells: Vec<String>,
}

#[derive(Deserialize)]
struct FaultText {
    text: Option<String>,
    #[serde(rename = "text.it")]
    italian: Option<String>,
    #[serde(rename = "text.fr")]
    french: Option<String>,
    #[serde(default)]
    unknown: bool,
}

fn parse<T: DeserializeOwned>(line: &[u8]) -> Result<T, BadAnswer> {
    serde_json::from_slice(line).map_err(|error| BadAnswer::Form(short(&error.to_string())))
}

/// Reads the first line; returns the versions that results depend on.
pub(crate) fn hello(line: &[u8]) -> Result<Option<String>, BadAnswer> {
    let HelloText { v, with } = parse(line)?;
    if v != 1 {
        return Err(BadAnswer::Version(v));
    }
    let is_text = |it: &str| {
        (1..=MAX_WITH).contains(&it.chars().count()) && !it.chars().any(char::is_control)
    };
    if with.as_deref().is_some_and(|with| !is_text(with)) {
        return Err(BadAnswer::With);
    }
    Ok(with)
}

/// Reads the answer to a question for the start.
pub(crate) fn start(line: &[u8]) -> Result<Start, BadAnswer> {
    let start: Start = parse(line)?;
    check_position(&start.board, &start.state)?;
    check_state(start.repeats.as_deref().unwrap_or_default())?;
    Ok(start)
}

/// Reads the answer to a question for the moves.
pub(crate) fn moves(line: &[u8]) -> Result<Answer, BadAnswer> {
    let AnswerText { moves, score, end } = parse(line)?;
    let moves = moves.map(|Moves(moves)| moves).unwrap_or_default();
    match (moves.is_empty(), end) {
        (true, Some(end)) => {
            let EndText { winner, why, italian, french, cells } = end;
            let cells = cells_of(&cells)?;
            let why = sentence(Titles { english: why, italian, french }, MAX_TITLE)?;
            Ok(Answer::End { winner, why, cells })
        }
        (true, None) => Err(BadAnswer::Nothing),
        (false, Some(_)) => Err(BadAnswer::MovesAndEnd),
        (false, None) => {
            let (moves, same_board) = checked(moves)?;
            Ok(Answer::Moves { moves, score, same_board })
        }
    }
}

/// Reads the answer to a question for a fault; `None` if the program does not know.
pub(crate) fn fault(line: &[u8]) -> Result<Option<Titles>, BadAnswer> {
    let FaultText { text, italian, french, unknown } = parse(line)?;
    match text {
        Some(english) if !unknown => {
            let titles = Titles { english, italian, french };
            sentence(titles, MAX_FAULT).map(Some)
        }
        None if !unknown => Err(BadAnswer::Form("it has neither text nor unknown".to_owned())),
        _ => Ok(None),
    }
}

fn sentence(titles: Titles, most: usize) -> Result<Titles, BadAnswer> {
    if titles.are_printable(most) {
        Ok(titles)
    } else {
        Err(BadAnswer::Sentence(short(&titles.english), most))
    }
}

fn cells_of(names: &[String]) -> Result<Vec<Square>, BadAnswer> {
    let cell = |it: &String| named_cell(it).ok_or_else(|| BadAnswer::Cell(short(it)));
    match names.len() {
        0..=MAX_CELLS => names.iter().map(cell).collect(),
        many => Err(BadAnswer::TooManyCells(many)),
    }
}

/// Checks all moves, and leaves out those that lead to the board of an earlier one; returns such a pair, too, one
/// that differs if there is one.
fn checked(mut moves: Vec<Move>) -> Result<(Vec<Move>, Option<SameBoard>), BadAnswer> {
    if moves.len() > MAX_MOVES {
        return Err(BadAnswer::TooManyMoves);
    }
    let mut names = HashSet::new();
    for Move { name, board, state, repeats } in &moves {
        let is_name = (1..=MAX_NAME).contains(&name.len())
            && name.bytes().all(|byte| byte.is_ascii_graphic());
        if !is_name {
            return Err(BadAnswer::Name(short(name)));
        }
        if !names.insert(name.as_str()) {
            return Err(BadAnswer::NameTwice(name.clone()));
        }
        check_position(board, state)?;
        check_state(repeats.as_deref().unwrap_or_default())?;
    }
    let mut boards = HashMap::new();
    let mut same_board: Option<SameBoard> = None;
    let mut is_first = Vec::with_capacity(moves.len());
    for mv in &moves {
        let first = *boards.entry(mv.board.as_str()).or_insert(mv);
        is_first.push(first.name == mv.name);
        let differ = (&first.state, &first.repeats) != (&mv.state, &mv.repeats);
        if first.name != mv.name && same_board.as_ref().is_none_or(|it| differ && !it.differ) {
            let (first, second) = (first.name.clone(), mv.name.clone());
            same_board = Some(SameBoard { first, second, differ });
        }
    }
    let mut is_first = is_first.into_iter();
    moves.retain(|_| is_first.next() == Some(true));
    Ok((moves, same_board))
}

pub(crate) fn check_position(board: &str, state: &str) -> Result<(), BadAnswer> {
    if !is_board_text(board) {
        return Err(BadAnswer::Board(short(board)));
    }
    check_state(state)
}

fn check_state(state: &str) -> Result<(), BadAnswer> {
    if state.len() > MAX_STATE_BYTES { Err(BadAnswer::State(state.len())) } else { Ok(()) }
}

/// Moves as they are read: what is beyond the limit is counted and not kept.
#[derive(Default)]
struct Moves(Vec<Move>);

impl<'de> Deserialize<'de> for Moves {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Moves, D::Error> {
        deserializer.deserialize_seq(MovesVisitor)
    }
}

struct MovesVisitor;

impl<'de> Visitor<'de> for MovesVisitor {
    type Value = Moves;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of moves")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Moves, A::Error> {
        let mut moves = Vec::new();
        while moves.len() <= MAX_MOVES
            && let Some(mv) = list.next_element()?
        {
            moves.push(mv);
        }
        while list.next_element::<IgnoredAny>()?.is_some() {}
        Ok(Moves(moves))
    }
}

impl<'de> Deserialize<'de> for Move {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Move, D::Error> {
        deserializer.deserialize_seq(MoveVisitor)
    }
}

struct MoveVisitor;

impl<'de> Visitor<'de> for MoveVisitor {
    type Value = Move;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a move, [\"name\",\"board\",\"state\",\"repeats\"]")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut parts: A) -> Result<Move, A::Error> {
        let missing = || A::Error::custom("a move is [\"name\",\"board\",\"state\"]");
        let name = parts.next_element()?.ok_or_else(missing)?;
        let board = parts.next_element()?.ok_or_else(missing)?;
        let state = parts.next_element()?.unwrap_or_default();
        let repeats = parts.next_element()?;
        if parts.next_element::<IgnoredAny>()?.is_some() {
            return Err(missing());
        }
        Ok(Move { name, board, state, repeats })
    }
}
