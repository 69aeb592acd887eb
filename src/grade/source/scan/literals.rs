//! Literals and the names of headers: where they end, on which versions and dialects of g++ differ.

use super::super::phases::{Choice, Letter};
use super::{Kind, MOST_TEXT, Scanner, is_name_part, is_name_start};

impl Scanner<'_, '_> {
    pub(super) fn quoted(&mut self, quote: u8, text: &mut Vec<u8>) {
        // The name of a header knows no escapes.
        let escapes = !(self.expects_header && quote == b'"');
        while let Some(letter) = self.peek() {
            if letter.byte == b'\n' {
                // g++ gives up at the end of the line.
                return;
            }
            self.take(letter, text);
            if letter.byte == quote {
                self.suffix();
                return;
            }
            if letter.byte == b'\\'
                && (escapes || !self.choose(Choice::HeaderNames))
                && let Some(next) = self.peek()
                && next.byte != b'\n'
            {
                self.take(next, text);
            }
        }
    }

    /// What stands right behind a literal and may belong to it.
    pub(super) fn suffix(&mut self) {
        if self
            .peek()
            .is_some_and(|it| is_name_start(it.byte) || it.byte >= 0x80)
            && self.choose(Choice::Suffixes)
        {
            self.name_rest(&mut Vec::new());
        }
    }

    /// A raw string: from its quote on, the bytes count as they are in the file.
    pub(super) fn raw(&mut self, start: usize, quote: Letter, text: &mut Vec<u8>) -> Kind {
        let bytes = self.phases.bytes;
        let rest = bytes.get(quote.end..).unwrap_or_default();
        let delimiter = rest.iter().take(17).position(|it| *it == b'(');
        let delimiter = delimiter.and_then(|length| rest.get(..length));
        let is_fine = |byte: &u8| byte.is_ascii_graphic() && !b")\\$@`".contains(byte);
        let Some(delimiter) = delimiter.filter(|it| it.iter().all(is_fine)) else {
            // Versions of g++ differ in how they go on; without the letter it is a plain string.
            self.out.bad_raw.push((start, quote.start));
            self.take(quote, text);
            self.quoted(b'"', text);
            return Kind::Quoted;
        };
        let closing = [b")", delimiter, b"\""].concat();
        let from = quote.end + delimiter.len() + 1;
        if self.in_directive {
            // An end of line that a backslash hides does not count here either.
            let line = self.line_end(from);
            let is_closed = find(bytes.get(..line).unwrap_or(bytes), from, &closing).is_some();
            if !is_closed && !self.choose(Choice::RawInDirectives) {
                self.at = line;
                return Kind::Quoted;
            }
        }
        self.at = find(bytes, from, &closing).map_or(bytes.len(), |it| it + closing.len());
        self.suffix();
        Kind::Quoted
    }

    /// The end of the line at a place, looked for once for all places of a line.
    fn line_end(&mut self, at: usize) -> usize {
        let (from, end) = self.line;
        if !(from..=end).contains(&at) {
            self.line = (at, self.phases.end_of_line(at));
        }
        self.line.1
    }

    pub(super) fn number(&mut self, text: &mut Vec<u8>) -> Kind {
        while let Some(letter) = self.peek() {
            let before = text.last().copied().unwrap_or(b' ');
            let goes_on = match letter.byte {
                b'.' => true,
                b'+' | b'-' => match before {
                    b'e' | b'E' => true,
                    b'p' | b'P' => self.choose(Choice::Separators),
                    _ => false,
                },
                b'\'' => self.separates(letter),
                byte if is_name_part(byte) => true,
                _ => self.is_extended(letter) && self.choose(Choice::ExtendedNames),
            };
            if !goes_on {
                break;
            }
            self.at = letter.end;
            text.push(letter.byte);
            if text.len() > MOST_TEXT {
                // Only the last character of a long number matters.
                text.drain(1..MOST_TEXT / 2);
            }
        }
        Kind::Number
    }

    fn separates(&mut self, quote: Letter) -> bool {
        if !self.choose(Choice::Separators) {
            return false;
        }
        let next = self.phases.letter(quote.end);
        next.is_some_and(|it| is_name_part(it.byte)) || self.choose(Choice::GreedySeparators)
    }

    /// From `<` to `>` on the same line; without one no other header is looked for there.
    pub(super) fn header(&mut self, first: Letter, text: &mut Vec<u8>) -> Kind {
        let mut at = first.end;
        let mut is_plain = true;
        while let Some(letter) = self.phases.letter(at) {
            if letter.byte == b'\n' {
                break;
            }
            at = letter.end;
            is_plain &= !b"\"'/\\".contains(&letter.byte);
            if text.len() < MOST_TEXT {
                text.push(letter.byte);
            }
            if letter.byte == b'>' {
                if is_plain || self.choose(Choice::HeaderNames) {
                    self.at = at;
                    return Kind::Header;
                }
                break;
            }
        }
        self.expects_header = false;
        text.truncate(1);
        Kind::Sign
    }
}

/// Where a short text stands, at or after a place.
fn find(bytes: &[u8], from: usize, text: &[u8]) -> Option<usize> {
    let rest = bytes.get(from..)?;
    rest.windows(text.len())
        .position(|it| it == text)
        .map(|at| from + at)
}
