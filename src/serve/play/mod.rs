//! Matches in play: what a person sees, does, and is told when something cannot be done.
//!
//! No HTTP, threads or waiting. The rules come from `rules`, the explanation of an illegal move
//! from `judge`, the opponent from `player`; here they meet behind one type that does not name the
//! game.

mod attempt;
mod catalogue;
mod denied;
mod ending;
mod match_state;
mod open_match;
mod opening;
mod search_request;
mod shown;
mod table;

pub use catalogue::{GameShown, catalogue};
pub use denied::Denied;
pub use ending::{Ending, EndingShown};
pub use match_state::{ClockShown, DrawShown, MatchState};
pub use open_match::OpenMatch;
pub use opening::{Opening, RefusedOpening, You};
pub use search_request::{Answer, OfferEvaluation, Proposal, SearchRequest};
pub use shown::{Deed, MoveShown, Spot, WallShown, WallsLeft};
pub use table::{Illegal, PositionShown, position};

use arbitro_rules::Player;

/// The letter of a side in JSON.
pub(crate) const fn letter(player: Player) -> &'static str {
    match player {
        Player::X => "x",
        Player::O => "o",
    }
}
