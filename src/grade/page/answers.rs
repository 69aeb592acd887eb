//! Renders expected and actual answers; boards row by row, with differing squares marked.

use maud::{Markup, html};

use super::layout::sentence;
use super::words;
use arbitro_words::{Language, say};

/// The rows of a board, and the characters of one in a file.
const SIZE: usize = 8;
const WIDTH: usize = 2 * SIZE - 1;
/// A text of more lines is shown as a sentence.
const MAX_LINES: usize = 2 * SIZE;

#[derive(Debug)]
enum Piece<'a> {
    Words(&'a str),
    /// A board that is one: its squares, the top row first.
    Board(Vec<Vec<char>>),
    /// The text of a file: its characters, line by line.
    File(Vec<Vec<char>>),
}

impl Piece<'_> {
    fn rows(&self) -> Option<&[Vec<char>]> {
        match self {
            Piece::Words(_) => None,
            Piece::Board(rows) | Piece::File(rows) => Some(rows),
        }
    }

    /// Returns true if two parts can be compared square by square, or character by character.
    const fn is_like(&self, other: &Piece<'_>) -> bool {
        matches!(
            (self, other),
            (Piece::Board(_), Piece::Board(_)) | (Piece::File(_), Piece::File(_))
        )
    }
}

/// An answer, with what differs from the other one marked.
pub(super) fn answer(text: &str, other: &str, language: Language) -> Markup {
    let parts = parts(text);
    // Without a board it is a sentence, cut as a whole.
    if parts.iter().all(|part| part.rows().is_none()) {
        return html! { (sentence(text)) };
    }
    let others = self::parts(other);
    html! {
        @for part in &parts {
            @match part {
                Piece::Words(words) => span { (sentence(words.trim())) },
                Piece::Board(rows) | Piece::File(rows) => {
                    @let like = others.iter().find(|other| part.is_like(other)).and_then(Piece::rows);
                    (block(rows, like, matches!(part, Piece::Board(_)), language))
                }
            }
        }
    }
}

fn block(
    rows: &[Vec<char>],
    other: Option<&[Vec<char>]>,
    is_board: bool,
    language: Language,
) -> Markup {
    let label = say(if is_board { &words::BOARD } else { &words::FILE_TEXT }, language);
    let differs = |row: usize, column: usize| {
        let of = |rows: &[Vec<char>]| rows.get(row).and_then(|row| row.get(column)).copied();
        other.is_some_and(|other| of(other) != of(rows))
    };
    html! {
        pre .board tabindex="0" role="group" aria-label=(label) {
            @for (row, cells) in rows.iter().enumerate() {
                @for (column, &cell) in cells.iter().enumerate() {
                    @if is_board && column > 0 { " " }
                    @if differs(row, column) { mark { (cell) } } @else { (cell) }
                }
                "\n"
            }
        }
    }
}

fn parts(text: &str) -> Vec<Piece<'_>> {
    let lines: Vec<&str> = text.split('\n').collect();
    if let [line] = lines[..] {
        return of_line(line);
    }
    let squares_of = || lines.iter().map(|line| squares(line));
    let first = squares_of().take_while(Option::is_none).count();
    let rows: Vec<Vec<char>> = squares_of().skip(first).map_while(|square| square).collect();
    if rows.len() != SIZE || lines.len() > MAX_LINES {
        return vec![Piece::Words(text)];
    }
    let length = |lines: &[&str]| lines.iter().map(|it| it.len() + 1).sum::<usize>();
    let before = &text[..length(&lines[..first])];
    let after = text.get(length(&lines[..first + SIZE])..).unwrap_or_default();
    let all = [Piece::Words(before), Piece::Board(rows), Piece::Words(after)];
    all.into_iter().filter(is_something).collect()
}

fn is_something(part: &Piece<'_>) -> bool {
    !matches!(part, Piece::Words(words) if words.trim().is_empty())
}

/// The squares of a row: as a board file has them, or one letter each with a dot for nothing.
fn squares(line: &str) -> Option<Vec<char>> {
    let letters: Vec<char> = line.chars().collect();
    let is_square = |it: &char| matches!(it, 'x' | 'o' | 'X' | 'O' | ' ' | '.');
    let squares: Vec<char> = match letters.len() {
        SIZE if !letters.contains(&' ') => letters,
        WIDTH if letters.iter().skip(1).step_by(2).all(|&letter| letter == ' ') => {
            letters.into_iter().step_by(2).collect()
        }
        _ => return None,
    };
    let is_row = squares.iter().all(is_square);
    let dotted = |sign: char| if matches!(sign, ' ' | '.') { '·' } else { sign };
    is_row.then(|| squares.into_iter().map(dotted).collect())
}

/// A line that may quote the text of a file, with `\n` where a line of that ends.
fn of_line(line: &str) -> Vec<Piece<'_>> {
    let quoted = line.find('"').and_then(|start| {
        let end = start + 1 + line[start + 1..].rfind('"')?;
        Some((start, end))
    });
    let Some((start, end)) = quoted else {
        return vec![Piece::Words(line)];
    };
    let rows = rows_of_file(&line[start + 1..end]);
    if !(2..=MAX_LINES).contains(&rows.len()) {
        return vec![Piece::Words(line)];
    }
    let all = [
        Piece::Words(&line[..start]),
        Piece::File(rows),
        Piece::Words(line[end + 1..].trim_start_matches([',', ' '])),
    ];
    all.into_iter().filter(is_something).collect()
}

/// The lines of a file: a dot for a space, and an arrow where a newline ends it.
fn rows_of_file(quoted: &str) -> Vec<Vec<char>> {
    let mut rows = vec![Vec::new()];
    let mut letters = quoted.chars();
    while let Some(letter) = letters.next() {
        let row = rows.len() - 1;
        match letter {
            '\\' => match letters.next() {
                Some('n') => rows.push(Vec::new()),
                escaped => rows[row].extend(['\\'].into_iter().chain(escaped)),
            },
            ' ' => rows[row].push('·'),
            letter => rows[row].push(letter),
        }
    }
    if let Some(last) = rows.last_mut().filter(|row| row.is_empty()) {
        last.push('↵');
    }
    rows
}
