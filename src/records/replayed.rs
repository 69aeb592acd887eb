//! Checks match records: replays every move and checks every claim.

use super::claims::{ReplayedMoves, false_claim};
use crate::MatchRecord;
use arbitro_rules::history::History;
use arbitro_rules::language::Said;
use arbitro_rules::notation::Notation;
use arbitro_rules::said;
use arbitro_words::in_each;

/// A defect of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The ply concerned; `None` for the match as a whole.
    pub ply: Option<u64>,
    /// A description.
    pub text: Said,
}

/// The result of replaying a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordReport {
    /// Number of legal plies.
    pub plies: u64,
    /// The first defect, if any.
    pub problem: Option<Problem>,
}

/// Replays a record and compares its claims with the result.
///
/// `scratch` is reused for the legal moves.
pub fn check_record<G: Notation>(record: &MatchRecord, scratch: &mut Vec<G::Move>) -> RecordReport {
    let mut report = RecordReport { plies: 0, problem: None };
    let start = match record.start.as_deref().map_or_else(|| Ok(G::start()), G::read_fen) {
        Ok(start) => start,
        Err(error) => {
            report.problem = Some(Problem {
                ply: None,
                text: said!("its start: {error}", "il suo inizio: {error}", "son début : {error}"),
            });
            return report;
        }
    };
    let mut line = History::<G>::new(start, None);
    let mut end = line.end();
    for text in record.moves.split_ascii_whitespace() {
        let ply = report.plies + 1;
        let problem = |text: Said| Some(Problem { ply: Some(ply), text });
        if let Some(end) = end {
            let reason = end.reason();
            report.problem = problem(said!(
                "the match was over before this ply ({reason}), yet moves follow",
                "la partita era finita prima di questa semimossa ({reason}), eppure seguono mosse",
                "la partie était finie avant ce coup ({reason}), pourtant des coups suivent"
            ));
            return report;
        }
        match line.position().read_move(text, scratch) {
            Ok(mv) => line.play(mv),
            Err(error) => {
                report.problem = problem(in_each(&error));
                return report;
            }
        }
        report.plies = ply;
        end = line.end();
    }
    let shown = ReplayedMoves {
        plies: report.plies,
        end: end.map(|end| (end.reason(), end.winner())),
        to_move: line.position().turn(),
    };
    report.problem = false_claim(record, &shown).map(|text| Problem { ply: None, text });
    report
}
