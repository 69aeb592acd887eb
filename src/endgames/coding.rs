//! Values packed: prefix codes that depend on the value before.
//!
//! Along a table the value of one position tells much of the next one's: half of the time it is the same.
//! So each value has a canonical prefix code (Huffman's lengths) for each value that may stand before
//! it, made from the counts of the whole part. That takes about 2.7 bits a position, within a few percent of
//! the entropy, and is read at one short look-up a value: small blocks with nothing of their own but
//! bits, which general packers would fill with tables.

use super::solver::{DRAW, NOTHING};

/// Positions of a block: the unit that is packed, checked and read.
pub(super) const BLOCK: usize = 512;
/// The longest code, so that a length fits in half a byte.
const LONGEST: usize = 15;
/// Codes up to this long are read at one look.
const AT_ONCE: usize = 7;

/// The code lengths of a part: for each value before, for each value, 0 where it never follows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Lengths {
    /// Values are below this.
    values: usize,
    lengths: Vec<u8>,
}

/// The values of a block as they are packed: where there is no position, the value before.
fn packed_values(block: &[u8]) -> impl Iterator<Item = (u8, u8)> {
    block.iter().scan(DRAW, |before, &value| {
        let pair = (
            *before,
            if value == NOTHING { *before } else { value },
        );
        *before = pair.1;
        Some(pair)
    })
}

impl Lengths {
    /// The best for a table.
    pub(super) fn of(table: &[u8]) -> Lengths {
        let mut counts = vec![0_u64; 256 * 256];
        let mut highest = DRAW;
        for block in table.chunks(BLOCK) {
            for (before, value) in packed_values(block) {
                counts[usize::from(before) * 256 + usize::from(value)] += 1;
                highest = highest.max(value);
            }
        }
        let values = usize::from(highest) + 1;
        let lengths = counts
            .chunks(256)
            .take(values)
            .flat_map(|counts| lengths(&counts[..values]))
            .collect();
        Lengths { values, lengths }
    }

    /// Half a byte a length, after the number of values.
    pub(super) fn write(&self, bytes: &mut Vec<u8>) {
        // At most 255: the highest byte is no value.
        bytes.push(self.values as u8);
        for pair in self.lengths.chunks(2) {
            bytes.push(pair[0] | pair.get(1).map_or(0, |second| second << 4));
        }
    }

    /// What [`write`](Lengths::write) wrote, and the bytes after it.
    pub(super) fn read(bytes: &[u8]) -> Option<(Lengths, &[u8])> {
        let (&values, bytes) = bytes.split_first()?;
        let values = usize::from(values);
        let count = values * values;
        let (halves, rest) = bytes.split_at_checked(count.div_ceil(2))?;
        let mut lengths: Vec<u8> = halves.iter().flat_map(|it| [it & 15, it >> 4]).collect();
        lengths.truncate(count);
        (values > 0).then_some((Lengths { values, lengths }, rest))
    }
}

/// Huffman's code lengths for counts, none longer than [`LONGEST`].
fn lengths(counts: &[u64]) -> Vec<u8> {
    let mut counts = counts.to_vec();
    loop {
        let lengths = unbounded_lengths(&counts);
        if lengths.iter().all(|&length| usize::from(length) <= LONGEST) {
            return lengths;
        }
        // Rare values are taken for less rare until the code is flat enough.
        for count in counts.iter_mut().filter(|count| **count > 0) {
            *count = *count / 2 + 1;
        }
    }
}

fn unbounded_lengths(counts: &[u64]) -> Vec<u8> {
    let mut lengths = vec![0_u8; counts.len()];
    // Each group is a subtree: its count and the values in it. Ties go by the values: no chance here.
    let mut groups: Vec<(u64, Vec<usize>)> = counts
        .iter()
        .enumerate()
        .filter(|&(_, &count)| count > 0)
        .map(|(value, &count)| (count, vec![value]))
        .collect();
    if let [(_, only)] = &groups[..] {
        lengths[only[0]] = 1;
        return lengths;
    }
    while groups.len() > 1 {
        groups.sort_unstable_by(|a, b| b.cmp(a));
        let (Some(mut rarest), Some(next)) = (groups.pop(), groups.pop()) else {
            break;
        };
        rarest.0 += next.0;
        rarest.1.extend(next.1);
        for &value in &rarest.1 {
            lengths[value] += 1;
        }
        groups.push(rarest);
    }
    lengths
}

/// Packs blocks of a part.
pub(super) struct Packer {
    values: usize,
    /// Code and its length.
    codes: Vec<(u32, u8)>,
}

impl Packer {
    pub(super) fn new(lengths: &Lengths) -> Packer {
        let mut codes = Vec::new();
        for lengths in lengths.lengths.chunks(lengths.values) {
            let start = codes.len();
            codes.resize(start + lengths.len(), (0, 0));
            let mut next = 0;
            for length in 1..=LONGEST as u8 {
                next <<= 1;
                for (value, _) in lengths.iter().enumerate().filter(|it| *it.1 == length) {
                    codes[start + value] = (next, length);
                    next += 1;
                }
            }
        }
        Packer {
            values: lengths.values,
            codes,
        }
    }

    /// The bits of a block, the first in the highest place of the first byte.
    pub(super) fn pack(&self, block: &[u8], bytes: &mut Vec<u8>) {
        let mut bits = 0_u64;
        let mut count = 0;
        for (before, value) in packed_values(block) {
            let (code, length) = self.codes[usize::from(before) * self.values + usize::from(value)];
            bits = bits << length | u64::from(code);
            count += u32::from(length);
            while count >= 8 {
                count -= 8;
                bytes.push((bits >> count) as u8);
            }
        }
        if count > 0 {
            bytes.push((bits << (8 - count)) as u8);
        }
    }
}

/// Reads the values that may follow one value.
#[derive(Clone, Debug)]
struct Follower {
    /// By the next bits, value and length of a short code; length 0 where it is longer, or none.
    short: [(u8, u8); 1 << AT_ONCE],
    /// For each length: one more than the highest code of it, all to the left of 16 bits; and where
    /// the values of that length end.
    ends: [(u32, u16); LONGEST + 1],
    /// In the order of their codes.
    values: Vec<u8>,
}

/// Unpacks blocks of a part.
#[derive(Clone, Debug)]
pub(super) struct Unpacker {
    followers: Vec<Follower>,
}

impl Unpacker {
    /// `None` for lengths that make no code.
    pub(super) fn new(lengths: &Lengths) -> Option<Unpacker> {
        let followers: Option<Vec<Follower>> = lengths
            .lengths
            .chunks(lengths.values)
            .map(Follower::new)
            .collect();
        Some(Unpacker {
            followers: followers?,
        })
    }

    /// Fills `block` with the values in `bytes`; `None` if these say something else.
    pub(super) fn unpack(&self, bytes: &[u8], block: &mut [u8]) -> Option<()> {
        let mut rest = bytes.iter();
        let mut bits = 0_u64;
        let mut count = 0_u32;
        // Bits that were made up after the last byte.
        let mut made_up = 0;
        let mut follower = self.followers.first()?;
        for place in block {
            while count <= 56 {
                let byte = rest.next().copied().unwrap_or_else(|| {
                    made_up += 8;
                    0
                });
                bits |= u64::from(byte) << (56 - count);
                count += 8;
            }
            let (value, length) = follower.next(bits)?;
            *place = value;
            bits <<= length;
            count -= u32::from(length);
            follower = self.followers.get(usize::from(value))?;
        }
        (made_up <= count && rest.next().is_none()).then_some(())
    }
}

impl Follower {
    fn new(lengths: &[u8]) -> Option<Follower> {
        let mut follower = Follower {
            short: [(0, 0); 1 << AT_ONCE],
            ends: [(0, 0); LONGEST + 1],
            values: Vec::new(),
        };
        let mut next = 0_u32;
        for length in 1..=LONGEST {
            next <<= 1;
            for (value, _) in (0..=u8::MAX)
                .zip(lengths)
                .filter(|it| usize::from(*it.1) == length)
            {
                if length <= AT_ONCE {
                    let free = AT_ONCE - length;
                    let from = (next as usize) << free;
                    let places = follower.short.get_mut(from..from + (1 << free))?;
                    places.fill((value, length as u8));
                }
                follower.values.push(value);
                next += 1;
            }
            if next > 1 << length {
                return None;
            }
            follower.ends[length] = (next << (16 - length), follower.values.len() as u16);
        }
        Some(follower)
    }

    /// The value at the highest bits, and how many of them it takes.
    #[inline]
    fn next(&self, bits: u64) -> Option<(u8, u8)> {
        let (value, length) = self.short[(bits >> (64 - AT_ONCE)) as usize];
        if length > 0 {
            return Some((value, length));
        }
        self.next_long((bits >> 48) as u32)
    }

    fn next_long(&self, bits: u32) -> Option<(u8, u8)> {
        let length = (AT_ONCE + 1..=LONGEST).find(|&length| bits < self.ends[length].0)?;
        let (end, values) = self.ends[length];
        let back = ((end - 1 - bits) >> (16 - length)) as usize + 1;
        let value = self.values.get(usize::from(values).checked_sub(back)?)?;
        Some((*value, length as u8))
    }
}
