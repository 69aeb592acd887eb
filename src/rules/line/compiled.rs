//! The line of a game that the compiler knows.

use std::any::Any;

use super::key::Key;
use super::{Attempt, Judgement, Line, NoStart, Start, Step};
use crate::history::{Both, History, LineEnd};
use crate::judge::{Diagnose, is_reached, judge_file};
use crate::notation::{MoveTextError, Strictness, board_cause};
use crate::{GameId, Player};

/// A match with the buffer that its moves are read in.
#[derive(Debug)]
pub(super) struct Compiled<G: Diagnose> {
    history: History<G>,
    scratch: Vec<G::Move>,
}

impl<G: Diagnose> Compiled<G> {
    pub(super) fn open(start: Start<'_>, ply_limit: Option<u32>) -> Result<Compiled<G>, NoStart> {
        let start = match start {
            Start::Usual => G::start(),
            Start::Sized { size, walls } => G::sized(size, walls)?,
            Start::Fen(text) => G::read_fen(text).map_err(NoStart::Fen)?,
            Start::Board { bytes, turn, strictness } => {
                let reading = G::read_board(bytes, strictness);
                let cause = board_cause(bytes, &reading);
                let faults = reading.faults;
                G::new(reading.board.ok_or(NoStart::Board { faults, cause })?, turn)
            }
        };
        Ok(Compiled { history: History::new(start, ply_limit), scratch: Vec::new() })
    }

    /// The position after this many plies, or else the last.
    fn at(&self, ply: usize) -> &G {
        self.history.positions().get(ply).unwrap_or(self.history.position())
    }
}

fn step<G: Diagnose>(position: &G, mv: G::Move) -> Step {
    Step { text: position.write_move(mv), player: position.turn(), action: position.action(mv) }
}

impl<G: Diagnose> Line for Compiled<G> {
    fn game(&self) -> GameId {
        G::ID
    }

    fn turn(&self) -> Player {
        self.history.position().turn()
    }

    fn plies(&self) -> usize {
        self.history.plies()
    }

    fn end(&self) -> Option<LineEnd> {
        self.history.end()
    }

    fn is_forced(&self) -> bool {
        self.history.position().must_capture()
    }

    fn judge(&self, bytes: &[u8], strictness: Strictness) -> Judgement {
        let (tolerated, verdict) = judge_file(self.history.position(), bytes, strictness);
        Judgement { tolerated, verdict: verdict.map(Into::into) }
    }

    fn least(&self) -> usize {
        G::shortest_text(&self.history.position().board())
    }

    fn exact(&self, bytes: &[u8]) -> Option<String> {
        let board = G::read_board(bytes, Strictness::Tolerant).board?;
        Some(G::write_board(&board))
    }

    fn read(&mut self, text: &str) -> Result<Key, MoveTextError> {
        self.history.position().read_move(text, &mut self.scratch).map(Into::into)
    }

    fn begins(&self, text: &str) -> bool {
        let position = self.history.position();
        position.legal_moves().into_iter().any(|mv| position.begins(mv, text))
    }

    fn attempt(&self, text: &str, error: MoveTextError) -> Attempt {
        let position = self.history.position();
        let is_about_the_move =
            matches!(error, MoveTextError::NotLegal { .. } | MoveTextError::NotPlaceable { .. });
        let setup = position.attempted(text).filter(|_| is_about_the_move);
        match setup.filter(|setup| !is_reached(position, setup)) {
            None => Attempt { error, diagnosis: None, board: None },
            Some(setup) => Attempt {
                error,
                diagnosis: Some(position.diagnose_written(text, &setup)),
                board: G::write_setup(&setup),
            },
        }
    }

    fn play(&mut self, key: Key) {
        self.history.play(key.into());
    }

    fn undo(&mut self) -> bool {
        self.history.undo().is_some()
    }

    fn step(&self, key: Key) -> Step {
        step(self.history.position(), key.into())
    }

    fn legal(&self) -> Vec<Key> {
        self.history.position().legal_moves().into_iter().map(Into::into).collect()
    }

    fn step_at(&self, ply: usize) -> Option<Step> {
        let (before, mv) = self.history.positions().get(ply).zip(self.history.moves().get(ply))?;
        Some(step(before, *mv))
    }

    fn moves(&self) -> String {
        let moves = self.history.positions().iter().zip(self.history.moves());
        moves.map(|(before, &mv)| before.write_move(mv)).collect::<Vec<_>>().join(" ")
    }

    fn board(&self, ply: usize) -> String {
        G::write_board(&self.at(ply).board())
    }

    fn fen(&self, ply: usize) -> String {
        self.at(ply).write_fen()
    }

    fn turn_at(&self, ply: usize) -> Player {
        self.at(ply).turn()
    }

    fn walls_left(&self, ply: usize) -> Option<Both<u8>> {
        self.at(ply).walls_left()
    }

    fn start_fen(&self) -> Option<String> {
        Some(self.at(0)).filter(|it| **it != G::start()).map(G::write_fen)
    }

    fn fork(&self, ply_limit: Option<u32>) -> Box<dyn Line> {
        let mut history = self.history.clone();
        history.ply_limit = ply_limit;
        Box::new(Compiled { history, scratch: Vec::new() })
    }

    fn as_any(&self) -> &dyn Any {
        &self.history
    }
}
