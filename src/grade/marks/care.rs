//! The points for care with memory.

use std::collections::BTreeMap;

use super::weights::Weights;
use super::words::Why;
use crate::memory::{FaultKind, MemoryReport};

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

pub(super) fn memory(report: &MemoryReport, weights: &Weights) -> (f64, Why) {
    let rule = &weights.memory;
    let kinds = by_root(report, |kind| rule.first(kind));
    let faults: Vec<_> = kinds
        .into_iter()
        .map(|(kind, count)| {
            let cost = rule.first(kind) * (1.0 + rule.further * (count - 1) as f64);
            (kind, count, cost)
        })
        .collect();
    let unfinished = report.unfinished.len();
    // An exercise that was left shows nothing: its part earns nothing.
    let part = weights.points.memory * report.left as f64 / report.exercises.max(1) as f64;
    let unfinished = (unfinished, (rule.unfinished * unfinished as f64).max(part));
    let lost = faults.iter().map(|it| it.2).chain([unfinished.1]).fold(0.0, |sum, it| sum + it);
    (weights.points.memory - lost, Why::Memory { faults, unfinished })
}
