//! The end of a turn in which no answer was heard.

use std::rc::Rc;
use std::time::Duration;

use arbitro_rules::Reason;

use super::{Branch, Court, GRACE, Ruling, SLACK, Turn, forfeit};
use crate::simulated::side::Stands;
use crate::simulated::trace::{Died, Read, Verdict};

/// The time that others take from a player before the referee begins to measure it: it is so short that
/// less than a tenth is missing by it.
const SURE: Duration = Duration::from_millis(4);

impl Court<'_> {
    /// "At its deadline or death a player is stopped first, all that the system had to tell is taken in, and
    /// what stands closed then counts."
    pub(super) fn at_the_end(
        &mut self,
        turn: &Turn,
        branches: &mut Vec<Branch>,
    ) -> Result<Read, Ruling> {
        let now = self.now;
        let tenth = turn.allowed / 10;
        let side = self.side(turn.player);
        // When the player was stopped, or else now, and what others had taken from it.
        let (stopped, taken) = side.asked_to_stop.unwrap_or((now, side.taken));
        let taken = taken - turn.taken_before;
        let given = stopped.checked_sub(turn.began + turn.allowed);
        let most = turn.allowed * 8;
        let missing = given.map(|given| taken.min(most).saturating_sub(given));
        let is_late = missing.is_some_and(|missing| missing.is_zero() || missing < tenth);
        let in_grace = (taken + turn.taken_before).saturating_sub(turn.taken_before_grace);
        let least = GRACE + in_grace.saturating_sub(SURE);
        let is_grace_over = turn.short.is_some_and(|(first, _)| stopped >= first + least);
        let is_dead = side.death.is_some();
        // "What it writes there is never a board."
        let stands =
            if turn.by_lines { Stands::Nothing } else { side.stands(turn.answer, turn.began) };
        let is_grace_end = is_grace_over && !matches!(stands, Stands::Nothing | Stands::Open);
        if !is_dead && !is_late && !is_grace_end {
            return Err(Ruling::Breach(if turn.heard {
                "the referee decided without reading the board that it heard of"
            } else {
                "the referee decided before the deadline"
            }));
        }
        if !side.is_still() {
            return Err(Ruling::Breach("the referee decided before the player was stopped"));
        }
        if side.left > 0 {
            return Err(Ruling::Breach("the referee decided before it had heard all news"));
        }
        if turn.by_lines && side.voice.answer().is_some() {
            return Err(Ruling::Breach("the referee decided without the line that it was told"));
        }
        let is_by_host = side.death == Some(Died::ByHost);
        let counting = match stands {
            Stands::Board(ref bytes) => Some(Read::Bytes(Rc::clone(bytes))),
            Stands::Unreadable => Some(Read::Unreadable),
            Stands::OpenAgain => return Err(Ruling::Silent("a board was opened again")),
            Stands::Nothing | Stands::Open => None,
        };
        let is_whole = match &counting {
            Some(Read::Bytes(bytes)) => bytes.len() >= turn.least,
            Some(_) => true,
            None => false,
        };
        if side.is_filled_by_others && !is_whole {
            branches.push(Branch::FullByOthers);
            return Err(Ruling::Law(Verdict::Void));
        }
        if let Some(read) = counting {
            let touched = side.names.get(&turn.answer).map_or(turn.began, |(_, touched)| *touched);
            let is_kept = |(_, last): (_, Duration)| {
                now > last.max(touched) + GRACE + taken + SLACK + turn.delays
            };
            if turn.short.is_some_and(is_kept) {
                return Err(Ruling::Breach("the referee waited on after the grace"));
            }
            if side.is_renamed_and_open(turn.answer) && !turn.was_told {
                return Err(Ruling::Silent("a board was renamed while open, and nobody told"));
            }
            if is_by_host {
                return Err(Ruling::Silent("it answered, and the host killed it"));
            }
            branches.push(match () {
                () if is_dead => Branch::CountedAtDeath,
                () if is_late => Branch::CountedAtDeadline,
                () => Branch::CountedAtGrace,
            });
            return Ok(read);
        }
        let ply = turn.answer - 1;
        let (branch, ruling) = match side.death {
            Some(Died::ByHost) => (Branch::KilledByHost, Ruling::Law(Verdict::Void)),
            Some(Died::Killed) => (Branch::Crashed, forfeit(turn.player, ply, Reason::Crash)),
            Some(Died::Exited) => (Branch::Exited, forfeit(turn.player, ply, Reason::Exited)),
            None => {
                let is_missing = |taken: Duration| {
                    let beyond = taken.saturating_sub(most);
                    !beyond.is_zero() && beyond >= turn.allowed / 100
                };
                let is_void = is_missing(taken);
                let after = side.taken - turn.taken_before;
                if is_void != is_missing(after) || is_void != is_missing(taken.saturating_sub(SURE))
                {
                    return Err(Ruling::Silent("nobody can measure so well what others took"));
                }
                let had = (stopped - turn.began).saturating_sub(taken);
                if is_void && had + tenth > turn.allowed {
                    return Err(Ruling::Silent("others took too much, and a timer rang late"));
                }
                let has_slipped = turn.is_first && side.names.contains_key(&turn.answer);
                match () {
                    () if is_void => (Branch::TakenByOthers, Ruling::Law(Verdict::Void)),
                    () => {
                        let branch = match stands {
                            _ if turn.by_lines => Branch::NoLine,
                            Stands::Open => Branch::NeverClosed,
                            _ if has_slipped => Branch::SlipInFirstTurn,
                            _ => Branch::TimedOut,
                        };
                        (branch, forfeit(turn.player, ply, Reason::Timeout))
                    }
                }
            }
        };
        branches.push(branch);
        Err(ruling)
    }
}
