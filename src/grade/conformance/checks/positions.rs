//! The checks that are made of many boards: positions that games by chance come to, and long histories.

use super::super::boards::{board_text, sample_positions, start};
use super::super::step::{Slot, Step};
use super::{Check, MIXED};
use arbitro_rules::Game;
use arbitro_rules::draughts::Dama;
use arbitro_rules::notation::Notation;

type IsOfKind = fn(&Dama, usize) -> bool;

/// Positions of each kind that a player moves in, and that pairs of boards are made from.
const TO_MOVE: usize = 4;
const TO_PAIR: usize = 2;

/// Few enough plies that both players still have pieces; without pieces `move` is unspecified.
const PLIES: usize = 22;

/// The seed of a kind of positions that are met in games by chance, and when that is.
fn kind(name: &str) -> Option<(u64, IsOfKind)> {
    let kind: (u64, IsOfKind) = match name {
        "openings" => (1, |_, ply| (2..12).contains(&ply)),
        "middle" => (2, |_, ply| (14..40).contains(&ply)),
        "late" => (3, |_, ply| ply >= 60),
        "kings" => (4, has_king),
        "captures" => (5, |position, _| position.can_capture(position.turn())),
        "one-move" => (6, |position, _| position.count_moves() == 1),
        "crowning" => (7, |position, _| {
            let mut moves = position.legal_moves().into_iter();
            moves.any(|mv| position.crowns(mv))
        }),
        "against-kings" => (8, |position, _| position.board().count(!position.turn()).1 > 0),
        "judged-middle" => (40, |_, ply| (8..30).contains(&ply)),
        "judged-late" => (40, |position, ply| ply > 40 && has_king(position, ply)),
        _ => return None,
    };
    Some(kind)
}

fn has_king(position: &Dama, _: usize) -> bool {
    position.board().count(position.turn()).1 > 0
}

impl Check {
    /// The same with the steps that a row names after `made:`.
    pub(super) fn with_made_steps(mut self, row: &str) -> Option<Check> {
        let mut words = row.split(' ');
        let what = words.next()?;
        let kind = words.next().and_then(kind);
        let number = words.next().and_then(|word| word.parse().ok());
        match (what, kind.zip(number)) {
            ("many", None) => self.many(),
            ("long", None) => self.long_history(),
            ("game", None) => self.game_of_two(),
            ("moves", Some(((seed, kind), number))) => {
                self.steps.push(Step::New(1, Some(number)));
                for position in sample_positions(seed, TO_MOVE, number, kind) {
                    self.load(1, written(&position));
                    let file = format!("board_{}.txt", self.steps.len() + 10);
                    self.then([Step::Move(1), Step::Played(1, file)]);
                }
            }
            ("one-apart" | "two-apart", Some(((seed, kind), number))) => {
                self.steps.push(Step::New(1, Some(1)));
                for position in sample_positions(seed, TO_PAIR, number, kind) {
                    self.pairs(&position, what == "two-apart");
                }
            }
            _ => return None,
        }
        Some(self)
    }

    fn then(&mut self, steps: impl IntoIterator<Item = Step>) {
        self.steps.extend(steps);
    }

    fn load(&mut self, slot: Slot, board: String) {
        let file = self.file_of(board.into_bytes());
        self.steps.push(Step::Load(slot, file));
    }

    fn many(&mut self) {
        self.then((0..12).map(|slot| Step::New(slot, Some(i32::from(slot) % 2 + 1))));
        (0..12).for_each(|slot| self.load(slot, start()));
        self.then((0..12).map(|slot| Step::Board(slot, 0)));
        self.then((0..12).map(Step::Delete));
    }

    fn long_history(&mut self) {
        self.then([Step::New(1, Some(1))]);
        for at in 0..300 {
            let board = if at % 3 == 0 { board_text(MIXED) } else { start() };
            self.load(1, board);
        }
        self.then([299, 298, 0].map(|offset| Step::Board(1, offset)));
        self.then([Step::Length(1, 300)]);
    }

    fn game_of_two(&mut self) {
        self.file_of(start().into_bytes());
        self.then([Step::New(1, Some(1)), Step::New(2, Some(2))]);
        for ply in 1..=PLIES {
            let slot = if ply % 2 == 1 { 1 } else { 2 };
            self.then([
                Step::Load(slot, format!("board_{ply}.txt")),
                Step::Move(slot),
                Step::Played(slot, format!("board_{}.txt", ply + 1)),
            ]);
        }
        self.then([Step::Board(1, 1), Step::Board(2, 1)]);
    }

    /// Pairs of boards as they come in games: those one move apart, or those two apart.
    fn pairs(&mut self, before: &Dama, are_two_apart: bool) {
        for mv in before.legal_moves() {
            let next = before.after(mv);
            let after = match next.legal_moves().first() {
                _ if !are_two_apart => next,
                Some(answer) => next.after(*answer),
                None => continue,
            };
            self.load(1, written(before));
            self.load(1, written(&after));
            self.then([Step::ValidMove(1)]);
        }
    }
}

fn written(position: &Dama) -> String {
    Dama::write_board(&position.board())
}
