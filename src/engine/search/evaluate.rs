//! What a position is worth when one looks no further.

use arbitro_rules::draughts::{Draughts, RuleSet};
use arbitro_rules::quoridor::Quoridor;
use arbitro_rules::{Game, Player};

/// A value for a position in which the match is not over.
pub trait Evaluate: Game {
    /// The value for the player to move: positive is good, a man is worth 100.
    fn evaluate(&self) -> i32;

    /// What a move gains at once, by the same measure: what a greedy player goes by.
    fn gain(&self, mv: Self::Move) -> i32 {
        // The next position is the opponent's, so its value is the other way round.
        -self.after(mv).evaluate() - self.evaluate()
    }
}

const MAN: i32 = 100;
const KING: i32 = 300;

impl<R: RuleSet> Evaluate for Draughts<R> {
    fn evaluate(&self) -> i32 {
        let board = self.board();
        let worth = |player: Player| {
            let (men, kings) = board.count(player);
            MAN * men as i32 + KING * kings as i32
        };
        worth(self.turn()) - worth(!self.turn())
    }
}

/// What a step less to go is worth.
pub(super) const STEP: i32 = 100;

impl Evaluate for Quoridor {
    fn evaluate(&self) -> i32 {
        let steps = |player: Player| self.distance(player) as i32;
        STEP * (steps(!self.turn()) - steps(self.turn()))
    }
}
