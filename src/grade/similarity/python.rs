//! A Python program as the numbers of its tokens, without what a disguise changes for nothing: names,
//! literals, comments, annotations, the heads of loops and functions, what an attribute belongs to, and
//! short statements.
//!
//! Read by hand, statement by statement: tree-sitter's grammar aborts the process on blocks nested
//! more than 500 deep, which a hostile file can have. Here the work is linear, and nothing recurs.

use super::tokens::{GAP, Token, Tokens};

/// The first number: above those of C++, so that nothing matches across languages.
const PYTHON: Token = 1 << 14;
const NAME: Token = PYTHON;
const LITERAL: Token = PYTHON + 1;
const LOOP: Token = PYTHON + 2;
/// The first number of a keyword or sign in [`KEPT`]; other bytes follow.
const FIRST_KEPT: Token = PYTHON + 3;
const FIRST_BYTE: Token = PYTHON + 256;
/// Tokens up to which a statement says nothing: a docstring, `i += 1`, `x = []`, `step()`.
const MAX_SHORT: usize = 3;

/// Keywords and longer signs that count.
const KEPT: &[&str] = &[
    "if", "and", "or", "not", "in", "==", "lambda", "return", "yield", "raise", "assert", "del",
    "break", "continue", "await", "**=", "//=", ">>=", "<<=", "**", "//", ">>", "<<", "!=", "<=",
    ">=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "@=", ":=",
];
const DROPPED: &[&str] = &["else", "as", "from", "async", "with"];
const LITERALS: &[&str] = &["True", "False", "None"];
/// Statements that say nothing, and statements of which only the block counts.
const SKIPPED: &[&str] = &["import", "from", "global", "nonlocal", "pass", "@"];
const HEADS: &[&str] = &["class", "def", "for", "while", "else", "try", "except", "finally"];

/// The part of a statement that is being read.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum Part {
    #[default]
    Begin,
    /// Up to the end of the statement, which counts if it is long.
    Expression,
    /// Up to the end; it counts.
    Keyword,
    /// Up to the colon.
    Condition,
    SkippedHead,
    /// Up to `=`, or the end.
    Annotation,
    Skipped,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Piece {
    Blank,
    LineEnd,
    Literal,
    Word,
    Other,
}

#[derive(Default)]
struct Reader {
    tokens: Tokens,
    part: Part,
    /// Where the statement's tokens begin.
    start: usize,
    line: u32,
    /// Where the line's first piece is, and whether it is still to come.
    column: usize,
    is_line_start: bool,
    /// The column of the outermost function; those within belong to it.
    function: Option<usize>,
    /// The open brackets: true for those that are tokens, of calls and indices.
    brackets: Vec<bool>,
    lambdas: usize,
    /// Set when the last piece can be called, indexed or subtracted from.
    is_operand: bool,
}

pub(super) fn tokens(bytes: &[u8]) -> Tokens {
    let mut rest = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let mut reader = Reader { line: 1, is_line_start: true, ..Reader::default() };
    while let Some((length, piece)) = piece(rest) {
        let (text, after) = rest.split_at(length);
        reader.read(text, piece);
        let lines = text.iter().filter(|byte| **byte == b'\n').count();
        reader.line = reader.line.saturating_add(u32::try_from(lines).unwrap_or(u32::MAX));
        rest = after;
    }
    reader.end();
    Tokens { is_parsed: true, ..reader.tokens }
}

impl Reader {
    fn read(&mut self, text: &[u8], piece: Piece) {
        let is_outside = self.brackets.is_empty();
        match piece {
            Piece::Blank if self.is_line_start => self.column += text.len(),
            Piece::LineEnd if is_outside => {
                self.end();
                (self.column, self.is_line_start) = (0, true);
            }
            Piece::Blank | Piece::LineEnd => {}
            Piece::Other if is_outside && text == b";" => self.end(),
            _ => {
                if self.part == Part::Begin {
                    self.begin(text, piece);
                }
                self.put(text, piece);
            }
        }
    }

    /// Takes the first piece of a statement, which tells what counts of it.
    fn begin(&mut self, text: &[u8], piece: Piece) {
        let is_line_start = std::mem::take(&mut self.is_line_start);
        if is_line_start && self.function.is_some_and(|function| self.column <= function) {
            self.function = None;
            self.push(GAP);
        }
        match text {
            b"def" if self.function.is_none() => {
                self.push(GAP);
                self.function = Some(self.column);
            }
            b"for" | b"while" => self.push(LOOP),
            _ => {}
        }
        self.start = self.tokens.kinds.len();
        self.part = match text {
            b"async" => Part::Begin,
            b"if" | b"elif" | b"with" => Part::Condition,
            _ if is_in(SKIPPED, text) => Part::Skipped,
            _ if is_in(HEADS, text) => Part::SkippedHead,
            _ if piece == Piece::Word && is_in(KEPT, text) => Part::Keyword,
            _ => Part::Expression,
        };
    }

    fn end(&mut self) {
        let is_short = self.tokens.kinds.len() <= self.start + MAX_SHORT;
        if is_short && matches!(self.part, Part::Expression | Part::Annotation) {
            self.tokens.kinds.truncate(self.start);
            self.tokens.lines.truncate(self.start);
        }
        (self.part, self.lambdas, self.is_operand) = (Part::Begin, 0, false);
    }

    fn put(&mut self, text: &[u8], piece: Piece) {
        let is_outside = self.brackets.is_empty();
        let was_operand = std::mem::take(&mut self.is_operand);
        match text {
            b"(" | b"[" | b"{" => {
                self.brackets.push(was_operand);
                if was_operand {
                    self.count(byte(text));
                }
            }
            b")" | b"]" | b"}" => {
                if self.brackets.pop() == Some(true) {
                    self.count(byte(text));
                }
                self.is_operand = true;
            }
            b":" if self.lambdas > 0 => self.lambdas -= 1,
            b":" if is_outside => match self.part {
                Part::Condition | Part::SkippedHead => self.part = Part::Begin,
                Part::Expression => self.part = Part::Annotation,
                _ => {}
            },
            b"=" if is_outside && self.part == Part::Annotation => {
                self.part = Part::Expression;
                self.count(byte(text));
            }
            // An attribute is a name, whatever it belongs to.
            b"." if self.last() == Some(NAME) => self.pop(),
            b":" | b"." | b"," => {}
            b"+" | b"-" | b"*" | b"**" | b"~" if !was_operand => {}
            _ => self.word(text, piece),
        }
    }

    fn word(&mut self, text: &[u8], piece: Piece) {
        self.lambdas += usize::from(text == b"lambda");
        let text = alike(text);
        if piece == Piece::Literal || is_in(LITERALS, text) {
            self.is_operand = true;
            if self.last() != Some(LITERAL) {
                self.count(LITERAL);
            }
        } else if text == b"for" {
            self.count(LOOP);
        } else if let Some(at) = place(KEPT, text) {
            self.count(FIRST_KEPT + at);
        } else if piece == Piece::Other {
            self.count(byte(text));
        } else if !is_in(DROPPED, text) {
            self.is_operand = true;
            self.count(NAME);
        }
    }

    /// The last token of the statement.
    fn last(&self) -> Option<Token> {
        self.tokens.kinds.get(self.start..)?.last().copied()
    }

    fn count(&mut self, kind: Token) {
        if matches!(self.part, Part::Expression | Part::Keyword | Part::Condition) {
            self.push(kind);
        }
    }

    fn push(&mut self, kind: Token) {
        self.tokens.kinds.push(kind);
        self.tokens.lines.push(self.line);
    }

    fn pop(&mut self) {
        self.tokens.kinds.pop();
        self.tokens.lines.pop();
    }
}

/// The same for signs and words that may stand for each other.
fn alike(text: &[u8]) -> &[u8] {
    match text {
        b">" => b"<",
        b">=" => b"<=",
        b"is" => b"==",
        b"elif" => b"if",
        other => other,
    }
}

/// The token of a sign of one letter.
fn byte(text: &[u8]) -> Token {
    FIRST_BYTE + text.first().copied().map_or(0, Token::from)
}

fn place(list: &[&str], text: &[u8]) -> Option<Token> {
    let at = list.iter().position(|it| it.as_bytes() == text)?;
    Token::try_from(at).ok()
}

fn is_in(list: &[&str], text: &[u8]) -> bool {
    place(list, text).is_some()
}

/// Returns the first piece and its length.
fn piece(text: &[u8]) -> Option<(usize, Piece)> {
    let count = |is_in: fn(&u8) -> bool| text.iter().take_while(|it| is_in(it)).count();
    Some(match text {
        [] => return None,
        [b'\n', ..] => (1, Piece::LineEnd),
        [b'#', ..] => (count(|it| *it != b'\n'), Piece::Blank),
        [b'\\', b'\r', b'\n', ..] => (3, Piece::Blank),
        [b'\\', b'\n', ..] => (2, Piece::Blank),
        [b'"' | b'\'', ..] => (string(text), Piece::Literal),
        [b'0'..=b'9', ..] | [b'.', b'0'..=b'9', ..] => {
            (count(|it| is_word(it) || *it == b'.'), Piece::Literal)
        }
        [first, ..] if is_word(first) => {
            let (word, rest) = text.split_at(count(is_word));
            let is_prefix = word.len() < 3 && word.iter().all(|it| b"rbfutRBFUT".contains(it));
            match rest {
                [b'"' | b'\'', ..] if is_prefix => (word.len() + string(rest), Piece::Literal),
                _ => (word.len(), Piece::Word),
            }
        }
        [first, ..] if first.is_ascii_whitespace() => (1, Piece::Blank),
        _ => {
            let is_sign = |it: &usize| text.get(..*it).is_some_and(|it| is_in(KEPT, it));
            ([3, 2].into_iter().find(is_sign).unwrap_or(1), Piece::Other)
        }
    })
}

fn is_word(byte: &u8) -> bool {
    byte.is_ascii_alphanumeric() || *byte == b'_' || *byte >= 0x80
}

/// Returns the length of a string: up to its quotes, to the end of the line, or, with three quotes, of the text.
fn string(text: &[u8]) -> usize {
    let quote = text.first().copied().unwrap_or_default();
    let is_long = text.starts_with(&[quote; 3]);
    let quotes = &[quote; 3][..if is_long { 3 } else { 1 }];
    let mut at = quotes.len();
    while let Some(byte) = text.get(at) {
        match byte {
            b'\\' => at += 1,
            b'\n' if !is_long => return at,
            _ if text.get(at..).is_some_and(|it| it.starts_with(quotes)) => {
                return at + quotes.len();
            }
            _ => {}
        }
        at += 1;
    }
    text.len()
}
