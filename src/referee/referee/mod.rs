//! One match, while it is played: whose turn it is, how long it takes, what the answer is worth.
//!
//! [`judgement()`] owns the order in which an answer is judged, whoever started the players.
//! [`referee_live`] is the course's verifier: it starts nobody, and judges the boards that appear in a
//! folder where two players, started by hand, sit. An [`Arena`] plays matches between two programs,
//! each contained, in a folder of its own. A match is a stream of [`Event`]s; nothing here prints.

mod arena;
mod contest;
mod core_time;
mod event;
mod judgement;
mod live;
mod seat;
mod together;

pub use arena::Arena;
pub use contest::{Contest, Contestant, Freezing, HostFailure, PlyTime, Report, Traces};
pub use core_time::{stay_on_core, stay_on_one_core};
pub use event::{Clock, Event, Forfeit, Outcome, Why};
pub use judgement::{Answer, Judgement, judgement};
pub use live::{Live, LiveError, referee_live};
pub use together::{is_ending_code, is_ending_signal, is_over_soon};
