//! Transposition table: what earlier searches found out about positions.
//!
//! Four entries share a bucket, and the one with the lowest replacement value makes room. Only
//! 64-bit keys are compared. A collision is harmless to legality: a table move is played only if
//! the position's own generator produced it.
//!
//! Most positions are searched few plies deep and recur either at once or never. They have small
//! tables of their own that stay in the processor's cache: a probe of the large table takes longer
//! than all other work on such a position. Having separate tables by depth also saves a seventh of
//! all nodes. The table starts small and grows with the number of entries, up to a given size.

use prefetch_index::prefetch_index;

/// The relation of a stored value to the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::search) enum Bound {
    /// The true value is at least this (the search failed high).
    Lower,
    /// The true value is at most this (the search failed low).
    Upper,
    /// The true value is this.
    Exact,
}

/// An unpacked table entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::search) struct TableEntry {
    /// Tag of the best move; `None` when every move failed low.
    pub(in crate::search) tag: Option<u16>,
    pub(in crate::search) value: i16,
    pub(in crate::search) depth: u8,
    pub(in crate::search) bound: Bound,
}

/// Four pairs of key and packed entry. Plain integers, because an allocator hands out zeroed memory
/// for free: a large table costs nothing until it is written.
type Bucket = [u64; WORDS];
const WORDS: usize = 8;

#[derive(Debug)]
pub(in crate::search) struct Table {
    /// One table for each range of depths, shallow first.
    tiers: [Buckets; 3],
    /// Number of the current search, for ageing.
    generation: u16,
}

/// Maximum depth and size in bytes of each small table.
const SMALL_TIERS: [(i32, usize); 2] = [(2, 256 << 10), (4, 4 << 20)];

const NO_TAG: u16 = u16::MAX;

impl Table {
    /// Creates a large table of so many bytes (at least one bucket), and the small ones.
    pub(in crate::search) fn new(bytes: usize) -> Table {
        Table {
            tiers: [
                Buckets::new(bytes.min(SMALL_TIERS[0].1)),
                Buckets::new(bytes.min(SMALL_TIERS[1].1)),
                Buckets::new(bytes),
            ],
            generation: 1,
        }
    }

    pub(super) fn clear(&mut self) {
        for tier in &mut self.tiers {
            tier.clear();
        }
        self.generation = 1;
    }

    /// Starts a new generation: entries of earlier searches are replaced first.
    pub(super) fn begin_search(&mut self) {
        if self.generation == u16::MAX {
            self.clear();
        }
        self.generation += 1;
    }

    /// Probes the table for a position that is about to be searched to `depth`.
    #[inline(always)]
    pub(in crate::search) fn probe(&self, key: u64, depth: i32) -> Option<TableEntry> {
        let bucket = self.tiers[tier(depth)].of(key);
        // At most one entry has this key. The loop has no branch on the place, which is
        // unpredictable.
        let packed = bucket.as_chunks().0.iter().fold(0, |found, &[of, packed]| {
            found | if of == key { packed } else { 0 }
        });
        (packed != 0).then(|| unpack(packed))
    }

    /// Prefetches the bucket of a position that will soon be probed with `depth`.
    #[inline(always)]
    pub(super) fn prefetch(&self, key: u64, depth: i32) {
        self.tiers[tier(depth)].prefetch(key);
    }

    /// Stores the result of a search to `depth`.
    #[inline]
    pub(in crate::search) fn store(&mut self, key: u64, depth: i32, entry: TableEntry) {
        let generation = self.generation;
        let tier = &mut self.tiers[tier(depth)];
        let bucket = tier.of_mut(key);
        // Replace the same position's entry, else the first with the lowest replacement value.
        let (mut victim, mut least) = (0, u64::MAX);
        for at in 0..4 {
            let is_same = bucket[2 * at] == key;
            let replacement_value = if is_same {
                0
            } else {
                1 + replacement_value(bucket[2 * at + 1])
            };
            if replacement_value < least {
                (victim, least) = (at, replacement_value);
            }
        }
        let old = bucket[2 * victim + 1];
        let is_new = old == 0;
        let mut tag = entry.tag;
        if least == 0 && !is_new {
            // A fail-low brings no move: the old one is still a good guess.
            tag = tag.or(unpack(old).tag);
        }
        bucket[2 * victim] = key;
        bucket[2 * victim + 1] = pack(TableEntry { tag, ..entry }, generation);
        if is_new {
            tier.count_entry();
        }
    }
}

#[inline(always)]
fn tier(depth: i32) -> usize {
    usize::from(depth > SMALL_TIERS[0].0) + usize::from(depth > SMALL_TIERS[1].0)
}

/// An array of buckets, of which only as many are in use as the entries need: a small range of
/// memory is cached better.
#[derive(Debug)]
struct Buckets {
    words: Vec<u64>,
    /// Offset of the first bucket, chosen so that no bucket straddles two cache lines.
    first: usize,
    /// Buckets in use at first.
    min_buckets: usize,
    /// Buckets in use now; doubled each time the table grows.
    in_use: usize,
    /// Maximum number of buckets.
    max_buckets: usize,
    /// Number of occupied entries.
    entries: usize,
}

/// Initial size; up to twice as much where the size is no multiple.
const INITIAL_BYTES: usize = 256 << 10;
/// Average entries in a bucket above which the table grows.
const MAX_LOAD: usize = 1;

impl Buckets {
    fn new(bytes: usize) -> Buckets {
        let count = (bytes / size_of::<Bucket>()).max(1);
        let doublings = (bytes / INITIAL_BYTES).checked_ilog2().unwrap_or(0);
        let min_buckets = count >> doublings;
        let max_buckets = min_buckets << doublings;
        let words = vec![0u64; max_buckets * WORDS + WORDS - 1];
        let first = words.as_ptr().align_offset(size_of::<Bucket>());
        Buckets {
            words,
            // Without an address to align, any offset works.
            first: first.min(WORDS - 1),
            min_buckets,
            in_use: min_buckets,
            max_buckets,
            entries: 0,
        }
    }

    fn clear(&mut self) {
        self.words[..self.first + self.in_use * WORDS].fill(0);
        self.in_use = self.min_buckets;
        self.entries = 0;
    }

    #[inline(always)]
    fn of(&self, key: u64) -> &Bucket {
        let buckets = self.words[self.first..].as_chunks().0;
        &buckets[index(key, self.in_use)]
    }

    #[inline(always)]
    fn prefetch(&self, key: u64) {
        let buckets: &[Bucket] = self.words[self.first..].as_chunks().0;
        prefetch_index(buckets, index(key, self.in_use));
    }

    #[inline(always)]
    fn of_mut(&mut self, key: u64) -> &mut Bucket {
        let buckets = self.words[self.first..].as_chunks_mut().0;
        &mut buckets[index(key, self.in_use)]
    }

    /// Counts a new entry, and grows the table when it is crowded.
    #[inline(always)]
    fn count_entry(&mut self) {
        self.entries += 1;
        if self.entries > MAX_LOAD * self.in_use && self.in_use < self.max_buckets {
            self.grow();
        }
    }

    /// Doubles the buckets in use: each bucket's entries move to the two that replace it. Working
    /// from the last bucket down never overwrites one that has not been moved.
    #[cold]
    fn grow(&mut self) {
        let buckets: &mut [Bucket] = self.words[self.first..].as_chunks_mut().0;
        self.in_use *= 2;
        for at in (0..self.in_use / 2).rev() {
            let old = std::mem::take(&mut buckets[at]);
            for (place, entry) in old.as_chunks::<2>().0.iter().enumerate() {
                if entry[1] != 0 {
                    let bucket = &mut buckets[index(entry[0], self.in_use)];
                    bucket[2 * place..2 * place + 2].copy_from_slice(entry);
                }
            }
        }
    }
}

/// Maps a key to a bucket: the key as a fraction of 2^64, times the number of buckets.
#[inline(always)]
fn index(key: u64, buckets: usize) -> usize {
    ((u128::from(key) * buckets as u128) >> 64) as usize
}

/// The replacement value of an entry: 0 when empty, then by generation, then by depth.
#[inline(always)]
fn replacement_value(packed: u64) -> u64 {
    packed >> 40
}

/// Packs an entry: tag, value, bound, depth and generation, from the lowest bits up. The generation
/// is never 0, so no entry packs to 0.
#[inline(always)]
fn pack(entry: TableEntry, generation: u16) -> u64 {
    u64::from(entry.tag.unwrap_or(NO_TAG))
        | u64::from(entry.value as u16) << 16
        | (entry.bound as u64) << 32
        | u64::from(entry.depth) << 40
        | u64::from(generation) << 48
}

#[inline(always)]
fn unpack(packed: u64) -> TableEntry {
    let tag = packed as u16;
    TableEntry {
        tag: (tag != NO_TAG).then_some(tag),
        value: (packed >> 16) as u16 as i16,
        depth: (packed >> 40) as u8,
        bound: match packed >> 32 & 3 {
            0 => Bound::Lower,
            1 => Bound::Upper,
            _ => Bound::Exact,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known(depth: u8) -> TableEntry {
        TableEntry {
            tag: Some(7),
            value: -31_000,
            depth,
            bound: Bound::Exact,
        }
    }

    #[test]
    fn a_stored_entry_is_probed_unchanged() {
        let mut table = Table::new(1 << 12);
        for key in [0, 1, 0x1234_5678_9abc_def0] {
            assert_eq!(table.probe(key, 9), None);
            table.store(key, 9, known(200));
            assert_eq!(table.probe(key, 9), Some(known(200)));
        }
    }

    #[test]
    fn a_bound_without_a_move_keeps_the_move_that_was_known() {
        let mut table = Table::new(64);
        table.store(5, 9, known(3));
        let bound = TableEntry {
            tag: None,
            value: 4,
            depth: 9,
            bound: Bound::Upper,
        };
        table.store(5, 9, bound);
        let expected = TableEntry {
            tag: Some(7),
            ..bound
        };
        assert_eq!(table.probe(5, 9), Some(expected));
    }

    #[test]
    fn entries_survive_growth_of_the_table() {
        let mut table = Table::new(64 << 20);
        let at_first = table.tiers[2].in_use;
        // Well-spread keys, few enough that no bucket of the small table overflows.
        let key = |number: u64| (number + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mut kept = 0;
        while table.tiers[2].in_use == at_first {
            table.store(key(kept), 9, known((kept % 200) as u8));
            kept += 1;
        }
        assert_eq!(table.tiers[2].in_use, 2 * at_first);
        let lost = (0..kept).filter(|&it| table.probe(key(it), 9) != Some(known((it % 200) as u8)));
        assert_eq!(lost.count(), 0);
        table.clear();
        assert_eq!(table.tiers[2].in_use, at_first);
        assert!((0..kept).all(|it| table.probe(key(it), 9).is_none()));
    }

    #[test]
    fn the_shallowest_of_the_oldest_search_makes_room() {
        // One bucket.
        let mut table = Table::new(64);
        for (key, depth) in [(1, 9), (2, 3)] {
            table.store(key, 9, known(depth));
        }
        table.begin_search();
        for (key, depth) in [(3, 1), (4, 1), (5, 1)] {
            table.store(key, 9, known(depth));
        }
        assert_eq!(table.probe(2, 9), None);
        for key in [1, 3, 4, 5] {
            assert!(table.probe(key, 9).is_some(), "{key}");
        }
    }
}
