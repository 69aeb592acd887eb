//! The page: play, watch and replay in a browser, from one program, offline.
//!
//! - [`play`] is a running match without any HTTP: rules, messages, undo, clocks.
//! - Only the server around it uses tokio, hyper or axum. It trusts nothing that a browser sends:
//!   it keeps the state of each match itself, limits requests in size and time, and refuses unknown
//!   host names and requests from other pages.
//! - The computer searches on separate threads; no request waits for another one's search.
//! - Assets are built into the binary. No path of a request is ever looked up on the disk.
//!
//! - A game that is not compiled in is asked of another program of ours, which contains the one that knows
//!   its rules. Each such game has a thread of its own, and no other waits for it.
//!
//! It never runs a player or a program of rules, writes a file, or prints.

mod app;
mod assets;
mod connections;
mod event_stream;
mod games;
mod guard;
mod limits;
mod matches;
mod open_matches;
mod original;
mod pages;
pub mod play;
mod presence;
mod reader_language;
mod refusal;
mod replays;
mod request;
mod routes;
mod search_slots;
mod server;
mod stepped_match;
mod tournaments;
mod uploads;
pub mod watch;
mod words;

pub use assets::{ASSETS, Asset};
pub use guard::HostName;
pub use limits::Limits;
pub use pages::{ServerEnd, Stay};
pub use server::{ServeError, Server, ServerSettings};
