//! A small class, graded once for all the tests that look at what came of it.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::OnceLock;

use serde_json::Value;
use walkdir::WalkDir;

use crate::grade_samples::is_there;
use crate::programs::{folder_for_all, open_folder, program};
use arbitro_testkit::games::project;

/// A good one, one that leaks, one that does not compile.
pub(crate) const CLASS: [&str; 3] = ["870001", "870004", "870021"];

/// Matches that end soon, of programs that are compiled soon.
pub(crate) const QUICK: [&str; 9] = [
    "--flags=-O0",
    "--games",
    "1",
    "--max-plies",
    "20",
    "--ladder",
    "random,greedy",
    "--move-time",
    "5s",
];

pub(crate) fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

pub(crate) fn grade(submissions: &Path, out: &Path, more: &[&str]) -> Command {
    let mut command = Command::new(program("grade"));
    command.arg(submissions).arg("--out").arg(out);
    command.args(QUICK).args(more);
    // The tests read English, whatever the person running them does.
    command.env("LC_ALL", "C");
    command
}

pub(crate) fn run(submissions: &Path, out: &Path, more: &[&str]) -> Output {
    grade(submissions, out, more).output().unwrap()
}

pub(crate) fn copy(from: &Path, to: &Path) {
    for entry in WalkDir::new(from) {
        let entry = entry.unwrap();
        let place = to.join(entry.path().strip_prefix(from).unwrap());
        if entry.file_type().is_dir() {
            fs::create_dir_all(place).unwrap();
        } else {
            fs::copy(entry.path(), place).unwrap();
        }
    }
}

/// Result of a class's first run: the folder with `submissions` and `out`, and the output.
pub(crate) struct First {
    pub(crate) folder: PathBuf,
    pub(crate) output: Output,
}

/// The class, graded once for all tests.
pub(crate) fn first() -> &'static First {
    static FIRST: OnceLock<First> = OnceLock::new();
    FIRST.get_or_init(|| {
        let folder = folder_for_all();
        let submissions = folder.join("submissions");
        for number in CLASS {
            copy(&project("tests/submissions").join(number), &submissions.join(number));
        }
        let output = run(&submissions, &folder.join("out"), &[]);
        First { folder, output }
    })
}

/// A copy of that to work with.
pub(crate) fn again() -> (tempfile::TempDir, PathBuf, PathBuf) {
    let folder = open_folder(0o755);
    copy(&first().folder, folder.path());
    let [submissions, out] = ["submissions", "out"].map(|it| folder.path().join(it));
    (folder, submissions, out)
}

/// Every file with its bytes, and what changes when it is written.
pub(crate) fn files(folder: &Path) -> BTreeMap<PathBuf, (Vec<u8>, u64, i64)> {
    let entries = WalkDir::new(folder).into_iter().map(|it| it.unwrap());
    let plain = entries.filter(|entry| entry.file_type().is_file());
    plain
        .map(|plain| {
            let about = plain.metadata().unwrap();
            let bytes = fs::read(plain.path()).unwrap();
            (plain.into_path(), (bytes, about.ino(), about.mtime_nsec()))
        })
        .collect()
}

pub(crate) fn lines(output: &Output) -> BTreeMap<String, Value> {
    let lines = text(&output.stdout);
    let lines = lines.lines().map(|line| {
        let line: Value = serde_json::from_str(line).unwrap();
        (line["number"].as_str().unwrap().to_owned(), line)
    });
    lines.collect()
}

pub(crate) fn dossier(out: &Path, number: &str) -> Value {
    let path = out.join("students").join(number).join("dossier.json");
    serde_json::from_slice(&fs::read(path).unwrap()).unwrap()
}

pub(crate) fn failed_checks(dossier: &Value) -> Vec<&str> {
    let findings = dossier["conformance"]["found"].as_array().unwrap();
    let failed = findings.iter().filter(|finding| finding["verdict"] != "passed");
    failed.map(|failed| failed["id"].as_str().unwrap()).collect()
}

pub(crate) fn has_tools() -> bool {
    is_there("g++") && is_there("valgrind")
}
