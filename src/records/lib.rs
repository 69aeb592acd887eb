//! Reads and writes matches as people keep them: folders of board files, journals and records, PDN.
//!
//! - [`Source`] says what a path or some bytes are, by their content and not by their name, and
//!   opens them as a [`Collection`]: a list of matches, each told in a line.
//! - A [`Playthrough`] is one of these matches, ply by ply: boards, moves, faults.
//! - [`pdn`] reads and writes Portable Draughts Notation.
//! - [`svg`] draws a board, and a whole match that moves.
//! - [`Export`] writes matches as board files, PDN, records or drawings.
//! - [`analysis`] finds the moves that threw a match away, and what was better. It uses no clock.
//!
//! Input is untrusted. A leniency is reported as a [`Remark`]; a fault stops a match at its ply, with
//! the judge's reason. Nothing is repaired in silence, and nothing here starts a program, keeps time,
//! prints, or changes a file that it reads.

pub mod analysis;

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
pub use arbitro_rules::judge::words::{MAX_RESULT_WIDTH, reason_in, reason_said, reasons};
pub use collection::{Checked, Collection, CollectionEntry};
pub use error::RecordsError;
pub use export::{Export, Form, UnknownForm};
pub use pdn_text::write_pdn;
pub use playthrough::{PlacedWall, PlayedMove, Playthrough, Point, Position, Stretch, WrongMove};
pub use remark::Remark;
pub use source::{Hints, Source, SourceKind, from_boards, read_bytes};
