//! Errors of reading and writing matches.

use std::io;
use std::path::PathBuf;

use thiserror::Error;

use arbitro_referee::check::FolderError;
use arbitro_rules::GameId;
use arbitro_rules::history::RecordError;
use arbitro_rules::notation::FenError;

/// A source that cannot be read or written as matches.
#[derive(Debug, Error)]
pub enum RecordsError {
    /// The system refused.
    #[error("{}: cannot be read", path.display())]
    Read { path: PathBuf, source: io::Error },
    /// The source could be read before, and no longer can.
    #[error("it can no longer be read")]
    Reread(#[source] io::Error),
    /// Neither a folder nor a file: a device, a pipe.
    #[error("{}: neither a folder nor a regular file", path.display())]
    NotAFile { path: PathBuf },
    /// There is nothing in it.
    #[error("{name}: it is empty")]
    Empty { name: String },
    /// Nothing that is known here.
    #[error(
        "{name}: neither board files, nor records, nor PDN: {found}; a folder needs files named board_N.txt, a record begins with '{{', PDN with a tag like [Event \"...\"] or a move"
    )]
    Unknown {
        name: String,
        /// The first bytes, escaped.
        found: String,
    },
    /// Boards that make no match.
    #[error(transparent)]
    Boards(#[from] FolderError),
    /// A board that no game knows.
    #[error("{file}: it is no board of any game")]
    NoBoard { file: String },
    /// A match number that is not there.
    #[error("there is no match {wanted}; there are {count}")]
    NoMatch {
        /// The number asked for.
        wanted: String,
        /// Number of matches.
        count: usize,
    },
    /// A line that is no record.
    #[error("{place}: {source}")]
    Record { place: String, source: RecordError },
    /// A line that is no text.
    #[error("{place}: {why}")]
    Damaged { place: String, why: &'static str },
    /// A position that cannot be read.
    #[error("{place}: its start {fen:?}: {source}")]
    Start {
        place: String,
        /// The text, shortened.
        fen: String,
        source: FenError,
    },
    /// PDN that does not say which game it is of.
    #[error("{place}: no GameType says which game it is ({found}); say it with --game")]
    WhichGame {
        place: String,
        /// The text found instead.
        found: String,
    },
    /// Something asked of a game that has no such form.
    #[error("{game} cannot be written as {form}: {why}")]
    NoSuchForm {
        game: GameId,
        /// As what.
        form: &'static str,
        why: &'static str,
    },
    /// A file to be written exists.
    #[error("{}: it exists already, and nothing is overwritten: name another folder", path.display())]
    Exists { path: PathBuf },
    /// A file cannot be written.
    #[error("{}: cannot be written", path.display())]
    Write { path: PathBuf, source: io::Error },
}

/// Shortens a text from a file for a message and puts it on one line. Invisible characters stay; the
/// code that shows the message sanitises it as a whole.
pub(super) fn shown(text: &[u8], most: usize) -> String {
    let text = String::from_utf8_lossy(&text[..text.len().min(most * 4)]);
    text.chars()
        .take(most)
        .map(|letter| if letter.is_control() { ' ' } else { letter })
        .collect()
}
