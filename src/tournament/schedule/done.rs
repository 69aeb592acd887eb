//! Tracks the matches handed out and finished. Memory grows only with the gaps between them.

use std::collections::BTreeMap;

/// Sets of match numbers.
#[derive(Debug, Default)]
pub(super) struct DoneMatches {
    /// Finished matches: first and last of each run without a gap.
    ended: BTreeMap<u64, u64>,
    /// All matches up to this one have been handed out, or were finished before.
    given: u64,
    /// Number of matches handed out and not finished.
    open: u64,
}

impl DoneMatches {
    /// Hands out the next match that is neither handed out nor finished, of those that are `own`.
    pub(super) fn next_open(&mut self, total: u64, own: impl Fn(u64) -> bool) -> Option<u64> {
        loop {
            let mut id = self.given + 1;
            if let Some((_, &last)) = self.ended.range(..=id).next_back()
                && last >= id
            {
                id = last + 1;
            }
            // The tournament may have been shortened to before the matches handed out.
            self.given = self.given.max(id.min(total + 1) - 1);
            if id > total {
                return None;
            }
            self.given = id;
            if own(id) {
                self.open += 1;
                return Some(id);
            }
        }
    }

    /// Returns true if all that were handed out have ended.
    pub(super) fn is_all_done(&self) -> bool {
        self.open == 0
    }

    pub(super) fn has_ended(&self, id: u64) -> bool {
        let before = self.ended.range(..=id).next_back();
        before.is_some_and(|(_, &last)| last >= id)
    }

    pub(super) fn ended(&self) -> impl Iterator<Item = u64> {
        self.ended.iter().flat_map(|(&first, &last)| first..=last)
    }

    /// Returns true if every match up to this one has ended.
    pub(super) fn has_ended_up_to(&self, last: u64) -> bool {
        self.ended.get(&1).is_some_and(|&it| it >= last)
    }

    /// The matches up to this one that have not ended.
    pub(super) fn gaps(&self, total: u64) -> impl Iterator<Item = u64> {
        let starts = std::iter::once(1).chain(self.ended.values().map(|last| last + 1));
        let ends = self.ended.keys().copied().chain([total + 1]);
        starts.zip(ends).flat_map(move |(start, end)| start..end.min(total + 1))
    }

    /// Marks a match as finished. Returns true if it was not before.
    pub(super) fn insert(&mut self, id: u64) -> bool {
        let before = self.ended.range(..=id).next_back();
        let first = match before {
            Some((_, &last)) if last >= id => return false,
            Some((&first, &last)) if last + 1 == id => first,
            _ => id,
        };
        let last = self.ended.remove(&(id + 1)).unwrap_or(id);
        self.ended.insert(first, last);
        if id <= self.given {
            self.open = self.open.saturating_sub(1);
        }
        true
    }
}
