//! Tournaments played in parts: by several processes, killed, dealt anew, and grown in between.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use arbitro_testkit::sizes::size;

use crate::growing::{PLIES, history, is_swiss, more_players, play_history};
use crate::needs::needs;
use crate::programs::{open_folder, program, wait_until};
use crate::tournament_folder::players;
use crate::tournament_program::{
    fails, killed_command, luck, refused, succeeds, timeless_by_match, tournament,
};

/// The last line of `standings --json`, if parts are open.
fn open(at: &Path, out: &str) -> Option<serde_json::Value> {
    let told = succeeds(&tournament(at, &["standings", out, "--json"]));
    let last: serde_json::Value = serde_json::from_str(told.lines().last()?).unwrap();
    last.get("parts").is_some().then_some(last)
}

/// Plays all parts at once, each killed after a while, and then until nothing is open.
fn play_parts(at: &Path, out: &str, parts: u64, [seed, within]: [u64; 2]) {
    let run = |number: u64| {
        let part = format!("{number}/{parts}");
        let args = ["run", "-q", "--out", out, "--jobs", "1", "--part", &part];
        killed_command(at, &args).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
    };
    thread::scope(|scope| {
        for number in 1..=parts {
            scope.spawn(move || {
                let mut running = run(number);
                thread::sleep(Duration::from_millis(luck(seed + number) % within.max(1)));
                let _ = running.kill();
                running.wait().unwrap();
            });
        }
    });
    for _ in 0..20 {
        let mut running: Vec<_> = (1..=parts).map(run).collect();
        running.iter_mut().for_each(|child| _ = child.wait().unwrap());
        if open(at, out).is_none() {
            return;
        }
    }
    panic!("{out}: {:?} is open for ever", open(at, out));
}

#[test]
fn parts_that_are_killed_and_grow_have_the_lines_of_the_same_phases_on_one_machine() {
    needs!(containment);
    let folder = open_folder(0o755);
    let at = folder.path();
    players(at);
    more_players(at);
    for number in 0..size("ARBITRO_TEST_PART_HISTORIES", 2, 5) {
        let phases = history(number);
        let expected = format!("whole-{number}");
        let began = Instant::now();
        let lines = play_history(at, &expected, &phases, "2", None);
        let each = began.elapsed().as_millis() as u64 / phases.len() as u64;
        let out = &format!("parts-{number}");
        let begin = ["run", "players", "--out", out, "--no-smoke", "-q", "--max-plies", PLIES];
        succeeds(&tournament(at, &[&begin[..], &["--begin"], &phases[0]].concat()));
        let file = || fs::read_to_string(at.join(out).join("tournament.toml")).unwrap();
        for (phase, growth) in phases.iter().enumerate() {
            if phase > 0 {
                // What grows alone is killed, and several take it up.
                let before = file();
                let args = ["run", "-q", "--resume", "--out", out, "--no-smoke", "--jobs", "1"];
                let args = [&args[..], growth].concat();
                let quiet = || Stdio::null();
                let mut running =
                    killed_command(at, &args).stdout(quiet()).stderr(quiet()).spawn().unwrap();
                wait_until("it has grown", || file() != before);
                let _ = running.kill();
                running.wait().unwrap();
            }
            play_parts(at, out, 2 + (number + phase as u64) % 3, [number * 100, each]);
            if phase == 0 && is_swiss(growth) {
                let journal = at.join(out).join("matches.jsonl");
                let text = fs::read_to_string(&journal).unwrap();
                let first = text.lines().filter(|line| line.contains("\"round\":1,"));
                fs::write(&journal, first.map(|it| format!("{it}\n")).collect::<String>()).unwrap();
            }
        }
        assert!(timeless_by_match(&at.join(out)) == lines, "{phases:?}");
        for file in ["standings.csv", "crosstable.csv"] {
            let read = |out: &str| fs::read_to_string(at.join(out).join(file)).unwrap();
            assert_eq!(read(out), read(&expected), "{file}");
        }
        let ids: Vec<u64> = lines.keys().copied().collect();
        assert_eq!(ids, (1..=ids.len() as u64).collect::<Vec<_>>(), "{phases:?}");
        let left: Vec<_> = fs::read_dir(at.join(out)).unwrap().map(|it| it.unwrap()).collect();
        let left =
            left.iter().filter(|it| it.file_name().to_string_lossy().starts_with("matches-"));
        assert_eq!(left.count(), 0, "parts are joined");
    }
}

#[test]
fn a_part_says_what_is_open_and_refuses_who_plays_it_another_program_and_other_players() {
    needs!(containment);
    let folder = open_folder(0o755);
    let at = folder.path();
    players(at);
    let run = |args: &[&str]| tournament(at, &[&["run", "--out", "t"][..], args].concat());
    let first = run(&["players", "--part", "1/3", "-q", "--max-plies", PLIES]);
    succeeds(&first);
    let told = String::from_utf8_lossy(&first.stderr);
    let played = fs::read_to_string(at.join("t/matches-1.jsonl")).unwrap().lines().count();
    let part = format!("part 1 of 3 is played, {played} matches; part 2 still has ");
    assert!(told.contains(&part), "{told}");
    assert!(told.contains("`tournament run --out t --part 2/3`"), "{told}");
    let left = open(at, "t").unwrap();
    assert_eq!(left["open"], "2-3");
    assert_eq!(left["matches"], 20 - played);
    let shown = succeeds(&tournament(at, &["standings", "t"]));
    assert!(
        shown.contains(" matches, in parts 2-3 of 3; `tournament run --out t --part 2/3`"),
        "{shown}"
    );
    let judged = Command::new(program("verify")).args(["match", "t"]).current_dir(at).output();
    assert!(succeeds(&judged.unwrap()).contains(&format!("{played} matches")));
    let replay =
        |args: &[&str]| Command::new(program("replay")).args(args).current_dir(at).output();
    let shown = succeeds(&replay(&["t", "--plain"]).unwrap());
    assert!(shown.contains(&format!("{played} matches")), "{shown}");
    // A run without parts goes on alone, and so does one with other parts.
    let file = fs::read_to_string(at.join("t/tournament.toml")).unwrap();
    let program = file.lines().find(|line| line.starts_with("program_sha256")).unwrap().to_owned();
    let other = file.replace(&program, &format!("program_sha256 = \"{}\"", "0".repeat(64)));
    fs::write(at.join("t/tournament.toml"), &other).unwrap();
    let said = fails(&run(&["--part", "2/3", "-q"]), 2);
    assert!(said.contains("this is not the program that the tournament began with"), "{said}");
    fs::write(at.join("t/tournament.toml"), &file).unwrap();
    fs::write(at.join("players/random/more"), "another program").unwrap();
    let said = refused(&run(&["--part", "2/3", "-q"]));
    assert!(said.contains("random is another program now"), "{said}");
    fs::remove_file(at.join("players/random/more")).unwrap();
    // Named again, they may stand elsewhere.
    fs::rename(at.join("players"), at.join("moved")).unwrap();
    succeeds(&run(&["moved", "--part", "2/2", "-q"]));
    let done = run(&["moved", "--part", "1/2", "-q"]);
    assert!(succeeds(&done).contains("20 matches"), "{done:?}");
    assert!(open(at, "t").is_none());
    let said = fails(&run(&["--part", "3/2"]), 2);
    assert!(said.contains("K is 1 to N"), "{said}");
    let said = fails(&run(&["moved", "--part", "1/2", "--sprt", "0,10"]), 2);
    assert!(said.contains("cannot be used with"), "{said}");
}

#[test]
fn a_part_of_a_round_waits_or_says_for_whom() {
    needs!(containment);
    let folder = open_folder(0o755);
    let at = folder.path();
    players(at);
    let swiss = ["--format", "swiss", "--rounds", "2", "--games", "1", "--max-plies", PLIES];
    let run = |part: &str, more: &[&str]| {
        let args = ["run", "players", "--out", "s", "-q", "--part", part];
        tournament(at, &[&args[..], more].concat())
    };
    succeeds(&run("1/2", &swiss));
    let waits = run("1/2", &[]);
    assert!(fails(&waits, 1).contains("part 2 still has 1 match open"), "{waits:?}");
    thread::scope(|scope| {
        let waiting = scope.spawn(|| run("1/2", &["--wait"]));
        succeeds(&run("2/2", &["--wait"]));
        succeeds(&waiting.join().unwrap());
    });
    assert!(open(at, "s").is_none());
    let args = ["run", "players", "--out", "one", "-q"];
    succeeds(&tournament(at, &[&args[..], &swiss].concat()));
    assert!(timeless_by_match(&at.join("s")) == timeless_by_match(&at.join("one")));
}
