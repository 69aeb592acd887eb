//! Plays a match on any stage: gives each player its board, waits for its answer and judges it.

/// Returns true if a match is simulated with this flaw. The referee of real matches has no flaws and no branches for
/// them.
#[cfg(test)]
macro_rules! flawed {
    ($match:expr, $flaw:ident) => {
        $match.flaw == Some(crate::playing::Flaw::$flaw)
    };
}
#[cfg(not(test))]
macro_rules! flawed {
    ($match:expr, $flaw:ident) => {
        false
    };
}

mod limits;
mod player;
mod time;
mod turn;

use std::path::{Path, PathBuf};
use std::time::Duration;

use super::contest::{Contest, HostFailure, PlyTime};
use super::event::{MatchEnd, MatchEvent, Tell};
use super::fault::Fault;
use super::judgement::{Answer, judgement};
use super::stage::{Stage, WakeEvents};
use super::warning::Warning;
use crate::match_dir::board_file;
use arbitro_rules::Player;
use arbitro_rules::line::Line;
use player::PlayerState;
use turn::{Next, Turn};

/// Time between two events while a player thinks.
const TELL_EVERY: Duration = Duration::from_millis(100);

/// A wrong order of judgement, or another fault of a referee, which the simulation must find.
#[cfg(test)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::EnumIter)]
pub(super) enum Flaw {
    BoardBeforeMemory,
    BoardBeforeProcessorTime,
    BoardBeforeOutput,
    BoardBeforeForeignFile,
    DeathBeforeBoard,
    VoidBeforeUse,
    NoGrace,
    NewsLeft,
    ReadBeforeStop,
    CloseNotAwaited,
    LineBeforeUse,
    DeathBeforeLine,
    EarlyLineForgotten,
}

#[derive(Debug)]
pub(super) struct Match<'a, S> {
    pub(super) stage: &'a mut S,
    terms: &'a Contest,
    /// The folder that the players share, if they do.
    folder: &'a Path,
    pub(super) line: Box<dyn Line>,
    /// The exact text of every board so far.
    pub(super) texts: Vec<String>,
    /// Players in one folder share one state, the first.
    states: [PlayerState; 2],
    is_shared: bool,
    pub(super) times: Vec<PlyTime>,
    pub(super) warnings: Vec<Warning>,
    warnings_told: usize,
    #[cfg(test)]
    pub(super) flaw: Option<Flaw>,
}

/// The place of a player in pairs.
pub(super) fn index(player: Player) -> usize {
    match player {
        Player::X => 0,
        Player::O => 1,
    }
}

impl<'a, S: Stage> Match<'a, S> {
    /// A match from a start in which player 1 is to move.
    pub(super) fn new(stage: &'a mut S, start: &dyn Line, terms: &'a Contest) -> Match<'a, S> {
        Match {
            stage,
            terms,
            folder: Path::new(""),
            line: start.fork(terms.ply_limit),
            texts: vec![start.board(0)],
            states: Default::default(),
            is_shared: false,
            times: Vec::new(),
            warnings: Vec::new(),
            warnings_told: 0,
            #[cfg(test)]
            flaw: None,
        }
    }

    /// A match whose players share a folder, where these boards are.
    pub(super) fn in_folder(
        stage: &'a mut S,
        start: &dyn Line,
        terms: &'a Contest,
        folder: &'a Path,
        boards: Vec<u64>,
    ) -> Match<'a, S> {
        let mut game = Match { folder, is_shared: true, ..Match::new(stage, start, terms) };
        game.states[0].find(boards);
        game.states[0].seat(1);
        game
    }

    fn state(&mut self, player: Player) -> &mut PlayerState {
        self.state_and_stage(player).0
    }

    fn state_and_stage(&mut self, player: Player) -> (&mut PlayerState, &mut S) {
        let at = if self.is_shared { 0 } else { index(player) };
        (&mut self.states[at], self.stage)
    }

    fn warn(&mut self, warning: Warning) {
        if !self.warnings.contains(&warning) {
            self.warnings.push(warning);
        }
    }

    fn tell_warnings(&mut self, tell: Tell<'_>) -> Result<(), HostFailure> {
        for warning in &self.warnings[self.warnings_told..] {
            tell(&*self.line, MatchEvent::Warning(warning.clone()))
                .map_err(HostFailure::Telling)?;
        }
        self.warnings_told = self.warnings.len();
        Ok(())
    }

    /// Plays to the end, and passes every event to `tell` as it happens, but for the end.
    pub(super) fn play(&mut self, tell: Tell<'_>) -> Result<MatchEnd, HostFailure> {
        loop {
            let broken = self.line.broken().map(str::to_owned);
            if let Some(words) = broken.or_else(|| self.stage.failure_of_rules()) {
                return Err(HostFailure::Rules(words));
            }
            if let Some(end) = self.line.end() {
                return Ok(MatchEnd::Rules(end));
            }
            let (player, ply) = (self.line.turn(), self.line.plies() as u64 + 1);
            let file = board_file(self.folder, ply + 1);
            let turn = MatchEvent::Turn { player, ply, file: file.clone() };
            tell(&*self.line, turn).map_err(HostFailure::Telling)?;
            let mut began = self.stage.now();
            let mut answer = match self.begin()? {
                Err(why) => Answer::None(why),
                Ok(mut turn) => {
                    began = turn.time.began;
                    self.await_answer(&mut turn, tell)?
                }
            };
            let took = self.stage.now().saturating_sub(began + self.stage.asked(player).took);
            let stray = match &mut answer {
                Answer::None(detail) => self.find_slip(player, began, detail)?,
                Answer::File(_) | Answer::Line(_) => None,
            };
            let activity = match &answer {
                Answer::None(detail) => self.activity(player, detail)?,
                Answer::File(_) | Answer::Line(_) => None,
            };
            self.tell_warnings(tell)?;
            let by_lines = self.stage.can(player).by_lines;
            // Where players share a folder, the other one reads a board there.
            let is_name = matches!(&answer, Answer::File(Ok(bytes)) if self.line.is_name(bytes));
            let file = if by_lines { PathBuf::new() } else { file };
            match judgement(&*self.line, file, answer, self.terms.strictness) {
                Err(fault) => {
                    return Ok(MatchEnd::Forfeit(Fault { stray, activity, ..*fault }));
                }
                Ok((key, tolerated)) => {
                    let cpu = self.state(player).latest_cpu;
                    self.times.push(PlyTime { wall: took, cpu });
                    self.line.play(key);
                    self.texts.push(self.line.board(self.line.plies()));
                    let board = ply + 1;
                    if !tolerated.is_empty() || is_name {
                        self.stage.correct(board, &self.texts[ply as usize])?;
                    }
                    let warning = |&leniency| {
                        if by_lines {
                            Warning::ToleratedName { ply, leniency }
                        } else {
                            Warning::Tolerated { board, leniency }
                        }
                    };
                    self.warnings.extend(tolerated.iter().map(warning));
                    // The event of the move tells them.
                    self.warnings_told = self.warnings.len();
                    let cpu = self.stage.can(player).measures.then_some(cpu);
                    tell(&*self.line, MatchEvent::Move { player, ply, took, cpu, tolerated })
                        .map_err(HostFailure::Telling)?;
                }
            }
            self.warn_of_ahead();
            self.tell_warnings(tell)?;
        }
    }

    /// Waits until the player answers or can no longer answer.
    fn await_answer(&mut self, turn: &mut Turn, tell: Tell<'_>) -> Result<Answer, HostFailure> {
        let mut next_told = turn.time.began + TELL_EVERY;
        loop {
            let until = match self.next(turn)? {
                Next::Answer(answer) => return Ok(answer),
                Next::Wait(until) => until,
            };
            let now = self.stage.now();
            if now >= next_told {
                next_told = now + TELL_EVERY;
                tell(&*self.line, MatchEvent::Waiting).map_err(HostFailure::Telling)?;
            }
            let WakeEvents { news, died, memory } = self.stage.wait(until.min(next_told))?;
            for (at, state) in self.states.iter_mut().enumerate() {
                state.has_events |= news[at];
                state.is_dead |= died[at];
                state.has_memory_event |= memory[at];
            }
        }
    }

    /// By hand the writer of a board is not known. One that came before it could be an answer is none,
    /// and must be written again.
    fn warn_of_ahead(&mut self) {
        let answered = self.texts.len() as u64;
        let next = answered + 1;
        let arrivals = &mut self.states[0].arrivals;
        if self.is_shared && arrivals.is_earlier(next, answered) {
            arrivals.expire(next);
            self.warn(Warning::Ahead { board: next, answered });
        }
    }

    /// Warns of boards of a player that were changed after they were judged.
    pub(super) fn warn_of_changed(&mut self, player: Player) -> Result<(), HostFailure> {
        let boards = self.texts.len() as u64;
        for number in self.state(player).arrivals.touched_before(boards + 1) {
            if !self.is_as_judged(player, number)? {
                self.warn(Warning::Rewritten { board: number });
            }
        }
        Ok(())
    }
}
