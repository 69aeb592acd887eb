//! The history of a match: its moves and its record.
//!
//! - [`Sequence`] counts recurrences as it grows; the others stand on it.
//! - [`Line`] is a match in progress: position, moves, repetition and the other draw rules.
//! - [`MatchRecord`] is a match as one line of JSON, versioned; [`seal()`] closes a line with a checksum.
//!
//! Nothing here starts a program, keeps time or prints.

mod line;
mod record;
mod seal;
mod sequence;

pub use line::{Line, LineEnd};
pub use record::{Both, MatchRecord, Named, Players, RECORD_VERSION, RecordError, RecordedFault};
pub use seal::{Seal, seal, seal_of};
pub use sequence::Sequence;
