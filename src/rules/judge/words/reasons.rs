//! Descriptions of the reasons for which matches end.

use crate::Player;
use crate::language::{Language, Said};

/// The contract's words for the reasons, in its order, with their meaning in English, Italian and
/// French.
const REASONS: [(&str, [&str; 3]); 17] = [
    (
        "no_pieces",
        ["no pieces left", "nessun pezzo rimasto", "plus de pièces"],
    ),
    (
        "no_moves",
        [
            "no legal move left",
            "nessuna mossa legale rimasta",
            "plus de coup légal",
        ],
    ),
    ("goal", ["goal reached", "meta raggiunta", "but atteint"]),
    (
        "move_limit",
        [
            "draw at the move limit",
            "patta al limite di semimosse",
            "nulle à la limite de coups",
        ],
    ),
    (
        "repetition",
        [
            "draw by repetition",
            "patta per ripetizione",
            "nulle par répétition",
        ],
    ),
    (
        "rule_draw",
        ["draw by rule", "patta per regola", "nulle par la règle"],
    ),
    (
        "illegal_move",
        [
            "forfeit: illegal move",
            "forfait: mossa illegale",
            "forfait : coup illégal",
        ],
    ),
    (
        "unchanged",
        [
            "forfeit: board left unchanged",
            "forfait: tavoliere lasciato com'era",
            "forfait : plateau inchangé",
        ],
    ),
    (
        "invalid_board",
        [
            "forfeit: invalid board",
            "forfait: tavoliere non valido",
            "forfait : plateau non valide",
        ],
    ),
    (
        "timeout",
        [
            "forfeit: out of time",
            "forfait: tempo scaduto",
            "forfait : temps écoulé",
        ],
    ),
    (
        "memory",
        [
            "forfeit: out of memory",
            "forfait: memoria esaurita",
            "forfait : trop de mémoire",
        ],
    ),
    (
        "crash",
        [
            "forfeit: crashed",
            "forfait: andato in crash",
            "forfait : plantage",
        ],
    ),
    (
        "exited",
        [
            "forfeit: ended by itself",
            "forfait: uscito da solo",
            "forfait : arrêté de lui-même",
        ],
    ),
    (
        "output",
        [
            "forfeit: too much output",
            "forfait: ha scritto troppo",
            "forfait : trop écrit",
        ],
    ),
    (
        "cheating",
        [
            "forfeit: cheating",
            "forfait: imbroglio",
            "forfait : tricherie",
        ],
    ),
    // Only people end a match like this: on the page, and in files of other programs.
    (
        "agreed",
        [
            "draw by agreement",
            "patta di comune accordo",
            "nulle d’un commun accord",
        ],
    ),
    ("resigned", ["resignation", "abbandono", "abandon"]),
];

/// The contract's words, in its order.
pub fn reasons() -> impl Iterator<Item = &'static str> {
    REASONS.iter().map(|(word, _)| *word)
}

/// Describes a reason; an unknown one is shown as it is.
pub fn reason_said(word: &str) -> Said {
    if word == "void" {
        // Not an end: the match is played again.
        return Said::new(word, "annullata", "annulée");
    }
    match REASONS.iter().find(|(known, _)| *known == word) {
        Some(&(_, [english, italian, french])) => Said::new(english, italian, french),
        None => Said::same(word),
    }
}

/// Describes a reason in a verdict: in English the contract's word; in other languages its meaning,
/// followed by that word.
pub fn reason_in(word: &str, language: Language) -> String {
    let said = reason_said(word);
    match language {
        Language::English => word.to_owned(),
        Language::Italian | Language::French if said.in_language(language) == word => {
            word.to_owned()
        }
        Language::Italian | Language::French => {
            let text = of_the_loser(said.in_language(language));
            let text = text.trim_start_matches(language.pick("", "patta ", "nulle "));
            format!("{text} ({word})")
        }
    }
}

/// Width of a column that fits every Italian and French result.
pub const MAX_RESULT_WIDTH: usize = 37;

/// Summarises a match's result for a list; empty if it is unknown. In English with the contract's
/// word, in other languages with its meaning.
pub fn result_said(winner: Option<Player>, reason: Option<&str>) -> Said {
    let word = reason.unwrap_or_default().trim_end();
    let said = reason_said(word);
    let [italian, french] =
        [Language::Italian, Language::French].map(|language| said.in_language(language));
    match winner {
        Some(winner) => Said::new(
            format!("{winner} wins {word}").trim_end(),
            format!("vince {winner}: {}", of_the_loser(italian)).trim_end_matches(": "),
            format!("{winner} gagne : {}", of_the_loser(french)).trim_end_matches(" : "),
        ),
        None => Said::new(word, italian, french),
    }
}

/// Shortens a reason in Italian or French if the sentence already says that the player lost.
fn of_the_loser(meant: &str) -> &str {
    meant
        .trim_start_matches("forfait: ")
        .trim_start_matches("forfait : ")
}
