//! Requests of a graphical program to an engine.

use thiserror::Error;

use crate::clock::{NoNumber, SearchBounds};
use crate::line::Line;
use crate::text::{
    TextFault, read_hub_move, read_hub_position, write_hub_move, write_hub_position,
};
use arbitro_rules::Game;
use arbitro_rules::draughts::{International, Move};

/// Maximum moves that a request may list after its starting position.
const MAX_MOVES: usize = 2000;

/// The purpose of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Go {
    /// Search for a move.
    Think,
    /// Think on the opponent's time: its expected move is already made and the clock does not run.
    Ponder,
    /// Analysis of the position.
    Analyze,
}

/// A parsed request.
#[derive(Clone, Debug, PartialEq)]
pub enum Request {
    /// Start of the protocol: the engine identifies itself.
    Hub,
    /// Sets a parameter.
    SetParam {
        /// Its name.
        name: String,
        /// Its value.
        value: String,
    },
    /// The parameters are set; the engine gets ready.
    Init,
    /// The position to search.
    Position {
        /// The position that the moves start from.
        start: International,
        /// The moves played since `start`.
        moves: Vec<Move>,
    },
    /// The bounds of the next searches.
    Level(SearchBounds),
    /// Start a search.
    Go(Go),
    /// The opponent played the expected move; the clock runs from now on.
    PonderHit,
    /// End the search and give the best move.
    Stop,
    /// Asks whether the engine still answers.
    Ping,
    /// The next position is unrelated to the previous ones.
    NewGame,
    /// The engine must exit.
    Quit,
}

/// The error for an unusable request.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[expect(missing_docs, reason = "its texts say what its variants are")]
pub enum RequestFault {
    #[error("there is no command {command:?}")]
    Unknown { command: String },
    #[error("{command} without {name}")]
    Missing { command: &'static str, name: &'static str },
    #[error("level: {name} is not a valid number: {value:?}")]
    Number { name: &'static str, value: String },
    #[error("pos: {0}")]
    Position(TextFault),
    #[error("pos: move {number}: {fault}")]
    Move { number: usize, fault: TextFault },
    #[error("pos: more than {MAX_MOVES} moves")]
    ManyMoves,
}

impl Request {
    /// Parses a request.
    /// Unknown arguments are ignored, as the protocol requires.
    pub fn read(line: &Line) -> Result<Request, RequestFault> {
        let needed = |command, name: &'static str| {
            let missing = RequestFault::Missing { command, name };
            line.value(name).ok_or(missing)
        };
        Ok(match line.command.as_str() {
            "hub" => Request::Hub,
            "set-param" => Request::SetParam {
                name: needed("set-param", "name")?.to_owned(),
                value: needed("set-param", "value")?.to_owned(),
            },
            "init" => Request::Init,
            "pos" => position(needed("pos", "pos")?, line.value("moves").unwrap_or_default())?,
            "level" => {
                let level = SearchBounds::read(line);
                Request::Level(
                    level
                        .map_err(|NoNumber { name, value }| RequestFault::Number { name, value })?,
                )
            }
            "go" => {
                let modes =
                    [("think", Go::Think), ("ponder", Go::Ponder), ("analyze", Go::Analyze)];
                let mut asked = modes.iter().filter(|(name, _)| line.value(name).is_some());
                let missing =
                    RequestFault::Missing { command: "go", name: "think, ponder or analyze" };
                Request::Go(asked.next().ok_or(missing)?.1)
            }
            "ponder-hit" => Request::PonderHit,
            "stop" => Request::Stop,
            "ping" => Request::Ping,
            "new-game" => Request::NewGame,
            "quit" => Request::Quit,
            other => {
                return Err(RequestFault::Unknown { command: other.chars().take(40).collect() });
            }
        })
    }

    /// Formats the request as a line.
    pub fn line(&self) -> Line {
        match self {
            Request::Hub => Line::new("hub"),
            Request::SetParam { name, value } => {
                Line::new("set-param").with("name", name).with("value", value)
            }
            Request::Init => Line::new("init"),
            Request::Position { start, moves } => {
                let line = Line::new("pos").with("pos", write_hub_position(start));
                if moves.is_empty() {
                    return line;
                }
                let moves: Vec<String> = moves.iter().copied().map(write_hub_move).collect();
                line.with("moves", moves.join(" "))
            }
            Request::Level(level) => level.line(),
            Request::Go(mode) => Line::new("go").with_flag(match mode {
                Go::Think => "think",
                Go::Ponder => "ponder",
                Go::Analyze => "analyze",
            }),
            Request::PonderHit => Line::new("ponder-hit"),
            Request::Stop => Line::new("stop"),
            Request::Ping => Line::new("ping"),
            Request::NewGame => Line::new("new-game"),
            Request::Quit => Line::new("quit"),
        }
    }
}

fn position(pos: &str, moves: &str) -> Result<Request, RequestFault> {
    let start = read_hub_position(pos).map_err(RequestFault::Position)?;
    let mut played = Vec::new();
    let mut here = start;
    for (number, text) in (1..).zip(moves.split_whitespace()) {
        if number > MAX_MOVES {
            return Err(RequestFault::ManyMoves);
        }
        let mv =
            read_hub_move(&here, text).map_err(|fault| RequestFault::Move { number, fault })?;
        here = here.after(mv);
        played.push(mv);
    }
    Ok(Request::Position { start, moves: played })
}
