//! A tournament's folder: what survives which accident, and what is refused.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use arbitro_records::{Seal, seal, seal_of};

use arbitro_testkit::folders::{records, rewrite};
use arbitro_tournament::{LIVE, live_matches};

use crate::needs::needs;
use crate::programs::{open_folder, program, wait_until, within_reach};
use crate::tournament_program::{
    command, killed_command, refused, succeeds, timeless_by_match, tournament,
};

/// Five players that answer at once, and the same from the same seed: the bundled ones.
pub(crate) fn players(folder: &Path) -> PathBuf {
    let players = folder.join("players");
    let play = |name: &str, args: &str| {
        let at = players.join(name);
        fs::create_dir_all(&at).unwrap();
        let text = format!("name = {name:?}\ncommand = [\"play\", {args}]\n");
        fs::write(at.join("player.toml"), text).unwrap();
    };
    play("random", "\"--strategy\", \"random\"");
    play("greedy", "\"--strategy\", \"greedy\"");
    for depth in ["1", "2", "3"] {
        let args = format!("\"--strategy\", \"minimax\", \"--depth\", {depth:?}");
        play(&format!("minimax-{depth}"), &args);
    }
    players
}

/// The numbers of the matches in the order of their lines.
fn order(out: &Path) -> Vec<u64> {
    let text = fs::read_to_string(out.join("matches.jsonl")).unwrap();
    let id = |line: &str| {
        let record: serde_json::Value = serde_json::from_str(line).unwrap();
        record["id"].as_u64().unwrap()
    };
    text.lines().map(id).collect()
}

pub(crate) const FORMATS: [&[&str]; 4] = [
    &["--games", "2"],
    &["--format", "swiss", "--rounds", "3", "--games", "2"],
    &["--format", "knockout"],
    &["--format", "gauntlet", "--challenger", "minimax-2", "--games", "3"],
];

#[test]
fn the_same_seed_gives_the_same_journal_on_any_number_of_jobs() {
    needs!(containment);
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    players(at);
    for (number, format) in FORMATS.iter().enumerate() {
        let mut first: Option<(BTreeMap<u64, serde_json::Value>, Vec<u8>)> = None;
        for jobs in ["1", "8"] {
            let out = format!("{number}-{jobs}");
            let common = ["run", "players", "--no-smoke", "-q", "--out", &out, "--jobs", jobs];
            let args =
                [&common, *format, &["--openings", "random:4", "--max-plies", "20"]].concat();
            succeeds(&tournament(at, &args));
            let out = at.join(out);
            let lines = timeless_by_match(&out);
            let ids: Vec<u64> = lines.keys().copied().collect();
            assert_eq!(order(&out), ids, "in the order of matches");
            assert_eq!(ids, (1..=ids.len() as u64).collect::<Vec<_>>());
            let standings = fs::read(out.join("standings.csv")).unwrap();
            match &first {
                None => first = Some((lines, standings)),
                Some((expected, table)) => {
                    assert!(&lines == expected, "{format:?} {jobs}");
                    assert!(&standings == table, "{format:?} {jobs}");
                }
            }
        }
    }
}

#[test]
fn a_journal_cut_anywhere_in_its_last_line_loses_that_match_alone() {
    needs!(containment);
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    players(at);
    let run =
        ["run", "players", "--no-smoke", "-q", "--games", "1", "--out", "cut", "--max-plies", "12"];
    succeeds(&tournament(at, &run));
    let out = at.join("cut");
    let journal = out.join("matches.jsonl");
    let whole = fs::read(&journal).unwrap();
    let expected = timeless_by_match(&out);
    let standings = fs::read(out.join("standings.csv")).unwrap();
    let last = whole[..whole.len() - 1].iter().rposition(|&it| it == b'\n').unwrap() + 1;
    // Reading is asked at every length, playing on at some: each costs a start.
    for length in last..whole.len() {
        fs::write(&journal, &whole[..length]).unwrap();
        let results =
            arbitro_tournament::Results::read(&out, arbitro_tournament::Remember::Sums).unwrap();
        let lacks_newline_only = length == whole.len() - 1;
        let played = expected.len() as u64 - u64::from(!lacks_newline_only);
        assert_eq!(results.tally.matches(), played, "{length}");
        assert!(results.problems.is_empty());
        if (length - last) % 97 == 0 || length + 3 > whole.len() {
            succeeds(&tournament(at, &["run", "--resume", "-q", "--out", "cut"]));
            assert!(timeless_by_match(&out) == expected, "{length}");
            assert!(fs::read(out.join("standings.csv")).unwrap() == standings);
        }
    }
}

#[test]
fn a_damaged_line_is_told_kept_aside_and_its_match_played_again() {
    needs!(containment);
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    players(at);
    let run =
        ["run", "players", "--no-smoke", "-q", "--games", "1", "--out", "d", "--max-plies", "12"];
    succeeds(&tournament(at, &run));
    let out = at.join("d");
    let journal = out.join("matches.jsonl");
    let expected = timeless_by_match(&out);
    let text = fs::read_to_string(&journal).unwrap();
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    // A result turned around; a line of another tournament, sealed well; rubbish; the same twice.
    let turned = lines[2].replacen("\"plies\":12", "\"plies\":13", 1);
    assert_ne!(turned, lines[2]);
    lines[2] = turned;
    let unsealed = lines[4].rsplit_once(",\"checksum\"").unwrap().0.to_owned() + "}";
    lines[4] = seal(&unsealed.replacen("\"name\":\"", "\"name\":\"not ", 1));
    lines.insert(6, "rubbish \u{1b}[31m".to_owned());
    lines.push(lines[0].clone());
    fs::write(&journal, lines.join("\n") + "\n").unwrap();

    let standings = tournament(at, &["standings", "d"]);
    let errors = String::from_utf8(standings.stderr.clone()).unwrap();
    assert!(succeeds(&standings).contains(", 8 of 10 matches so far, "));
    for part in [
        "line 3: it is damaged: its checksum does not match",
        "line 5: it is no match of this tournament",
        "line 7: it is damaged: its checksum does not match",
    ] {
        assert!(errors.contains(part), "{part}: {errors}");
    }
    let resumed = tournament(at, &["run", "--resume", "-q", "--out", "d"]);
    assert!(String::from_utf8_lossy(&resumed.stderr).contains("line 3: it is damaged"));
    succeeds(&resumed);
    assert!(timeless_by_match(&out) == expected);
    assert_eq!(order(&out), (1..=10).collect::<Vec<_>>());
    let aside = fs::read_to_string(out.join("matches.damaged")).unwrap();
    assert_eq!(aside.lines().count(), 3, "{aside}");
    assert!(succeeds(&tournament(at, &["standings", "d"])).contains("10 matches"));
}

#[test]
fn a_run_plays_its_own_journal_again_and_names_the_match_and_ply_that_are_wrong() {
    needs!(containment);
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    players(at);
    let run = "run players --no-smoke -q --games 1 --out v --max-plies 12 --verify";
    let said = succeeds(&tournament(at, &run.split(' ').collect::<Vec<_>>()));
    let all = "played again: 10 matches, 120 plies, all as they say\n";
    assert!(said.ends_with(all), "{said}");

    // A forger: another fifth move of match 3, under a good seal.
    let journal = at.join("v/matches.jsonl");
    let text = fs::read_to_string(&journal).unwrap();
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let mut record: serde_json::Value = serde_json::from_str(&lines[2]).unwrap();
    let moves = record["moves"].as_str().unwrap().to_owned();
    let mut moves: Vec<&str> = moves.split(' ').collect();
    moves[4] = "32-1";
    record["moves"] = moves.join(" ").into();
    record.as_object_mut().unwrap().remove("checksum");
    lines[2] = seal(&record.to_string());
    fs::write(&journal, lines.join("\n") + "\n").unwrap();

    let resume = ["run", "--resume", "-q", "--out", "v"];
    succeeds(&tournament(at, &resume));
    let found = tournament(at, &[&resume[..], &["--verify"]].concat());
    assert_eq!(found.status.code(), Some(1));
    let errors = String::from_utf8(found.stderr).unwrap();
    assert!(errors.contains("line 3: match 3, ply 5: "), "{errors}");
    let said = String::from_utf8(found.stdout).unwrap();
    assert!(said.ends_with(" plies, 1 not as they say\n"), "{said}");
    let events = tournament(at, &[&resume[..], &["--verify", "--events"]].concat());
    let said = String::from_utf8(events.stdout).unwrap();
    let last = said.lines().last().unwrap();
    assert!(last.contains(r#""event":"verified""#) && last.contains(r#""wrong":1"#), "{last}");
}

#[test]
fn two_runs_do_not_share_a_folder_and_other_settings_or_players_do_not_mix() {
    needs!(containment);
    let folder = open_folder(0o755);
    let at = folder.path();
    let players = players(at);
    let run = ["run", "players", "--no-smoke", "-q", "--games", "1", "--out", "o"];
    let mut running =
        killed_command(at, &["run", "players", "--no-smoke", "-q", "--games", "400", "--out", "o"])
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
    let journal = at.join("o/matches.jsonl");
    let began = Instant::now();
    while !journal.exists() && began.elapsed() < Duration::from_secs(60) {
        std::thread::sleep(Duration::from_millis(5));
    }
    let said = refused(&tournament(at, &["run", "--resume", "--out", "o"]));
    assert!(said.contains("begins, plays or joins a tournament in this folder"), "{said}");
    running.kill().unwrap();
    running.wait().unwrap();

    let said = refused(&tournament(at, &run));
    assert!(said.contains("continue it with --resume"), "{said}");
    let said =
        refused(&tournament(at, &["run", "--resume", "--out", "o", "--games", "2", "--seed", "9"]));
    assert!(
        said.contains("started with other settings: games is 400, here 2; seed is 1, here 9"),
        "{said}"
    );
    fs::write(players.join("greedy/more"), "another program").unwrap();
    fs::remove_dir_all(players.join("random")).unwrap();
    let said = refused(&tournament(at, &["run", "players", "--resume", "--out", "o"]));
    assert!(said.contains("random is gone; greedy is another program now"), "{said}");
    let said = refused(&tournament(at, &["run", "--resume", "--out", "nowhere"]));
    assert!(said.contains("nothing to resume"), "{said}");
}

#[test]
fn a_run_stops_as_soon_as_its_journal_is_removed_moved_or_replaced() {
    let folder = open_folder(0o755);
    let at = folder.path();
    players(at);
    let removed = |out: &Path| fs::remove_file(out.join("matches.jsonl")).unwrap();
    let moved = |out: &Path| fs::rename(out, at.join("elsewhere")).unwrap();
    let replaced = |out: &Path| {
        fs::copy(out.join("matches.jsonl"), at.join("copy")).unwrap();
        fs::rename(at.join("copy"), out.join("matches.jsonl")).unwrap();
    };
    let ways: [&dyn Fn(&Path); 3] = [&removed, &moved, &replaced];
    for (number, disturb) in ways.iter().enumerate() {
        let out = format!("o{number}");
        let args =
            ["run", "players", "--no-smoke", "-q", "--games", "10000", "--unsafe", "--out", &out];
        let running =
            command(at, &args).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
        let journal = at.join(&out).join("matches.jsonl");
        wait_until("the journal has a match", || {
            fs::metadata(&journal).is_ok_and(|metadata| metadata.len() > 0)
        });
        disturb(&at.join(&out));
        let errors = refused(&running.wait_with_output().unwrap());
        assert!(errors.contains("no longer the file"), "{number}: {errors}");
    }
}

#[test]
fn limits_of_the_shell_are_named_before_they_spoil_anything() {
    let folder = open_folder(0o755);
    let at = folder.path();
    players(at);
    let limited = |limit: &str| {
        let script = format!("ulimit {limit}; exec \"$@\"");
        let args = ["run", "players", "--no-smoke", "-q", "--games", "4", "--unsafe", "--out", "o"];
        let mut shell = Command::new("sh");
        // Nothing is to be copied under the limit.
        let reached = within_reach(program("tournament"));
        shell.args(["-c", &script, "sh"]).arg(reached);
        shell.args(args).env("LC_ALL", "C").current_dir(at);
        refused(&shell.output().unwrap())
    };
    let errors = limited("-n 40");
    assert!(errors.contains("`ulimit -n 120`"), "{errors}");
    // In blocks of 512 bytes: less than the settings take.
    let errors = limited("-f 1");
    assert!(errors.contains("cannot be written: File too large"), "{errors}");
    // More than that, and less than all lines take.
    let errors = limited("-f 12");
    assert!(errors.contains("ulimit -f"), "{errors}");
    let text = fs::read_to_string(at.join("o/matches.jsonl")).unwrap();
    assert!(text.ends_with('\n') && text.lines().count() > 1, "{text}");
    succeeds(&tournament(at, &["run", "--resume", "-q", "--unsafe", "--out", "o"]));
}

#[test]
fn a_full_disk_ends_the_run_and_nothing_that_was_played_is_lost() {
    needs!(containment);
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    players(at);
    let common = ["run", "players", "--no-smoke", "-q", "--games", "2"];
    succeeds(&tournament(at, &[&common[..], &["--out", "whole"]].concat()));
    let expected = timeless_by_match(&at.join("whole"));
    let standings = fs::read(at.join("whole/standings.csv")).unwrap();
    let length = fs::metadata(at.join("whole/matches.jsonl")).unwrap().len();
    // A file system of its own, too small at first, larger later; gone with the shell.
    let script = r#"
        set -e
        mkdir -p small
        mount -t tmpfs -o size="$1" tmpfs small
        if "$0" run players --no-smoke -q --games 2 --out small/o 2>small-errors; then exit 9; fi
        cp small/o/matches.jsonl cut.jsonl
        mount -o remount,size=64m small
        "$0" run --resume -q --out small/o >/dev/null
        cp -r small/o full
    "#;
    for part in [3, 5, 7, 8] {
        let size = (length * part / 10 / 4096 + 1) * 4096;
        let mut shell = Command::new("unshare");
        shell.args(["--mount", "--user", "--map-root-user", "sh", "-c", script]);
        if rustix::process::getuid().is_root() {
            shell = Command::new("unshare");
            shell.args(["--mount", "sh", "-c", script]);
        }
        let output = shell
            .arg(program("tournament"))
            .arg(size.to_string())
            .current_dir(at)
            .output()
            .unwrap();
        assert!(output.status.success(), "{output:?}");
        let errors = fs::read_to_string(at.join("small-errors")).unwrap();
        assert!(errors.contains("make room"), "{errors}");
        assert!(errors.contains("tournament run --resume --out small/o"), "{errors}");
        let full = at.join("full");
        assert!(timeless_by_match(&full) == expected, "{part}");
        assert!(fs::read(full.join("standings.csv")).unwrap() == standings);
        let cut = fs::read_to_string(at.join("cut.jsonl")).unwrap();
        let after = fs::read_to_string(full.join("matches.jsonl")).unwrap();
        let kept = cut.lines().filter(|line| seal_of(line.as_bytes()) == Seal::Whole);
        let mut count = 0;
        for line in kept {
            assert!(after.contains(line), "lost: {line}");
            count += 1;
        }
        assert!(count > 0, "something was played before the disk was full");
        fs::remove_dir_all(&full).unwrap();
    }
}

#[test]
fn a_file_is_whole_or_not_there() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("file");
    fs::write(&path, "before").unwrap();
    let failed = arbitro_tournament::store(&path, |file| {
        file.write_all(b"half")?;
        Err(std::io::Error::other("no more"))
    });
    assert!(failed.is_err());
    assert_eq!(fs::read_to_string(&path).unwrap(), "before");
    arbitro_tournament::store(&path, |file| file.write_all(b"after")).unwrap();
    assert_eq!(fs::read_to_string(&path).unwrap(), "after");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "nothing beside it");
}

#[test]
fn a_damaged_line_costs_its_match_and_no_later_round() {
    needs!(containment);
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    players(at);
    for format in ["swiss", "knockout"] {
        let run = ["run", "players", "--no-smoke", "-q", "--format", format, "--out", format];
        succeeds(&tournament(at, &run));
        let out = at.join(format);
        let expected = timeless_by_match(&out);
        let journal = out.join("matches.jsonl");
        let text = fs::read_to_string(&journal).unwrap();
        fs::write(&journal, text.replacen("\"plies\":", "\"plies\": ", 1)).unwrap();
        let shown = tournament(at, &["standings", format]);
        let errors = String::from_utf8_lossy(&shown.stderr).into_owned();
        assert!(!errors.contains("no match of this tournament"), "{errors}");
        let again = ["run", "--resume", "--events", "--out", format];
        let events = succeeds(&tournament(at, &again));
        let played = events.lines().filter(|line| line.starts_with("{\"event\":\"match\""));
        assert_eq!(played.count(), 1, "{events}");
        assert!(timeless_by_match(&out) == expected, "{format}");
        let kept = fs::read_to_string(&journal).unwrap();
        let kept: Vec<&str> = kept.lines().collect();
        let before: Vec<&str> = text.lines().collect();
        assert!(kept[1..] == before[1..], "the others are what they were");
    }
}

#[test]
fn a_run_that_a_void_match_is_left_in_answers_with_1() {
    needs!(containment);
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    players(at);
    // A sequential test passes over void matches: others are never played again after its end.
    let run =
        "run players/random players/minimax-3 --out o --sprt 0,200 --max-plies 60 --no-smoke -q";
    succeeds(&tournament(at, &run.split(' ').collect::<Vec<_>>()));
    let out = at.join("o");
    let mut all = records(&out);
    (all[0].winner, all[0].fault) = (None, None);
    all[0].reason = Some("void".into());
    rewrite(&out, &all);
    let again = tournament(at, &["run", "--resume", "--out", "o", "-q"]);
    assert_eq!(again.status.code(), Some(1), "{again:?}");
    let printed = String::from_utf8_lossy(&again.stdout).into_owned();
    assert!(printed.contains("void"), "{printed}");
}

#[test]
fn a_match_can_be_watched_while_it_is_played_and_leaves_nothing_behind() {
    needs!(containment);
    let folder = open_folder(0o755);
    let at = folder.path();
    for name in ["slow", "slower"] {
        let player = at.join("players").join(name);
        fs::create_dir_all(&player).unwrap();
        let command =
            "command = [\"play\", \"--strategy\", \"mcts\", \"--move-time\", \"200ms\"]\n";
        fs::write(player.join("player.toml"), command).unwrap();
    }
    let args = ["run", "players", "--no-smoke", "-q", "--games", "1", "--max-plies", "20"];
    let mut running = command(at, &[&args[..], &["--out", "out"]].concat())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let out = at.join("out");
    let mut seen: Vec<String> = Vec::new();
    wait_until("a running match is shown and the run ends", || {
        if let Some(record) = live_matches(&out, 10).pop() {
            assert_eq!((record.winner, record.reason), (None, None));
            seen.push(record.moves);
        }
        !seen.is_empty() && running.try_wait().unwrap().is_some()
    });
    assert!(running.wait().unwrap().success());
    seen.dedup();
    assert!(seen.len() > 2, "{seen:?}");
    let text = fs::read_to_string(out.join("matches.jsonl")).unwrap();
    let record: serde_json::Value = serde_json::from_str(text.trim()).unwrap();
    for moves in &seen {
        assert!(record["moves"].as_str().unwrap().starts_with(moves), "{moves}");
    }
    assert!(!out.join(LIVE).exists());
}
