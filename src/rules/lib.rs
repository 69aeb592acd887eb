//! The rules of draughts and Quoridor: pure, without processes, clocks or network.
//!
//! - [`Game`] is all that referee, search and players need to know of a game: positions, legal
//!   moves, ends, keys. Every position is playable; the other contents of a file are setups, which
//!   belong to [`notation`].
//! - [`draughts`] is one kernel, specialised by the compiler for each row of its rule table.
//! - [`quoridor`] is the second family, one type for every board size.
//! - [`GameId`] and [`with_game!`] choose a game at run time.
//!
//! | module | purpose | never |
//! |---|---|---|
//! | [`notation`] | text and types: board files, FEN, moves, diagrams | judges a move, stores a board |
//! | [`history`] | a match as moves and repetitions | starts programs, keeps time |
//! | [`mod@line`] | a match of any game behind one trait | names the type of a game |
//! | [`judge`] | explains an illegal board: one diagnosis, words and squares | reads files, knows players |
//! | [`plain_text`] | sanitises untrusted text for display | |

pub mod history;
pub mod judge;
pub mod line;
pub mod notation;
pub mod plain_text;

mod card;
pub mod draughts;
mod game;
mod game_id;
mod invalid_value;
mod key_words;
mod look;
mod nearest;
pub mod quoridor;
mod reason;
mod square;
mod written;

pub use card::{Card, card};
pub use game::{End, Game, Player};
pub use game_id::GameId;
pub use invalid_value::InvalidValue;
pub use look::{
    Look, MAX_TITLE, Shape, Sign, SignName, SignOwner, Titles, cell_name, column_letters,
    named_cell,
};
pub use nearest::{nearest, nearest_names};
pub use reason::Reason;
pub use square::Square;
pub use written::{MAX_WRITTEN, NewGame, Written, WrittenRules, check_name};
