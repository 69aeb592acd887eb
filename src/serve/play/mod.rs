//! Matches in play: what a person sees, does, and is told when something cannot be done.
//!
//! No HTTP, threads or waiting. The match is a line of `rules`, the opponent comes from `engine`.

mod catalogue;
mod denied;
mod ending;
mod match_state;
mod open_match;
mod opening;
mod search_request;
mod shown;
mod written;

pub(crate) use catalogue::of as game_shown;
pub use catalogue::{GameShown, catalogue};
pub use denied::{Denied, Illegal};
pub(crate) use ending::EndedBy;
pub use ending::{Ending, EndingShown};
pub use match_state::{ClockShown, DrawShown, MatchState, UndoShown};
pub use open_match::OpenMatch;
pub(crate) use open_match::YOU;
pub use opening::{Opening, You};
pub use search_request::{Answer, OfferEvaluation, Proposal, SearchRequest};
pub(crate) use shown::spot;
pub use shown::{Deed, MoveShown, PositionShown, WallShown, position};
pub(crate) use written::is_written;
pub use written::{Trial, Tried};
