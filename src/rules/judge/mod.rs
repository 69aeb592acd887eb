//! Why a board is not a legal move.
//!
//! A board is judged as a successor: it is legal when it is one of the positions that the legal
//! moves lead to. That sentence serves every game, and [`judge`] says no more than it. Only when
//! it has failed the diagnosis is asked, and it always has an answer: the one that a person
//! looking at both boards would give first.
//!
//! A diagnosis is data (a code, places, a better move); [`words`] puts it into a language.
//! Nothing here reads files or knows whose program it was.

mod diagnosis;
mod draughts;
mod quoridor;
mod way;
pub mod words;

pub use diagnosis::{AboutWalls, Code, Diagnosis, Miscount, Piece};

use crate::notation::Notation;

/// Finds the reason why a board is no legal move. Each family of games has its own.
pub trait Diagnose: Notation {
    /// Why `after` is not what a legal move of this position leads to. To be asked only of boards
    /// that are not; what it says of a legal one means nothing.
    fn diagnose(&self, after: &Self::Setup) -> Diagnosis;
}

/// Whether a legal move leads from a position to this setup: of such the diagnosis is not asked.
pub fn is_reached<G: Diagnose>(before: &G, setup: &G::Setup) -> bool {
    let mut moves = before.legal_moves().into_iter();
    moves.any(|mv| G::setup(&before.after(mv).board()) == *setup)
}

/// The legal move that leads from a position to a board, or why there is none.
///
/// `scratch` is room for the legal moves.
///
/// # Errors
///
/// The diagnosis.
#[expect(clippy::result_large_err, reason = "made once a match, at its end")]
pub fn judge<G: Diagnose>(
    before: &G,
    after: &G::Board,
    scratch: &mut Vec<G::Move>,
) -> Result<G::Move, Diagnosis> {
    before.legal_moves_into(scratch);
    match scratch
        .iter()
        .find(|&&mv| before.after(mv).board() == *after)
    {
        Some(&mv) => Ok(mv),
        None => Err(before.diagnose(&G::setup(after))),
    }
}
