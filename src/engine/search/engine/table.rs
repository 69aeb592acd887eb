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
//!
//! Threads may share a table that has its full size. There are no locks: two threads that write an
//! entry at once may leave the key of one beside the contents of the other. So the word stored for a
//! key is the key xor the packed entry, and a pair that does not belong together matches no key.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};

use bytemuck::zeroed_vec;
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

/// Four pairs of check word and packed entry; the check word is the key xor the packed entry.
type Bucket = [AtomicU64; WORDS];
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

    /// Brings the table to its full size, which it must have before threads share it.
    pub(super) fn grow_fully(&mut self) {
        for tier in &mut self.tiers {
            tier.grow_to(tier.max_buckets);
        }
    }

    /// Probes the table for a position that is about to be searched to `depth`.
    #[inline(always)]
    pub(in crate::search) fn probe(&self, key: u64, depth: i32) -> Option<TableEntry> {
        let bucket = self.tiers[tier(depth)].bucket(key);
        // One entry has this key, or several when threads stored it at once: the first one. No
        // branch on the place, which is unpredictable.
        let mut found = 0;
        for at in [3, 2, 1, 0] {
            let packed = bucket[2 * at + 1].load(Relaxed);
            if bucket[2 * at].load(Relaxed) ^ packed == key {
                found = packed;
            }
        }
        (found != 0).then(|| unpack(found))
    }

    /// Prefetches the bucket of a position that will soon be probed with `depth`.
    #[inline(always)]
    pub(super) fn prefetch(&self, key: u64, depth: i32) {
        self.tiers[tier(depth)].prefetch(key);
    }

    /// Stores the result of a search to `depth`.
    #[inline]
    pub(in crate::search) fn store(&self, key: u64, depth: i32, entry: TableEntry) {
        let tier = &self.tiers[tier(depth)];
        let bucket = tier.bucket(key);
        // Replace the same position's entry, else the first with the lowest replacement value.
        let (mut victim, mut least) = (0, u64::MAX);
        for at in 0..4 {
            let packed = bucket[2 * at + 1].load(Relaxed);
            let is_same = bucket[2 * at].load(Relaxed) ^ packed == key;
            let replacement_value = if is_same { 0 } else { 1 + replacement_value(packed) };
            if replacement_value < least {
                (victim, least) = (at, replacement_value);
            }
        }
        let old = bucket[2 * victim + 1].load(Relaxed);
        let is_new = old == 0;
        let mut tag = entry.tag;
        if least == 0 && !is_new && bucket[2 * victim].load(Relaxed) ^ old == key {
            // A fail-low brings no move: the old one is still a good guess.
            tag = tag.or(unpack(old).tag);
        }
        let packed = pack(TableEntry { tag, ..entry }, self.generation);
        bucket[2 * victim].store(key ^ packed, Relaxed);
        bucket[2 * victim + 1].store(packed, Relaxed);
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
    words: Vec<AtomicU64>,
    /// Offset of the first bucket, chosen so that no bucket straddles two cache lines.
    first: usize,
    /// Buckets in use at first.
    min_buckets: usize,
    /// Buckets in use now; doubled each time the table grows.
    in_use: AtomicUsize,
    /// Maximum number of buckets.
    max_buckets: usize,
    /// Number of occupied entries, until the table has its full size.
    entries: AtomicUsize,
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
        // An allocator hands out zeroed memory for free: a large table costs nothing until it is written.
        let words = zeroed_vec::<AtomicU64>(max_buckets * WORDS + WORDS - 1);
        let first = words.as_ptr().align_offset(size_of::<Bucket>());
        Buckets {
            words,
            // Without an address to align, any offset works.
            first: first.min(WORDS - 1),
            min_buckets,
            in_use: AtomicUsize::new(min_buckets),
            max_buckets,
            entries: AtomicUsize::new(0),
        }
    }

    fn clear(&mut self) {
        let in_use = *self.in_use.get_mut();
        for word in &mut self.words[..self.first + in_use * WORDS] {
            *word.get_mut() = 0;
        }
        *self.in_use.get_mut() = self.min_buckets;
        *self.entries.get_mut() = 0;
    }

    #[inline(always)]
    fn buckets(&self) -> &[Bucket] {
        self.words[self.first..].as_chunks().0
    }

    #[inline(always)]
    fn bucket(&self, key: u64) -> &Bucket {
        &self.buckets()[index(key, self.in_use.load(Relaxed))]
    }

    #[inline(always)]
    fn prefetch(&self, key: u64) {
        prefetch_index(self.buckets(), index(key, self.in_use.load(Relaxed)));
    }

    /// Counts a new entry, and grows the table when it is crowded. At full size there is nothing to
    /// count, and threads that share the table do not write here.
    #[inline(always)]
    fn count_entry(&self) {
        let in_use = self.in_use.load(Relaxed);
        if in_use < self.max_buckets {
            let entries = self.entries.load(Relaxed) + 1;
            self.entries.store(entries, Relaxed);
            if entries > MAX_LOAD * in_use {
                self.grow_to(2 * in_use);
            }
        }
    }

    /// Multiplies the buckets in use: each bucket's entries move to those that replace it. Working
    /// from the last bucket down never overwrites one that has not been moved.
    #[cold]
    fn grow_to(&self, count: usize) {
        let buckets = self.buckets();
        for bucket in buckets[..self.in_use.load(Relaxed)].iter().rev() {
            for (place, [check, packed]) in bucket.as_chunks().0.iter().enumerate() {
                let moved = packed.load(Relaxed);
                if moved != 0 {
                    let check_word = check.load(Relaxed);
                    check.store(0, Relaxed);
                    packed.store(0, Relaxed);
                    let to = &buckets[index(check_word ^ moved, count)];
                    to[2 * place].store(check_word, Relaxed);
                    to[2 * place + 1].store(moved, Relaxed);
                }
            }
        }
        self.in_use.store(count, Relaxed);
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
        TableEntry { tag: Some(7), value: -31_000, depth, bound: Bound::Exact }
    }

    fn in_use(table: &Table) -> usize {
        table.tiers[2].in_use.load(Relaxed)
    }

    #[test]
    fn a_stored_entry_is_probed_unchanged() {
        let table = Table::new(1 << 12);
        for key in [0, 1, 0x1234_5678_9abc_def0] {
            assert_eq!(table.probe(key, 9), None);
            table.store(key, 9, known(200));
            assert_eq!(table.probe(key, 9), Some(known(200)));
        }
    }

    #[test]
    fn a_bound_without_a_move_keeps_the_move_that_was_known() {
        let table = Table::new(64);
        table.store(5, 9, known(3));
        let bound = TableEntry { tag: None, value: 4, depth: 9, bound: Bound::Upper };
        table.store(5, 9, bound);
        let expected = TableEntry { tag: Some(7), ..bound };
        assert_eq!(table.probe(5, 9), Some(expected));
    }

    #[test]
    fn entries_survive_growth_of_the_table() {
        let mut table = Table::new(64 << 20);
        let at_first = in_use(&table);
        // Well-spread keys, few enough that no bucket of the small table overflows.
        let key = |number: u64| (number + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mut kept = 0;
        while in_use(&table) == at_first {
            table.store(key(kept), 9, known((kept % 200) as u8));
            kept += 1;
        }
        assert_eq!(in_use(&table), 2 * at_first);
        let lost = (0..kept).filter(|&it| table.probe(key(it), 9) != Some(known((it % 200) as u8)));
        assert_eq!(lost.count(), 0);
        table.clear();
        assert_eq!(in_use(&table), at_first);
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

    #[test]
    fn a_torn_pair_of_words_matches_no_key() {
        let table = Table::new(64);
        let [one, other] = [0x0123_4567_89ab_cdef, 0xfedc_ba98_7654_3210];
        table.store(one, 9, known(3));
        table.store(other, 9, known(4));
        let bucket = table.tiers[2].bucket(one);
        let words = [0, 1, 2, 3].map(|at| bucket[at].load(Relaxed));
        // Another thread has written one of the two words of an entry.
        for (place, from) in [(0, 2), (1, 3)] {
            bucket[place].store(words[from], Relaxed);
            assert_eq!(table.probe(one, 9), None, "word {place}");
            bucket[place].store(words[place], Relaxed);
            assert_eq!(table.probe(one, 9), Some(known(3)));
            assert_eq!(table.probe(other, 9), Some(known(4)));
        }
    }

    #[test]
    fn of_two_entries_for_one_key_one_is_found() {
        let [table, other] = [Table::new(64), Table::new(64)];
        table.store(5, 9, known(3));
        other.store(5, 9, known(4));
        // Another thread has stored it in the next place at the same time.
        let [from, to] = [&other, &table].map(|it| it.tiers[2].bucket(5));
        for (at, word) in from[..2].iter().enumerate() {
            to[2 + at].store(word.load(Relaxed), Relaxed);
        }
        assert_eq!(table.probe(5, 9), Some(known(3)));
    }

    #[test]
    fn threads_that_share_a_table_find_only_what_was_stored_for_the_key() {
        // The same key always comes with the same tag and depth, and a number with its complement.
        let entry = |key: u64, number: u64| TableEntry {
            tag: Some((key >> 40) as u16 & 0x3fff),
            value: ((number & 0x7f) << 7 | (!number & 0x7f)) as i16,
            depth: (key >> 56) as u8,
            bound: Bound::Exact,
        };
        let table = Table::new(64);
        let together = std::sync::Barrier::new(2);
        let hammer = |seed: u64| {
            together.wait();
            let mut found = 0;
            for round in 0..2_000_000_u64 {
                // Six keys for the four places of one bucket.
                let key = (1 + ((round * seed) >> 3) % 6).wrapping_mul(0x9e37_79b9_7f4a_7c15);
                table.store(key, 9, entry(key, round));
                let other = (1 + (round + seed) % 6).wrapping_mul(0x9e37_79b9_7f4a_7c15);
                if let Some(it) = table.probe(other, 9) {
                    assert_eq!(it, entry(other, it.value as u64 >> 7));
                    found += 1;
                }
            }
            found
        };
        let (own, other) = std::thread::scope(|scope| {
            let other = scope.spawn(|| hammer(7));
            (hammer(5), other.join())
        });
        assert!(own > 0 && other.is_ok_and(|it| it > 0));
    }

    #[test]
    fn a_table_at_full_size_keeps_its_entries_and_grows_no_more() {
        let mut table = Table::new(64 << 20);
        let key = |number: u64| (number + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let store = |table: &Table, numbers: std::ops::Range<u64>| {
            numbers.for_each(|number| table.store(key(number), 9, known((number % 200) as u8)));
        };
        store(&table, 0..1_000);
        table.grow_fully();
        assert_eq!(in_use(&table), (64 << 20) / size_of::<Bucket>());
        store(&table, 1_000..10_000);
        let lost =
            (0..10_000).filter(|&it| table.probe(key(it), 9) != Some(known((it % 200) as u8)));
        assert_eq!(lost.count(), 0);
        assert_eq!(in_use(&table), (64 << 20) / size_of::<Bucket>());
    }
}
