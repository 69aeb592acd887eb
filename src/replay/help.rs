//! The help page: the list of keys.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::paint::Paint;
use super::picture::paragraph;
use super::words::{KeyHelp, Text};
use arbitro_words::{Language, say};

const KEYS: [(&str, KeyHelp); 15] = [
    ("left right, h l", KeyHelp::Step),
    ("PgUp PgDn", KeyHelp::Page),
    ("Home End, g G", KeyHelp::Ends),
    ("12 Enter, 12 :", KeyHelp::ToPly),
    ("space", KeyHelp::Play),
    ("+ -", KeyHelp::Pace),
    ("c C", KeyHelp::Capture),
    ("k K", KeyHelp::Crowning),
    ("w W", KeyHelp::Wall),
    ("f", KeyHelp::Fault),
    ("e", KeyHelp::Evaluation),
    ("up down, p n", KeyHelp::OtherMatch),
    ("Tab", KeyHelp::List),
    ("r", KeyHelp::Turn),
    ("q Esc Ctrl-C", KeyHelp::Leave),
];

/// Draws the page: one key a line, or several where lines are scarce.
pub(super) fn draw(paint: Paint, language: Language, area: Rect, buffer: &mut Buffer) {
    let width = usize::from(area.width);
    let y = area.bottom().saturating_sub(1);
    buffer.set_stringn(area.x, y, say(&Text::AnyKey, language), width, paint.quiet());
    let body = Rect { height: area.height.saturating_sub(1), ..area };
    let keys = KEYS.map(|(keys, what)| (keys, say(&Text::Key(what), language)));
    let is_low = usize::from(body.height) < KEYS.len() + 3;
    let mut texts = Vec::new();
    if is_low {
        let all = keys.map(|(keys, what)| format!("{keys}: {what}"));
        texts.push((all.join("; "), Style::new()));
    } else {
        texts.push((say(&Text::Keys, language).into_owned(), paint.heading()));
        let lines = keys.into_iter().map(|(keys, what)| format!("{keys:<17}{what}"));
        texts.extend(lines.map(|it| (it, Style::new())));
        texts.push((String::new(), Style::new()));
    }
    texts.push((say(&Text::Signs, language).into_owned(), paint.quiet()));
    paragraph(texts, body, buffer);
}
