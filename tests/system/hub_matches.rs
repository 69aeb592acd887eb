//! Engines that speak Hub as players of a tournament: found by their manifest, played in the sandbox,
//! and charged with whatever they and their children do.

use std::ffi::OsString;
use std::fs;
use std::path::Path;
use std::process::Command;

use arbitro_rules::GameId;
use arbitro_testkit::folders::players_in;
use arbitro_tournament::Entrants;
use serde_json::Value;

use crate::needs::needs;
use crate::programs::{make_executable, program};
use crate::tournament_program::tournament;

fn found(folder: &Path, game: GameId) -> Entrants {
    let bundled = ["/here/tournament".into(), "play".into()];
    players_in(folder, game, &bundled)
}

fn manifest(folder: &Path, name: &str, text: &str) {
    fs::create_dir_all(folder.join(name)).unwrap();
    fs::write(folder.join(name).join("player.toml"), text).unwrap();
}

#[test]
fn a_hub_engine_is_found_and_started_by_the_bundled_player_with_all_it_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path().canonicalize().unwrap();
    manifest(
        &at,
        "toy",
        "command = [\"hub:./engine\", \"hub\", \"toy.ini\", \"--fast\"]\n\
         [hub]\nnodes = 500\nparams = { book = false, \"bb-size\" = 0, name = \"a b\" }",
    );
    fs::write(at.join("toy/engine"), "#!/bin/sh\n").unwrap();
    make_executable(&at.join("toy/engine"));
    fs::write(at.join("toy/toy.ini"), "").unwrap();
    let players = found(&at, GameId::International);
    let [toy] = &players.entrants[..] else {
        panic!("{:?}", players.left_out);
    };
    let toy_folder = at.join("toy");
    let path = |name: &str| toy_folder.join(name).display().to_string();
    let expected = [
        "play".to_owned(),
        format!("--hub-engine={}", path("engine")),
        format!("--hub-dir={}", toy_folder.display()),
        "--hub-arg=hub".to_owned(),
        format!("--hub-arg={}", path("toy.ini")),
        "--hub-arg=--fast".to_owned(),
        "--hub-param=bb-size=0".to_owned(),
        "--hub-param=book=false".to_owned(),
        "--hub-param=name=a b".to_owned(),
        "--nodes=500".to_owned(),
    ];
    assert_eq!(toy.contestant.program, Path::new("/here/tournament"));
    assert_eq!(toy.contestant.args, expected.map(OsString::from));
    assert!(toy.contestant.readable.contains(&toy_folder));

    let before = toy.sha256.clone();
    fs::write(at.join("toy/engine"), "#!/bin/bash\n").unwrap();
    let after = found(&at, GameId::International).entrants[0].sha256.clone();
    assert_ne!(before, after, "the engine's bytes are the player's");
}

#[test]
fn a_command_in_one_line_is_cut_at_its_spaces() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    manifest(at, "line", "command = \"hub:play  --hub\"");
    let players = found(at, GameId::International);
    let args = &players.entrants[0].contestant.args;
    let args: Vec<&str> = args.iter().map(|arg| arg.to_str().unwrap()).collect();
    assert_eq!(args[..2], ["play", "--hub-engine=/here/tournament"]);
    assert_eq!(args[3..], ["--hub-arg=play", "--hub-arg=--hub"]);
}

#[test]
fn hub_engines_that_cannot_play_are_left_out_with_the_reason() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    manifest(at, "absent", "command = [\"hub:./engine\"]");
    manifest(at, "italian", "command = [\"hub:sh\"]\ngame = \"italian\"");
    manifest(at, "nameless", "command = [\"hub:\"]");
    manifest(at, "no-hub", "command = [\"sh\"]\n[hub]\nnodes = 3");
    manifest(at, "typo", "command = [\"hub:sh\"]\n[hub]\nnode = 3");
    manifest(at, "other", "command = [\"hub:/etc/hostname\"]");
    let why = |game| -> Vec<String> {
        let players = found(at, game);
        assert!(players.entrants.is_empty(), "{:?}", players.entrants);
        players.left_out.iter().map(|it| it.why.to_string()).collect()
    };
    let said = why(GameId::International);
    for (index, part) in [
        (0, "its command is missing: ./engine"),
        (1, "a hub engine plays international, not italian"),
        (2, "names no engine after hub:"),
        (3, "there is a table [hub], but its command does not begin with hub:"),
        (4, "its command is neither in its own folder nor the system's"),
        (5, "unknown field `node`"),
    ] {
        assert!(said[index].contains(part), "{part}: {said:?}");
    }
    manifest(at, "good", "command = [\"hub:sh\"]");
    let said = why(GameId::Dama);
    assert!(said.contains(&"it plays international".to_owned()), "{said:?}");
}

/// Plays the players of a folder, and returns the journal.
fn played(at: &Path, more: &[&str]) -> Vec<Value> {
    let args = [
        "run",
        "players",
        "--game",
        "international",
        "--out",
        "o",
        "-q",
        "--no-smoke",
        "--jobs",
        "1",
    ];
    let output = tournament(at, &[&args[..], more].concat());
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    let journal = fs::read_to_string(at.join("o/matches.jsonl")).unwrap();
    journal.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn our_engine_plays_a_tournament_through_both_ends_of_the_pipe() {
    needs!(containment);
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let players = at.join("players");
    manifest(
        &players,
        "piped",
        "command = [\"hub:play\", \"--hub\"]\n[hub]\nnodes = 2000\nparams = { \"hash-mib\" = 8 }",
    );
    manifest(&players, "random", "command = [\"play\", \"--strategy\", \"random\"]");
    let matches = played(at, &["--games", "2"]);
    assert_eq!(matches.len(), 2);
    for it in &matches {
        assert_eq!(it["fault"], Value::Null, "{it}");
        let side = if it["players"]["x"]["name"] == "piped" { "x" } else { "o" };
        assert_eq!(it["winner"], side, "from either side it beats chance: {it}");
    }
    let check = Command::new(program("verify"))
        .env("LC_ALL", "C")
        .args(["match", "o/matches.jsonl"])
        .current_dir(at)
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&check.stdout).into_owned();
    assert!(said.ends_with(" 0 with something wrong\n"), "{said}");
}

/// A script that speaks Hub, moves once as it should, and then does something else.
fn engine(players: &Path, name: &str, then: &str) {
    manifest(players, name, "command = [\"hub:sh\", \"engine.sh\"]");
    let script = format!(
        "read hub; echo id name={name} version=1; echo wait\n\
         while read -r line; do case \"$line\" in\n\
         init) echo ready;;\n\
         *pos=Wbbbbbbbbbbbbbbbbbbbbee*) move=32-28;;\n\
         *pos=Bbbbbbbbbbbbbbbbbbbbb*) [ -z \"$move\" ] && move=20-25 || move=;;\n\
         pos*) move=;;\n\
         'go think') if [ -n \"$move\" ]; then echo done move=$move; else {then}; fi;;\n\
         esac; done\n"
    );
    fs::write(players.join(name).join("engine.sh"), script).unwrap();
}

/// Lets a player of ours meet the engines of the folder, one match each.
fn met(at: &Path) -> Vec<Value> {
    manifest(&at.join("players"), "quick", "command = [\"play\", \"--strategy\", \"greedy\"]");
    let gauntlet = ["--format", "gauntlet", "--challenger", "quick"];
    let times = ["--games", "1", "--move-time", "3s", "--start-time", "2s"];
    played(at, &[gauntlet.as_slice(), times.as_slice()].concat())
}

/// The match that a player has lost by a fault, and what it printed there.
fn lost_by(at: &Path, matches: &[Value], name: &str) -> (Value, String) {
    let lost = matches.iter().find(|value| {
        let fault = &value["fault"];
        let side = fault["player"].as_str().unwrap_or("x");
        value["players"][side]["name"] == name && !fault.is_null()
    });
    let lost = lost.unwrap_or_else(|| panic!("{name}: {matches:?}"));
    let seat = if lost["fault"]["player"] == "x" { 1 } else { 2 };
    let id = match &lost["id"] {
        Value::String(id) => id.clone(),
        other => other.to_string(),
    };
    let kept = at.join("o/faults").join(id).join(format!("player_{seat}.output.txt"));
    let said = fs::read_to_string(&kept).unwrap_or_default();
    (lost.clone(), said)
}

#[test]
fn any_engine_fault_loses_the_match_with_an_explanation() {
    needs!(containment);
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let players = at.join("players");
    let faults = [
        ("illegal", "echo done move=1-50", "exited", "\"1-50\" is not a legal move here"),
        ("leaves", "exit 7", "exited", "the hub engine has exited (exit status: 7)"),
        // In long lines, which are read as fast as they are written.
        ("floods", "yes info depth=1 pv=$(printf %04000d 1)", "exited", "wrote more than 16 MiB"),
        ("hungry", "head -c 400000000 /dev/full | tail | wc -c", "memory", ""),
    ];
    for (name, then, ..) in faults {
        engine(&players, name, then);
    }
    manifest(&players, "silent", "command = [\"hub:sleep\", \"60\"]");
    let matches = met(at);
    let silent = ("silent", "", "exited", "did not say wait within 1800 ms");
    for (name, _, reason, words) in faults.into_iter().chain([silent]) {
        let (lost, said) = lost_by(at, &matches, name);
        assert_eq!(lost["reason"], reason, "{lost}");
        assert!(said.contains(words), "{name}: {said:?}");
    }
}

#[test]
fn an_engine_that_hangs_is_told_to_stop_and_its_player_says_so_before_its_time_is_over() {
    needs!(containment);
    let hangs = || {
        let folder = tempfile::tempdir().unwrap();
        let at = folder.path();
        engine(&at.join("players"), "hangs", "sleep 60");
        lost_by(at, &met(at), "hangs")
    };
    // It has 90 ms for its last message, and a host may stop every process for longer.
    let (lost, said) = (0..5)
        .map(|_| hangs())
        .find(|(lost, _)| lost["reason"] != "timeout")
        .expect("five times there were no last words");
    assert_eq!(lost["reason"], "exited", "{lost}");
    assert!(said.contains("the hub engine gave no move within"), "{said:?}");
}

#[test]
fn nothing_of_an_engine_outlives_its_match() {
    needs!(containment);
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let players = at.join("players");
    manifest(&players, "quick", "command = [\"play\", \"--strategy\", \"random\"]");
    // Its own child is deaf to being asked to leave.
    engine(&players, "parent", "(trap '' TERM HUP INT; exec sleep 98765) & exit 1");
    let matches = played(at, &["--games", "2", "--move-time", "3s"]);
    assert_eq!(matches.len(), 2);
    let left = fs::read_dir("/proc").unwrap().filter_map(|entry| {
        let words = fs::read(entry.ok()?.path().join("cmdline")).ok()?;
        words.windows(5).any(|it| it == b"98765").then_some(())
    });
    assert_eq!(left.count(), 0);
}
