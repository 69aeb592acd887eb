//! Random words for Zobrist keys, generated at compile time and never changed: records and tables
//! may store keys.

/// Generates a table of words from a seed: one for each kind of piece and each square.
pub(super) const fn key_words<const KINDS: usize, const EACH: usize>(
    seed: u64,
) -> [[u64; EACH]; KINDS] {
    // SplitMix64 (Steele, Lea, Flood 2014): every seed gives a sequence without repetition.
    let mut state = seed;
    let mut words = [[0; EACH]; KINDS];
    let mut kind = 0;
    while kind < KINDS {
        let mut number = 0;
        while number < EACH {
            state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let mut word = state;
            word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            words[kind][number] = word ^ (word >> 31);
            number += 1;
        }
        kind += 1;
    }
    words
}
