//! Judges finished matches on disk: single boards, pairs of boards, folders of board files.
//!
//! This module starts no program and waits for nothing; the [`Arena`](crate::Arena) runs matches.
//! Every function returns a report; the binaries print it.

mod folder;

pub use folder::{BoardFolder, BoardSource, FolderError, FolderReport, check_boards, stray};
