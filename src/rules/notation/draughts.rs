//! The text forms of every draughts set.

use super::{
    Action, BoardReading, FenError, MoveTextError, NoStart, Notation, Scene, Setup, Strictness,
    board_text, fen, move_text, square_names, written_move,
};
use crate::draughts::{Board, Capturing, Draughts, Move, RuleSet};
use crate::line::draughts_action;
use crate::{Game, Square};

impl<R: RuleSet> Notation for Draughts<R> {
    type Setup = Setup;

    fn setup(board: &Board) -> Setup {
        Setup::from_board(board, &Self::GEOMETRY)
    }

    fn read_board(bytes: &[u8], strictness: Strictness) -> BoardReading<Self> {
        let found = board_text::read(bytes, &R::RULES, strictness);
        let board = match &found.setup {
            Some(setup) if found.faults.is_empty() => setup.check(&R::RULES).ok(),
            _ => None,
        };
        BoardReading { setup: found.setup, board, tolerated: found.tolerated, faults: found.faults }
    }

    fn write_board(board: &Board) -> String {
        Self::setup(board).text()
    }

    fn write_setup(setup: &Setup) -> Option<String> {
        Some(setup.text())
    }

    fn read_fen(text: &str) -> Result<Self, FenError> {
        fen::read(text)
    }

    fn write_fen(&self) -> String {
        fen::write(self)
    }

    fn write_move(&self, mv: Move) -> String {
        move_text::write(self, mv)
    }

    fn read_move(&self, text: &str, scratch: &mut Vec<Move>) -> Result<Move, MoveTextError> {
        move_text::read(self, text, scratch)
    }

    fn place_name(place: Square) -> String {
        square_names::place_name(&R::RULES, place)
    }

    fn action(&self, mv: Move) -> Action {
        draughts_action(self, mv)
    }

    fn must_capture(&self) -> bool {
        R::RULES.capturing == Capturing::Forced && self.can_capture(self.turn())
    }

    fn begins(&self, mv: Move, text: &str) -> bool {
        written_move::<R>(text).is_ok_and(|written_move| {
            written_move.squares.first() == Some(&mv.from)
                && mv.captured_count() > 1
                && self.can_pass(mv, &written_move.squares[1..])
        })
    }

    fn sized(size: Option<usize>, walls: Option<usize>) -> Result<Self, NoStart> {
        match (size, walls) {
            (None, None) => Ok(Self::start()),
            _ => Err(NoStart::OneSize(Self::ID)),
        }
    }

    fn scene(setup: &Setup) -> Scene<'static> {
        Scene::of_setup(setup, &R::RULES, Self::place_name)
    }

    fn places_of(mv: Move) -> Vec<Square> {
        [mv.from, mv.to]
            .into_iter()
            .chain(mv.captured())
            .map(|square| Self::GEOMETRY.place(square))
            .collect()
    }
}
