//! What lies on disk, judged: single boards, pairs of boards, folders of board files, records.
//!
//! Starts no program and waits for nothing: what is judged here has already happened. The referee
//! of a match under way is another room. Every function returns a report; printing is the
//! binaries' business.

mod claims;
mod folder;
mod pair;
mod record_file;

pub use folder::{
    BoardFolder, BoardSource, Fault, FaultReason, FolderError, FolderReport, check_boards,
    check_boards_told, check_folder, stray,
};
pub use pair::{Mover, PairReport, Verdict, check_pair};
pub use record_file::{
    LONGEST_RECORD, Problem, RecordLine, RecordReader, RecordReport, check_record,
};

/// A number of plies, for a sentence.
pub fn plies_in_words(plies: u64) -> String {
    match plies {
        1 => "1 ply".to_owned(),
        _ => format!("{plies} plies"),
    }
}
