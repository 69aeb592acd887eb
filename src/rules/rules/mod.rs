//! The games: positions, legal moves, endings, keys, counting.
//!
//! Pure. Nothing here reads a file, sees a clock, draws a random number or writes a word for a
//! person: text is `notation`'s, reasons why a board is wrong are `judge`'s, memory of what was
//! played is `history`'s. A position that exists is playable; whatever a file may say that is
//! not is a setup, and setups are `notation`'s too.
//!
//! - [`Game`] is all that referee, search and players need to know of a game.
//! - [`draughts`] is one kernel, specialised by the compiler for each row of its rule table.
//! - [`quoridor`] is the second family, one type for every size of its board.
//! - [`GameId`] and [`with_game!`](crate::with_game) choose a game at run time.

pub mod draughts;
mod game;
mod game_id;
mod key_words;
mod perft;
pub mod quoridor;

pub use game::{End, Game, Player};
pub use game_id::{GameId, UnknownGame};
pub use perft::perft;
