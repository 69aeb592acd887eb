//! The blame matrix: the sample player with one fault at a time, and the methods that the checks then
//! accuse. A check that fails although its method is right is a fault of the checks.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, OnceLock};
use std::time::Duration;

use arbitro_grade::conformance::{self, Finding, Patience, Verdict, all};
use arbitro_grade::dossier::{Dossier, StepResult};
use arbitro_grade::marks::{PartName, Weights, marks};
use serde::Deserialize;

use crate::dossiers::{class, english, faultless};
use crate::grade_samples::{FOR_BLAME, is_there, keeper};
use crate::programs::{folder_for_all, open_folder};
use arbitro_testkit::games::project;
use arbitro_testkit::sizes::{is_long, sample};

/// The sample player, wrong in one way.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Mutant {
    pub(crate) name: String,
    /// The methods that are wrong.
    pub(crate) breaks: Vec<String>,
    /// Replacements: the old text and the new one.
    pub(crate) patch: Vec<[String; 2]>,
    /// Other words for these, wherever they stand.
    #[serde(default)]
    rename: Vec<[String; 2]>,
    /// The reason that no check finds it.
    missed: Option<String>,
}

/// It thinks for a moment only: how well it plays is not asked.
const HASTE: [&str; 2] = ["const int DEPTH = 6;", "const int DEPTH = 1;"];

const PATIENCE: Patience = Patience {
    quick: Duration::from_millis(300),
    per_move: Duration::from_millis(500),
    hangs: 2,
    most_lost: Duration::from_secs(20),
};

pub(crate) fn mutants() -> Vec<Mutant> {
    mutants_in("tests/mutants.toml")
}

fn mutants_in(path: &str) -> Vec<Mutant> {
    #[derive(Deserialize)]
    struct Mutants {
        mutant: Vec<Mutant>,
    }
    let text = fs::read_to_string(project(path)).unwrap();
    toml::from_str::<Mutants>(&text).unwrap().mutant
}

fn patched(text: &str, [from, to]: [&str; 2], name: &str) -> String {
    assert_eq!(text.matches(from).count(), 1, "{name}: {from}");
    text.replacen(from, to, 1)
}

/// The same with another word for one, where it stands alone.
fn renamed(text: &str, from: &str, to: &str) -> String {
    let is_of_word = |it: char| it.is_alphanumeric() || it == '_';
    let mut parts = text.split(from).peekable();
    let mut whole = String::new();
    while let Some(part) = parts.next() {
        whole.push_str(part);
        if let Some(next) = parts.peek() {
            let is_alone = !whole.ends_with(is_of_word) && !next.starts_with(is_of_word);
            whole.push_str(if is_alone { to } else { from });
        }
    }
    whole
}

impl Mutant {
    pub(crate) fn source(&self) -> String {
        let good = fs::read_to_string(project("players/cpp/player.cpp")).unwrap();
        let quick = patched(&good, HASTE, &self.name);
        let patches = self.patch.iter();
        let patched =
            patches.fold(quick, |text, [from, to]| patched(&text, [from, to], &self.name));
        let renames = self.rename.iter();
        renames.fold(patched, |text, [from, to]| renamed(&text, from, to))
    }

    /// The sample player that is wrong in both ways, if one does not stand in the other's place.
    pub(crate) fn with(&self, other: &Mutant) -> Option<Mutant> {
        let mut text = fs::read_to_string(project("players/cpp/player.cpp")).unwrap();
        let patch = [self.patch.clone(), other.patch.clone()].concat();
        let is_free = patch.iter().all(|[from, to]| {
            let is_there = text.matches(from.as_str()).count() == 1;
            text = text.replacen(from, to, 1);
            is_there
        });
        is_free.then(|| Mutant {
            name: format!("{} + {}", self.name, other.name),
            breaks: [self.breaks.clone(), other.breaks.clone()].concat(),
            patch,
            rename: Vec::new(),
            missed: None,
        })
    }

    pub(crate) fn checked(&self) -> Checked {
        let folder = folder_for_all();
        let [player, object, program] =
            ["player.cpp", "player.o", "program"].map(|it| folder.join(it));
        fs::write(&player, self.source()).unwrap();
        FOR_BLAME.compile(&["-c"], &[&player], &object);
        FOR_BLAME.link(&object, &program);
        let mut go_on = || Ok(());
        let found = conformance::run(&program, &all(), &PATIENCE, &mut keeper(), &mut go_on);
        let findings = found.unwrap();
        Checked { folder, findings }
    }
}

/// A mutant's findings, and the folder that it was compiled in.
#[derive(Debug)]
pub(crate) struct Checked {
    folder: PathBuf,
    pub(crate) findings: Vec<Finding>,
}

/// Mutants with what came of them, made once for all tests.
pub(crate) fn checked() -> &'static [(Mutant, Checked)] {
    static CHECKED: OnceLock<Vec<(Mutant, Checked)>> = OnceLock::new();
    CHECKED.get_or_init(|| {
        let mutants = sample(mutants(), 24);
        let checked = with_each(&mutants, Mutant::checked);
        mutants.into_iter().zip(checked).collect()
    })
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

/// Counts the checks that accuse each method, and those not judged.
fn accused(findings: &[Finding]) -> (BTreeMap<&str, usize>, usize) {
    let mut accused: BTreeMap<&str, usize> = BTreeMap::new();
    for finding in findings.iter().filter(|finding| finding.is_failure()) {
        *accused.entry(&finding.method).or_default() += 1;
    }
    let not_judged = findings.iter().filter(|finding| finding.verdict == Verdict::NotJudged);
    (accused, not_judged.count())
}

/// The points for all methods.
pub(crate) const MOST: f64 = 45.0;

/// The points for the methods that these findings earn.
pub(crate) fn points(findings: &[Finding]) -> f64 {
    let conformance = StepResult::Found(findings.to_vec());
    let dossier = Dossier { conformance, ..faultless("870001") };
    let mark = &marks(&class(vec![dossier]), &Weights::default())[0];
    mark.part(PartName::Conformance).unwrap().points
}

/// With `--nocapture` it prints the matrix: who is accused how often, and what could not be judged.
#[test]
fn each_fault_is_found_and_no_method_that_is_right_is_accused() {
    if !is_there("g++") {
        return;
    }
    let mut wrong = Vec::new();
    for (mutant, Checked { findings, .. }) in checked() {
        let name = &mutant.name;
        let (accused, not_judged) = accused(findings);
        let points = points(findings);
        println!("{points:5.2} | {name}: {accused:?}, not judged {not_judged}");
        let broken: BTreeSet<&str> = mutant.breaks.iter().map(String::as_str).collect();
        let falsely: Vec<_> = findings
            .iter()
            .filter(|finding| finding.is_failure() && !broken.contains(finding.method.as_str()))
            .map(|it| (&it.id, it.fault.as_ref().map(|fault| (&fault.expected, &fault.got))))
            .collect();
        if !falsely.is_empty() {
            wrong.push(format!("{name}: falsely accused: {falsely:#?}"));
        }
        let found: Vec<_> = broken.iter().filter(|it| accused.contains_key(**it)).collect();
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
fn a_constructor_is_not_to_blame_for_methods_that_die_without_boards() {
    if !is_there("g++") {
        return;
    }
    let is_it = |it: &Mutant| it.name == "the methods die where there is no board";
    let Checked { findings, .. } = mutants().into_iter().find(is_it).unwrap().checked();
    let blames = |it: &&Finding| {
        let constructor = "Player(int player_nr)";
        it.method == constructor && it.is_failure() || it.because_of.as_deref() == Some(constructor)
    };
    assert_eq!(findings.iter().find(blames), None);
}

#[test]
fn every_method_is_wrong_in_three_ways_at_least() {
    let mutants = mutants();
    let methods: BTreeSet<_> = all().iter().map(|it| it.method).collect();
    for method in methods {
        let ways = mutants.iter().filter(|it| it.breaks.iter().any(|it| it == method)).count();
        assert!(ways >= 3, "{method}: {ways}");
    }
}

/// Runs the program that is to show a fault, in an empty folder, and says what is missing.
pub(crate) fn is_shown(finding: &Finding, program: &Path) -> Result<(), String> {
    is_shown_over(finding, program, "0")
}

/// As [`is_shown`], with memory that was filled before it is allocated and after it is freed.
fn is_shown_over(finding: &Finding, program: &Path, filling: &str) -> Result<(), String> {
    let folder = open_folder(0o755);
    let fault = finding.fault.as_ref().unwrap();
    let mut command = Command::new(program);
    if finding.verdict == Verdict::TimedOut {
        command = Command::new("timeout");
        command.arg("1").arg(program);
    }
    command.env("MALLOC_PERTURB_", filling);
    let output = command.current_dir(folder.path()).output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    let got = english(&fault.got);
    let is_shown = match finding.verdict {
        Verdict::TimedOut => output.status.code() == Some(124),
        Verdict::Crashed(_) => output.status.code().is_none(),
        // What is read where nothing is any more may be anything but right.
        _ if got.starts_with('\n') => !shows(&said, &english(&fault.expected)),
        _ => shows(&said, &got),
    };
    if is_shown {
        return Ok(());
    }
    let status = output.status;
    let id = &finding.id;
    Err(format!("{id}: {status}, not shown: {got}\n--- it prints\n{said}"))
}

/// The lines with squares alone, whether they were written by a board's file or one beside the other.
fn squares(text: &str) -> Vec<String> {
    let rows = text.lines().filter(|line| [8, 15].contains(&line.len()));
    rows.map(|row| {
        let step = if row.len() == 15 { 2 } else { 1 };
        row.chars().step_by(step).collect::<String>().replace(' ', ".")
    })
    .collect()
}

/// Returns true if the printed text ends with the answer that came.
fn shows(said: &str, got: &str) -> bool {
    if let Some((_, quoted)) = got.split_once('"') {
        let quoted = quoted.rsplit_once('"').map_or(quoted, |rsplit_once| rsplit_once.0);
        return said.as_bytes().escape_ascii().to_string().contains(quoted);
    }
    if let Some((missing, _)) = got.split_once(", or it is no plain file") {
        return said.contains(missing);
    }
    if let Some((_, board)) = got.split_once('\n') {
        let end = said.trim_end_matches('\n');
        let end = end.strip_suffix("no exception").unwrap_or(end);
        return squares(end).ends_with(&squares(board));
    }
    let answer = got.find("throws").map_or(got, |at| &got[at..]);
    said.trim_end().ends_with(answer)
}

/// The kind of evidence in an answer, which programs show in its own way.
fn kind_of(got: &str) -> &'static str {
    let kinds = [("throws", "throws"), ("\"", "bytes"), ("\n", "board"), ("no exception", "quiet")];
    let found = kinds.iter().find(|(sign, _)| got.contains(sign));
    found.map_or("value", |(_, kind)| kind)
}

/// Of each method an accusation of each kind: all of them would take as long as all else together. What
/// depends on memory that nothing has set may show itself never again, so then another one is tried; the short
/// form may have no other.
#[test]
fn each_accusation_comes_with_a_program_that_shows_it() {
    const MOST_TRIED: usize = 3;
    if !is_there("g++") {
        return;
    }
    let mut of_kind = BTreeMap::<_, Vec<(&Path, &Finding)>>::new();
    for (_, Checked { folder, findings }) in checked() {
        for finding in findings.iter().filter(|finding| finding.is_failure()) {
            let fault = finding.fault.as_ref().unwrap();
            let kind = (kind_of(&english(&fault.got)), format!("{:?}", finding.verdict));
            if !fault.reproduce.is_empty() {
                let alike = of_kind.entry((&finding.method, kind)).or_default();
                // One of each mutant.
                if alike.last().is_none_or(|&(it, _)| it != folder) {
                    alike.push((folder, finding));
                }
            }
        }
    }
    if is_long() {
        let methods: BTreeSet<_> = of_kind.keys().map(|(method, _)| method.as_str()).collect();
        assert_eq!(methods, all().iter().map(|it| it.method).collect());
    }
    println!("{} programs", of_kind.len());
    let wanted: Vec<_> = of_kind.into_values().collect();
    let shown = with_each(&wanted, |alike| {
        let tried = alike.iter().take(MOST_TRIED);
        let mut shown = tried.map(|&(folder, finding)| comes_with_a_program(folder, finding));
        let first = shown.next().unwrap();
        let is_only_one = alike.len() == 1 && !is_long();
        first.or_else(|why| match is_only_one {
            true => Ok(()),
            false => shown.find(Result::is_ok).unwrap_or(Err(why)),
        })
    });
    let wrong: Vec<String> = shown.into_iter().filter_map(Result::err).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

/// Builds the program that comes with an accusation, and runs it.
fn comes_with_a_program(folder: &Path, finding: &Finding) -> Result<(), String> {
    let place = open_folder(0o755);
    let [source, program] = ["main.cpp", "main"].map(|it| place.path().join(it));
    fs::write(&source, &finding.fault.as_ref().unwrap().reproduce).unwrap();
    FOR_BLAME.compile(&[], &[&source, &folder.join("player.o")], &program);
    let fillings = ["0", "0", "1", "85", "170", "254", "255"];
    let again = |shown: Result<(), String>, filling| {
        shown.or_else(|_| is_shown_over(finding, &program, filling))
    };
    fillings.into_iter().fold(is_shown(finding, &program), again)
}

/// With `--nocapture` it prints what each earns for its methods, and why.
#[test]
fn a_way_of_writing_costs_no_more_than_the_methods_that_it_breaks() {
    if !is_there("g++") {
        return;
    }
    let styles = sample(mutants_in("tests/styles.toml"), 4);
    let checked = with_each(&styles, Mutant::checked);
    let mut wrong = Vec::new();
    for (style, Checked { findings, .. }) in styles.iter().zip(checked) {
        let name = &style.name;
        let (accused, not_judged) = accused(&findings);
        let broken: BTreeSet<&str> = style.breaks.iter().map(String::as_str).collect();
        if !accused.keys().copied().eq(broken) {
            let held = findings.iter().filter(|finding| finding.is_failure());
            let held: Vec<_> = held.map(|it| (&it.method, &it.id, &it.fault)).collect();
            wrong.push(format!("{name}: {accused:?} {held:#?}"));
        }
        let of_methods = points(&findings);
        println!("{of_methods:5.2} | {name}: {accused:?}, not judged {not_judged}");
        // It costs at most the methods that it breaks, each one of fourteen.
        let most = MOST / 14.0 * accused.len() as f64;
        assert!(MOST - of_methods < most + 1.0, "{name}");
        assert_eq!(of_methods == MOST, accused.is_empty(), "{name}");
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Pairs that are tried: all of them take minutes.
fn pairs_tried() -> usize {
    if is_long() { 12 } else { 2 }
}

#[test]
fn two_faults_at_once_accuse_no_third_method() {
    let mutants = mutants();
    let mut pairs = Vec::new();
    for (step, one) in mutants.iter().enumerate() {
        for apart in [7, 31] {
            let other = &mutants[(step + apart) % mutants.len()];
            pairs.extend(one.with(other));
        }
    }
    let apart = pairs.len().div_ceil(pairs_tried());
    let pairs: Vec<Mutant> = pairs.into_iter().step_by(apart).collect();
    assert!(pairs.len() > pairs_tried() / 2, "{}", pairs.len());
    let wrong = with_each(&pairs, |pair| {
        let Checked { findings, .. } = pair.checked();
        let third =
            findings.iter().filter(|it| it.is_failure() && !pair.breaks.contains(&it.method));
        let third: Vec<String> = third
            .map(|third| {
                let fault = third.fault.as_ref().unwrap();
                format!(
                    "  {} {}: {} / {}",
                    third.method,
                    third.id,
                    english(&fault.expected),
                    english(&fault.got)
                )
            })
            .collect();
        (!third.is_empty()).then(|| format!("{}:\n{}", pair.name, third.join("\n")))
    });
    let wrong: Vec<String> = wrong.into_iter().flatten().collect();
    println!("{} of {} pairs", wrong.len(), pairs.len());
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}
