//! Arbitro, a referee for board game programs that play each other through board files.
//!
//! The rooms, from the ground up; each uses only those below it, which a test keeps:
//!
//! | room | what it is for | what it never does |
//! |---|---|---|
//! | [`rules`] | the games: positions, legal moves, endings, keys, counting | I/O, clocks, randomness, words |
//! | [`notation`] | text and types: board files, FEN, moves, diagrams | judge a move, remember a board |
//! | [`history`] | what was played: a player's memory, a match as moves, its record | start programs, keep time |
//! | [`judge`] | why a board is not a legal move: one diagnosis, words and squares | read files, know players |
//! | [`sandbox`] | runs a program and contains it | know a game |
//! | [`exchange`] | the folder of a match: names, waiting for a board, putting one there | know the rules, poll |
//! | [`check`] | what lies on disk, judged: boards, pairs, folders, records | wait, print |
//! | [`records`] | matches as people keep them, read and written: boards, records, PDN, drawings | judge by itself, print |
//! | [`search`] | choosing a move by looking ahead, in any game | read files or clocks |
//! | [`endgames`] | small endings solved to the end: making, storing and asking tables | choose a move, print |
//! | [`analysis`] | which moves of a match threw it away, and what was better | change a result, print, use a clock |
//! | [`player`] | the kit for player authors: wait, choose, store | judge |
//! | [`hub`] | the Hub protocol of international draughts: our engine for others, others' engines for us | play another game, believe the other end |
//! | [`referee`] | one match while it is played, as a stream of events | print |
//! | [`rating`] | strengths from counts of results, and how sure they are | names, files, chance |
//! | [`tournament`] | many matches, their journal, a ranking | judge, print |
//! | [`report`] | what people look at, made from a tournament's folder | change a result, run anything |
//! | [`grade`] | the course's marking run: submissions in, evidence and marks out | print, trust a submission |
//! | [`screen`] | a match on a terminal: keys in, pictures out | know a terminal, a clock, a file |
//! | [`web`] | the page's server: play in a browser | believe a browser, block on thinking |
//!
//! [`duration`] and [`size`] read times and memory as people write them; [`language`] has the sentences
//! that people are told in English and Italian; [`plain_text`] makes what strangers wrote fit to be shown.
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

pub mod analysis;
pub mod check;
pub mod duration;
pub mod endgames;
pub mod exchange;
pub mod grade;
pub mod history;
pub mod hub;
pub mod judge;
pub mod language;
pub mod notation;
pub mod plain_text;
pub mod player;
pub mod rating;
pub mod records;
pub mod referee;
pub mod report;
pub mod rules;
pub mod sandbox;
pub mod screen;
pub mod search;
pub mod size;
pub mod tournament;
pub mod web;
