//! Portable Draughts Notation, as the standard (3.0) has it and as people write it.
//!
//! [`Reader`] cuts a file into games in one pass and bounded memory; [`Game`] is one of them, its
//! tags and tokens borrowed from the bytes; [`write()`] writes one. Moves are text here: playing them
//! is for the caller.
//!
//! Leniencies of the reader, each told as a [`Habit`] of the game that has it:
//! - results as 1-0, 0-1, 1/2-1/2 or as 2-0, 0-2, 1-1, also 0-0; with `½`;
//! - move numbers without dots, with dots apart from them, or without a blank after them;
//! - blanks around the sign of a move, `:` and `*` for captures, dashes and crosses that are not
//!   ASCII, squares without a sign between them (`1118`, `c3d4`), `(row,column)` squares;
//! - a capture written jump by jump as several moves (`11x18 18x25`);
//! - comments in braces, after `;`, and lines that begin with `%`; a brace that is never closed ends
//!   where tags begin again;
//! - variations and NAGs, to any depth: left out;
//! - tags in any order, twice, without quotes or bracket at the end; CRLF; a byte order mark;
//!   Latin-1 where the bytes are not UTF-8; control characters.

mod game;
mod lexer;
mod reader;
mod tags;
mod writer;

pub use game::{Game, Habit, Habits, Outcome};
pub use lexer::{Lexer, Token};
pub use reader::{RawGame, Reader};
pub use tags::{decoded, game_of_type, game_type, tag_value};
pub use writer::{Written, write};
