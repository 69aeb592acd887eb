//! The page of keys.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::paint::Paint;
use super::picture::paragraph;
use arbitro_rules::language::{Language, Said};
use arbitro_rules::said;

const KEYS: &[(&str, &str, &str)] = &[
    (
        "left right, h l",
        "a ply back, a ply on",
        "una semimossa indietro, una avanti",
    ),
    ("PgUp PgDn", "ten plies", "dieci semimosse"),
    ("Home End, g G", "start, end", "inizio, fine"),
    ("12 Enter, 12 :", "to ply 12", "alla semimossa 12"),
    ("space", "play, pause", "scorri, pausa"),
    ("+ -", "faster, slower", "più veloce, più lento"),
    (
        "c C",
        "next, previous capture",
        "presa seguente, precedente",
    ),
    (
        "k K",
        "next, previous crowning",
        "nuova dama seguente, precedente",
    ),
    ("w W", "next, previous wall", "muro seguente, precedente"),
    (
        "f",
        "the end, and what went wrong",
        "la fine, e che cosa è andato storto",
    ),
    ("e", "evaluation on, off", "valutazione sì, no"),
    ("up down, p n", "another match", "un'altra partita"),
    (
        "Tab",
        "all matches; / searches",
        "tutte le partite; / cerca",
    ),
    ("r", "turn the board", "gira il tavoliere"),
    ("q Esc Ctrl-C", "leave", "esci"),
];

fn signs() -> Said {
    said!(
        "[ ] the last move, ( ) taken, < > the fault, = # the last wall",
        "[ ] l'ultima mossa, ( ) preso, < > l'errore, = # l'ultimo muro"
    )
}

/// Draws it: a key a line, or one after the other where there are not enough lines.
pub(super) fn draw(paint: Paint, language: Language, area: Rect, buffer: &mut Buffer) {
    let width = usize::from(area.width);
    let y = area.bottom().saturating_sub(1);
    let back = said!("any key: back", "un tasto qualsiasi: indietro");
    buffer.set_stringn(area.x, y, back.in_language(language), width, paint.quiet());
    let body = Rect {
        height: area.height.saturating_sub(1),
        ..area
    };
    let what = |&(_, english, italian): &(&str, &'static str, &'static str)| match language {
        Language::English => english,
        Language::Italian => italian,
    };
    let is_low = usize::from(body.height) < KEYS.len() + 3;
    let mut texts = Vec::new();
    if is_low {
        let all: Vec<String> = KEYS
            .iter()
            .map(|it| format!("{}: {}", it.0, what(it)))
            .collect();
        texts.push((all.join("; "), Style::new()));
    } else {
        let heading = said!("Keys", "Tasti");
        texts.push((heading.in_language(language).to_owned(), paint.heading()));
        let lines = KEYS.iter().map(|it| format!("{:<17}{}", it.0, what(it)));
        texts.extend(lines.map(|it| (it, Style::new())));
        texts.push((String::new(), Style::new()));
    }
    texts.push((signs().in_language(language).to_owned(), paint.quiet()));
    paragraph(texts, body, buffer);
}
