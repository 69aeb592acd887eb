//! The points for the methods, by what the checks count.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use super::points_text;
use super::weights::ConformanceRules;
use crate::conformance::{self, EVERY_METHOD, Finding, Verdict};
use crate::dossier::StepResult;
use arbitro_rules::language::{Language, Said, of_each};

/// Maximum methods named in a reason.
const MAX_NAMED: usize = 8;

/// The points are shared among at least this part of all checks, however few could be judged: of a class
/// that takes no board hardly anything is known, and what is not known is not earned.
const MIN_JUDGED_SHARE: f64 = 0.5;

/// The checks that a call with what does not exist throws `index_out_of_bounds`.
static EXCEPTIONS: LazyLock<BTreeSet<String>> = LazyLock::new(|| {
    let all = conformance::all().into_iter();
    let is_exception = |it: &conformance::Check| it.text.english.ends_with("index_out_of_bounds.");
    all.filter(is_exception).map(|it| it.id).collect()
});

/// A check that was asked, and its share of the points before they are scaled.
type Share<'a> = (&'a Finding, f64);

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
    let is_exception = |it: &Finding| EXCEPTIONS.contains(&it.id);
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

/// The findings that the points were computed from.
struct Counted<'a> {
    judged: Vec<Share<'a>>,
    unjudged: Vec<Share<'a>>,
    weights: &'a ConformanceRules,
    /// The methods with failed checks, how many, and the points lost; the most points first.
    wrong: Vec<(&'a Finding, usize, f64)>,
    /// Set when too few checks could be judged to score the rest alone.
    too_few_judged: bool,
}

pub(super) fn conformance(
    findings: &[Finding],
    weights: &ConformanceRules,
    of: f64,
) -> StepResult<(f64, Said)> {
    let shares = shares(findings, weights);
    let sum = |all: &[Share<'_>]| all.iter().map(|it| it.1).sum::<f64>();
    let least = sum(&shares) * MIN_JUDGED_SHARE;
    // A fault that was found once costs once: what could not be judged because of it is not counted, unless
    // that would leave too little to go by.
    let (judged, unjudged): (Vec<Share<'_>>, Vec<Share<'_>>) =
        shares.into_iter().partition(|it| it.0.verdict != Verdict::NotJudged);
    let whole = sum(&judged).max(least);
    if whole <= 0.0 {
        return StepResult::NotDone(Said::in_two(
            "no check that counts was run",
            "non è stata fatta nessuna verifica che conti",
        ));
    }
    let (passed, failed): (Vec<Share<'_>>, Vec<Share<'_>>) =
        judged.iter().copied().partition(|it| it.0.passed());
    let mut wrong: BTreeMap<&str, (&Finding, usize, f64)> = BTreeMap::new();
    for (finding, share) in failed {
        let of_method = wrong.entry(&finding.method).or_insert((finding, 0, 0.0));
        of_method.1 += 1;
        of_method.2 += of * share / whole;
    }
    let mut wrong: Vec<_> = wrong.into_values().collect();
    wrong.sort_by(|one, two| two.2.total_cmp(&one.2));
    let counted =
        Counted { too_few_judged: sum(&judged) < least, judged, unjudged, weights, wrong };
    let why = of_each(|language| counted.why(language));
    StepResult::Found((of * sum(&passed) / whole, why))
}

impl Counted<'_> {
    fn why(&self, language: Language) -> String {
        let of = |is: fn(&Finding) -> bool| self.judged.iter().filter(|it| is(it.0)).count();
        let (passed, judged) = (of(Finding::passed), self.judged.len());
        let t = |english, italian| language.either(english, italian);
        let mut why = if passed == judged {
            language.either(
                format!("All {judged} checks passed"),
                format!("Verifiche superate: tutte e {judged}"),
            )
        } else {
            language.either(
                format!("{passed} of {judged} checks passed"),
                format!("Verifiche superate: {passed} su {judged}"),
            )
        };
        let weights = self.judged.iter().map(|it| weight(it.0, self.weights));
        let mut counting = weights.filter(|it| *it > 0.0);
        let first = counting.next();
        if counting.any(|it| Some(it) != first) {
            why += t(
                ", some of which count more than others",
                ", alcune delle quali contano più di altre",
            );
        }
        if !self.wrong.is_empty() {
            why += t("; not passed: ", "; non superate: ");
            let named = self.wrong.iter().take(MAX_NAMED);
            let named = named.map(|(finding, count, lost)| {
                let method = finding.method_in(language);
                format!("{method} {count} (\u{2212}{})", points_text(*lost))
            });
            why += &named.collect::<Vec<_>>().join(", ");
            if self.wrong.len() > MAX_NAMED {
                why += t(", and others", " e altre");
            }
        }
        why += ".";
        if passed != judged {
            why += &self.rule(language);
        }
        why += &match (of(|it| it.verdict == Verdict::NotRun), language) {
            (0, _) => String::new(),
            (1, Language::Italian) => " Una di queste non è stata eseguita, per quello che è successo prima, e conta come non superata.".to_owned(),
            (many, Language::Italian) => format!(" {many} di queste non sono state eseguite, per quello che è successo prima, e contano come non superate."),
            (many, _) => format!(" {many} of them were not run, because of what happened before, and count as failed."),
        };
        if !self.unjudged.is_empty() {
            why += t(" Not judged", " Non giudicate");
            if !self.too_few_judged {
                why += t(", and not counted", ", e non contate");
            }
            why += t(
                ", because they need a method that is wrong (",
                ", perché serve loro ciò che è sbagliato altrove (",
            );
            let because_of = self.unjudged.iter();
            let because_of = because_of.filter_map(|it| it.0.because_of.as_deref());
            let because_of = Vec::from_iter(because_of.collect::<BTreeSet<_>>()).join(", ");
            why += &format!("{because_of}): {}.", self.unjudged.len());
        }
        if self.too_few_judged {
            why += t(
                " That is most of them, and unknown is not passed: the points are the passed share of half of all checks.",
                " Sono la maggior parte, e quello che non si sa non dà punti: i punti sono la parte superata della metà di tutte le verifiche.",
            );
        }
        why
    }

    /// Explains how the points are shared.
    fn rule(&self, language: Language) -> String {
        let share = self.weights.exceptions;
        let has_exceptions = self.judged.iter().any(|it| EXCEPTIONS.contains(&it.0.id));
        let exceptions = (has_exceptions && share < 1.0).then(|| {
            let most = points_text(share * 100.0);
            language.either(
                format!("; the calls that must throw index_out_of_bounds are at most {most} % of it"),
                format!("; le chiamate che devono lanciare index_out_of_bounds sono al più il {most} % di esso"),
            )
        });
        let rule = language.either(
            " Each method counts the same, however many checks it has",
            " Ogni metodo conta lo stesso, quante che siano le sue verifiche",
        );
        format!("{rule}{}.", exceptions.unwrap_or_default())
    }
}
