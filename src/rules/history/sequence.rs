//! A list that counts in constant time how often its last item occurs.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, DefaultHasher, Hash};

/// A list of items; each is stored with the number of its occurrences up to there.
#[derive(Clone, Debug)]
pub struct Sequence<T> {
    items: Vec<T>,
    recurrences: Vec<u32>,
    // The hasher's default state is fixed, so that results do not differ between runs.
    counts: HashMap<T, u32, BuildHasherDefault<DefaultHasher>>,
}

impl<T> Default for Sequence<T> {
    fn default() -> Sequence<T> {
        Sequence { items: Vec::new(), recurrences: Vec::new(), counts: HashMap::default() }
    }
}

impl<T: Copy + Eq + Hash> Sequence<T> {
    pub fn len(&self) -> usize {
        self.items.len()
    }

    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// The items, oldest first.
    pub fn items(&self) -> &[T] {
        &self.items
    }

    /// The item `offset` places before the latest; 0 is the latest itself.
    pub fn from_latest(&self, offset: usize) -> Option<&T> {
        let index = self.len().checked_sub(1)?.checked_sub(offset)?;
        self.items.get(index)
    }

    /// Counts the items that equal the latest, itself included; 0 for an empty list.
    ///
    /// # Examples
    ///
    /// ```
    /// let mut boards = arbitro_rules::history::Sequence::default();
    /// for board in ["A", "B", "C", "B", "D", "B", "E", "B"] {
    ///     boards.push(board);
    /// }
    /// assert_eq!(boards.recurrence(), 4);
    /// ```
    pub fn recurrence(&self) -> u32 {
        self.recurrences.last().copied().unwrap_or_default()
    }

    /// Appends an item.
    pub fn push(&mut self, item: T) {
        let count = self.counts.entry(item).or_default();
        *count += 1;
        self.recurrences.push(*count);
        self.items.push(item);
    }

    /// Drops the latest item and returns it.
    pub fn pop(&mut self) -> Option<T> {
        let item = self.items.pop()?;
        self.recurrences.pop();
        if let Some(count) = self.counts.get_mut(&item) {
            *count -= 1;
            if *count == 0 {
                self.counts.remove(&item);
            }
        }
        Some(item)
    }
}
