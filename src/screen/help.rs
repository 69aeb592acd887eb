//! The page of keys.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::paint::Paint;
use super::picture::paragraph;

const KEYS: &[(&str, &str)] = &[
    ("left right, h l", "a ply back, a ply on"),
    ("PgUp PgDn", "ten plies"),
    ("Home End, g G", "start, end"),
    ("12 Enter, 12 :", "to ply 12"),
    ("space", "play, pause"),
    ("+ -", "faster, slower"),
    ("c C", "next, previous capture"),
    ("k K", "next, previous crowning"),
    ("w W", "next, previous wall"),
    ("f", "the end, and what went wrong"),
    ("e", "evaluation on, off"),
    ("up down, p n", "another match"),
    ("Tab", "all matches; / searches"),
    ("r", "turn the board"),
    ("q Esc Ctrl-C", "leave"),
];

const SIGNS: &str = "[ ] the last move, ( ) taken, < > the fault, = # the last wall";

/// Draws it: a key a line, or one after the other where there are not enough lines.
pub(super) fn draw(paint: Paint, area: Rect, buffer: &mut Buffer) {
    let width = usize::from(area.width);
    let y = area.bottom().saturating_sub(1);
    buffer.set_stringn(area.x, y, "any key: back", width, paint.quiet());
    let body = Rect {
        height: area.height.saturating_sub(1),
        ..area
    };
    let is_low = usize::from(body.height) < KEYS.len() + 3;
    let mut texts = Vec::new();
    if is_low {
        let all: Vec<String> = KEYS
            .iter()
            .map(|(keys, what)| format!("{keys}: {what}"))
            .collect();
        texts.push((all.join("; "), Style::new()));
    } else {
        texts.push(("Keys".to_owned(), paint.heading()));
        let line = |(keys, what): &(&str, &str)| (format!("{keys:<17}{what}"), Style::new());
        texts.extend(KEYS.iter().map(line));
        texts.push((String::new(), Style::new()));
    }
    texts.push((SIGNS.to_owned(), paint.quiet()));
    paragraph(texts, body, buffer);
}
