//! Italian.

use arbitro_rules::End;
use arbitro_rules::history::LineEnd;
use arbitro_words::{Language, say};

use super::{Side, Why};
use crate::play::{EndedBy, Ending};

const HERE: Language = Language::Italian;

pub(super) fn side(side: &Side) -> &'static str {
    if side.is_white() { "Bianco" } else { "Nero" }
}

pub(super) fn ending(it: &Ending) -> String {
    match (it.winner(), it.how) {
        (Some(winner), _) => format!("{} vince: {}.", side(&it.side(winner)), why(&Why(it))),
        (None, EndedBy::Agreed { with_computer: false }) => "Patta di comune accordo.".to_owned(),
        (None, EndedBy::Agreed { with_computer: true }) => {
            "Patta di comune accordo: il computer non si ritiene in vantaggio.".to_owned()
        }
        (None, EndedBy::Rules(LineEnd::MoveLimit(plies))) => {
            format!("Patta dopo {plies} semimosse, il massimo consentito.")
        }
        (None, _) => format!("Patta: {}.", why(&Why(it))),
    }
}

pub(super) fn why(&Why(it): &Why<'_>) -> String {
    let name = |player| side(&it.side(player));
    match it.how {
        EndedBy::Rules(LineEnd::Position(End::NoPieces(loser))) => {
            format!("{} non ha più pezzi", name(loser))
        }
        EndedBy::Rules(LineEnd::Position(End::NoMoves(loser))) => {
            format!("{} non può muovere", name(loser))
        }
        EndedBy::Rules(LineEnd::Position(End::Goal(_))) => {
            "il suo pedone ha raggiunto il lato opposto".to_owned()
        }
        EndedBy::Rules(LineEnd::Repetition(times)) => {
            format!("questa posizione si è ripetuta {times} volte")
        }
        EndedBy::Rules(LineEnd::RuleDraw(rule)) => say(&rule, HERE).into_owned(),
        EndedBy::Rules(LineEnd::MoveLimit(plies)) => {
            format!("è raggiunto il limite di {plies} semimosse")
        }
        EndedBy::Resigned(loser) => format!("{} ha abbandonato", name(loser)),
        EndedBy::Late(loser) => format!("{} non ha più tempo", name(loser)),
        EndedBy::Agreed { with_computer: false } => "di comune accordo".to_owned(),
        EndedBy::Agreed { with_computer: true } => {
            "il computer accetta: non si ritiene in vantaggio".to_owned()
        }
    }
}
