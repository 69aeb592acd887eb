//! Arbitro, a referee for board game programs that play each other through board files.
//!
//! Everything that programs of the house share, crate by crate, from the ground up; each uses only those
//! above it in this list:
//!
//! | crate | what it is for |
//! |---|---|
//! | `arbitro-rules` | the games, their notation, what was played, why a move is illegal: pure |
//! | `arbitro-sandbox` | runs a program and contains it; knows no game |
//! | `arbitro-engine` | chooses moves |
//! | `arbitro-referee` | one match: its folder, its files, its course |
//! | `arbitro-player` | the kit for player authors; Hub |
//! | `arbitro-records` | matches as people keep them and look at them |
//! | `arbitro-tournament` | many matches, a ranking, a report |
//! | `arbitro-grade`, `arbitro-serve`, `arbitro-replay` | the course's marking run, the page, a match on a terminal; with programs of their own |
//!
//! The binaries parse, call one of these, and map the result to an exit code: 0 done and yes,
//! 1 done and no, 2 could not do it.
//!
//! # Examples
//!
//! Is this board what a legal move leads to, and if not, why?
//!
//! ```
//! use arbitro::judge::{judge, words};
//! use arbitro::notation::Notation;
//! use arbitro::rules::{Game, draughts::Italian};
//!
//! let before = Italian::read_fen("W:W22,27:B18").unwrap();
//! let after = Italian::read_fen("B:W22,23:B18").unwrap();
//! let diagnosis = judge(&before, &after.board(), &mut Vec::new()).unwrap_err();
//! assert_eq!(
//!     words::english::<Italian>(&diagnosis),
//!     "the man on 27 went to 23, but the piece on 22 can capture, for example 22x13; capturing is compulsory",
//! );
//! ```

pub use arbitro_engine::{endgames, search, with_endgames};
pub use arbitro_player as player;
pub use arbitro_player::hub;
pub use arbitro_records as records;
pub use arbitro_records::analysis;
pub use arbitro_referee as referee;
pub use arbitro_referee::{check, duration, match_dir, size};
pub use arbitro_rules as rules;
pub use arbitro_rules::{history, judge, language, notation, plain_text, said, with_game};
pub use arbitro_sandbox as sandbox;
pub use arbitro_tournament as tournament;
pub use arbitro_tournament::{rating, report};
