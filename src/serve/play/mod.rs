//! Matches in play: what a person sees, does, and is told when something cannot be done.
//!
//! No HTTP, threads or waiting. The match is a line of `rules`, the opponent comes from `engine`.

mod catalogue;
mod denied;
mod ending;
mod open_match;
mod opening;
mod page_json;
mod search_request;
mod written;

pub(crate) use catalogue::game_json;
pub use denied::{Denied, Illegal};
pub(crate) use ending::EndedBy;
pub use ending::Ending;
pub use open_match::OpenMatch;
pub(crate) use open_match::YOU;
pub use opening::{Opening, You};
pub(crate) use page_json::{move_json, position, squares_json};
pub use search_request::{Answer, OfferEvaluation, SearchRequest};
pub(crate) use written::is_written;
pub use written::{Trial, Tried};
