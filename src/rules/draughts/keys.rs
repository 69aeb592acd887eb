//! Zobrist keys of pieces and the player to move.

use super::board::Board;
use crate::Player;
use crate::key_words::key_words;

/// One word per kind of piece and bit, made at compile time from one seed.
static WORDS: [[u64; 64]; 4] = key_words(0x6172_6269_7472_6f21);

/// Added to the key when player 2 is to move.
const O_TO_MOVE: u64 = 0x9d39_247e_3377_6d41;

#[inline]
pub(super) fn piece(owner: Player, is_king: bool, bit: u8) -> u64 {
    WORDS[owner as usize * 2 + usize::from(is_king)][usize::from(bit & 63)]
}

#[inline]
pub(super) const fn turn(turn: Player) -> u64 {
    match turn {
        Player::X => 0,
        Player::O => O_TO_MOVE,
    }
}

/// Computes the key of a board from scratch.
pub(super) fn board(board: &Board) -> u64 {
    board.pieces().fold(0, |key, (square, owner, is_king)| key ^ piece(owner, is_king, square.0))
}
