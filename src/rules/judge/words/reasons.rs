//! Why matches end, in words.

use crate::Player;
use crate::language::{Language, Said};

/// The contract's words for why a match ends, in its order, each with what it means in English and in
/// Italian.
const REASONS: [(&str, &str, &str); 17] = [
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
    // Only people end a match so: on the page, and in files of other programs.
    ("agreed", "draw by agreement", "patta di comune accordo"),
    ("resigned", "resignation", "abbandono"),
];

/// The contract's words, in its order.
pub fn reasons() -> impl Iterator<Item = &'static str> {
    REASONS.iter().map(|(word, _, _)| *word)
}

/// What one of them means; a word that is not known is shown as it is.
pub fn reason_said(word: &str) -> Said {
    if word == "void" {
        // Not why a match ends: it is played again.
        return Said::new(word, "annullata");
    }
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
            let text = of_the_loser(said.in_language(language));
            format!("{} ({word})", text.trim_start_matches("patta "))
        }
    }
}

/// How wide a column is that any Italian result fits in.
pub const WIDEST_ITALIAN_RESULT: usize = 37;

/// A match's result in a few words, for a list; nothing where nothing is said of it. In English with the
/// contract's word itself, in other languages with what it means.
pub fn result_said(winner: Option<Player>, reason: Option<&str>) -> Said {
    let word = reason.unwrap_or_default().trim_end();
    let said = reason_said(word);
    let meant = said.in_language(Language::Italian);
    match winner {
        Some(winner) => Said::new(
            format!("{winner} wins {word}").trim_end(),
            format!("vince {winner}: {}", of_the_loser(meant)).trim_end_matches(": "),
        ),
        None => Said::new(word, meant),
    }
}

/// An Italian reason where it is said already that somebody lost.
fn of_the_loser(meant: &str) -> &str {
    meant.trim_start_matches("forfait: ")
}
