//! Killer moves and the history heuristic.

use arbitro_rules::Player;

use super::MAX_PLY;

/// Plies with killer moves: all that a search reaches, rounded up to a power of two.
const PLIES: usize = (MAX_PLY + 1).next_power_of_two();
/// Entries of the history table: one for each value of a tag's lowest bits.
const MOVE_KINDS: usize = 1 << 12;
/// Bound of history scores.
const MAX_HISTORY: i32 = 1 << 14;
/// Score of the table move, above all others. Killers rank below forcing moves.
pub(super) const TABLE_MOVE: i32 = 1 << 28;
const FIRST_KILLER: i32 = 1 << 19;
const SECOND_KILLER: i32 = 1 << 18;

/// Marks an empty killer slot.
const NO_TAG: u16 = u16::MAX;

/// Ordering scores of quiet moves at one ply, for one player.
pub(super) struct QuietScores<'a> {
    killers: [u16; 2],
    history: &'a [i16; MOVE_KINDS],
}

impl QuietScores<'_> {
    #[inline(always)]
    pub(super) fn score(&self, tag: u16) -> i32 {
        let score = i32::from(self.history[usize::from(tag) % MOVE_KINDS]);
        if tag == self.killers[0] {
            FIRST_KILLER + score
        } else if tag == self.killers[1] {
            SECOND_KILLER + score
        } else {
            score
        }
    }
}

/// Killer moves of each ply, and history scores of each player's moves.
#[derive(Debug)]
pub(super) struct MoveHistory {
    killers: Box<[[u16; 2]; PLIES]>,
    history: Box<[[i16; MOVE_KINDS]; 2]>,
}

impl MoveHistory {
    pub(super) fn new() -> MoveHistory {
        MoveHistory {
            killers: Box::new([[NO_TAG; 2]; PLIES]),
            history: Box::new([[0; MOVE_KINDS]; 2]),
        }
    }

    pub(super) fn clear(&mut self) {
        self.killers.fill([NO_TAG; 2]);
        self.history.fill([0; MOVE_KINDS]);
    }

    /// Ages what an earlier search learnt: killers are dropped, history scores divided by four.
    pub(super) fn age(&mut self) {
        self.killers.fill([NO_TAG; 2]);
        for scores in self.history.iter_mut() {
            for score in scores {
                *score /= 4;
            }
        }
    }

    /// Returns the ordering scores of a player's quiet moves at a ply.
    #[inline(always)]
    pub(super) fn quiet_scores(&self, player: Player, ply: usize) -> QuietScores<'_> {
        QuietScores { killers: self.killers[ply % PLIES], history: &self.history[player as usize] }
    }

    /// The killer moves of a ply, latest first.
    #[inline(always)]
    pub(super) fn killers(&self, ply: usize) -> [u16; 2] {
        self.killers[ply % PLIES]
    }

    /// Records a quiet move that caused a beta cutoff.
    #[inline(always)]
    pub(super) fn record_cutoff(&mut self, player: Player, ply: usize, tag: u16, depth: i32) {
        let killers = &mut self.killers[ply % PLIES];
        if killers[0] != tag {
            *killers = [tag, killers[0]];
        }
        self.adjust(player, tag, bonus(depth));
    }

    /// Records a quiet move that was searched before the one that caused a cutoff.
    #[inline(always)]
    pub(super) fn record_failure(&mut self, player: Player, tag: u16, depth: i32) {
        self.adjust(player, tag, -bonus(depth));
    }

    /// Moves a history score towards its bound, less the nearer it is already ("gravity").
    #[inline(always)]
    fn adjust(&mut self, player: Player, tag: u16, by: i32) {
        let score = &mut self.history[player as usize][usize::from(tag) % MOVE_KINDS];
        let old = i32::from(*score);
        // Never beyond MAX_HISTORY, which fits into an i16.
        *score = (old + by - old * by.abs() / MAX_HISTORY) as i16;
    }
}

fn bonus(depth: i32) -> i32 {
    (depth * depth + 2 * depth).min(1200)
}
