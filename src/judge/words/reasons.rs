//! Why matches end, in words.

use crate::language::{Language, Said};

/// The contract's words for why a match ends, in its order, each with what it means in English and in
/// Italian.
const REASONS: [(&str, &str, &str); 15] = [
    ("no_pieces", "no pieces left", "nessun pezzo rimasto"),
    (
        "no_moves",
        "no legal move left",
        "nessuna mossa legale rimasta",
    ),
    ("goal", "goal reached", "meta raggiunta"),
    (
        "move_limit",
        "draw at the move limit",
        "patta al limite di semimosse",
    ),
    ("repetition", "draw by repetition", "patta per ripetizione"),
    ("rule_draw", "draw by rule", "patta per regola"),
    (
        "illegal_move",
        "forfeit: illegal move",
        "forfait: mossa illegale",
    ),
    (
        "unchanged",
        "forfeit: board left unchanged",
        "forfait: tavoliere lasciato com'era",
    ),
    (
        "invalid_board",
        "forfeit: invalid board",
        "forfait: tavoliere non valido",
    ),
    ("timeout", "forfeit: out of time", "forfait: tempo scaduto"),
    (
        "memory",
        "forfeit: out of memory",
        "forfait: memoria esaurita",
    ),
    ("crash", "forfeit: crashed", "forfait: andato in crash"),
    (
        "exited",
        "forfeit: ended by itself",
        "forfait: uscito da solo",
    ),
    (
        "output",
        "forfeit: too much output",
        "forfait: ha scritto troppo",
    ),
    ("cheating", "forfeit: cheating", "forfait: imbroglio"),
];

/// The contract's words, in its order.
pub fn reasons() -> impl Iterator<Item = &'static str> {
    REASONS.iter().map(|(word, _, _)| *word)
}

/// What one of them means; a word that is not known is shown as it is.
pub fn reason_said(word: &str) -> Said {
    match REASONS.iter().find(|(known, _, _)| *known == word) {
        Some(&(_, english, italian)) => Said::new(english, italian),
        None => Said::same(word),
    }
}

/// The reason in a verdict: in English the contract's word itself, in other languages what it means,
/// with that word behind it.
pub fn reason_in(word: &str, language: Language) -> String {
    let said = reason_said(word);
    match language {
        Language::English => word.to_owned(),
        Language::Italian if said.in_language(language) == word => word.to_owned(),
        Language::Italian => {
            let text = said.in_language(language);
            let text = text.trim_start_matches("forfait: ");
            format!("{} ({word})", text.trim_start_matches("patta "))
        }
    }
}
