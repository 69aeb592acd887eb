//! Samples under valgrind: each fault is found, with its kind and the student's line; none is invented.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use arbitro_grade::conformance;
use arbitro_grade::memory::{self, FaultKind, MemoryFault, MemoryReport, exercises};

use crate::grade_samples::{FOR_VALGRIND, Sample, is_there, keeper, samples};
use crate::programs::open_folder;
use arbitro_testkit::sizes::sample;

const CPU: Duration = Duration::from_secs(60);

fn report(sample: &Sample, folder: &Path) -> MemoryReport {
    let [object, program] = ["player.o", "program"].map(|it| folder.join(it));
    FOR_VALGRIND.compile(&["-c"], &[&sample.source()], &object);
    FOR_VALGRIND.link(&object, &program);
    let mut exercises = exercises();
    if let Some(only) = &sample.exercise {
        exercises.retain(|exercise| exercise.code == *only);
        assert!(!exercises.is_empty(), "{only}");
    }
    let valgrind = memory::find_valgrind().unwrap();
    let mut go_on = || Ok(());
    let report = memory::run(&valgrind, &program, &exercises, CPU, &mut keeper(), &mut go_on);
    report.unwrap()
}

/// Returns true if valgrind finds something in the program that is to show a fault of the latest sample.
fn is_shown(fault: &MemoryFault, folder: &Path) -> bool {
    let [main, object, program] = ["main.cpp", "player.o", "main"].map(|it| folder.join(it));
    std::fs::write(&main, &fault.reproduce).unwrap();
    FOR_VALGRIND.compile(&[], &[&main, &object], &program);
    let checked = Command::new("valgrind")
        .args(["--quiet", "--leak-check=full", "--error-exitcode=99"])
        .arg(&program)
        .current_dir(folder)
        .output()
        .unwrap();
    checked.status.code() == Some(99) || checked.status.code().is_none()
}

fn name(kind: FaultKind) -> String {
    serde_json::to_value(kind).unwrap().as_str().unwrap().to_owned()
}

/// Holds what valgrind finds in samples, or in one in so many, against what is known.
fn hold_against_what_is_known(apart: usize, wanted: impl Fn(&Sample) -> bool) {
    if !is_there("g++") || !is_there("valgrind") {
        return;
    }
    let folder = open_folder(0o755);
    let known = samples().into_iter().filter(|sample| sample.memory.is_some() && wanted(sample));
    for sample in sample(known, apart) {
        let must = sample.memory.as_deref().unwrap_or_default();
        let report = report(&sample, folder.path());
        let kinds: BTreeSet<String> = report.faults.iter().map(|fault| name(fault.kind)).collect();
        let number = &sample.number;
        for kind in must {
            assert!(kinds.contains(kind), "{number}: {kind} was not found: {report:#?}");
        }
        for kind in &kinds {
            let is_known = must.contains(kind) || sample.memory_also.contains(kind);
            assert!(is_known, "{number}: {kind} is not there: {report:#?}");
        }
        for fault in &report.faults {
            assert!(fault.line.is_some(), "{number}: {fault:?}");
            assert!(!fault.calls.is_empty(), "{number}: {fault:?}");
        }
        if let Some(fault) = report.faults.first() {
            let shown = is_shown(fault, folder.path());
            assert!(shown, "{number}: {}", fault.reproduce);
        }
    }
}

#[test]
fn careful_submissions_have_no_faults() {
    hold_against_what_is_known(2, |it| it.made_from.is_none());
}

#[test]
fn each_kind_of_carelessness_is_found() {
    hold_against_what_is_known(5, |it| it.made_from.is_some());
}

#[test]
fn a_fault_is_shown_in_the_students_own_line() {
    if !is_there("g++") || !is_there("valgrind") {
        return;
    }
    let folder = open_folder(0o755);
    let samples = samples();
    let sample = samples.iter().find(|sample| sample.number == "870006").unwrap();
    let report = report(sample, folder.path());
    let source = std::fs::read_to_string(sample.source()).unwrap();
    let call = source.lines().position(|line| line.contains("times += ")).unwrap() + 1;
    let stack = &report.faults[0].stack;
    assert!(
        stack.contains(&format!("Player::recurrence() const (player.cpp:{call})")),
        "{stack:?}"
    );
}

#[test]
fn without_valgrind_it_says_how_to_get_it() {
    let nowhere = Path::new("/nowhere/valgrind");
    let mut go_on = || Ok(());
    let error = memory::run(nowhere, nowhere, &exercises(), CPU, &mut keeper(), &mut go_on);
    let error = error.unwrap_err();
    assert!(error.to_string().contains("apt-get install valgrind"), "{error}");
}

#[test]
fn exercises_are_made_of_checks_that_exist() {
    let checks = conformance::all();
    for row in memory::made_of() {
        assert!(row.code.chars().all(|it| it == '_' || it.is_ascii_lowercase()), "{row:?}");
        for id in row.checks {
            assert!(checks.iter().any(|check| check.id == id), "{}: {id}", row.code);
        }
    }
}
