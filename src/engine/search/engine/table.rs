//! What the search has found out about positions, in a table that grows with need up to a size
//! that is given.
//!
//! Four entries share a bucket; the one that is least worth keeping makes room. Positions that share
//! all 64 bits of a key would be taken for each other, which the search survives: a move from the
//! table is only ever played if it is among the position's own.
//!
//! Most positions are looked at few plies deep, and most of them never come again but at once. They
//! have tables of their own, small enough to stay near the processor: a look into the large one takes
//! longer than all other work on such a position. That a position may stand in several, as looked at
//! more and less deeply, saves a seventh of all positions besides.

use prefetch_index::prefetch_index;

/// How a value in the table relates to the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::search) enum Bound {
    /// At least this.
    Lower,
    /// At most this.
    Upper,
    /// Exactly this.
    Exact,
}

/// What is known of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::search) struct Known {
    /// The tag of the best move; nothing where none was better than what was had already.
    pub(in crate::search) tag: Option<u16>,
    pub(in crate::search) value: i16,
    pub(in crate::search) depth: u8,
    pub(in crate::search) bound: Bound,
}

/// Key and packed entry, four times. Plain numbers, because then an empty table of any size costs
/// nothing until it is written to.
type Bucket = [u64; WORDS];
const WORDS: usize = 8;

#[derive(Debug)]
pub(in crate::search) struct Table {
    /// By how deeply the positions were looked at.
    tiers: [Buckets; 3],
    /// Searches since the beginning.
    generation: u16,
}

/// The depths up to which positions are kept in the small tables, and the bytes of these at most.
const SMALL: [(i32, usize); 2] = [(2, 256 << 10), (4, 4 << 20)];

const NO_TAG: u16 = u16::MAX;

impl Table {
    /// A large table of so many bytes, at least one bucket, and the small ones beside it.
    pub(in crate::search) fn new(bytes: usize) -> Table {
        Table {
            tiers: [
                Buckets::new(bytes.min(SMALL[0].1)),
                Buckets::new(bytes.min(SMALL[1].1)),
                Buckets::new(bytes),
            ],
            generation: 1,
        }
    }

    pub(super) fn forget(&mut self) {
        for tier in &mut self.tiers {
            tier.forget();
        }
        self.generation = 1;
    }

    /// What was found in earlier searches makes room first.
    pub(super) fn begin_search(&mut self) {
        if self.generation == u16::MAX {
            self.forget();
        }
        self.generation += 1;
    }

    /// What is known of a position that is to be looked at so deeply.
    #[inline(always)]
    pub(in crate::search) fn get(&self, key: u64, depth: i32) -> Option<Known> {
        let bucket = self.tiers[tier(depth)].of(key);
        // At most one has this key. Where it stands is anybody's guess, so no branch asks for it.
        let packed = bucket.as_chunks().0.iter().fold(0, |found, &[of, packed]| {
            found | if of == key { packed } else { 0 }
        });
        (packed != 0).then(|| unpack(packed))
    }

    /// Starts to bring near what is known of a position that is to be looked at so deeply soon.
    #[inline(always)]
    pub(super) fn expect(&self, key: u64, depth: i32) {
        self.tiers[tier(depth)].expect(key);
    }

    /// Keeps what was found by looking so deeply.
    #[inline]
    pub(in crate::search) fn put(&mut self, key: u64, depth: i32, known: Known) {
        let generation = self.generation;
        let tier = &mut self.tiers[tier(depth)];
        let bucket = tier.of_mut(key);
        // The one of the same position; else the least worth keeping; of those, the first.
        let (mut victim, mut least) = (0, u64::MAX);
        for at in 0..4 {
            let is_same = bucket[2 * at] == key;
            let worth = if is_same {
                0
            } else {
                1 + worth(bucket[2 * at + 1])
            };
            if worth < least {
                (victim, least) = (at, worth);
            }
        }
        let old = bucket[2 * victim + 1];
        let is_new = old == 0;
        let mut tag = known.tag;
        if least == 0 && !is_new {
            // A bound from below the window brings no move: the old one is still a good guess.
            tag = tag.or(unpack(old).tag);
        }
        bucket[2 * victim] = key;
        bucket[2 * victim + 1] = pack(Known { tag, ..known }, generation);
        if is_new {
            tier.count();
        }
    }
}

#[inline(always)]
fn tier(depth: i32) -> usize {
    usize::from(depth > SMALL[0].0) + usize::from(depth > SMALL[1].0)
}

/// A row of buckets, of which only so many are in use as what was kept needs: what lies close
/// together is sooner found.
#[derive(Debug)]
struct Buckets {
    words: Vec<u64>,
    /// Where the first bucket begins, so that none lies across two lines of the processor's caches.
    first: usize,
    /// Those in use at the beginning.
    fewest: usize,
    /// Those in use: twice as many as before each time the row grows.
    in_use: usize,
    /// How many there may be.
    most: usize,
    /// Entries kept.
    entries: usize,
}

/// The bytes that a row has at the beginning, or up to twice as many.
const AT_FIRST: usize = 256 << 10;
/// With more entries a bucket on average, the row grows while it can.
const CROWDED: usize = 1;

impl Buckets {
    fn new(bytes: usize) -> Buckets {
        let count = (bytes / size_of::<Bucket>()).max(1);
        let doublings = (bytes / AT_FIRST).checked_ilog2().unwrap_or(0);
        let fewest = count >> doublings;
        let most = fewest << doublings;
        let words = vec![0u64; most * WORDS + WORDS - 1];
        let first = words.as_ptr().align_offset(size_of::<Bucket>());
        Buckets {
            words,
            // Where an address cannot be had, any will do.
            first: first.min(WORDS - 1),
            fewest,
            in_use: fewest,
            most,
            entries: 0,
        }
    }

    fn forget(&mut self) {
        self.words[..self.first + self.in_use * WORDS].fill(0);
        self.in_use = self.fewest;
        self.entries = 0;
    }

    #[inline(always)]
    fn of(&self, key: u64) -> &Bucket {
        let buckets = self.words[self.first..].as_chunks().0;
        &buckets[index(key, self.in_use)]
    }

    /// Starts to bring a bucket near.
    #[inline(always)]
    fn expect(&self, key: u64) {
        let buckets: &[Bucket] = self.words[self.first..].as_chunks().0;
        prefetch_index(buckets, index(key, self.in_use));
    }

    #[inline(always)]
    fn of_mut(&mut self, key: u64) -> &mut Bucket {
        let buckets = self.words[self.first..].as_chunks_mut().0;
        &mut buckets[index(key, self.in_use)]
    }

    /// Counts a new entry, and makes room when there are many.
    #[inline(always)]
    fn count(&mut self) {
        self.entries += 1;
        if self.entries > CROWDED * self.in_use && self.in_use < self.most {
            self.grow();
        }
    }

    /// Each bucket's entries go to the two that take its place. From the last bucket down no entry
    /// comes to where one still has to be moved from.
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

/// The key as a fraction of one, times the number of buckets.
#[inline(always)]
fn index(key: u64, buckets: usize) -> usize {
    ((u128::from(key) * buckets as u128) >> 64) as usize
}

/// How much an entry is worth keeping, an empty one least: what was found in the latest search most,
/// then what was looked at most deeply.
#[inline(always)]
fn worth(packed: u64) -> u64 {
    packed >> 40
}

/// Tag, value, bound, depth and generation, from the lowest bits up. The generation is never 0, so
/// that nothing packs to 0.
#[inline(always)]
fn pack(known: Known, generation: u16) -> u64 {
    u64::from(known.tag.unwrap_or(NO_TAG))
        | u64::from(known.value as u16) << 16
        | (known.bound as u64) << 32
        | u64::from(known.depth) << 40
        | u64::from(generation) << 48
}

#[inline(always)]
fn unpack(packed: u64) -> Known {
    let tag = packed as u16;
    Known {
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

    fn known(depth: u8) -> Known {
        Known {
            tag: Some(7),
            value: -31_000,
            depth,
            bound: Bound::Exact,
        }
    }

    #[test]
    fn what_was_put_is_found_as_it_was() {
        let mut table = Table::new(1 << 12);
        for key in [0, 1, 0x1234_5678_9abc_def0] {
            assert_eq!(table.get(key, 9), None);
            table.put(key, 9, known(200));
            assert_eq!(table.get(key, 9), Some(known(200)));
        }
    }

    #[test]
    fn a_bound_without_a_move_keeps_the_move_that_was_known() {
        let mut table = Table::new(64);
        table.put(5, 9, known(3));
        let bound = Known {
            tag: None,
            value: 4,
            depth: 9,
            bound: Bound::Upper,
        };
        table.put(5, 9, bound);
        let expected = Known {
            tag: Some(7),
            ..bound
        };
        assert_eq!(table.get(5, 9), Some(expected));
    }

    #[test]
    fn what_was_kept_is_still_found_when_the_table_has_grown() {
        let mut table = Table::new(64 << 20);
        let at_first = table.tiers[2].in_use;
        // Keys as good as any, far apart; few enough that no bucket of the small table overflows.
        let key = |number: u64| (number + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mut kept = 0;
        while table.tiers[2].in_use == at_first {
            table.put(key(kept), 9, known((kept % 200) as u8));
            kept += 1;
        }
        assert_eq!(table.tiers[2].in_use, 2 * at_first);
        let lost = (0..kept).filter(|&it| table.get(key(it), 9) != Some(known((it % 200) as u8)));
        assert_eq!(lost.count(), 0);
        table.forget();
        assert_eq!(table.tiers[2].in_use, at_first);
        assert!((0..kept).all(|it| table.get(key(it), 9).is_none()));
    }

    #[test]
    fn the_shallowest_of_the_oldest_search_makes_room() {
        // One bucket.
        let mut table = Table::new(64);
        for (key, depth) in [(1, 9), (2, 3)] {
            table.put(key, 9, known(depth));
        }
        table.begin_search();
        for (key, depth) in [(3, 1), (4, 1), (5, 1)] {
            table.put(key, 9, known(depth));
        }
        assert_eq!(table.get(2, 9), None);
        for key in [1, 3, 4, 5] {
            assert!(table.get(key, 9).is_some(), "{key}");
        }
    }
}
