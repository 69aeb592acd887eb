#![doc = include_str!("README.md")]
#![warn(missing_docs)]

mod answer;
mod clock;
mod line;
mod peer;
mod peer_fault;
mod pipe;
mod request;
mod text;

pub use answer::{Answer, Info, ParamLine};
pub use clock::SearchBounds;
pub use line::{Line, LineFault, MAX_LINE_BYTES};
pub use peer::{HubPeer, PeerPlan};
pub use peer_fault::PeerFault;
pub use pipe::{LineBuffer, RawLine, next_line, write_line};
pub use request::{Go, Request, RequestFault};
pub use text::{TextFault, read_hub_move, read_hub_position, write_hub_move, write_hub_position};

/// The parameter that names the game.
pub const VARIANT: &str = "variant";
/// Its value for the international game, the only one played here.
pub const NORMAL: &str = "normal";
