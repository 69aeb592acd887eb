//! Judges a pair of boards: is the second a successor of the first?

use arbitro_rules::Player;
use arbitro_rules::judge::{Code, Diagnose, Diagnosis, is_reached, judge};
use arbitro_rules::notation::BoardReading;

/// The mover of a pair of boards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mover {
    /// Given by the caller or by the number in a file's name.
    Given(Player),
    /// To be inferred: the player with a fitting legal move, else the player whose pieces moved.
    Unknown,
}

/// The verdict on the second board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict<M> {
    /// The board that this move leads to.
    Legal(M),
    /// A board that no legal move of the mover leads to.
    Illegal(Diagnosis),
    /// Not a playable board; the diagnosis explains the move, if it can be recognised.
    InvalidBoard(Option<Diagnosis>),
}

/// A judged pair.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PairReport<G: Diagnose> {
    /// The position before the move, with the mover to move.
    pub before: G,
    /// The verdict.
    pub verdict: Verdict<G::Move>,
}

impl<M> Verdict<M> {
    /// The diagnosis of a board that is not legal, if there is one.
    pub fn diagnosis(&self) -> Option<&Diagnosis> {
        match self {
            Verdict::Legal(_) => None,
            Verdict::Illegal(diagnosis) => Some(diagnosis),
            Verdict::InvalidBoard(diagnosis) => diagnosis.as_ref(),
        }
    }
}

/// Judges the parsed second board against the first.
pub fn check_pair<G: Diagnose>(
    before: &G::Board,
    after: &BoardReading<G>,
    mover: Mover,
) -> PairReport<G> {
    let by = |player: Player| {
        let before = G::new(*before, player);
        PairReport { before, verdict: verdict(&before, after) }
    };
    match mover {
        Mover::Given(player) => by(player),
        Mover::Unknown => {
            let (x, o) = (by(Player::X), by(Player::O));
            match (&x.verdict, &o.verdict) {
                (Verdict::Legal(_), _) => x,
                (_, Verdict::Legal(_)) => o,
                // If x sees the opponent's piece moved, then it was o's turn.
                (other, _)
                    if other.diagnosis().is_some_and(|it| it.code == Code::MovedOpponent) =>
                {
                    o
                }
                (other, _)
                    if other
                        .diagnosis()
                        .is_some_and(|it| it.piece.is_none() && it.from.is_none()) =>
                {
                    if o.verdict
                        .diagnosis()
                        .is_some_and(|it| it.from.is_some() && it.code != Code::MovedOpponent)
                    {
                        o
                    } else {
                        x
                    }
                }
                _ => x,
            }
        }
    }
}

fn verdict<G: Diagnose>(before: &G, after: &BoardReading<G>) -> Verdict<G::Move> {
    match &after.board {
        Some(board) => match judge(before, board, &mut Vec::new()) {
            Ok(mv) => Verdict::Legal(mv),
            Err(diagnosis) => Verdict::Illegal(diagnosis),
        },
        None => {
            // The move may be legal and only its notation wrong.
            let setup = after.setup.as_ref().filter(|it| !is_reached(before, it));
            let diagnosis = setup.map(|setup| before.diagnose(setup));
            // Some faults of a board say nothing about the move.
            Verdict::InvalidBoard(diagnosis.filter(|it| it.code != Code::Unchanged))
        }
    }
}
