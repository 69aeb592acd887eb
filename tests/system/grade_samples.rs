//! The submissions of `tests/submissions`, and the driver linked with one of them: what the tests of
//! the marking run share.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use arbitro_grade::conformance::DRIVER;
use arbitro_grade::memory::FLAGS;
use arbitro_sandbox::{Keeper, Require};
use serde::Deserialize;

use crate::compiled::built_once;
use crate::needs::{containment, skip};
use crate::programs::{open_to_all, program};
use arbitro_testkit::games::project;

/// A sample submission and what the marking run must find about it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Sample {
    pub(crate) number: String,
    /// A description in a few words.
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
        project("tests/submissions").join(&self.number).join("player.cpp")
    }
}

/// All sample submissions, from `expected.toml`.
pub(crate) fn samples() -> Vec<Sample> {
    #[derive(Deserialize)]
    struct Samples {
        submission: Vec<Sample>,
    }
    let text = fs::read_to_string(project("tests/submissions/expected.toml")).unwrap();
    toml::from_str::<Samples>(&text).unwrap().submission
}

/// A tool that the test lets work on what strangers wrote, or `false` with a line that says so; in CI it must be there.
pub(crate) fn is_there(tool: &str) -> bool {
    if Command::new(tool).arg("--version").output().is_ok() {
        return containment();
    }
    assert!(
        std::env::var_os("CI").is_none(),
        "in CI {tool} must be there: scripts/setup installs it"
    );
    skip(&format!("no {tool} (scripts/setup)"));
    false
}

pub(crate) fn keeper() -> Keeper {
    Keeper::start(Some(program("verify")), Require::Anything).unwrap()
}

/// Compiles C++ against the course's header.
pub(crate) fn compile(flags: &[&str], sources: &[&Path], program: &Path) {
    compile_with(flags, &[], sources, program);
}

/// The same, with headers looked for in these folders first.
fn compile_with(flags: &[&str], first: &[&Path], sources: &[&Path], program: &Path) {
    let mut compiler = Command::new("g++");
    compiler.args(flags).args(["-DARBITRO_COMPAT", "-w"]);
    for folder in first {
        compiler.arg("-I").arg(folder);
    }
    let built = compiler
        .arg("-I")
        .arg(project("players/cpp"))
        .arg("-o")
        .arg(program)
        .args(sources)
        .status()
        .unwrap();
    assert!(built.success(), "{sources:?}");
    open_to_all(program);
}

/// The objects that all tests link with a player, compiled once with these flags: the driver, and the
/// course's header precompiled, because reading it takes longer than most players.
#[derive(Debug)]
pub(crate) struct Kit {
    name: &'static str,
    flags: &'static [&'static str],
    made: OnceLock<PathBuf>,
}

/// As `grade` compiles for the checks, but with less effort for speed: that takes twice as long.
pub(crate) static FOR_CHECKS: Kit = Kit::new("checks", &["-O1"]);

/// Compiled as fast as possible.
pub(crate) static FOR_BLAME: Kit = Kit::new("blame", &["-O0"]);

/// As `grade` compiles for valgrind.
pub(crate) static FOR_VALGRIND: Kit = Kit::new("valgrind", &FLAGS);

impl Kit {
    const fn new(name: &'static str, flags: &'static [&'static str]) -> Kit {
        Kit { name, flags, made: OnceLock::new() }
    }

    fn folder(&self) -> &Path {
        self.made.get_or_init(|| {
            let header = project("players/cpp/player.hpp");
            let flags = self.flags.concat();
            let inputs = [DRIVER.as_bytes(), &fs::read(&header).unwrap(), flags.as_bytes()];
            built_once(self.name, &inputs, |folder| {
                let source = folder.join("driver.cpp");
                fs::write(&source, DRIVER).unwrap();
                let as_header = [self.flags, &["-x", "c++-header"]].concat();
                compile(&as_header, &[&header], &folder.join("player.hpp.gch"));
                let as_object = [self.flags, &["-c"]].concat();
                let object = folder.join("driver.o");
                compile_with(&as_object, &[folder], &[&source], &object);
            })
        })
    }

    /// The driver with a `player.cpp`, or with what was compiled from it.
    pub(crate) fn link(&self, player: &Path, program: &Path) {
        let driver = self.folder().join("driver.o");
        self.compile(&[], &[&driver, player], program);
    }

    /// Compiles C++ against the header that is read already.
    pub(crate) fn compile(&self, more: &[&str], sources: &[&Path], program: &Path) {
        let flags = [self.flags, more].concat();
        compile_with(&flags, &[self.folder()], sources, program);
    }
}
