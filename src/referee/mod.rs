//! One match, while it is played: whose turn it is, how long it takes, what the answer is worth.
//!
//! [`judgement()`] owns the order in which an answer is judged, whoever started the players.
//! [`referee_live`] is the course's verifier: it starts nobody, and judges the boards that appear in a
//! folder where two players, started by hand, sit. A match is a stream of [`Event`]s; nothing here
//! prints.

mod event;
mod judgement;
mod live;

pub use event::{Event, Forfeit, Outcome, Why};
pub use judgement::{Answer, Judgement, judgement};
pub use live::{Live, LiveError, referee_live};
