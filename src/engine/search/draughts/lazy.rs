//! What a position is worth at a glance: men and kings, weighed by how many pieces are left.
//!
//! Most positions of a search are so far from the values that matter that a glance tells on which
//! side. It says nothing of a position that is not: that has to be [assessed](super::assess). And it
//! says nothing in sets where what a man is worth depends too much on where it stands.
//!
//! The numbers are made by `scripts/train --lazy --games 40 --nodes 20000`, from positions that were static_value
//! in searches; of one in a thousand of these at most it is wrong.

use arbitro_rules::draughts::{Draughts, RuleSet};
use arbitro_rules::{Game, GameId};

/// What a glance sees.
pub const LAZY_TERMS: usize = 5;

/// What a glance sees in a position, from the side of the player to move: men, men times all pieces,
/// kings, kings times all pieces, and whether there is a king; more than the opponent has of each.
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

/// Weights of what a glance sees, and how far from it the value may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LazyEval {
    /// In sixteenths.
    pub weights: [i32; LAZY_TERMS],
    /// The value is hardly ever further away.
    pub margin: i32,
}

impl LazyEval {
    /// What comes with the program; nothing for a set where a glance is not worth it.
    pub const fn built_in<R: RuleSet>() -> Option<LazyEval> {
        let (weights, margin) = match R::ID {
            GameId::Guide => ([2007, 17, 2706, -14, -149], 130),
            GameId::English => ([1821, 9, 2944, -91, 425], 150),
            GameId::Italian => ([3233, -16, 5062, -104, 351], 210),
            GameId::International => ([1861, 72, -635, 177, 4726], 290),
            GameId::Frenchfree => ([1652, 60, 1817, 90, 2766], 130),
            _ => return None,
        };
        Some(LazyEval { weights, margin })
    }

    /// What the position is worth to the player to move, more or less.
    #[inline(always)]
    pub fn value<R: RuleSet>(&self, position: &Draughts<R>) -> i32 {
        let terms = lazy_terms(position).into_iter().zip(self.weights);
        terms.map(|(term, weight)| term * weight).sum::<i32>() >> 4
    }

    /// A value that the position's own is not below, or not above, on the same side of the window;
    /// nothing where it may be inside.
    #[inline(always)]
    pub fn outside<R: RuleSet>(
        &self,
        position: &Draughts<R>,
        alpha: i32,
        beta: i32,
    ) -> Option<i32> {
        let value = self.value(position);
        let (least, most) = (value - self.margin, value + self.margin);
        if least >= beta {
            Some(least)
        } else if most <= alpha {
            Some(most)
        } else {
            None
        }
    }
}
