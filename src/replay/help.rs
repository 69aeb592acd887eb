//! The help page: the list of keys.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::paint::Paint;
use super::picture::paragraph;
use arbitro_rules::language::{Language, Said};
use arbitro_rules::said;

const KEYS: &[(&str, [&str; 3])] = &[
    (
        "left right, h l",
        [
            "a ply back, a ply on",
            "una semimossa indietro, una avanti",
            "un coup en arrière, un en avant",
        ],
    ),
    ("PgUp PgDn", ["ten plies", "dieci semimosse", "dix coups"]),
    ("Home End, g G", ["start, end", "inizio, fine", "début, fin"]),
    ("12 Enter, 12 :", ["to ply 12", "alla semimossa 12", "au coup 12"]),
    ("space", ["play, pause", "scorri, pausa", "lire, pause"]),
    ("+ -", ["faster, slower", "più veloce, più lento", "plus vite, moins vite"]),
    ("c C", ["next, previous capture", "presa seguente, precedente", "prise suivante, précédente"]),
    (
        "k K",
        [
            "next, previous crowning",
            "nuova dama seguente, precedente",
            "nouvelle dame suivante, précédente",
        ],
    ),
    ("w W", ["next, previous wall", "muro seguente, precedente", "mur suivant, précédent"]),
    (
        "f",
        [
            "the end, and what went wrong",
            "la fine, e che cosa è andato storto",
            "la fin, et ce qui n’a pas été",
        ],
    ),
    ("e", ["evaluation on, off", "valutazione sì, no", "évaluation oui, non"]),
    ("up down, p n", ["another match", "un'altra partita", "une autre partie"]),
    (
        "Tab",
        ["all matches; / searches", "tutte le partite; / cerca", "toutes les parties ; / cherche"],
    ),
    ("r", ["turn the board", "gira il tavoliere", "tourner le plateau"]),
    ("q Esc Ctrl-C", ["leave", "esci", "quitter"]),
];

fn signs() -> Said {
    said!(
        "[ ] the last move, ( ) taken, < > the fault, = # the last wall",
        "[ ] l'ultima mossa, ( ) preso, < > l'errore, = # l'ultimo muro",
        "[ ] le dernier coup, ( ) pris, < > la faute, = # le dernier mur"
    )
}

/// Draws the page: one key a line, or several where lines are scarce.
pub(super) fn draw(paint: Paint, language: Language, area: Rect, buffer: &mut Buffer) {
    let width = usize::from(area.width);
    let y = area.bottom().saturating_sub(1);
    let back = said!("any key: back", "un tasto qualsiasi: indietro", "une touche : retour");
    buffer.set_stringn(area.x, y, back.in_language(language), width, paint.quiet());
    let body = Rect { height: area.height.saturating_sub(1), ..area };
    let what = |&(_, [english, italian, french]): &(&str, [&'static str; 3])| {
        language.pick(english, italian, french)
    };
    let is_low = usize::from(body.height) < KEYS.len() + 3;
    let mut texts = Vec::new();
    if is_low {
        let all: Vec<String> = KEYS.iter().map(|it| format!("{}: {}", it.0, what(it))).collect();
        texts.push((all.join("; "), Style::new()));
    } else {
        let heading = said!("Keys", "Tasti", "Touches");
        texts.push((heading.in_language(language).to_owned(), paint.heading()));
        let lines = KEYS.iter().map(|it| format!("{:<17}{}", it.0, what(it)));
        texts.extend(lines.map(|it| (it, Style::new())));
        texts.push((String::new(), Style::new()));
    }
    texts.push((signs().in_language(language).to_owned(), paint.quiet()));
    paragraph(texts, body, buffer);
}
