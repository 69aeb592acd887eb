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
pub(crate) fn more_players(folder: &Path) {
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

/// Every match is over by then.
pub(crate) const PLIES: &str = "20";

/// The options of each phase of a history, the first one included.
pub(crate) fn history(number: u64) -> Vec<Vec<&'static str>> {
    let format = match number % 4 {
        0 => vec!["--games", "2"],
        1 => SWISS.to_vec(),
        2 => vec!["--games", "3"],
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
    if is_swiss(&format) {
        // The first change comes before the second round; a later one needs a round of its own, which so few
        // players as there were at first could not play.
        let later = [["--replace", "minimax-1=more/better"], ["--drop", "random"]];
        let later = later[luck(number + 5) as usize % 2];
        growths =
            vec![vec!["--add", "more/zoe", "more/yan"], [&later[..], &["--more", "1"]].concat()];
    }
    std::iter::once(format).chain(growths).collect()
}

const SWISS: [&str; 6] = ["--format", "swiss", "--rounds", "2", "--games", "2"];

pub(crate) fn is_swiss(format: &[&str]) -> bool {
    format == SWISS
}

/// Runs a program that is killed at random moments; goes on with `again` once `has_begun` is another.
pub(crate) fn run_killed(
    at: &Path,
    (args, again): (&[&str], &[&str]),
    [seed, within]: [u64; 2],
    has_begun: impl Fn() -> String,
) {
    let mut args = args;
    for attempt in 0..2 {
        let before = has_begun();
        let quiet = || Stdio::null();
        let mut running = killed_command(at, args).stdout(quiet()).stderr(quiet()).spawn().unwrap();
        std::thread::sleep(Duration::from_millis(luck(seed + attempt) % within));
        // It may have ended: then there is nothing to kill.
        let _ = running.kill();
        running.wait().unwrap();
        if has_begun() != before {
            args = again;
        }
    }
    succeeds(&tournament(at, args));
}

/// Plays a phase, killed now and then if a time is given, and goes on until all is played.
fn play(at: &Path, out: &str, number: usize, phase: &[&str], jobs: &str, kill: Option<[u64; 2]>) {
    let common = ["run", "-q", "--out", out, "--jobs", jobs];
    let first = ["players", "--no-smoke", "--max-plies", PLIES];
    let resume = [&common[..], &["--resume"]].concat();
    let args = match number {
        0 => [&common[..], &first, phase].concat(),
        _ => [&resume[..], &["--no-smoke"], phase].concat(),
    };
    let file = || fs::read_to_string(at.join(out).join("tournament.toml")).unwrap_or_default();
    match kill {
        None => _ = succeeds(&tournament(at, &args)),
        Some(kill) => run_killed(at, (&args, &resume), kill, file),
    }
}

/// Plays a history on this machine, and returns its lines. A Swiss tournament grows after its first round.
pub(crate) fn play_history(
    at: &Path,
    out: &str,
    phases: &[Vec<&str>],
    jobs: &str,
    kill: Option<[u64; 2]>,
) -> BTreeMap<u64, Value> {
    for (phase, options) in phases.iter().enumerate() {
        let kill = kill.map(|[seed, within]| [seed + 10 * phase as u64, within]);
        play(at, out, phase, options, jobs, kill);
        if phase == 0 && is_swiss(options) {
            let journal = at.join(out).join("matches.jsonl");
            let text = fs::read_to_string(&journal).unwrap();
            let first = text.lines().filter(|line| line.contains("\"round\":1,"));
            fs::write(&journal, first.map(|it| format!("{it}\n")).collect::<String>()).unwrap();
        }
    }
    timeless_by_match(&at.join(out))
}

#[test]
fn a_tournament_that_grew_with_kills_has_the_lines_of_one_that_grew_without() {
    needs!(containment);
    let folder = open_folder(0o755);
    let at = folder.path();
    players(at);
    more_players(at);
    for number in 0..size("ARBITRO_TEST_HISTORIES", 1, 6) {
        let phases = history(number);
        let expected = format!("whole-{number}");
        let began = Instant::now();
        let lines = play_history(at, &expected, &phases, "1", None);
        let each = began.elapsed().as_millis() as u64 / phases.len() as u64;
        let file = fs::read_to_string(at.join(&expected).join("tournament.toml")).unwrap();
        let out = format!("killed-{number}");
        let kill = Some([number * 100, each.max(1)]);
        assert!(play_history(at, &out, &phases, "2", kill) == lines, "{phases:?}");
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
    succeeds(&run(&["players", "--max-plies", PLIES]));
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
    succeeds(&tournament(at, &["run", "-q", "--out", "u", "players", "--max-plies", PLIES]));
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
    succeeds(&run(&["--out", "t", "players", "--max-plies", PLIES]));
    let knockout =
        ["--out", "k", "players", "--format", "knockout", "--no-smoke", "--max-plies", PLIES];
    succeeds(&run(&knockout));
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
    let withdrawn = matches.lines().filter(|line| line.contains(",withdrawn,")).count();
    let lines = timeless_by_match(&at.join("t"));
    assert_eq!(lines.len() + withdrawn, 10 * 12);
    let met = meetings(&lines);
    let with_random = met.iter().filter(|(pair, _)| pair.contains(&"random".to_owned()));
    let with_random: u32 = with_random.map(|(_, matches)| matches).sum();
    assert!(withdrawn > 0);
    assert_eq!(with_random as usize + withdrawn, 4 * 12);
}

#[test]
fn a_player_whose_new_version_fails_plays_on_if_its_program_is_there_and_else_leaves() {
    needs!(containment);
    let folder = open_folder(0o755);
    let at = folder.path();
    players(at);
    more_players(at);
    fs::create_dir(at.join("bad")).unwrap();
    let bad = "name = \"bad\"\ncommand = \"false\"\n";
    fs::write(at.join("bad/player.toml"), bad).unwrap();
    let first = ["run", "players", "--no-smoke", "-q", "--out", "t", "--max-plies", PLIES];
    succeeds(&tournament(at, &first));
    let grow = |args: &[&str]| {
        let done = tournament(at, &[&["run", "-q", "--resume", "--out", "t"], args].concat());
        succeeds(&done);
        String::from_utf8(done.stderr).unwrap()
    };
    let file = || fs::read_to_string(at.join("t/tournament.toml")).unwrap();
    let said = grow(&["--replace", "greedy=bad", "--more", "2"]);
    assert!(said.contains("left out:") && !said.contains("plays no more"), "{said}");
    assert!(said.contains("players without chance repeat their games"), "{said}");
    assert!(file().contains("more = 2") && !file().contains("greedy@2"), "{}", file());

    // At the place of the one before.
    let place = at.join("players/greedy/player.toml");
    let good = fs::read_to_string(&place).unwrap();
    fs::write(&place, bad).unwrap();
    let said = grow(&["--replace", "greedy=players/greedy", "--add", "more/zoe", "bad"]);
    assert!(said.contains("greedy plays no more: its new version was left out"), "{said}");
    assert!(file().contains("drop = [\"greedy\"]") && file().contains("add = [\"zoe\"]"));
    // It goes on, and comes back once it plays.
    grow(&[]);
    fs::write(&place, good + "author = \"Ada\"\n").unwrap();
    grow(&["--replace", "greedy=players/greedy"]);
    assert!(file().contains("replace = [\"greedy@2\"]"), "{}", file());
    assert!(timeless_by_match(&at.join("t")).values().any(|value| {
        let name = |side: &str| value["players"][side]["name"].as_str().unwrap();
        ["greedy@2", "zoe"].contains(&name("x")) && ["greedy@2", "zoe"].contains(&name("o"))
    }));
}

#[test]
fn a_tournament_is_brought_in_step_with_a_folder_and_says_what_changes() {
    needs!(containment);
    let folder = open_folder(0o755);
    let at = folder.path();
    players(at);
    more_players(at);
    let refuses = |name: &str, code: u8| {
        let player = at.join("players").join(name);
        fs::create_dir_all(&player).unwrap();
        let manifest = format!("command = [\"sh\", \"-c\", \"exit {code}\"]\n");
        fs::write(player.join("player.toml"), manifest).unwrap();
    };
    refuses("wrong", 3);
    let run = |args: &[&str]| tournament(at, &[&["run", "-q", "--out", "t"][..], args].concat());
    let sync = |more: &[&str]| run(&[&["--resume", "--sync", "players"], more].concat());
    let told = |output: &std::process::Output| {
        succeeds(output);
        String::from_utf8_lossy(&output.stderr).into_owned()
    };
    succeeds(&run(&["players", "--max-plies", PLIES]));
    let file = || fs::read_to_string(at.join("t/tournament.toml")).unwrap();
    let before = file();
    let said = told(&sync(&[]));
    assert!(said.contains("players: 5 players are as before\n  left out before, and unchanged: "));
    assert!(!said.contains("made no legal move"), "it is not tried again: {said}");
    assert_eq!(file(), before);
    // Another place with the same players, as a class is unpacked again.
    fs::remove_dir_all(at.join("players/wrong")).unwrap();
    crate::graded_class::copy(&at.join("players"), &at.join("again"));
    let said = told(&run(&["--resume", "--sync", "again"]));
    assert!(said.contains("again: 5 players are as before"), "{said}");
    assert_eq!(file(), before);
    // Who is new, who changed, who is no player any more, and who is tried again because it changed.
    refuses("wrong", 4);
    fs::rename(at.join("more/zoe"), at.join("players/zoe")).unwrap();
    fs::write(at.join("players/greedy/more"), "another version").unwrap();
    fs::write(at.join("players/random/player.toml"), "command = 3\n").unwrap();
    let said = told(&sync(&[]));
    for part in [
        "players: 3 players are as before\n  new, to join: wrong, zoe\n",
        "  changed, to return in a new version: greedy\n",
        "  no player any more, to leave: random\n",
        "wrong: it made no legal move",
    ] {
        assert!(said.contains(part), "{part}: {said}");
    }
    let phases = file();
    let phases = phases.split_once("[[phase]]").unwrap().1;
    assert_eq!(
        phases,
        "\ndrop = [\"random\"]\n\n[[phase]]\nreplace = [\"greedy@2\"]\n\n[[phase]]\nadd = [\"zoe\"]\n"
    );
    // Who is gone is named, and in the way of newcomers only.
    fs::rename(at.join("players/minimax-1"), at.join("more/gone")).unwrap();
    let said = told(&sync(&[]));
    assert!(said.contains("  no longer there: minimax-1\n"), "{said}");
    fs::rename(at.join("more/yan"), at.join("players/yan")).unwrap();
    let before = file();
    let said = refused(&sync(&[]));
    assert!(said.contains("newcomers would meet them"), "{said}");
    assert_eq!(file(), before);
    succeeds(&sync(&["--drop-missing"]));
    assert!(file().ends_with("drop = [\"minimax-1\"]\n\n[[phase]]\nadd = [\"yan\"]\n"));
    // Back again as it was, it plays no more.
    fs::rename(at.join("more/gone"), at.join("players/minimax-1")).unwrap();
    let said = told(&sync(&[]));
    assert!(said.contains("there unchanged, but plays no more"), "{said}");
    fs::create_dir(at.join("empty")).unwrap();
    let said = refused(&run(&["--resume", "--sync", "empty"]));
    assert!(said.contains("no player is in it"), "{said}");
}
