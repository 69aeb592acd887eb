//! Zobrist keys of pawns, walls and the player to move.

use super::board::{Board, index_of};
use super::moves::{Direction, Wall};
use crate::key_words::key_words;
use crate::{Player, Square};

/// Two pawns, two directions of walls, two numbers of walls left: a word for each bit or number.
static WORDS: [[u64; 256]; 6] = key_words(0x7175_6f72_6964_6f72);

/// Added to the key when player 2 is to move.
const O_TO_MOVE: u64 = 0x5be6_1a7c_90d2_4f83;

#[inline]
pub(super) fn pawn(size: usize, player: Player, square: Square) -> u64 {
    WORDS[player as usize][index_of(size, square) & 255]
}

#[inline]
pub(super) fn wall(size: usize, wall: Wall) -> u64 {
    let kind = match wall.direction {
        Direction::Horizontal => 2,
        Direction::Vertical => 3,
    };
    WORDS[kind][index_of(size, wall.square) & 255]
}

#[inline]
pub(super) fn walls_left(player: Player, left: u8) -> u64 {
    WORDS[4 + player as usize][usize::from(left)]
}

#[inline]
pub(super) const fn turn(turn: Player) -> u64 {
    match turn {
        Player::X => 0,
        Player::O => O_TO_MOVE,
    }
}

/// Computes the key of a board from scratch.
#[inline]
pub(super) fn board(board: &Board) -> u64 {
    let size = board.size();
    // Boards of different sizes never share a table, but telling them apart is free.
    let mut key = (size as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    for player in [Player::X, Player::O] {
        key ^= pawn(size, player, board.pawn(player));
        key ^= walls_left(player, board.walls_left(player));
    }
    board.walls().fold(key, |key, it| key ^ wall(size, it))
}
