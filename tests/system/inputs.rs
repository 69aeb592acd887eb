//! Files that are none: pipes that nobody writes, devices without end.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::programs::{open_folder, program};
use crate::tournament_folder::players;
use crate::tournament_program::{succeeds, tournament};

/// Runs a program that is to refuse a file, in a folder; returns its errors.
fn refuses(folder: &Path, name: &str, args: &[&str]) -> String {
    let output = Command::new("timeout")
        .arg("20")
        .arg(program(name))
        .args(args)
        .env("LC_ALL", "C")
        .current_dir(folder)
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{name} {args:?}: {errors}");
    errors
}

fn make_pipe(at: &Path) {
    assert!(Command::new("mkfifo").arg(at).status().unwrap().success());
}

#[test]
fn what_is_no_plain_file_is_refused_and_never_waited_for() {
    let folder = open_folder(0o755);
    let at = folder.path();
    make_pipe(&at.join("pipe"));
    fs::create_dir(at.join("students")).unwrap();
    for file in ["pipe", "/dev/zero"] {
        let calls: [(&str, &[&str]); 9] = [
            ("verify", &[file]),
            ("verify", &["board", file]),
            ("verify", &["move", file, file]),
            ("verify", &["match", file]),
            ("verify", &["moves", "--game", "dama", "--to-move", "x", "--board", file]),
            ("verify", &["--start", file]),
            ("replay", &[file]),
            ("grade", &["students", "--out", "marks", "--weights", file]),
            ("grade", &["students", "--out", "marks", "--base", file]),
        ];
        for (name, args) in calls {
            let errors = refuses(at, name, args);
            assert!(errors.contains("regular file"), "{name} {args:?}: {errors}");
        }
    }
}

#[test]
fn what_is_no_plain_file_in_the_folder_of_a_tournament_is_refused() {
    let folder = open_folder(0o755);
    let at = folder.path();
    players(at);
    let run = ["run", "players", "--no-smoke", "-q", "--unsafe", "--out", "o"];
    succeeds(&tournament(at, &run));
    for name in ["tournament.toml", "matches.jsonl"] {
        let file = at.join("o").join(name);
        let kept = fs::read(&file).ok();
        for target in ["pipe", "/dev/zero"] {
            let _ = fs::remove_file(&file);
            match target {
                "pipe" => make_pipe(&file),
                device => std::os::unix::fs::symlink(device, &file).unwrap(),
            }
            let errors = refuses(at, "tournament", &["report", "o"]);
            assert!(errors.contains("regular file"), "{name} {target}: {errors}");
        }
        fs::remove_file(&file).unwrap();
        if let Some(kept) = kept {
            fs::write(&file, kept).unwrap();
        }
    }
}
