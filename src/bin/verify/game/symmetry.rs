//! Changes of the board that change no game.

use std::collections::{BTreeMap, BTreeSet};

use arbitro_games::{Symmetry, Written};
use arbitro_rules::history::LineEnd;
use arbitro_rules::line::{Line, Start, open};
use arbitro_rules::notation::Strictness;
use arbitro_rules::{GameId, Look, Player, SignOwner};

use crate::words::Finding;

/// A change of boards that the rules must not notice.
pub(super) struct Mirror {
    symmetry: Symmetry,
    turn: Turn,
    partners: BTreeMap<char, char>,
}

/// A turn of the board.
#[derive(Clone, Copy)]
enum Turn {
    None,
    LeftRight,
    UpsideDown,
    Half,
}

impl Turn {
    fn of(self, board: &str) -> String {
        let mut rows: Vec<String> = board.split('\n').map(str::to_owned).collect();
        if matches!(self, Turn::LeftRight | Turn::Half) {
            rows = rows.iter().map(|it| it.chars().rev().collect()).collect();
        }
        if matches!(self, Turn::UpsideDown | Turn::Half) {
            rows.reverse();
        }
        rows.join("\n")
    }
}

impl Mirror {
    /// A symmetry of a game with this start; `None` if the start has it not.
    pub(super) fn new(look: &Look, symmetry: Symmetry, start: &str) -> Option<Mirror> {
        if symmetry == Symmetry::LeftRight {
            let turn = Turn::LeftRight;
            return Some(Mirror { symmetry, turn, partners: BTreeMap::new() });
        }
        let partners = partners(look);
        let turns = [Turn::None, Turn::UpsideDown, Turn::Half, Turn::LeftRight];
        let mirror = |turn| Mirror { symmetry, turn, partners: partners.clone() };
        turns.into_iter().map(mirror).find(|it| it.image(start) == start)
    }

    fn image(&self, board: &str) -> String {
        let turned = self.turn.of(board);
        turned.chars().map(|it| self.partners.get(&it).copied().unwrap_or(it)).collect()
    }

    fn player(&self, player: Player) -> Player {
        match self.symmetry {
            Symmetry::LeftRight => player,
            Symmetry::Colours => !player,
        }
    }

    /// Compares the moves and the end of a position with those of its image, of a game without a state.
    pub(super) fn compare(&self, game: GameId, line: &mut dyn Line) -> Option<Finding> {
        let state = |line: &dyn Line| {
            line.as_any().downcast_ref::<Written>().is_some_and(|it| !it.state().is_empty())
        };
        if state(line) {
            return None;
        }
        let board = self.image(&line.board(line.plies()));
        let start = Start::Board {
            bytes: board.as_bytes(),
            turn: self.player(line.turn()),
            strictness: Strictness::Strict,
        };
        let mut other = open(game, start, None).ok()?;
        if state(&*other) {
            return None;
        }
        let ours = rules_end(line).map(|it| it.map(|it| self.player(it)));
        if ours != rules_end(&*other) {
            return Some(Finding::OtherEnd { board });
        }
        let mine: BTreeSet<String> = line.successors().iter().map(|it| self.image(it)).collect();
        let theirs = other.successors();
        if ours.is_some() || mine == theirs {
            return None;
        }
        Some(Finding::OtherMoves { mine: mine.len(), theirs: theirs.len(), board })
    }
}

/// The end that the rules themselves make, and the winner.
fn rules_end(line: &dyn Line) -> Option<Option<Player>> {
    match line.end() {
        Some(LineEnd::Rules(winner)) => Some(winner),
        Some(_) | None => None,
    }
}

/// For each sign of a player the other's with the same picture, in their order.
fn partners(look: &Look) -> BTreeMap<char, char> {
    let of = |owner: SignOwner| look.signs.iter().filter(move |(_, it)| it.is == owner);
    let mut partners = BTreeMap::new();
    for (&sign, of_x) in of(SignOwner::X) {
        let mut free = of(SignOwner::O)
            .filter(|(it, of_o)| of_o.shape == of_x.shape && !partners.contains_key(*it));
        if let Some(&other) = free.next().map(|it| it.0) {
            partners.insert(sign, other);
            partners.insert(other, sign);
        }
    }
    partners
}
