//! Values packed: prefix codes that depend on the value before.
//!
//! Along a table the value of one position tells much of the next one's: half of the time it is the same.
//! So each value has a canonical prefix code (Huffman's lengths) for each value that may stand before
//! it, made from the counts of the whole part. That takes about 2.7 bits a position, within a few percent of
//! the entropy, and is read at one short look-up a value: small blocks with nothing of their own but
//! bits, which general packers would fill with tables.

use super::solver::{DRAW, NOTHING};

/// Positions of a block: the unit that is packed, checked and read.
pub(super) const BLOCK: usize = 256;
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
        let pair = (*before, if value == NOTHING { *before } else { value });
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

/// A code and its value as they are looked up: nothing where no short code begins so.
#[derive(Clone, Copy, Debug, Default)]
struct Short {
    value: u8,
    length: u8,
}

/// The codes longer than [`AT_ONCE`] after one value.
#[derive(Clone, Debug, Default)]
struct Long {
    /// For each length: one more than the highest code so far, all to the left of 16 bits; and where
    /// the values of that length end.
    ends: [(u32, u16); LONGEST + 1],
    /// All values in the order of their codes, those of short ones too.
    values: Vec<u8>,
}

/// Unpacks blocks of a part.
#[derive(Clone, Debug)]
pub(super) struct Unpacker {
    /// By the value before and the next bits.
    short: Vec<Short>,
    /// By the value before.
    long: Vec<Long>,
}

impl Unpacker {
    /// `None` for lengths that make no code.
    pub(super) fn new(lengths: &Lengths) -> Option<Unpacker> {
        let mut unpacker = Unpacker {
            short: vec![Short::default(); lengths.values << AT_ONCE],
            long: Vec::new(),
        };
        for (before, lengths) in lengths.lengths.chunks(lengths.values).enumerate() {
            let short = &mut unpacker.short[before << AT_ONCE..][..1 << AT_ONCE];
            unpacker.long.push(Long::new(lengths, short)?);
        }
        Some(unpacker)
    }

    /// Fills `block` with the values in `bytes`; `None` if these say something else.
    pub(super) fn unpack(&self, bytes: &[u8], block: &mut [u8]) -> Option<()> {
        let mut rest = bytes;
        let mut bits = 0_u64;
        let mut count = 0_u32;
        // Bits that were made up after the last byte.
        let mut made_up = 0;
        let mut before = DRAW;
        for place in block {
            if count < LONGEST as u32 {
                if let Some((next, after)) = rest.split_first_chunk::<4>() {
                    bits |= u64::from(u32::from_be_bytes(*next)) << (32 - count);
                    rest = after;
                } else {
                    let mut next = [0; 4];
                    next[..rest.len()].copy_from_slice(rest);
                    bits |= u64::from(u32::from_be_bytes(next)) << (32 - count);
                    made_up += 32 - 8 * rest.len() as u32;
                    rest = &[];
                }
                count += 32;
            }
            let at = usize::from(before) << AT_ONCE | (bits >> (64 - AT_ONCE)) as usize;
            let mut found = *self.short.get(at)?;
            if found.length == 0 {
                found = self.long.get(usize::from(before))?.next(bits)?;
            }
            bits <<= found.length;
            count -= u32::from(found.length);
            *place = found.value;
            before = found.value;
        }
        // Nothing was read beyond the last byte, and not a byte is left over.
        let left = count.checked_sub(made_up)?;
        (left < 8 && rest.is_empty()).then_some(())
    }
}

impl Long {
    /// Fills the looks of short codes beside.
    fn new(lengths: &[u8], short: &mut [Short]) -> Option<Long> {
        let mut long = Long::default();
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
                    let looks = short.get_mut(from..from + (1 << free))?;
                    looks.fill(Short {
                        value,
                        length: length as u8,
                    });
                }
                long.values.push(value);
                next += 1;
            }
            if next > 1 << length {
                return None;
            }
            long.ends[length] = (next << (16 - length), long.values.len() as u16);
        }
        Some(long)
    }

    /// The long code that these bits begin with.
    #[cold]
    fn next(&self, bits: u64) -> Option<Short> {
        let bits = (bits >> 48) as u32;
        let length = (AT_ONCE + 1..=LONGEST).find(|&length| bits < self.ends[length].0)?;
        let (end, values) = self.ends[length];
        let back = ((end - 1 - bits) >> (16 - length)) as usize + 1;
        let value = *self.values.get(usize::from(values).checked_sub(back)?)?;
        Some(Short {
            value,
            length: length as u8,
        })
    }
}
