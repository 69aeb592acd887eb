//! The rules of draughts and Quoridor, for use from Rust: pure, without a process, a clock or a network.
//!
//! - [`Game`] is all that referee, search and players need to know of a game: positions, legal moves,
//!   endings, keys. A position that exists is playable; whatever else a file may say is a setup, and
//!   setups are [`notation`]'s.
//! - [`draughts`] is one kernel, specialised by the compiler for each row of its rule table.
//! - [`quoridor`] is the second family, one type for every size of its board.
//! - [`GameId`] and [`with_game!`] choose a game at run time.
//!
//! | module | what it is for | what it never does |
//! |---|---|---|
//! | [`notation`] | text and types: board files, FEN, moves, diagrams | judge a move, remember a board |
//! | [`history`] | what was played: a player's memory, a match as moves, its record | start programs, keep time |
//! | [`judge`] | why a board is not a legal move: one diagnosis, words and squares | read files, know players |
//! | [`language`] | sentences in English, Italian and French | |
//! | [`rule_book`] | the rules for people, made from the rule table | decide what is legal |
//! | [`plain_text`] | sanitises untrusted text for display | |

#![warn(missing_docs)]

pub mod history;
pub mod judge;
pub mod language;
pub mod notation;
pub mod plain_text;
pub mod rule_book;

pub mod draughts;
mod game;
mod game_id;
mod key_words;
mod nearest;
mod perft;
pub mod quoridor;

pub use game::{End, Game, Player};
pub use game_id::{GameId, UnknownGame};
pub use nearest::nearest;
pub use perft::perft;
