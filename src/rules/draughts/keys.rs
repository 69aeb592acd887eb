//! Random words for position keys, fixed for ever: records and tables may store keys.

use super::board::Board;
use crate::rules::Player;

/// One word per kind of piece and bit, made at compile time from one seed.
static WORDS: [[u64; 64]; 4] = words();

/// Added to the key when player 2 is to move.
const O_TO_MOVE: u64 = 0x9d39_247e_3377_6d41;

const fn words() -> [[u64; 64]; 4] {
    // SplitMix64 (Steele, Lea, Flood 2014): every seed gives a sequence without repetition.
    let mut state: u64 = 0x6172_6269_7472_6f21;
    let mut words = [[0; 64]; 4];
    let mut kind = 0;
    while kind < 4 {
        let mut bit = 0;
        while bit < 64 {
            state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let mut word = state;
            word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            words[kind][bit] = word ^ (word >> 31);
            bit += 1;
        }
        kind += 1;
    }
    words
}

/// What one piece adds to the key.
#[inline]
pub(super) fn piece(owner: Player, is_king: bool, bit: u8) -> u64 {
    WORDS[owner as usize * 2 + usize::from(is_king)][usize::from(bit & 63)]
}

/// What the turn adds to the key.
#[inline]
pub(super) const fn turn(turn: Player) -> u64 {
    match turn {
        Player::X => 0,
        Player::O => O_TO_MOVE,
    }
}

/// The key of a whole board, from nothing.
pub(super) fn board(board: &Board) -> u64 {
    board.pieces().fold(0, |key, (square, owner, is_king)| {
        key ^ piece(owner, is_king, square.0)
    })
}
