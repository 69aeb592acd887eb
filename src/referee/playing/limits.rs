//! Settles a turn in the order of judgement: resource limits and foreign files first, then the board, then the
//! player's death, then its time.

use std::io;
use std::time::Duration;

use super::Match;
use super::time::TurnTime;
use super::turn::{FULL, Turn};
use crate::contest::{HostFailure, failed, no_room};
use crate::fault::{Activity, Clock, Detail, Excess};
use crate::judgement::Answer;
use crate::slip::{Slip, SlipEvidence};
use crate::stage::{Abilities, BoardRead, Death, Limit, PrintedLine, Room, Stage, Tick};
use crate::warning::Warning;
use arbitro_rules::Player;

/// SIGXFSZ: a file grew beyond its limit.
const FILE_TOO_LARGE: i32 = 25;

/// A player that used less than `1 / IDLE` of its time has waited: a program needs less to start.
const IDLE: u32 = 8;

impl<S: Stage> Match<'_, S> {
    /// Settles a turn that has a board.
    pub(super) fn settle_board(
        &mut self,
        turn: &Turn,
        read: BoardRead,
    ) -> Result<Answer, HostFailure> {
        if let Some(why) = self.account(turn, Limit::Folder)? {
            return Ok(Answer::None(why));
        }
        if self.is_too_short(&read)
            && let Some(why) = self.no_room(turn.player)?
        {
            return Ok(Answer::None(why));
        }
        Ok(Answer::File(read))
    }

    pub(super) fn settle_line(
        &mut self,
        turn: &Turn,
        line: PrintedLine,
    ) -> Result<Answer, HostFailure> {
        if flawed!(self, LineBeforeUse) {
            return Ok(Answer::Line(line));
        }
        Ok(self.account(turn, Limit::Folder)?.map_or(Answer::Line(line), Answer::None))
    }

    /// Settles what a player used and wrote in its turn: returns the cause of a forfeit that comes
    /// before its board, its death or its time.
    fn account(&mut self, turn: &Turn, folder: Limit) -> Result<Option<Detail>, HostFailure> {
        let (player, answer) = (turn.player, turn.answer);
        let can = self.stage.can(player);
        self.state(player).arrivals.settle(answer);
        if can.measures {
            let cpu = self.stage.used(player)?;
            self.state(player).end_turn(cpu);
            if let Some(why) = self.excess(player, can, folder)? {
                return Ok(Some(why));
            }
        }
        for number in self.state(player).arrivals.touched_before(answer) {
            if self.is_as_judged(player, number)? {
                // Events for boards that the referee wrote may arrive late or twice: a process
                // being started at that moment may have held the file open until its exec.
                continue;
            }
            // Its own boards and its opponent's alternate.
            let is_own = (answer - number) % 2 == 0;
            if can.knows_writer && !is_own && !flawed!(self, BoardBeforeForeignFile) {
                return Ok(Some(Detail::NotItsOwn(number)));
            }
            self.warn(Warning::Rewritten { board: number });
        }
        Ok(None)
    }

    /// Returns the limit that the player exceeded, which counts even if its board is there.
    fn excess(
        &mut self,
        player: Player,
        can: Abilities,
        folder: Limit,
    ) -> Result<Option<Detail>, HostFailure> {
        if !flawed!(self, BoardBeforeMemory) && self.stage.is_over(player, Limit::Memory)? {
            return Ok(Some(self.memory()));
        }
        let is_exempt = flawed!(self, BoardBeforeProcessorTime);
        let state = self.state(player);
        if let Some(allowed) = state.cpu_allowed.filter(|&most| state.latest_cpu > most)
            && !is_exempt
        {
            return Ok(Some(processor_time(allowed)));
        }
        if can.must_look_at_folder && self.stage.is_over(player, folder)? {
            return Ok(Some(FULL));
        }
        let most = self.terms.output_bytes;
        let is_over =
            !flawed!(self, BoardBeforeOutput) && self.stage.is_over(player, Limit::Output(most))?;
        Ok(is_over.then_some(Detail::Output(Excess::Printed(most))))
    }

    /// Settles a turn in which the player died without a board.
    pub(super) fn died(&mut self, turn: &Turn) -> Result<Answer, HostFailure> {
        let player = turn.player;
        let death = self.stage.death(player)?;
        if let Some(why) = self.account(turn, Limit::FolderNow)? {
            return Ok(Answer::None(why));
        }
        if let Some(why) = self.no_room(player)? {
            return Ok(Answer::None(why));
        }
        Ok(Answer::None(match death {
            Death::Exited(code) => Detail::Exited { code, denied: None, slip: None },
            Death::Killed(FILE_TOO_LARGE) => {
                Detail::Output(Excess::File(self.terms.limits.file_bytes))
            }
            Death::Killed(signal) => Detail::Killed { signal, denied: None, slip: None },
            Death::NeverBegan(why) => return Err(HostFailure::NotStarted { why }),
            Death::WatcherKilled => return Err(HostFailure::Killed { player }),
            Death::Outside => {
                let both = io::Error::other("something outside the sandbox ended both");
                return Err(failed("the players' end")(both));
            }
        }))
    }

    /// Settles a turn whose extended deadline passed without a board.
    pub(super) fn late(&mut self, turn: &mut Turn) -> Result<Answer, HostFailure> {
        let player = turn.player;
        let is_settled = !flawed!(self, VoidBeforeUse);
        if is_settled && let Some(why) = self.account(turn, Limit::FolderNow)? {
            return Ok(Answer::None(why));
        }
        if let Some(why) = self.no_room(player)? {
            return Ok(Answer::None(why));
        }
        let taken = self.taken(turn)?;
        let TurnTime { allowed, given, .. } = turn.time;
        if turn.time.was_kept_from(taken) {
            let ply = turn.answer - 1;
            return Err(HostFailure::Overloaded { player, ply, allowed, given, taken });
        }
        Ok(Answer::None(Detail::Late { allowed, clock: Clock::Wall, slip: None }))
    }

    /// Finds the slip of a player that ended without a board, and returns what it wrote elsewhere.
    pub(super) fn find_slip(
        &mut self,
        player: Player,
        began: Tick,
        detail: &mut Detail,
    ) -> Result<Option<Vec<u8>>, HostFailure> {
        let is_late = matches!(detail, Detail::Late { .. });
        let is_peaceful = matches!(detail, Detail::Exited { code: 0, denied: None, .. });
        let Some(found) = detail.slip_mut() else {
            return Ok(None);
        };
        // One that is over its processor time runs on, and would write while its folder is read.
        self.stop(player)?;
        let by_lines = self.stage.can(player).by_lines;
        let slipped = self.stage.slip(player, &*self.line, began)?;
        // One that is over its processor time may have died, too.
        let is_dead = !is_late || self.stage.is_dead(player);
        // That a dead player printed nothing more explains nothing.
        let is_told =
            |it: &SlipEvidence| !is_dead || !matches!(it.slip, Slip::Silent | Slip::Closed);
        let slipped = slipped.filter(is_told);
        // A program that wants its moves from its standard input finds none there, and ends in peace.
        let has_ended = is_peaceful && self.line.plies() < 2 && !by_lines;
        let slipped = slipped.or_else(|| has_ended.then(|| Slip::ReadInput.into()));
        let Some(SlipEvidence { slip, file }) = slipped else {
            return Ok(None);
        };
        *found = Some(slip);
        Ok(file)
    }

    /// Returns what a late player did with its time, where its processor time leaves no doubt.
    pub(super) fn activity(
        &mut self,
        player: Player,
        detail: &Detail,
    ) -> Result<Option<Activity>, HostFailure> {
        let &Detail::Late { allowed, clock: Clock::Wall, slip: None | Some(Slip::Silent) } = detail
        else {
            return Ok(None);
        };
        let cpu = self.state(player).latest_cpu;
        if cpu > allowed / 5 * 4 {
            return Ok(Some(Activity::Computed));
        }
        let living = if cpu < allowed / IDLE { self.stage.living(player)? } else { None };
        Ok(living.map(|living| if living > 1 { Activity::AllWaited } else { Activity::Waited }))
    }

    /// Returns the cause if the player has no board because its other files left no room for it. If
    /// others left none, the host failed.
    fn no_room(&mut self, player: Player) -> Result<Option<Detail>, HostFailure> {
        match self.stage.room(player)? {
            Room::Enough => Ok(None),
            Room::Taken => Ok(Some(FULL)),
            Room::Missing => Err(no_room("a player cannot write into its folder")),
        }
    }

    /// Returns the cause of a forfeit while the player lives: memory, processor time or its folder.
    pub(super) fn loss(
        &mut self,
        turn: &Turn,
        can: Abilities,
    ) -> Result<Option<Detail>, HostFailure> {
        let player = turn.player;
        let may_be_over = can.memory_every.is_some() || self.state(player).has_memory_event;
        if may_be_over && self.stage.is_over(player, Limit::Memory)? {
            return Ok(Some(self.memory()));
        }
        self.state(player).has_memory_event = false;
        if self.watched_cpu(turn).is_some()
            && let Some(why) = self.overuse(player)?
        {
            return Ok(Some(why));
        }
        // A pipe is not read beyond the limit.
        let most = self.terms.output_bytes;
        if can.by_lines && self.stage.is_over(player, Limit::Output(most))? {
            return Ok(Some(Detail::Output(Excess::Printed(most))));
        }
        let is_full = can.must_look_at_folder && self.stage.is_over(player, Limit::Folder)?;
        Ok(is_full.then_some(FULL))
    }

    /// The limit of processor time, if it can be exceeded before the deadline. Until that is moved, no
    /// limit of the usual length can.
    pub(super) fn watched_cpu(&mut self, turn: &Turn) -> Option<Duration> {
        let is_watched = self.terms.cpu_time.is_some() || turn.is_extended();
        self.state(turn.player).cpu_allowed.filter(|_| is_watched)
    }

    /// Returns the cause of a forfeit if it has used more processor time than allowed since its last turn.
    pub(super) fn overuse(&mut self, player: Player) -> Result<Option<Detail>, HostFailure> {
        let (state, stage) = self.state_and_stage(player);
        let Some(allowed) = state.cpu_allowed else {
            return Ok(None);
        };
        let is_over = stage.used(player)?.saturating_sub(state.cpu) > allowed;
        Ok(is_over.then(|| processor_time(allowed)))
    }

    fn memory(&self) -> Detail {
        Detail::Memory { limit: self.terms.limits.memory_bytes }
    }

    /// Returns true if a rewritten board still has the judged contents.
    pub(super) fn is_as_judged(
        &mut self,
        player: Player,
        number: u64,
    ) -> Result<bool, HostFailure> {
        let index_of_text = usize::try_from(number).ok().and_then(|it| it.checked_sub(1));
        let Some(text) = index_of_text.and_then(|it| self.texts.get(it)) else {
            // No board with that number was judged.
            return Ok(true);
        };
        let is_same = |bytes: Vec<u8>| self.line.exact(&bytes).as_ref() == Some(text);
        Ok(self.stage.read(player, number)?.is_ok_and(is_same))
    }
}

fn processor_time(allowed: Duration) -> Detail {
    Detail::Late { allowed, clock: Clock::Processor, slip: None }
}
