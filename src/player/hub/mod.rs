//! Hub, version 2: the lines in which engines of international draughts talk with programs that show
//! a board.
//!
//! Both ends are here. [`serve_hub`] answers such a program with our engine. [`HubPeer`] drives an
//! external engine, which then plays in a match like any player. Lines become types at the edge, and a
//! move is always one of our own legal moves.
//!
//! The protocol is for the international game on 10x10. It has variants of its own (killer, frisian
//! and others), none of which is among our games, so every other game is refused rather than played by
//! almost the same rules. What comes from the other end is never believed: not its length, not its
//! moves, not that it answers.
//!
//! Our White is player 1, the one who moves first and stands on 31 to 50; it is Hub's White too.

mod answer;
mod clock;
mod line;
mod peer;
mod peer_fault;
mod pipe;
mod request;
mod search;
mod serve;
mod text;

pub use answer::{Answer, Info, ParamLine};
pub use clock::Level;
pub use line::{Line, LineFault, MAX_LINE_BYTES};
pub use peer::{HubPeer, PeerPlan};
pub use peer_fault::PeerFault;
pub use request::{Go, Request, RequestFault};
pub use serve::{HubSettings, serve_hub};
pub use text::{TextFault, read_hub_move, read_hub_position, write_hub_move, write_hub_position};

/// The parameter that says which game.
const VARIANT: &str = "variant";
/// Its value for the international game, the only one that is played here.
const NORMAL: &str = "normal";
