//! A match in progress: position, history and end.

use super::Sequence;
use crate::draughts::DrawRule;
use crate::{End, Game, Player, Reason};

/// A regular end of a match: no player broke a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineEnd {
    /// The position itself ends the match.
    Position(End),
    /// The position occurred this often: a draw.
    Repetition(u32),
    /// A draw by another rule of the game, in words.
    RuleDraw(DrawRule),
    /// The match reached its ply limit: a draw.
    MoveLimit(u32),
    /// The program that knows the rules ended it, with this winner.
    Rules(Option<Player>),
}

impl LineEnd {
    /// Returns the winner; `None` for a draw.
    pub fn winner(self) -> Option<Player> {
        match self {
            LineEnd::Position(end) => Some(end.winner()),
            LineEnd::Rules(winner) => winner,
            LineEnd::Repetition(_) | LineEnd::RuleDraw(_) | LineEnd::MoveLimit(_) => None,
        }
    }

    /// Its word in results.
    pub const fn reason(self) -> Reason {
        match self {
            LineEnd::Position(end) => end.reason(),
            LineEnd::Repetition(_) => Reason::Repetition,
            LineEnd::RuleDraw(_) => Reason::RuleDraw,
            LineEnd::MoveLimit(_) => Reason::MoveLimit,
            LineEnd::Rules(_) => Reason::Rules,
        }
    }
}

/// The positions of a match, the moves between them and the draw clock.
#[derive(Clone, Debug)]
pub struct History<G: Game> {
    positions: Sequence<G>,
    moves: Vec<G::Move>,
    clocks: Vec<G::DrawClock>,
    pub(crate) ply_limit: Option<u32>,
}

impl<G: Game> History<G> {
    /// Starts a match at a position. Without a ply limit it may never end.
    pub fn new(start: G, ply_limit: Option<u32>) -> History<G> {
        let mut positions = Sequence::default();
        positions.push(start);
        History { positions, moves: Vec::new(), clocks: vec![G::DrawClock::default()], ply_limit }
    }

    pub fn position(&self) -> &G {
        self.positions.from_latest(0).expect("a line has a start")
    }

    pub fn moves(&self) -> &[G::Move] {
        &self.moves
    }

    /// The positions so far, the start first.
    pub fn positions(&self) -> &[G] {
        self.positions.items()
    }

    /// Returns the counters of the draw rules.
    pub fn clock(&self) -> G::DrawClock {
        self.clocks.last().copied().unwrap_or_default()
    }

    pub fn plies(&self) -> usize {
        self.moves.len()
    }

    /// Plies left until the limit, or the game's own limit if the match has none.
    pub fn plies_left(&self) -> u64 {
        let limit = u64::from(self.ply_limit.unwrap_or(G::PLY_LIMIT));
        limit.saturating_sub(self.plies() as u64)
    }

    /// Counts the occurrences of the current position, this one included.
    pub fn recurrence(&self) -> u32 {
        self.positions.recurrence()
    }

    /// Plays a move, which must be legal; this is not checked.
    pub fn play(&mut self, mv: G::Move) {
        let before = *self.position();
        let next = before.after(mv);
        self.clocks.push(before.tick(self.clock(), mv, &next));
        self.positions.push(next);
        self.moves.push(mv);
    }

    /// Takes the last move back and returns it.
    pub fn undo(&mut self) -> Option<G::Move> {
        let mv = self.moves.pop()?;
        self.positions.pop();
        self.clocks.pop();
        Some(mv)
    }

    /// Returns the end of the match, if it is over. Checked in this order: pieces, moves, repetition,
    /// the other draw rules, the ply limit.
    pub fn end(&self) -> Option<LineEnd> {
        let position = self.position();
        if let Some(end) = position.end() {
            return Some(LineEnd::Position(end));
        }
        let recurrence = self.recurrence();
        if G::REPETITIONS.is_some_and(|limit| recurrence >= limit) {
            return Some(LineEnd::Repetition(recurrence));
        }
        if let Some(rule) = position.drawn_by(self.clock()) {
            return Some(LineEnd::RuleDraw(rule));
        }
        let plies = u32::try_from(self.plies()).unwrap_or(u32::MAX);
        self.ply_limit.filter(|&limit| plies >= limit).map(LineEnd::MoveLimit)
    }
}
