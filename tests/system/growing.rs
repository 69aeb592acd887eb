//! Tournaments that grow: players join, return in a new version or leave, and pairs play on.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};

use arbitro_testkit::sizes::size;
use serde_json::Value;

use crate::needs::needs;
use crate::programs::{open_folder, wait_until};
use crate::tournament_folder::players;
use crate::tournament_program::{
    killed_command, luck, refused, succeeds, timeless_by_match, tournament,
};

/// More players beside `players`, each in a folder of its own.
fn more_players(folder: &Path) {
    for (name, args) in [
        ("zoe", "\"--strategy\", \"random\", \"--seed\", \"7\""),
        ("yan", "\"--strategy\", \"minimax\", \"--depth\", \"2\""),
        ("better", "\"--strategy\", \"minimax\", \"--depth\", \"3\", \"--seed\", \"5\""),
        ("best", "\"--strategy\", \"minimax\", \"--depth\", \"3\", \"--seed\", \"6\""),
    ] {
        let at = folder.join("more").join(name);
        fs::create_dir_all(&at).unwrap();
        let text = format!("name = {name:?}\ncommand = [\"play\", {args}]\n");
        fs::write(at.join("player.toml"), text).unwrap();
    }
}

/// The options of each phase of a history, the first one included.
fn history(number: u64) -> Vec<Vec<&'static str>> {
    let format = match number % 3 {
        0 => vec!["--games", "2"],
        1 => vec!["--games", "3"],
        _ => vec!["--format", "gauntlet", "--challenger", "greedy", "--games", "1"],
    };
    let mut growths = vec![
        vec!["--add", "more/zoe", "more/yan"],
        vec!["--replace", "minimax-1=more/better"],
        vec!["--drop", "random", "--more", "1"],
        vec!["--more", "2"],
        vec!["--replace", "greedy=more/best", "--add", "more/zoe"],
    ];
    // Players join and return once.
    growths.remove(if luck(number).is_multiple_of(2) { 0 } else { 4 });
    let last = growths.len();
    for at in (1..last).rev() {
        growths.swap(at, luck(number * 10 + at as u64) as usize % (at + 1));
    }
    growths.truncate(2 + luck(number + 77) as usize % 3);
    std::iter::once(format).chain(growths).collect()
}

/// Plays a phase, killed now and then if a time is given, and goes on until all is played.
fn play(at: &Path, out: &str, number: usize, phase: &[&str], jobs: &str, kill: Option<[u64; 2]>) {
    let common = ["run", "-q", "--out", out, "--jobs", jobs];
    let first = ["players", "--no-smoke"];
    let resume = [&common[..], &["--resume"]].concat();
    let mut args = match number {
        0 => [&common[..], &first, phase].concat(),
        _ => [&resume[..], &["--no-smoke"], phase].concat(),
    };
    for attempt in 0..kill.map_or(0, |_| 2) {
        let [seed, within] = kill.unwrap();
        let count = || fs::read_to_string(at.join(out).join("tournament.toml")).unwrap_or_default();
        let before = count();
        let quiet = || Stdio::null();
        let mut running =
            killed_command(at, &args).stdout(quiet()).stderr(quiet()).spawn().unwrap();
        std::thread::sleep(Duration::from_millis(luck(seed + attempt) % within));
        let _ = running.kill();
        running.wait().unwrap();
        if count() != before {
            args.clone_from(&resume);
        }
    }
    succeeds(&tournament(at, &args));
}

#[test]
fn a_tournament_that_grew_with_kills_has_the_lines_of_one_that_grew_without() {
    needs!(containment);
    let folder = open_folder(0o755);
    let at = folder.path();
    players(at);
    more_players(at);
    for number in 0..size("ARBITRO_TEST_HISTORIES", 3, 20) {
        let phases = history(number);
        let expected = format!("whole-{number}");
        let began = Instant::now();
        for (phase, options) in phases.iter().enumerate() {
            play(at, &expected, phase, options, "1", None);
        }
        let each = began.elapsed().as_millis() as u64 / phases.len() as u64;
        let lines = timeless_by_match(&at.join(&expected));
        let file = fs::read_to_string(at.join(&expected).join("tournament.toml")).unwrap();
        let out = format!("killed-{number}");
        for (phase, options) in phases.iter().enumerate() {
            let kill = Some([number * 100 + 10 * phase as u64, each.max(1)]);
            play(at, &out, phase, options, "2", kill);
        }
        assert!(timeless_by_match(&at.join(&out)) == lines, "{phases:?}");
        assert_eq!(fs::read_to_string(at.join(&out).join("tournament.toml")).unwrap(), file);
        let ids: Vec<u64> = lines.keys().copied().collect();
        assert_eq!(ids, (1..=ids.len() as u64).collect::<Vec<_>>(), "{phases:?}");
        let verified = ["run", "--resume", "-q", "--out", &out, "--verify"];
        assert!(succeeds(&tournament(at, &verified)).contains("all as they say"));
    }
}

/// Counts the matches of each pair, by name.
fn meetings(lines: &BTreeMap<u64, Value>) -> BTreeMap<[String; 2], u32> {
    let mut met: BTreeMap<[String; 2], u32> = BTreeMap::new();
    for line in lines.values() {
        let name = |side: &str| line["players"][side]["name"].as_str().unwrap().to_owned();
        let mut pair = [name("x"), name("o")];
        pair.sort();
        *met.entry(pair).or_default() += 1;
    }
    met
}

#[test]
fn a_tournament_grows_by_the_matches_of_those_who_come_and_says_who_left() {
    needs!(containment);
    let folder = open_folder(0o755);
    let at = folder.path();
    players(at);
    more_players(at);
    let run = |args: &[&str]| tournament(at, &[&["run", "-q", "--out", "t"][..], args].concat());
    succeeds(&run(&["players"]));
    let before = timeless_by_match(&at.join("t"));
    succeeds(&run(&["--resume", "--add", "more/zoe", "--replace", "greedy=more/better"]));
    let after = timeless_by_match(&at.join("t"));
    assert!(before.iter().all(|(id, line)| after.get(id) == Some(line)));
    let new = meetings(&after.into_iter().filter(|(id, _)| !before.contains_key(id)).collect());
    assert_eq!(new.len(), 4 + 5, "the new version meets four, zoe meets these and it");
    assert!(new.keys().flatten().all(|it| it != "greedy"));
    let file = fs::read_to_string(at.join("t/tournament.toml")).unwrap();
    assert!(file.contains("[[phase]]\nreplace = [\"greedy@2\"]\n\n[[phase]]\nadd = [\"zoe\"]\n"));
    let ranking = succeeds(&tournament(at, &["standings", "t"]));
    assert!(ranking.contains("by rating"), "{ranking}");
    // Where all players have played equally often, points decide as ever.
    succeeds(&tournament(at, &["run", "-q", "--out", "u", "players"]));
    succeeds(&tournament(at, &["run", "-q", "--out", "u", "--resume", "--add", "more/zoe"]));
    let ranking = succeeds(&tournament(at, &["standings", "u"]));
    assert!(!ranking.contains("by rating"), "{ranking}");
}

#[test]
fn what_cannot_grow_is_refused_in_words_and_changes_nothing() {
    needs!(containment);
    let folder = open_folder(0o755);
    let at = folder.path();
    players(at);
    more_players(at);
    let run = |args: &[&str]| tournament(at, &[&["run", "-q"][..], args].concat());
    succeeds(&run(&["--out", "t", "players"]));
    succeeds(&run(&["--out", "k", "players", "--format", "knockout", "--no-smoke"]));
    succeeds(&run(&["--out", "t", "--resume", "--replace", "greedy=more/better"]));
    succeeds(&run(&["--out", "t", "--resume", "--drop", "random"]));
    let file = fs::read(at.join("t/tournament.toml")).unwrap();
    for (out, wish, why) in [
        ("k", &["--add", "more/zoe"][..], "a knockout has one bracket"),
        ("t", &["--add", "players/minimax-1"], "minimax-1 plays already"),
        ("t", &["--replace", "greedy=more/better"], "greedy@2 is this program already"),
        ("t", &["--replace", "greedy@1=more/best"], "no player here is named greedy@1"),
        ("t", &["--drop", "random"], "random plays no more already"),
        ("t", &["--drop", "nobody"], "no player here is named nobody"),
        ("t", &["--drop", "greedy", "--replace", "greedy=more/best"], "greedy@2 is to leave twice"),
        ("t", &["--replace", "greedy=more"], "one player is expected there, found 4"),
        ("t", &["--replace", "greedy=none"], "none: there is no such file or folder"),
        (
            "t",
            &["--drop", "greedy", "--drop", "minimax-1", "--drop", "minimax-2"],
            "one player would",
        ),
        ("new", &["players", "--add", "more/zoe"], "no tournament has begun there"),
    ] {
        let args = [&["--out", out, "--resume"][..], wish].concat();
        let said = refused(&run(&args));
        assert!(said.contains(why), "{wish:?}: {said}");
        assert_eq!(fs::read(at.join("t/tournament.toml")).unwrap(), file, "{wish:?}");
    }
    fs::write(at.join("players/minimax-3/more"), "another program").unwrap();
    let said = refused(&run(&["--out", "t", "--resume"]));
    assert!(said.contains("minimax-3 is another program now") && said.contains("--replace NAME"));
}

#[test]
fn open_matches_of_who_left_are_withdrawn_and_a_newcomer_that_fails_its_trial_is_in_no_phase() {
    needs!(containment);
    let folder = open_folder(0o755);
    let at = folder.path();
    players(at);
    fs::create_dir(at.join("bad")).unwrap();
    fs::write(at.join("bad/player.toml"), "name = \"bad\"\ncommand = \"false\"\n").unwrap();
    let games = ["--games", "12", "--jobs", "1"];
    let args = [&["run", "players", "--no-smoke", "-q", "--out", "t"][..], &games].concat();
    let quiet = || Stdio::null();
    let mut running = killed_command(at, &args).stdout(quiet()).stderr(quiet()).spawn().unwrap();
    let journal = at.join("t/matches.jsonl");
    wait_until("a match is played", || fs::read(&journal).is_ok_and(|it| it.contains(&b'\n')));
    running.kill().unwrap();
    running.wait().unwrap();
    let grown = ["run", "-q", "--resume", "--out", "t", "--drop", "random", "--add", "bad"];
    let done = tournament(at, &grown);
    succeeds(&done);
    let said = String::from_utf8_lossy(&done.stderr);
    assert!(said.contains("left out:") && said.contains("bad"), "{said}");
    let file = fs::read_to_string(at.join("t/tournament.toml")).unwrap();
    assert!(file.contains("drop = [\"random\"]") && !file.contains("add ="), "{file}");
    let matches = fs::read_to_string(at.join("t/matches.csv")).unwrap();
    let withdrawn = matches.lines().filter(|it| it.contains(",withdrawn,")).count();
    let lines = timeless_by_match(&at.join("t"));
    assert_eq!(lines.len() + withdrawn, 10 * 12);
    let met = meetings(&lines);
    let with_random = met.iter().filter(|(pair, _)| pair.contains(&"random".to_owned()));
    let with_random: u32 = with_random.map(|(_, matches)| matches).sum();
    assert!(withdrawn > 0);
    assert_eq!(with_random as usize + withdrawn, 4 * 12);
}
