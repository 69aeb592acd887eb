//! Lazy evaluation: a rough value from piece counts.
//!
//! Most positions of a search are so far outside the window that a rough value with an error margin
//! decides them. Inside the margin the full evaluation, [`assess`](super::assess), is needed. Rule
//! sets in which the value of a man depends too much on its square have no lazy evaluation.
//!
//! The numbers come from `scripts/train --lazy --games 40 --nodes 20000`, fitted to positions that
//! searches evaluated; the margin is wrong for at most one in a thousand of these.

use arbitro_rules::draughts::{Draughts, RuleSet};
use arbitro_rules::{Game, GameId};

/// Number of terms of the lazy evaluation.
pub const LAZY_TERMS: usize = 5;

/// The terms for the player to move, each the difference to the opponent: men, men times all
/// pieces, kings, kings times all pieces, and having a king.
#[inline(always)]
pub fn lazy_terms<R: RuleSet>(position: &Draughts<R>) -> [i32; LAZY_TERMS] {
    let turn = position.turn();
    let [(men, kings), (their_men, their_kings)] = [turn, !turn].map(|player| {
        let (men, kings) = position.count(player);
        (men as i32, kings as i32)
    });
    let all = men + kings + their_men + their_kings;
    let (men, more_kings) = (men - their_men, kings - their_kings);
    let any_king = kings.signum() - their_kings.signum();
    [men, men * all, more_kings, more_kings * all, any_king]
}

/// Weights of the lazy evaluation, and its error margin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LazyEval {
    /// Weights in sixteenths.
    pub weights: [i32; LAZY_TERMS],
    /// Largest error, exceeded for about one position in a thousand.
    pub margin: i32,
}

impl LazyEval {
    /// The built-in weights; `None` for a rule set in which lazy evaluation does not pay.
    pub const fn built_in<R: RuleSet>() -> Option<LazyEval> {
        let (weights, margin) = match R::ID {
            GameId::Guide => ([2007, 17, 2706, -14, -149], 130),
            GameId::English => ([1821, 9, 2944, -91, 425], 150),
            GameId::Italian => ([3506, -40, 5180, -53, 7], 170),
            GameId::International => ([1422, 13, 1045, 94, 2182], 190),
            GameId::Frenchfree => ([2012, 26, 1861, 82, 2739], 170),
            _ => return None,
        };
        Some(LazyEval { weights, margin })
    }

    /// The rough value for the player to move.
    #[inline(always)]
    pub fn value<R: RuleSet>(&self, position: &Draughts<R>) -> i32 {
        let terms = lazy_terms(position).into_iter().zip(self.weights);
        terms.map(|(term, weight)| term * weight).sum::<i32>() >> 4
    }

    /// Returns a bound of the position's value when the value is outside the window, on the same
    /// side; `None` when it may be inside.
    #[inline(always)]
    pub fn outside<R: RuleSet>(
        &self,
        position: &Draughts<R>,
        alpha: i32,
        beta: i32,
    ) -> Option<i32> {
        let value = self.value(position);
        let (low, high) = (value - self.margin, value + self.margin);
        if low >= beta {
            Some(low)
        } else if high <= alpha {
            Some(high)
        } else {
            None
        }
    }
}
