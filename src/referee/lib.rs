//! Referees one match between programs that write board files.
//!
//! - [`judgement()`] owns the order in which an answer is judged, whichever way the players were
//!   started.
//! - [`referee_live`] is the course's verifier: it starts no player, and judges the boards that two
//!   players, started by hand, write into a folder.
//! - An [`Arena`] plays matches between two programs, each contained, in a folder of its own.
//!
//! A match is a stream of [`MatchEvent`]s; nothing here prints.
//!
//! | module | what it is for | what it never does |
//! |---|---|---|
//! | [`match_dir`] | the folder of a match: names, waiting for a board, putting one there | know the rules, poll |
//! | [`board_file`] | reading a board file, which may be anything | wait |
//! | [`check`] | judging what lies on disk: boards, pairs, folders, records | wait, print |
//! | [`duration`], [`size`] | limits as people write them | |

pub mod board_file;
pub mod check;
pub mod duration;
pub mod match_dir;
pub mod size;

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
pub use event::{Clock, Forfeit, MatchEnd, MatchEvent, Why};
pub use judgement::{Answer, Judgement, judgement};
pub use live::{Live, LiveError, referee_live};
pub use together::{is_ending_code, is_ending_signal, is_over_soon};
