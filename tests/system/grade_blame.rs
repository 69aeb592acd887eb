//! Who is blamed: the sample player made wrong in one way at a time, and the methods that the checks
//! accuse then. A check that fails where its method is right is a fault of ours.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use arbitro_grade::conformance::{self, Finding, Patience, Verdict, all};
use serde::Deserialize;

use crate::grade_samples::{FOR_BLAME, is_there, keeper};
use arbitro_testkit::games::project;

/// The sample player, wrong in one way.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Mutant {
    pub(crate) name: String,
    /// The methods that are wrong.
    breaks: Vec<String>,
    /// What is put in the place of what.
    patch: Vec<[String; 2]>,
    /// Why no check finds it.
    missed: Option<String>,
}

/// It thinks for a moment only: how well it plays is not asked.
const HASTE: [&str; 2] = ["const int DEPTH = 6;", "const int DEPTH = 1;"];

const PATIENCE: Patience = Patience {
    quick: Duration::from_secs(1),
    per_move: Duration::from_millis(500),
    hangs: 2,
    most_lost: Duration::from_secs(20),
};

pub(crate) fn mutants() -> Vec<Mutant> {
    #[derive(Deserialize)]
    struct Mutants {
        mutant: Vec<Mutant>,
    }
    let text = fs::read_to_string(project("tests/mutants.toml")).unwrap();
    toml::from_str::<Mutants>(&text).unwrap().mutant
}

fn patched(text: &str, [from, to]: [&str; 2], name: &str) -> String {
    assert_eq!(text.matches(from).count(), 1, "{name}: {from}");
    text.replacen(from, to, 1)
}

impl Mutant {
    pub(crate) fn source(&self) -> String {
        let good = fs::read_to_string(project("players/cpp/player.cpp")).unwrap();
        let quick = patched(&good, HASTE, &self.name);
        let patches = self.patch.iter();
        patches.fold(quick, |text, [from, to]| {
            patched(&text, [from, to], &self.name)
        })
    }

    fn findings(&self, folder: &Path) -> Vec<Finding> {
        let [player, program] = ["player.cpp", "program"].map(|it| folder.join(it));
        fs::write(&player, self.source()).unwrap();
        FOR_BLAME.link(&player, &program);
        let mut tell = |_: &Finding| ControlFlow::Continue(());
        let found = conformance::run(&program, &all(), &PATIENCE, &mut keeper(), &mut tell);
        found.unwrap().unwrap()
    }
}

/// Does something with each, on as many threads as there are processors.
pub(crate) fn with_each<T: Sync, R: Send>(all: &[T], work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let results = Mutex::new(BTreeMap::new());
    let threads = std::thread::available_parallelism().map_or(2, |it| it.get());
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while let index = next.fetch_add(1, Ordering::Relaxed)
                    && let Some(one) = all.get(index)
                {
                    let result = work(one);
                    results.lock().unwrap().insert(index, result);
                }
            });
        }
    });
    let results = results.into_inner().unwrap();
    assert_eq!(results.len(), all.len());
    results.into_values().collect()
}

/// How many checks accuse each method, and how many were not judged.
fn accused(findings: &[Finding]) -> (BTreeMap<&str, usize>, usize) {
    let mut accused: BTreeMap<&str, usize> = BTreeMap::new();
    for finding in findings.iter().filter(|it| it.is_held_against()) {
        *accused.entry(&finding.method).or_default() += 1;
    }
    let not_judged = findings
        .iter()
        .filter(|it| it.verdict == Verdict::NotJudged);
    (accused, not_judged.count())
}

/// With `--nocapture` it prints the matrix: who is accused how often, and what could not be judged.
#[test]
fn each_fault_is_found_and_no_method_that_is_right_is_accused() {
    if !is_there("g++") {
        return;
    }
    let mutants = mutants();
    assert!(mutants.len() >= 60);
    let all = with_each(&mutants, |mutant| {
        let folder = tempfile::tempdir().unwrap();
        mutant.findings(folder.path())
    });
    let mut wrong = Vec::new();
    for (mutant, findings) in mutants.iter().zip(&all) {
        let name = &mutant.name;
        let (accused, not_judged) = accused(findings);
        println!("{name}: {accused:?}, not judged {not_judged}");
        let broken: BTreeSet<&str> = mutant.breaks.iter().map(String::as_str).collect();
        let falsely: Vec<_> = findings
            .iter()
            .filter(|it| it.is_held_against() && !broken.contains(it.method.as_str()))
            .map(|it| (&it.id, it.fault.as_ref().map(|it| (&it.expected, &it.got))))
            .collect();
        if !falsely.is_empty() {
            wrong.push(format!("{name}: falsely accused: {falsely:#?}"));
        }
        let found: Vec<_> = broken
            .iter()
            .filter(|it| accused.contains_key(**it))
            .collect();
        match &mutant.missed {
            None if found.len() < broken.len() => {
                wrong.push(format!("{name}: not found in all of {broken:?}"));
            }
            Some(why) if !found.is_empty() => wrong.push(format!("{name}: found, although {why}")),
            _ => {}
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_method_is_wrong_in_three_ways_at_least() {
    let mutants = mutants();
    let methods: BTreeSet<_> = all().iter().map(|it| it.method).collect();
    for method in methods {
        let ways = mutants
            .iter()
            .filter(|it| it.breaks.iter().any(|it| it == method))
            .count();
        assert!(ways >= 3, "{method}: {ways}");
    }
}
