//! Decides what comes next in a turn. It asks the stage for facts in the order of judgement, and only
//! for those that it needs.

use crate::fault::Excess;
use std::time::Duration;

use super::time::{STEP, TurnTime};
use super::{Match, index};
use crate::board_file::BoardFileError;
use crate::contest::{Contest, Freezing, HostFailure, no_room};
use crate::fault::Detail;
use crate::judgement::Answer;
use crate::match_dir::{FolderEvent, GRACE, GRACE_OF_FOUND};
use crate::question::question;
use crate::stage::{Abilities, BoardRead, GiveResult, PrintedLine, Room, Stage, Tick, Writer};
use arbitro_rules::Player;

/// Grace period after an answer before the player is stopped. A player that waits properly is asleep by
/// then.
const QUIET: Duration = Duration::from_millis(2);

/// Time before the first look for a board that was linked into place. Most answers come before.
const FIRST_LINK: Duration = Duration::from_millis(5);
const LINKS_EVERY: Duration = Duration::from_millis(20);

/// Interval of looks at what no event reports.
const SAMPLING: Duration = Duration::from_millis(1);

/// Reads after which the kernel's queue of 16,384 events is certainly empty.
const MAX_READS: usize = 1024;

/// A turn in which a player has its board and may answer.
#[derive(Debug)]
pub(super) struct Turn {
    pub(super) player: Player,
    /// Number of the board that it must write.
    pub(super) answer: u64,
    pub(super) time: TurnTime,
    quiet_ends: Option<Tick>,
    grace_ends: Option<Tick>,
    /// The time that others had taken when the grace began, and what it was given back since.
    grace_given: Duration,
    next_link: Tick,
    /// Moment until which a late player's threads may take to stop, once it was stopped.
    stops_until: Option<Tick>,
    /// True once the time that others take is measured.
    is_measured: bool,
}

#[derive(Debug)]
pub(super) enum Next {
    /// Nothing before this moment, unless the stage tells something.
    Wait(Tick),
    Answer(Answer),
}

impl Turn {
    pub(super) fn is_extended(&self) -> bool {
        self.time.given + self.time.asked > Duration::ZERO
    }
}

impl<S: Stage> Match<'_, S> {
    /// Gives the player to move its board and lets it run, or returns why it has already lost.
    pub(super) fn begin(&mut self) -> Result<Result<Turn, Detail>, HostFailure> {
        let (player, board) = (self.line.turn(), self.texts.len() as u64);
        if self.must_stop_at_once(!player) {
            self.freeze(!player)?;
        }
        let mut began = self.stage.now();
        let can = self.stage.can(player);
        let is_started = self.state(player).is_started;
        if can.look_every.is_some() && is_started {
            self.look(player)?;
        }
        // Asked before giving: afterwards the referee's own board is among those that have arrived.
        if can.knows_writer
            && is_started
            && let Some(number) = self.state(player).written_from(board)
        {
            return Ok(Err(Detail::Ahead(number)));
        }
        // The start time on top is for each player's first answer: plies 1 and 2.
        let on_top = if board <= 2 { self.terms.start_time } else { Duration::ZERO };
        let allowed = self.terms.move_time + on_top;
        let given = if can.by_lines {
            if is_started {
                self.hear_all(player)?;
            }
            self.stage.question(player, &question(&*self.line, allowed))?
        } else {
            self.stage.give(player, &self.texts)?
        };
        match given {
            GiveResult::Started => {
                self.state(player).seat(if can.by_lines { 0 } else { board });
                // Building a sandbox can take long on a busy machine, which is not the player's time.
                began = self.stage.now();
            }
            GiveResult::Done => {
                if can.knows_writer {
                    self.state(player).give(board);
                }
                self.let_run(player)?;
            }
            GiveResult::Occupied => return Ok(Err(Detail::Occupied(board))),
            GiveResult::Full => {
                // On a file system shared with others, the cause may be outside the match.
                if !can.must_look_at_folder || self.stage.room(player)? == Room::Taken {
                    return Ok(Err(FULL));
                }
                return Err(no_room("a board cannot be put into a player's folder"));
            }
        }
        self.state(player).cpu_allowed = cpu_allowed(self.terms, self.stage.can(player), on_top);
        Ok(Ok(Turn {
            player,
            answer: board + 1,
            time: TurnTime { began, allowed, given: Duration::ZERO, asked: Duration::ZERO },
            quiet_ends: can.stops.then_some(began + QUIET),
            grace_ends: None,
            grace_given: Duration::ZERO,
            next_link: began + FIRST_LINK,
            stops_until: None,
            is_measured: false,
        }))
    }

    pub(super) fn next(&mut self, turn: &mut Turn) -> Result<Next, HostFailure> {
        let player = turn.player;
        self.hear(player)?;
        let now = self.stage.now();
        let can = self.stage.can(player);
        // Without stopping it first, which a player that waits for a core would use its turn on it for.
        let is_stopping = turn.stops_until.is_some();
        let mut is_late = now >= turn.time.deadline() && (is_stopping || !self.may_go_on(turn)?);
        let is_grace_over = self.is_grace_over(turn, now)?;
        let must_stop = is_late || is_grace_over || self.state(player).is_dead;
        if can.stops
            && must_stop
            && !flawed!(self, ReadBeforeStop)
            && let Some(until) = self.silence(turn, now)?
        {
            return Ok(Next::Wait(until));
        }
        is_late = is_late && (is_grace_over || !self.may_go_on(turn)?);
        let state = self.state(player);
        if can.knows_writer
            && let Some(number) = state.ahead
        {
            return Ok(Next::Answer(Answer::None(Detail::Ahead(number))));
        }
        let is_dead = state.is_dead;
        let has_no_time_left = is_late || is_dead;
        if is_dead && flawed!(self, DeathBeforeBoard) {
            return self.died(turn).map(Next::Answer);
        }
        if can.by_lines {
            if is_dead && flawed!(self, DeathBeforeLine) {
                return self.died(turn).map(Next::Answer);
            }
            let counts = |it: &PrintedLine| !it.is_early || !flawed!(self, EarlyLineForgotten);
            if let Some(line) = self.stage.answer_line(player)?.filter(counts) {
                return Ok(Next::Answer(self.settle_line(turn, line)?));
            }
        } else if let Some(read) = self.answer(turn, has_no_time_left, now)? {
            return Ok(Next::Answer(self.settle_board(turn, read)?));
        }
        if is_grace_over && !self.state(player).is_dead {
            // The file that had it is gone.
            turn.grace_ends = None;
            is_late = is_late && !self.may_go_on(turn)?;
            if !is_late {
                self.let_run(player)?;
            }
        }
        // After the board: a player that answers and then dies has answered. Limits that count in
        // spite of an answer are checked in `settle_board`.
        if self.state(player).is_dead {
            return self.died(turn).map(Next::Answer);
        }
        if let Some(why) = self.loss(turn, can)? {
            return Ok(Next::Answer(Answer::None(why)));
        }
        if is_late {
            return self.late(turn).map(Next::Answer);
        }
        self.look_after_opponent(turn, now)?;
        self.wake_at(turn, can, now).map(Next::Wait)
    }

    /// Stops a player whose turn is to be decided, and then hears all that was told: one that keeps
    /// writing would always have more to tell. Returns the moment to look again if the stop has yet to
    /// take effect.
    fn silence(&mut self, turn: &mut Turn, now: Tick) -> Result<Option<Tick>, HostFailure> {
        let player = turn.player;
        self.stop(player)?;
        if !self.state(player).is_dead {
            let until = *turn.stops_until.get_or_insert(now + turn.time.patience());
            if now < until && !self.stage.has_stopped(player)? {
                return Ok(Some(until.min(now + SAMPLING)));
            }
            turn.stops_until = None;
            self.state(player).is_dead |= self.stage.is_dead(player);
        }
        if !flawed!(self, NewsLeft) {
            self.hear_all(player)?;
        }
        Ok(None)
    }

    /// Returns the grace period of an answer that is too short, once its file was closed or linked into place;
    /// `None` if it was not.
    fn short_answer_grace(
        &mut self,
        turn: &mut Turn,
        has_no_time_left: bool,
        now: Tick,
    ) -> Result<Option<Duration>, HostFailure> {
        let (player, answer) = (turn.player, turn.answer);
        let knows_writer = self.stage.can(player).knows_writer;
        let awaits_close = !flawed!(self, CloseNotAwaited);
        let (state, stage) = self.state_and_stage(player);
        let arrivals = &mut state.arrivals;
        if has_no_time_left {
            arrivals.reinstate(answer);
        }
        let must_look = has_no_time_left || knows_writer && now >= turn.next_link;
        if must_look && !arrivals.has(answer) && !arrivals.is_stale(answer) {
            turn.next_link = now + LINKS_EVERY;
            let writer = stage.writer(player, answer)?;
            // By hand nothing more will be known.
            let is_unknown = writer == Writer::Unknown && !knows_writer;
            if writer == Writer::Nobody || is_unknown || writer == Writer::One && !awaits_close {
                arrivals.note(FolderEvent::Board(answer));
            }
        }
        if !arrivals.has(answer) {
            return Ok(None);
        }
        // By hand no player is stopped: what was closed may be open for writing again.
        if arrivals.is_told(answer) && (knows_writer || !has_no_time_left) {
            return Ok(Some(GRACE));
        }
        // A file that was found without an event may be open for writing.
        Ok(match stage.writer(player, answer)? {
            Writer::One => None,
            Writer::Nobody => Some(GRACE),
            Writer::Unknown => Some(GRACE_OF_FOUND),
        })
    }

    /// Reads the answer, if one counts: a board that has come, and is long enough or has no time left.
    fn answer(
        &mut self,
        turn: &mut Turn,
        has_no_time_left: bool,
        now: Tick,
    ) -> Result<Option<BoardRead>, HostFailure> {
        let (player, answer) = (turn.player, turn.answer);
        let grace = self.short_answer_grace(turn, has_no_time_left, now)?;
        let has_grace = !flawed!(self, NoGrace);
        let (state, stage) = self.state_and_stage(player);
        let arrivals = &mut state.arrivals;
        // At the end look for the file itself, too: something that is not a file causes no event.
        if grace.is_none() && (!has_no_time_left || arrivals.is_stale(answer)) {
            return Ok(None);
        }
        // In its grace a file is read again only once it was closed again: it may be open for writing.
        let is_grace_over = turn.grace_ends.is_some_and(|ends| now >= ends);
        let is_as_before = arrivals.is_told(answer) && !arrivals.is_touched(answer);
        if turn.grace_ends.is_some() && is_as_before && !is_grace_over && !has_no_time_left {
            return Ok(None);
        }
        let read = stage.read(player, answer)?;
        let counts = match &read {
            Err(BoardFileError::Missing { .. }) => false,
            // No event is told of what is not a file. A file without an event is still open for writing.
            Err(BoardFileError::NotAFile { .. }) => true,
            Ok(_) | Err(BoardFileError::Io { .. }) => grace.is_some(),
        };
        if !counts {
            return Ok(None);
        }
        let is_first = turn.grace_ends.is_none();
        let ends = *turn.grace_ends.get_or_insert(now + grace.unwrap_or(GRACE));
        let is_whole = !self.is_too_short(&read) || now >= ends || has_no_time_left || !has_grace;
        if !is_whole {
            self.state(player).arrivals.settle(answer);
            if is_first {
                turn.grace_given = self.taken(turn)?;
            }
        }
        Ok(is_whole.then_some(read))
    }

    /// Returns true if a player has had its grace. It moves by what others took meanwhile, as the deadline does.
    fn is_grace_over(&mut self, turn: &mut Turn, now: Tick) -> Result<bool, HostFailure> {
        let Some(ends) = turn.grace_ends.filter(|&ends| now >= ends) else {
            return Ok(false);
        };
        let taken = self.taken(turn)?;
        let more = taken.saturating_sub(turn.grace_given);
        if more < STEP {
            return Ok(true);
        }
        turn.grace_given = taken;
        turn.grace_ends = Some(ends + more);
        Ok(now >= ends + more)
    }

    pub(super) fn is_too_short(&self, read: &BoardRead) -> bool {
        matches!(read, Ok(bytes) if bytes.len() < self.line.least() && !self.line.is_name(bytes))
    }

    /// Returns true if a player whose time is over may go on all the same: others had its core.
    fn may_go_on(&mut self, turn: &mut Turn) -> Result<bool, HostFailure> {
        let is_over = self.state(turn.player).is_dead || self.overuse(turn.player)?.is_some();
        if is_over || !self.stage.can(turn.player).measures {
            return Ok(false);
        }
        let asked = self.stage.asked(turn.player);
        let taken = self.taken(turn)?;
        let is_given_more = turn.time.give(taken);
        let is_given_more = turn.time.answer(asked, self.stage.now()) || is_given_more;
        if is_given_more {
            // It may have been stopped at the deadline, to hear the last of it.
            self.let_run(turn.player)?;
        }
        Ok(is_given_more)
    }

    /// Begins to measure what others take of the player's core.
    fn measure(&mut self, turn: &mut Turn) -> Result<(), HostFailure> {
        if !turn.is_measured {
            turn.is_measured = true;
            let used = self.state(turn.player).cpu;
            self.stage.measure(turn.player, used, turn.time.began + QUIET)?;
        }
        Ok(())
    }

    /// The time that others have taken from the player so far.
    pub(super) fn taken(&mut self, turn: &mut Turn) -> Result<Duration, HostFailure> {
        // The referee itself may not have been let run before the deadline.
        self.measure(turn)?;
        self.stage.taken(turn.player)
    }

    /// Stops the opponent once the player has thought for a moment, and keeps it stopped.
    fn look_after_opponent(&mut self, turn: &mut Turn, now: Tick) -> Result<(), HostFailure> {
        let other = !turn.player;
        if turn.quiet_ends.is_some_and(|ends| now >= ends) {
            turn.quiet_ends = None;
            // Most answers come before this moment, and never pay for reading these times.
            self.measure(turn)?;
            if self.terms.freezing != Freezing::Never {
                self.freeze(other)?;
            }
        }
        let state = &self.states[index(other)];
        if state.is_stopped && !state.is_dead {
            self.stage.keep_stopped(other)?;
        }
        Ok(())
    }

    /// The moment of the next look, if nothing is told before.
    fn wake_at(&mut self, turn: &Turn, can: Abilities, now: Tick) -> Result<Tick, HostFailure> {
        let look = match (can.memory_every.or(can.look_every), self.watched_cpu(turn)) {
            (Some(every), _) => Some(now + every),
            (None, Some(limit)) => {
                let used =
                    self.stage.used(turn.player)?.saturating_sub(self.state(turn.player).cpu);
                let left = limit.saturating_sub(used) / can.cores.unwrap_or(1).max(1);
                Some(now + left.max(SAMPLING))
            }
            (None, None) => None,
        };
        let has_come = self.state(turn.player).arrivals.has(turn.answer);
        let link = (can.knows_writer && !has_come).then_some(turn.next_link);
        let grace = turn.grace_ends.filter(|&ends| ends > now);
        let moments = [look, link, grace, turn.quiet_ends];
        Ok(moments.into_iter().flatten().fold(turn.time.deadline(), Tick::min))
    }

    /// Hears what has been told of both folders.
    fn hear(&mut self, player: Player) -> Result<(), HostFailure> {
        self.hear_some(player)?;
        if self.stage.can(player).look_every.is_some() {
            self.look(player)?;
        }
        if self.states[index(!player)].has_events {
            self.hear_some(!player)?;
        }
        Ok(())
    }

    /// Hears everything that has been told of a player's folder, at most one full queue.
    pub(crate) fn hear_all(&mut self, player: Player) -> Result<(), HostFailure> {
        for _ in 0..MAX_READS {
            if !self.hear_some(player)? {
                break;
            }
        }
        Ok(())
    }

    /// Hears some of what has been told of a player's folder; returns true if there may be more.
    fn hear_some(&mut self, player: Player) -> Result<bool, HostFailure> {
        let (state, stage) = self.state_and_stage(player);
        state.has_events = false;
        let mut has_overflown = false;
        let is_more = stage.news(player, &mut |news| {
            has_overflown |= news == FolderEvent::Overflow;
            state.note(news);
        })?;
        if has_overflown {
            self.look(player)?;
        }
        Ok(is_more)
    }

    /// Lists a player's folder, of which not everything was told.
    fn look(&mut self, player: Player) -> Result<(), HostFailure> {
        let numbers = self.stage.list(player)?;
        self.state(player).find(numbers);
        Ok(())
    }

    pub(super) fn stop(&mut self, player: Player) -> Result<(), HostFailure> {
        if !self.state(player).is_dead {
            self.stage.stop(player)?;
            self.state(player).is_stopped = true;
        }
        Ok(())
    }

    fn let_run(&mut self, player: Player) -> Result<(), HostFailure> {
        if self.state(player).is_stopped {
            self.stage.run(player)?;
            self.state(player).is_stopped = false;
        }
        Ok(())
    }

    /// Freezes a player until its next turn, and notes whether it was computing.
    fn freeze(&mut self, player: Player) -> Result<(), HostFailure> {
        let state = self.state(player);
        if !state.is_started || state.is_dead || state.is_stopped {
            return Ok(());
        }
        self.stop(player)?;
        let cpu = self.stage.used(player)?;
        self.state(player).note_rest(cpu);
        Ok(())
    }

    /// Returns true if the player that is not to move must be stopped immediately.
    fn must_stop_at_once(&mut self, player: Player) -> bool {
        let freezing = self.terms.freezing;
        let state = self.state(player);
        state.is_started
            && match freezing {
                Freezing::Never => false,
                Freezing::WhenNeeded => state.is_restless(),
                Freezing::Always => true,
            }
    }
}

/// Processor time that a player may use in a turn: the limit, or else the time for a move on each core;
/// and `on_top`, the time to start in the first answer.
fn cpu_allowed(terms: &Contest, can: Abilities, on_top: Duration) -> Option<Duration> {
    let of_each_core = |cores| terms.move_time.saturating_mul(cores);
    can.cores.map(|cores| terms.cpu_time.unwrap_or_else(|| of_each_core(cores)) + on_top)
}

pub(super) const FULL: Detail = Detail::Output(Excess::Folder);
