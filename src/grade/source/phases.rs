//! The early translation phases of C++ as g++ does them: lines that a backslash joins, trigraphs,
//! ends of lines. Keeps the place of every character in the file.
//!
//! A grammar sees `#inc\` and `lude "x"` as two broken lines where g++ sees a directive; only what
//! reads a file as g++ does can promise that no directive is overlooked.

/// One of the ways in which versions and dialects of g++ read the same bytes. Where a file leaves
/// no choice all readings are one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Reading(u8);

/// A question on which readings differ.
#[derive(Debug, Clone, Copy)]
#[repr(u8)]
pub(super) enum Choice {
    /// `??=` is `#` and `??/` a backslash: with `-trigraphs` and in `-std=c++14` and older.
    Trigraphs = 1,
    /// A raw string goes on over the end of a directive's line: from g++ 14 on.
    RawInDirectives = 2,
    /// `<a/*>` is the name of a header rather than the opening of a comment.
    HeaderNames = 4,
    /// `1'000` is one number, and so is `1p+2`.
    Separators = 8,
    /// A number eats any quote that follows it, as g++ 9 does.
    GreedySeparators = 16,
    /// `"x"R` is a literal with a suffix, which it is not where `R` is a macro.
    Suffixes = 32,
    /// Letters outside ASCII are parts of names: from g++ 10 on.
    ExtendedNames = 64,
}

pub(super) const CHOICES: [Choice; 7] = [
    Choice::Trigraphs,
    Choice::RawInDirectives,
    Choice::HeaderNames,
    Choice::Separators,
    Choice::GreedySeparators,
    Choice::Suffixes,
    Choice::ExtendedNames,
];

impl Reading {
    /// That of g++ 12 with its defaults.
    pub(super) const USUAL: Reading = Reading(
        Choice::HeaderNames as u8
            | Choice::Separators as u8
            | Choice::Suffixes as u8
            | Choice::ExtendedNames as u8,
    );

    pub(super) const fn has(self, choice: Choice) -> bool {
        self.0 & choice as u8 != 0
    }

    /// The reading that answers one question the other way.
    pub(super) const fn other(self, choice: Choice) -> Reading {
        Reading(self.0 ^ choice as u8)
    }
}

/// A character after the early phases: what it is, and the bytes it is made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Letter {
    /// A newline for every kind of end of line.
    pub(super) byte: u8,
    pub(super) start: usize,
    pub(super) end: usize,
}

/// The bytes of a file under one reading.
#[derive(Debug)]
pub(super) struct Phases<'a> {
    pub(super) bytes: &'a [u8],
    pub(super) reading: Reading,
    /// Whether a trigraph was met, so that the other reading may differ.
    pub(super) met_trigraph: std::cell::Cell<bool>,
}

impl<'a> Phases<'a> {
    pub(super) fn new(bytes: &'a [u8], reading: Reading) -> Phases<'a> {
        Phases {
            bytes,
            reading,
            met_trigraph: std::cell::Cell::new(false),
        }
    }

    fn byte(&self, at: usize) -> Option<u8> {
        self.bytes.get(at).copied()
    }

    /// The character at a place, behind whatever joins lines there; `None` at the end.
    pub(super) fn letter(&self, mut at: usize) -> Option<Letter> {
        loop {
            let byte = self.byte(at)?;
            let (byte, end) = match byte {
                b'?' => self.question_mark(at),
                b'\r' if self.byte(at + 1) == Some(b'\n') => (b'\n', at + 2),
                b'\r' => (b'\n', at + 1),
                other => (other, at + 1),
            };
            if byte == b'\\'
                && let Some(next) = self.after_splice(end)
            {
                at = next;
                continue;
            }
            let start = at;
            return Some(Letter { byte, start, end });
        }
    }

    fn question_mark(&self, at: usize) -> (u8, usize) {
        let meant = match self.bytes.get(at + 1..at + 3) {
            Some(b"?=") => b'#',
            Some(b"?/") => b'\\',
            Some(b"?'") => b'^',
            Some(b"?(") => b'[',
            Some(b"?)") => b']',
            Some(b"?!") => b'|',
            Some(b"?<") => b'{',
            Some(b"?>") => b'}',
            Some(b"?-") => b'~',
            _ => return (b'?', at + 1),
        };
        self.met_trigraph.set(true);
        if self.reading.has(Choice::Trigraphs) {
            (meant, at + 3)
        } else {
            (b'?', at + 1)
        }
    }

    /// Behind the end of line that follows a backslash; g++ lets white space stand between.
    fn after_splice(&self, mut at: usize) -> Option<usize> {
        while matches!(self.byte(at)?, b' ' | b'\t' | b'\x0b' | b'\x0c' | 0) {
            at += 1;
        }
        match (self.byte(at)?, self.byte(at + 1)) {
            (b'\r', Some(b'\n')) => Some(at + 2),
            (b'\r' | b'\n', _) => Some(at + 1),
            _ => None,
        }
    }

    /// The first end of line at or after a place that no backslash joins with the next line.
    pub(super) fn end_of_line(&self, mut at: usize) -> usize {
        while let Some(letter) = self.letter(at) {
            if letter.byte == b'\n' {
                return letter.start;
            }
            at = letter.end;
        }
        self.bytes.len()
    }
}
