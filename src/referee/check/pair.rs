//! Judges a pair of boards: is the second a successor of the first?

use crate::fault::Wrong;
use arbitro_rules::Player;
use arbitro_rules::judge::{Code, Diagnose, is_reached, judge};
use arbitro_rules::notation::{BoardReading, Strictness, board_cause};

/// The mover of a pair of boards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mover {
    /// Given by the caller or by the number in a file's name.
    Given(Player),
    /// To be inferred: the player with a fitting legal move, else the player whose pieces moved.
    Unknown,
}

/// A judged pair.
#[derive(Clone, Debug)]
pub struct PairReport<G: Diagnose> {
    /// The position before the move, with the mover to move.
    pub before: G,
    /// The second board as read.
    pub reading: BoardReading<G>,
    /// The move that leads to it, or what is wrong with it.
    pub verdict: Result<G::Move, Wrong>,
}

/// Judges the text of the second board against the first.
pub fn check_pair<G: Diagnose>(
    before: &G::Board,
    after: &[u8],
    strictness: Strictness,
    mover: Mover,
) -> PairReport<G> {
    let reading = G::read_board(after, strictness);
    let by = |player: Player| {
        let before = G::new(*before, player);
        let verdict = verdict(&before, &reading, after);
        (before, verdict)
    };
    let (before, verdict) = match mover {
        Mover::Given(player) => by(player),
        Mover::Unknown => {
            let (x, o) = (by(Player::X), by(Player::O));
            if is_turn_of_o(&x.1, &o.1) { o } else { x }
        }
    };
    PairReport { before, reading, verdict }
}

/// Returns true if the second verdict, as of player 2's turn, explains a board better.
fn is_turn_of_o<M>(x: &Result<M, Wrong>, o: &Result<M, Wrong>) -> bool {
    let (Err(x), Err(o)) = (x, o) else {
        return x.is_err();
    };
    let Some(x) = x.diagnosis() else {
        return false;
    };
    // If x sees the opponent's piece moved, then it was o's turn.
    x.code == Code::MovedOpponent
        || x.piece.is_none()
            && x.from.is_none()
            && o.diagnosis().is_some_and(|it| it.from.is_some() && it.code != Code::MovedOpponent)
}

fn verdict<G: Diagnose>(
    before: &G,
    after: &BoardReading<G>,
    bytes: &[u8],
) -> Result<G::Move, Wrong> {
    if let Some(board) = &after.board {
        return judge(before, board, &mut Vec::new()).map_err(Wrong::of);
    }
    // The move may be legal and only its notation wrong.
    let setup = after.setup.as_ref().filter(|it| !is_reached(before, it));
    let diagnosis = setup.map(|setup| before.diagnose(setup));
    Err(Wrong::Invalid {
        faults: after.faults.clone(),
        cause: board_cause(bytes, after),
        // Some faults of a board say nothing about the move.
        diagnosis: diagnosis.filter(|it| it.code != Code::Unchanged).map(Box::new),
    })
}
