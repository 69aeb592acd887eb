//! The program `tournament`, run in a folder as people type it, and what it leaves there.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use arbitro_records::{Seal, seal_of};
use serde_json::Value;

use crate::programs::program;

/// The program in a folder, as it is on any machine: in English, and outside of a cluster.
pub fn command(folder: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(program("tournament"));
    command.env("LC_ALL", "C").env_remove("SLURM_ARRAY_TASK_ID").args(args).current_dir(folder);
    command
}

/// The same for one that is killed, in a folder that other users can enter: the copies of players that it
/// leaves are there, where no other test's tournament finds and reports them.
pub fn killed_command(folder: &Path, args: &[&str]) -> Command {
    let mut command = command(folder, args);
    command.env("TMPDIR", folder);
    command
}

/// The same, run to its end.
pub fn tournament(folder: &Path, args: &[&str]) -> Output {
    command(folder, args).output().unwrap()
}

/// Returns the output of a program that must succeed.
pub fn succeeds(output: &Output) -> String {
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    String::from_utf8(output.stdout.clone()).unwrap()
}

/// Returns the errors of a program that must exit with this code.
pub fn fails(output: &Output, code: i32) -> String {
    let errors = String::from_utf8(output.stderr.clone()).unwrap();
    assert_eq!(output.status.code(), Some(code), "{errors}");
    errors
}

/// Returns the errors of a program that must refuse.
pub fn refused(output: &Output) -> String {
    fails(output, 2)
}

/// The records of a folder's journal in its order, without what was measured.
pub fn timeless(out: &Path) -> Vec<Value> {
    let text = fs::read_to_string(out.join("matches.jsonl")).unwrap();
    let record = |line: &str| {
        assert_eq!(seal_of(line.as_bytes()), Seal::Whole, "{line}");
        let mut record: Value = serde_json::from_str(line).unwrap();
        for measured in ["ms", "cpu_ms", "peak_kib", "checksum"] {
            record.as_object_mut().unwrap().remove(measured);
        }
        if let Some(fault) = record.get_mut("fault").and_then(Value::as_object_mut) {
            fault.remove("activity");
        }
        record
    };
    text.lines().map(record).collect()
}

/// The same by the numbers of their matches, each of which is there once.
pub fn timeless_by_match(out: &Path) -> BTreeMap<u64, Value> {
    let mut records = BTreeMap::new();
    for record in timeless(out) {
        let id = record["id"].as_u64().unwrap();
        assert!(records.insert(id, record).is_none(), "match {id} twice");
    }
    records
}

/// Random numbers, for kills at random instants.
pub fn luck(number: u64) -> u64 {
    let mixed = (number + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (mixed ^ (mixed >> 31)).wrapping_mul(0xbf58_476d_1ce4_e5b9) >> 33
}
