//! Matches as people keep them, read and written: folders of board files, journals and records, PDN.
//!
//! - [`Source`] says what a path or some bytes are, by what is in them and not by their name, and
//!   opens them as a [`Collection`]: a list of matches, each told in a line.
//! - A [`Playthrough`] is one of these matches, ply by ply: boards, moves, what was wrong.
//! - [`pdn`] reads and writes Portable Draughts Notation.
//! - [`svg`] draws a board, and a whole match that moves.
//! - [`Export`] writes matches as board files, PDN, records or drawings.
//!
//! Whatever is read was made by anybody. What is tolerated is told as a [`Remark`], what is wrong
//! stops a match at its ply and says why in the judge's words; nothing is repaired in silence.
//! Nothing here starts a program, keeps time, prints, or changes a file that it reads.

mod ahead;
mod boards;
mod collection;
mod ending;
mod error;
mod export;
mod held;
mod lines;
pub mod pdn;
mod pdn_match;
mod pdn_moves;
mod pdn_text;
mod played;
mod playthrough;
mod record;
mod remark;
mod shown;
mod source;
pub mod svg;

pub use arbitro_referee::check::{fault_said, position_before};
pub use arbitro_rules::judge::words::{WIDEST_ITALIAN_RESULT, reason_in, reason_said, reasons};
pub use collection::{Checked, Collection, Entry};
pub use error::RecordsError;
pub use export::{Export, Form, UnknownForm};
pub use pdn_text::write_pdn;
pub use playthrough::{PlacedWall, PlayedMove, Playthrough, Point, Position, Stretch, WrongMove};
pub use remark::Remark;
pub use source::{Hints, Kind, Source, from_boards, read_bytes};
