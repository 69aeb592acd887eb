//! The points for the methods, by what the checks count.

use std::collections::{BTreeMap, BTreeSet};

use super::weights::OfConformance;
use crate::conformance::{self, Finding, Verdict};
use crate::dossier::Known;
use arbitro_rules::language::{Language, Said, of_each};

/// Methods that are named in a reason.
const MAX_NAMED: usize = 8;

/// The share of the checks that the points are at least a share of, however few could be judged: of a class
/// that takes no board hardly anything is known, and what is not known is not earned.
const LEAST_JUDGED: f64 = 0.5;

/// Returns a check's weight.
fn weight(finding: &Finding, weights: &OfConformance) -> f64 {
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

/// The findings in numbers.
struct Counted<'a> {
    passed: usize,
    all: usize,
    /// Set when some checks have weight 0, which explains why the page counts more.
    some_do_not_count: bool,
    some_count_more: bool,
    /// Failed checks by method, most failures first.
    wrong: Vec<(&'a Finding, usize)>,
    not_run: usize,
    /// Checks that could not be judged, and the methods at fault.
    not_judged: usize,
    because_of: BTreeSet<&'a str>,
    /// Set when too few checks could be judged to score the rest alone.
    too_few_judged: bool,
}

pub(super) fn conformance(
    findings: &[Finding],
    weights: &OfConformance,
    of: f64,
) -> Known<(f64, Said)> {
    let counted: Vec<(&Finding, f64)> = findings
        .iter()
        .map(|it| (it, weight(it, weights)))
        .filter(|(_, weight)| *weight > 0.0)
        .collect();
    // A fault that was found once costs once: what could not be judged because of it is not counted, unless
    // that would leave too little to go by.
    let is_judged = |it: &&(&Finding, f64)| it.0.verdict != Verdict::NotJudged;
    let unjudged: Vec<&Finding> = counted
        .iter()
        .filter(|it| !is_judged(it))
        .map(|it| it.0)
        .collect();
    let weighed = |all: &[(&Finding, f64)]| all.iter().map(|(_, weight)| weight).sum::<f64>();
    let least = weighed(&counted) * LEAST_JUDGED;
    let counted: Vec<(&Finding, f64)> = counted.iter().filter(is_judged).copied().collect();
    let judged = weighed(&counted);
    let whole = judged.max(least);
    if whole <= 0.0 {
        return Known::NotDone(Said::in_two(
            "no check that counts was made",
            "non è stata fatta nessuna verifica che conti",
        ));
    }
    let passed = counted.iter().filter(|(it, _)| it.passed());
    let got: f64 = passed.clone().map(|(_, weight)| weight).sum();
    let mut wrong: BTreeMap<&str, (&Finding, usize)> = BTreeMap::new();
    for (finding, _) in counted.iter().filter(|(it, _)| !it.passed()) {
        wrong.entry(&finding.method).or_insert((finding, 0)).1 += 1;
    }
    let mut wrong: Vec<(&Finding, usize)> = wrong.into_values().collect();
    // By method already; a stable sort leaves it so among equals.
    wrong.sort_by_key(|(_, count)| usize::MAX - count);
    let is_not_run = |it: &&(&Finding, f64)| it.0.verdict == Verdict::NotRun;
    let counted = Counted {
        passed: passed.count(),
        all: counted.len(),
        some_do_not_count: counted.len() + unjudged.len() < findings.len(),
        some_count_more: counted.iter().any(|(_, weight)| *weight != counted[0].1),
        too_few_judged: judged < least,
        wrong,
        not_run: counted.iter().filter(is_not_run).count(),
        not_judged: unjudged.len(),
        because_of: unjudged
            .iter()
            .filter_map(|it| it.because_of.as_deref())
            .collect(),
    };
    let why = of_each(|language| match language {
        Language::English | Language::French => counted.english(),
        Language::Italian => counted.italian(),
    });
    Known::Found((of * got / whole, why))
}

impl Counted<'_> {
    fn named(&self, language: Language) -> String {
        let named = self.wrong.iter().take(MAX_NAMED);
        let named: Vec<String> = named
            .map(|(finding, count)| format!("{} {count}", finding.method_in(language)))
            .collect();
        named.join(", ")
    }

    fn english(&self) -> String {
        let Counted { passed, all, .. } = self;
        let that_count = if self.some_do_not_count {
            " that count"
        } else {
            ""
        };
        let mut why = if passed == all {
            format!("All {all} checks{that_count} passed")
        } else {
            format!("{passed} of {all} checks{that_count} passed")
        };
        if self.some_count_more {
            why.push_str(", some of which count more than others");
        }
        if !self.wrong.is_empty() {
            why.push_str("; not passed: ");
            why.push_str(&self.named(Language::English));
            if self.wrong.len() > MAX_NAMED {
                why.push_str(", and others");
            }
        }
        why.push('.');
        if self.not_run > 0 {
            why.push_str(&format!(
                " {} of them were not run, because of what happened before, and count as not passed.",
                self.not_run
            ));
        }
        if self.not_judged > 0 {
            let because_of: Vec<&str> = self.because_of.iter().copied().collect();
            why.push_str(&format!(
                " Not judged{}, because they need what is wrong elsewhere ({}): {}.",
                if self.too_few_judged {
                    ""
                } else {
                    ", and not counted"
                },
                because_of.join(", "),
                self.not_judged
            ));
            if self.too_few_judged {
                why.push_str(
                    " That is most of them, and what is not known is not earned: the points are the share of half of all checks.",
                );
            }
        }
        why
    }

    fn italian(&self) -> String {
        let Counted { passed, all, .. } = self;
        let that_count = if self.some_do_not_count {
            " che contano"
        } else {
            ""
        };
        let mut why = if passed == all {
            format!("Verifiche{that_count} superate: tutte e {all}")
        } else {
            format!("Verifiche{that_count} superate: {passed} su {all}")
        };
        if self.some_count_more {
            why.push_str(", alcune delle quali contano più di altre");
        }
        if !self.wrong.is_empty() {
            why.push_str("; non superate: ");
            why.push_str(&self.named(Language::Italian));
            if self.wrong.len() > MAX_NAMED {
                why.push_str(" e altre");
            }
        }
        why.push('.');
        match self.not_run {
            0 => {}
            1 => why.push_str(
                " Una di queste non è stata eseguita, per quello che è successo prima, e conta come non superata.",
            ),
            many => why.push_str(&format!(
                " {many} di queste non sono state eseguite, per quello che è successo prima, e contano come non superate."
            )),
        }
        if self.not_judged > 0 {
            let because_of: Vec<&str> = self.because_of.iter().copied().collect();
            why.push_str(&format!(
                " Non giudicate{}, perché serve loro ciò che è sbagliato altrove ({}): {}.",
                if self.too_few_judged {
                    ""
                } else {
                    ", e non contate"
                },
                because_of.join(", "),
                self.not_judged
            ));
            if self.too_few_judged {
                why.push_str(
                    " Sono la maggior parte, e quello che non si sa non dà punti: i punti sono la parte superata della metà di tutte le verifiche.",
                );
            }
        }
        why
    }
}
