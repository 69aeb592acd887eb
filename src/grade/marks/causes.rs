//! Causes: failed checks of several methods that have one reason, which is charged once.

use std::collections::BTreeMap;

use crate::conformance::{CheckMessage, Finding, Verdict};

/// The reason of a failed check, as far as its answer tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Cause<'a> {
    /// The wrong exception, in the place of the one that the text names: a class throws by one function.
    Thrown(&'a str),
    /// Two methods answer the same question: which one it is.
    Asked(&'static str, &'a str),
    Method,
}

/// Methods that are made of each other or of the same parts, by how their checks begin.
struct Twins {
    name: &'static str,
    methods: [&'static str; 2],
    /// Checks of both of which a method that does anything passes one.
    alive: [&'static str; 2],
    /// The checks of both that ask the same under two names.
    pairs: &'static [[&'static str; 2]],
}

const TWINS: [Twins; 2] = [
    Twins { name: "pieces", methods: ["wins/", "loses/"], alive: ["no-o", "no-x"], pairs: &[] },
    Twins {
        name: "copies",
        methods: ["copy/", "assign/"],
        alive: ["same-boards", "same-player"],
        pairs: &[
            ["changed-copy", "changed-target"],
            ["changed-original", "changed-source"],
            ["outlives-original", "outlives-source"],
        ],
    },
];

/// A check and its share of the points.
type Share<'a> = (&'a Finding, f64);

/// A failed check, its cost, and the method that pays in its place.
pub(super) struct Charge<'a> {
    pub(super) finding: &'a Finding,
    pub(super) cost: f64,
    pub(super) payer: Option<&'a str>,
}

impl Cause<'_> {
    fn from_finding(finding: &Finding) -> Cause<'_> {
        if let Some(thrown) = wrongly_thrown(finding) {
            return Cause::Thrown(thrown);
        }
        for Twins { name, methods, pairs, .. } in TWINS {
            let asked = methods.iter().find_map(|method| finding.id.strip_prefix(method));
            if let Some(asked) = asked {
                let pair = pairs.iter().find(|pair| pair.contains(&asked));
                return Cause::Asked(name, pair.map_or(asked, |pair| pair[0]));
            }
        }
        Cause::Method
    }
}

/// Returns the exception that was thrown in the place of another. Its message may name numbers, so it is not compared.
fn wrongly_thrown(finding: &Finding) -> Option<&str> {
    let fault = finding.fault.as_ref()?;
    if !matches!(fault.expected, CheckMessage::Throws(_) | CheckMessage::Refusal) {
        return None;
    }
    match &fault.got {
        CheckMessage::Throws(what) => Some(what),
        CheckMessage::ThrowsUnknown => Some("unknown"),
        CheckMessage::ThrowsOther(_) => Some("another"),
        _ => None,
    }
}

/// Costs of failed checks. Of one cause in several methods the dearest pays; a method that does nothing pays for itself.
pub(super) fn costs<'a>(judged: &[Share<'a>]) -> Vec<Charge<'a>> {
    let (passed, failed): (Vec<Share<'a>>, Vec<Share<'a>>) =
        judged.iter().partition(|it| it.0.passed());
    let has_passed = |method: &str| passed.iter().any(|it| it.0.method == method);
    let is_dead = |finding: &Finding| {
        TWINS.iter().any(|twins| {
            let own = twins.methods.iter().find(|method| finding.id.starts_with(**method));
            let fails =
                |own: &str, id: &str| failed.iter().any(|it| it.0.id.strip_prefix(own) == Some(id));
            own.is_some_and(|own| twins.alive.iter().all(|it| fails(own, it)))
        })
    };
    let cause = |finding: &'a Finding| match finding.verdict {
        Verdict::NotRun => Cause::Method,
        _ if !has_passed(&finding.method) || is_dead(finding) => Cause::Method,
        _ => Cause::from_finding(finding),
    };
    let mut sums: BTreeMap<Cause<'_>, BTreeMap<&str, f64>> = BTreeMap::new();
    for &(finding, share) in &failed {
        let methods = sums.entry(cause(finding)).or_default();
        *methods.entry(&finding.method).or_default() += share;
    }
    let payer = |finding: &'a Finding| {
        let cause = cause(finding);
        // Of equals the first by name.
        let methods =
            sums.get(&cause).filter(|_| cause != Cause::Method).into_iter().flatten().rev();
        let most = methods.max_by(|one, two| one.1.total_cmp(two.1));
        most.map(|most| *most.0).filter(|it| *it != finding.method)
    };
    let charge = |&(finding, share): &Share<'a>| {
        let payer = payer(finding);
        Charge { finding, cost: if payer.is_some() { 0.0 } else { share }, payer }
    };
    failed.iter().map(charge).collect()
}
