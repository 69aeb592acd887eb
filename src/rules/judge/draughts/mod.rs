//! Diagnoses illegal boards of every draughts set by the smallest explanation.
//!
//! An explanation is a way that one piece of the mover's may have gone, with the rules it breaks,
//! and the faults of the board that this leaves unexplained: a piece that came, disappeared, moved
//! or changed its kind. Each rule and each piece counts as one fault, and so does not moving at all.
//! The explanation with the fewest faults wins; [`faults`] orders those with as many. Only one of
//! its faults is named, the first in that order.
//!
//! A piece that went to a square that no piece of its kind can reach may have removed whatever lay
//! straight between the two. What a way lifts or puts down is not lifted or put down a second time.

mod codes;
mod diagnose;
mod faults;
mod ways;

use super::{Code, Diagnose, Diagnosis};
use crate::draughts::{Draughts, Move, RuleSet};
use crate::notation::{Cell, Notation, Setup, written_move};
use crate::{Game, Player, Square};
use faults::Explanation;

impl<R: RuleSet> Diagnose for Draughts<R> {
    fn diagnose(&self, after: &Setup) -> Diagnosis {
        Case::new(self, after, Vec::new()).diagnosis()
    }

    fn diagnose_written(&self, text: &str, after: &Setup) -> Diagnosis {
        let written = written_move::<R>(text);
        let route = written.map_or_else(|_| Vec::new(), |written| written.places::<R>());
        Case::new(self, after, route).diagnosis()
    }

    /// A person who drags a piece gives only its first and last square: jumped enemies are captured and a
    /// man on its last row is crowned, whatever the sign between the squares.
    fn attempted(&self, text: &str) -> Option<Setup> {
        let squares = written_move::<R>(text).ok()?.places::<R>();
        let (&from, &to) = (squares.first()?, squares.last()?);
        let before = Draughts::<R>::setup(&self.board());
        let piece = before.at(from);
        let owner = piece.owner()?;
        let mut after = before;
        for over in squares.windows(2).flat_map(|leg| leg[0].between(leg[1])) {
            if before.at(over).owner() == Some(!owner) {
                after[over] = Cell::Empty;
            }
        }
        after[from] = Cell::Empty;
        let is_crowned = piece == Cell::Man(owner) && to.row == R::RULES.last_row(owner);
        after[to] = if is_crowned { Cell::King(owner) } else { piece };
        Some(after)
    }
}

/// Two boards, the second of which no legal move leads to.
struct Case<'a, R> {
    position: &'a Draughts<R>,
    mover: Player,
    before: Setup,
    after: &'a Setup,
    /// The legal moves, ascending.
    legal: Vec<Move>,
    /// The squares that the mover's pieces left, ascending.
    left: Vec<Square>,
    /// The squares that the opponent's pieces left.
    gone: u64,
    /// The squares that the piece is known to have gone by; none if only the boards are known.
    route: Vec<Square>,
}

impl<'a, R: RuleSet> Case<'a, R> {
    fn new(position: &'a Draughts<R>, after: &'a Setup, route: Vec<Square>) -> Case<'a, R> {
        let mover = position.turn();
        let board = position.board();
        let left_by = |player: Player| {
            let mut places = Self::places(board.of(player));
            places.retain(|&place| after.at(place).owner() != Some(player));
            places
        };
        let gone = left_by(!mover).into_iter().filter_map(Self::square);
        Case {
            position,
            mover,
            before: Draughts::<R>::setup(&board),
            after,
            route,
            legal: position.legal_moves(),
            left: left_by(mover),
            gone: gone.fold(0, |set, it| set | it.bit()),
        }
    }

    fn is_own(&self, setup: &Setup, place: Square) -> bool {
        setup.at(place).owner() == Some(self.mover)
    }

    fn diagnosis(&self) -> Diagnosis {
        let mut ways = self.ways();
        if let [from, .., to] = self.route[..] {
            if self.before.at(from).owner() == Some(!self.mover) {
                return self.went(Code::MovedOpponent, (from, to), Vec::new());
            }
            ways.retain(|way| way.route == Some((from, to)));
            if ways.is_empty() {
                ways.extend(self.straight(from, to, 0));
            }
        }
        let mut best: Option<Explanation> = None;
        for way in ways {
            let most = best.as_ref().map_or(usize::MAX, Explanation::faults);
            let found = self.explained_by(way, most);
            best = [best, found].into_iter().flatten().min_by_key(|it| self.rank(it));
        }
        match best {
            Some(explanation) => self.diagnosis_of(&explanation),
            None => Diagnosis::new(Code::Unchanged, self.mover),
        }
    }
}
