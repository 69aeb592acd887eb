//! Matches in play: what a person sees, does, and is told when something cannot be done.
//!
//! No HTTP, threads or waiting. The match is a line of `rules`, the opponent comes from `engine`.

mod catalogue;
mod denial;
mod ending;
mod open_match;
mod opening;
mod page_json;
mod program_moves;
mod search_request;

pub(crate) use catalogue::game_json;
pub use denial::{Denial, IllegalMove};
pub(crate) use ending::EndCause;
pub use ending::Ending;
pub use open_match::OpenMatch;
pub(crate) use open_match::YOU;
pub use opening::{Opening, You};
pub(crate) use page_json::{move_json, position, squares_json};
pub(crate) use program_moves::is_written;
pub use program_moves::{Trial, TriedMove};
pub use search_request::{Answer, OfferEvaluation, SearchRequest};
