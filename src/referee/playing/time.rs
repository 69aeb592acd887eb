//! The time of a turn.

use std::time::Duration;

use crate::stage::{RulesQuestions, Tick};

/// Others may take less than `1 / TOLERATED` of a limit uncompensated; from there on the match is
/// void. A player that needs nearly all of its time loses no match that it would not lose by itself.
const TOLERATED: u32 = 100;

/// The least that a deadline or a grace moves by. Others that keep the core would else move it at each look.
pub(super) const STEP: Duration = Duration::from_millis(1);

/// Maximum extra time for a player, as a multiple of its limit. It is enough to decide a match on a
/// ninth of a core. Without it, a player that computes for ever would never be late on a busy
/// machine, and every replay of its match would be void.
const MAX_GIVEN: u32 = 8;

/// The time that a player is allowed in a turn, and the extra time for periods in which others had its core
/// while it wanted it.
#[derive(Debug)]
pub(super) struct TurnTime {
    pub(super) began: Tick,
    pub(super) allowed: Duration,
    pub(super) given: Duration,
    /// The time that the answers took to what it asked about the rules.
    pub(super) asked: Duration,
}

/// Interval of looks at a player that waits for an answer about the rules.
const ANSWERED: Duration = Duration::from_millis(10);

impl TurnTime {
    pub(super) fn deadline(&self) -> Tick {
        self.began + self.allowed + self.given + self.asked
    }

    /// Moves the deadline by the time of the answers to what the player asked, however long; returns true if it is
    /// still to come. It does not come while the player waits for one.
    pub(super) fn answer(&mut self, asked: RulesQuestions, now: Tick) -> bool {
        self.asked = asked.took;
        if asked.is_open {
            self.asked += (now + ANSWERED).saturating_sub(self.deadline());
        }
        now < self.deadline()
    }

    /// Returns the time to wait at most, after the deadline, for a stopped player's threads to stop.
    pub(super) fn patience(&self) -> Duration {
        self.most_given()
    }

    fn most_given(&self) -> Duration {
        self.allowed.saturating_mul(MAX_GIVEN)
    }

    /// Extends the deadline by the time others have taken, to the end; returns true if it moved.
    pub(super) fn give(&mut self, taken: Duration) -> bool {
        let given = taken.min(self.most_given());
        let is_more = given >= self.given + STEP;
        if is_more {
            self.given = given;
        }
        is_more
    }

    /// Returns true if a hundredth of the limit or more is missing beyond the extra time, so the player never
    /// had its time: the match is void.
    pub(super) fn was_kept_from(&self, taken: Duration) -> bool {
        taken.saturating_sub(self.most_given()) >= self.allowed / TOLERATED
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn turn(allowed: Duration) -> TurnTime {
        TurnTime { began: Tick::ZERO, allowed, given: Duration::ZERO, asked: Duration::ZERO }
    }

    #[test]
    fn a_deadline_moves_by_what_others_took_up_to_eight_times_the_limit() {
        let ms = Duration::from_millis;
        let mut time = turn(ms(1000));
        assert!(time.give(ms(300)), "a third of its time is given back");
        assert_eq!(time.deadline(), ms(1300));
        assert!(time.give(ms(310)), "and a hundredth more");
        assert!(!time.give(ms(310)), "nothing more");
        assert!(time.give(ms(60_000)));
        assert_eq!(time.deadline(), ms(9000), "eight times, and its own");
        assert!(!time.give(ms(120_000)), "nothing more");
        assert_eq!(time.deadline(), ms(9000));
    }

    #[test]
    fn a_deadline_moves_by_all_that_answers_about_the_rules_take() {
        let ms = Duration::from_millis;
        let mut time = turn(ms(1000));
        let answered = |took| RulesQuestions { took: ms(took), is_open: false };
        assert!(time.answer(answered(60_000), ms(60_999)));
        assert!(!time.answer(answered(60_000), ms(61_000)));
        let open = |took| RulesQuestions { is_open: true, ..answered(took) };
        assert!(time.answer(open(60_000), ms(61_000)), "one is awaited");
        assert_eq!(time.deadline(), ms(61_010));
        assert!(time.answer(answered(60_005), ms(61_004)));
        assert_eq!(time.deadline(), ms(61_005), "and no more than it took");
    }

    #[test]
    fn a_match_is_void_if_a_hundredth_of_the_limit_is_missing_beyond_the_extra_time() {
        let ms = Duration::from_millis;
        let time = turn(ms(1000));
        assert!(!time.was_kept_from(ms(7999)), "so much is given back");
        assert!(!time.was_kept_from(ms(8009)), "less is ignored");
        assert!(time.was_kept_from(ms(8010)));
    }
}
