//! Judges a board file that a player wrote, and holds the fault as data.

use serde::{Deserialize, Serialize};

use super::{Code, Diagnose, Diagnosis, WrongName, is_reached, judge};
use crate::notation::{
    BoardCause, BoardFault, Leniency, SetupFault, Strictness, board_cause, turned_legal_board,
};
use crate::{Reason, Square};

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Wrong {
    /// The file holds no playable board.
    Invalid {
        faults: Vec<BoardFault>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        cause: Option<BoardCause>,
        /// The mistake in the move, if it can be recognised.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        diagnosis: Option<Box<Diagnosis>>,
    },
    Unchanged(Box<Diagnosis>),
    /// No legal move leads there.
    Illegal(Box<Diagnosis>),
    /// The text has not the shape or the signs of a board of its game, which is a written one.
    Misshapen {
        faults: Vec<BoardFault>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        cause: Option<BoardCause>,
        /// No move leads there.
        diagnosis: Box<Diagnosis>,
    },
    /// No legal move leads there, but one leads to the same board drawn as usual.
    Turned {
        cause: BoardCause,
        /// The fault of the move as the board stands.
        diagnosis: Box<Diagnosis>,
    },
    /// No legal move has the name that was given in place of a board.
    Named(Box<WrongName>),
}

/// Judges the bytes of a board file that is to follow a position. Returns the leniencies tolerated in
/// it, and the move that leads to it or what is wrong.
pub fn judge_file<G: Diagnose>(
    before: &G,
    bytes: &[u8],
    strictness: Strictness,
) -> (Vec<Leniency>, Result<G::Move, Wrong>) {
    let after = G::read_board(bytes, strictness);
    let verdict = match &after.board {
        Some(board) => judge(before, board, &mut Vec::new()).map_err(|diagnosis| {
            let is_legal = |board: &G::Board| is_reached(before, &G::setup(board));
            match turned_legal_board(before, bytes, is_legal) {
                Some(cause) => Wrong::Turned { cause, diagnosis: diagnosis.into() },
                None => Wrong::from_diagnosis(diagnosis),
            }
        }),
        None => {
            // The move may be legal and only its notation wrong.
            let setup = after.setup.as_ref().filter(|setup| !is_reached(before, setup));
            let diagnosis = setup.map(|setup| before.diagnose(setup));
            Err(Wrong::Invalid {
                cause: board_cause(bytes, &after),
                faults: after.faults,
                // Some faults of a board say nothing about the move.
                diagnosis: diagnosis.filter(|it| it.code != Code::Unchanged).map(Box::new),
            })
        }
    };
    (after.tolerated, verdict)
}

impl Wrong {
    /// A board that is playable, but not after a legal move.
    fn from_diagnosis(diagnosis: Diagnosis) -> Wrong {
        if diagnosis.code == Code::Unchanged {
            Wrong::Unchanged(diagnosis.into())
        } else {
            Wrong::Illegal(diagnosis.into())
        }
    }

    pub const fn reason(&self) -> Reason {
        match self {
            Wrong::Invalid { .. } => Reason::InvalidBoard,
            Wrong::Unchanged(_) => Reason::Unchanged,
            Wrong::Illegal(_)
            | Wrong::Misshapen { .. }
            | Wrong::Turned { .. }
            | Wrong::Named(_) => Reason::IllegalMove,
        }
    }

    pub fn faults(&self) -> &[BoardFault] {
        match self {
            Wrong::Invalid { faults, .. } | Wrong::Misshapen { faults, .. } => faults,
            Wrong::Unchanged(_) | Wrong::Illegal(_) | Wrong::Turned { .. } | Wrong::Named(_) => &[],
        }
    }

    pub fn cause(&self) -> Option<&BoardCause> {
        match self {
            Wrong::Invalid { cause, .. } | Wrong::Misshapen { cause, .. } => cause.as_ref(),
            Wrong::Turned { cause, .. } => Some(cause),
            Wrong::Unchanged(_) | Wrong::Illegal(_) | Wrong::Named(_) => None,
        }
    }

    /// The cause, if it explains more than the diagnosis of one piece.
    pub fn leading_cause(&self) -> Option<&BoardCause> {
        // A single piece in a wrong place is rather moved wrongly than drawn on a turned board.
        let is_weak = |cause: &BoardCause| {
            matches!(cause, BoardCause::Turned(..)) && self.faults().len() == 1
        };
        self.cause().filter(|cause| self.diagnosis().is_none() || !is_weak(cause))
    }

    /// The mistake in the move, if it can be recognised.
    pub fn diagnosis(&self) -> Option<&Diagnosis> {
        match self {
            Wrong::Invalid { diagnosis, .. } => diagnosis.as_deref(),
            Wrong::Unchanged(diagnosis)
            | Wrong::Illegal(diagnosis)
            | Wrong::Misshapen { diagnosis, .. }
            | Wrong::Turned { diagnosis, .. } => Some(diagnosis),
            Wrong::Named(named) => Some(&named.diagnosis),
        }
    }

    /// The places to point at: those of the diagnosis, or else of the file's faults.
    pub fn places(&self) -> Vec<Square> {
        let places = self.diagnosis().map(Diagnosis::places).unwrap_or_default();
        if places.is_empty() { fault_places(self.faults()) } else { places }
    }
}

/// The places that faults of a file name.
pub fn fault_places(faults: &[BoardFault]) -> Vec<Square> {
    let place = |fault: &BoardFault| match fault {
        BoardFault::Setup {
            fault: SetupFault::LightSquare { place, .. } | SetupFault::UnpromotedMan { place, .. },
            ..
        } => Some(*place),
        _ => None,
    };
    faults.iter().filter_map(place).collect()
}
