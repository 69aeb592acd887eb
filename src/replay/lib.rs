//! Shows a match on a terminal.
//!
//! - A [`Viewer`] is a position in a source of matches: the match, the step, whether it plays and
//!   how fast, and the number being typed. A [`Key`] changes it and may return a [`Wish`] for the
//!   caller to fulfil; the caller hands the result back to the viewer.
//! - [`Viewer::draw`] draws it as lines for a window of any size.
//!
//! The library has no terminal, clock, threads or files: keys, ticks and matches come in as data.
//! So a picture depends only on that data, and a test can compare it. The library judges nothing
//! either; it shows faults in the words it was given. It escapes all text from files.

mod board;
mod key;
mod lines;
mod list;
mod moves;
mod picture;
mod viewer;
pub mod words;

pub use board::{bad_board, board_caption, board_lines, entry_line, fault_texts};
pub use key::{Key, Wish, first_key};
pub use viewer::Viewer;
