//! Reads and writes matches in the formats that people keep: folders of board files, journals and
//! records, PDN.
//!
//! - [`Source`] detects what a path or some bytes are, by content and not by name, and opens them
//!   as a [`Collection`]: a list of matches, one line each.
//! - A [`Playthrough`] is one match, ply by ply: boards, moves, faults.
//! - [`pdn`] reads and writes Portable Draughts Notation.
//! - [`svg`] draws a board.
//! - [`Export`] writes matches as board files, PDN, records or drawings.
//! - [`analysis`] finds the moves that lost a match, and better ones. It uses no clock.
//!
//! Input is untrusted. A tolerated format error is reported as a [`Remark`]; a fault stops a match
//! at its ply, with the judge's reason. Nothing is repaired silently. The crate starts no program,
//! keeps no time, prints nothing, and never changes a file that it reads.

pub mod analysis;

mod ahead;
mod boards;
mod changes;
mod claims;
mod collection;
mod error;
mod export;
mod fault;
mod held;
mod journals;
mod lines;
mod match_record;
pub mod pdn;
mod pdn_game;
mod pdn_match;
mod pdn_moves;
mod pdn_text;
mod played;
mod playthrough;
mod record;
mod record_lines;
mod remark;
mod replayed;
mod seal;
mod shown_game;
mod source;
pub mod svg;
mod words;

pub use changes::{BoardsError, Changes};
pub use collection::{Checked, Collection, CollectionEntry, JudgedMatch};
pub use error::RecordsError;
pub use export::{Export, Form};
pub use fault::{RecordedFault, board_before};
pub use journals::{JOURNAL, journal, journals_in, parts_in};
pub use match_record::{MatchRecord, Named, RECORD_VERSION, RecordError};
pub use pdn_text::{pdn_tags, write_pdn};
pub use playthrough::{Conclusion, PlayedMove, Playthrough, Position, Stretch, Title, WrongMove};
pub use record_lines::{HeadPlayer, HeadRules, RecordHead, RecordLine, RecordLines};
pub use remark::Remark;
pub use replayed::{Problem, check_record};
pub use seal::{Seal, seal, seal_of};
pub use shown_game::{RecordedGame, ShownGame, game_and_rules};
pub use source::{Hints, Source, SourceKind, from_boards, read_bytes};
pub use words::Text;
