//! The checks of the course's methods, on submissions that are good and bad in known ways.

use std::path::{Path, PathBuf};
use std::process::Command;

use arbitro::grade::conformance::{self, DRIVER, Finding, Patience};
use arbitro::sandbox::{Keeper, Require};
use assert_cmd::cargo::cargo_bin;

use crate::games::project;

/// The compiler, or `None` with a line that says so; in CI it must be there.
pub(crate) fn tool(name: &'static str) -> Option<&'static str> {
    if Command::new(name).arg("--version").output().is_ok() {
        return Some(name);
    }
    assert!(
        std::env::var_os("CI").is_none(),
        "in CI {name} must be there: scripts/setup installs it"
    );
    println!("skipped: no {name}; on Debian: scripts/setup");
    None
}

pub(crate) fn keeper() -> Keeper {
    Keeper::start(Some(cargo_bin!("verify")), Require::Anything).unwrap()
}

/// The driver linked with a `player.cpp`.
pub(crate) fn linked(player: &Path, flags: &[&str], folder: &Path) -> PathBuf {
    let driver = folder.join("driver.cpp");
    std::fs::write(&driver, DRIVER).unwrap();
    let program = folder.join("driver");
    let built = Command::new("g++")
        .args(flags)
        .args(["-DARBITRO_COMPAT", "-w", "-I"])
        .arg(project("players/cpp"))
        .arg("-o")
        .arg(&program)
        .args([&driver, player])
        .status()
        .unwrap();
    assert!(built.success(), "{}", player.display());
    program
}

fn findings(player: &str) -> Vec<Finding> {
    let folder = tempfile::tempdir().unwrap();
    let driver = linked(&project(player), &["-Ofast"], folder.path());
    let patience = Patience::default();
    conformance::run(&driver, &conformance::all(), &patience, &mut keeper(), &mut |_| {}).unwrap()
}

#[test]
fn the_sample_player_passes_every_check() {
    let Some(_) = tool("g++") else { return };
    let findings = findings("players/cpp/player.cpp");
    println!("{} checks", findings.len());
    let wrong: Vec<_> = findings.iter().filter(|it| !it.passed()).collect();
    for it in &wrong { println!("{} {:?} {:#?}", it.id, it.verdict, it.fault); }
    assert!(wrong.is_empty(), "{wrong:#?}");
}
