//! Tournaments over many machines that grow, and those of a game whose rules a program knows.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Instant;

use arbitro_testkit::sizes::size;

use crate::growing::{PLIES, history, is_swiss, more_players, play_history, run_killed};
use crate::needs::needs;
use crate::programs::{open_folder, program};
use crate::tournament_folder::players;
use crate::tournament_program::{fails, refused, succeeds, timeless_by_match, tournament};

/// The value of a line of the plan.
fn planned(at: &Path, out: &str, key: &str) -> String {
    let plan = fs::read_to_string(at.join(out).join("plan.toml")).unwrap_or_default();
    let line = plan.lines().find_map(|it| it.strip_prefix(&format!("{key} = ")));
    line.unwrap_or_default().to_owned()
}

/// Plays both shards of a round, killed now and then.
fn work(at: &Path, out: &str, round: u64, [seed, within]: [u64; 2]) {
    for shard in ["0", "1"] {
        let round = round.to_string();
        let args = ["work", out, "--shard", shard, "--round", &round, "-q", "--jobs", "1"];
        run_killed(at, (&args, &args), [seed + u64::from(shard == "1"), within], String::new);
    }
}

/// Lets a plan grow, killed now and then; whatever a kill leaves can be read.
fn grow(at: &Path, out: &str, growth: &[&str], kill: [u64; 2]) {
    let args = [&["plan", "--out", out, "--no-smoke", "-q"], growth].concat();
    let has_grown = || {
        succeeds(&tournament(at, &["status", out]));
        succeeds(&tournament(at, &["standings", out]));
        planned(at, out, "tournament_sha256")
    };
    run_killed(at, (&args, &["status", out]), kill, has_grown);
}

#[test]
fn a_plan_that_grew_with_kills_has_the_lines_of_the_same_phases_on_one_machine() {
    needs!(containment);
    let folder = open_folder(0o755);
    let at = folder.path();
    players(at);
    more_players(at);
    for number in 0..size("ARBITRO_TEST_PLANNED_HISTORIES", 1, 4) {
        let phases = history(number);
        let expected = format!("whole-{number}");
        let began = Instant::now();
        let lines = play_history(at, &expected, &phases, "2", None);
        let each = (began.elapsed().as_millis() as u64 / phases.len() as u64).max(1);
        let out = &format!("planned-{number}");
        let first =
            ["plan", out, "players", "--shards", "2", "--no-smoke", "-q", "--max-plies", PLIES];
        succeeds(&tournament(at, &[&first, &phases[0][..]].concat()));
        let is_swiss = is_swiss(&phases[0]);
        let merge = ["merge", out.as_str()];
        let mut played = 0;
        for (phase, growth) in phases.iter().enumerate() {
            let kill = |more: u64| [number * 1000 + 100 * phase as u64 + more, each];
            if phase > 0 {
                grow(at, out, growth, kill(90));
            }
            let rounds: u64 = planned(at, out, "rounds").parse().unwrap();
            let until = if is_swiss && phase == 0 { 1 } else { rounds };
            for round in played + 1..=until {
                work(at, out, round, kill(2 * round));
                if is_swiss {
                    run_killed(at, (&merge, &merge), kill(80 + round), String::new);
                }
            }
            played = until;
        }
        run_killed(at, (&merge, &merge), [number, each], String::new);
        assert!(timeless_by_match(&at.join(out)) == lines, "{phases:?}");
        let phases_of = |out: &str| {
            let file = fs::read_to_string(at.join(out).join("tournament.toml")).unwrap();
            file.split_once("[[phase]]").unwrap().1.to_owned()
        };
        assert_eq!(phases_of(out), phases_of(&expected));
        let standings = |out: &str| fs::read_to_string(at.join(out).join("standings.csv")).unwrap();
        assert_eq!(standings(out), standings(&expected));
        let verify = Command::new(program("verify"))
            .args(["match", &format!("{out}/matches.jsonl")])
            .current_dir(at)
            .output();
        succeeds(&verify.unwrap());
    }
}

#[test]
fn a_plan_that_cannot_grow_says_why_and_stays_as_it_was() {
    needs!(containment);
    let folder = open_folder(0o755);
    let at = folder.path();
    players(at);
    more_players(at);
    succeeds(&tournament(at, &["plan", "p", "players", "--shards", "2", "--no-smoke", "-q"]));
    let plan = || fs::read(at.join("p/plan.toml")).unwrap();
    let before = plan();
    let grow = |args: &[&str]| tournament(at, &[&["plan", "--out", "p", "-q"], args].concat());
    let said = fails(&grow(&["--add", "more/zoe"]), 1);
    assert!(said.contains("tournament work p --shard 1"), "{said}");
    for shard in ["0", "1"] {
        succeeds(&tournament(at, &["work", "p", "--shard", shard, "-q"]));
    }
    for (args, why) in [
        (&["--add", "players/greedy"][..], "greedy plays already"),
        (&["--drop", "nobody"], "no player here is named nobody"),
        (&["--add", "more/zoe", "--games", "4"], "games is 2, here 4"),
        (&[], "say what changes: --add, --replace, --drop or --more"),
    ] {
        let said = refused(&grow(args));
        assert!(said.contains(why), "{args:?}: {said}");
        assert_eq!(plan(), before, "{args:?}");
    }
    let said = refused(&tournament(at, &["plan", "--out", "none", "--more", "1"]));
    assert!(said.contains("not a planned tournament"), "{said}");
    // A newcomer that fails its trial is in no phase, and the rest joins.
    fs::create_dir(at.join("bad")).unwrap();
    fs::write(at.join("bad/player.toml"), "name = \"bad\"\ncommand = \"false\"\n").unwrap();
    let done = grow(&["--add", "bad", "more/zoe"]);
    let shown = succeeds(&done);
    assert!(shown.contains("round 2 of 2: 10 matches in 2 shards"), "{shown}");
    assert!(String::from_utf8_lossy(&done.stderr).contains("left out:"), "{done:?}");
    let file = fs::read_to_string(at.join("p/tournament.toml")).unwrap();
    assert!(file.contains("add = [\"zoe\"]"), "{file}");
}
