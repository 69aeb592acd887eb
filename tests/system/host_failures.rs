//! What the host does to a match: it costs that match at most, and nobody is charged who did not cause it.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::{Child, Stdio};
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;

use crate::needs::needs;
use crate::programs::{descendants, open_folder};
use crate::tournament_program::{command, timeless};
use crate::tricks::{are_there, programs};

/// Two copies of the course's own player, which takes its time; one of them by the name of the victim.
fn two_players(at: &Path) {
    for name in ["victim", "other"] {
        let folder = at.join("players").join(name);
        fs::create_dir_all(&folder).unwrap();
        fs::copy(programs().join("slow"), folder.join(name)).unwrap();
        let text = format!("name = {name:?}\ncommand = [\"./{name}\"]\n");
        fs::write(folder.join("player.toml"), text).unwrap();
    }
}

const RUN: [&str; 9] = [
    "run",
    "players",
    "--no-smoke",
    "-q",
    "--max-plies",
    "8",
    "--jobs",
    "1",
    "--out",
];

fn start(at: &Path, more: &[&str]) -> Child {
    let mut command = command(at, &[&RUN[..], &["o"], more].concat());
    command.stdout(Stdio::null()).stderr(Stdio::piped());
    command.spawn().unwrap()
}

/// The parents, up to the one asked for, of each process of a tournament that runs this program.
fn ancestors(tournament: u32, name: &str, generations: usize) -> Vec<i32> {
    let stat = |pid: i32| fs::read_to_string(format!("/proc/{pid}/stat")).ok();
    let is_it = |pid: &i32| stat(*pid).is_some_and(|it| it.contains(&format!("({name})")));
    let parent = |pid: i32| {
        let text = stat(pid)?;
        let (_, rest) = text.rsplit_once(") ")?;
        rest.split(' ').nth(1)?.parse().ok()
    };
    let up = |pid| (0..generations).try_fold(pid, |pid, _| parent(pid));
    let of = descendants(tournament).into_iter();
    of.filter(is_it).filter_map(up).collect()
}

/// Kills, up to so often, the process that many generations above the victim while a tournament runs;
/// returns its exit code and its errors.
fn with_kills(at: &Path, more: &[&str], generations: usize, most: usize) -> (i32, String) {
    let mut running = start(at, more);
    let mut killed = BTreeSet::new();
    while running.try_wait().unwrap().is_none() {
        for pid in ancestors(running.id(), "victim", generations) {
            if killed.len() < most && killed.insert(pid) {
                let pid = Pid::from_raw(pid).unwrap();
                let _ = kill_process(pid, Signal::KILL);
            }
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    let ended = running.wait_with_output().unwrap();
    let errors = String::from_utf8_lossy(&ended.stderr).into_owned();
    assert!(killed.len() == most || most > 100, "{errors}");
    (ended.status.code().unwrap(), errors)
}

fn reasons(at: &Path) -> Vec<Value> {
    let records = timeless(&at.join("o"));
    records.into_iter().map(|it| it["reason"].clone()).collect()
}

const WARDEN: usize = 1;
const KEEPER: usize = 2;

#[test]
fn a_match_whose_warden_or_keeper_is_killed_is_played_again() {
    needs!(containment);
    if !are_there() {
        return;
    }
    for generations in [WARDEN, KEEPER] {
        let folder = open_folder(0o755);
        two_players(folder.path());
        let (code, errors) = with_kills(folder.path(), &["--games", "2"], generations, 2);
        assert_eq!(code, 0, "{generations}: {errors}");
        assert_eq!(reasons(folder.path()), ["move_limit", "move_limit"]);
    }
}

#[test]
fn a_player_whose_warden_alone_is_killed_in_every_replay_has_crashed() {
    needs!(containment);
    if !are_there() {
        return;
    }
    let folder = open_folder(0o755);
    two_players(folder.path());
    let (code, errors) = with_kills(folder.path(), &["--games", "2"], WARDEN, usize::MAX);
    assert_eq!(code, 0, "{errors}");
    for record in timeless(&folder.path().join("o")) {
        let fault = &record["fault"];
        let charged = fault["player"].as_str().unwrap();
        assert_eq!(record["reason"], "crash");
        assert_eq!(record["players"][charged]["name"], "victim");
        let text = fault["text"].as_str().unwrap();
        assert!(text.contains("watches over it was killed"), "{text}");
    }
}

#[test]
fn a_keeper_that_is_killed_in_every_replay_leaves_a_void_match_and_then_ends_the_run() {
    needs!(containment);
    if !are_there() {
        return;
    }
    let folder = open_folder(0o755);
    two_players(folder.path());
    let (code, errors) = with_kills(folder.path(), &["--games", "6"], KEEPER, usize::MAX);
    assert_eq!(code, 2, "{errors}");
    assert!(errors.contains("--resume"), "{errors}");
    assert_eq!(reasons(folder.path()), ["void", "void"]);
    let again = command(folder.path(), &["run", "--resume", "-q", "--out", "o"]);
    let again = { again }.output().unwrap();
    assert!(again.status.success(), "{again:?}");
}
