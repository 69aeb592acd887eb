//! Draws by the history of a position, other than repetition.

use super::board::Board;
use super::moves::Move;
use super::rule_set::DrawRules;
use crate::Player;

/// Counters of the draw rules. All are zero at the start, or where the history is unknown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DrawClock {
    /// Plies since the last capture or move by a man.
    pub quiet: u16,
    /// Plies since the pieces became an endgame with a limit of its own.
    pub ending: u16,
}

/// Endgames with a limit of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ending {
    KingAgainstTwo,
    KingAgainstThree,
}

#[inline(always)]
fn ending(board: &Board) -> Option<Ending> {
    let is_one = |set: u64| set.is_power_of_two();
    if is_one(board.x) || is_one(board.o) {
        ending_of_one(board)
    } else {
        None
    }
}

fn ending_of_one(board: &Board) -> Option<Ending> {
    let (x, o) = (board.count(Player::X), board.count(Player::O));
    let other = if x == (0, 1) {
        o
    } else if o == (0, 1) {
        x
    } else {
        return None;
    };
    match other {
        (_, 0) => None,
        (men, kings) if men + kings <= 2 => Some(Ending::KingAgainstTwo),
        (men, kings) if men + kings == 3 => Some(Ending::KingAgainstThree),
        _ => None,
    }
}

#[inline(always)]
pub(super) fn tick(
    rules: &DrawRules,
    clock: DrawClock,
    before: &Board,
    mv: Move,
    after: &Board,
) -> DrawClock {
    let quiet = !mv.is_capture() && before.kings & mv.from.bit() != 0;
    let same_ending =
        has_ending_limits(rules) && ending(after).is_some() && ending(before) == ending(after);
    DrawClock {
        quiet: if quiet {
            clock.quiet.saturating_add(1)
        } else {
            0
        },
        ending: if same_ending {
            clock.ending.saturating_add(1)
        } else {
            0
        },
    }
}

/// Returns true if some endgame has a limit of its own.
const fn has_ending_limits(rules: &DrawRules) -> bool {
    rules.king_against_two_plies.is_some() || rules.king_against_three_plies.is_some()
}

#[inline(always)]
pub(super) fn drawn_by(rules: &DrawRules, clock: DrawClock, board: &Board) -> Option<&'static str> {
    let reached = |count: u16, limit: Option<u16>| limit.is_some_and(|limit| count >= limit);
    let ending = if has_ending_limits(rules) {
        ending(board)
    } else {
        None
    };
    match ending {
        Some(Ending::KingAgainstTwo) if reached(clock.ending, rules.king_against_two_plies) => {
            return Some("one king against two pieces or fewer for too long");
        }
        Some(Ending::KingAgainstThree) if reached(clock.ending, rules.king_against_three_plies) => {
            return Some("one king against three pieces for too long");
        }
        _ => {}
    }
    reached(clock.quiet, rules.quiet_plies)
        .then_some("only kings moved, and nothing was taken, for too long")
}
