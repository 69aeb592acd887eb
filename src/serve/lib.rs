//! The page: play in a browser, from one program, offline.
//!
//! - [`play`] is a match in play without any HTTP: rules, words, undo, clocks.
//! - The server around it is the only place that says tokio, hyper or axum. It believes nothing that
//!   a browser says: the state of a match is its own, a request has limits of size and time, a host
//!   name that is not ours is refused, and so is a request from another page.
//! - The computer thinks on threads of its own; no request waits behind a thought that is not its own.
//! - Assets are inside the binary. No path of a request is ever looked up on the disk.
//!
//! What it never does: run a program, write a file, print.

mod assets;
mod connections;
mod games;
mod guard;
mod limits;
mod matches;
mod opened;
mod original;
mod original_words;
mod pages;
pub mod play;
mod reader;
mod refusal;
mod replays;
mod request;
mod routes;
mod server;
mod thinking;
mod told;
mod tournaments;
pub mod watch;

pub use assets::{ASSETS, Asset};
pub use limits::Limits;
pub use pages::{Ending, Stay};
pub use server::{Background, ServeError, Server, ServerSettings};
