//! The points for care with memory.

use std::collections::BTreeMap;

use super::weights::Weights;
use super::{counted, points_text};
use crate::memory::{FaultKind, MemoryReport};
use arbitro_rules::language::Said;
use arbitro_rules::said_in_two as said;

macro_rules! forms {
    ($kind:expr; $($name:ident $english:tt $italian:tt)*) => {
        match $kind { $(FaultKind::$name => ($english, $italian),)* }
    };
}

/// Names a kind of memory error, singular or plural.
pub(crate) fn kind_said(kind: FaultKind, count: usize) -> Said {
    let (english, italian) = forms! { kind;
        InvalidRead ["invalid read", "invalid reads"] ["lettura non valida", "letture non valide"]
        InvalidWrite ["invalid write", "invalid writes"] ["scrittura non valida", "scritture non valide"]
        Uninitialised ["use of an uninitialised value", "uses of uninitialised values"]
            ["uso di un valore mai inizializzato", "usi di valori mai inizializzati"]
        BadFree ["invalid free", "invalid frees"]
            ["liberazione di memoria non allocata", "liberazioni di memoria non allocata"]
        MismatchedFree ["mismatched new and delete", "mismatched new and delete"]
            ["delete che non corrisponde alla sua new", "delete che non corrispondono alla loro new"]
        Leak ["leak", "leaks"] ["perdita di memoria", "perdite di memoria"]
        PossibleLeak ["possible leak", "possible leaks"]
            ["possibile perdita di memoria", "possibili perdite di memoria"]
        Other ["other error", "other errors"] ["altro errore", "altri errori"]
    };
    counted(count, english, italian)
}

/// Counts the causes of faults, each by its worst kind: what goes back to memory freed at one line is one
/// fault, however it shows; and so is what goes back to one block that is too small, or was never set.
fn by_root(report: &MemoryReport, cost: impl Fn(FaultKind) -> f64) -> BTreeMap<FaultKind, usize> {
    let mut roots: BTreeMap<(bool, bool, Option<u64>), FaultKind> = BTreeMap::new();
    for (number, fault) in (0..).zip(&report.faults) {
        let is_unset = fault.kind == FaultKind::Uninitialised;
        let key = match fault.cause {
            Some(_) => (fault.is_freed, is_unset, fault.cause),
            // A fault without a cause is its own.
            None => (false, is_unset, Some(u64::MAX - number)),
        };
        let worst = roots.entry(key).or_insert(fault.kind);
        if cost(fault.kind) > cost(*worst) {
            *worst = fault.kind;
        }
    }
    let mut kinds = BTreeMap::new();
    for kind in roots.into_values() {
        *kinds.entry(kind).or_default() += 1;
    }
    kinds
}

pub(super) fn memory(report: &MemoryReport, weights: &Weights) -> (f64, Said) {
    let rule = &weights.memory;
    let kinds = by_root(report, |kind| rule.first(kind));
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
        let what = counted(
            unfinished,
            ["unfinished exercise", "unfinished exercises"],
            ["esercizio interrotto", "esercizi interrotti"],
        );
        cost_of(unfinished, what, rule.unfinished * unfinished as f64);
    }
    let why = if said.is_empty() {
        said!("Valgrind found no errors.", "Valgrind non ha trovato errori.")
    } else {
        let all = Said::joined(&said, ", ");
        all.around(["Valgrind found ", "Valgrind ha trovato: "], ["."; 2])
    };
    (weights.points.memory - lost, why)
}
