//! `verify board FILE|FOLDER...`

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow};
use clap::Args;
use serde_json::{Value, json};
use walkdir::{DirEntry, WalkDir};

use arbitro_cli::program_name::program_command;
use arbitro_records::{Source, SourceKind};
use arbitro_referee::board_file::{BoardFileError, read_board_file};
use arbitro_referee::fault_places;
use arbitro_referee::match_dir::board_number;
use arbitro_rules::line::{Start, open};
use arbitro_rules::notation::quoridor::wall_name;
use arbitro_rules::notation::{
    BOARD_FILE_LIMIT, BoardFault, Scene, SetupFault, Strictness, read_board,
};
use arbitro_rules::plain_text::{harmless, shell_word};
use arbitro_rules::{GameId, Player};
use arbitro_words::WALLS_LEFT;

use crate::printer::{Printer, Tone, english, shown};
use crate::words::{self, VerifyMessage};
use arbitro_cli::exit::Exit;
use arbitro_cli::input::{is_stdin, read_stdin};

#[derive(Debug, Args)]
pub(crate) struct BoardArgs {
    /// Board files, or folders: every board in them, at any depth
    #[arg(required = true, value_name = "FILE|FOLDER")]
    files: Vec<PathBuf>,
    #[command(flatten)]
    strict: crate::StrictArgs,
}

pub(crate) fn run(game: GameId, args: &BoardArgs, output: &mut Printer) -> Result<Exit> {
    let mut totals = BoardTotals::default();
    for path in &args.files {
        // The other files may still be readable: each gets its answer.
        if is_stdin(path) || !path.is_dir() {
            totals.count(judge(game, path, board_bytes(path), args.strict, output)?);
        } else {
            folder(game, path, args.strict, &mut totals, output)?;
        }
    }
    totals.tell(output)?;
    Ok(output.worst_exit())
}

/// The number of boards that were judged.
#[derive(Debug, Default)]
pub(crate) struct BoardTotals {
    boards: u64,
    valid: u64,
    /// Files of folders that are no boards by their names, nor known as such by what they hold.
    passed_over: u64,
}

impl BoardTotals {
    pub(crate) fn count(&mut self, exit: Exit) -> Exit {
        self.boards += 1;
        self.valid += u64::from(exit == Exit::Yes);
        exit
    }

    /// Prints totals, if there was more than one file.
    pub(crate) fn tell(self, output: &mut Printer) -> Result<()> {
        let BoardTotals { boards, valid, passed_over } = self;
        if boards + passed_over > 1 && boards > 0 && !output.json {
            output.tell(&VerifyMessage::BoardTotals { valid, boards, passed_over })?;
        }
        Ok(())
    }
}

/// Judges every board in a folder and in those below it, in the order of names and numbers.
fn folder(
    game: GameId,
    folder: &Path,
    strict: crate::StrictArgs,
    totals: &mut BoardTotals,
    output: &mut Printer,
) -> Result<()> {
    let mut is_empty = true;
    let mut others = 0;
    let asked = |path: &Path| json!({ "file": shown(path), "game": game, "valid": null });
    let in_order = |it: &DirEntry| (board_number(it.path()), it.file_name().to_owned());
    for entry in WalkDir::new(folder).sort_by_key(in_order) {
        let entry = match entry {
            Ok(entry) => entry,
            Err(error) => {
                is_empty = false;
                let path = error.path().unwrap_or(folder).to_owned();
                output.answer_or_complaint(Err(error.into()), asked(&path))?;
                continue;
            }
        };
        let path = entry.path();
        if !entry.file_type().is_file() {
            continue;
        }
        if is_named_or_known(path) {
            is_empty = false;
            totals.count(judge(game, path, board_bytes(path), strict, output)?);
        } else {
            others += 1;
        }
    }
    if !is_empty {
        totals.passed_over += others;
    } else {
        output.refuse(&shown(folder), &words::NO_BOARDS, asked(folder))?;
    }
    Ok(())
}

/// Returns true if a file has a board's name, or is recognised as one.
fn is_named_or_known(path: &Path) -> bool {
    board_number(path).is_some()
        || Source::kind_of_file(path).is_ok_and(|kind| kind == Some(SourceKind::Boards))
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
            anyhow!("{path}: a folder, not a board: {} match {word}", program_command("verify"))
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
    output: &mut Printer,
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
    output: &mut Printer,
) -> Result<Exit> {
    let read = read_board(game, bytes, strictness);
    let exit = match read.playable {
        Some(true) => Exit::Yes,
        Some(false) => Exit::No,
        None => Exit::CouldNot,
    };
    output.record(exit);
    let file = shown(path);
    if output.json {
        let start = Start::Board { bytes, turn: Player::X, strictness };
        output.json(&json!({
            "file": file,
            "game": game,
            "valid": read.playable,
            "fen": open(game, start, None).ok().map(|open| open.fen(0)),
            "tolerated": read.tolerated,
            "cause": read.cause.as_ref().map(english),
            "faults": faults_json(&read.faults),
        }))?;
        return Ok(exit);
    }
    let faulty = VerifyMessage::FaultyBoardOf { game, faults: read.faults.len() };
    let (tone, word, rest) = match exit {
        Exit::Yes => (Tone::Good, words::VALID, VerifyMessage::BoardOf(game)),
        Exit::No => (Tone::Bad, words::INVALID, faulty),
        Exit::CouldNot => (Tone::Note, words::UNLIKE, VerifyMessage::UnlikeBoards(game)),
    };
    output.verdict(&file, tone, &word, &rest)?;
    if output.quiet {
        return Ok(exit);
    }
    for &leniency in &read.tolerated {
        output.note(&output.say(&VerifyMessage::Tolerated(leniency)))?;
    }
    output.faults(read.cause.as_ref(), &read.faults)?;
    if exit == Exit::No
        && let Some((scene, _)) = Scene::read(game, bytes)
    {
        let drawn =
            scene.marked(&fault_places(&read.faults)).diagram(WALLS_LEFT.of(output.language));
        output.diagram(&output.say(&words::FAULTS_IN_BRACKETS), &drawn)?;
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
        | BoardFault::LineLength { found, expected, .. }
        | BoardFault::RowLength { found, expected, .. } => {
            json!({ "found": found, "expected": expected })
        }
        BoardFault::BadSeparator { found, .. } | BoardFault::UnknownCharacter { found, .. } => {
            json!({ "found": found.to_string() })
        }
        BoardFault::UnknownSign { found, signs, .. } => {
            json!({ "found": found.to_string(), "expected": signs })
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
