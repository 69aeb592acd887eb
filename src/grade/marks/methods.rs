//! The points for the methods, by what the checks count.

use std::collections::{BTreeMap, BTreeSet};

use super::weights::ConformanceRules;
use super::words::{CheckCounts, Why};
use crate::conformance::{self, EVERY_METHOD, Finding, Verdict};
use crate::dossier::StepResult;
use crate::words::Statement;

/// The points are shared among at least this part of all checks, however few could be judged: of a class
/// that takes no board hardly anything is known, and what is not known is not earned.
const MIN_JUDGED_SHARE: f64 = 0.5;

/// A check that was asked, and its share of the points before they are scaled.
type Share<'a> = (&'a Finding, f64);

fn is_exception(finding: &Finding) -> bool {
    conformance::check(&finding.id).is_some_and(|it| it.is_exception)
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

/// The weights of a method's checks, with exceptions counted separately.
#[derive(Default)]
struct MethodWeights {
    count: usize,
    sums: [f64; 2],
}

impl MethodWeights {
    /// The part of the method that exceptions count, or the rest of it.
    fn part(&self, is_exception: bool, most: f64) -> f64 {
        let [rest, exceptions] = self.sums;
        let share = exceptions / (rest + exceptions);
        let share = if rest > 0.0 { share.min(most) } else { share };
        if is_exception { share } else { 1.0 - share }
    }
}

/// Shares the points among the checks: each method has the same, whatever the number of its checks, times
/// the mean of their weights; its checks have what they weigh, exceptions together no more than their part.
/// Findings about all checks together weigh as much as an average check.
fn shares<'a>(findings: &'a [Finding], weights: &ConformanceRules) -> Vec<Share<'a>> {
    let all = findings.iter().map(|it| (it, weight(it, weights)));
    let mut methods: BTreeMap<&str, MethodWeights> = BTreeMap::new();
    let of_methods = |it: &Share<'_>| it.1 > 0.0 && it.0.method != EVERY_METHOD;
    for (finding, weight) in all.clone().filter(of_methods) {
        let method = methods.entry(&finding.method).or_default();
        method.count += 1;
        method.sums[usize::from(is_exception(finding))] += weight;
    }
    let checks: usize = methods.values().map(|it| it.count).sum();
    let each = checks as f64 / methods.len() as f64;
    let share = |(finding, weight): Share<'a>| match methods.get(finding.method.as_str()) {
        Some(method) if weight > 0.0 => {
            let is_exception = is_exception(finding);
            let mean = method.sums.iter().sum::<f64>() / method.count as f64;
            let part = method.part(is_exception, weights.exceptions);
            let of_part = weight / method.sums[usize::from(is_exception)];
            (finding, each * mean * part * of_part)
        }
        _ => (finding, weight),
    };
    all.map(share).collect()
}

pub(super) fn conformance(
    findings: &[Finding],
    weights: &ConformanceRules,
    of: f64,
) -> StepResult<(f64, Why)> {
    let shares = shares(findings, weights);
    let sum = |all: &[Share<'_>]| all.iter().map(|it| it.1).sum::<f64>();
    let least = sum(&shares) * MIN_JUDGED_SHARE;
    // A fault that was found once costs once: what could not be judged because of it is not counted, unless
    // that would leave too little to go by.
    let (judged, unjudged): (Vec<Share<'_>>, Vec<Share<'_>>) =
        shares.into_iter().partition(|it| it.0.verdict != Verdict::NotJudged);
    let whole = sum(&judged).max(least);
    if whole <= 0.0 {
        return StepResult::NotDone(Statement::NoCheckThatCounts);
    }
    let (passed, failed): (Vec<Share<'_>>, Vec<Share<'_>>) =
        judged.iter().copied().partition(|it| it.0.passed());
    let mut wrong: BTreeMap<&str, (usize, f64)> = BTreeMap::new();
    for (finding, share) in failed {
        let of_method = wrong.entry(&finding.method).or_default();
        of_method.0 += 1;
        of_method.1 += of * share / whole;
    }
    let wrong = wrong.into_iter().map(|(method, (count, lost))| (method.to_owned(), count, lost));
    let mut wrong: Vec<_> = wrong.collect();
    wrong.sort_by(|one, two| two.2.total_cmp(&one.2));
    let mut counting = judged.iter().map(|it| weight(it.0, weights)).filter(|it| *it > 0.0);
    let first = counting.next();
    let has_exceptions = judged.iter().any(|it| is_exception(it.0));
    let share = weights.exceptions;
    let because_of = unjudged.iter().filter_map(|it| it.0.because_of.clone());
    let counts = CheckCounts {
        passed: passed.len(),
        judged: judged.len(),
        are_weighed: counting.any(|it| Some(it) != first),
        wrong,
        exceptions: (has_exceptions && share < 1.0).then_some(share),
        not_run: judged.iter().filter(|it| it.0.verdict == Verdict::NotRun).count(),
        unjudged: unjudged.len(),
        because_of: because_of.collect::<BTreeSet<_>>().into_iter().collect(),
        too_few_judged: sum(&judged) < least,
    };
    StepResult::Found((of * sum(&passed) / whole, Why::Checks(Box::new(counts))))
}
