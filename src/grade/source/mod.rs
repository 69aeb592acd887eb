//! One submission's `player.cpp` as bytes: what is in it, and what of it may be compiled.
//!
//! [`clean`] does what the course does before it builds: every `#include` but that of `player.hpp`
//! goes, every `#pragma` too, and every line keeps its number, so that the compiler's messages fit
//! the student's file. The promise is that no directive is left from which g++ could read another
//! file. A grammar alone cannot keep it, because a directive may be spelled over several lines, with
//! comments inside, in digraphs and trigraphs, and because versions and dialects of g++ disagree on
//! where a literal ends. So the file is read as g++'s first phases read it, in every way in which
//! some g++ does, until none finds anything; then the parser says what else is remarkable.
//!
//! Trigraphs are taken both ways: `??=include` goes, though g++ sees it with `-trigraphs` or
//! `-std=c++14` only. Raw strings count (they are C++11), and nothing in them is touched.
//!
//! What this does not promise: words made from pieces by macros of headers that it does not know,
//! and `asm` with `.incbin`, which is remarked. The sandbox keeps files from the compiler anyway.
//! It reads no file and starts nothing.

mod phases;
mod remarks;
mod removal;
mod scan;
pub(super) mod tree;

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};
use thiserror::Error;

use self::phases::Reading;
pub use self::remarks::{Remark, Remarkable};
use self::removal::{Removal, judge_word, removals, remove};
use self::scan::scan;
use arbitro_rules::language::Said;
use arbitro_rules::plain_text::marked_line;

/// The largest file that is looked at. The longest honest ones have some hundred kilobytes.
pub const MOST_BYTES: usize = 4 << 20;
/// Bytes read in all: a file on whose every reading another depends is given up.
const MOST_WORK: usize = 256 << 20;
/// Rounds after which a file is given up; an honest one takes two.
const MOST_ROUNDS: usize = 16;
/// Removed pieces that are listed; more are counted.
const MOST_LISTED: usize = 200;
/// Letters of a line that are shown.
const MOST_LETTERS: usize = 160;

/// Why a file cannot be cleaned. The student's fault, and so evidence.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Unusable {
    /// It is larger than [`MOST_BYTES`].
    #[error("the file has {bytes} bytes; at most {MOST_BYTES} are read")]
    TooLarge {
        /// Its size.
        bytes: usize,
    },
    /// Its directives hide one another without an end.
    #[error("the file's directives, literals and comments can be read in too many ways")]
    Tangled,
}

impl Unusable {
    /// The same for a page, in every language.
    pub fn said(self) -> Said {
        let italian = match self {
            Unusable::TooLarge { bytes } => {
                format!("il file ha {bytes} byte; se ne leggono al più {MOST_BYTES}")
            }
            Unusable::Tangled => {
                "le direttive, i letterali e i commenti del file si possono leggere in troppi modi"
                    .to_owned()
            }
        };
        Said::in_two(self.to_string(), italian)
    }
}

/// A file that may be compiled, and what was found in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cleaned {
    /// As long as the file itself, line by line.
    pub text: Vec<u8>,
    /// The evidence.
    pub findings: Findings,
}

/// What was found in a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Findings {
    /// What was taken out, in the order of the file; at most 200 pieces.
    pub removed: Vec<Removed>,
    /// Pieces that were taken out besides those.
    pub more_removed: usize,
    /// What stays, but should be known; at most 100 of each kind.
    pub remarks: Vec<Remark>,
    /// Remarks besides those; none where they were not counted yet.
    #[serde(default)]
    pub more_remarks: usize,
    /// Whether the parser came to its end. Without it there are no remarks.
    pub is_parsed: bool,
}

/// A piece that was taken out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Removed {
    /// Its line, from 1.
    pub line: usize,
    /// What it was.
    pub what: What,
    /// Its text in one line, printable and cut.
    pub text: String,
}

/// What a removed piece was.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum What {
    /// `#include` of something other than `player.hpp`, or a relative of it, or `import`.
    Include,
    /// `#pragma` or `_Pragma`.
    Pragma,
    /// `#line`, which would change the numbers and the file in the compiler's messages.
    LineMarker,
    /// `__has_include`, or a condition that could come to ask it: taken as 0.
    Asks,
    /// A word, or a macro of the library, for making such operators from pieces.
    Pasting,
    /// The `R` of a raw string that is not one.
    BrokenLiteral,
    /// A name with an escaped letter, like `\u0069`.
    EscapedName,
}

/// Cleans a file.
///
/// # Errors
///
/// When it is too large, or made so that no end is in sight.
pub fn clean(source: &[u8]) -> Result<Cleaned, Unusable> {
    if source.len() > MOST_BYTES {
        return Err(Unusable::TooLarge {
            bytes: source.len(),
        });
    }
    let mut text = source.to_vec();
    // By their beginnings; the ends say what else belongs to them.
    let mut gone: BTreeMap<usize, Removal> = BTreeMap::new();
    let mut work = 0;
    for round in 0.. {
        let found = every_reading(&text, &mut work)?;
        if found.is_empty() {
            break;
        }
        if round == MOST_ROUNDS {
            return Err(Unusable::Tangled);
        }
        for (reading, removals) in found {
            remove(&mut text, reading, &removals);
            for removal in removals {
                gone.entry(removal.start).or_insert(removal);
            }
        }
    }
    let (removed, more_removed) = listed(source, gone.values());
    let tree = tree::parse(&text);
    let found = tree.as_ref().map(|it| remarks::remarks(it, &text));
    let is_parsed = found.is_some();
    let (remarks, more_remarks) = found.unwrap_or_default();
    Ok(Cleaned {
        findings: Findings {
            removed,
            more_removed,
            remarks,
            more_remarks,
            is_parsed,
        },
        text,
    })
}

/// What the readings that differ on this file want out of it.
fn every_reading(text: &[u8], work: &mut usize) -> Result<Vec<(Reading, Vec<Removal>)>, Unusable> {
    let mut seen = BTreeSet::from([Reading::USUAL]);
    let mut waiting = vec![Reading::USUAL];
    let mut found = Vec::new();
    while let Some(reading) = waiting.pop() {
        *work += text.len();
        if *work > MOST_WORK {
            return Err(Unusable::Tangled);
        }
        let scanned = scan(text, reading, &|name| judge_word(name).is_some());
        for choice in &scanned.met {
            let other = reading.other(*choice);
            if seen.insert(other) {
                waiting.push(other);
            }
        }
        let removals = removals(text, reading, &scanned);
        if !removals.is_empty() {
            found.push((reading, removals));
        }
    }
    Ok(found)
}

/// The removed pieces as they are told: one inside another is told with it.
fn listed<'a>(source: &[u8], gone: impl Iterator<Item = &'a Removal>) -> (Vec<Removed>, usize) {
    let mut removed = Vec::new();
    let (mut more, mut covered) = (0, 0);
    let mut lines = Lines::new(source);
    for removal in gone {
        if removal.end <= covered {
            continue;
        }
        covered = removal.end;
        if removed.len() == MOST_LISTED {
            more += 1;
            continue;
        }
        let piece = source.get(removal.start..removal.end).unwrap_or_default();
        removed.push(Removed {
            line: lines.at(removal.start),
            what: removal.what,
            text: printable(piece),
        });
    }
    (removed, more)
}

/// Counts lines as g++ does: each of `\n`, `\r\n` and `\r` ends one. Asked in rising order.
struct Lines<'a> {
    bytes: &'a [u8],
    at: usize,
    line: usize,
}

impl Lines<'_> {
    fn new(bytes: &[u8]) -> Lines<'_> {
        Lines {
            bytes,
            at: 0,
            line: 1,
        }
    }

    fn at(&mut self, place: usize) -> usize {
        while self.at < place {
            let (byte, next) = (self.bytes.get(self.at), self.bytes.get(self.at + 1));
            let ends = byte == Some(&b'\n') || byte == Some(&b'\r') && next != Some(&b'\n');
            self.line += usize::from(ends);
            self.at += 1;
        }
        self.line
    }
}

/// A text in one line that can be shown anywhere: cut, without control characters.
fn printable(bytes: &[u8]) -> String {
    let bytes = bytes.get(..MOST_LETTERS * 4).unwrap_or(bytes);
    let text = String::from_utf8_lossy(bytes);
    marked_line(text.trim(), MOST_LETTERS)
}
