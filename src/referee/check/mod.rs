//! Judges finished matches on disk: single boards, pairs of boards, folders of board files,
//! records.
//!
//! This module starts no program and waits for nothing; the [`Arena`](crate::Arena) runs matches.
//! Every function returns a report; the binaries print it.

mod claims;
mod fault;
mod folder;
mod pair;
mod record_file;
mod said;

use arbitro_rules::language::Language;

pub use fault::{Fault, FaultReason};
pub use folder::{
    BoardFolder, BoardSource, FolderError, FolderReport, check_boards, check_boards_told,
    check_folder, stray,
};
pub use pair::{Mover, PairReport, Verdict, check_pair};
pub use record_file::{
    MAX_RECORD_BYTES, Problem, RecordLine, RecordReader, RecordReport, check_record,
};
pub use said::{fault_said, forfeit_said, position_before};

/// Formats a number of plies for a sentence.
pub fn plies_in(plies: u64, language: Language) -> String {
    match (language, plies) {
        (Language::English, 1) => "1 ply".to_owned(),
        (Language::English, _) => format!("{plies} plies"),
        (Language::Italian, 1) => "1 semimossa".to_owned(),
        (Language::Italian, _) => format!("{plies} semimosse"),
        (Language::French, 0 | 1) => format!("{plies} coup"),
        (Language::French, _) => format!("{plies} coups"),
    }
}
