//! The page of keys.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::paint::Paint;

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

/// Draws it, in one column or in two where it is low.
pub(super) fn draw(paint: Paint, area: Rect, buffer: &mut Buffer) {
    let width = usize::from(area.width);
    buffer.set_stringn(area.x, area.y, "Keys", width, paint.heading());
    let room = usize::from(area.height.saturating_sub(4)).max(1);
    let is_low = room < KEYS.len();
    let in_column = if is_low {
        KEYS.len().div_ceil(2).max(room)
    } else {
        KEYS.len()
    };
    let half = area.width / 2;
    for (index, (keys, what)) in KEYS.iter().enumerate() {
        let (column, line) = (index / in_column, index % in_column);
        let x = area.x + column as u16 * half;
        let y = area.y + 1 + line as u16;
        if y + 1 >= area.bottom() {
            continue;
        }
        let wide = if is_low { usize::from(half) } else { width };
        let text = if is_low && wide < 40 {
            format!("{keys}: {what}")
        } else {
            format!("{keys:<17}{what}")
        };
        buffer.set_stringn(
            x,
            y,
            text,
            wide.saturating_sub(1),
            ratatui::style::Style::new(),
        );
    }
    let below = area.bottom().saturating_sub(2);
    if usize::from(below) > usize::from(area.y) + in_column {
        buffer.set_stringn(area.x, below, SIGNS, width, paint.quiet());
    }
    let y = area.bottom().saturating_sub(1);
    buffer.set_stringn(area.x, y, "any key: back", width, paint.quiet());
}
