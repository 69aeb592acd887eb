//! Fingerprints: hashes of runs of tokens, few of which are kept, chosen so that two programs that
//! share a long enough run keep the same one of it (winnowing).

use super::tokens::{GAP, Token};

/// A kept hash and where its run of tokens begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Fingerprint {
    pub(super) hash: u64,
    pub(super) at: u32,
}

/// An odd number without a pattern.
const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;

/// The hash of every run of so many tokens without a gap, with its place.
pub(super) fn every_hash(kinds: &[Token], length: usize) -> Vec<(usize, u64)> {
    let mut hashes = Vec::with_capacity(kinds.len());
    let oldest = (1..length).fold(1_u64, |power, _| power.wrapping_mul(FACTOR));
    let mut begin = 0;
    for part in kinds.split(|it| *it == GAP) {
        let mut rolling = 0_u64;
        for (at, kind) in part.iter().enumerate() {
            if let Some(old) = at.checked_sub(length).and_then(|it| part.get(it)) {
                rolling = rolling.wrapping_sub(oldest.wrapping_mul(u64::from(*old)));
            }
            rolling = rolling.wrapping_mul(FACTOR).wrapping_add(u64::from(*kind));
            if at + 1 >= length {
                hashes.push((begin + at + 1 - length, mixed(rolling)));
            }
        }
        begin += part.len() + 1;
    }
    hashes
}

/// Mixes every bit into the order of hashes.
const fn mixed(mut hash: u64) -> u64 {
    hash ^= hash >> 32;
    hash = hash.wrapping_mul(0xd6e8_feb8_6659_fd93);
    hash ^ (hash >> 32)
}

/// Of each `window` hashes that follow each other the least, the last of equal ones.
pub(super) fn winnow(hashes: &[(usize, u64)], window: usize) -> Vec<Fingerprint> {
    let mut prints: Vec<Fingerprint> = Vec::new();
    let mut keep = |(at, hash): (usize, u64)| {
        let at = u32::try_from(at).unwrap_or(u32::MAX);
        if prints.last().is_none_or(|print| print.at != at) {
            prints.push(Fingerprint { hash, at });
        }
    };
    // Runs between gaps: their places follow each other without a hole.
    for run in hashes.chunk_by(|one, two| one.0 + 1 == two.0) {
        let least = |part: &[(usize, u64)]| part.iter().copied().rev().min_by_key(|it| it.1);
        run.windows(window.min(run.len())).filter_map(least).for_each(&mut keep);
    }
    prints
}
