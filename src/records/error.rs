//! Errors of reading and writing matches.

use std::io;
use std::path::PathBuf;

use thiserror::Error;

use crate::reading::no_matches::ContentGuess;
use crate::record::match_record::RecordError;
use crate::words::RecordMessage;
use arbitro_referee::At;
use arbitro_referee::check::FolderError;
use arbitro_rules::line::NoStart;
use arbitro_words::{Language, say};

/// The error for a source that cannot be read, or matches that cannot be written.
#[derive(Debug, Error)]
pub enum RecordsError {
    /// A file or folder cannot be read or written.
    #[error(transparent)]
    At(#[from] At),
    #[error("it can no longer be read")]
    Reread(#[source] io::Error),
    #[error("{name}: it is empty")]
    Empty { name: String },
    #[error(
        "{name}: neither board files, nor records, nor PDN: {}; a folder needs files named board_N.txt, a record begins with '{{', PDN with a tag like [Event \"...\"] or a move",
        say(seems, Language::English)
    )]
    Unknown { name: String, seems: ContentGuess },
    /// The boards make no match.
    #[error(transparent)]
    Boards(FolderError),
    /// The first board, which no player wrote, is faulty.
    #[error("{}: {}", path.display(), unplayable(why))]
    FirstBoard { path: PathBuf, why: NoStart },
    #[error("{file}: it is not a board of any game")]
    NoBoard { file: String },
    #[error("there is no match {wanted}; there are {count}")]
    NoMatch { wanted: String, count: usize },
    #[error("{place}: {source}")]
    Record { place: String, source: RecordError },
    #[error("{place}: {why}")]
    Damaged { place: String, why: &'static str },
    #[error("{place}: its start {fen:?}: {}", say(why, Language::English))]
    Start { place: String, fen: String, why: NoStart },
    /// A PDN game cannot be judged: its game is not played here, or not known.
    #[error("{place}: {}", say(why, Language::English))]
    NotJudged { id: String, place: String, why: Box<RecordMessage>, has_moves: bool },
    #[error("{game} cannot be written as {form}: {why}")]
    NoSuchForm { game: String, form: &'static str, why: &'static str },
}

impl RecordsError {
    /// Returns true if the sentence names a line or a game of a file, and not the file.
    pub fn is_within_a_file(&self) -> bool {
        matches!(
            self,
            RecordsError::Record { .. }
                | RecordsError::Damaged { .. }
                | RecordsError::Start { .. }
                | RecordsError::NotJudged { .. }
        )
    }
}

impl From<FolderError> for RecordsError {
    fn from(error: FolderError) -> RecordsError {
        match error {
            FolderError::FirstBoard { path, why } => RecordsError::FirstBoard { path, why },
            other => RecordsError::Boards(other),
        }
    }
}

/// Describes a first board: the cause of its faults explains enough.
fn unplayable(why: &NoStart) -> String {
    let said = say(why, Language::English);
    match why {
        NoStart::Board { cause: Some(_), .. } => said.into_owned(),
        _ => format!("not a playable board to start from: {said}"),
    }
}
