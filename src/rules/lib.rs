//! The rules of draughts and Quoridor, for whoever needs them in Rust: pure, without a process, a clock
//! or a network.
//!
//! | room | what it is for | what it never does |
//! |---|---|---|
//! | [`rules`] | the games: positions, legal moves, endings, keys, counting | I/O, clocks, randomness, words |
//! | [`notation`] | text and types: board files, FEN, moves, diagrams | judge a move, remember a board |
//! | [`history`] | what was played: a player's memory, a match as moves, its record | start programs, keep time |
//! | [`judge`] | why a board is not a legal move: one diagnosis, words and squares | read files, know players |
//!
//! [`language`] has the sentences that people are told in English and Italian; [`plain_text`] makes
//! untrusted text fit to be shown.

pub mod history;
pub mod judge;
pub mod language;
pub mod notation;
pub mod plain_text;
pub mod rules;
