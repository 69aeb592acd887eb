//! Shows a match on a terminal.
//!
//! - A [`Viewer`] is a position in a source of matches: the match, the ply, whether it plays and
//!   how fast, and the text being typed. A [`Key`] changes it and may return a [`Wish`] for the
//!   caller to fulfil; the caller hands the result back to the viewer.
//! - [`Viewer::draw`] paints it into a buffer of cells of any size.
//!
//! The library has no terminal, clock, threads or files: keys, ticks, matches and evaluations come
//! in as data. So a picture depends only on that data, and a test can compare it. The library
//! judges nothing either; it shows faults and evaluations in the words it was given. It escapes all
//! text from files.

mod board;
mod bottom;
mod harmless;
mod help;
mod key;
mod list;
mod moves;
mod paint;
mod picture;
mod search;
mod shown;
mod viewer;
pub mod words;

pub use key::{Key, Wish};
pub use list::MatchList;
pub use paint::Paint;
pub use shown::{Evaluation, EvaluationRequest};
pub use viewer::Viewer;
