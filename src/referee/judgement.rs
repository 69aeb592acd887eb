//! The order of judgement.

use std::path::PathBuf;

use super::fault::{Detail, Fault};
use crate::board_file::BoardFileError;
use crate::stage::PrintedLine;
use arbitro_rules::judge::{Wrong, judge_answer};
use arbitro_rules::line::{Judgement, Key, Line};
use arbitro_rules::notation::{BoardFault, Leniency, Strictness};

/// The outcome of a player's turn.
#[derive(Debug)]
pub enum Answer {
    /// No board counts: the player was late, died, exceeded a limit, or wrote a forbidden file.
    None(Detail),
    /// The file at the board's path, or why it cannot be read.
    File(Result<Vec<u8>, BoardFileError>),
    /// A line that names a move.
    Line(PrintedLine),
}

/// Judges the answer of the player to move, a line or a file: no file, unreadable file, invalid board, unchanged,
/// illegal, in this order. Host failures come first and never get here. The consequences of the new
/// position (no pieces, no moves, move limit) come after, and the line decides them. Returns the move,
/// and the format errors tolerated in the file.
///
/// A file that cannot be read is the player's fault, not the host's: the player wrote a folder, a
/// pipe, or a file without read permission.
pub fn judgement(
    line: &dyn Line,
    file: PathBuf,
    answer: Answer,
    strictness: Strictness,
) -> Result<(Key, Vec<Leniency>), Box<Fault>> {
    let ply = line.plies() as u64 + 1;
    let fault = |detail| Box::new(Fault::new(line.turn(), ply, file, detail));
    let bytes = match answer {
        Answer::None(detail) => return Err(fault(detail)),
        Answer::Line(PrintedLine { bytes, is_early }) => {
            let (tolerated, verdict) = judge_answer(line, &bytes, is_early, strictness);
            return match verdict {
                Ok(key) => Ok((key, tolerated)),
                Err(wrong) => Err(fault(Detail::Board(wrong))),
            };
        }
        Answer::File(Ok(bytes)) => bytes,
        Answer::File(Err(error)) => {
            let faults = vec![BoardFault::Unreadable { why: error.reason() }];
            let wrong = Wrong::Invalid { faults, cause: None, diagnosis: None };
            return Err(fault(Detail::Board(wrong)));
        }
    };
    let Judgement { tolerated, verdict } = line.judge(&bytes, strictness);
    match verdict {
        Ok(key) => Ok((key, tolerated)),
        Err(wrong) => Err(Box::new(Fault { wrote: Some(bytes), ..*fault(Detail::Board(wrong)) })),
    }
}

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use super::*;
    use arbitro_rules::GameId;
    use arbitro_rules::judge::{MAX_ANSWER, NameSlip};
    use arbitro_rules::line::{Start, open};

    #[test]
    fn a_line_over_64_kib_is_no_answer_whatever_stands_in_it() {
        let line = open(GameId::Dama, Start::Usual, None).unwrap();
        let name = line.step(line.legal()[0]).text;
        let judged = |length| {
            let mut bytes = name.clone().into_bytes();
            bytes.resize(length, b' ');
            let answer = Answer::Line(PrintedLine { bytes, is_early: false });
            judgement(&*line, PathBuf::new(), answer, Strictness::Tolerant)
        };
        assert!(judged(MAX_ANSWER).is_ok());
        let fault = judged(MAX_ANSWER + 1).unwrap_err();
        let Some(Wrong::Named(named)) = fault.detail.wrong() else { panic!("{fault:?}") };
        assert_eq!(named.slip, Some(NameSlip::TooLong));
    }
}
