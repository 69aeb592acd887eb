//! Two boards: is the second one legal move after the first?

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
    /// It is what this move leads to.
    Legal(M),
    /// It is a board, but not one that the mover may make of the first.
    Illegal(Diagnosis),
    /// It is no playable board; where it can be told, also what was wrong with the move.
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
    /// The diagnosis, if it is not legal and there is one.
    pub fn diagnosis(&self) -> Option<&Diagnosis> {
        match self {
            Verdict::Legal(_) => None,
            Verdict::Illegal(diagnosis) => Some(diagnosis),
            Verdict::InvalidBoard(diagnosis) => diagnosis.as_ref(),
        }
    }
}

/// Judges what was read from the second board against the first.
pub fn check_pair<G: Diagnose>(
    before: &G::Board,
    after: &BoardReading<G>,
    mover: Mover,
) -> PairReport<G> {
    let by = |player: Player| {
        let before = G::new(*before, player);
        PairReport {
            before,
            verdict: verdict(&before, after),
        }
    };
    match mover {
        Mover::Given(player) => by(player),
        Mover::Unknown => {
            let (x, o) = (by(Player::X), by(Player::O));
            match (&x.verdict, &o.verdict) {
                (Verdict::Legal(_), _) => x,
                (_, Verdict::Legal(_)) => o,
                // If it looks to x as if the other's piece had moved, then it was o's turn.
                (other, _)
                    if other
                        .diagnosis()
                        .is_some_and(|it| it.code == Code::MovedOpponent) =>
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
            // Its move may be right, and only the way it is written wrong.
            let setup = after.setup.as_ref().filter(|it| !is_reached(before, it));
            let diagnosis = setup.map(|setup| before.diagnose(setup));
            // A board can be faulty in ways that say nothing of the move.
            Verdict::InvalidBoard(diagnosis.filter(|it| it.code != Code::Unchanged))
        }
    }
}
