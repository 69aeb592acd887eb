//! Describes the end of a match, in the words of a verdict.

use arbitro_referee::check::plies_in;
use arbitro_rules::Player;
use arbitro_rules::judge::words;
use arbitro_rules::language::{Language, Said, of_each};
use arbitro_rules::said;

/// The first word of the line about the end.
pub(crate) const fn result(language: Language) -> &'static str {
    match language {
        Language::English => "result",
        Language::Italian => "risultato",
        Language::French => "résultat",
    }
}

/// Formats a reason, to follow a result.
pub(crate) fn because(reason: &str) -> Said {
    of_each(|language| format!(": {}", words::reason_in(reason, language)))
}

/// Returns the English text, which programs read.
pub(crate) fn english(said: &Said) -> &str {
    said.in_language(Language::English)
}

/// Describes a win with its reason.
pub(crate) fn wins(winner: Player, reason: &str) -> Said {
    of_each(|language| {
        let reason = words::reason_in(reason, language);
        match language {
            Language::English => format!("{winner} wins: {reason}"),
            Language::Italian => format!("vince il giocatore {winner}: {reason}"),
            Language::French => format!("le joueur {winner} gagne : {reason}"),
        }
    })
}

/// Describes a draw with its reason: "a draw: ...".
pub(crate) fn draw(reason: &str) -> Said {
    of_each(|language| {
        let reason = words::reason_in(reason, language);
        match language {
            Language::English => format!("a draw: {reason}"),
            Language::Italian => format!("patta: {reason}"),
            Language::French => format!("nulle : {reason}"),
        }
    })
}

/// The verdict on a match without faults.
pub(crate) fn right() -> Said {
    said!("right", "corretta", "correcte")
}

/// The verdict on a match with a fault.
pub(crate) fn wrong() -> Said {
    said!("wrong", "sbagliata", "fausse")
}

/// Says that the record has no result.
pub(crate) fn no_result() -> Said {
    said!(
        "no result claimed",
        "nessun risultato dichiarato",
        "aucun résultat annoncé"
    )
}

/// Formats the number of plies and the end of the match.
pub(crate) fn so_many(plies: u64, how: &Said) -> Said {
    of_each(|language| {
        let how = how.in_language(language);
        format!(", {}, {how}", plies_in(plies, language))
    })
}
