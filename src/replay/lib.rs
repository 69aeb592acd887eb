//! A match on a terminal: what is shown of it, what a key does, and the picture of that.
//!
//! - A [`Viewer`] is a place in a source of matches: the match, the ply, playing or not and how fast,
//!   and the text being typed. A [`Key`] changes it and may return a [`Wish`] for the caller to fulfil;
//!   the caller hands the result back to the viewer.
//! - [`Viewer::draw`] paints it into a buffer of cells of any size.
//!
//! There is no terminal here, no clock, no thread and no file: keys, ticks, matches and opinions come
//! in as data. So a picture is a function of what was told, and a test can look at it. Nothing is
//! judged here either: faults and opinions are shown in the words they come in. Text that comes from
//! files is escaped before it gets near a cell.

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

pub use key::{Key, Wish};
pub use list::MatchList;
pub use paint::Paint;
pub use shown::{Opinion, Question};
pub use viewer::Viewer;
