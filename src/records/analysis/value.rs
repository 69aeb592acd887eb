//! The value of a position, as text and as a share of a match.

use std::fmt;

use serde::{Deserialize, Serialize};

use arbitro_endgames::ExactValue;
use arbitro_engine::search::engine::SearchResult;
use arbitro_words::{Language, say};

/// A move that loses less than this share of a match has kept the value: two searches of one
/// position differ by as much.
pub const SLIP: f64 = 0.05;
/// A move that loses at least this share of a match is a blunder. From a level position it is a
/// man.
pub const BLUNDER: f64 = 0.2;

/// Engine units in a man, or in a step of Quoridor.
const UNIT: f32 = 100.0;

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Value {
    /// Lead in men or in Quoridor steps.
    Score(f32),
    /// A forced win in this many plies, found by search.
    WinIn(u32),
    /// A forced loss in this many plies, found by search.
    LossIn(u32),
    /// A win in this many plies according to an endgame table.
    ExactWin(u32),
    /// A draw according to an endgame table.
    ExactDraw,
    /// A loss in this many plies according to an endgame table.
    ExactLoss(u32),
}

impl Value {
    pub(super) fn of_thought<M>(thought: &SearchResult<M>) -> Value {
        match thought.plies_to_end() {
            Some(plies) if plies > 0 => Value::WinIn(plies.unsigned_abs()),
            Some(plies) => Value::LossIn(plies.unsigned_abs()),
            None => Value::Score(thought.value as f32 / UNIT),
        }
    }

    pub(super) fn of_exact(exact: ExactValue) -> Value {
        match exact {
            ExactValue::Win(plies) => Value::ExactWin(plies.into()),
            ExactValue::Draw => Value::ExactDraw,
            ExactValue::Loss(plies) => Value::ExactLoss(plies.into()),
        }
    }

    /// The value one ply earlier, for the player who made the move.
    #[must_use]
    pub(super) fn before(self) -> Value {
        match self {
            // Adding zero turns negative zero into zero.
            Value::Score(score) => Value::Score(0.0 - score),
            Value::WinIn(plies) => Value::LossIn(plies + 1),
            Value::LossIn(plies) => Value::WinIn(plies + 1),
            Value::ExactWin(plies) => Value::ExactLoss(plies + 1),
            Value::ExactDraw => Value::ExactDraw,
            Value::ExactLoss(plies) => Value::ExactWin(plies + 1),
        }
    }

    /// Returns true if the value comes from an endgame table.
    pub const fn is_exact(self) -> bool {
        matches!(self, Value::ExactWin(_) | Value::ExactDraw | Value::ExactLoss(_))
    }

    /// The player's certain result in half points (2, 1 or 0), if a table or the search proves one;
    /// `None` for an estimate.
    pub const fn result(self) -> Option<u8> {
        match self {
            Value::Score(_) => None,
            Value::WinIn(_) | Value::ExactWin(_) => Some(2),
            Value::ExactDraw => Some(1),
            Value::LossIn(_) | Value::ExactLoss(_) => Some(0),
        }
    }

    /// Expected share of a match, from 0 to 1. A man ahead is worth 0.73: each man or step
    /// multiplies the odds by e.
    ///
    /// # Examples
    ///
    /// ```
    /// use arbitro_records::analysis::Value;
    /// assert_eq!(Value::Score(0.0).expected(), 0.5);
    /// assert_eq!(Value::WinIn(7).expected(), 1.0);
    /// ```
    pub fn expected(self) -> f64 {
        match self {
            Value::Score(score) => 1.0 / (1.0 + (-f64::from(score)).exp()),
            Value::WinIn(_) | Value::ExactWin(_) => 1.0,
            Value::ExactDraw => 0.5,
            Value::LossIn(_) | Value::ExactLoss(_) => 0.0,
        }
    }
}

/// Formats the value in English.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&say(self, Language::English))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_told_as_people_say_them() {
        for (value, text) in [
            (Value::Score(1.26), "+1.3"),
            (Value::Score(-0.04), "+0.0"),
            (Value::Score(-2.0), "-2.0"),
            (Value::WinIn(7), "wins in 7 plies"),
            (Value::LossIn(1), "loses in 1 ply"),
            (Value::ExactDraw, "drawn (table)"),
            (Value::ExactWin(3), "wins in 3 plies (table)"),
        ] {
            assert_eq!(value.to_string(), text);
        }
    }

    #[test]
    fn values_are_told_in_each_language() {
        let told = |value| Language::ALL.map(|it| say(&value, it));
        let loss = ["loses in 2 plies", "perde in 2 semimosse", "perd en 2 coups"];
        assert_eq!(told(Value::LossIn(2)), loss);
        let win =
            ["wins in 1 ply (table)", "vince in 1 semimossa (tabella)", "gagne en 1 coup (table)"];
        assert_eq!(told(Value::ExactWin(1)), win);
        assert_eq!(told(Value::ExactDraw), ["drawn (table)", "patta (tabella)", "nulle (table)"]);
    }

    #[test]
    fn a_loss_of_the_next_player_is_a_win_of_who_moved_a_ply_earlier() {
        assert_eq!(Value::LossIn(0).before(), Value::WinIn(1));
        assert_eq!(Value::ExactWin(4).before(), Value::ExactLoss(5));
        assert_eq!(Value::Score(0.0).before().to_string(), "+0.0");
    }
}
