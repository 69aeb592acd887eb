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

/// Formats a reason, to follow a result: a winner, or a draw.
pub(crate) fn because(reason: &str, winner: Option<Player>) -> Said {
    let loser = winner.map(|winner| Said::same((!winner).to_string()));
    let why = words::ended_said(reason, loser.as_ref());
    Said::joined(&[Said::new(": ", ": ", " : "), why], "")
}

/// Describes what a player did that lost the match, at a ply.
pub(crate) fn lost(player: Player, ply: u64, reason: &str) -> [Said; 2] {
    let winner = !player;
    let rest = said!(
        " at ply {ply}: {winner} wins",
        " alla semimossa {ply}: vince il giocatore {winner}",
        " au coup {ply} : le joueur {winner} gagne"
    );
    let did = words::ended_said(reason, Some(&words::player_said(player)));
    [did, rest]
}

/// Returns the English text, which programs read.
pub(crate) fn english(said: &Said) -> &str {
    said.in_language(Language::English)
}

/// The winner of a match.
pub(crate) fn won(winner: Player) -> Said {
    said!("{winner} wins", "vince il giocatore {winner}", "le joueur {winner} gagne")
}

/// The result of a match without a winner.
pub(crate) fn drawn() -> Said {
    said!("a draw", "patta", "nulle")
}

/// Describes a win with its reason.
pub(crate) fn wins(winner: Player, reason: &str) -> Said {
    Said::joined(&[won(winner), because(reason, Some(winner))], "")
}

/// Describes a draw with its reason: "a draw: ...".
pub(crate) fn draw(reason: &str) -> Said {
    Said::joined(&[drawn(), because(reason, None)], "")
}

/// The verdict on a match without faults.
pub(crate) fn right() -> Said {
    said!("right", "corretta", "correcte")
}

/// The verdict on a match with a fault.
pub(crate) fn wrong() -> Said {
    said!("wrong", "sbagliata", "fausse")
}

/// The verdict on a match whose game is not known or not played here.
pub(crate) fn not_judged() -> Said {
    said!("not judged", "non giudicata", "non jugée")
}

/// The verdict on an entry without a move.
pub(crate) fn without_moves() -> Said {
    said!("without moves", "senza mosse", "sans coups")
}

/// Says that the record has no result.
pub(crate) fn no_result() -> Said {
    said!("no result claimed", "nessun risultato dichiarato", "aucun résultat annoncé")
}

/// Formats the number of plies and the end of the match.
pub(crate) fn so_many(plies: u64, how: &Said) -> Said {
    of_each(|language| {
        let how = how.in_language(language);
        format!(", {}, {how}", plies_in(plies, language))
    })
}
