//! The trainer as a process: it gives the same bytes however many threads play and however often it is
//! killed, and believes nothing it did not keep itself.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use rustix::fs::{FlockOperation, flock};
use tempfile::TempDir;

const TINY: &str = "--games 6 --nodes 50 --passes 2";

fn trainer(out: &Path, arguments: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_train"));
    command.args(arguments.split_whitespace());
    command.arg("--out").arg(out).arg("dama");
    command
}

fn run(out: &Path, arguments: &str) -> Output {
    trainer(out, arguments).output().expect("a trainer")
}

/// Trains and returns the weights and what was printed.
fn train(out: &Path, arguments: &str) -> (Vec<u8>, String) {
    let output = run(out, arguments);
    let words = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{words}");
    let weights = fs::read(out.join("dama.bin")).expect("the weights");
    (weights, String::from_utf8_lossy(&output.stdout).into_owned())
}

fn refusal(out: &Path, arguments: &str) -> String {
    let output = run(out, arguments);
    assert!(!output.status.success(), "it trains");
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn folder() -> TempDir {
    tempfile::tempdir().expect("a folder")
}

fn progress(out: &Path) -> PathBuf {
    out.join("dama.progress")
}

fn change(path: &Path, change: impl FnOnce(&mut Vec<u8>)) {
    let mut bytes = fs::read(path).expect("a file of the progress");
    change(&mut bytes);
    fs::write(path, bytes).expect("a place for a changed file");
}

#[test]
fn one_job_and_two_give_the_same_bytes() {
    let (one, two) = (folder(), folder());
    let (expected, words) = train(one.path(), TINY);
    assert_eq!(words.lines().count(), 1, "{words}");
    let found = train(two.path(), &format!("{TINY} --jobs 2 --chunk 1"));
    assert_eq!(found.0, expected);
    assert!(!progress(two.path()).exists(), "progress is removed");
}

#[test]
fn a_killed_training_goes_on_and_gives_the_same_bytes() {
    let longer = "--games 60 --nodes 1500 --passes 2";
    let (whole, killed) = (folder(), folder());
    let (expected, _) = train(whole.path(), longer);
    let arguments = format!("{longer} --chunk 2 --jobs 2 --keep");
    let total = || {
        let games = progress(killed.path()).join("games");
        games.metadata().map_or(0, |metadata| metadata.len())
    };
    let mut kills = 0;
    loop {
        let mut command = trainer(killed.path(), &arguments);
        let mut process = command.stdout(Stdio::null()).spawn().expect("a trainer");
        // Long enough for some more chunks.
        let (before, start) = (total(), Instant::now());
        let ended = loop {
            if let Some(status) = process.try_wait().expect("its status") {
                break Some(status);
            }
            if total() > before + 4_000 {
                process.kill().expect("a kill");
                process.wait().expect("its end");
                break None;
            }
            assert!(start.elapsed() < Duration::from_secs(60), "it hangs");
            std::thread::sleep(Duration::from_millis(1));
        };
        if let Some(status) = ended {
            assert!(status.success());
            break;
        }
        kills += 1;
    }
    assert!(kills >= 1, "it was never killed");
    let weights = fs::read(killed.path().join("dama.bin")).expect("the weights");
    assert_eq!(weights, expected);
}

#[test]
fn torn_and_changed_progress_is_not_believed() {
    let out = folder();
    let arguments = format!("{TINY} --chunk 2 --keep");
    let (expected, _) = train(out.path(), &arguments);
    let in_progress = |name: &str| progress(out.path()).join(name);
    let list = fs::read(in_progress("progress.txt")).expect("the list");
    let again = |what: &str| {
        let (found, words) = train(out.path(), &arguments);
        assert_eq!(found, expected, "{what}");
        // The times in the reports may differ, nothing else.
        let now = fs::read(in_progress("progress.txt")).expect("the list");
        assert_eq!(now.split(|&it| it == b'\n').count(), list.split(|&list| list == b'\n').count());
        words
    };
    let words = again("nothing is changed");
    assert_eq!(words.matches("(kept)").count(), 1, "{words}");

    let games = in_progress("games");
    let whole = fs::read(&games).expect("the games");
    change(&in_progress("weights.bin"), |bytes| {
        let last = bytes.len() - 1;
        bytes[last] ^= 1;
    });
    let words = again("changed weights");
    assert!(!words.contains("(kept)"), "{words}");
    for length in [0, 10, whole.len() / 2, whole.len() - 1] {
        fs::write(&games, &whole[..length]).expect("a torn file");
        fs::remove_file(in_progress("weights.bin")).expect("weights to remove");
        let words = again("torn games");
        assert_eq!(words.contains("cut off"), length > 0, "{words}");
        assert_eq!(fs::read(&games).expect("the games"), whole);
    }
    // Games of another training, and no games at all.
    let other = folder();
    train(other.path(), &format!("{arguments} --seed 2"));
    for bytes in [fs::read(progress(other.path()).join("games")).expect("games"), vec![0xff; 5000]]
    {
        fs::write(&games, bytes).expect("other games");
        fs::remove_file(in_progress("weights.bin")).expect("weights to remove");
        let words = again("other games");
        assert!(words.contains("cut off"), "{words}");
    }
    change(&in_progress("progress.txt"), |bytes| {
        let last = bytes.iter().rposition(|&byte| byte == b'w').expect("the line of the weights");
        bytes.truncate(last);
    });
    again("a torn list");
    change(&in_progress("progress.txt"), |bytes| bytes[3] = 0xff);
    let words = refusal(out.path(), &arguments);
    assert!(words.contains("remove the folder"), "{words}");
}

#[test]
fn other_settings_are_refused_with_the_next_step() {
    let out = folder();
    train(out.path(), &format!("{TINY} --keep"));
    for (other, words) in [
        ("--games 8", "\"games 6\", now \"games 8\""),
        ("--seed 2", "\"seed 1\", now \"seed 2\""),
        ("--hold 5", "\"hold 10\", now \"hold 5\""),
    ] {
        let mut arguments = format!("{TINY} {other}");
        if other.starts_with("--games") {
            arguments = arguments.replacen("--games 6", "", 1);
        }
        let refused = refusal(out.path(), &arguments);
        for words in [words, "other settings", "remove the folder", "--out"] {
            assert!(refused.contains(words), "{refused}");
        }
    }
    // What changes no result may change.
    train(out.path(), &format!("{TINY} --jobs 2 --chunk 3"));
    assert!(!progress(out.path()).exists());
}

#[test]
fn games_of_an_earlier_run_are_fitted_too() {
    let (first, alone, both) = (folder(), folder(), folder());
    train(first.path(), &format!("{TINY} --keep"));
    let (without, _) = train(alone.path(), &format!("{TINY} --seed 2"));
    let earlier = format!("{TINY} --seed 2 --earlier {}", first.path().display());
    let (with, _) = train(both.path(), &earlier);
    assert_ne!(with, without);
    assert_eq!(train(both.path(), &earlier).0, with, "the same bytes again");

    let games = progress(first.path()).join("games");
    change(&games, |bytes| bytes.truncate(bytes.len() - 1));
    let words = refusal(both.path(), &earlier);
    assert!(words.contains("end that training first"), "{words}");
    let words = refusal(both.path(), &format!("{TINY} --earlier /nowhere"));
    assert!(words.contains("--keep"), "{words}");
}

#[test]
fn a_folder_of_others_is_refused() {
    let out = folder();
    fs::create_dir(progress(out.path())).expect("a folder");
    let lock = File::create(progress(out.path()).join("lock")).expect("a lock");
    flock(&lock, FlockOperation::LockExclusive).expect("a lock");
    let words = refusal(out.path(), TINY);
    assert!(words.contains("another training"), "{words}");
    drop(lock);
    let letter = progress(out.path()).join("letter");
    fs::write(&letter, "mine").expect("a letter");
    let words = refusal(out.path(), TINY);
    assert!(words.contains("remove the folder"), "{words}");
    fs::remove_file(letter).expect("a letter to remove");
    train(out.path(), TINY);
}
