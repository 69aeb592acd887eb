//! The submissions of `tests/submissions`, and the driver linked with one of them: what the tests of
//! the marking run share.

use std::path::{Path, PathBuf};
use std::process::Command;

use arbitro::grade::conformance::DRIVER;
use arbitro::sandbox::{Keeper, Require};
use assert_cmd::cargo::cargo_bin;
use serde::Deserialize;

use crate::games::project;

/// What is known of a submission.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Sample {
    pub(crate) number: String,
    /// In a few words.
    #[expect(dead_code, reason = "for people")]
    what: String,
    #[serde(default)]
    pub(crate) made_from: Option<String>,
    #[serde(default)]
    pub(crate) copy_of: Option<String>,
    #[serde(default = "yes")]
    pub(crate) builds: bool,
    #[serde(default)]
    pub(crate) unruly: bool,
    #[serde(default)]
    pub(crate) fails: Vec<String>,
    #[serde(default)]
    pub(crate) also: Vec<String>,
    pub(crate) memory: Option<Vec<String>>,
    #[serde(default)]
    pub(crate) memory_also: Vec<String>,
    pub(crate) exercise: Option<String>,
    #[serde(default)]
    #[expect(dead_code, reason = "for the tests of what is in a source")]
    hidden_includes: Vec<String>,
    #[serde(default)]
    #[expect(dead_code, reason = "for the tests of what is in a source")]
    pragmas: usize,
}

const fn yes() -> bool {
    true
}

impl Sample {
    /// Its `player.cpp`.
    pub(crate) fn source(&self) -> PathBuf {
        project("tests/submissions")
            .join(&self.number)
            .join("player.cpp")
    }
}

/// All of them.
pub(crate) fn samples() -> Vec<Sample> {
    #[derive(Deserialize)]
    struct Samples {
        submission: Vec<Sample>,
    }
    let text = std::fs::read_to_string(project("tests/submissions/expected.toml")).unwrap();
    toml::from_str::<Samples>(&text).unwrap().submission
}

/// A tool that the test needs, or `false` with a line that says so; in CI it must be there.
pub(crate) fn is_there(tool: &str) -> bool {
    if Command::new(tool).arg("--version").output().is_ok() {
        return true;
    }
    assert!(
        std::env::var_os("CI").is_none(),
        "in CI {tool} must be there: scripts/setup installs it"
    );
    println!("skipped: no {tool}; on Debian: scripts/setup");
    false
}

pub(crate) fn keeper() -> Keeper {
    Keeper::start(Some(cargo_bin!("verify")), Require::Anything).unwrap()
}

/// Compiles C++ against the course's header.
pub(crate) fn compile(flags: &[&str], sources: &[&Path], program: &Path) {
    let built = Command::new("g++")
        .args(flags)
        .args(["-DARBITRO_COMPAT", "-w", "-I"])
        .arg(project("players/cpp"))
        .arg("-o")
        .arg(program)
        .args(sources)
        .status()
        .unwrap();
    assert!(built.success(), "{sources:?}");
}

/// The driver on its own, to be linked.
pub(crate) fn driver(flags: &[&str], folder: &Path) -> PathBuf {
    let source = folder.join("driver.cpp");
    std::fs::write(&source, DRIVER).unwrap();
    let object = folder.join("driver.o");
    compile(&[flags, &["-c"]].concat(), &[&source], &object);
    object
}
