//! Faults: wrong boards that lose a match.

use std::path::PathBuf;

use super::pair::Verdict;
use arbitro_rules::Player;
use arbitro_rules::judge::{Code, Diagnose, Diagnosis, words};
use arbitro_rules::language::{Said, of_each};
use arbitro_rules::notation::{BoardCause, BoardFault, BoardReading};

/// The rule that a wrong board breaks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FaultReason {
    /// The board is not a successor of the position before.
    IllegalMove(Diagnosis),
    /// The board is unchanged.
    Unchanged(Diagnosis),
    /// The file holds no playable board; the diagnosis explains the move, if it can be recognised.
    InvalidBoard(Vec<BoardFault>, Option<Box<BoardCause>>, Option<Diagnosis>),
}

impl FaultReason {
    /// The legal move of a verdict on a file, whose faults may have one cause.
    ///
    /// # Errors
    ///
    /// The rule that the board breaks.
    #[expect(clippy::result_large_err, reason = "made once a match, at its end")]
    pub fn of<G: Diagnose>(
        verdict: Verdict<G::Move>,
        reading: &BoardReading<G>,
        cause: Option<BoardCause>,
    ) -> Result<G::Move, FaultReason> {
        match verdict {
            Verdict::Legal(mv) => Ok(mv),
            Verdict::Illegal(diagnosis) if diagnosis.code == Code::Unchanged => {
                Err(FaultReason::Unchanged(diagnosis))
            }
            Verdict::Illegal(diagnosis) => Err(FaultReason::IllegalMove(diagnosis)),
            Verdict::InvalidBoard(diagnosis) => {
                let faults = reading.faults.clone();
                Err(FaultReason::InvalidBoard(faults, cause.map(Box::new), diagnosis))
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
            FaultReason::InvalidBoard(faults, ..) => faults,
        }
    }

    /// The cause that explains the faults of a file, if there is one.
    fn cause(&self) -> Option<&BoardCause> {
        match self {
            FaultReason::IllegalMove(_) | FaultReason::Unchanged(_) => None,
            FaultReason::InvalidBoard(_, cause, _) => cause.as_deref(),
        }
    }

    /// Describes the whole fault: the cause and the first of the file's faults, then the diagnosis of
    /// the move.
    pub fn said<G: Diagnose>(&self) -> Said {
        of_each(|language| {
            let said = self.diagnosis().map(|it| words::in_language::<G>(it, language));
            let faults = self.faults();
            let listed = (!faults.is_empty()).then(|| words::faults_in(faults, language));
            let cause = self.cause().map(|it| it.said().in_language(language).to_owned());
            let all: Vec<String> = cause.into_iter().chain(listed).chain(said).collect();
            all.join("; ")
        })
    }

    /// Describes the fault in one sentence: the diagnosis of the move, or else the cause of the file's
    /// faults, or else the first of them.
    pub fn said_first<G: Diagnose>(&self) -> Said {
        match (self.diagnosis(), self.cause()) {
            (Some(diagnosis), _) => of_each(|it| words::in_language::<G>(diagnosis, it)),
            (None, Some(cause)) => cause.said(),
            (None, None) => self.first_fault_said(),
        }
    }

    /// Describes the file's first fault, which is all that older records say of a bad file.
    pub(super) fn first_fault_said(&self) -> Said {
        let first = self.faults().first();
        of_each(|it| first.map_or_else(String::new, |fault| words::fault_in(fault, it)))
    }

    /// The diagnosis, if there is one.
    pub const fn diagnosis(&self) -> Option<&Diagnosis> {
        match self {
            FaultReason::IllegalMove(diagnosis) | FaultReason::Unchanged(diagnosis) => {
                Some(diagnosis)
            }
            FaultReason::InvalidBoard(.., diagnosis) => diagnosis.as_ref(),
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
