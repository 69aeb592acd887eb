//! Splits PDN into tokens, borrowed from the bytes. The lexer never fails and does not recurse; the
//! caller counts the depth of variations.

use memchr::{memchr, memchr2, memchr3};

use crate::PdnOutcome;

/// A piece of a game: a word, a comment, or a sign.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Token<'a> {
    /// `[Name "value"]`: the name, and the value with its escapes.
    Tag(&'a [u8], &'a [u8]),
    /// A tag without all of its quotes and brackets.
    LooseTag(&'a [u8], &'a [u8]),
    /// A move number or its dots; true if dots directly follow the digits.
    Number(&'a [u8], bool),
    /// A word that may be a move.
    Move(&'a [u8]),
    /// The result at the end.
    Result(PdnOutcome, &'a [u8]),
    /// A comment in braces, or up to the end of a line.
    Comment(&'a [u8]),
    /// A comment in braces that are never closed.
    OpenComment(&'a [u8]),
    /// `$3`, `!`, `?!`, `28x19+`, `11-15*`, a comma.
    Nag(&'a [u8]),
    /// `(`: a variation.
    Open,
    /// `)`.
    Close,
    /// Any other bytes.
    Junk(&'a [u8]),
}

/// The tokens of some bytes, in order. The last token ends where the bytes end.
#[derive(Clone, Debug)]
pub struct Lexer<'a> {
    bytes: &'a [u8],
    at: usize,
}

const fn class_of(byte: u8) -> u8 {
    match byte {
        b' ' | b'\t' | b'\r' | b'\n' | 0x0b | 0x0c | 0 => BLANK,
        b'{' | b'}' | b'(' | b')' | b'[' | b']' | b';' | b'$' | b'!' | b'?' | b'"' | b'<'
        | b'>' | b',' | b'+' => SIGN,
        _ => 0,
    }
}

const BLANK: u8 = 1;
const SIGN: u8 = 2;

/// Class of each byte. A word continues until a special byte.
static CLASS: [u8; 256] = {
    let mut class = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        class[byte] = class_of(byte as u8);
        byte += 1;
    }
    class
};

fn is_blank(byte: u8) -> bool {
    CLASS[usize::from(byte)] == BLANK
}

impl<'a> Lexer<'a> {
    /// Creates a lexer at the beginning of the bytes.
    pub fn new(bytes: &'a [u8]) -> Lexer<'a> {
        Lexer { bytes, at: 0 }
    }

    /// Returns the current offset.
    pub fn at(&self) -> usize {
        self.at
    }

    /// Skips to the next token and returns its offset; `None` at the end.
    pub fn skip_blanks(&mut self) -> Option<usize> {
        let rest = &self.bytes[self.at..];
        let blanks = rest.iter().take_while(|&&it| is_blank(it)).count();
        self.at += blanks;
        (self.at < self.bytes.len()).then_some(self.at)
    }

    fn peek(&self, ahead: usize) -> u8 {
        self.bytes.get(self.at + ahead).copied().unwrap_or(b'\n')
    }

    /// Takes `count` bytes.
    fn take(&mut self, count: usize) -> &'a [u8] {
        let from = self.at;
        self.at = (from + count).min(self.bytes.len());
        &self.bytes[from..self.at]
    }

    fn line(&mut self) -> &'a [u8] {
        let rest = &self.bytes[self.at..];
        let length = memchr2(b'\n', b'\r', rest).unwrap_or(rest.len());
        self.take(length)
    }

    fn is_at_line_start(&self) -> bool {
        self.at == 0 || matches!(self.bytes[self.at - 1], b'\n' | b'\r')
    }

    fn comment(&mut self) -> Token<'a> {
        self.at += 1;
        let from = self.at;
        let mut at = from;
        while let Some(found) = memchr2(b'}', b'[', &self.bytes[at..]) {
            at += found;
            if self.bytes[at] == b'}' {
                self.at = at + 1;
                return Token::Comment(&self.bytes[from..at]);
            }
            if is_tag_line_start(self.bytes, at) {
                break;
            }
            at += 1;
        }
        let is_cut =
            at < self.bytes.len() && self.bytes[at] == b'[' && is_tag_line_start(self.bytes, at);
        self.at = if is_cut { at } else { self.bytes.len() };
        Token::OpenComment(&self.bytes[from..self.at])
    }

    fn tag(&mut self) -> Token<'a> {
        let bytes = self.bytes;
        let name_from = self.at + 1;
        let is_name = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
        let name_length = bytes[name_from..].iter().take_while(|byte| is_name(byte)).count();
        let name = &bytes[name_from..name_from + name_length];
        let mut at = name_from + name_length;
        while matches!(bytes.get(at), Some(b' ' | b'\t')) {
            at += 1;
        }
        if bytes.get(at) == Some(&b'"') {
            let value_from = at + 1;
            at = value_from;
            // Offset of the line's last quote, if the line ends like a tag; searched only once,
            // however many quotes there are.
            let mut last_quote = None;
            // The value ends at an unescaped quote. A line end ends it too, or one forgotten quote
            // would swallow the file.
            while let Some(found) = memchr3(b'"', b'\\', b'\n', &bytes[at..]) {
                at += found;
                match bytes[at] {
                    b'\\' if matches!(bytes.get(at + 1), Some(b'"' | b'\\')) => at += 2,
                    b'\\' => at += 1,
                    b'"' => {
                        let value = &bytes[value_from..at];
                        let mut close = at + 1;
                        while matches!(bytes.get(close), Some(b' ' | b'\t')) {
                            close += 1;
                        }
                        if bytes.get(close) == Some(&b']') {
                            self.at = close + 1;
                            return Token::Tag(name, value);
                        }
                        // An unescaped quote inside the value, if the line still ends properly.
                        let last = *last_quote.get_or_insert_with(|| {
                            let rest = &bytes[at..];
                            let end = memchr(b'\n', rest).unwrap_or(rest.len());
                            let line = rest[..end].trim_ascii_end();
                            Some(at + line.strip_suffix(b"\"]")?.len())
                        });
                        if last.is_some_and(|last| at < last) {
                            at += 1;
                            continue;
                        }
                        self.at = close;
                        return Token::LooseTag(name, value);
                    }
                    _ => break,
                }
            }
            let end = memchr(b'\n', &bytes[value_from..]).map_or(bytes.len(), |it| value_from + it);
            self.at = end;
            return Token::LooseTag(name, trimmed_tag_end(&bytes[value_from..end]));
        }
        let end = memchr(b'\n', &bytes[at..]).map_or(bytes.len(), |memchr| at + memchr);
        self.at = end;
        Token::LooseTag(name, trimmed_tag_end(&bytes[at..end]))
    }

    fn marks(&mut self, at: usize) -> Token<'a> {
        let rest = &self.bytes[at..];
        let marks =
            rest.iter().take_while(|byte| matches!(byte, b'!' | b'?' | b',' | b'+' | b'*')).count();
        Token::Nag(self.take(marks))
    }

    /// Returns the length of a square like `(2,1)` that begins here, if one does.
    fn coordinates(&self, from: usize) -> Option<usize> {
        let rest = &self.bytes[from..];
        let square = rest.get(..5)?;
        let fits = square[0] == b'('
            && square[1].is_ascii_digit()
            && square[2] == b','
            && square[3].is_ascii_digit()
            && square[4] == b')';
        fits.then_some(5)
    }

    fn word_end(&self, mut at: usize) -> usize {
        loop {
            let rest = &self.bytes[at..];
            at += rest.iter().take_while(|&&it| CLASS[usize::from(it)] == 0).count();
            match self.bytes.get(at) {
                Some(b'(') => match self.coordinates(at) {
                    // A variation after a move is separated by a blank, or does not look like a
                    // square.
                    Some(taken) => at += taken,
                    None => return at,
                },
                _ => return at,
            }
        }
    }

    fn word(&mut self) -> Token<'a> {
        let from = self.at;
        let bytes = self.bytes;
        let digits = bytes[from..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        let mut at = from + digits;
        if bytes.get(at) == Some(&b'.') {
            while bytes.get(at) == Some(&b'.') {
                at += 1;
            }
            return Token::Number(self.take(at - from), digits > 0);
        }
        let mut end = self.word_end(at);
        // `11-15*`: forced, or the only move.
        while end > from + 1 && bytes[end - 1] == b'*' {
            end -= 1;
        }
        // `8-11Red resigns`: a text begins without a blank.
        let glued = bytes[at..end]
            .iter()
            .position(|byte| byte.is_ascii_alphabetic() && !matches!(byte, b'x' | b'X'));
        if let Some(glued) = glued
            && digits > 0
            && bytes[at + glued - 1].is_ascii_digit()
        {
            end = at + glued;
        }
        let word = &bytes[from..end];
        if let Some(outcome) = PdnOutcome::from_text(word) {
            self.at = end;
            return Token::Result(outcome, word);
        }
        // `1- 7`: numbers are padded to two columns.
        let square = word.strip_suffix(b"-").or(word.strip_suffix(b"x"));
        let square = square.unwrap_or(word);
        if is_square(square)
            && let Some(end) = self.spaced(from + square.len())
        {
            let text = self.take(end - from);
            return match PdnOutcome::of_spaced(text) {
                Some(outcome) => Token::Result(outcome, text),
                None => Token::Move(text),
            };
        }
        self.at = end;
        if word.len() == digits && digits > 0 {
            return Token::Number(word, false);
        }
        let may_be_move = matches!(word[0], b'0'..=b'9' | b'a'..=b'j' | b'A'..=b'J' | b'(')
            && word.iter().any(u8::is_ascii_digit);
        if may_be_move { Token::Move(word) } else { Token::Junk(word) }
    }

    /// The end of `22 - 18` or `22 x 18 x 9`, if the square ending at `end` continues like that.
    fn spaced(&self, mut end: usize) -> Option<usize> {
        let blanks = |from: usize| {
            let rest = &self.bytes[from..];
            from + rest.iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count()
        };
        let mut found = None;
        loop {
            let sign = blanks(end);
            if !matches!(self.bytes.get(sign), Some(b'-' | b'x' | b'X' | b':')) {
                return found;
            }
            let square = blanks(sign + 1);
            if !self.bytes.get(square).is_some_and(|byte| {
                byte.is_ascii_digit() || (b'a'..=b'j').contains(byte) || *byte == b'('
            }) {
                return found;
            }
            end = self.word_end(square);
            if end == square {
                return found;
            }
            // `11x 18x 25`: a sign at the end of a word belongs to the next square.
            end -= usize::from(matches!(self.bytes[end - 1], b'-' | b'x'));
            found = Some(end);
        }
    }
}

impl<'a> Iterator for Lexer<'a> {
    type Item = Token<'a>;

    #[expect(clippy::match_same_arms, reason = "what is nearly all of a file is asked first")]
    fn next(&mut self) -> Option<Token<'a>> {
        let at = self.skip_blanks()?;
        Some(match self.bytes[at] {
            b'0'..=b'9' | b'a'..=b'z' => self.word(),
            b'{' => self.comment(),
            b';' => {
                self.at += 1;
                Token::Comment(self.line())
            }
            b'%' if self.is_at_line_start() => {
                self.at += 1;
                Token::Comment(self.line())
            }
            b'[' if self.peek(1).is_ascii_alphabetic() => self.tag(),
            b'(' if self.coordinates(at).is_some() => self.word(),
            b'(' => {
                self.at += 1;
                Token::Open
            }
            b')' => {
                self.at += 1;
                Token::Close
            }
            b'$' => {
                let rest = &self.bytes[at + 1..];
                let digits = rest.iter().take_while(|it| it.is_ascii_digit()).count();
                Token::Nag(self.take(1 + digits))
            }
            b'!' | b'?' | b',' | b'+' => self.marks(at),
            // Behind a move it is a mark, alone the result.
            b'*' if at > 0 && CLASS[usize::from(self.bytes[at - 1])] == 0 => self.marks(at),
            b'}' | b']' | b'[' | b'"' | b'<' | b'>' => Token::Junk(self.take(1)),
            _ => self.word(),
        })
    }
}

/// Returns true for a square's number, letter and number, or coordinates.
fn is_square(word: &[u8]) -> bool {
    matches!(word, [b'a'..=b'j' | b'A'..=b'J', b'1'..=b'8'])
        || (word.len() == 5 && word.first() == Some(&b'(') && word.last() == Some(&b')'))
        || (!word.is_empty() && word.iter().all(u8::is_ascii_digit))
}

/// Returns true if a line begins here with something like `[Event "`.
fn is_tag_line_start(bytes: &[u8], at: usize) -> bool {
    let is_first = at == 0 || matches!(bytes[at - 1], b'\n' | b'\r');
    let name = bytes[at + 1..].iter().take_while(|byte| byte.is_ascii_alphanumeric()).count();
    let after = &bytes[(at + 1 + name).min(bytes.len())..];
    is_first && bytes.get(at + 1).is_some_and(u8::is_ascii_uppercase) && after.starts_with(b" \"")
}

fn trimmed_tag_end(value: &[u8]) -> &[u8] {
    let value = value.trim_ascii();
    let value = value.strip_suffix(b"]").unwrap_or(value).trim_ascii();
    value.strip_suffix(b"\"").unwrap_or(value)
}
