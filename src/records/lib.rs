//! Reads and writes matches in the formats that people keep: folders of board files, journals and
//! records, PDN.
//!
//! - [`Source`] detects what a path or some bytes are, by content and not by name, and opens them
//!   as [`Matches`], seen one after the other, or as a [`Collection`]: a list of them, one line each.
//! - A [`Seen`] is one match, judged: boards, moves, faults, and what its source claims.
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
mod claimed;
mod claims;
mod collection;
mod conclusion;
mod error;
mod export;
mod fault;
mod held;
mod hints;
mod journals;
mod lines;
mod match_record;
mod pdn_game;
mod pdn_match;
mod pdn_moves;
mod pdn_text;
mod played;
mod record;
mod record_lines;
mod remark;
mod seal;
mod seems;
mod seen;
mod shown_game;
mod source;
pub mod svg;
mod words;

pub use boards::Tell;
pub use changes::{BoardsError, Changes};
pub use claimed::{Claimed, Word};
pub use collection::{Collection, Matches};
pub use conclusion::{Conclusion, NamedConclusion};
pub use error::RecordsError;
pub use export::{Export, Form};
pub use fault::RecordedFault;
pub use hints::{Hints, SourceKind};
pub use journals::{JOURNAL, journal, journals_in, parts_in};
pub use match_record::{MatchRecord, Named, RECORD_VERSION, RecordError};
pub use pdn_text::{pdn_tags, write_pdn};
pub use played::Played;
pub use record::BadStart;
pub use record_lines::{HeadPlayer, HeadRules, RecordHead, RecordLine, RecordLines};
pub use remark::Remark;
pub use seal::{Seal, seal, seal_of};
pub use seems::Seems;
pub use seen::{PdnNotes, Seen, Summary, Unjudged, Wrong};
pub use shown_game::{RecordedGame, ShownGame, game_and_rules};
pub use source::{Source, from_boards, matches_of_bytes, read_bytes};
pub use words::Text;
