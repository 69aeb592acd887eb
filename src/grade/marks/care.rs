//! The points for care with memory.

use std::collections::BTreeMap;

use super::methods::crashes;
use super::reasons::{MemoryCosts, Why};
use super::weights::Weights;
use crate::conformance::Finding;
use crate::memory::{Allocation, FaultKind, MemoryFault, MemoryReport, Unfinished};

/// The root of faults: those of one root are one.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Root {
    /// A line where memory was freed, or where a block came from that is too small or was never set.
    Line {
        is_freed: bool,
        is_unset: bool,
        line: u64,
    },
    /// Blocks that are allocated in the same way, and not given back.
    Leak(Allocation, FaultKind),
    Own(usize),
}

impl Root {
    fn from_fault(number: usize, fault: &MemoryFault) -> Root {
        let is_unset = fault.kind == FaultKind::Uninitialised;
        match (fault.allocation, fault.cause) {
            (Some(allocation), _) => Root::Leak(allocation, fault.kind),
            (None, Some(line)) => Root::Line { is_freed: fault.is_freed, is_unset, line },
            (None, None) => Root::Own(number),
        }
    }
}

/// The faults of each root, by its worst kind.
fn roots(report: &MemoryReport, cost: impl Fn(FaultKind) -> f64) -> Vec<(FaultKind, Vec<usize>)> {
    let mut roots: BTreeMap<Root, (FaultKind, Vec<usize>)> = BTreeMap::new();
    for (number, fault) in report.faults.iter().enumerate().filter(|(_, it)| !it.is_free) {
        let root = roots.entry(Root::from_fault(number, fault));
        let (worst, faults) = root.or_insert((fault.kind, Vec::new()));
        if cost(fault.kind) > cost(*worst) {
            *worst = fault.kind;
        }
        faults.push(number);
    }
    let mut roots: Vec<_> = roots.into_values().collect();
    roots.sort();
    roots
}

/// The points for care with memory. A crash that methods are charged for as well costs the greater of both.
pub(super) fn memory(
    report: &MemoryReport,
    findings: Option<&[Finding]>,
    weights: &Weights,
) -> (f64, Why) {
    let rule = &weights.memory;
    let findings = findings.unwrap_or_default();
    let of = |id: &str| findings.iter().find(|finding| finding.id == id);
    // What leaks shows in no answer.
    let shows_fault =
        |id: &str| report.faults.iter().any(|it| it.allocation.is_none() && it.check == id);
    let mut crashes =
        crashes(findings, shows_fault, &weights.conformance, weights.points.conformance);
    let mut kinds: BTreeMap<FaultKind, (usize, f64)> = BTreeMap::new();
    let (mut charges, mut elsewhere) = (Vec::new(), Vec::new());
    let mut paid = 0.0;
    for (kind, faults) in roots(report, |kind| rule.first(kind)) {
        let (count, sum) = kinds.entry(kind).or_default();
        let mut cost = rule.first(kind) * if *count == 0 { 1.0 } else { rule.further };
        let faults_of = faults.iter().filter_map(|&fault| report.faults.get(fault));
        let methods = faults_of.flat_map(|fault| {
            let asked = of(&fault.check).filter(|_| fault.allocation.is_none());
            fault.died_in.as_ref().into_iter().chain(asked.map(|asked| &asked.method))
        });
        for method in methods {
            let charged = crashes.entry(method.clone()).or_default();
            let both = charged.min(cost);
            (*charged, cost) = (*charged - both, cost - both);
            paid += both;
            if both > 0.0 {
                elsewhere.push((Some(kind), method.clone()));
            }
        }
        (*count, *sum) = (*count + 1, *sum + cost);
        charges.push((faults, cost));
    }
    let mut unfinished = 0.0;
    // What is slow under valgrind, and ends without it, is no fault.
    let ends = |it: &String| of(it).is_none_or(Finding::passed);
    let is_fault = |it: &&Unfinished| !it.is_late() || !it.checks.iter().all(ends);
    let late = report.unfinished.iter().filter(|it| it.is_late());
    // But what hangs keeps those after it from being begun.
    let hangs = late.clone().any(|it| is_fault(&it));
    let late: usize = if hangs { late.map(|late| late.checks.len()).sum() } else { 0 };
    let mut count = 0;
    for it in report.unfinished.iter().filter(is_fault) {
        let cost = rule.unfinished * if count == 0 { 1.0 } else { rule.further };
        count += 1;
        unfinished += cost;
        if let Some(method) = &it.method
            && let Some(charged) = crashes.get_mut(method)
        {
            let both = charged.min(cost);
            (*charged, unfinished, paid) = (*charged - both, unfinished - both, paid + both);
            elsewhere.push((None, method.clone()));
        }
    }
    let faults: Vec<_> = kinds.into_iter().map(|(kind, (count, sum))| (kind, count, sum)).collect();
    let found: f64 = faults.iter().map(|fault| fault.2).sum();
    // An exercise that was left shows nothing more: its part earns nothing, as far as the methods have not paid.
    let part = |count: usize| weights.points.memory * count as f64 / report.exercises.max(1) as f64;
    let lost = ((part(report.left) - paid).max(0.0) + part(late)).max(found + unfinished);
    let unfinished = (count, lost - found);
    (
        weights.points.memory - lost,
        Why::Memory(MemoryCosts { faults, charges, unfinished, elsewhere }),
    )
}
