//! Cleans a `player.cpp` as the course does before it builds: every `#include` but that of `player.hpp`
//! and every `#pragma` goes, and every line keeps its number.
//!
//! [`clean`] goes line by line. A directive spelt so that it is missed gains nothing: the build fails if the
//! compiler reads another file than `player.hpp` and what that includes.

mod remarks;
pub(super) mod tree;

use serde::{Deserialize, Serialize};
use tree_sitter::Tree;

pub use self::remarks::{Remark, Remarkable};
use self::tree::walk;
use arbitro_rules::plain_text::marked_line;

/// The largest file that is looked at. The longest honest ones have some hundred kilobytes.
pub const MAX_BYTES: usize = 4 << 20;
/// Removed pieces that are listed; more are counted.
const MAX_LISTED: usize = 200;
const MAX_LETTERS: usize = 160;

/// The reason a file cannot be cleaned: a fault of the student, kept as evidence.
#[arbitro_table::texts("words")]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Unusable {
    /// It is larger than [`MAX_BYTES`].
    TooLarge { bytes: usize },
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cleaned {
    /// As long as the file itself, line by line.
    pub text: Vec<u8>,
    pub findings: Findings,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Findings {
    /// Removed pieces, in the order of the file; at most 200.
    pub removed: Vec<Removed>,
    /// Pieces that were taken out besides those.
    pub more_removed: usize,
    pub remarks: Vec<Remark>,
    /// Remarks besides those.
    pub more_remarks: usize,
    /// Set when the parser finished. Otherwise there are no remarks.
    pub is_parsed: bool,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Removed {
    pub line: usize,
    pub what: Directive,
    pub text: String,
}

#[arbitro_table::texts("words")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Directive {
    /// `#include` of something other than `player.hpp`, or a relative of it.
    Include,
    Pragma,
    /// `#line`, which would change the numbers and the file in the compiler's messages.
    LineMarker,
}

pub fn clean(source: &[u8]) -> Result<Cleaned, Unusable> {
    let bytes = source.len();
    if bytes > MAX_BYTES {
        return Err(Unusable::TooLarge { bytes });
    }
    let tree = tree::parse(source);
    let hidden = tree.as_ref().map(hidden).unwrap_or_default();
    let mut text = source.to_vec();
    let (mut removed, mut more_removed) = (Vec::new(), 0);
    let mut lines = LineCounter::new(source);
    for (start, mut end, what) in pieces(source) {
        // The first that ends behind the beginning, and so may have it within.
        let mut around = hidden.partition_point(|it| it.1 <= start);
        if hidden.get(around).is_some_and(|it| it.0 <= start) {
            continue;
        }
        // A comment that goes on in the next line stays.
        while let Some(it) = hidden.get(around).filter(|it| it.0 < end) {
            let behind = source.get(end..it.1).unwrap_or_default();
            end = if behind.trim_ascii().is_empty() { end } else { it.0 };
            around += 1;
        }
        let Some(piece) = text.get_mut(start..end) else {
            continue;
        };
        if removed.len() < MAX_LISTED {
            let line = lines.at(start);
            let text = printable(piece);
            removed.push(Removed { line, what, text });
        } else {
            more_removed += 1;
        }
        let is_kept = |byte: u8| matches!(byte, b'\n' | b'\r');
        piece.iter_mut().filter(|byte| !is_kept(**byte)).for_each(|byte| *byte = b' ');
    }
    let found = tree.as_ref().map(|tree| remarks::remarks(tree, source));
    let is_parsed = found.is_some();
    let (remarks, more_remarks) = found.unwrap_or_default();
    Ok(Cleaned {
        findings: Findings { removed, more_removed, remarks, more_remarks, is_parsed },
        text,
    })
}

/// Finds comments and raw strings, in order: directives inside them do not count.
fn hidden(tree: &Tree) -> Vec<(usize, usize)> {
    let mut hidden = Vec::new();
    walk(tree, |node, _| {
        let is_hidden = matches!(node.kind(), "comment" | "raw_string_literal");
        hidden.extend(is_hidden.then(|| (node.start_byte(), node.end_byte())));
        !is_hidden
    });
    hidden
}

fn pieces(source: &[u8]) -> Vec<(usize, usize, Directive)> {
    let mut pieces = Vec::new();
    let mut start = 0;
    while start < source.len() {
        let line = logical_line(&source[start..]);
        let text = &source[start..start + line];
        match directive(text) {
            Some(what) => {
                let indent = text.len() - after_blanks(text).len();
                let end = start + text.trim_ascii_end().len();
                pieces.push((start + indent, end, what));
            }
            None => pieces.extend(
                operators(text).map(|(from, to)| (start + from, start + to, Directive::Pragma)),
            ),
        }
        start += line;
    }
    pieces
}

/// Returns the length of the first line, with its end and continuation lines.
pub(crate) fn logical_line(text: &[u8]) -> usize {
    let mut end = 0;
    for line in text.split_inclusive(|byte| *byte == b'\n') {
        // A lone carriage return ends a line too.
        for part in line.split_inclusive(|byte| *byte == b'\r') {
            end += part.len();
            let is_end = part.ends_with(b"\n") || text.get(end) != Some(&b'\n');
            if is_end && !text[..end].trim_ascii_end().ends_with(b"\\") {
                return end;
            }
        }
    }
    end
}

fn directive(line: &[u8]) -> Option<Directive> {
    let line = after_blanks(line);
    // Most lines end here.
    let line = [&b"#"[..], b"%:", b"??="].into_iter().find_map(|it| line.strip_prefix(it))?;
    // Where lines are joined nothing stands.
    let mut joined = Vec::with_capacity(line.len());
    let mut rest = line;
    while let Some((&byte, after)) = rest.split_first() {
        let skipped = after.get(..after.len() - after.trim_ascii_start().len()).unwrap_or_default();
        let ends_line = skipped.iter().position(|it| matches!(it, b'\n' | b'\r'));
        rest = after;
        match ends_line {
            Some(at) if byte == b'\\' => rest = after.get(at + 1..).unwrap_or_default(),
            _ => joined.push(byte),
        }
    }
    let line = after_blanks(&joined);
    let length = line.iter().take_while(|it| it.is_ascii_alphanumeric() || **it == b'_').count();
    let (word, rest) = line.split_at(length);
    let is_ours =
        |rest: &[u8]| rest.starts_with(b"\"player.hpp\"") || rest.starts_with(b"<player.hpp>");
    match word {
        b"include" | b"include_next" | b"import" | b"embed" => {
            (!is_ours(after_blanks(rest))).then_some(Directive::Include)
        }
        b"pragma" => Some(Directive::Pragma),
        b"line" | [b'0'..=b'9', ..] => Some(Directive::LineMarker),
        _ => None,
    }
}

/// Behind white space, joined lines and whole comments.
fn after_blanks(mut line: &[u8]) -> &[u8] {
    loop {
        line = match line {
            [b' ' | b'\t' | 0x0b | 0x0c | 0 | b'\r' | b'\n', rest @ ..] => rest,
            [b'\\', rest @ ..] if rest.first().is_some_and(u8::is_ascii_whitespace) => rest,
            [b'/', b'*', rest @ ..] => match rest.windows(2).position(|it| it == b"*/") {
                Some(at) => rest.get(at + 2..).unwrap_or_default(),
                None => return line,
            },
            _ => return line,
        };
    }
}

/// Finds `_Pragma("...")` operators.
fn operators(line: &[u8]) -> impl Iterator<Item = (usize, usize)> + '_ {
    const WORD: &[u8] = b"_Pragma";
    let mut from = 0;
    std::iter::from_fn(move || {
        loop {
            let start = from + line.get(from..)?.windows(WORD.len()).position(|it| it == WORD)?;
            from = start + WORD.len();
            let end = || {
                let text = line.get(from..)?.trim_ascii_start().strip_prefix(b"(")?;
                let text = text.trim_ascii_start().strip_prefix(b"\"")?;
                let mut is_escaped = false;
                let end = text.iter().position(|byte| {
                    let ends = *byte == b'"' && !is_escaped;
                    is_escaped = *byte == b'\\' && !is_escaped;
                    ends
                })?;
                let text = text.get(end + 1..)?.trim_ascii_start().strip_prefix(b")")?;
                Some(line.len() - text.len())
            };
            if let Some(end) = end() {
                from = end;
                return Some((start, end));
            }
        }
    })
}

/// Counts lines as g++ does: each of `\n`, `\r\n` and `\r` ends one. Asked in rising order.
struct LineCounter<'a> {
    bytes: &'a [u8],
    at: usize,
    line: usize,
}

impl LineCounter<'_> {
    fn new(bytes: &[u8]) -> LineCounter<'_> {
        let (at, line) = (0, 1);
        LineCounter { bytes, at, line }
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
    let bytes = bytes.get(..MAX_LETTERS * 4).unwrap_or(bytes);
    let text = String::from_utf8_lossy(bytes);
    marked_line(text.trim(), MAX_LETTERS)
}
