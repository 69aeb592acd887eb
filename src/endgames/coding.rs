//! Compression of tables: canonical Huffman codes conditioned on the previous value.
//!
//! Neighbouring positions of a table are alike: half of the time the value repeats. So each
//! previous value has its own code, computed from the counts of the whole part. That takes about
//! 2.7 bits a position, within a few percent of the entropy, and decodes with one short lookup a
//! value. Blocks carry no tables of their own, as those of general compressors would.

use crate::solver::{DRAW, NO_POSITION};

/// Positions in a block, the unit of compression, checksums and reads.
pub(crate) const BLOCK: usize = 256;
/// Maximum code length, so that a length fits into four bits.
const MAX_CODE_LENGTH: usize = 15;
/// Codes up to this length are decoded by one table lookup.
const LOOKUP_BITS: usize = 7;

/// The code lengths of a part, by previous value and value; 0 where the pair never occurs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct CodeLengths {
    /// Exclusive upper bound of the values.
    values: usize,
    lengths: Vec<u8>,
}

/// The previous value and the value of each position of a block. An index without a position
/// repeats the previous value, which costs least.
fn value_pairs(block: &[u8]) -> impl Iterator<Item = (u8, u8)> {
    block.iter().scan(DRAW, |before, &value| {
        let pair = (*before, if value == NO_POSITION { *before } else { value });
        *before = pair.1;
        Some(pair)
    })
}

impl CodeLengths {
    /// Computes the optimal lengths for a table.
    pub(crate) fn from_table(table: &[u8]) -> CodeLengths {
        let mut counts = vec![0_u64; 256 * 256];
        let mut highest = DRAW;
        for block in table.chunks(BLOCK) {
            for (before, value) in value_pairs(block) {
                counts[usize::from(before) * 256 + usize::from(value)] += 1;
                highest = highest.max(value);
            }
        }
        let values = usize::from(highest) + 1;
        let lengths =
            counts.chunks(256).take(values).flat_map(|counts| lengths(&counts[..values])).collect();
        CodeLengths { values, lengths }
    }

    /// Writes the number of values, then four bits for each length.
    pub(crate) fn write(&self, bytes: &mut Vec<u8>) {
        // At most 255, as the highest byte is no value.
        bytes.push(self.values as u8);
        for pair in self.lengths.chunks(2) {
            bytes.push(pair[0] | pair.get(1).map_or(0, |second| second << 4));
        }
    }

    /// Reads what [`write`](CodeLengths::write) wrote, and returns the bytes after it.
    pub(crate) fn read(bytes: &[u8]) -> Option<(CodeLengths, &[u8])> {
        let (&values, bytes) = bytes.split_first()?;
        let values = usize::from(values);
        let count = values * values;
        let (halves, rest) = bytes.split_at_checked(count.div_ceil(2))?;
        let mut lengths: Vec<u8> = halves.iter().flat_map(|half| [half & 15, half >> 4]).collect();
        lengths.truncate(count);
        (values > 0).then_some((CodeLengths { values, lengths }, rest))
    }
}

/// Huffman code lengths for counts, none longer than [`MAX_CODE_LENGTH`].
fn lengths(counts: &[u64]) -> Vec<u8> {
    let mut counts = counts.to_vec();
    loop {
        let lengths = unbounded_lengths(&counts);
        if lengths.iter().all(|&length| usize::from(length) <= MAX_CODE_LENGTH) {
            return lengths;
        }
        // Flatten the counts until the longest code is short enough.
        for count in counts.iter_mut().filter(|count| **count > 0) {
            *count = *count / 2 + 1;
        }
    }
}

fn unbounded_lengths(counts: &[u64]) -> Vec<u8> {
    let mut lengths = vec![0_u8; counts.len()];
    // Each group is a subtree: its count and its values. Ties are broken by the values, so the
    // result is deterministic.
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

/// Compresses the blocks of a part.
pub(crate) struct Encoder {
    values: usize,
    /// Code and length, by previous value and value.
    codes: Vec<(u32, u8)>,
}

impl Encoder {
    pub(crate) fn new(lengths: &CodeLengths) -> Encoder {
        let mut codes = Vec::new();
        for lengths in lengths.lengths.chunks(lengths.values) {
            let start = codes.len();
            codes.resize(start + lengths.len(), (0, 0));
            let mut next = 0;
            for length in 1..=MAX_CODE_LENGTH as u8 {
                next <<= 1;
                for (value, _) in lengths.iter().enumerate().filter(|it| *it.1 == length) {
                    codes[start + value] = (next, length);
                    next += 1;
                }
            }
        }
        Encoder { values: lengths.values, codes }
    }

    /// Appends a compressed block, most significant bit first.
    pub(crate) fn encode(&self, block: &[u8], bytes: &mut Vec<u8>) {
        let mut bits = 0_u64;
        let mut count = 0;
        for (before, value) in value_pairs(block) {
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

/// A lookup entry: value and code length; length 0 where a long code begins.
#[derive(Clone, Copy, Debug, Default)]
struct ShortCode {
    value: u8,
    length: u8,
}

/// The codes longer than [`LOOKUP_BITS`] for one previous value.
#[derive(Clone, Debug, Default)]
struct LongCodes {
    /// For each length: one more than its highest code, left-aligned in 16 bits, and where its
    /// values end.
    ends: [(u32, u16); MAX_CODE_LENGTH + 1],
    /// All values in code order, those of short codes included.
    values: Vec<u8>,
}

/// Decompresses the blocks of a part.
#[derive(Clone, Debug)]
pub(crate) struct Decoder {
    /// By previous value and the next [`LOOKUP_BITS`] bits.
    short: Vec<ShortCode>,
    /// By previous value.
    long: Vec<LongCodes>,
}

impl Decoder {
    /// Returns `None` for lengths that form no prefix code.
    pub(crate) fn new(lengths: &CodeLengths) -> Option<Decoder> {
        let mut decoder = Decoder {
            short: vec![ShortCode::default(); lengths.values << LOOKUP_BITS],
            long: Vec::new(),
        };
        for (before, lengths) in lengths.lengths.chunks(lengths.values).enumerate() {
            let short = &mut decoder.short[before << LOOKUP_BITS..][..1 << LOOKUP_BITS];
            decoder.long.push(LongCodes::new(lengths, short)?);
        }
        Some(decoder)
    }

    /// Fills `block` from `bytes`. Returns `None` if the bytes are no valid encoding of exactly as
    /// many values.
    pub(crate) fn decode(&self, bytes: &[u8], block: &mut [u8]) -> Option<()> {
        let mut rest = bytes;
        let mut bits = 0_u64;
        let mut count = 0_u32;
        // Zero bits appended after the last byte.
        let mut padding = 0;
        let mut before = DRAW;
        for place in block {
            if count < MAX_CODE_LENGTH as u32 {
                if let Some((next, after)) = rest.split_first_chunk::<4>() {
                    bits |= u64::from(u32::from_be_bytes(*next)) << (32 - count);
                    rest = after;
                } else {
                    let mut next = [0; 4];
                    next[..rest.len()].copy_from_slice(rest);
                    bits |= u64::from(u32::from_be_bytes(next)) << (32 - count);
                    padding += 32 - 8 * rest.len() as u32;
                    rest = &[];
                }
                count += 32;
            }
            let at = usize::from(before) << LOOKUP_BITS | (bits >> (64 - LOOKUP_BITS)) as usize;
            let mut found = *self.short.get(at)?;
            if found.length == 0 {
                found = self.long.get(usize::from(before))?.next(bits)?;
            }
            bits <<= found.length;
            count -= u32::from(found.length);
            *place = found.value;
            before = found.value;
        }
        // No appended bit was consumed, and less than a byte is left over.
        let left = count.checked_sub(padding)?;
        (left < 8 && rest.is_empty()).then_some(())
    }
}

impl LongCodes {
    /// Builds the long codes, and fills the lookup table of short ones.
    fn new(lengths: &[u8], short: &mut [ShortCode]) -> Option<LongCodes> {
        let mut long = LongCodes::default();
        let mut next = 0_u32;
        for length in 1..=MAX_CODE_LENGTH {
            next <<= 1;
            for (value, _) in (0..=u8::MAX).zip(lengths).filter(|it| usize::from(*it.1) == length) {
                if length <= LOOKUP_BITS {
                    let free = LOOKUP_BITS - length;
                    let from = (next as usize) << free;
                    let looks = short.get_mut(from..from + (1 << free))?;
                    looks.fill(ShortCode { value, length: length as u8 });
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

    /// Decodes a long code.
    #[cold]
    fn next(&self, bits: u64) -> Option<ShortCode> {
        let bits = (bits >> 48) as u32;
        let length =
            (LOOKUP_BITS + 1..=MAX_CODE_LENGTH).find(|&length| bits < self.ends[length].0)?;
        let (end, values) = self.ends[length];
        let back = ((end - 1 - bits) >> (16 - length)) as usize + 1;
        let value = *self.values.get(usize::from(values).checked_sub(back)?)?;
        Some(ShortCode { value, length: length as u8 })
    }
}
