//! Portable Draughts Notation, as the standard (3.0) has it and as people write it.
//!
//! [`Reader`] cuts a file into games in one pass and bounded memory; [`Game`] is one of them, its
//! tags and tokens borrowed from the bytes; [`write()`] writes one. Moves are text here: playing them
//! is for the caller.
//!
//! Read as the standard has it and never worth a word: comments in braces, after `;` and in lines that
//! begin with `%`, tags in any order, results 1-0, 0-1, 1/2-1/2, CRLF.
//!
//! Leniencies of the reader, each told as a [`Habit`] of the game that has it:
//! - results counted in points (2-0, 0-2, 1-1), and `½`; the tag and the end of the moves differing;
//! - move numbers without dots, or wrong ones;
//! - blanks around the sign of a move, dashes and crosses that are not ASCII, squares without a sign
//!   between them (`1118`, `c3d4`), `(row,column)` squares, the square a piece comes from by its column
//!   alone (`cd4`, `c:e5`);
//! - a capture written jump by jump as several moves (`11x18 18x25`);
//! - a brace that is never closed, which ends where tags begin again;
//! - variations and NAGs, to any depth: left out;
//! - tags twice, or without a quote or a bracket at the end;
//! - Latin-1 where the bytes are not UTF-8;
//! - FEN without SetUp, and the counters behind its pieces (`:H0:F1`).
//!
//! The caller who opens the file reports a byte order mark. A game is at most 16 MiB long.

mod game;
mod lexer;
mod reader;
mod tags;
mod writer;

pub use game::{Game, Habit, Habits, PdnOutcome};
pub use lexer::{Lexer, Token};
pub use reader::{RawGame, Reader};
pub use tags::{decoded, game_of_type, game_type, tag_value};
pub use writer::{Written, write};
