//! The points for the methods, by what the checks count.

use std::collections::BTreeMap;

use super::causes::{Charge, costs};
use super::reasons::{CheckCharge, CheckCounts, MethodLoss, Why};
use super::weights::ConformanceRules;
use crate::conformance::{self, EVERY_METHOD, Finding, Group, Verdict};
use crate::dossier::StepResult;
use crate::words::Statement;

type Share<'a> = (&'a Finding, f64);

fn group(finding: &Finding) -> Group {
    conformance::check(&finding.id).map_or(Group::Other, |check| check.group)
}

fn weight(finding: &Finding, weights: &ConformanceRules) -> f64 {
    let fits = |pattern: &str| match pattern.strip_suffix('*') {
        Some(start) => finding.id.starts_with(start),
        None => finding.id == pattern,
    };
    let own = weights.weights.iter().filter(|(pattern, _)| fits(pattern));
    match own.max_by_key(|(pattern, _)| pattern.len()) {
        Some((_, weight)) => *weight,
        None => match finding.weight {
            conformance::Weight::Fault => weights.fault,
            conformance::Weight::Notice => weights.notice,
        },
    }
}

/// The weights of a method's checks, by their groups.
#[derive(Default)]
struct MethodWeights {
    count: usize,
    sums: [f64; 3],
}

impl MethodWeights {
    /// The part of the method that a group counts, of which exceptions have so much at `most`.
    fn part(&self, group: Group, most: f64) -> f64 {
        let [no, yes, exceptions] = self.sums;
        let rest = no + yes;
        let share = exceptions / (rest + exceptions);
        let share = if rest > 0.0 { share.min(most) } else { share };
        match group {
            Group::Exception => share,
            _ if no > 0.0 && yes > 0.0 => (1.0 - share) / 2.0,
            _ => 1.0 - share,
        }
    }
}

/// Shares the points among the checks: each method has the same, whatever the number of its checks, times
/// the mean of their weights; its checks have what they weigh, exceptions together no more than their part, and those
/// that ask for yes as much as the others.
/// Findings about all checks together weigh as much as an average check.
fn shares<'a>(findings: &'a [Finding], weights: &ConformanceRules) -> Vec<Share<'a>> {
    let all = findings.iter().map(|finding| (finding, weight(finding, weights)));
    let mut methods: BTreeMap<&str, MethodWeights> = BTreeMap::new();
    let of_methods = |it: &Share<'_>| it.1 > 0.0 && it.0.method != EVERY_METHOD;
    for (finding, weight) in all.clone().filter(of_methods) {
        let method = methods.entry(&finding.method).or_default();
        method.count += 1;
        method.sums[group(finding) as usize] += weight;
    }
    let checks: usize = methods.values().map(|method| method.count).sum();
    let each = checks as f64 / methods.len() as f64;
    let share = |(finding, weight): Share<'a>| match methods.get(finding.method.as_str()) {
        Some(method) if weight > 0.0 => {
            let group = group(finding);
            let mean = method.sums.iter().sum::<f64>() / method.count as f64;
            let part = method.part(group, weights.exceptions);
            let of_part = weight / method.sums[group as usize];
            (finding, each * mean * part * of_part)
        }
        _ => (finding, weight),
    };
    all.map(share).collect()
}

/// The checks that count: those without weight are told alone, and what our side did not get to run is no fault.
fn counting<'a>(findings: &'a [Finding], weights: &ConformanceRules) -> Vec<Share<'a>> {
    let mut shares = shares(findings, weights);
    shares.retain(|(finding, share)| *share > 0.0 && !finding.is_of_the_host());
    shares
}

/// Returns the points of a class for its methods, and why.
///
/// Every check keeps its place in the sum: what the class itself prevents from being judged earns nothing, so
/// that a further fault never adds points. Only what our side could not do is left out.
pub(super) fn conformance(
    findings: &[Finding],
    weights: &ConformanceRules,
    of: f64,
) -> StepResult<(f64, Why)> {
    let shares = counting(findings, weights);
    let whole: f64 = shares.iter().map(|share| share.1).sum();
    if whole <= 0.0 {
        return StepResult::NotDone(Statement::NoCheckThatCounts);
    }
    let points = of / whole;
    let (judged, unjudged): (Vec<Share<'_>>, Vec<Share<'_>>) =
        shares.into_iter().partition(|share| share.0.verdict != Verdict::NotJudged);
    let charges = costs(&judged);
    let failed = Vec::from_iter(charges.iter().map(|charge| (charge.finding, charge.cost)));
    let lost: f64 = failed.iter().chain(&unjudged).map(|it| it.1).sum();
    let mut counting = judged.iter().map(|it| weight(it.0, weights));
    let first = counting.next();
    let has_exceptions = judged.iter().any(|it| group(it.0) == Group::Exception);
    let share = weights.exceptions;
    let because_of = |it: &Share<'_>| it.0.because_of.clone().unwrap_or_default();
    let counts = CheckCounts {
        passed: judged.len() - failed.len(),
        judged: judged.len(),
        are_weighed: counting.any(|it| Some(it) != first),
        wrong: by_method(&failed, points, |it| it.0.method.clone()),
        charges: charges.iter().map(|it| charge(it, points)).collect(),
        exceptions: (has_exceptions && share < 1.0).then_some(share),
        not_run: failed.iter().filter(|it| it.0.verdict == Verdict::NotRun).count(),
        because_of: by_method(&unjudged, points, because_of),
    };
    StepResult::Found((of - points * lost, Why::Checks(Box::new(counts))))
}

fn charge(of: &Charge<'_>, points: f64) -> CheckCharge {
    let Charge { finding, cost, payer } = of;
    CheckCharge {
        check: finding.id.clone(),
        method: finding.method.clone(),
        cost: points * cost,
        payer: payer.map(str::to_owned),
    }
}

/// Counts checks by what names their method, with the points that they cost; the most points first.
fn by_method(
    checks: &[Share<'_>],
    points: f64,
    name: impl Fn(&Share<'_>) -> String,
) -> Vec<MethodLoss> {
    let mut methods: BTreeMap<String, MethodLoss> = BTreeMap::new();
    for check in checks {
        let method = name(check);
        let none = MethodLoss { method: method.clone(), checks: 0, points: 0.0 };
        let loss = methods.entry(method).or_insert(none);
        loss.checks += 1;
        loss.points += points * check.1;
    }
    let mut methods = Vec::from_iter(methods.into_values());
    methods.sort_by(|one, two| two.points.total_cmp(&one.points));
    methods
}

/// The points that checks cost by method: those of a crash or timeout, or that show a fault elsewhere.
pub(super) fn crashes(
    findings: &[Finding],
    shows_fault: impl Fn(&str) -> bool,
    weights: &ConformanceRules,
    of: f64,
) -> BTreeMap<String, f64> {
    let mut shares = counting(findings, weights);
    let whole: f64 = shares.iter().map(|share| share.1).sum();
    let crashed = |it: &Share<'_>| match it.0.verdict {
        Verdict::Crashed(_) | Verdict::TimedOut | Verdict::OutOfMemory => true,
        _ => shows_fault(&it.0.id),
    };
    shares.retain(|share| share.0.verdict != Verdict::NotJudged);
    let charges = costs(&shares).into_iter().map(|cost| (cost.finding, cost.cost));
    let crashed: Vec<Share<'_>> = charges.filter(crashed).collect();
    let methods = by_method(&crashed, of / whole.max(f64::MIN_POSITIVE), |it| it.0.method.clone());
    methods.into_iter().map(|method| (method.method, method.points)).collect()
}
