//! Numbers of things, and what they are of.

use crate::{en, fr, it};

/// A number of things that many sentences count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Count {
    Matches(u64),
    Plies(u64),
}

/// The label of the walls that players have left.
#[derive(Clone, Copy, Debug)]
pub struct WallsLeft;

/// Counts things in a language that has one word for one, another for more.
pub fn counted(number: u64, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}

crate::messages! {
    Count: count;
    WallsLeft: walls_left;
}
