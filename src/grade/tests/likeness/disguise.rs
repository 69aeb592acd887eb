//! Makes a program look like another without changing what it does much: what someone does who hands
//! in a copy. Always the same way. The result need not compile.

use std::collections::HashMap;

const KEPT: &str = "alignas auto bool break case catch char class const constexpr continue default delete do \
double else enum explicit false float for if inline int long namespace new noexcept nullptr operator override \
private protected public return short signed sizeof static static_cast struct switch template this throw true \
try typedef typename union unsigned using virtual void while std string vector Player piece Impl pimpl \
player_exception e x o X O";

/// One piece of source text.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Piece {
    Name(String),
    Number(String),
    Text(String),
    Letter(String),
    Sign(String),
    Directive(String),
}

/// Makes a piece of its text.
type Make = fn(String) -> Piece;

/// Cuts a program into pieces, without its comments.
fn pieces(source: &str) -> Vec<Piece> {
    let letters: Vec<char> = source.chars().collect();
    let mut pieces = Vec::new();
    let mut at = 0;
    let until = |from: usize, end: &dyn Fn(usize) -> bool| {
        (from..letters.len()).find(|it| end(*it)).unwrap_or(letters.len())
    };
    while at < letters.len() {
        let letter = letters[at];
        let next = letters.get(at + 1).copied();
        let (end, piece): (usize, Option<Make>) = match (letter, next) {
            (it, _) if it.is_whitespace() => (at + 1, None),
            ('/', Some('/')) => (until(at, &|it| letters[it] == '\n'), None),
            ('/', Some('*')) => {
                (until(at + 3, &|it| letters[it] == '/' && letters[it - 1] == '*') + 1, None)
            }
            ('#', _) => (until(at, &|it| letters[it] == '\n'), Some(Piece::Directive)),
            ('"' | '\'', _) => {
                let close = |it: usize| letters[it] == letter && letters[it - 1] != '\\';
                let kind = if letter == '"' { Piece::Text } else { Piece::Letter };
                (until(at + 1, &close) + 1, Some(kind))
            }
            (it, _) if it.is_alphabetic() || it == '_' => {
                let part = |it: usize| !(letters[it].is_alphanumeric() || letters[it] == '_');
                (until(at, &part), Some(Piece::Name))
            }
            (it, _) if it.is_ascii_digit() => {
                let part = |it: usize| !(letters[it].is_alphanumeric() || letters[it] == '.');
                (until(at, &part), Some(Piece::Number))
            }
            (one, Some(two))
                if "++ -- += -= *= |= &= ^= == != <= >= << >> -> :: && ||"
                    .split(' ')
                    .any(|part| part == format!("{one}{two}")) =>
            {
                (at + 2, Some(Piece::Sign))
            }
            _ => (at + 1, Some(Piece::Sign)),
        };
        let end = end.min(letters.len());
        pieces.extend(piece.map(|piece| piece(letters[at..end].iter().collect())));
        at = end;
    }
    pieces
}

fn sign(text: &str) -> Piece {
    Piece::Sign(text.to_owned())
}

/// Other names and literals.
fn renamed(pieces: Vec<Piece>) -> Vec<Piece> {
    let mut names: HashMap<String, String> = HashMap::new();
    let mut rename = |piece| match piece {
        Piece::Name(name) if !KEPT.split_whitespace().any(|word| word == name) => {
            let number = names.len();
            Piece::Name(names.entry(name).or_insert_with(|| format!("zz{number}_k")).clone())
        }
        Piece::Number(text) if text == "0" || text == "1" => Piece::Number(text),
        Piece::Number(text) => Piece::Number(format!("{}", text.len() * 37 + 5)),
        Piece::Text(_) => Piece::Text("\"something else altogether\"".to_owned()),
        other => other,
    };
    pieces.into_iter().map(&mut rename).collect()
}

/// Finds the bracket that closes the one at a place.
fn closing(pieces: &[Piece], open: usize) -> Option<usize> {
    let mut depth = 0;
    for (at, piece) in pieces.iter().enumerate().skip(open) {
        let Piece::Sign(text) = piece else { continue };
        match text.as_str() {
            "(" | "{" | "[" => depth += 1,
            ")" | "}" | "]" => {
                depth -= 1;
                if depth == 0 {
                    return Some(at);
                }
            }
            _ => {}
        }
    }
    None
}

/// `for (a; b; c) { d }` as `a; while (b) { d c; }`, where it has braces.
fn whiled(mut pieces: Vec<Piece>) -> Vec<Piece> {
    let mut at = 0;
    while at < pieces.len() {
        if pieces[at] == Piece::Name("for".to_owned())
            && let Some(end) = closing(&pieces, at + 1)
            && pieces.get(end + 1) == Some(&sign("{"))
            && let Some(last) = closing(&pieces, end + 1)
        {
            let head = pieces[at + 2..end].to_vec();
            let parts: Vec<&[Piece]> = head.split(|head| *head == sign(";")).collect();
            if let [first, condition, step] = parts[..] {
                let mut made = first.to_vec();
                made.extend([sign(";"), Piece::Name("while".to_owned()), sign("(")]);
                made.extend_from_slice(condition);
                made.push(sign(")"));
                made.extend_from_slice(&pieces[end + 1..last]);
                made.extend_from_slice(step);
                made.extend([sign(";"), sign("}")]);
                pieces.splice(at..=last, made);
            }
        }
        at += 1;
    }
    pieces
}

/// The program in pieces of its top level: functions, classes, directives.
fn top_level(pieces: &[Piece]) -> Vec<Vec<Piece>> {
    let mut parts = Vec::new();
    let mut part = Vec::new();
    let mut depth = 0;
    for (at, piece) in pieces.iter().enumerate() {
        part.push(piece.clone());
        let mut ends = matches!(piece, Piece::Directive(_));
        if let Piece::Sign(text) = piece {
            depth += i32::from(text == "{") - i32::from(text == "}");
            let closes = text == "}" && pieces.get(at + 1) != Some(&sign(";"));
            ends = depth == 0 && (closes || text == ";");
        }
        if ends {
            parts.push(std::mem::take(&mut part));
        }
    }
    parts.push(part);
    parts
}

/// In another layout, with comments of its own.
fn laid_out(parts: &[Vec<Piece>]) -> String {
    let mut text = String::from("// my own work, all of it\n");
    for part in parts {
        text.push_str("/* next */\n");
        for piece in part {
            let (Piece::Name(it)
            | Piece::Number(it)
            | Piece::Text(it)
            | Piece::Letter(it)
            | Piece::Sign(it)
            | Piece::Directive(it)) = piece;
            text.push_str(it);
            let breaks = matches!(it.as_str(), ";" | "{" | "}") || it.starts_with('#');
            text.push_str(if breaks { "\n\t" } else { " " });
        }
    }
    text
}

/// Other names, literals, comments and layout, `while` for `for`, and all functions and declarations in another order.
pub(crate) fn copy(source: &str) -> String {
    let mut parts = top_level(&whiled(renamed(pieces(source))));
    parts.reverse();
    laid_out(&parts)
}

/// A copy into which every so many statements one was put that does nothing.
pub(crate) fn padded(source: &str, every: usize) -> String {
    let mut made = Vec::new();
    let (mut depth, mut statements) = (0, 0);
    for piece in renamed(pieces(source)) {
        let ends = matches!(&piece, Piece::Sign(it) if it == ";");
        if let Piece::Sign(text) = &piece {
            depth += i32::from(text == "{" || text == "(") - i32::from(text == "}" || text == ")");
        }
        made.push(piece);
        if ends && depth > 0 {
            statements += 1;
            if statements % every == 0 {
                made.extend(pieces("long nothing = 77; if (nothing < 3) nothing *= 2;"));
            }
        }
    }
    laid_out(&top_level(&made))
}

/// A copy in which every function of many pieces is cut in two in the middle.
pub(crate) fn split(source: &str) -> String {
    let mut parts = top_level(&renamed(pieces(source)));
    for part in &mut parts {
        if part.len() < 80 {
            continue;
        }
        let mut depth = 0;
        let middle = part.len() / 2;
        let place = part.iter().enumerate().find(|(at, piece)| {
            if let Piece::Sign(text) = piece {
                depth += i32::from(text == "{") - i32::from(text == "}");
            }
            *at > middle && **piece == sign(";") && depth == 1
        });
        if let Some((at, _)) = place {
            let cut = pieces("rest(a, b); } void rest(int a, int b) {");
            part.splice(at + 1..=at, cut);
        }
    }
    laid_out(&parts)
}
