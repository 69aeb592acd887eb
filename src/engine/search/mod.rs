//! Game-tree search: plain minimax, principal variation search and Monte Carlo tree search.
//!
//! Generic over the game trait. A search reads no file and no clock: it polls a callback of the
//! caller for the time. The same position, depth and seed give the same move. Exact values, such as
//! those of endgame tables, come from an [`Oracle`](arbitro_endgames::Oracle).

mod compiled;
pub mod draughts;
pub mod engine;
mod evaluate;
mod line_minimax;
pub mod mcts;
mod minimax;
pub mod quoridor_levels;
mod selective;

pub use compiled::SearchedSet;
pub use evaluate::Evaluate;
pub use line_minimax::minimax_of_line;
pub use minimax::{BestMoves, minimax};
pub use selective::{prescribed_evaluation, prescribed_search};
