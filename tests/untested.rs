//! Tells at the end of `cargo test` what could not be tested in this place, in one line. It belongs to the last package
//! that can skip a test.
//!
//! Tests that lack something write a line each; a line names the process that runs all tests, so that
//! what another run left is not counted.

#![expect(clippy::print_stdout, reason = "what it is for")]

use std::collections::BTreeMap;
use std::fs;

use arbitro_sandbox::remove_leftovers;
use arbitro_testkit::needs::skipped_file;
use arbitro_testkit::programs::STAGED;

fn main() {
    // Who only lists tests finds none here.
    if std::env::args().any(|arg| arg == "--list") {
        return;
    }
    let run = std::os::unix::process::parent_id().to_string();
    let text = fs::read_to_string(skipped_file()).unwrap_or_default();
    let mut skipped: BTreeMap<&str, &str> = BTreeMap::new();
    for line in text.lines() {
        let mut parts = line.splitn(3, '\t');
        if let (Some(of_run), Some(test), Some(reason)) = (parts.next(), parts.next(), parts.next())
            && of_run == run
        {
            // What else it lacks makes no second test of it.
            skipped.entry(test).or_insert(reason);
        }
    }
    remove_leftovers(STAGED);
    // It was told.
    let _ = fs::remove_file(skipped_file());
    let mut reasons: BTreeMap<&str, usize> = BTreeMap::new();
    for reason in skipped.values() {
        *reasons.entry(reason).or_default() += 1;
    }
    if reasons.is_empty() {
        println!("0 skipped");
        return;
    }
    let told: Vec<String> =
        reasons.iter().map(|(reason, count)| format!("{count} skipped: {reason}")).collect();
    println!("{}", told.join("; "));
}
