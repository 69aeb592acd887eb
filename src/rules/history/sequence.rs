//! A list that counts in constant time how often its last item occurs.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

/// A list of items; each is stored with the number of its earlier occurrences.
///
/// `push`, `pop` and [`recurrence`](Sequence::recurrence) take constant time. A clone shares its
/// data until one of the two is changed; the first change of either then copies the list once.
#[derive(Clone, Debug)]
pub struct Sequence<T> {
    inner: Arc<Inner<T>>,
}

/// Marks an item without an earlier equal one.
const NONE: u32 = u32::MAX;

#[derive(Clone, Debug)]
struct Inner<T> {
    items: Vec<T>,
    /// For each item: index of the latest equal item before it, and the number of equal items so
    /// far.
    earlier: Vec<(u32, u32)>,
    /// Open addressing: index of the latest item of each kind plus one; 0 if free.
    slots: Vec<u32>,
    /// Number of distinct items, which is the number of slots in use.
    kinds: usize,
}

impl<T> Default for Sequence<T> {
    fn default() -> Sequence<T> {
        Sequence {
            inner: Arc::new(Inner {
                items: Vec::new(),
                earlier: Vec::new(),
                slots: Vec::new(),
                kinds: 0,
            }),
        }
    }
}

impl<T: Copy + Eq + Hash> Sequence<T> {
    /// Returns the number of items.
    pub fn len(&self) -> usize {
        self.inner.items.len()
    }

    /// Returns true if there are no items.
    pub fn is_empty(&self) -> bool {
        self.inner.items.is_empty()
    }

    /// The items, oldest first.
    pub fn items(&self) -> &[T] {
        &self.inner.items
    }

    /// The item `offset` places before the latest; 0 is the latest itself.
    pub fn from_latest(&self, offset: usize) -> Option<&T> {
        let index = self.len().checked_sub(1)?.checked_sub(offset)?;
        self.inner.items.get(index)
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
        self.inner.earlier.last().map_or(0, |&(_, count)| count)
    }

    /// Appends an item.
    pub fn push(&mut self, item: T) {
        let inner = Arc::make_mut(&mut self.inner);
        inner.make_room();
        // A match has far fewer than four billion boards.
        let index = u32::try_from(inner.items.len()).expect("fewer than 2^32 items");
        let slot = inner.slot_of(&item);
        let earlier = match inner.slots[slot] {
            0 => {
                inner.kinds += 1;
                (NONE, 1)
            }
            taken => (taken - 1, inner.earlier[(taken - 1) as usize].1 + 1),
        };
        inner.slots[slot] = index + 1;
        inner.items.push(item);
        inner.earlier.push(earlier);
    }

    /// Drops the latest item and returns it.
    pub fn pop(&mut self) -> Option<T> {
        if self.is_empty() {
            return None;
        }
        let inner = Arc::make_mut(&mut self.inner);
        let item = inner.items.pop()?;
        let (earlier, _) = inner.earlier.pop()?;
        // The item is already gone from the list, so its slot is found by its index.
        let slot = inner.slot_pointing_at(&item, inner.items.len());
        if earlier == NONE {
            inner.free(slot);
        } else {
            inner.slots[slot] = earlier + 1;
        }
        Some(item)
    }
}

impl<T: Copy + Eq + Hash> Inner<T> {
    fn home(&self, item: &T) -> usize {
        // The hasher's default state is fixed, so that results do not differ between runs.
        let mut hasher = DefaultHasher::new();
        item.hash(&mut hasher);
        hasher.finish() as usize & (self.slots.len() - 1)
    }

    fn next(&self, slot: usize) -> usize {
        (slot + 1) & (self.slots.len() - 1)
    }

    /// The slot that the item's kind has, or would take.
    fn slot_of(&self, item: &T) -> usize {
        let mut slot = self.home(item);
        while self.slots[slot] != 0 && self.items[(self.slots[slot] - 1) as usize] != *item {
            slot = self.next(slot);
        }
        slot
    }

    fn slot_pointing_at(&self, item: &T, index: usize) -> usize {
        let mut slot = self.home(item);
        while self.slots[slot] as usize != index + 1 {
            slot = self.next(slot);
        }
        slot
    }

    /// Doubles the slots when three quarters of them are taken.
    fn make_room(&mut self) {
        if (self.kinds + 1) * 4 <= self.slots.len() * 3 {
            return;
        }
        let wanted = (self.slots.len() * 2).max(16);
        let old = std::mem::replace(&mut self.slots, vec![0; wanted]);
        for taken in old.into_iter().filter(|&taken| taken != 0) {
            let item = self.items[(taken - 1) as usize];
            let slot = self.slot_of(&item);
            self.slots[slot] = taken;
        }
    }

    /// Empties a slot and closes the gap, so that later items of the run stay findable.
    fn free(&mut self, mut gap: usize) {
        self.slots[gap] = 0;
        self.kinds -= 1;
        let mut slot = self.next(gap);
        while self.slots[slot] != 0 {
            let home = self.home(&self.items[(self.slots[slot] - 1) as usize]);
            let mask = self.slots.len() - 1;
            // An item may fill the gap unless its home slot lies between the gap and its current
            // slot.
            if (slot.wrapping_sub(home) & mask) >= (slot.wrapping_sub(gap) & mask) {
                self.slots[gap] = std::mem::replace(&mut self.slots[slot], 0);
                gap = slot;
            }
            slot = self.next(slot);
        }
    }
}
