//! Boards for the checks: written from a short notation, or reached in random games.

use arbitro_rules::draughts::Dama;
use arbitro_rules::notation::Notation;
use arbitro_rules::{Game, Player};

/// The text of a board file with these pieces on it: `"x23 O34"` puts a man of player 1 on row 2, column 3
/// and a king of player 2 on row 3, column 4. The board need not be valid.
pub(super) fn board_text(pieces: &str) -> String {
    let mut cells = [[' '; 8]; 8];
    for piece in pieces.split_whitespace() {
        let &[letter, row, column] = piece.as_bytes() else {
            continue;
        };
        let [row, column] = [row, column].map(|byte| usize::from(byte.wrapping_sub(b'0')));
        if let Some(cell) = cells.get_mut(row).and_then(|row| row.get_mut(column)) {
            *cell = char::from(letter);
        }
    }
    let rows: Vec<String> = cells.iter().rev().map(|row| row.map(String::from).join(" ")).collect();
    rows.join("\n")
}

pub(super) fn start() -> String {
    Dama::write_board(&Dama::start().board())
}

/// A random generator whose numbers are the same on every machine and with every library version.
struct Xorshift(u64);

impl Xorshift {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 33).unwrap_or(0) % bound.max(1)
    }
}

const fn player(number: i32) -> Player {
    if number == 2 { Player::O } else { Player::X }
}

/// Positions of random games that `wanted` accepts, with this player to move and at least one legal
/// move. At most one of each game.
pub(super) fn sample_positions(
    seed: u64,
    count: usize,
    number: i32,
    wanted: impl Fn(&Dama, usize) -> bool,
) -> Vec<Dama> {
    /// Maximum games tried: if so many have no wanted position, `wanted` is wrong.
    const MAX_GAMES: usize = 20_000;
    let mut walk = Xorshift(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
    let mut found = Vec::new();
    let mut moves = Vec::new();
    for _ in 0..MAX_GAMES {
        let mut position = Dama::start();
        let mut candidates = Vec::new();
        for ply in 0..120 {
            position.legal_moves_into(&mut moves);
            if moves.is_empty() {
                break;
            }
            if position.turn() == player(number) && wanted(&position, ply) {
                candidates.push(position);
            }
            position = position.after(moves[walk.below(moves.len())]);
        }
        if !candidates.is_empty() {
            found.push(candidates[walk.below(candidates.len())]);
        }
        if found.len() == count {
            break;
        }
    }
    found
}
