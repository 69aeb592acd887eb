//! Hub protocol, version 2, in which engines of international draughts talk to programs with a
//! graphical board.
//!
//! [`Request`] and [`Answer`] are the lines of either side. [`HubPeer`] drives an external engine,
//! which then plays in a match like any player. Lines are parsed into types on arrival, and a move
//! is always one of our own legal moves.
//!
//! Hub is for the international game on 10x10. Its variants (killer, frisian and others) are not
//! among our games, so every other game is refused rather than played by almost the same rules. The
//! other end is never trusted: neither the length of its output, nor its moves, nor that it answers
//! at all.
//!
//! White is player 1, who moves first and starts on squares 31 to 50, as in Hub.

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
