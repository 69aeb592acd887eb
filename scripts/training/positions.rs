//! Training positions in packed form: the board, the side to move and the result of the game.
//!
//! A list of terms takes more than ten times the memory, and takes little time to make again.

use std::marker::PhantomData;

use arbitro_engine::search::draughts::{Observed, observe};
use arbitro_rules::draughts::{Board, Draughts, RuleSet};
use arbitro_rules::{Game, Player};

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
    turn: Player,
    outcome: Outcome,
    rules: PhantomData<fn() -> R>,
}

impl<R: RuleSet> Position<R> {
    pub(crate) fn new(position: &Draughts<R>, outcome: Outcome) -> Position<R> {
        let board = position.board();
        Position {
            x: board.x(),
            o: board.o(),
            kings: board.kings(),
            // At most 20 kings of 300: far within 16 bits.
            material: observe(position).material as i16,
            turn: position.turn(),
            outcome,
            rules: PhantomData,
        }
    }

    pub(crate) fn material(&self) -> f64 {
        f64::from(self.material)
    }

    /// Returns the points of x, from 0 to 1.
    pub(crate) fn points(&self) -> f64 {
        self.outcome.points()
    }

    /// Makes the terms of the position, always in the same order.
    pub(crate) fn observe(&self) -> Observed {
        let board = Board::of_squares_unchecked(self.x, self.o, self.kings);
        observe(&Draughts::<R>::new(board, self.turn))
    }
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
        Samples {
            positions: Vec::new(),
            game_ends: Vec::new(),
        }
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
            let part = if game % 10 == 9 {
                &mut test
            } else {
                &mut learn
            };
            part.extend(start as u32..end as u32);
            start = end;
        }
        (learn, test)
    }
}
