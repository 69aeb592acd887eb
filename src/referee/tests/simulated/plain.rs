//! A plain referee, to try the world and the judge on: it looks every millisecond or so.

use std::time::Duration;

use arbitro_rules::line::{Line, Start, open};
use arbitro_rules::{Player, Reason};

use super::trace::Verdict;
use super::world::World;
use crate::board_file::BoardFileError;
use crate::contest::{HostFailure, failed};
use crate::match_dir::News;
use crate::stage::{Death, Given, Limit, Room, Stage};

const GRACE: Duration = Duration::from_millis(100);
const LOOK_EVERY: Duration = Duration::from_millis(3);

/// How a turn ended: with the bytes of a board, or `None` for a file that cannot be read.
type Board = Option<Vec<u8>>;

/// What is wrong with this referee, so that the judge can find it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mistake {
    None,
    NoStop,
    NoGrace,
    NoStartTime,
    CountsOpenFiles,
    NoMovedDeadline,
    DeathBeforeBoard,
    OutputBeforeMemory,
    NoForgery,
    NoDrain,
    StopsAtCall,
}

impl Mistake {
    pub(super) const ALL: [Mistake; 10] = [
        Mistake::NoStop,
        Mistake::NoGrace,
        Mistake::NoStartTime,
        Mistake::CountsOpenFiles,
        Mistake::NoMovedDeadline,
        Mistake::DeathBeforeBoard,
        Mistake::OutputBeforeMemory,
        Mistake::NoForgery,
        Mistake::NoDrain,
        Mistake::StopsAtCall,
    ];
}

#[derive(Debug)]
pub(super) struct Plain<'a> {
    world: &'a mut World,
    line: Box<dyn Line>,
    texts: Vec<String>,
    mistake: Mistake,
    answered: [bool; 2],
    dead: [bool; 2],
    heard: bool,
    /// A close of its answer was heard in this turn.
    was_told: bool,
    used_before: [Duration; 2],
    forged: [bool; 2],
}

pub(super) fn play(world: &mut World) -> Verdict {
    play_with(world, Mistake::None)
}

pub(super) fn play_with(world: &mut World, mistake: Mistake) -> Verdict {
    let start = Start::Fen(&world.terms.start);
    let line = open(world.terms.game, start, Some(world.terms.ply_limit)).unwrap();
    let texts = vec![line.board(0)];
    let mut plain = Plain {
        world,
        line,
        texts,
        mistake,
        answered: [false; 2],
        dead: [false; 2],
        heard: false,
        was_told: false,
        used_before: [Duration::ZERO; 2],
        forged: [false; 2],
    };
    plain.play().unwrap_or(Verdict::Void)
}

fn host() -> HostFailure {
    failed("the host")(std::io::Error::other("failed"))
}

impl Plain<'_> {
    fn play(&mut self) -> Result<Verdict, HostFailure> {
        loop {
            if let Some(end) = self.line.end() {
                return Ok(Verdict::Rules { winner: end.winner(), reason: end.reason() });
            }
            let (player, ply) = (self.line.turn(), self.line.plies() as u64 + 1);
            let lost = |reason| Ok(Verdict::Forfeit { player, ply, reason });
            let board = match self.turn(player, ply)? {
                Err(reason) => return lost(reason),
                Ok(None) => return lost(Reason::InvalidBoard),
                Ok(Some(board)) => board,
            };
            match self.line.judge(&board, self.world.terms.strictness).verdict {
                Err(wrong) => return lost(wrong.reason()),
                Ok(key) => self.line.play(key),
            }
            self.texts.push(self.line.board(self.line.plies()));
            let at = super::world::index(player);
            self.answered[at] = true;
            self.used_before[at] = self.world.used(player)?;
        }
    }

    fn drain(&mut self, player: Player, answer: u64) -> Result<(), HostFailure> {
        loop {
            let mut all = Vec::new();
            let is_more = self.world.news(player, &mut |news| all.push(news))?;
            for news in all {
                match news {
                    News::Board(number) if number == answer => {
                        (self.heard, self.was_told) = (true, true);
                    }
                    News::Board(number) if number < answer && (answer - number) % 2 == 1 => {
                        let read = self.world.read(player, number).map_err(|_| host())?;
                        let text = &self.texts[usize::try_from(number).unwrap() - 1];
                        self.forged[super::world::index(player)] |= read != text.as_bytes();
                    }
                    News::Board(_) | News::Begun(_) | News::Overflow | News::FolderGone => {}
                }
            }
            if !is_more || self.mistake == Mistake::NoDrain {
                return Ok(());
            }
        }
    }

    fn wait(&mut self, until: Duration) -> Result<(), HostFailure> {
        let woken = Stage::wait(self.world, until)?;
        for at in 0..2 {
            self.dead[at] |= woken.died[at];
        }
        let other = !self.line.turn();
        if woken.news[super::world::index(other)] {
            // Its next answer is not yet due: it would be ahead.
            let heard = (self.heard, self.was_told);
            self.drain(other, self.line.plies() as u64 + 3)?;
            (self.heard, self.was_told) = heard;
        }
        Ok(())
    }

    fn excess(&mut self, player: Player, is_first: bool) -> Result<Option<Reason>, HostFailure> {
        let terms = self.world.terms.clone();
        let start = if is_first { terms.start_time } else { Duration::ZERO };
        let tick = Duration::from_millis(if terms.counts_exactly { 0 } else { 10 });
        let limit = terms.cpu_time.unwrap_or(terms.move_time) + start + tick;
        let used = self.world.used(player)? - self.used_before[super::world::index(player)];
        let (memory, output) = match self.mistake {
            Mistake::OutputBeforeMemory => (Limit::Output(1), Limit::Memory),
            _ => (Limit::Memory, Limit::Output(1)),
        };
        let reason = |limit| match limit {
            Limit::Memory => Reason::Memory,
            _ => Reason::Output,
        };
        if self.world.is_over(player, memory)? {
            return Ok(Some(reason(memory)));
        }
        if used > limit {
            return Ok(Some(Reason::Timeout));
        }
        if self.world.is_over(player, output)? {
            return Ok(Some(reason(output)));
        }
        if self.world.is_over(player, Limit::FolderNow)? {
            return Ok(Some(Reason::Output));
        }
        let has_forged = self.forged[super::world::index(player)];
        Ok((has_forged && self.mistake != Mistake::NoForgery).then_some(Reason::Cheating))
    }

    fn read(&mut self, player: Player, number: u64) -> Result<Option<Board>, HostFailure> {
        match self.world.read(player, number) {
            Ok(bytes) => Ok(Some(Some(bytes))),
            Err(BoardFileError::Missing { .. }) => Ok(None),
            // The host may have no files left.
            Err(BoardFileError::Io { source, .. }) if source.raw_os_error().is_some() => {
                Err(host())
            }
            Err(BoardFileError::NotAFile { .. } | BoardFileError::Io { .. }) => Ok(Some(None)),
        }
    }

    fn turn(&mut self, player: Player, ply: u64) -> Result<Result<Board, Reason>, HostFailure> {
        let (at, answer) = (super::world::index(player), ply + 1);
        let is_first = !self.answered[at];
        if ply % 3 != 1 && self.answered[1 - at] {
            self.world.stop(!player)?;
        }
        if !is_first && self.world.list(player)?.iter().any(|&number| number >= answer) {
            return Ok(Err(Reason::Cheating));
        }
        match self.world.give(player, &self.texts.clone())? {
            Given::Occupied => return Ok(Err(Reason::Cheating)),
            Given::Full => match self.world.room(player)? {
                Room::Taken => return Ok(Err(Reason::Output)),
                Room::Enough | Room::Missing => return Err(host()),
            },
            Given::Started => {}
            Given::Done => self.world.run(player)?,
        }
        let began = self.world.now();
        let terms = self.world.terms.clone();
        let has_start_time = is_first && self.mistake != Mistake::NoStartTime;
        let allowed =
            terms.move_time + if has_start_time { terms.start_time } else { Duration::ZERO };
        self.world.measure(player, Duration::ZERO, began)?;
        (self.heard, self.was_told) = (false, false);
        let mut grace_ends: Option<Duration> = None;
        loop {
            self.drain(player, answer)?;
            let is_closed = self.heard || self.world.is_linked(player, answer);
            self.heard = false;
            if (is_closed || self.mistake == Mistake::CountsOpenFiles)
                && let Some(board) = self.read(player, answer)?
            {
                let is_short = board.as_ref().is_some_and(|it| it.len() < self.line.least());
                if !is_short || self.mistake == Mistake::NoGrace {
                    let excess = self.excess(player, is_first)?;
                    return Ok(excess.map_or(Ok(board), Err));
                }
                grace_ends.get_or_insert(self.world.now() + GRACE);
            }
            if let Some(reason) = self.excess(player, is_first)? {
                return Ok(Err(reason));
            }
            let now = self.world.now();
            let taken = self.world.taken(player)?;
            let moved = match self.mistake {
                Mistake::NoMovedDeadline => Duration::ZERO,
                _ => taken.min(allowed * 8),
            };
            let is_late = now >= began + allowed + moved;
            let is_grace_over = grace_ends.is_some_and(|ends| now >= ends);
            if self.dead[at] || is_late || is_grace_over {
                if let Some(end) = self.end(player, answer, is_first, is_late, allowed, taken)? {
                    return Ok(end);
                }
                grace_ends = None;
                self.world.run(player)?;
            }
            let until = (now + LOOK_EVERY).min(began + allowed + moved).max(now + LOOK_EVERY / 50);
            self.wait(until.min(grace_ends.unwrap_or(until)))?;
        }
    }

    /// Decides the turn of a player that is late, dead, or has closed its board too short.
    fn end(
        &mut self,
        player: Player,
        answer: u64,
        is_first: bool,
        is_late: bool,
        allowed: Duration,
        taken: Duration,
    ) -> Result<Option<Result<Board, Reason>>, HostFailure> {
        let at = super::world::index(player);
        if self.mistake != Mistake::NoStop {
            self.world.stop(player)?;
            while !self.world.has_stopped(player)? && self.mistake != Mistake::StopsAtCall {
                let until = self.world.now() + LOOK_EVERY;
                self.wait(until)?;
                // What was not heard would end each wait at once.
                self.drain(player, answer)?;
            }
        }
        self.drain(player, answer)?;
        let death = if self.dead[at] { Some(self.world.death(player)?) } else { None };
        if let Some(reason) = self.excess(player, is_first)? {
            return Ok(Some(Err(reason)));
        }
        let board = self.read(player, answer)?;
        // Nothing is told of a folder.
        let counts = self.was_told || self.world.is_linked(player, answer) || board == Some(None);
        if let Some(board) = board.filter(|_| counts)
            && !(death.is_some() && self.mistake == Mistake::DeathBeforeBoard)
        {
            return Ok(Some(Ok(board)));
        }
        match death {
            Some(Death::Exited(_)) => return Ok(Some(Err(Reason::Exited))),
            Some(Death::Killed(_)) => return Ok(Some(Err(Reason::Crash))),
            Some(_) => return Err(host()),
            None if !is_late => return Ok(None),
            None => {}
        }
        let beyond = taken.saturating_sub(allowed * 8);
        if !beyond.is_zero() && beyond >= allowed / 10 {
            return Err(host());
        }
        Ok(Some(Err(Reason::Timeout)))
    }
}
