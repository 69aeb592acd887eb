//! Reads and writes matches in the formats that people keep: folders of board files, journals and
//! records, PDN.
//!
//! - [`Source`] detects what a path or some bytes are, by content and not by name, and opens them
//!   as [`Matches`], seen one after the other, or as a [`Collection`]: a list of them, one line each.
//! - A [`ReplayedMatch`] is one match, judged: boards, moves, faults, and what its source claims.
//! - [`svg`] draws a board.
//! - [`Export`] writes matches as board files, PDN, records or drawings.
//! - [`analysis`] finds the moves that lost a match, and better ones. It uses no clock.
//!
//! Input is untrusted. A tolerated format error is reported as a [`Remark`]; a fault stops a match
//! at its ply, with the judge's reason. Nothing is repaired silently. The crate starts no program,
//! keeps no time, prints nothing, and never changes a file that it reads.

pub mod analysis;

mod error;
mod export;
mod matches;
mod pdn;
mod reading;
mod record;
pub mod svg;
mod words;

pub use error::RecordsError;
pub use export::{Export, Form};
pub use matches::match_game::{MatchGame, RecordedGame, game_and_rules};
pub use matches::played_moves::PlayedMoves;
pub use matches::remark::Remark;
pub use matches::replayed_match::{PdnNotes, ReplayedMatch, Summary, Unjudged, Wrong};
pub use pdn::write::{pdn_tags, write_pdn};
pub use reading::boards::OnProgress;
pub use reading::collection::{Collection, Matches};
pub use reading::hints::{Hints, SourceKind};
pub use reading::journals::{JOURNAL, journal, journals_in, parts_in};
pub use reading::no_matches::ContentGuess;
pub use reading::source::{Source, from_boards, matches_of_bytes, read_bytes};
pub use record::changes::{BoardsError, Changes};
pub use record::claimed::{Claimed, Word};
pub use record::fault::RecordedFault;
pub use record::lines::{HeadPlayer, HeadRules, RecordHead, RecordLine, RecordLines};
pub use record::match_record::{MatchRecord, Named, RECORD_VERSION, RecordError};
pub use record::play::BadStart;
pub use record::seal::{Seal, seal, seal_of};
pub use words::RecordMessage;
