//! Tokens, directives and the words that a cleaner looks for, under one reading of the file.
//! Knows no grammar: that is the parser's part.

mod literals;

use super::phases::{CHOICES, Choice, Letter, Phases, Reading};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Name,
    Number,
    /// A string or character, closed or not.
    Quoted,
    /// `<...>` where a header's name may stand.
    Header,
    Sign,
    Newline,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Token {
    pub(super) kind: Kind,
    /// Without what joins lines; of raw strings and very long tokens only the beginning.
    pub(super) text: Vec<u8>,
    pub(super) start: usize,
    pub(super) end: usize,
    /// White space, or a comment, stands before it.
    pub(super) apart: bool,
}

impl Token {
    pub(super) fn is(&self, text: &str) -> bool {
        self.text == text.as_bytes()
    }
}

/// A directive: from its `#` to the end of its line, which comments and backslashes make longer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Directive {
    pub(super) start: usize,
    pub(super) end: usize,
    /// What follows the `#`; the first is its name.
    pub(super) tokens: Vec<Token>,
}

impl Directive {
    pub(super) fn name(&self) -> &[u8] {
        self.tokens.first().map_or(&[], |it| &it.text)
    }
}

/// What one reading finds.
#[derive(Debug, Default)]
pub(super) struct Scanned {
    pub(super) directives: Vec<Directive>,
    /// Names outside directives that matter to a cleaner, with what is called by them.
    pub(super) words: Vec<Token>,
    /// The letters before raw strings whose delimiter is not one.
    pub(super) bad_raw: Vec<(usize, usize)>,
    /// Names that contain an escaped letter, like `\u0069`.
    pub(super) escaped: Vec<(usize, usize)>,
    /// Lines that import a header or a module.
    pub(super) imports: Vec<(usize, usize)>,
    /// The questions that this reading came across.
    pub(super) met: Vec<Choice>,
}

/// Longer texts of tokens are cut: nothing that matters is as long.
const MOST_TEXT: usize = 200;

struct Scanner<'a, 'b> {
    phases: Phases<'a>,
    at: usize,
    in_directive: bool,
    /// Whether the name of a header may come, as behind `#include`.
    expects_header: bool,
    /// From where a directive's line was last followed to its end, and that end: a line may be as long
    /// as the file, and have a raw string in every few bytes.
    line: (usize, usize),
    met: u8,
    out: Scanned,
    wanted: &'b dyn Fn(&[u8]) -> bool,
}

/// Reads a file; `wanted` says which names outside directives are kept.
pub(super) fn scan(bytes: &[u8], reading: Reading, wanted: &dyn Fn(&[u8]) -> bool) -> Scanned {
    let start = if bytes.starts_with(b"\xef\xbb\xbf") {
        3
    } else {
        0
    };
    let mut scanner = Scanner {
        phases: Phases::new(bytes, reading),
        at: start,
        in_directive: false,
        expects_header: false,
        line: (0, 0),
        met: 0,
        out: Scanned::default(),
        wanted,
    };
    scanner.lines();
    if scanner.phases.met_trigraph.get() {
        scanner.met |= Choice::Trigraphs as u8;
    }
    let met = scanner.met;
    scanner.out.met = CHOICES
        .into_iter()
        .filter(|it| met & *it as u8 != 0)
        .collect();
    scanner.out
}

const fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\x0b' | b'\x0c' | 0)
}

const fn is_name_start(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || byte == b'_' || byte == b'$'
}

const fn is_name_part(byte: u8) -> bool {
    is_name_start(byte) || byte.is_ascii_digit()
}

impl Scanner<'_, '_> {
    fn choose(&mut self, choice: Choice) -> bool {
        self.met |= choice as u8;
        self.phases.reading.has(choice)
    }

    fn peek(&self) -> Option<Letter> {
        self.phases.letter(self.at)
    }

    fn peek_is(&self, byte: u8) -> bool {
        self.peek().is_some_and(|it| it.byte == byte)
    }

    fn lines(&mut self) {
        let mut first: Vec<Token> = Vec::new();
        let mut is_first = true;
        let mut is_import = false;
        while let Some(token) = self.token() {
            if token.kind == Kind::Newline {
                if is_import && let Some(start) = first.first() {
                    self.out.imports.push((start.start, token.start));
                }
                (is_first, is_import) = (true, false);
                first.clear();
                continue;
            }
            if is_first && token.kind == Kind::Sign && token.is("#") {
                self.directive(token.start);
                continue;
            }
            is_first = false;
            if first.len() < 3 {
                first.push(token.clone());
                is_import = imports(&first);
                self.expects_header = first.iter().any(|it| it.is("import"));
            } else {
                self.expects_header = false;
            }
            if token.kind == Kind::Name && (self.wanted)(&token.text) {
                self.out.words.push(token);
            }
        }
        if is_import && let Some(start) = first.first() {
            self.out
                .imports
                .push((start.start, self.phases.bytes.len()));
        }
    }

    fn directive(&mut self, start: usize) {
        self.in_directive = true;
        let mut tokens: Vec<Token> = Vec::new();
        let end = loop {
            let Some(token) = self.token() else {
                break self.phases.bytes.len();
            };
            if token.kind == Kind::Newline {
                break token.start;
            }
            if tokens.is_empty() {
                self.expects_header = matches!(
                    token.text.as_slice(),
                    b"include"
                        | b"include_next"
                        | b"import"
                        | b"embed"
                        | b"if"
                        | b"elif"
                        | b"pragma"
                );
            }
            tokens.push(token);
        };
        self.in_directive = false;
        self.expects_header = false;
        self.out.directives.push(Directive { start, end, tokens });
    }

    /// The next token; an end of line is one.
    fn token(&mut self) -> Option<Token> {
        let apart = self.skip_space()?;
        let first = self.peek()?;
        self.at = first.end;
        let mut text = vec![first.byte];
        let kind = match first.byte {
            b'\n' => Kind::Newline,
            b'"' | b'\'' => {
                self.quoted(first.byte, &mut text);
                Kind::Quoted
            }
            byte if is_name_start(byte) => self.name(first.start, &mut text),
            b'0'..=b'9' => self.number(&mut text),
            b'.' if self.peek().is_some_and(|it| it.byte.is_ascii_digit()) => {
                self.number(&mut text)
            }
            b'<' if self.expects_header => self.header(first, &mut text),
            b'%' if self.peek_is(b':') => {
                self.at = self.peek()?.end;
                text = vec![b'#'];
                Kind::Sign
            }
            byte if byte >= 0x80 || byte == b'\\' => self.strange(first, &mut text),
            _ => Kind::Sign,
        };
        let (start, end) = (first.start, self.at);
        Some(Token {
            kind,
            text,
            start,
            end,
            apart,
        })
    }

    /// Over white space and comments; tells whether there was any.
    fn skip_space(&mut self) -> Option<bool> {
        let mut any = false;
        loop {
            let letter = self.peek()?;
            if is_space(letter.byte) {
                self.at = letter.end;
            } else if letter.byte == b'/' {
                match self.phases.letter(letter.end) {
                    Some(next) if next.byte == b'/' => self.at = self.phases.end_of_line(next.end),
                    Some(next) if next.byte == b'*' => self.skip_comment(next.end),
                    _ => return Some(any),
                }
            } else {
                return Some(any);
            }
            any = true;
        }
    }

    fn skip_comment(&mut self, from: usize) {
        self.at = from;
        let mut before = 0;
        while let Some(letter) = self.peek() {
            self.at = letter.end;
            if before == b'*' && letter.byte == b'/' {
                return;
            }
            before = letter.byte;
        }
    }

    /// Takes a character into a token.
    fn take(&mut self, letter: Letter, text: &mut Vec<u8>) {
        self.at = letter.end;
        if text.len() < MOST_TEXT {
            text.push(letter.byte);
        }
    }

    /// The rest of a name; tells whether an escaped letter is in it.
    fn name_rest(&mut self, text: &mut Vec<u8>) -> bool {
        let mut is_escaped = false;
        while let Some(letter) = self.peek() {
            if is_name_part(letter.byte) {
                self.take(letter, text);
            } else if self.is_extended(letter) && self.choose(Choice::ExtendedNames) {
                is_escaped |= letter.byte == b'\\';
                self.take(letter, text);
            } else {
                break;
            }
        }
        is_escaped
    }

    /// A letter outside ASCII, or the beginning of one that is escaped.
    fn is_extended(&self, letter: Letter) -> bool {
        let next = || self.phases.letter(letter.end).map(|it| it.byte);
        letter.byte >= 0x80 || letter.byte == b'\\' && matches!(next(), Some(b'u' | b'U' | b'N'))
    }

    fn name(&mut self, start: usize, text: &mut Vec<u8>) -> Kind {
        if self.name_rest(text) {
            self.out.escaped.push((start, self.at));
        }
        let is_raw = matches!(text.as_slice(), b"R" | b"LR" | b"uR" | b"UR" | b"u8R");
        match self.peek() {
            Some(quote) if is_raw && quote.byte == b'"' => self.raw(start, quote, text),
            _ => Kind::Name,
        }
    }

    /// A letter outside ASCII or a backslash, where a name may begin.
    fn strange(&mut self, first: Letter, text: &mut Vec<u8>) -> Kind {
        let is_start = self.is_extended(first);
        if is_start && self.choose(Choice::ExtendedNames) {
            let is_escaped = self.name_rest(text) || first.byte == b'\\';
            if is_escaped {
                self.out.escaped.push((first.start, self.at));
            }
            return Kind::Name;
        }
        Kind::Sign
    }
}

/// Where `("...")` ends that follows a place outside directives, if it does: what `_Pragma` is called
/// with. No token is read that the scanner itself would read as another: it would be looked through
/// once for every `_Pragma`.
pub(super) fn argument_end(bytes: &[u8], reading: Reading, from: usize) -> Option<usize> {
    let mut scanner = Scanner {
        phases: Phases::new(bytes, reading),
        at: from,
        in_directive: false,
        expects_header: false,
        line: (0, 0),
        met: 0,
        out: Scanned::default(),
        wanted: &|_| false,
    };
    let mut next = || loop {
        let token = scanner.token()?;
        if token.kind != Kind::Newline {
            return Some(token);
        }
    };
    if !next()?.is("(") || next()?.kind != Kind::Quoted {
        return None;
    }
    next().filter(|it| it.is(")")).map(|it| it.end)
}

/// Whether the first tokens of a line begin an import of C++20.
fn imports(first: &[Token]) -> bool {
    let after = match first {
        [one, rest @ ..] if one.is("import") => rest,
        [one, two, rest @ ..] if one.is("export") && two.is("import") => rest,
        _ => return false,
    };
    after
        .first()
        .is_some_and(|it| matches!(it.kind, Kind::Name | Kind::Quoted | Kind::Header) || it.is("<"))
}
