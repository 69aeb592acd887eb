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
    // Matches have not finished, this one the first; some of them are void. A process may be playing the shard.
    Missing { matches: u64, first: u64, void: u64, is_running: bool },
    // A line cannot count.
    Damaged { line: u64, damage: Damage },
    // A match occurs more than once. All copies may agree, apart from times.
    Double { id: u64, agrees: bool },
    // A match belongs to another shard, its home. The copy there, if there is one, may agree, apart from times.
    Stray { id: u64, line: u64, home: u32, agrees: Option<bool> },
}
