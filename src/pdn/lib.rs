#![doc = include_str!("README.md")]
//!
//! # Grammar
//!
//! Standard forms are read without a remark: comments in braces, after `;` and in lines that begin
//! with `%`, tags in any order, results 1-0, 0-1, 1/2-1/2, 2-0, 0-2, 1-1, 0-0, a star instead of the
//! result after the moves, FEN without SetUp, CRLF.
//!
//! The following is tolerated, and has a [`Habit`] to report it. The reader adds those of the text;
//! the caller who plays the moves adds those that only legal moves can tell (captures written jump by
//! jump or too short, quiet moves like captures, squares run together, wrong numbers):
//! - results counted in points of the event's own (`4-6`), and `½`; a Result tag that contradicts the
//!   end of the moves;
//! - move numbers without dots, or wrong ones;
//! - blanks around a move's separator or before a padded square (`1- 7`), dashes and crosses that are
//!   not ASCII, squares without a separator (`1118`, `c3d4`), `(row,column)` squares, the first square
//!   by its column alone (`cd4`, `c:e5`);
//! - quiet moves written like captures (`10x14`);
//! - a capture written jump by jump as several moves (`11x18 18x25`), or so short that it may be
//!   several: the first that later moves fit;
//! - an unclosed brace, which ends where tags begin again;
//! - variations, NAGs, marks (`11-15*`, `28x19+`) and commas: left out;
//! - repeated tags, or tags without a closing quote or bracket; a result written twice;
//! - Latin-1 or code page 850 where the bytes are not UTF-8;
//! - SetUp without FEN, and the counters behind FEN's pieces (`:H0:F1`).
//!
//! A game ends at its result, or where tags or, after an empty line, move numbers begin again. Tags
//! that begin again after an empty line end an entry without moves.
//!
//! The caller who opens the file reports a byte order mark. A game is at most 16 MiB long.

#![warn(missing_docs)]

mod game;
mod lexer;
mod reader;
mod tags;
mod writer;

pub use game::{Game, Habit, Habits, PdnOutcome};
pub use lexer::{Lexer, Token};
pub use reader::{RawGame, Reader};
pub use tags::{
    ForeignGame, NamedGame, capture_sign, decoded, game_of_type, game_of_words, game_type,
    tag_value,
};
pub use writer::{Tag, Written, write};
