//! `verify board FILE...`

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow};
use clap::Args;
use serde_json::{Value, json};

use arbitro_cli::called::called;
use arbitro_referee::board_file::{BoardFileError, read_board_file};
use arbitro_referee::fault_places;
use arbitro_rules::judge::Diagnose;
use arbitro_rules::notation::quoridor::wall_name;
use arbitro_rules::notation::{
    BOARD_FILE_LIMIT, BoardCause, BoardFault, BoardReading, Marks, SetupFault, Strictness,
    board_cause,
};
use arbitro_rules::plain_text::{harmless, shell_word};
use arbitro_rules::with_game;
use arbitro_rules::{GameId, Player};
use arbitro_words::{WallsLeft, say};

use crate::output::{Output, Tone, english, shown};
use crate::words::Text;
use arbitro_cli::exit::Exit;
use arbitro_cli::input::{is_stdin, read_stdin};

#[derive(Debug, Args)]
pub(crate) struct BoardArgs {
    /// Board files
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    #[command(flatten)]
    strict: crate::StrictArgs,
}

pub(crate) fn run(game: GameId, args: &BoardArgs, output: &mut Output) -> Result<Exit> {
    let mut exit = Exit::Yes;
    for path in &args.files {
        let done = board_bytes(path);
        // The other files may still be readable: each gets its answer.
        exit = exit.max(judge(game, path, done, args.strict, output)?);
    }
    Ok(exit)
}

/// Reads a board file or standard input.
pub(crate) fn board_bytes(path: &Path) -> Result<Vec<u8>> {
    if is_stdin(path) {
        return read_stdin(BOARD_FILE_LIMIT as u64 + 1).context("standard input: cannot be read");
    }
    read_board_file(path).map_err(|error| match error {
        BoardFileError::NotAFile { path } if path.is_dir() => {
            let path = path.to_string_lossy();
            let (word, path) = (shell_word(&path), harmless(&path));
            anyhow!("{path}: a folder, not a board: {} match {word}", called("verify"))
        }
        error => error.into(),
    })
}

/// Judges a board and reports its faults, or why it could not be read.
pub(crate) fn judge(
    game: GameId,
    path: &Path,
    bytes: Result<Vec<u8>>,
    strict: crate::StrictArgs,
    output: &mut Output,
) -> Result<Exit> {
    let strictness = strict.strictness();
    let done =
        bytes.and_then(|bytes| with_game!(game, G => check::<G>(path, &bytes, strictness, output)));
    let asked = json!({ "file": shown(path), "game": game, "valid": null });
    output.answer_or_complaint(done, asked)
}

fn check<G: Diagnose>(
    path: &Path,
    bytes: &[u8],
    strictness: Strictness,
    output: &mut Output,
) -> Result<Exit> {
    let reading = G::read_board(bytes, strictness);
    let cause = board_cause(bytes, &reading);
    let exit = output.settle(match reading.board {
        Some(_) => Exit::Yes,
        None => Exit::No,
    });
    if output.json {
        output.json(&report::<G>(&shown(path), &reading, cause.as_ref()))?;
    } else {
        print(&shown(path), &reading, cause.as_ref(), output)?;
    }
    Ok(exit)
}

fn report<G: Diagnose>(file: &str, reading: &BoardReading<G>, cause: Option<&BoardCause>) -> Value {
    json!({
        "file": file,
        "game": G::ID,
        "valid": reading.board.is_some(),
        "fen": reading.board.as_ref().map(|board| G::new(*board, Player::X).write_fen()),
        "tolerated": reading.tolerated,
        "cause": cause.map(english),
        "faults": faults_json(&reading.faults),
    })
}

/// Formats every fault with its place and the text found, for programs.
pub(crate) fn faults_json(faults: &[BoardFault]) -> Vec<Value> {
    faults.iter().map(fault_json).collect()
}

fn fault_json(fault: &BoardFault) -> Value {
    let mut value = match fault {
        BoardFault::LineCount { found, expected, .. }
        | BoardFault::LineLength { found, expected, .. } => {
            json!({ "found": found, "expected": expected })
        }
        BoardFault::BadSeparator { found, .. } | BoardFault::UnknownCharacter { found, .. } => {
            json!({ "found": found.to_string() })
        }
        BoardFault::Setup { fault, .. } => match fault {
            SetupFault::LightSquare { cell, .. } => json!({ "found": cell.letter() }),
            SetupFault::UnpromotedMan { player, .. } => json!({ "found": player }),
            SetupFault::TooManyPieces { player, found, allowed } => {
                json!({ "player": player, "found": found, "allowed": allowed })
            }
            SetupFault::Pawns { player, found } => json!({ "player": player, "found": found }),
            SetupFault::PathBlocked { player } => json!({ "player": player }),
            SetupFault::BrokenWall { wall } | SetupFault::WallCross { wall } => {
                json!({ "walls": [wall_name(*wall)] })
            }
            SetupFault::WallOverlap { first, second } => {
                json!({ "walls": [wall_name(*first), wall_name(*second)] })
            }
            SetupFault::NoPieces | SetupFault::StrayHalf | SetupFault::Quoridor(_) => json!({}),
        },
        BoardFault::WallsLeft { player, found, .. } => json!({ "player": player, "found": found }),
        BoardFault::Unreadable { .. }
        | BoardFault::EmptyFile { .. }
        | BoardFault::TooLong { .. }
        | BoardFault::NotExact(_) => json!({}),
    };
    value["kind"] = fault.kind().into();
    value["text"] = english(fault).into();
    let (line, column) = fault.place();
    for (key, place) in [("line", line), ("column", column)] {
        if let Some(place) = place {
            value[key] = place.into();
        }
    }
    value
}

fn print<G: Diagnose>(
    file: &str,
    reading: &BoardReading<G>,
    cause: Option<&BoardCause>,
    output: &mut Output,
) -> Result<()> {
    let game = G::ID;
    match &reading.board {
        Some(_) => output.verdict(file, Tone::Good, &Text::Valid, &Text::BoardOf(game))?,
        None => {
            let faults = reading.faults.len();
            let rest = Text::FaultyBoardOf { game, faults };
            output.verdict(file, Tone::Bad, &Text::Invalid, &rest)?;
        }
    }
    for &leniency in &reading.tolerated {
        output.note(&output.say(&Text::Tolerated(leniency)))?;
    }
    output.faults(cause, &reading.faults)?;
    if let (None, Some(setup)) = (&reading.board, &reading.setup) {
        output.diagram(
            &output.say(&Text::FaultsInBrackets),
            &G::diagram(
                setup,
                &Marks(fault_places(&reading.faults)),
                &say(&WallsLeft, output.language),
            ),
        )?;
    }
    Ok(())
}
