//! The points for care with memory.

use std::collections::BTreeMap;

use super::points_text;
use super::weights::Weights;
use crate::memory::{Kind, MemoryReport};
use arbitro_rules::language::Said;
use arbitro_rules::said_in_two as said;

/// A kind of carelessness, so many of it.
pub(crate) fn kind_said(kind: Kind, count: usize) -> Said {
    let (english, italian) = match kind {
        Kind::InvalidRead => (
            ["invalid read", "invalid reads"],
            ["lettura non valida", "letture non valide"],
        ),
        Kind::InvalidWrite => (
            ["invalid write", "invalid writes"],
            ["scrittura non valida", "scritture non valide"],
        ),
        Kind::Uninitialised => (
            ["use of a value never set", "uses of values never set"],
            [
                "uso di un valore mai inizializzato",
                "usi di valori mai inizializzati",
            ],
        ),
        Kind::BadFree => (
            [
                "free of what is not allocated",
                "frees of what is not allocated",
            ],
            [
                "liberazione di memoria non allocata",
                "liberazioni di memoria non allocata",
            ],
        ),
        Kind::MismatchedFree => (
            ["mismatched new and delete"; 2],
            [
                "delete che non corrisponde alla sua new",
                "delete che non corrispondono alla loro new",
            ],
        ),
        Kind::Leak => (
            ["leak", "leaks"],
            ["perdita di memoria", "perdite di memoria"],
        ),
        Kind::PossibleLeak => (
            ["possible leak", "possible leaks"],
            [
                "possibile perdita di memoria",
                "possibili perdite di memoria",
            ],
        ),
        Kind::Other => (
            ["other fault", "other faults"],
            ["altro errore", "altri errori"],
        ),
    };
    let at = usize::from(count != 1);
    Said::in_two(english[at], italian[at])
}

pub(super) fn memory(report: &MemoryReport, weights: &Weights) -> (f64, Said) {
    let rule = &weights.memory;
    let mut kinds: BTreeMap<Kind, usize> = BTreeMap::new();
    for fault in &report.faults {
        *kinds.entry(fault.kind).or_default() += 1;
    }
    let mut lost = 0.0;
    let mut said = Vec::new();
    let mut cost_of = |count: usize, what: Said, cost: f64| {
        lost += cost;
        let cost = points_text(cost);
        said.push(what.map(|it| format!("{count} {it} (\u{2212}{cost})")));
    };
    for (&kind, &count) in &kinds {
        let cost = rule.first(kind) * (1.0 + rule.further * (count - 1) as f64);
        cost_of(count, kind_said(kind, count), cost);
    }
    let unfinished = report.unfinished.len();
    if unfinished > 0 {
        let what = if unfinished == 1 {
            Said::in_two("exercise that broke off", "esercizio interrotto")
        } else {
            Said::in_two("exercises that broke off", "esercizi interrotti")
        };
        cost_of(unfinished, what, rule.unfinished * unfinished as f64);
    }
    let why = if said.is_empty() {
        said!(
            "Valgrind found no fault.",
            "Valgrind non ha trovato errori."
        )
    } else {
        let all = Said::joined(&said, ", ");
        all.around(["Valgrind found ", "Valgrind ha trovato: "], ["."; 2])
    };
    (weights.points.memory - lost, why)
}
