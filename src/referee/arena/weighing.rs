//! What counts of a turn that is over, besides its board, and what is known when the match is.

use std::time::Duration;

use super::super::contest::{HostFailure, Report, Traces, failed};
use super::super::core_time::CoreTime;
use super::super::event::{Clock, Outcome, Why};
use super::super::judgement::Answer;
use super::{Match, index};
use crate::board_file::BoardFileError;
use arbitro_rules::Player;
use arbitro_rules::judge::Diagnose;
use arbitro_rules::notation::Strictness;

/// What of a player's output is kept.
const KEPT_OUTPUT: u64 = 64 << 10;

/// Less than this was taken by others at any time on any machine.
const LEAST_OVERLOAD: Duration = Duration::from_millis(50);

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

    /// The deadline is over and there is no board.
    pub(super) fn late(
        &mut self,
        player: Player,
        ply: u64,
        allowed: Duration,
        core: Option<&CoreTime>,
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
        let cpu = seat.cpu_time()?;
        // Whose time the kernel does not count exactly, others' cannot be told from.
        let core = core.filter(|_| seat.is_cpu_time_exact());
        let waited = seat.waited()?;
        if let Some(taken) = core.and_then(|core| core.taken_by_others(cpu, waited))
            && taken >= (allowed / 10).max(LEAST_OVERLOAD)
        {
            return Err(HostFailure::Overloaded {
                player,
                ply,
                allowed,
                taken,
            });
        }
        let clock = Clock::Wall;
        Ok(Answer::None(Why::Timeout { allowed, clock }))
    }

    /// Whether a board that was written again is still the one that was judged.
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
    pub(super) fn report(&mut self, outcome: Outcome<G>) -> Result<Report<G>, HostFailure> {
        for player in [Player::X, Player::O] {
            self.take_all_news(player)?;
        }
        let was_forfeit = matches!(outcome, Outcome::Forfeit(_));
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
