//! Flaws that prevent joining journals: place, kind and remedy.

use super::super::journal::Damage;

/// A flaw of a shard's journal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Flaw {
    pub round: u32,
    /// The shard to play again, which only plays missing matches.
    pub shard: u32,
    pub kind: FlawKind,
}

#[arbitro_table::texts("words")]
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FlawKind {
    /// Some matches have not finished.
    Missing {
        matches: u64,
        /// The first of them.
        first: u64,
        /// Number of void matches among them.
        void: u64,
        /// True if a process is playing the shard.
        is_running: bool,
    },
    /// A line cannot count.
    Damaged { line: u64, damage: Damage },
    /// A match occurs more than once.
    Double {
        id: u64,
        /// True if all copies agree, apart from times.
        agrees: bool,
    },
    /// A match belongs to another shard.
    Stray {
        id: u64,
        line: u64,
        /// The shard it belongs to.
        home: u32,
        /// True if the copy there agrees, apart from times; `None` if there is no copy.
        agrees: Option<bool>,
    },
}
