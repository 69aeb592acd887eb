//! Judges boards and diagnoses illegal ones.
//!
//! A board is judged as a successor: it is legal if one of the legal moves leads to it. That rule
//! serves every game, and [`judge`] does nothing else. Only after it has failed is the diagnosis
//! computed. It always has an answer: the explanation with the fewest faults.
//!
//! A diagnosis is data: a code, places, a better move. Nothing here reads files or knows which player
//! wrote the board.

mod answer;
pub(crate) mod diagnosis;
mod draughts;
mod quoridor;
mod wrong;

pub use answer::{MAX_ANSWER, NameSlip, WrongName, judge_answer};
pub use diagnosis::{AboutWalls, Code, Diagnosis, Miscount, Piece};
pub use wrong::{Wrong, fault_places, judge_file};

use crate::notation::Notation;

/// Explains illegal boards. Each family of games has its own implementation.
pub trait Diagnose: Notation {
    /// Explains why no legal move of this position leads to `after`. Call it for illegal boards only;
    /// the answer for a legal one is meaningless.
    fn diagnose(&self, after: &Self::Setup) -> Diagnosis;

    /// Explains an illegal board that the move written as `text` leads to. The text tells which
    /// piece moved, where the boards alone leave a choice.
    fn diagnose_written(&self, text: &str, after: &Self::Setup) -> Diagnosis;

    /// The board that a move's text would make if the rules allowed it, read as favourably as
    /// possible; any fault that remains is the player's. `None` if the text suggests no board.
    fn attempted(&self, text: &str) -> Option<Self::Setup>;
}

/// Returns true if a legal move leads from the position to this setup; then no diagnosis is needed.
pub fn is_reached<G: Diagnose>(before: &G, setup: &G::Setup) -> bool {
    let mut moves = before.legal_moves().into_iter();
    moves.any(|mv| G::setup(&before.after(mv).board()) == *setup)
}

/// Returns the legal move that leads from a position to a board.
///
/// `scratch` is reused for the legal moves.
pub fn judge<G: Diagnose>(
    before: &G,
    after: &G::Board,
    scratch: &mut Vec<G::Move>,
) -> Result<G::Move, Diagnosis> {
    before.legal_moves_into(scratch);
    match scratch.iter().find(|&&mv| before.after(mv).board() == *after) {
        Some(&mv) => Ok(mv),
        None => Err(before.diagnose(&G::setup(after))),
    }
}
