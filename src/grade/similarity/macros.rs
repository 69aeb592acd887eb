//! Expands a program's own macros, so that a few `#define`s for keywords hide no copy.
//!
//! Follows `#define` and `#undef` in their order and knows no conditions. Bounded: a program whose
//! macros grow without an end keeps what is left of them as names. Every token stays in its line.

use std::borrow::Cow;
use std::collections::HashMap;

use crate::source::logical_line;

/// Macros in macros; honest ones have three or four.
const DEEPEST: usize = 16;
/// Bytes that expanding may read, for each byte of a program, and on top.
const WORK: usize = 4;
const MORE_WORK: usize = 1 << 16;
/// The longest arguments of a macro.
const MAX_ARGUMENTS: usize = 1 << 12;

struct Macro<'a> {
    /// None of a macro without brackets.
    parameters: Option<Vec<&'a [u8]>>,
    body: Vec<u8>,
}

struct Expander<'a> {
    known: HashMap<&'a [u8], Macro<'a>>,
    work: usize,
}

pub(super) fn expand(text: &[u8]) -> Cow<'_, [u8]> {
    let mut expander = Expander { known: HashMap::new(), work: WORK * text.len() + MORE_WORK };
    let mut out = Vec::with_capacity(text.len());
    let mut rest = text;
    let mut is_line_start = true;
    while let Some(length) = piece(rest) {
        let (this, after) = rest.split_at(length);
        if is_line_start && this == b"#" {
            let (line, after) = rest.split_at(line_length(rest));
            expander.directive(line);
            out.extend_from_slice(line);
            rest = after;
            continue;
        }
        is_line_start = this.ends_with(b"\n") || is_line_start && is_space(this);
        rest = after;
        let mut put_in = Vec::new();
        match expander.put_in(this, after, &mut Vec::new(), &mut put_in) {
            Some(taken) => {
                put_in.retain(|byte| *byte != b'\n');
                out.extend_from_slice(&put_in);
                let (arguments, after) = after.split_at(taken);
                out.extend(arguments.iter().filter(|byte| **byte == b'\n'));
                rest = after;
            }
            None => out.extend_from_slice(this),
        }
    }
    if expander.known.is_empty() {
        return Cow::Borrowed(text);
    }
    Cow::Owned(out)
}

impl<'a> Macro<'a> {
    /// A macro by what follows its name; none if its brackets do not close.
    fn parse(rest: &'a [u8]) -> Option<Macro<'a>> {
        let (parameters, body) = match rest.strip_prefix(b"(") {
            None => (None, rest),
            Some(rest) => {
                let end = rest.iter().position(|byte| *byte == b')')?;
                let names = rest[..end].split(|byte| *byte == b',');
                let names = names.map(|it| match it.trim_ascii() {
                    b"..." => b"__VA_ARGS__",
                    name => name,
                });
                (Some(names.collect()), &rest[end + 1..])
            }
        };
        let body = plain(body);
        Some(Macro { parameters, body })
    }
}

impl<'a> Expander<'a> {
    fn directive(&mut self, line: &'a [u8]) {
        let words = word(line.get(1..).unwrap_or_default());
        let words = words.and_then(|(what, rest)| Some((what, word(rest)?)));
        match words {
            Some((b"define", (name, rest))) => {
                self.known.extend(Macro::parse(rest).map(|it| (name, it)));
            }
            Some((b"undef", (name, _))) => {
                self.known.remove(name);
            }
            _ => {}
        }
    }

    /// Writes what a piece stands for, if it is a macro; tells how much of what follows belongs to it.
    fn put_in(
        &mut self,
        name: &[u8],
        after: &[u8],
        open: &mut Vec<Vec<u8>>,
        out: &mut Vec<u8>,
    ) -> Option<usize> {
        let found = self.known.get(name)?;
        if open.len() == DEEPEST || open.iter().any(|it| it == name) {
            return None;
        }
        let (taken, arguments) = match &found.parameters {
            None => (0, Vec::new()),
            Some(_) => arguments(after)?,
        };
        self.work = self.work.checked_sub(found.body.len() + taken + 1)?;
        let parameters = found.parameters.as_deref().unwrap_or_default();
        let body = fill_in(&found.body, parameters, &arguments);
        self.work = self.work.checked_sub(body.len())?;
        open.push(name.to_owned());
        let mut rest = &body[..];
        out.push(b' ');
        while let Some(length) = piece(rest) {
            let (this, after) = rest.split_at(length);
            let taken = self.put_in(this, after, open, out);
            if taken.is_none() {
                out.extend_from_slice(this);
            }
            rest = after.get(taken.unwrap_or(0)..).unwrap_or_default();
        }
        out.push(b' ');
        open.pop();
        Some(taken)
    }
}

/// A body with its arguments: `#x` is a text, and `a##b` one name.
fn fill_in(body: &[u8], parameters: &[&[u8]], arguments: &[&[u8]]) -> Vec<u8> {
    let mut out = Vec::with_capacity(body.len());
    let mut rest = body;
    while let Some(length) = piece(rest) {
        let (this, after) = rest.split_at(length);
        rest = after;
        let argument = parameters.iter().position(|parameter| *parameter == this);
        match argument {
            Some(at) if parameters.get(at) == Some(&&b"__VA_ARGS__"[..]) => {
                let those = arguments.get(at..).unwrap_or_default();
                out.extend_from_slice(&those.join(&b','));
            }
            Some(at) => out.extend_from_slice(arguments.get(at).copied().unwrap_or_default()),
            None if this == b"#" && after.first() == Some(&b'#') => {
                out.truncate(out.trim_ascii_end().len());
                rest = after.get(1..).unwrap_or_default().trim_ascii_start();
            }
            None if this == b"#" => {
                out.extend_from_slice(b"\"\"");
                let after = after.trim_ascii_start();
                rest = after.get(piece(after).unwrap_or(0)..).unwrap_or_default();
            }
            None => out.extend_from_slice(this),
        }
    }
    out
}

/// The arguments in brackets that follow a name, and how long they are with the brackets.
fn arguments(after: &[u8]) -> Option<(usize, Vec<&[u8]>)> {
    let after = after.get(..MAX_ARGUMENTS).unwrap_or(after);
    let open = after.len() - after.trim_ascii_start().len();
    if after.get(open) != Some(&b'(') {
        return None;
    }
    let (mut at, mut depth, mut begin) = (open, 0_usize, open + 1);
    let mut all = Vec::new();
    loop {
        let this = after.get(at..at + piece(after.get(at..)?)?)?;
        match this {
            b"(" | b"[" | b"{" => depth += 1,
            b")" | b"]" | b"}" => depth = depth.checked_sub(1)?,
            _ => {}
        }
        if depth == 0 || depth == 1 && this == b"," {
            all.push(after.get(begin..at)?.trim_ascii());
            begin = at + 1;
        }
        at += this.len();
        if depth == 0 {
            return Some((at, all));
        }
    }
}

/// Length of the first piece: a name or number, a literal, a comment, blanks within a line, or a sign.
fn piece(text: &[u8]) -> Option<usize> {
    let until = |end: &[u8], from: usize| {
        let at = text.get(from..).unwrap_or_default().windows(end.len()).position(|it| it == end);
        at.map_or(text.len(), |it| from + it + end.len())
    };
    let count = |is_in: fn(&u8) -> bool| text.iter().take_while(|it| is_in(it)).count();
    Some(match text {
        [] => return None,
        [b'/', b'*', ..] => until(b"*/", 2),
        [b'/', b'/', ..] => line_length(text),
        [b'R', b'"', ..] => {
            let open = text.iter().take(20).position(|byte| *byte == b'(').unwrap_or(2);
            let mark = text.get(2..open).unwrap_or_default();
            until(&[b")", mark, b"\""].concat(), open)
        }
        [quote @ (b'"' | b'\''), rest @ ..] => {
            let mut is_escaped = false;
            let is_end = |byte: &u8| {
                let ends = !is_escaped && (byte == quote || *byte == b'\n');
                is_escaped = !is_escaped && *byte == b'\\';
                ends
            };
            let end = rest.iter().position(is_end);
            // An end of line is no part of it.
            end.map_or(text.len(), |at| 1 + at + usize::from(rest[at] == *quote))
        }
        [first, ..] if is_word(first) => count(is_word),
        [b'\n', ..] => 1,
        [first, ..] if first.is_ascii_whitespace() => {
            count(|it| it.is_ascii_whitespace() && *it != b'\n')
        }
        _ => 1,
    })
}

fn is_word(byte: &u8) -> bool {
    byte.is_ascii_alphanumeric() || *byte == b'_' || *byte >= 0x80
}

fn is_space(piece: &[u8]) -> bool {
    piece.trim_ascii().is_empty() || piece.starts_with(b"/*")
}

/// The first word of a text, and what follows it.
fn word(text: &[u8]) -> Option<(&[u8], &[u8])> {
    let text = text.trim_ascii_start();
    let length = text.iter().take_while(|it| is_word(it)).count();
    (length > 0).then(|| text.split_at(length))
}

/// A body on one line, without comments.
fn plain(body: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(body.len());
    let mut rest = body.trim_ascii();
    while let Some(length) = piece(rest) {
        let (this, after) = rest.split_at(length);
        match this {
            [b'/', b'*' | b'/', ..] | b"\n" => out.push(b' '),
            b"\\" if after.trim_ascii_start().len() < after.len() => {}
            _ => out.extend_from_slice(this),
        }
        rest = after;
    }
    out
}

/// Length of the first line with its continuation lines, without the line end, which stays.
fn line_length(text: &[u8]) -> usize {
    text[..logical_line(text)].trim_ascii_end().len()
}
