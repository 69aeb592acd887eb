//! Faults: wrong boards that lose a match.

use std::path::PathBuf;

use super::pair::Verdict;
use arbitro_rules::Player;
use arbitro_rules::judge::{Code, Diagnose, Diagnosis, words};
use arbitro_rules::language::{Said, of_each};
use arbitro_rules::notation::{BoardFault, BoardReading};

/// The rule that a wrong board breaks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FaultReason {
    /// The board is not a successor of the position before.
    IllegalMove(Diagnosis),
    /// The board is unchanged.
    Unchanged(Diagnosis),
    /// The file holds no playable board; the diagnosis explains the move, if it can be recognised.
    InvalidBoard(Vec<BoardFault>, Option<Diagnosis>),
}

impl FaultReason {
    /// The legal move of a verdict.
    ///
    /// # Errors
    ///
    /// The rule that the board breaks.
    #[expect(clippy::result_large_err, reason = "made once a match, at its end")]
    pub fn of<G: Diagnose>(
        verdict: Verdict<G::Move>,
        reading: &BoardReading<G>,
    ) -> Result<G::Move, FaultReason> {
        match verdict {
            Verdict::Legal(mv) => Ok(mv),
            Verdict::Illegal(diagnosis) if diagnosis.code == Code::Unchanged => {
                Err(FaultReason::Unchanged(diagnosis))
            }
            Verdict::Illegal(diagnosis) => Err(FaultReason::IllegalMove(diagnosis)),
            Verdict::InvalidBoard(diagnosis) => {
                Err(FaultReason::InvalidBoard(reading.faults.clone(), diagnosis))
            }
        }
    }

    /// The reason in the contract's word.
    pub const fn name(&self) -> &'static str {
        match self {
            FaultReason::IllegalMove(_) => "illegal_move",
            FaultReason::Unchanged(_) => "unchanged",
            FaultReason::InvalidBoard(..) => "invalid_board",
        }
    }

    /// Returns the faults of a file that holds no playable board.
    pub fn faults(&self) -> &[BoardFault] {
        match self {
            FaultReason::IllegalMove(_) | FaultReason::Unchanged(_) => &[],
            FaultReason::InvalidBoard(faults, _) => faults,
        }
    }

    /// Describes the whole fault: the file's faults, then the diagnosis of the move.
    pub fn said<G: Diagnose>(&self) -> Said {
        of_each(|language| {
            let said = self
                .diagnosis()
                .map(|it| words::in_language::<G>(it, language));
            let faults = self.faults();
            let listed = (!faults.is_empty()).then(|| words::faults_in(faults, language));
            let all: Vec<String> = listed.into_iter().chain(said).collect();
            all.join("; ")
        })
    }

    /// Describes the fault in one sentence: the diagnosis of the move, or else the file's first
    /// fault.
    pub fn said_first<G: Diagnose>(&self) -> Said {
        of_each(|language| match (self.diagnosis(), self.faults()) {
            (Some(diagnosis), _) => words::in_language::<G>(diagnosis, language),
            (None, [first, ..]) => words::fault_in(first, language),
            (None, []) => String::new(),
        })
    }

    /// The diagnosis, if there is one.
    pub const fn diagnosis(&self) -> Option<&Diagnosis> {
        match self {
            FaultReason::IllegalMove(diagnosis) | FaultReason::Unchanged(diagnosis) => {
                Some(diagnosis)
            }
            FaultReason::InvalidBoard(_, diagnosis) => diagnosis.as_ref(),
        }
    }
}

/// A wrong board: its author, its place and its fault.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault<G: Diagnose> {
    /// The player who wrote the board.
    pub player: Player,
    /// The ply that led to the board.
    pub ply: u64,
    /// The board's file.
    pub file: PathBuf,
    /// The rule that the board breaks.
    pub reason: FaultReason,
    /// The contents of the file, if readable as a board.
    pub setup: Option<G::Setup>,
}
