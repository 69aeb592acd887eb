//! Numbers of things, and what they are of.

use arbitro_table::texts;

/// A number of things that many sentences count.
#[texts("")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Count {
    Matches(u64),
    Plies(u64),
}

/// Counts things in a language that has one word for one, another for more.
pub fn counted(number: u64, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}
