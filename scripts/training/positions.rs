//! Training positions in packed form: the board, the side to move, what the search found the position
//! worth, and the result of the game.
//!
//! A list of terms takes more than ten times the memory, and takes little time to make again.

use std::marker::PhantomData;

use arbitro_engine::search::draughts::{FeatureList, observe};
use arbitro_rules::draughts::{Board, Draughts, RuleSet, squares_of};
use arbitro_rules::{Game, Player};

/// Bytes of a position in a file. Its result is stored once for the whole game.
pub(crate) const PACKED: usize = 27;

/// The result of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    OWins = 0,
    Draw = 1,
    XWins = 2,
}

impl Outcome {
    pub(crate) fn of(winner: Option<Player>) -> Outcome {
        match winner {
            Some(Player::X) => Outcome::XWins,
            Some(Player::O) => Outcome::OWins,
            None => Outcome::Draw,
        }
    }

    /// Reverses `as u8`; `None` for any other byte.
    pub(crate) fn from_byte(byte: u8) -> Option<Outcome> {
        [Outcome::OWins, Outcome::Draw, Outcome::XWins].get(usize::from(byte)).copied()
    }

    /// Returns the points of x, from 0 to 1.
    pub(crate) fn points(self) -> f64 {
        f64::from(self as u8) / 2.0
    }
}

/// A position with the result of its game, in 32 bytes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Position<R> {
    x: u64,
    o: u64,
    kings: u64,
    /// Follows from the board, but the scale of material asks for it thirty times.
    material: i16,
    /// The value that the search found, for x.
    value: i16,
    turn: Player,
    outcome: Outcome,
    rules: PhantomData<fn() -> R>,
}

impl<R: RuleSet> Position<R> {
    /// Packs a position whose search value, for x, is `value`.
    pub(crate) fn new(position: &Draughts<R>, value: i16, outcome: Outcome) -> Position<R> {
        let board = position.board();
        Position {
            x: board.x(),
            o: board.o(),
            kings: board.kings(),
            // At most 20 kings of 300: far within 16 bits.
            material: observe(position).material as i16,
            value,
            turn: position.turn(),
            outcome,
            rules: PhantomData,
        }
    }

    pub(crate) fn material(&self) -> f64 {
        f64::from(self.material)
    }

    /// Returns the value that the search found, for x.
    pub(crate) fn value(&self) -> f64 {
        f64::from(self.value)
    }

    /// Returns the points of x, from 0 to 1.
    pub(crate) fn points(&self) -> f64 {
        self.outcome.points()
    }

    /// Makes the terms of the position, always in the same order.
    pub(crate) fn observe(&self) -> FeatureList {
        let board = Board::of_squares_unchecked(self.x, self.o, self.kings);
        observe(&Draughts::<R>::new(board, self.turn))
    }

    /// Appends the position without its result.
    pub(crate) fn write(&self, bytes: &mut Vec<u8>) {
        for set in [self.x, self.o, self.kings] {
            bytes.extend(set.to_le_bytes());
        }
        bytes.push(self.turn as u8);
        bytes.extend(self.value.to_le_bytes());
    }

    /// Reads what [`Position::write`] wrote; `None` if the bytes are not a position of this rule set.
    pub(crate) fn read(bytes: &[u8; PACKED], outcome: Outcome) -> Option<Position<R>> {
        let (sets, &[turn, low, high]) = bytes.split_first_chunk::<24>()? else {
            return None;
        };
        let (sets, _) = sets.as_chunks::<8>();
        let &[x, o, kings] = sets else { return None };
        let [x, o, kings] = [x, o, kings].map(u64::from_le_bytes);
        let turn = [Player::X, Player::O].into_iter().find(|&player| player as u8 == turn)?;
        if !is_board::<R>(x, o, kings) {
            return None;
        }
        let board = Board::of_squares_unchecked(x, o, kings);
        let value = i16::from_le_bytes([low, high]);
        Some(Position::new(&Draughts::new(board, turn), value, outcome))
    }
}

/// Checks what `Board::of_squares_unchecked` and the evaluation rely on.
fn is_board<R: RuleSet>(x: u64, o: u64, kings: u64) -> bool {
    let geometry = Draughts::<R>::GEOMETRY;
    let squares = geometry.iter().fold(0, |set, square| set | square.bit());
    let is_side = |set: u64, player: Player| {
        let last_row = R::RULES.last_row(player);
        (1..=R::RULES.pieces()).contains(&set.count_ones())
            && squares_of(set & !kings).all(|square| geometry.place(square).row != last_row)
    };
    // The squares first: the geometry knows no place of any other bit.
    (x | o) & !squares == 0
        && x & o == 0
        && kings & !(x | o) == 0
        && is_side(x, Player::X)
        && is_side(o, Player::O)
}

/// The positions of many games.
#[derive(Clone, Debug)]
pub(crate) struct Samples<R> {
    positions: Vec<Position<R>>,
    /// Where each game ends among the positions.
    game_ends: Vec<usize>,
}

impl<R: RuleSet> Samples<R> {
    pub(crate) fn new() -> Samples<R> {
        Samples { positions: Vec::new(), game_ends: Vec::new() }
    }

    pub(crate) fn add_game(&mut self, positions: &[Position<R>]) {
        self.positions.extend_from_slice(positions);
        self.game_ends.push(self.positions.len());
    }

    pub(crate) fn len(&self) -> usize {
        self.positions.len()
    }

    pub(crate) fn get(&self, index: u32) -> &Position<R> {
        &self.positions[index as usize]
    }

    /// Numbers of the samples to learn from, and of those to test on: every tenth game.
    pub(crate) fn split(&self) -> (Vec<u32>, Vec<u32>) {
        let (mut learn, mut test) = (Vec::new(), Vec::new());
        let mut start = 0;
        for (game, &end) in self.game_ends.iter().enumerate() {
            let part = if game % 10 == 9 { &mut test } else { &mut learn };
            part.extend(start as u32..end as u32);
            start = end;
        }
        (learn, test)
    }
}

#[cfg(test)]
mod tests {
    use arbitro_rules::draughts::sets;

    use super::*;

    #[test]
    fn packed_positions_come_back_with_the_same_terms() {
        let mut position = Draughts::<sets::International>::start();
        for ply in 0..30 {
            let packed = Position::new(&position, -7, Outcome::XWins);
            let mut bytes = Vec::new();
            packed.write(&mut bytes);
            let bytes = <[u8; PACKED]>::try_from(&bytes[..]).expect("a packed position");
            let read = Position::<sets::International>::read(&bytes, Outcome::XWins);
            let read = read.expect("a position of the set");
            assert_eq!(read.observe(), observe(&position));
            assert_eq!((read.material(), read.points()), (packed.material(), 1.0));
            assert_eq!(read.value(), -7.0);
            let moves = position.legal_moves();
            position = position.after(moves[ply % moves.len()]);
        }
        assert_eq!(size_of::<Position<sets::International>>(), 32);
    }

    #[test]
    fn bytes_that_are_no_position_are_refused() {
        let mut bytes = Vec::new();
        Position::new(&Draughts::<sets::Dama>::start(), 0, Outcome::Draw).write(&mut bytes);
        let good = <[u8; PACKED]>::try_from(&bytes[..]).expect("a packed position");
        let read = |bytes: &[u8; PACKED]| Position::<sets::Dama>::read(bytes, Outcome::Draw);
        assert!(read(&good).is_some());
        assert!(read(&[0; PACKED]).is_none(), "no pieces");
        assert!(read(&[0xff; PACKED]).is_none(), "pieces on pieces");
        // Whatever single bit is turned: a position or none, and never a panic.
        for bit in 0..8 * PACKED {
            let mut other = good;
            other[bit / 8] ^= 1 << (bit % 8);
            if let Some(position) = read(&other) {
                position.observe();
            }
        }
    }
}
