//! What of a file has to go so that g++ reads no other file for it, and how it goes: blanked, with
//! every end of line where it was.
//!
//! Gone are: every `#include` but `player.hpp`, and its relatives; `#pragma`, of which
//! `GCC dependency` looks at files; `#line` and `# 12 "file"`, after which g++ would quote a file of
//! the student's choice in its messages; `__has_include` and conditions that could come to ask it;
//! and the means of making such words from pieces.

use std::collections::{BTreeMap, BTreeSet};

use super::What;
use super::phases::{Phases, Reading};
use super::scan::{Directive, Kind, Scanned, Token, argument_end};

/// A piece of the file that goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Removal {
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) what: What,
    how: How,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum How {
    /// Everything but ends of lines.
    Whole,
    /// Everything but ends of lines and what joins lines: inside a directive that stays.
    Part,
    /// Like `Part`, and a `0` in its place.
    Zero,
}

/// Operators of the preprocessor that reach other files or change the compiler.
const ASKS: [&str; 6] = [
    "__has_include",
    "__has_include_next",
    "__has_include__",
    "__has_include_next__",
    "__has_embed",
    "__has_embed__",
];
const PRAGMA: &str = "_Pragma";
/// Macros of the library's headers that make words from pieces.
const PASTERS: [&str; 2] = ["__CONCAT", "_GLIBCXX_HAS_NESTED_TYPE"];
/// What a condition may call without being able to ask for a file.
const HARMLESS: [&str; 6] = [
    "defined",
    "__has_attribute",
    "__has_cpp_attribute",
    "__has_builtin",
    "__has_feature",
    "__has_extension",
];

fn is_any(text: &[u8], words: &[&str]) -> bool {
    words.iter().any(|it| it.as_bytes() == text)
}

/// Why a name has to go, wherever it stands.
pub(super) fn judge_word(text: &[u8]) -> Option<What> {
    // Nearly every name ends here.
    if text.first() != Some(&b'_') {
        return None;
    }
    if text == PRAGMA.as_bytes() {
        Some(What::Pragma)
    } else if is_any(text, &ASKS) {
        Some(What::Asks)
    } else if is_any(text, &PASTERS) || is_piece(text) {
        Some(What::Pasting)
    } else {
        None
    }
}

/// A beginning of one of the words, as only someone needs it who puts them together with `##`.
/// `_` and `__` alone are names that people use, and count only where something is pasted.
fn is_piece(text: &[u8]) -> bool {
    let begins = |word: &str| word.len() > text.len() && word.as_bytes().starts_with(text);
    begins(PRAGMA) || ASKS.iter().any(|it| begins(it))
}

const fn is_short(text: &[u8]) -> bool {
    text.len() < 3
}

/// What has to go, as one reading finds it.
pub(super) fn removals(bytes: &[u8], reading: Reading, scanned: &Scanned) -> Vec<Removal> {
    let macros = Macros::of(&scanned.directives);
    let mut all = Vec::new();
    let whole = |&(start, end): &(usize, usize), what| Removal {
        start,
        end,
        what,
        how: How::Whole,
    };
    all.extend(scanned.imports.iter().map(|it| whole(it, What::Include)));
    all.extend(
        scanned
            .bad_raw
            .iter()
            .map(|it| whole(it, What::BrokenLiteral)),
    );
    all.extend(scanned.escaped.iter().map(|&(start, end)| Removal {
        start,
        end,
        what: What::EscapedName,
        how: How::Part,
    }));
    all.extend(scanned.words.iter().filter_map(|token| {
        word_removal(token, macros.pastes, || {
            argument_end(bytes, reading, token.end)
        })
    }));
    for directive in &scanned.directives {
        if let Some(what) = judge_directive(directive) {
            all.push(whole(&(directive.start, directive.end), what));
        } else if matches!(directive.name(), b"if" | b"elif") {
            if !macros.is_plain(directive) {
                let start = directive
                    .tokens
                    .first()
                    .map_or(directive.start, |it| it.end);
                let (end, what) = (directive.end, What::Asks);
                all.push(Removal {
                    start,
                    end,
                    what,
                    how: How::Zero,
                });
            }
        } else if !matches!(
            directive.name(),
            b"ifdef" | b"ifndef" | b"elifdef" | b"elifndef" | b"undef"
        ) {
            let tokens = directive.tokens.iter().enumerate();
            let names = tokens.filter(|(_, it)| it.kind == Kind::Name);
            all.extend(names.filter_map(|(at, token)| {
                word_removal(token, macros.pastes, || {
                    argument_in(directive.tokens.get(at + 1..)?)
                })
            }));
        }
    }
    all
}

/// Where `("...")` ends that tokens begin with, if they do.
fn argument_in(tokens: &[Token]) -> Option<usize> {
    match tokens {
        [open, text, close, ..] if open.is("(") && text.kind == Kind::Quoted && close.is(")") => {
            Some(close.end)
        }
        _ => None,
    }
}

/// `argument` says where the argument of an operator ends that stands behind the word.
fn word_removal(
    token: &Token,
    pastes: bool,
    argument: impl FnOnce() -> Option<usize>,
) -> Option<Removal> {
    let what = judge_word(&token.text)?;
    if is_short(&token.text) && !pastes {
        return None;
    }
    let argument = match what {
        What::Pragma => argument(),
        _ => None,
    };
    let end = argument.unwrap_or(token.end);
    Some(Removal {
        start: token.start,
        end,
        what,
        how: How::Part,
    })
}

/// Why a directive has to go as a whole.
fn judge_directive(directive: &Directive) -> Option<What> {
    let name = directive.tokens.first()?;
    if name.kind == Kind::Number || name.is("line") {
        return Some(What::LineMarker);
    }
    if name.text.iter().any(|it| *it >= 0x80 || *it == b'\\') {
        // No directive is called so; g++ takes some for another all the same.
        return Some(What::Include);
    }
    match name.text.as_slice() {
        b"include" if is_player_header(directive.tokens.get(1)) => None,
        b"include" | b"include_next" | b"import" | b"embed" => Some(What::Include),
        b"pragma" => Some(What::Pragma),
        _ => None,
    }
}

fn is_player_header(token: Option<&Token>) -> bool {
    token.is_some_and(|it| it.is("\"player.hpp\"") || it.is("<player.hpp>"))
}

/// What the file's own macros can do in a condition.
struct Macros {
    defined: BTreeMap<Vec<u8>, Body>,
    /// Whether anything is made from pieces.
    pastes: bool,
}

#[derive(Default)]
struct Body {
    is_risky: bool,
    names: BTreeSet<Vec<u8>>,
}

impl Macros {
    fn of(directives: &[Directive]) -> Macros {
        let mut defined: BTreeMap<Vec<u8>, Body> = BTreeMap::new();
        let mut pastes = false;
        for directive in directives.iter().filter(|it| it.name() == b"define") {
            let [_, name, rest @ ..] = directive.tokens.as_slice() else {
                continue;
            };
            let body = defined.entry(name.text.clone()).or_default();
            pastes |= has_paste(rest);
            body.is_risky |= is_risky(rest);
            let names = rest.iter().filter(|it| it.kind == Kind::Name);
            body.names.extend(names.map(|it| it.text.clone()));
        }
        let mut macros = Macros { defined, pastes };
        macros.spread();
        macros
    }

    /// A macro that names a risky one is risky.
    fn spread(&mut self) {
        let mut users: BTreeMap<&[u8], Vec<&[u8]>> = BTreeMap::new();
        for (name, body) in &self.defined {
            for used in &body.names {
                users.entry(used).or_default().push(name);
            }
        }
        let risky = self.defined.iter().filter(|(_, body)| body.is_risky);
        let mut waiting: Vec<&[u8]> = risky.map(|(name, _)| name.as_slice()).collect();
        let mut reached: BTreeSet<Vec<u8>> = BTreeSet::new();
        while let Some(name) = waiting.pop() {
            if reached.insert(name.to_vec()) {
                waiting.extend(users.get(name).into_iter().flatten());
            }
        }
        for (name, body) in &mut self.defined {
            body.is_risky |= reached.contains(name);
        }
    }

    /// Whether a condition cannot come to ask for a file, however its macros are replaced.
    fn is_plain(&self, directive: &Directive) -> bool {
        let condition = directive.tokens.get(1..).unwrap_or_default();
        let is_harmless = |token: &Token| {
            let body = self.defined.get(&token.text);
            body.is_none_or(|it| !it.is_risky)
        };
        !is_risky(condition) && condition.iter().all(is_harmless)
    }
}

fn has_paste(tokens: &[Token]) -> bool {
    let mut pairs = tokens.windows(2);
    pairs.any(|it| matches!(it, [one, two] if one.is("#") && two.is("#") && !two.apart))
}

/// Whether tokens ask for a file, paste, or call a macro, whose doings are not looked into.
fn is_risky(tokens: &[Token]) -> bool {
    let is_defined = |at: usize| {
        let is = |back: usize, text: &str| {
            at.checked_sub(back)
                .and_then(|it| tokens.get(it))
                .is_some_and(|it| it.is(text))
        };
        is(1, "defined") || is(1, "(") && is(2, "defined")
    };
    let is_call = |at: usize| tokens.get(at + 1).is_some_and(|it| it.is("("));
    has_paste(tokens)
        || tokens.iter().enumerate().any(|(at, token)| {
            token.kind == Kind::Name
                && !is_defined(at)
                && (judge_word(&token.text).is_some_and(|_| !is_short(&token.text))
                    || is_call(at) && !is_any(&token.text, &HARMLESS))
        })
}

/// Takes pieces out of a file.
pub(super) fn remove(bytes: &mut [u8], reading: Reading, removals: &[Removal]) {
    for removal in removals {
        let places = match removal.how {
            How::Whole => (removal.start..removal.end).collect(),
            How::Part | How::Zero => letters(bytes, reading, removal.start, removal.end),
        };
        let mut put = 0;
        for at in places {
            if let Some(byte) = bytes.get_mut(at)
                && !matches!(*byte, b'\n' | b'\r')
            {
                put += 1;
                *byte = if removal.how == How::Zero && put == 2 {
                    b'0'
                } else {
                    b' '
                };
            }
        }
    }
}

/// The bytes of a piece but for those that join lines.
fn letters(bytes: &[u8], reading: Reading, start: usize, end: usize) -> Vec<usize> {
    let phases = Phases::new(bytes, reading);
    let mut places = Vec::new();
    let mut at = start;
    while let Some(letter) = phases.letter(at) {
        if letter.start >= end {
            break;
        }
        places.extend(letter.start..letter.end);
        at = letter.end;
    }
    places
}
