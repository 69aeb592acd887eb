//! French.

use arbitro_rules::End;
use arbitro_rules::history::LineEnd;
use arbitro_words::{Language, say};

use super::{Side, Why};
use crate::play::{EndedBy, Ending};

const HERE: Language = Language::French;

pub(super) fn side(side: &Side) -> &'static str {
    if side.is_white() { "Blanc" } else { "Noir" }
}

pub(super) fn ending(it: &Ending) -> String {
    match (it.winner(), it.how) {
        (Some(winner), _) => format!("{} gagne : {}.", side(&it.side(winner)), why(&Why(it))),
        (None, EndedBy::Agreed { with_computer: false }) => "Nulle d’un commun accord.".to_owned(),
        (None, EndedBy::Agreed { with_computer: true }) => {
            "Nulle d’un commun accord : l’ordinateur ne s’estime pas en avantage.".to_owned()
        }
        (None, EndedBy::Rules(LineEnd::MoveLimit(plies))) => {
            format!("Nulle après {plies} coups, le maximum permis.")
        }
        (None, _) => format!("Nulle : {}.", why(&Why(it))),
    }
}

pub(super) fn why(&Why(it): &Why<'_>) -> String {
    let name = |player| side(&it.side(player));
    match it.how {
        EndedBy::Rules(LineEnd::Position(End::NoPieces(loser))) => {
            format!("{} n’a plus de pièces", name(loser))
        }
        EndedBy::Rules(LineEnd::Position(End::NoMoves(loser))) => {
            format!("{} ne peut plus jouer", name(loser))
        }
        EndedBy::Rules(LineEnd::Position(End::Goal(_))) => {
            "son pion a atteint le côté opposé".to_owned()
        }
        EndedBy::Rules(LineEnd::Repetition(times)) => {
            format!("cette position s’est présentée {times} fois")
        }
        EndedBy::Rules(LineEnd::RuleDraw(rule)) => say(&rule, HERE).into_owned(),
        EndedBy::Rules(LineEnd::MoveLimit(plies)) => {
            format!("la limite de {plies} coups est atteinte")
        }
        EndedBy::Resigned(loser) => format!("{} a abandonné", name(loser)),
        EndedBy::Late(loser) => format!("{} n’a plus de temps", name(loser)),
        EndedBy::Agreed { with_computer: false } => "d’un commun accord".to_owned(),
        EndedBy::Agreed { with_computer: true } => {
            "l’ordinateur accepte : il ne s’estime pas en avantage".to_owned()
        }
    }
}
