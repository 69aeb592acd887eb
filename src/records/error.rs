//! Why something could not be read or written as matches.

use std::io;
use std::path::PathBuf;

use thiserror::Error;

use arbitro_referee::check::FolderError;
use arbitro_rules::GameId;
use arbitro_rules::history::RecordError;
use arbitro_rules::notation::FenError;

/// Why there is no match to show.
#[derive(Debug, Error)]
pub enum RecordsError {
    /// The system refused.
    #[error("{}: cannot be read", path.display())]
    Read {
        /// Which file or folder.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// The source could be read before, and no longer can.
    #[error("it can no longer be read")]
    Reread(#[source] io::Error),
    /// Neither a folder nor a file: a device, a pipe.
    #[error("{}: neither a folder nor a regular file", path.display())]
    NotAFile {
        /// Which.
        path: PathBuf,
    },
    /// There is nothing in it.
    #[error("{name}: it is empty")]
    Empty {
        /// What it is called.
        name: String,
    },
    /// Nothing that is known here.
    #[error(
        "{name}: neither board files, nor records, nor PDN: {found}; a folder needs files named board_N.txt, a record begins with '{{', PDN with a tag like [Event \"...\"] or a move"
    )]
    Unknown {
        /// What it is called.
        name: String,
        /// How it begins.
        found: String,
    },
    /// Boards that make no match.
    #[error(transparent)]
    Boards(#[from] FolderError),
    /// A board that no game knows.
    #[error("{file}: it is no board of any game")]
    NoBoard {
        /// Which.
        file: String,
    },
    /// A match number that is not there.
    #[error("there is no match {wanted}; there are {count}")]
    NoMatch {
        /// What was asked for.
        wanted: String,
        /// How many there are.
        count: usize,
    },
    /// A line that is no record.
    #[error("{place}: {source}")]
    Record {
        /// Where.
        place: String,
        /// Why not.
        source: RecordError,
    },
    /// A line that is no text.
    #[error("{place}: {why}")]
    Damaged {
        /// Where.
        place: String,
        /// How.
        why: &'static str,
    },
    /// A position that cannot be read.
    #[error("{place}: its start {fen:?}: {source}")]
    Start {
        /// Where.
        place: String,
        /// What it says, cut where it is long.
        fen: String,
        /// Why not.
        source: FenError,
    },
    /// PDN that does not say which game it is of.
    #[error("{place}: no GameType says which game it is ({found}); say it with --game")]
    WhichGame {
        /// Where.
        place: String,
        /// What it says instead.
        found: String,
    },
    /// Something asked of a game that has no such form.
    #[error("{game} cannot be written as {form}: {why}")]
    NoSuchForm {
        /// The game.
        game: GameId,
        /// As what.
        form: &'static str,
        /// Why not.
        why: &'static str,
    },
    /// A file to be written exists.
    #[error("{}: it exists already, and nothing is overwritten: name another folder", path.display())]
    Exists {
        /// Which.
        path: PathBuf,
    },
    /// A file cannot be written.
    #[error("{}: cannot be written", path.display())]
    Write {
        /// Which.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
}

/// A text from a file in a message: not too much of it, and on its line. What is not seen in it stays;
/// whoever prints a message or puts it on a page sees to that for all of it.
pub(super) fn shown(text: &[u8], most: usize) -> String {
    let text = String::from_utf8_lossy(&text[..text.len().min(most * 4)]);
    text.chars()
        .take(most)
        .map(|letter| if letter.is_control() { ' ' } else { letter })
        .collect()
}
