//! The page in a real browser.

mod cell_moves;
mod closing;
mod driver;
mod endings;
mod ladder;
mod looks;
mod original;
mod own_games;
mod phones;
mod play;
mod promises;
mod reports;
mod together;
mod watch;
mod written;

use driver::Browser;
