//! Random words for position keys, fixed for ever: records and tables may store keys.

use super::board::{Board, index_of};
use super::moves::{Direction, Square, Wall};
use crate::rules::Player;

/// Two pawns, two directions of walls, two numbers of walls left: a word for each bit or number.
static WORDS: [[u64; 256]; 6] = words();

/// Added to the key when player 2 is to move.
const O_TO_MOVE: u64 = 0x5be6_1a7c_90d2_4f83;

const fn words() -> [[u64; 256]; 6] {
    // SplitMix64 (Steele, Lea, Flood 2014): every seed gives a sequence without repetition.
    let mut state: u64 = 0x7175_6f72_6964_6f72;
    let mut words = [[0; 256]; 6];
    let mut kind = 0;
    while kind < 6 {
        let mut number = 0;
        while number < 256 {
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

/// What a pawn on a square adds to the key.
#[inline]
pub(super) fn pawn(size: usize, player: Player, square: Square) -> u64 {
    WORDS[player as usize][index_of(size, square) & 255]
}

/// What a wall adds.
#[inline]
pub(super) fn wall(size: usize, wall: Wall) -> u64 {
    let kind = match wall.direction {
        Direction::Horizontal => 2,
        Direction::Vertical => 3,
    };
    WORDS[kind][index_of(size, wall.square) & 255]
}

/// What a number of walls left adds.
#[inline]
pub(super) fn walls_left(player: Player, left: u8) -> u64 {
    WORDS[4 + player as usize][usize::from(left)]
}

/// What the turn adds.
#[inline]
pub(super) const fn turn(turn: Player) -> u64 {
    match turn {
        Player::X => 0,
        Player::O => O_TO_MOVE,
    }
}

/// The key of a whole board, from nothing.
pub(super) fn board(board: &Board) -> u64 {
    let size = board.size();
    // Boards of different sizes are never compared by a table, but cost nothing to tell apart.
    let mut key = (size as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    for player in [Player::X, Player::O] {
        key ^= pawn(size, player, board.pawn(player));
        key ^= walls_left(player, board.walls_left(player));
    }
    board.walls().fold(key, |key, it| key ^ wall(size, it))
}
