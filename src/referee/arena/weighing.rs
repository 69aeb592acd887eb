//! Settles a finished turn: checks times and limits besides the board, and collects the result of
//! the match.

use std::io;
use std::time::{Duration, Instant};

use super::super::contest::{HostFailure, Report, Traces, failed};
use super::super::core_time::{CoreTime, CoreUse};
use super::super::event::MatchEnd;
use super::super::fault::{Clock, Detail};
use super::super::judgement::Answer;
use super::super::warning::Warning;
use super::turns::QUIET;
use super::{Match, SLACK, index};
use crate::board_file::BoardFileError;
use arbitro_rules::Player;

/// Others may take less than `1 / TOLERATED` of a limit uncompensated; from there on the match is
/// void.
const TOLERATED: u32 = 10;

/// Maximum extra time for a player, as a multiple of its limit. It is enough to decide a match on a
/// ninth of a core. Without it, a player that computes for ever would never be late on a busy
/// machine, and every replay of its match would be void.
const MAX_GIVEN: u32 = 8;

/// The time of a turn: what a player is allowed, and the extra time for periods in which others had
/// its core while it wanted it.
#[derive(Debug)]
pub(super) struct TurnTime {
    pub(super) began: Instant,
    pub(super) allowed: Duration,
    pub(super) given: Duration,
    /// Times of the core soon after the turn began.
    pub(super) core: Option<CoreTime>,
    /// Time before those in which neither the referee, which was due to look, nor the player ran.
    pub(super) missed: Duration,
}

impl TurnTime {
    pub(super) fn deadline(&self) -> Instant {
        self.began + self.allowed + self.given
    }

    /// Takes the first look at the core, at a player that had used `cpu` before its turn. The referee
    /// had a timer for `due`: until it looked, its core was busy. What of that the player did not use
    /// itself, others had.
    fn look(&mut self, player: CoreUse, cpu: Duration, due: Instant) {
        let used = player.cpu.saturating_sub(cpu);
        self.core = CoreTime::now(player);
        if let Some(core) = &self.core {
            self.missed = missed(due, core.at(), used);
        }
    }

    /// Returns the time to wait at most, after the deadline, for a frozen player's threads to stop.
    pub(super) fn patience(&self) -> Duration {
        self.allowed.saturating_mul(MAX_GIVEN)
    }

    /// Extends the deadline by the time others have taken; returns true if that is enough to
    /// continue.
    fn give(&mut self, taken: Duration) -> bool {
        let given = taken.min(self.allowed.saturating_mul(MAX_GIVEN));
        let is_more = given >= self.given + self.allowed / (2 * TOLERATED);
        if is_more {
            self.given = given;
        }
        is_more
    }

    /// Returns true if a tenth of the limit or more is missing beyond the extra time, so the player never
    /// had its time: the match is void.
    fn was_kept_from(&self, taken: Duration) -> bool {
        taken.saturating_sub(self.given) >= self.allowed / TOLERATED
    }
}

/// Returns the time that a referee that was due and looked `at` was kept from its core by others than
/// a player that used `used`.
fn missed(due: Instant, at: Instant, used: Duration) -> Duration {
    at.saturating_duration_since(due + SLACK).saturating_sub(used)
}

impl Match<'_> {
    /// Checks a turn that has a board.
    pub(super) fn weigh(
        &mut self,
        player: Player,
        ply: u64,
        read: Result<Vec<u8>, BoardFileError>,
    ) -> Result<Answer, HostFailure> {
        if let Some(why) = self.account(player, ply)? {
            return Ok(Answer::None(why));
        }
        let least = self.line.least();
        if matches!(&read, Ok(bytes) if bytes.len() < least)
            && let Some(why) = self.seat(player)?.no_room()?
        {
            return Ok(Answer::None(why));
        }
        Ok(Answer::File(read))
    }

    /// Settles what a player used and wrote in its turn: returns the cause of a forfeit that comes
    /// before its board, its death or its time.
    fn account(&mut self, player: Player, ply: u64) -> Result<Option<Detail>, HostFailure> {
        let contest = self.contest;
        let seat = self.seat(player)?;
        seat.end_turn()?;
        seat.settle(ply + 1);
        if let Some(why) = seat.excess(contest)? {
            return Ok(Some(why));
        }
        for number in seat.touched_before(ply + 1) {
            if self.is_as_judged(player, number) {
                // Events for boards that the referee wrote may arrive late or twice: a process
                // being started at that moment may have held the file open until its exec.
                continue;
            }
            // Its own boards and its opponent's alternate.
            if (ply + 1 - number) % 2 == 1 {
                return Ok(Some(Detail::NotItsOwn(number)));
            }
            self.warn_of_rewritten(number);
        }
        Ok(None)
    }

    /// Returns the result of a turn in which the player died without a board.
    pub(super) fn died(&mut self, player: Player, ply: u64) -> Result<Answer, HostFailure> {
        let ended = self.seat(player)?.wait()?;
        self.seat(player)?.look_last();
        if let Some(why) = self.account(player, ply)? {
            return Ok(Answer::None(why));
        }
        let contest = self.contest;
        let seat = self.seat(player)?;
        if let Some(why) = seat.no_room()? {
            return Ok(Answer::None(why));
        }
        let death = seat.death(player, contest, ended);
        if matches!(death, Err(HostFailure::Killed { .. }))
            && (self.is_gone(!player) || !self.arena.keeper.is_running())
        {
            let both = io::Error::other("something outside the sandbox ended both");
            return Err(failed("the players' end")(both));
        }
        death.map(Answer::None)
    }

    /// Returns true if nothing of the player runs any longer.
    fn is_gone(&self, player: Player) -> bool {
        let seat = &self.seats[index(player)];
        seat.as_ref().is_some_and(|it| it.program().is_gone())
    }

    /// Takes the first look at the core in a turn, if its times can be measured.
    pub(super) fn look_at_core(
        &mut self,
        player: Player,
        time: &mut TurnTime,
    ) -> Result<(), HostFailure> {
        let seat = self.seat(player)?;
        if let Some(usage) = seat.core_use()? {
            time.look(usage, seat.cpu_before(), time.began + QUIET);
        }
        Ok(())
    }

    /// Returns the time that others have taken from the player so far, as far as it can be
    /// measured.
    fn taken(&mut self, player: Player, time: &mut TurnTime) -> Result<Duration, HostFailure> {
        if time.core.is_none() {
            // The referee itself was not let run before the deadline.
            self.look_at_core(player, time)?;
        }
        let usage = self.seat(player)?.core_use()?;
        let Some((core, usage)) = time.core.as_mut().zip(usage) else {
            return Ok(Duration::ZERO);
        };
        let taken = core.taken_by_others(&usage);
        Ok(time.missed + taken.unwrap_or_default())
    }

    /// After the deadline: extends it if others had the player's core, and returns true if the
    /// player may continue.
    pub(super) fn is_given_more(
        &mut self,
        player: Player,
        time: &mut TurnTime,
    ) -> Result<bool, HostFailure> {
        let taken = self.taken(player, time)?;
        if !time.give(taken) {
            return Ok(false);
        }
        let seat = self.seat(player)?;
        if !seat.program().is_frozen() {
            return Ok(true);
        }
        // It was frozen at the deadline, to read its last events.
        seat.thaw()?;
        let usage = seat.core_use()?;
        if let Some((core, usage)) = time.core.as_mut().zip(usage) {
            core.note(usage.waits.as_ref(), Instant::now());
        }
        Ok(true)
    }

    /// Returns the result of a turn whose extended deadline passed without a board.
    pub(super) fn late(
        &mut self,
        player: Player,
        ply: u64,
        time: &mut TurnTime,
    ) -> Result<Answer, HostFailure> {
        self.seat(player)?.look_last();
        if let Some(why) = self.account(player, ply)? {
            return Ok(Answer::None(why));
        }
        if let Some(why) = self.seat(player)?.no_room()? {
            return Ok(Answer::None(why));
        }
        let allowed = time.allowed;
        let taken = self.taken(player, time)?;
        if time.was_kept_from(taken) {
            return Err(HostFailure::Overloaded { player, ply, allowed, given: time.given, taken });
        }
        let took = time.began.elapsed();
        let seat = self.seats[index(player)].as_ref();
        let slip = seat.map_or(Ok(None), |seat| seat.slip(&*self.line, took))?;
        Ok(Answer::None(Detail::Late { allowed, clock: Clock::Wall, slip }))
    }

    /// Returns true if a rewritten board still has the judged contents.
    fn is_as_judged(&self, player: Player, number: u64) -> bool {
        let index_of_text = usize::try_from(number).ok().and_then(|it| it.checked_sub(1));
        let Some(text) = index_of_text.and_then(|it| self.texts.get(it)) else {
            // No board with that number was judged.
            return true;
        };
        let Some(seat) = &self.seats[index(player)] else {
            return true;
        };
        let is_same = |bytes: Vec<u8>| self.line.exact(&bytes).as_ref() == Some(text);
        seat.read(number).is_ok_and(is_same)
    }

    fn warn_of_rewritten(&mut self, number: u64) {
        self.warnings.push(Warning::Rewritten { board: number });
    }

    /// Collects the match's result and both players' telemetry.
    pub(super) fn report(&mut self, outcome: MatchEnd) -> Result<Report, HostFailure> {
        for player in [Player::X, Player::O] {
            self.take_all_news(player)?;
        }
        let was_forfeit = matches!(outcome, MatchEnd::Forfeit(_));
        let boards = self.texts.len() as u64;
        let mut traces = [None, None];
        for player in [Player::X, Player::O] {
            let Some(seat) = &mut self.seats[index(player)] else {
                continue;
            };
            let touched = seat.touched_before(boards + 1);
            let (count, names) = seat.extra_files().map_err(failed("a player's folder"))?;
            traces[index(player)] = Some(Traces {
                usage: seat.usage()?,
                output: match was_forfeit {
                    true => seat.output()?,
                    false => Vec::new(),
                },
            });
            for number in touched {
                if !self.is_as_judged(player, number) {
                    self.warn_of_rewritten(number);
                }
            }
            if count > 0 {
                self.warnings.push(Warning::Left { player, count, names });
            }
        }
        Ok(Report {
            outcome,
            line: self.line.fork(self.contest.ply_limit),
            times: std::mem::take(&mut self.times),
            traces,
            warnings: std::mem::take(&mut self.warnings),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn turn(allowed: Duration) -> TurnTime {
        TurnTime {
            began: Instant::now(),
            allowed,
            given: Duration::ZERO,
            core: None,
            missed: Duration::ZERO,
        }
    }

    #[test]
    fn a_deadline_moves_by_what_others_took_up_to_eight_times_the_limit() {
        let ms = Duration::from_millis;
        let mut time = turn(ms(1000));
        let deadline = |time: &TurnTime| time.deadline() - time.began;
        assert!(time.give(ms(300)), "a third of its time is given back");
        assert_eq!(deadline(&time), ms(1300));
        assert!(!time.give(ms(310)), "a hundredth more is no reason to wait");
        assert!(time.give(ms(60_000)));
        assert_eq!(deadline(&time), ms(9000), "eight times, and its own");
        assert!(!time.give(ms(120_000)), "nothing more");
        assert_eq!(deadline(&time), ms(9000));
    }

    #[test]
    fn a_match_is_void_if_a_tenth_of_the_limit_is_missing_beyond_the_extra_time() {
        let ms = Duration::from_millis;
        let mut time = turn(ms(1000));
        assert!(!time.was_kept_from(ms(99)), "less is ignored");
        assert!(time.was_kept_from(ms(100)));
        time.give(ms(8000));
        assert!(!time.was_kept_from(ms(8099)));
        assert!(time.was_kept_from(ms(8100)));
    }

    #[test]
    fn a_referee_that_was_not_let_run_gives_the_time_that_the_player_did_not_use() {
        let due = Instant::now();
        let ms = Duration::from_millis;
        let at = |late: u64| due + SLACK + ms(late);
        assert_eq!(missed(due, at(100), ms(0)), ms(100));
        assert_eq!(missed(due, at(100), ms(30)), ms(70));
        // A player that kept the referee away by computing has lost nothing.
        assert_eq!(missed(due, at(100), ms(100)), ms(0));
        // A timer may be late by as much.
        assert_eq!(missed(due, due + SLACK, ms(0)), ms(0));
        assert_eq!(missed(due, due, ms(0)), ms(0));
    }
}
