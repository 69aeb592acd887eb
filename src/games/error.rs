//! Errors of a game's folder, and failures of its program.

use std::io;
use std::path::PathBuf;

use arbitro_rules::InvalidValue;
use arbitro_rules::notation::BOARD_FILE_LIMIT;
use arbitro_rules::plain_text::marked_line;
use arbitro_sandbox::{CannotStart, NoAnswer, SandboxError};
use thiserror::Error;

use crate::answer::{MAX_CELLS, MAX_MOVES, MAX_NAME, MAX_STATE_BYTES};

/// The reason why a game cannot be played.
#[derive(Debug, Error)]
pub enum GameError {
    #[error("{0:?} is not the name of a variant: it has 1 to 64 of a-z, 0-9 and _=,.()-")]
    Word(String),
    #[error(
        "{0}: there is no game.toml: a game is a folder with one and a program that knows the rules"
    )]
    NoGame(PathBuf),
    #[error(
        "{0}: there is no such folder; a game is a folder with game.toml and a program that knows the rules"
    )]
    NoFolder(PathBuf),
    #[error("{0} is a file; a game is a folder with game.toml and a program that knows the rules")]
    File(PathBuf),
    #[error("{path} cannot be read: {source}")]
    Io { path: PathBuf, source: io::Error },
    #[error("{path} is longer than {most} bytes")]
    Long { path: PathBuf, most: u64 },
    /// The `game.toml` is wrong on this line, from 1, which may have a key.
    #[error("{path}, line {line}{}: {what}", key.as_ref().map(|key| format!(", {key}")).unwrap_or_default())]
    Toml { path: PathBuf, line: usize, key: Option<String>, what: String },
    #[error("{path}: it lacks {}; the shortest game.toml is:{SHORTEST}", missing.join(", "))]
    Incomplete { path: PathBuf, missing: Vec<&'static str> },
    #[error("{path}, {key}: {what}")]
    Key { path: PathBuf, key: &'static str, what: String },
    #[error("{path}, command: {source}")]
    Command { path: PathBuf, source: CannotStart },
    #[error("{path}, needs: there is no folder {needed}{}", how_to_install(.install.as_deref()))]
    Missing { path: PathBuf, needed: PathBuf, install: Option<String> },
    #[error(
        "{0} leads out of its game's folder: copy what it names into the folder, or list it in needs"
    )]
    Link(PathBuf),
    #[error("{0} is larger than 1 GiB, or has more than 20,000 files")]
    TooBig(PathBuf),
    #[error("{0} has changed: its SHA-256 is another one")]
    Changed(PathBuf),
    #[error("{path} belongs to another user: {source}")]
    Stranger { path: PathBuf, source: SandboxError },
    #[error(
        "{path} belongs to another user, and its game.toml asks to read {needed}: --needs {needed} allows it"
    )]
    Needs { path: PathBuf, needed: PathBuf },
    #[error(transparent)]
    Sandbox(#[from] SandboxError),
    #[error(transparent)]
    Name(#[from] InvalidValue),
    /// The program fails, and this command shows it again, typed in the folder.
    #[error("{words}{}", by_hand.as_ref().map(|by_hand| format!("; to see it, type in its folder: {by_hand}")).unwrap_or_default())]
    Program { words: String, by_hand: Option<String> },
}

/// All that a `game.toml` must have.
const SHORTEST: &str = "
name = \"my-game\"
title = \"My game\"
command = [\"python3\", \"rules.py\"]";

/// The command that a game recommends, on one line.
pub(crate) fn how_to_install(command: Option<&str>) -> String {
    command.map_or_else(String::new, |command| format!(": type {}", marked_line(command, 400)))
}

/// A failure of the program that knows the rules.
#[derive(Debug, Error)]
pub enum ProgramError {
    /// It failed, as its relay says.
    #[error("{0}")]
    Relayed(String),
    #[error(transparent)]
    NoAnswer(#[from] NoAnswer),
    #[error(transparent)]
    BadAnswer(#[from] BadAnswer),
    #[error("it was asked twice, and answered differently")]
    Differs,
    #[error(transparent)]
    Sandbox(#[from] SandboxError),
    #[error("the game is closed")]
    Closed,
}

#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BadAnswer {
    #[error("its answer is not what was asked for: {0}")]
    Form(String),
    #[error("its first line says version {0}, and this program speaks version 1")]
    Version(u64),
    #[error("its answer has more than {MAX_MOVES} moves")]
    TooManyMoves,
    #[error("its answer has no moves and no end")]
    Nothing,
    #[error("its answer has moves and an end")]
    MovesAndEnd,
    #[error(
        "{0:?} is no name of a move: 1 to {MAX_NAME} printable ASCII characters without a space"
    )]
    Name(String),
    #[error("it names the move {0} twice")]
    NameTwice(String),
    #[error(
        "{0:?} is no board: 1 to {BOARD_FILE_LIMIT} bytes of printable ASCII and newlines, no newline at its end"
    )]
    Board(String),
    #[error("a state has {0} bytes; the most is {MAX_STATE_BYTES}")]
    State(usize),
    #[error("{0:?} is no sentence: it has 1 to {1} printable characters")]
    Sentence(String, usize),
    #[error("{0:?} is no name of a cell: a1 is at the lower left")]
    Cell(String),
    #[error("{0} cells show why the match ended; the most is {MAX_CELLS}")]
    TooManyCells(usize),
    #[error("with has 1 to 200 printable characters")]
    With,
}

/// Cuts a text of a program for a message.
pub(crate) fn short(text: &str) -> String {
    text.chars().take(80).collect()
}
