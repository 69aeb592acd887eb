//! Which moves were good elsewhere.

use arbitro_rules::Player;

use super::MAX_PLY;

/// Plies that have killers: all there can be, and a power of two.
const PLIES: usize = (MAX_PLY + 1).next_power_of_two();
/// Kinds of moves, as the lowest bits of a tag.
const KINDS: usize = 1 << 12;
/// No habit is stronger.
const STRONGEST: i32 = 1 << 14;
/// A move of the table before all, killers after what is forcing.
pub(super) const FROM_TABLE: i32 = 1 << 28;
const FIRST_KILLER: i32 = 1 << 19;
const SECOND_KILLER: i32 = 1 << 18;

/// No tag.
const NOBODY: u16 = u16::MAX;

/// What quiet moves have to add to their scores.
pub(super) struct Bonus<'a> {
    killers: [u16; 2],
    history: &'a [i16; KINDS],
}

impl Bonus<'_> {
    #[inline(always)]
    pub(super) fn of(&self, tag: u16) -> i32 {
        let habit = i32::from(self.history[usize::from(tag) % KINDS]);
        if tag == self.killers[0] {
            FIRST_KILLER + habit
        } else if tag == self.killers[1] {
            SECOND_KILLER + habit
        } else {
            habit
        }
    }
}

/// What the search got used to: moves that refuted something at the same ply, and moves that were
/// good anywhere.
#[derive(Debug)]
pub(super) struct MoveHistory {
    killers: Box<[[u16; 2]; PLIES]>,
    history: Box<[[i16; KINDS]; 2]>,
}

impl MoveHistory {
    pub(super) fn new() -> MoveHistory {
        MoveHistory {
            killers: Box::new([[NOBODY; 2]; PLIES]),
            history: Box::new([[0; KINDS]; 2]),
        }
    }

    pub(super) fn forget(&mut self) {
        self.killers.fill([NOBODY; 2]);
        self.history.fill([0; KINDS]);
    }

    /// What was learnt in an earlier search counts less.
    pub(super) fn fade(&mut self) {
        self.killers.fill([NOBODY; 2]);
        for kinds in self.history.iter_mut() {
            for habit in kinds {
                *habit /= 4;
            }
        }
    }

    /// What a player's quiet moves at a ply have to add to their scores.
    #[inline(always)]
    pub(super) fn of(&self, player: Player, ply: usize) -> Bonus<'_> {
        Bonus {
            killers: self.killers[ply % PLIES],
            history: &self.history[player as usize],
        }
    }

    /// The quiet moves that refuted something at a ply.
    #[inline(always)]
    pub(super) fn killers(&self, ply: usize) -> [u16; 2] {
        self.killers[ply % PLIES]
    }

    /// A quiet move refuted what the opponent had played.
    #[inline(always)]
    pub(super) fn refuted(&mut self, player: Player, ply: usize, tag: u16, depth: i32) {
        let killers = &mut self.killers[ply % PLIES];
        if killers[0] != tag {
            *killers = [tag, killers[0]];
        }
        self.learn(player, tag, weight(depth));
    }

    /// A quiet move that was tried before the one that refuted.
    #[inline(always)]
    pub(super) fn failed(&mut self, player: Player, tag: u16, depth: i32) {
        self.learn(player, tag, -weight(depth));
    }

    /// Pulls a habit up or down, the less the stronger it is already.
    #[inline(always)]
    fn learn(&mut self, player: Player, tag: u16, by: i32) {
        let habit = &mut self.history[player as usize][usize::from(tag) % KINDS];
        let old = i32::from(*habit);
        // Never beyond STRONGEST, which an i16 holds.
        *habit = (old + by - old * by.abs() / STRONGEST) as i16;
    }
}

fn weight(depth: i32) -> i32 {
    (depth * depth + 2 * depth).min(1200)
}
