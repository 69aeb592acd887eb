//! Games that are not compiled in: a folder with a `game.toml` and a program that knows the rules.
//!
//! [`open`](open()) reads the folder, copies it, starts the program in the sandbox and names the game, which is from
//! then on a [`GameId`](arbitro_rules::GameId) like any other: its matches are a
//! [`Line`](arbitro_rules::line::Line). The program is asked for each position once, and not believed: every
//! answer is checked, and some questions are asked twice. Whatever can fail, fails when a position is entered,
//! and stays with that position as [`broken`](arbitro_rules::line::Line::broken).

mod answer;
mod answering;
mod cache;
mod error;
mod folder;
mod game_text;
mod game_toml;
mod line;
mod named;
mod open;
mod peer;
mod process;
mod question;
mod relay;
mod rules;

pub use answer::SameBoard;
pub use answering::RulesAnswerer;
pub use error::{BadAnswer, GameError, ProgramError};
pub use game_toml::Symmetry;
pub use line::ProgramLine;
pub use named::NamedFolder;
pub use open::{ASKED_ON_INPUT, Game, RULES_VARIABLE, Setting, UnopenedGame, open};
pub use relay::{RelayedGame, open_asked, open_relayed, relay, relay_failure};
