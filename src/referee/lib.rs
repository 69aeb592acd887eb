//! Referees one match between programs that write board files.
//!
//! - [`judgement()`] defines the order in which an answer is judged, however the players were
//!   started.
//! - [`referee_live`] is the course's verifier: it starts no player, and judges the boards that two
//!   players, started by hand, write into a folder.
//! - An [`Arena`] plays matches between two programs, each contained in a folder of its own.
//!
//! A match is a stream of [`MatchEvent`]s; nothing here prints.
//!
//! | module | purpose | never |
//! |---|---|---|
//! | [`match_dir`] | the match folder: file names, waiting for a board, writing one | knows rules, polls |
//! | [`board_file`] | reads a board file, which may be anything | waits |
//! | [`check`] | judges finished matches: boards, pairs, folders, records | waits, prints |
//! | [`duration`] | parses and formats times | |

pub mod board_file;
pub mod check;
pub mod duration;
pub mod match_dir;

mod arena;
mod contest;
mod disturbed;
mod event;
mod fault;
mod judgement;
mod last_words;
mod playing;
mod question;
mod slip;
mod stage;
mod together;
mod warning;

pub use arbitro_rules::judge::{Wrong, fault_places};
pub use arbitro_sandbox::At;
pub use arena::Arena;
pub use contest::{
    Answers, Contest, Contestant, Freezing, HostFailure, PlyTime, RULES_FAILED, Report, Telemetry,
};
pub use event::{MatchEnd, MatchEvent, Tell};
pub use fault::{Activity, Clock, Detail, Excess, Fault};
pub use judgement::{Answer, judgement};
pub use last_words::last_words;
pub use question::question;
pub use slip::Slip;
pub use stage::PrintedLine;
pub use stage::{MatchCores, referee_live, reserve_cores, stay_on_one_core};
pub use together::{is_ending_code, is_ending_signal, is_over_soon};
pub use warning::Warning;

#[cfg(test)]
#[path = "tests/simulated/mod.rs"]
mod simulated;
