//! Records of matches: every move played again, every claim checked.

use std::io::{self, BufRead};

use super::plies_in_words;
use crate::history::{Line, MatchRecord};
use crate::notation::Notation;
use crate::rules::Player;

/// A line longer than this is no record: a match of a million plies is shorter.
pub const LONGEST_RECORD: usize = 16 << 20;

/// One line of a file of records.
#[derive(Debug)]
pub enum RecordLine {
    /// Some text to be read as a record.
    Text,
    /// A line that is too long, or not UTF-8; it was skipped.
    Unreadable(&'static str),
    /// There are no more lines.
    End,
}

/// Reads a file of records line by line, in bounded memory, whatever the file is.
#[derive(Debug)]
pub struct RecordReader<R> {
    source: R,
    bytes: Vec<u8>,
    line: u64,
}

impl<R: BufRead> RecordReader<R> {
    /// A reader at the beginning of its source.
    pub fn new(source: R) -> RecordReader<R> {
        RecordReader {
            source,
            bytes: Vec::new(),
            line: 0,
        }
    }

    /// The number of the line read last, from 1.
    pub fn line(&self) -> u64 {
        self.line
    }

    /// The text of the line read last; empty after anything but [`RecordLine::Text`].
    pub fn text(&self) -> &str {
        std::str::from_utf8(&self.bytes).unwrap_or("")
    }

    /// Goes on to the next line that is not blank.
    ///
    /// # Errors
    ///
    /// When the source cannot be read.
    pub fn advance(&mut self) -> io::Result<RecordLine> {
        loop {
            self.bytes.clear();
            let limit = LONGEST_RECORD as u64 + 1;
            let read =
                io::Read::take(&mut self.source, limit).read_until(b'\n', &mut self.bytes)?;
            if read == 0 {
                return Ok(RecordLine::End);
            }
            self.line += 1;
            if self.bytes.len() > LONGEST_RECORD {
                self.bytes.clear();
                self.source.skip_until(b'\n')?;
                return Ok(RecordLine::Unreadable("longer than any record"));
            }
            if self.bytes.trim_ascii().is_empty() {
                continue;
            }
            if std::str::from_utf8(&self.bytes).is_err() {
                self.bytes.clear();
                return Ok(RecordLine::Unreadable("not UTF-8 text"));
            }
            return Ok(RecordLine::Text);
        }
    }
}

/// What is wrong with a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// At which ply; `None` when it is about the match as a whole.
    pub ply: Option<u64>,
    /// In words.
    pub text: String,
}

/// A record played again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordReport {
    /// Plies that were legal.
    pub plies: u64,
    /// The first thing that is wrong, if anything is.
    pub problem: Option<Problem>,
}

/// Endings that the position and its history show by themselves.
const SHOWN: [&str; 5] = ["no_pieces", "no_moves", "goal", "repetition", "rule_draw"];
/// Endings in which the player to move lost by what it did, or did not do.
const FORFEITS: [&str; 7] = [
    "illegal_move",
    "unchanged",
    "invalid_board",
    "timeout",
    "memory",
    "crash",
    "exited",
];
/// Endings that may be either player's.
const OTHERS: [&str; 4] = ["move_limit", "output", "cheating", "void"];

/// Plays a record again and compares what it claims with what came out.
///
/// `scratch` is room for the legal moves.
pub fn check_record<G: Notation>(record: &MatchRecord, scratch: &mut Vec<G::Move>) -> RecordReport {
    let mut report = RecordReport {
        plies: 0,
        problem: None,
    };
    let start = match record
        .start
        .as_deref()
        .map_or_else(|| Ok(G::start()), G::read_fen)
    {
        Ok(start) => start,
        Err(error) => {
            report.problem = Some(Problem {
                ply: None,
                text: format!("its start: {error}"),
            });
            return report;
        }
    };
    let mut line = Line::<G>::new(start, None);
    let mut end = line.end();
    for text in record.moves.split_ascii_whitespace() {
        let ply = report.plies + 1;
        let problem = |text: String| {
            Some(Problem {
                ply: Some(ply),
                text,
            })
        };
        if let Some(end) = end {
            report.problem = problem(format!(
                "the match was over before this ply ({}), yet moves follow",
                end.reason()
            ));
            return report;
        }
        match line.position().read_move(text, scratch) {
            Ok(mv) => line.play(mv),
            Err(error) => {
                report.problem = problem(error.to_string());
                return report;
            }
        }
        report.plies = ply;
        end = line.end();
    }
    report.problem = wrong_claim(
        record,
        report.plies,
        end.map(|end| (end.reason(), end.winner())),
        line.position().turn(),
    );
    report
}

fn wrong_claim(
    record: &MatchRecord,
    plies: u64,
    shown: Option<(&'static str, Option<Player>)>,
    to_move: Player,
) -> Option<Problem> {
    let problem = |text| Some(Problem { ply: None, text });
    if let Some(claimed) = record.plies.filter(|&claimed| claimed != plies) {
        let claimed = plies_in_words(claimed);
        return problem(format!("it claims {claimed}, its moves are {plies}"));
    }
    let winner = match record.winner.as_deref() {
        None | Some("none") => None,
        Some("x") => Some(Player::X),
        Some("o") => Some(Player::O),
        Some(other) => {
            return problem(format!(
                "its winner is {:?}; it can be x, o or null",
                cut(other)
            ));
        }
    };
    let Some(reason) = record.reason.as_deref() else {
        return match winner {
            Some(_) => problem("it names a winner but no reason".to_owned()),
            None => None,
        };
    };
    let name =
        |player: Option<Player>| player.map_or("nobody".to_owned(), |player| player.to_string());
    let expected = if SHOWN.contains(&reason) {
        match shown {
            Some((shown, _)) if shown != reason => {
                return problem(format!("it claims {reason}, its last position is {shown}"));
            }
            Some((_, winner)) => winner,
            None => {
                return problem(format!(
                    "it claims {reason}, but the match is not over in its last position"
                ));
            }
        }
    } else if FORFEITS.contains(&reason) {
        if let Some((shown, _)) = shown {
            return problem(format!(
                "it claims {reason}, but the match was over already: {shown}"
            ));
        }
        Some(!to_move)
    } else if OTHERS.contains(&reason) {
        if matches!(reason, "move_limit" | "void") {
            None
        } else {
            winner
        }
    } else {
        return problem(format!("there is no reason {:?}", cut(reason)));
    };
    if winner == expected {
        None
    } else {
        problem(format!(
            "it claims that {} won by {reason}, it was {}",
            name(winner),
            name(expected)
        ))
    }
}

fn cut(text: &str) -> String {
    text.chars().take(40).collect()
}
