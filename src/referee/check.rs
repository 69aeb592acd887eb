//! Judges a played match from a folder of `board_N.txt` files.
//!
//! The boards can also come from elsewhere, through a [`BoardSource`].

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;
use walkdir::WalkDir;

use crate::board_file::{BoardFileError, read_board_file};
use crate::fault::{Detail, Fault};
use crate::match_dir::{board_file, board_number};
use crate::warning::Warning;
use arbitro_rules::history::LineEnd;
use arbitro_rules::line::{Line, NoStart, Start, open};
use arbitro_rules::notation::{Leniency, Strictness, leniencies};
use arbitro_rules::plain_text::one_line;
use arbitro_rules::{GameId, Player, Reason};
use arbitro_sandbox::At;

#[derive(Debug)]
pub struct FolderReport {
    /// Every legal ply.
    pub line: Box<dyn Line>,
    /// The end by the rules, if the match reached one.
    pub end: Option<LineEnd>,
    /// The wrong board that ended the match, if any.
    pub fault: Option<Fault>,
    /// Warnings: tolerated format errors, missing boards and extra files.
    pub warnings: Vec<Warning>,
    /// True if no board is missing in between. Boards after the end only cause warnings.
    pub is_whole: bool,
}

impl FolderReport {
    pub fn winner(&self) -> Option<Player> {
        match (&self.fault, self.end) {
            (Some(fault), _) => Some(!fault.player),
            (None, Some(end)) => end.winner(),
            (None, None) => None,
        }
    }

    /// Returns the reason of the end; `None` when the boards stop before an end.
    pub fn reason(&self) -> Option<Reason> {
        match (&self.fault, self.end) {
            (Some(fault), _) => Some(fault.reason()),
            (None, Some(end)) => Some(end.reason()),
            (None, None) => None,
        }
    }
}

/// A source of a match's boards, such as a folder.
pub trait BoardSource {
    fn numbers(&self) -> &BTreeSet<u64>;

    fn file(&self, number: u64) -> PathBuf;

    fn bytes(&self, number: u64) -> Result<Cow<'_, [u8]>, BoardFileError>;
}

/// A folder of board files, listed once.
#[derive(Clone, Debug)]
pub struct BoardFolder {
    path: PathBuf,
    numbers: BTreeSet<u64>,
    strays: Vec<Warning>,
}

impl BoardFolder {
    pub fn list(path: &Path) -> Result<BoardFolder, FolderError> {
        let mut numbers = BTreeSet::new();
        let mut strays = BTreeMap::new();
        for entry in WalkDir::new(path).min_depth(1).max_depth(1) {
            let entry = entry.map_err(|error| {
                // At this depth no link is followed, so every error comes from the system.
                let source = error.into_io_error().unwrap_or_else(|| io::ErrorKind::Other.into());
                At::io(path, "cannot be listed", source)
            })?;
            match board_number(entry.path()) {
                Some(number) => {
                    numbers.insert(number);
                }
                None => {
                    let name = entry.file_name().to_string_lossy();
                    strays.extend(stray(&name).map(|stray| (name.into_owned(), stray)));
                }
            }
        }
        Ok(BoardFolder { path: path.to_owned(), numbers, strays: strays.into_values().collect() })
    }

    /// Warnings about files whose names only resemble a board's.
    pub fn strays(&self) -> &[Warning] {
        &self.strays
    }
}

impl BoardSource for BoardFolder {
    fn numbers(&self) -> &BTreeSet<u64> {
        &self.numbers
    }

    fn file(&self, number: u64) -> PathBuf {
        board_file(&self.path, number)
    }

    fn bytes(&self, number: u64) -> Result<Cow<'_, [u8]>, BoardFileError> {
        read_board_file(&self.file(number)).map(Cow::Owned)
    }
}

/// Returns a warning if a name only resembles a board's.
pub fn stray(name: &str) -> Option<Warning> {
    let resembles = name.to_ascii_lowercase().starts_with("board");
    resembles.then(|| Warning::Stray { name: one_line(name, 60) })
}

#[derive(Debug, Error)]
pub enum FolderError {
    /// The folder does not exist, cannot be listed or has no first board.
    #[error(transparent)]
    At(#[from] At),
    #[error("{}: not a playable board to start from", path.display())]
    FirstBoard { path: PathBuf, why: NoStart },
    #[error(transparent)]
    File(#[from] BoardFileError),
    /// The program that knows the rules fails, with these last words.
    #[error("{0}")]
    Rules(String),
}

impl FolderError {
    /// No board to begin with.
    pub fn no_first_board(folder: &Path) -> FolderError {
        At::new(folder, "there is no board_1.txt in it").into()
    }
}

/// Judges boards from any source, starting with board `first`, which must exist. Calls `tell` with the line at its
/// start and after each legal ply, before the end is judged.
pub fn check_boards(
    game: GameId,
    boards: &impl BoardSource,
    first: u64,
    strictness: Strictness,
    ply_limit: Option<u32>,
    tell: &mut dyn FnMut(&dyn Line),
) -> Result<FolderReport, FolderError> {
    let numbers = boards.numbers();
    let bytes = boards.bytes(first)?;
    let turn = Player::to_move_on(first);
    let line = open(game, Start::Board { bytes: &bytes, turn, strictness }, ply_limit)
        .map_err(|why| FolderError::FirstBoard { path: boards.file(first), why })?;
    // A strict reading tolerates none, and a board with any was refused.
    let mut warnings = tolerated(first, &leniencies(&bytes));
    if first == 1 && line.start_fen().is_some() {
        warnings.push(Warning::UnusualStart);
    }
    tell(&*line);
    let end = line.end();
    let mut report = FolderReport { line, end, fault: None, warnings, is_whole: true };
    let mut number = first;
    while report.end.is_none() && report.fault.is_none() && numbers.contains(&(number + 1)) {
        let bytes = boards.bytes(number + 1)?;
        let judgement = report.line.judge(&bytes, strictness);
        report.warnings.extend(tolerated(number + 1, &judgement.tolerated));
        match judgement.verdict {
            Ok(key) => {
                report.line.play(key);
                if let Some(words) = report.line.broken() {
                    return Err(FolderError::Rules(words.to_owned()));
                }
                tell(&*report.line);
                report.end = report.line.end();
            }
            Err(wrong) => {
                let (file, detail) = (boards.file(number + 1), Detail::Board(wrong));
                report.fault = Some(Fault {
                    wrote: Some(bytes.into_owned()),
                    ..Fault::new(report.line.turn(), number, file, detail)
                });
            }
        }
        number += 1;
    }
    leftovers(numbers, number, &mut report);
    Ok(report)
}

fn leftovers(numbers: &BTreeSet<u64>, last: u64, report: &mut FolderReport) {
    let Some(&next) = numbers.range(last + 1..).next() else {
        return;
    };
    let is_over = report.end.is_some() || report.fault.is_some();
    // Players are not told that a match is over, so they may have written further boards.
    report.is_whole = is_over;
    report.warnings.push(if is_over {
        Warning::AfterTheEnd { count: numbers.range(last + 1..).count(), next }
    } else {
        Warning::Missing { board: last + 1, next }
    });
}

fn tolerated(board: u64, all: &[Leniency]) -> Vec<Warning> {
    all.iter().map(|&leniency| Warning::Tolerated { board, leniency }).collect()
}
