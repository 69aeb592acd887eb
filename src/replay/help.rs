//! The help page: the list of keys.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::paint::Paint;
use super::picture::paragraph;
use super::words;
use arbitro_words::{Label, Language};

const KEYS: [(&str, Label); 15] = [
    ("left right, h l", words::STEP),
    ("PgUp PgDn", words::PAGE),
    ("Home End, g G", words::ENDS),
    ("12 Enter, 12 :", words::TO_PLY),
    ("space", words::PLAY),
    ("+ -", words::PACE),
    ("c C", words::CAPTURE),
    ("k K", words::CROWNING),
    ("w W", words::WALL),
    ("f", words::FAULT),
    ("e", words::EVALUATION),
    ("up down, p n", words::OTHER_MATCH),
    ("Tab", words::LIST),
    ("r", words::TURN),
    ("q Esc Ctrl-C", words::LEAVE),
];

/// Draws the page: one key a line, or several where lines are scarce.
pub(super) fn draw(paint: Paint, language: Language, area: Rect, buffer: &mut Buffer) {
    let width = usize::from(area.width);
    let y = area.bottom().saturating_sub(1);
    buffer.set_stringn(area.x, y, words::ANY_KEY.of(language), width, paint.quiet());
    let body = Rect { height: area.height.saturating_sub(1), ..area };
    let keys = KEYS.map(|(keys, what)| (keys, what.of(language)));
    let is_low = usize::from(body.height) < KEYS.len() + 3;
    let mut texts = Vec::new();
    if is_low {
        let all = keys.map(|(keys, what)| format!("{keys}: {what}"));
        texts.push((all.join("; "), Style::new()));
    } else {
        texts.push((words::KEYS.of(language).to_owned(), paint.heading()));
        let lines = keys.into_iter().map(|(keys, what)| format!("{keys:<17}{what}"));
        texts.extend(lines.map(|it| (it, Style::new())));
        texts.push((String::new(), Style::new()));
    }
    texts.push((words::SIGNS.of(language).to_owned(), paint.quiet()));
    paragraph(texts, body, buffer);
}
