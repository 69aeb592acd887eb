//! Tracks the matches handed out and ended. Memory grows only with the gaps between them.

use std::collections::BTreeMap;

/// Numbers of matches.
#[derive(Debug, Default)]
pub(super) struct DoneMatches {
    /// Those that have ended: first and last of each run without a gap.
    ended: BTreeMap<u64, u64>,
    /// All up to this one have been given out, or had ended.
    given: u64,
    /// Given out and not ended.
    open: u64,
}

impl DoneMatches {
    /// The next match that has neither been given out nor ended, now given out.
    pub(super) fn next_open(&mut self, total: u64) -> Option<u64> {
        let mut id = self.given + 1;
        if let Some((_, &last)) = self.ended.range(..=id).next_back()
            && last >= id
        {
            id = last + 1;
        }
        // The end may have come nearer than what was given out.
        self.given = self.given.max(id.min(total + 1) - 1);
        if id > total {
            return None;
        }
        self.given = id;
        self.open += 1;
        Some(id)
    }

    /// Returns true if all that were handed out have ended.
    pub(super) fn is_all_done(&self) -> bool {
        self.open == 0
    }

    /// Returns true if a match has ended.
    pub(super) fn has_ended(&self, id: u64) -> bool {
        let before = self.ended.range(..=id).next_back();
        before.is_some_and(|(_, &last)| last >= id)
    }

    /// Returns true if every match up to this one has ended.
    pub(super) fn has_ended_up_to(&self, last: u64) -> bool {
        self.ended.get(&1).is_some_and(|&it| it >= last)
    }

    /// A match has ended. Says whether it had not before.
    pub(super) fn insert(&mut self, id: u64) -> bool {
        let before = self.ended.range(..=id).next_back();
        let (first, has_neighbour) = match before {
            Some((_, &last)) if last >= id => return false,
            Some((&first, &last)) if last + 1 == id => (first, true),
            _ => (id, false),
        };
        let last = self.ended.remove(&(id + 1)).unwrap_or(id);
        debug_assert!(has_neighbour || first == id, "a run begins with its first");
        self.ended.insert(first, last);
        if id <= self.given {
            self.open = self.open.saturating_sub(1);
        }
        true
    }
}
