//! `tournament plan`, `work`, `status` and `merge` as several machines would use them: processes that
//! share a folder and nothing else.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use arbitro_rules::history::{Seal, seal_of};
use serde_json::Value;

use crate::needs::needs;
use crate::programs::{copy_program, wait_until};
use crate::tournament_program::{command, fails, luck, succeeds, timeless, tournament};
use arbitro_testkit::italian::english_words;

fn player(folder: &Path, name: &str, args: &str) {
    let at = folder.join("players").join(name);
    fs::create_dir_all(&at).unwrap();
    let text = format!("name = {name:?}\ncommand = [\"play\", {args}]\n");
    fs::write(at.join("player.toml"), text).unwrap();
}

/// Five players that play the same from the same seed; one of them never makes a legal move.
fn players(folder: &Path) {
    player(folder, "random", "\"--strategy\", \"random\"");
    player(folder, "greedy", "\"--strategy\", \"greedy\"");
    player(
        folder,
        "minimax",
        "\"--strategy\", \"minimax\", \"--depth\", \"2\"",
    );
    player(
        folder,
        "engine",
        "\"--strategy\", \"engine\", \"--nodes\", \"150\"",
    );
    let wrong = folder.join("players/wrong");
    fs::create_dir_all(&wrong).unwrap();
    fs::write(
        wrong.join("player.toml"),
        "command = [\"./wrong\", \"--now\"]\n",
    )
    .unwrap();
    let script = "#!/bin/sh\necho I am wrong\nexit 3\n";
    fs::write(wrong.join("wrong"), script).unwrap();
    let runs = std::os::unix::fs::PermissionsExt::from_mode(0o755);
    fs::set_permissions(wrong.join("wrong"), runs).unwrap();
    std::os::unix::fs::symlink("wrong", wrong.join("link")).unwrap();
}

fn plan(folder: &Path, out: &str, shards: u32, more: &[&str]) {
    let shards = shards.to_string();
    let common = ["plan", out, "players", "--no-smoke", "--shards", &shards];
    succeeds(&tournament(folder, &[&common, more].concat()));
}

fn start(folder: &Path, out: &str, shard: u32, more: &[&str]) -> Child {
    let shard = shard.to_string();
    let common = ["work", out, "--shard", &shard, "--jobs", "1", "-q"];
    let mut command = command(folder, &[&common, more].concat());
    command.stdout(Stdio::null()).stderr(Stdio::null());
    command.spawn().unwrap()
}

/// All shards at the same time, each a process.
fn work(folder: &Path, out: &str, shards: u32, more: &[&str]) {
    let workers: Vec<Child> = (0..shards)
        .map(|shard| start(folder, out, shard, more))
        .collect();
    for mut worker in workers {
        assert!(worker.wait().unwrap().success());
    }
}

fn total(folder: &Path, out: &str) -> Value {
    let told = succeeds(&tournament(folder, &["status", out, "--json"]));
    serde_json::from_str(told.lines().next_back().unwrap()).unwrap()
}

/// The files below a folder with their contents.
fn files(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let files = walkdir::WalkDir::new(folder).into_iter();
    files
        .map(|entry| entry.unwrap().into_path())
        .filter(|path| path.is_file())
        .map(|path| {
            let name = path.strip_prefix(folder).unwrap().to_owned();
            (name, fs::read(path).unwrap())
        })
        .collect()
}

fn equals_one_machine(at: &Path, merged: &str, whole: &str) {
    let (merged, whole) = (at.join(merged), at.join(whole));
    assert!(timeless(&merged) == timeless(&whole), "but for times");
    for table in ["standings.csv", "crosstable.csv"] {
        let read = |out: &Path| fs::read(out.join(table)).unwrap();
        assert!(read(&merged) == read(&whole), "{table}");
    }
    assert!(files(&merged.join("faults")) == files(&whole.join("faults")));
    assert!(merged.join("report.html").exists() && merged.join("games.pdn").exists());
}

#[test]
fn shards_that_are_played_side_by_side_and_merged_equal_one_machine() {
    needs!(containment);
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    players(at);
    let more = [
        "--openings",
        "random:4",
        "--seed",
        "7",
        "--colours",
        "random",
        "--max-plies",
        "60",
    ];
    let run = ["run", "players", "--no-smoke", "-q", "--out", "whole"];
    succeeds(&tournament(at, &[&run[..], &more].concat()));
    plan(at, "o", 3, &more);
    assert_eq!(total(at, "o")["state"], "playing");
    work(at, "o", 3, &[]);
    let told = total(at, "o");
    assert_eq!(
        (&told["state"], &told["done"]),
        (&"merging".into(), &20.into())
    );
    let ranking = succeeds(&tournament(at, &["merge", "o"]));
    assert!(ranking.starts_with("dama, round-robin, 5 players, 20 matches, seed 7\n"));
    assert!(ranking.contains("in o: report.html"), "{ranking}");
    equals_one_machine(at, "o", "whole");
    assert!(!files(&at.join("o/faults")).is_empty(), "somebody forfeits");
    assert_eq!(total(at, "o")["state"], "finished");
    // Again, and with nothing left to do.
    work(at, "o", 3, &[]);
    succeeds(&tournament(at, &["merge", "o"]));
    equals_one_machine(at, "o", "whole");
    succeeds(&tournament(at, &["report", "o"]));
    // One machine does not go on with what many were asked to play.
    let said = fails(&tournament(at, &["run", "--resume", "--out", "o"]), 2);
    assert!(said.contains("planned for many machines"), "{said}");
    let said = fails(
        &tournament(at, &["plan", "o", "players", "--shards", "2"]),
        2,
    );
    assert!(
        said.contains("there is a tournament in it already"),
        "{said}"
    );
}

#[test]
fn rounds_follow_each_other_through_merges_and_equal_one_machine() {
    needs!(containment);
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    players(at);
    for (name, format) in [
        ("swiss", &["--format", "swiss", "--rounds", "3"][..]),
        ("knockout", &["--format", "knockout", "--games", "1"][..]),
    ] {
        let whole = format!("{name}-whole");
        let more = [format, &["--max-plies", "40"]].concat();
        let run = ["run", "players", "--no-smoke", "-q", "--out", &whole];
        succeeds(&tournament(at, &[&run[..], &more].concat()));
        plan(at, name, 4, &more);
        let rounds = total(at, name)["rounds"].as_u64().unwrap();
        assert_eq!(rounds, if name == "swiss" { 3 } else { 12 });
        let early = ["work", name, "--shard", "0", "--round", "2"];
        let said = fails(&tournament(at, &early), 2);
        assert!(
            said.contains("round 2 is not ready: round 1 is being played"),
            "{said}"
        );
        // As a scheduler has it: every round was asked for beforehand.
        for round in 1..=rounds {
            let round = round.to_string();
            work(at, name, 4, &["--round", &round]);
            succeeds(&tournament(at, &["merge", name, "--round", &round]));
        }
        equals_one_machine(at, name, &whole);
        assert_eq!(total(at, name)["state"], "finished");
    }
}

#[test]
fn workers_that_are_killed_go_on_and_the_end_is_the_same() {
    needs!(containment);
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    players(at);
    let run = ["run", "players", "--no-smoke", "-q", "--out", "whole"];
    succeeds(&tournament(at, &run));
    plan(at, "o", 2, &[]);
    for kill in 0..4 {
        let mut workers: Vec<Child> = (0..2).map(|shard| start(at, "o", shard, &[])).collect();
        std::thread::sleep(Duration::from_millis(50 + luck(kill) % 400));
        for worker in &mut workers {
            // It may have ended: then there is nothing to kill.
            let _ = worker.kill();
            worker.wait().unwrap();
        }
        let merged = tournament(at, &["merge", "o"]);
        if !merged.status.success() {
            let said = fails(&merged, 1);
            assert!(
                said.contains("  play it again: tournament work o --shard "),
                "{said}"
            );
            assert!(!at.join("o/matches.jsonl").exists());
        }
    }
    work(at, "o", 2, &[]);
    succeeds(&tournament(at, &["merge", "o"]));
    equals_one_machine(at, "o", "whole");
}

#[test]
fn a_worker_that_is_asked_to_stop_ends_between_matches_and_is_alone_on_its_shard() {
    needs!(containment);
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    players(at);
    fs::remove_dir_all(at.join("players/wrong")).unwrap();
    plan(at, "o", 2, &["--games", "1000"]);
    let mut worker = start(at, "o", 1, &[]);
    let journal = at.join("o/shards/1/matches.jsonl");
    wait_until(|| fs::read_to_string(&journal).is_ok_and(|it| it.lines().count() > 1));
    let told = total(at, "o");
    assert_eq!(
        (&told["running"], &told["state"]),
        (&1.into(), &"playing".into())
    );
    let said = fails(&tournament(at, &["work", "o", "--shard", "1"]), 2);
    assert!(said.contains("another process is using it"), "{said}");
    let said = fails(&tournament(at, &["merge", "o"]), 1);
    assert!(said.contains("somebody plays it now"), "{said}");
    assert!(
        said.contains("2 of 2 shards are not complete: 0-1"),
        "{said}"
    );
    let pid = rustix::process::Pid::from_child(&worker);
    rustix::process::kill_process(pid, rustix::process::Signal::TERM).unwrap();
    assert_eq!(worker.wait().unwrap().code(), Some(2));
    let text = fs::read_to_string(&journal).unwrap();
    assert!(text.ends_with('\n'));
    assert!(text.lines().all(|it| seal_of(it.as_bytes()) == Seal::Whole));
    let table = succeeds(&tournament(at, &["status", "o"]));
    assert!(!table.contains("running"), "{table}");
    assert!(
        table.starts_with("dama, round-robin, 4 players, 2 shards: playing\n"),
        "{table}"
    );
    assert!(
        table
            .lines()
            .next_back()
            .unwrap()
            .starts_with("    total     6000"),
        "{table}"
    );
}

#[test]
fn other_players_and_another_program_are_refused_with_what_differs() {
    needs!(containment);
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    players(at);
    plan(at, "o", 2, &[]);
    // What is planned is what was copied: the original may go.
    let file: toml::Table = fs::read_to_string(at.join("o/tournament.toml"))
        .unwrap()
        .parse()
        .unwrap();
    let sha256 = |name: &str| {
        let players = file["player"].as_array().unwrap();
        let player = players.iter().find(|it| it["name"].as_str() == Some(name));
        player.unwrap()["sha256"].as_str().unwrap().to_owned()
    };
    fs::remove_dir_all(at.join("players")).unwrap();
    let copy = at.join("o/players").join(sha256("wrong"));
    assert!(copy.join("link").is_symlink());
    let script = copy.join("wrong");
    let before = fs::read(&script).unwrap();
    fs::write(&script, "#!/bin/sh\nexit 4\n").unwrap();
    let said = fails(&tournament(at, &["work", "o", "--shard", "0"]), 2);
    assert!(said.contains("wrong has SHA-256 "), "{said}");
    assert!(
        said.contains(&sha256("wrong")) && !said.contains("greedy"),
        "{said}"
    );
    fs::write(&script, before).unwrap();
    let greedy = at.join("o/players").join(sha256("greedy"));
    fs::rename(&greedy, at.join("greedy")).unwrap();
    let said = fails(&tournament(at, &["work", "o", "--shard", "0"]), 2);
    assert!(said.contains("greedy: "), "{said}");
    fs::rename(at.join("greedy"), &greedy).unwrap();

    let plan = fs::read_to_string(at.join("o/plan.toml")).unwrap();
    let program = plan.parse::<toml::Table>().unwrap()["program_sha256"]
        .as_str()
        .unwrap()
        .to_owned();
    let other = plan.replace(&program, &"0".repeat(64));
    fs::write(at.join("o/plan.toml"), other).unwrap();
    let said = fails(&tournament(at, &["work", "o", "--shard", "0"]), 2);
    assert!(said.contains("not the program that planned"), "{said}");
    assert!(said.contains(&program), "{said}");
    fs::write(at.join("o/plan.toml"), plan).unwrap();
    // All is back: from any folder, with the shard a scheduler says.
    let out = at.join("o");
    let elsewhere = tempfile::tempdir().unwrap();
    let mut command = command(elsewhere.path(), &["work", out.to_str().unwrap(), "-q"]);
    let done = succeeds(&command.env("SLURM_ARRAY_TASK_ID", "0").output().unwrap());
    assert!(
        done.starts_with("shard 0 of 2: 10 of 10 matches, in "),
        "{done}"
    );
}

#[test]
fn what_cannot_be_dealt_or_copied_is_told_when_it_is_planned() {
    needs!(containment);
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    players(at);
    let sprt = ["plan", "o", "players", "--shards", "2", "--sprt", "0,10"];
    let said = fails(&tournament(at, &sprt), 2);
    assert!(said.contains("a sequential test"), "{said}");
    assert!(!at.join("o").exists());
    // A named pipe cannot be copied; its player alone is left out.
    let pipe = at.join("players/greedy/pipe");
    let made = Command::new("mkfifo").arg(&pipe).status().unwrap();
    assert!(made.success());
    let output = tournament(at, &["plan", "o", "players", "--shards", "2"]);
    let errors = String::from_utf8(output.stderr.clone()).unwrap();
    let said = succeeds(&output);
    assert!(errors.contains("greedy: it cannot be copied: "), "{errors}");
    assert!(
        errors.contains("wrong: it did not make a single legal move"),
        "{errors}"
    );
    assert!(
        said.starts_with(
            "dama, round-robin, 3 players, seed 1\n6 matches in 2 shards, at most 4 each\n"
        ),
        "{said}"
    );
    // An executable alone is a player too, and two of the same bytes are two players.
    fs::create_dir(at.join("alone")).unwrap();
    for name in ["one", "two"] {
        let to = at.join("alone").join(name);
        copy_program(&at.join("players/wrong/wrong"), &to);
    }
    let alone = ["plan", "a", "alone", "--shards", "1", "--no-smoke"];
    succeeds(&tournament(at, &alone));
    work(at, "a", 1, &[]);
    let ranking = succeeds(&tournament(at, &["merge", "a"]));
    assert!(
        ranking.contains(" one ") && ranking.contains(" two "),
        "{ranking}"
    );
}

#[test]
fn an_italian_reader_is_told_in_italian_how_far_all_machines_are() {
    needs!(containment);
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    for name in ["one", "two", "three"] {
        player(at, name, "\"--strategy\", \"random\"");
    }
    let in_italian = |args: &[&str]| tournament(at, &[args, &["--lang", "it"]].concat());
    let told = |args: &[&str]| {
        let told = succeeds(&in_italian(args));
        // The name of a folder is that in every language.
        let left = english_words(&told.replace("players/", ""));
        assert!(left.is_empty(), "{left:?} in {told}");
        told
    };
    let lacking = || {
        let told = fails(&in_italian(&["merge", "o"]), 1);
        let left = english_words(&told);
        assert!(left.is_empty(), "{left:?} in {told}");
        told
    };
    let plan = ["plan", "o", "players", "--no-smoke", "--shards", "2"];
    let more = [
        "--seed",
        "7",
        "--max-plies",
        "6",
        "--format",
        "swiss",
        "--rounds",
        "2",
    ];
    assert_eq!(
        told(&[&plan[..], &more].concat()),
        "dama, swiss, 3 giocatori, seme 7\n\
         turno di gioco 1 di 2: 2 partite in 2 parti, al più 2 ciascuna\n\
         in o: tournament.toml, plan.toml, players/\n\
         poi: `tournament work o --shard I`, I da 0 a 1, su qualsiasi macchina; infine `tournament merge o`\n"
    );
    let table = [
        "dama, swiss, 3 giocatori, turno di gioco 1 di 2, 2 parti: da finire",
        "    parte  partite   finite   aperte  annullate  danneggiate   doppie",
        "        0        0        0        0          0            0        0",
        "        1        2        0        2          0            0        0",
        "   totale        2        0        2          0            0        0",
    ];
    assert_eq!(told(&["status", "o"]).lines().collect::<Vec<_>>(), table);
    assert_eq!(
        lacking(),
        "tournament: parte 1: mancano 2 partite, la prima è la 1\n  \
           si rigioca con: tournament work o --shard 1 --round 1\n\
         tournament: non è stato unito nulla; parti incomplete: 1 su 2: 1\n"
    );
    assert_eq!(
        told(&["work", "o", "--shard", "1", "--jobs", "1", "-q"]),
        "parte 1 di 2: 2 partite su 2, in o/shards/round-1/1\n"
    );
    assert_eq!(
        told(&["work", "o", "--shard", "0", "-q"]),
        "parte 0 di 2: non ha nessuna partita\n"
    );
    assert!(told(&["status", "o"]).contains(" 2 parti: da unire\n"));
    // A match that is there twice, and a line that is none.
    let journal = at.join("o/shards/round-1/1/matches.jsonl");
    let played = fs::read_to_string(&journal).unwrap();
    let first = played.lines().next().unwrap();
    fs::write(&journal, format!("{played}{first}\nnonsense\n")).unwrap();
    let spoilt = lacking();
    for part in [
        "riga 4: è danneggiata: la sua somma di controllo non torna\n",
        "la partita 1 c'è più di una volta, con lo stesso risultato\n",
    ] {
        assert!(spoilt.contains(part), "{spoilt}");
    }
    // What programs read is the same for everybody.
    for args in [&["status", "o", "--json"][..], &["merge", "o", "--json"]] {
        assert_eq!(in_italian(args).stdout, tournament(at, args).stdout);
    }
    fs::write(&journal, &played).unwrap();
    assert_eq!(
        told(&["merge", "o"]),
        "finora 2 partite; si può giocare il turno di gioco 2 di 2\n"
    );
    // And so of the journal, once it is one.
    let joined = at.join("o/matches.jsonl");
    let whole = fs::read_to_string(&joined).unwrap();
    fs::write(
        &joined,
        whole.replacen("\"id\":1,", "\"id\":9,", 1) + "torn",
    )
    .unwrap();
    let complaint = in_italian(&["standings", "o"]).stderr;
    assert_eq!(
        String::from_utf8(complaint).unwrap(),
        "tournament: o/matches.jsonl, riga 1: è danneggiata: la sua somma di controllo non torna; non conta\n\
         tournament: o/matches.jsonl: l'ultima riga è interrotta (4 byte); non conta\n"
    );
}
