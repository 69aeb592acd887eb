//! `verify board FILE...`

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow};
use clap::Args;
use serde_json::{Value, json};

use arbitro_cli::called::called;
use arbitro_referee::board_file::{BoardFileError, read_board_file};
use arbitro_referee::fault_places;
use arbitro_rules::line::{Start, open};
use arbitro_rules::notation::quoridor::wall_name;
use arbitro_rules::notation::{
    BOARD_FILE_LIMIT, BoardFault, Marks, SetupFault, Strictness, diagram, read_board,
};
use arbitro_rules::plain_text::{harmless, shell_word};
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
    let done = bytes.and_then(|bytes| check(game, path, &bytes, strictness, output));
    let asked = json!({ "file": shown(path), "game": game, "valid": null });
    output.answer_or_complaint(done, asked)
}

fn check(
    game: GameId,
    path: &Path,
    bytes: &[u8],
    strictness: Strictness,
    output: &mut Output,
) -> Result<Exit> {
    let read = read_board(game, bytes, strictness);
    let is_valid = read.is_playable;
    let exit = output.settle(if is_valid { Exit::Yes } else { Exit::No });
    let file = shown(path);
    if output.json {
        let start = Start::Board { bytes, turn: Player::X, strictness };
        output.json(&json!({
            "file": file,
            "game": game,
            "valid": is_valid,
            "fen": open(game, start, None).ok().map(|it| it.fen(0)),
            "tolerated": read.tolerated,
            "cause": read.cause.as_ref().map(english),
            "faults": faults_json(&read.faults),
        }))?;
        return Ok(exit);
    }
    if is_valid {
        output.verdict(&file, Tone::Good, &Text::Valid, &Text::BoardOf(game))?;
    } else {
        let rest = Text::FaultyBoardOf { game, faults: read.faults.len() };
        output.verdict(&file, Tone::Bad, &Text::Invalid, &rest)?;
    }
    for &leniency in &read.tolerated {
        output.note(&output.say(&Text::Tolerated(leniency)))?;
    }
    output.faults(read.cause.as_ref(), &read.faults)?;
    if !is_valid {
        let (marks, walls_left) =
            (Marks(fault_places(&read.faults)), say(&WallsLeft, output.language));
        if let Some(drawn) = diagram(game, bytes, &marks, &walls_left) {
            output.diagram(&output.say(&Text::FaultsInBrackets), &drawn)?;
        }
    }
    Ok(exit)
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
