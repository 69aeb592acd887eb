//! Simple static evaluations: material in draughts, the difference of path lengths in Quoridor.

use arbitro_rules::draughts::{Draughts, RuleSet};
use arbitro_rules::quoridor::Quoridor;
use arbitro_rules::{Game, Player};

/// A static evaluation of positions in which the match is not over.
pub trait Evaluate: Game {
    /// The value for the player to move, positive when it is ahead; a man is worth 100.
    fn evaluate(&self) -> i32;

    /// The change of the evaluation by a move, for the player who makes it. Greedy play maximises
    /// it.
    fn gain(&self, mv: Self::Move) -> i32 {
        // The evaluation after the move is the opponent's, so its sign flips.
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

/// Value of one step of path length in Quoridor.
pub(super) const STEP: i32 = 100;

impl Evaluate for Quoridor {
    fn evaluate(&self) -> i32 {
        let steps = |player: Player| self.distance(player) as i32;
        STEP * (steps(!self.turn()) - steps(self.turn()))
    }
}
