//! Ends of matches in play, with a sentence for each.

use serde::Serialize;

use super::catalogue::side_name;
use super::letter;
use arbitro_rules::Reason;
use arbitro_rules::history::LineEnd;
use arbitro_rules::language::{Language, Said, of_each};
use arbitro_rules::{End, GameId, Player, said};
use arbitro_words::say;

/// The end of a match and its description.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ending {
    /// `x`, `o`, or `None`.
    pub winner: Option<&'static str>,
    /// The reason in the contract's word.
    pub reason: Reason,
    /// A description.
    pub text: Said,
}

/// An end as the page shows it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct EndingShown {
    /// `x`, `o`, or `None`.
    pub winner: Option<&'static str>,
    /// The reason in the contract's word.
    pub reason: Reason,
    /// A description.
    pub text: String,
}

/// Describes a win by what happened to the other side.
fn wins(game: GameId, winner: Player, why: impl Fn(Language, &str) -> String) -> Said {
    of_each(|language| {
        let [won, lost] = [winner, !winner].map(|it| side_name(game, it, language));
        let why = why(language, lost);
        match language {
            Language::English => format!("{won} wins: {why}."),
            Language::Italian => format!("{won} vince: {why}."),
            Language::French => format!("{won} gagne : {why}."),
        }
    })
}

impl Ending {
    pub(super) fn by_rules(game: GameId, end: LineEnd) -> Ending {
        let text = match end {
            LineEnd::Position(end) => wins(game, end.winner(), |language, loser| match end {
                End::NoPieces(_) => language.pick(
                    format!("{loser} has no pieces left"),
                    format!("{loser} non ha più pezzi"),
                    format!("{loser} n’a plus de pièces"),
                ),
                End::NoMoves(_) => language.pick(
                    format!("{loser} cannot move"),
                    format!("{loser} non può muovere"),
                    format!("{loser} ne peut plus jouer"),
                ),
                End::Goal(_) => language
                    .pick(
                        "its pawn has reached the other side",
                        "il suo pedone ha raggiunto il lato opposto",
                        "son pion a atteint le côté opposé",
                    )
                    .to_owned(),
            }),
            LineEnd::Repetition(times) => said!(
                "A draw: this position has occurred {times} times.",
                "Patta: questa posizione si è ripetuta {times} volte.",
                "Nulle : cette position s’est présentée {times} fois."
            ),
            LineEnd::RuleDraw(rule) => of_each(|language| {
                let rule = say(&rule, language);
                match language {
                    Language::English => format!("A draw: {rule}."),
                    Language::Italian => format!("Patta: {rule}."),
                    Language::French => format!("Nulle : {rule}."),
                }
            }),
            LineEnd::MoveLimit(plies) => said!(
                "A draw after {plies} plies, the limit.",
                "Patta dopo {plies} semimosse, il massimo consentito.",
                "Nulle après {plies} coups, le maximum permis."
            ),
        };
        Ending { winner: end.winner().map(letter), reason: end.reason(), text }
    }

    pub(super) fn resigned(game: GameId, loser: Player) -> Ending {
        let text = wins(game, !loser, |language, loser| {
            language.pick(
                format!("{loser} has resigned"),
                format!("{loser} ha abbandonato"),
                format!("{loser} a abandonné"),
            )
        });
        Ending { winner: Some(letter(!loser)), reason: Reason::Resigned, text }
    }

    /// A draw by agreement; a computer explains why it accepted.
    pub(super) fn agreed(is_computers: bool) -> Ending {
        let text = if is_computers {
            said!(
                "A draw by agreement: the computer does not see itself ahead.",
                "Patta di comune accordo: il computer non si ritiene in vantaggio.",
                "Nulle d’un commun accord : l’ordinateur ne s’estime pas en avantage."
            )
        } else {
            said!("A draw by agreement.", "Patta di comune accordo.", "Nulle d’un commun accord.")
        };
        Ending { winner: None, reason: Reason::Agreed, text }
    }

    pub(super) fn late(game: GameId, loser: Player) -> Ending {
        let text = wins(game, !loser, |language, loser| {
            language.pick(
                format!("{loser} has no time left"),
                format!("{loser} non ha più tempo"),
                format!("{loser} n’a plus de temps"),
            )
        });
        Ending { winner: Some(letter(!loser)), reason: Reason::Timeout, text }
    }

    /// Translates it for a page.
    #[must_use]
    pub fn shown(&self, language: Language) -> EndingShown {
        EndingShown {
            winner: self.winner,
            reason: self.reason,
            text: self.text.in_language(language).to_owned(),
        }
    }
}
