//! Draws by the history of a position, other than repetition.

use super::board::Board;
use super::moves::Move;
use super::rule_set::DrawRules;
use crate::Player;

/// A draw rule of a federation, other than repetition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DrawRule {
    /// Only kings moved, and nothing was captured, for too long.
    OnlyKings,
    /// One king against two pieces or fewer, for too long.
    KingAgainstTwo,
    /// One king against three pieces, for too long.
    KingAgainstThree,
    /// Three kings or more against one, for too long.
    KingsAgainstOne,
    /// With kings on both sides nothing was captured or crowned for too long.
    Unchanged,
}

/// Counters of the draw rules. All are zero at the start, or where the history is unknown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DrawClock {
    /// Plies since the last capture or move by a man.
    pub quiet: u16,
    /// Plies of one king against three pieces or fewer.
    pub alone: u16,
    /// Of these, the plies against two or fewer.
    pub alone_against_two: u16,
    /// Moves of a side with three kings or more against one.
    pub kings: u16,
    /// Plies without a capture or a new king since both sides have kings.
    pub unchanged: u16,
}

/// Pieces against a lone king, if there is one, a king is among them, and they are three at most.
#[inline(always)]
fn against_lone_king(board: &Board) -> Option<u32> {
    let is_one = |set: u64| set.is_power_of_two();
    if is_one(board.x) || is_one(board.o) { opponents_of_one(board) } else { None }
}

fn opponents_of_one(board: &Board) -> Option<u32> {
    let (x, o) = (board.count(Player::X), board.count(Player::O));
    let (men, kings) = match (x, o) {
        ((0, 1), other) | (other, (0, 1)) => other,
        _ => return None,
    };
    (kings > 0 && men + kings <= 3).then_some(men + kings)
}

/// The side with nothing but three kings or more against a king alone.
#[inline(always)]
fn side_with_kings(board: &Board) -> Option<Player> {
    let men = (board.x | board.o) & !board.kings;
    let (x, o) = (board.x.count_ones(), board.o.count_ones());
    match (men, x, o) {
        (0, 3.., 1) => Some(Player::X),
        (0, 1, 3..) => Some(Player::O),
        _ => None,
    }
}

/// Pieces of both sides, if both have kings.
#[inline(always)]
fn pieces_beside_kings(board: &Board) -> Option<u32> {
    let have_both = board.x & board.kings != 0 && board.o & board.kings != 0;
    have_both.then(|| (board.x | board.o).count_ones())
}

const fn counted(goes_on: bool, count: u16) -> u16 {
    if goes_on { count.saturating_add(1) } else { 0 }
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
    let mut next = DrawClock { quiet: counted(quiet, clock.quiet), ..DrawClock::default() };
    if rules.limits_lone_king() && before.kings != 0 {
        // A capture within the count does not start a new one: only the shorter limit begins with it.
        let both = against_lone_king(before).zip(against_lone_king(after));
        let is_two = both.is_some_and(|(before, after)| before <= 2 && after <= 2);
        next.alone = counted(both.is_some(), clock.alone);
        next.alone_against_two = counted(is_two, clock.alone_against_two);
    }
    // Most positions have no king.
    if rules.unchanged_plies.is_some() && before.kings != 0 {
        count_kings(&mut next, clock, before, mv, after);
    }
    next
}

/// The counts of endings with kings on 64 squares.
fn count_kings(next: &mut DrawClock, clock: DrawClock, before: &Board, mv: Move, after: &Board) {
    if let Some(side) = side_with_kings(before)
        && side_with_kings(after) == Some(side)
    {
        let is_its_move = before.of(side) & mv.from.bit() != 0;
        next.kings = clock.kings.saturating_add(is_its_move.into());
    }
    let is_same = !mv.is_capture() && before.kings.count_ones() == after.kings.count_ones();
    let goes_on = is_same && pieces_beside_kings(before).is_some();
    next.unchanged = counted(goes_on, clock.unchanged);
}

#[inline(always)]
pub(super) fn drawn_by(rules: &DrawRules, clock: DrawClock, board: &Board) -> Option<DrawRule> {
    let reached = |count: u16, limit: Option<u16>| limit.is_some_and(|limit| count >= limit);
    if reached(clock.alone_against_two, rules.king_against_two_plies) {
        return Some(DrawRule::KingAgainstTwo);
    }
    if reached(clock.alone, rules.king_against_three_plies) {
        return Some(DrawRule::KingAgainstThree);
    }
    if reached(clock.kings, rules.kings_against_one_moves) {
        return Some(DrawRule::KingsAgainstOne);
    }
    if let Some(limits) = rules.unchanged_plies
        && clock.unchanged >= limits[0]
        && let Some(limit) = limit_for(board, limits)
        && clock.unchanged >= limit
    {
        return Some(DrawRule::Unchanged);
    }
    reached(clock.quiet, rules.quiet_plies).then_some(DrawRule::OnlyKings)
}

/// The limit of plies without a capture or a new king, by the number of pieces.
fn limit_for(board: &Board, [two, four, six]: [u16; 3]) -> Option<u16> {
    match pieces_beside_kings(board)? {
        0..=3 => Some(two),
        4..=5 => Some(four),
        6..=7 => Some(six),
        _ => None,
    }
}
