//! The order of judgement.

use std::path::PathBuf;

use super::event::{Forfeit, Why};
use crate::board_file::BoardFileError;
use crate::check::{Fault, FaultReason, Mover, check_pair};
use arbitro_rules::judge::Diagnose;
use arbitro_rules::notation::{BoardFault, Leniency, Strictness, board_cause};

/// The outcome of a player's turn.
#[derive(Debug)]
pub enum Answer<G: Diagnose> {
    /// No board counts: the player was late, died, exceeded a limit, or wrote a forbidden file.
    None(Why<G>),
    /// The file at the board's path, or why it cannot be read.
    File(Result<Vec<u8>, BoardFileError>),
}

/// The judgement of a player's answer.
#[expect(clippy::large_enum_variant, reason = "the large variant is made once a match, at its end")]
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Judgement<G: Diagnose> {
    /// A legal move.
    Move {
        mv: G::Move,
        /// Format errors tolerated in the file.
        tolerated: Vec<Leniency>,
    },
    /// The player loses.
    Forfeit(Forfeit<G>),
}

/// Judges the answer of the player to move: no file, unreadable file, invalid board, unchanged,
/// illegal, in this order. Host failures come first and never get here. The consequences of the new
/// position (no pieces, no moves, move limit) come after, and the line decides them.
///
/// A file that cannot be read is the player's fault, not the host's: the player wrote a folder, a
/// pipe, or a file without read permission.
pub fn judgement<G: Diagnose>(
    before: &G,
    ply: u64,
    file: PathBuf,
    answer: Answer<G>,
    strictness: Strictness,
) -> Judgement<G> {
    let player = before.turn();
    let forfeit = |why: Why<G>, file: PathBuf| {
        Judgement::Forfeit(Forfeit {
            player,
            ply,
            file,
            why,
            denied_call: None,
            last_words: Vec::new(),
        })
    };
    let read = match answer {
        Answer::None(why) => return forfeit(why, file),
        Answer::File(read) => read,
    };
    let bytes = match read {
        Ok(bytes) => bytes,
        Err(error) => {
            let faults = vec![BoardFault::Unreadable { why: error.reason() }];
            let reason = FaultReason::InvalidBoard(faults, None, None);
            let fault = Fault { player, ply, file: file.clone(), reason, setup: None };
            return forfeit(Why::Board(fault), file);
        }
    };
    let reading = G::read_board(&bytes, strictness);
    let verdict = check_pair(&before.board(), &reading, Mover::Given(player)).verdict;
    match FaultReason::of(verdict, &reading, board_cause(&bytes, &reading)) {
        Ok(mv) => Judgement::Move { mv, tolerated: reading.tolerated },
        Err(reason) => {
            let fault = Fault { player, ply, file: file.clone(), reason, setup: reading.setup };
            forfeit(Why::Board(fault), file)
        }
    }
}
