//! Settles a finished turn: counts its times and limits besides the board, and collects the result of
//! the match.

use std::time::{Duration, Instant};

use super::super::contest::{HostFailure, Report, Traces, failed};
use super::super::core_time::CoreTime;
use super::super::event::{Clock, MatchEnd, Why};
use super::super::judgement::Answer;
use super::{Match, index};
use crate::board_file::BoardFileError;
use arbitro_rules::Player;
use arbitro_rules::judge::Diagnose;
use arbitro_rules::notation::Strictness;

/// Bytes of a player's output that are kept.
const KEPT_OUTPUT: u64 = 64 << 10;

/// The part of a limit that others may take on any machine: a tenth.
const TOLERATED: u32 = 10;

/// Maximum time a player gets for what others took, as a multiple of its limit. It is enough to decide
/// a match with a ninth of a core. Without it, a player that computes for ever would never be decided
/// on a busy machine, and every replay of its match would be void.
const MAX_GIVEN: u32 = 8;

/// The time of a turn: what a player is allowed, and what it gets on top because others had its core
/// while it wanted it.
#[derive(Debug)]
pub(super) struct TurnTime {
    pub(super) began: Instant,
    pub(super) allowed: Duration,
    pub(super) given: Duration,
    /// The core soon after the turn began.
    pub(super) core: Option<CoreTime>,
}

impl TurnTime {
    pub(super) fn deadline(&self) -> Instant {
        self.began + self.allowed + self.given
    }

    /// Gives back what others have taken, and returns whether that moved the deadline by enough to go on.
    fn give(&mut self, taken: Duration) -> bool {
        let given = taken.min(self.allowed.saturating_mul(MAX_GIVEN));
        let is_more = given >= self.given + self.allowed / (2 * TOLERATED);
        if is_more {
            self.given = given;
        }
        is_more
    }
}

impl<G: Diagnose> Match<'_, G> {
    /// There is a board: whether anything else has lost the match before it counts.
    pub(super) fn weigh(
        &mut self,
        player: Player,
        ply: u64,
        read: Result<Vec<u8>, BoardFileError>,
    ) -> Result<Answer<G>, HostFailure> {
        let contest = self.contest;
        let seat = self.seat(player)?;
        seat.end_turn()?;
        seat.settle(ply + 1);
        if let Some(why) = seat.excess(contest)? {
            return Ok(Answer::None(why));
        }
        for number in seat.touched_before(ply + 1) {
            if self.is_as_judged(player, number) {
                // Also what we put there ourselves may be told of late and again: whatever process was
                // being started at that moment held the file open until it ran.
                continue;
            }
            // Its own boards and its opponent's alternate.
            if (ply + 1 - number) % 2 == 1 {
                let text = format!("board_{number}.txt, which is not its own, was written");
                return Ok(Answer::None(Why::Cheating { text }));
            }
            self.warn_of_rewritten(number);
        }
        Ok(Answer::File(read))
    }

    /// Returns how much of a player's time others have taken so far, as far as that can be told.
    fn taken(&mut self, player: Player, time: &TurnTime) -> Result<Duration, HostFailure> {
        let seat = self.seat(player)?;
        // Whose time the kernel does not count exactly, others' cannot be told from.
        let Some(core) = time.core.as_ref().filter(|_| seat.is_cpu_time_exact()) else {
            return Ok(Duration::ZERO);
        };
        let taken = core.taken_by_others(seat.cpu_time()?, seat.waited()?);
        Ok(taken.unwrap_or_default())
    }

    /// After the deadline: lets the player go on if others had its core, and returns whether it does.
    pub(super) fn is_given_more(
        &mut self,
        player: Player,
        time: &mut TurnTime,
    ) -> Result<bool, HostFailure> {
        let taken = self.taken(player, time)?;
        if !time.give(taken) {
            return Ok(false);
        }
        self.seat(player)?.thaw()?;
        Ok(true)
    }

    /// The deadline is over, with what was given on top, and there is no board.
    pub(super) fn late(
        &mut self,
        player: Player,
        ply: u64,
        time: &TurnTime,
    ) -> Result<Answer<G>, HostFailure> {
        let contest = self.contest;
        let seat = self.seat(player)?;
        seat.end_turn()?;
        if let Some(why) = seat.excess(contest)? {
            return Ok(Answer::None(why));
        }
        if let Some(why) = seat.full()? {
            return Ok(Answer::None(why));
        }
        let allowed = time.allowed;
        let taken = self.taken(player, time)?;
        if taken.saturating_sub(time.given) >= allowed / TOLERATED {
            return Err(HostFailure::Overloaded {
                player,
                ply,
                allowed,
                given: time.given,
                taken,
            });
        }
        let clock = Clock::Wall;
        Ok(Answer::None(Why::Timeout { allowed, clock }))
    }

    /// Returns true if a rewritten board is still the one that was judged.
    fn is_as_judged(&self, player: Player, number: u64) -> bool {
        let index_of_text = usize::try_from(number)
            .ok()
            .and_then(|it| it.checked_sub(1));
        let Some(text) = index_of_text.and_then(|it| self.texts.get(it)) else {
            // Nothing was judged by that name.
            return true;
        };
        let Some(seat) = &self.seats[index(player)] else {
            return true;
        };
        seat.read(number).is_ok_and(|bytes| {
            G::read_board(&bytes, Strictness::Tolerant).board
                == G::read_board(text.as_bytes(), Strictness::Strict).board
        })
    }

    fn warn_of_rewritten(&mut self, number: u64) {
        self.warnings.push(format!(
            "board_{number}.txt was changed after it was judged"
        ));
    }

    /// Everything that is to be known when it is over.
    pub(super) fn report(&mut self, outcome: MatchEnd<G>) -> Result<Report<G>, HostFailure> {
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
            let extra = seat.extra_files().map_err(failed("a player's folder"))?;
            let output = if was_forfeit { KEPT_OUTPUT } else { 0 };
            traces[index(player)] = Some(Traces {
                usage: seat.usage()?,
                output: seat.output(output)?,
            });
            for number in touched {
                if !self.is_as_judged(player, number) {
                    self.warn_of_rewritten(number);
                }
            }
            if let Some(extra) = extra {
                self.warnings
                    .push(format!("player {} left {extra}", player.number()));
            }
        }
        Ok(Report {
            outcome,
            line: self.line.clone(),
            times: std::mem::take(&mut self.times),
            traces,
            warnings: std::mem::take(&mut self.warnings),
            wrong_file: self.wrong_file.take(),
        })
    }
}
