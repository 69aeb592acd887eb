//! Judges a move that a player named, where it answers by lines.

use serde::{Deserialize, Serialize};

use super::{Code, Diagnosis, Wrong};
use crate::line::Line;
use crate::line::key::Key;
use crate::nearest_names;
use crate::notation::{Leniency, Strictness};
use crate::plain_text::one_line;

/// The longest line that can be a name, in bytes.
pub const MAX_ANSWER: usize = 64 << 10;
/// Maximum characters quoted of a wrong answer.
const MAX_QUOTED: usize = 80;
/// Maximum names of legal moves that an error suggests.
const MAX_NEAREST: usize = 3;

/// An answer that names no legal move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WrongName {
    /// The line, escaped and shortened.
    pub read: String,
    /// The legal names most like it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub nearest: Vec<String>,
    /// Its kind, if it is something else.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub slip: Option<NameSlip>,
    /// True if it was printed before it was asked for.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_early: bool,
    pub diagnosis: Box<Diagnosis>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum NameSlip {
    /// Nothing but blanks.
    Empty,
    /// A line of a board.
    Board,
    /// The name of a legal move, among other words.
    Among(String),
    /// Another way to write this legal move.
    Written(String),
    /// More than [`MAX_ANSWER`] bytes.
    TooLong,
}

/// Judges a line, without its newline. Returns the leniencies tolerated in it, and the move or what is wrong.
pub fn judge_answer(
    line: &dyn Line,
    answer: &[u8],
    is_early: bool,
    strictness: Strictness,
) -> (Vec<Leniency>, Result<Key, Wrong>) {
    let text = String::from_utf8_lossy(answer);
    let bare = text.strip_suffix('\r').unwrap_or(&text);
    let name = bare.trim_matches([' ', '\t']);
    let mut tolerated = Vec::new();
    if bare.len() < text.len() {
        tolerated.push(Leniency::Crlf);
    }
    if name.len() < bare.len() {
        tolerated.push(Leniency::Blanks);
    }
    let legal: Vec<(Key, String)> =
        line.legal().into_iter().map(|key| (key, line.step(key).text)).collect();
    // With the blanks around its name.
    let is_too_long = answer.len() > MAX_ANSWER;
    let is_exact = strictness == Strictness::Tolerant || tolerated.is_empty();
    let may_be = is_exact && !is_too_long;
    let found = legal.iter().find(|(_, legal)| may_be && legal == name);
    let verdict = found.map(|(key, _)| *key).ok_or_else(|| {
        let names: Vec<&str> = legal.iter().map(|it| &*it.1).collect();
        let wrong = wrong_name(line, name, &names, is_too_long);
        Wrong::Named(Box::new(WrongName { is_early, ..wrong }))
    });
    (tolerated, verdict)
}

fn wrong_name(line: &dyn Line, name: &str, legal: &[&str], is_too_long: bool) -> WrongName {
    let read = one_line(name, MAX_QUOTED);
    let slip = if is_too_long { Some(NameSlip::TooLong) } else { slip(line, name, legal) };
    let diagnosis = slip.is_none().then(|| meant(line, name)).flatten();
    let nearest = match slip {
        None | Some(NameSlip::Empty) if diagnosis.is_none() => {
            let nearest = nearest_names(&read, legal.iter().copied(), MAX_NEAREST);
            nearest.into_iter().map(str::to_owned).collect()
        }
        _ => Vec::new(),
    };
    let none = || Diagnosis::new(Code::NoSuchMove, line.turn());
    let diagnosis = Box::new(diagnosis.unwrap_or_else(none));
    WrongName { read, nearest, slip, is_early: false, diagnosis }
}

fn slip(line: &dyn Line, name: &str, legal: &[&str]) -> Option<NameSlip> {
    if name.is_empty() {
        return Some(NameSlip::Empty);
    }
    let mut reader = line.fork(None);
    if let Ok(key) = reader.read(name) {
        return Some(NameSlip::Written(line.step(key).text));
    }
    let board = line.board(line.plies());
    if board.lines().any(|line| line.trim_end() == name) {
        return Some(NameSlip::Board);
    }
    let is_mark = |it: char| "\"'`,.:;()[]".contains(it);
    let mut words = name.split_whitespace().flat_map(|word| [word, word.trim_matches(is_mark)]);
    let among = words.find_map(|word| legal.iter().find(|legal| **legal == word));
    among.map(|among| NameSlip::Among((*among).to_owned()))
}

/// The mistake in the move that a name means, where the game can tell.
fn meant(line: &dyn Line, name: &str) -> Option<Diagnosis> {
    let error = line.fork(None).read(name).err()?;
    line.attempt(name, error).diagnosis
}
