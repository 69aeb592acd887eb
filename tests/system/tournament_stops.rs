//! Tournaments that are stopped or killed: they continue, and no player loses by it.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;

use crate::needs::{is_root, needs, skip};
use crate::programs::{descendants, open_folder, open_to_all, program, wait_until};
use crate::tournament_folder::{FORMATS, players};
use crate::tournament_program::{
    command, killed_command, luck, refused, succeeds, timeless_by_match, tournament,
};
use arbitro_records::{Seal, seal_of};
use arbitro_testkit::sizes::size;

/// Number of kills; `scripts/kill-tournaments` sets more.
pub(crate) fn kills() -> u64 {
    size("ARBITRO_TEST_KILLS", 4, 12)
}

#[test]
fn a_tournament_killed_at_any_instant_goes_on_and_ends_as_if_nothing_had_been() {
    needs!(containment);
    let folder = open_folder(0o755);
    let at = folder.path();
    players(at);
    for (number, format) in FORMATS.iter().enumerate().take(3) {
        let whole = format!("whole-{number}");
        let common = ["run", "players", "--no-smoke", "-q"];
        let began = Instant::now();
        let args = [&common, *format, &["--out", &whole]].concat();
        succeeds(&tournament(at, &args));
        let took = u64::try_from(began.elapsed().as_millis()).unwrap();
        let expected = timeless_by_match(&at.join(&whole));
        let standings = fs::read(at.join(&whole).join("standings.csv")).unwrap();
        for kill in 0..kills().div_ceil(3) {
            let out = format!("killed-{number}-{kill}");
            let first = [&common, *format, &["--out", &out]].concat();
            let again = ["run", "--resume", "-q", "--out", &out];
            let mut args: &[&str] = &first;
            // Some are killed more than once.
            for attempt in 0..=kill % 3 {
                let mut running = killed_command(at, args)
                    .stdout(Stdio::null())
                    .stderr(Stdio::null())
                    .spawn()
                    .unwrap();
                let after = luck(kill * 3 + attempt + 1000 * number as u64) % (took + took / 5);
                std::thread::sleep(Duration::from_millis(after));
                // It may have ended: then there is nothing to kill.
                let _ = running.kill();
                running.wait().unwrap();
                if at.join(&out).join("tournament.toml").exists() {
                    args = &again;
                }
            }
            let before =
                fs::read_to_string(at.join(&out).join("matches.jsonl")).unwrap_or_default();
            let kept: Vec<&str> =
                before.lines().filter(|line| seal_of(line.as_bytes()) == Seal::Whole).collect();
            succeeds(&tournament(at, args));
            let out = at.join(&out);
            assert!(timeless_by_match(&out) == expected, "{format:?}, kill {kill}");
            assert!(
                fs::read(out.join("standings.csv")).unwrap() == standings,
                "{format:?}, kill {kill}"
            );
            let after = fs::read_to_string(out.join("matches.jsonl")).unwrap();
            for line in kept {
                assert!(after.contains(line), "a match that had ended was lost: {line}");
            }
            fs::remove_dir_all(&out).unwrap();
        }
    }
}

#[test]
fn asked_to_stop_it_leaves_whole_files_and_says_how_to_go_on() {
    needs!(containment);
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    players(at);
    let args = ["run", "players", "--no-smoke", "-q", "--games", "400", "--out", "s"];
    let running = command(at, &args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let journal = at.join("s/matches.jsonl");
    let began = Instant::now();
    let has_lines = || fs::metadata(&journal).is_ok_and(|metadata| metadata.len() > 10_000);
    while !has_lines() && began.elapsed() < Duration::from_secs(60) {
        std::thread::sleep(Duration::from_millis(5));
    }
    let pid = Pid::from_raw(i32::try_from(running.id()).unwrap()).unwrap();
    // `timeout` sends its signal to the process, and again to its group: one request.
    for signal in [Signal::INT, Signal::TERM] {
        kill_process(pid, signal).unwrap();
        std::thread::sleep(Duration::from_millis(1));
    }
    let output = running.wait_with_output().unwrap();
    let said = refused(&output);
    assert!(said.contains("continue with `tournament run --resume --out s`"), "{said}");
    let lines = timeless_by_match(&at.join("s")).len();
    assert!(lines > 0);
    let ranking = String::from_utf8(output.stdout).unwrap();
    assert!(ranking.contains(&format!("5 players, {lines} of 4000 matches so far")), "{ranking}");
    assert!(at.join("s/standings.csv").exists());
}

#[test]
fn asked_to_stop_it_does_not_wait_for_a_player_that_thinks() {
    needs!(containment);
    let folder = open_folder(0o755);
    let at = folder.path();
    for name in ["sleeper", "bomb"] {
        let player = at.join("players").join(name);
        fs::create_dir_all(&player).unwrap();
        let script = match name {
            "bomb" => "#!/bin/bash\nwhile :; do (while :; do :; done) & done\n",
            _ => "#!/bin/bash\nsleep 1000\n",
        };
        fs::write(player.join("player"), script).unwrap();
        open_to_all(&player);
        fs::set_permissions(player.join("player"), fs::Permissions::from_mode(0o755)).unwrap();
        let text = format!("name = {name:?}\ncommand = [\"./player\"]\nprocesses = 64\n");
        fs::write(player.join("player.toml"), text).unwrap();
    }
    for first in ["sleeper", "bomb"] {
        let args = [
            "run",
            "players",
            "--no-smoke",
            "-q",
            "--move-time",
            "10m",
            "--format",
            "gauntlet",
            "--challenger",
            first,
            "--out",
            first,
        ];
        let mut running =
            command(at, &args).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        wait_until("players run", || descendants(running.id()).len() > 4);
        let pid = Pid::from_raw(i32::try_from(running.id()).unwrap()).unwrap();
        kill_process(pid, Signal::TERM).unwrap();
        let asked = Instant::now();
        running.wait().unwrap();
        assert!(asked.elapsed() < Duration::from_secs(60), "{first}");
    }
}

/// Starts a tournament of players that think, ends what `is_ended` says of what it started, by its
/// command line, then the tournament itself, and tells what it has written down for forfeits.
fn faults_after_the_end_of_all(is_ended: fn(&str) -> bool) -> Vec<String> {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    for name in ["one", "two", "three"] {
        let player = at.join("players").join(name);
        fs::create_dir_all(&player).unwrap();
        let command = "command = [\"play\", \"--strategy\", \"mcts\", \"--nodes\", \"3000\"]\n";
        fs::write(player.join("player.toml"), command).unwrap();
    }
    let args = "run players --no-smoke -q --max-plies 20 --games 400 --jobs 2 --out ended";
    let running = command(at, &args.split(' ').collect::<Vec<_>>())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let journal = at.join("ended/matches.jsonl");
    let began = Instant::now();
    let has_lines = || fs::metadata(&journal).is_ok_and(|metadata| metadata.len() > 2_000);
    while !has_lines() && began.elapsed() < Duration::from_secs(60) {
        std::thread::sleep(Duration::from_millis(5));
    }
    let end = |pid: i32| {
        let pid = Pid::from_raw(pid).unwrap();
        let _ = kill_process(pid, Signal::TERM);
    };
    let wanted = || {
        // The processes started last come first: the players.
        let mut found = descendants(running.id());
        found.reverse();
        found.retain(|pid| {
            let line = fs::read(format!("/proc/{pid}/cmdline")).unwrap_or_default();
            is_ended(&String::from_utf8_lossy(&line))
        });
        found
    };
    // Between two matches there are none for a while.
    let mut ended = wanted();
    while ended.len() < 4 && began.elapsed() < Duration::from_secs(60) {
        ended = wanted();
    }
    assert!(ended.len() >= 4, "two at each of two tables: {ended:?}");
    ended.into_iter().for_each(end);
    std::thread::sleep(Duration::from_millis(100));
    end(i32::try_from(running.id()).unwrap());
    let said = refused(&running.wait_with_output().unwrap());
    assert!(said.contains("--resume"), "{said}");
    let records = timeless_by_match(&at.join("ended"));
    let reasons = records.values().map(|record| record["reason"].as_str().unwrap());
    let faults = reasons.filter(|reason| ["crash", "exited", "void"].contains(reason));
    faults.map(str::to_owned).collect()
}

#[test]
fn players_that_are_ended_together_with_the_referee_lose_nothing_by_it() {
    needs!(containment);
    let players = |line: &str| line.contains("mcts");
    assert_eq!(faults_after_the_end_of_all(players), Vec::<String>::new());
    // With them what keeps them, as a cluster does.
    let all = |_: &str| true;
    assert_eq!(faults_after_the_end_of_all(all), Vec::<String>::new());
}

fn is_player(pid: i32) -> bool {
    has_word(pid, b"\0play\0")
}

fn is_run(pid: i32) -> bool {
    has_word(pid, b"tournament\0run\0") && !has_word(pid, b"sh\0-c\0")
}

fn has_word(pid: i32, word: &[u8]) -> bool {
    let command = fs::read(format!("/proc/{pid}/cmdline")).unwrap_or_default();
    command.windows(word.len()).any(|it| it == word)
}

/// Reads the cores of a run from its events; `None` if it has not told them yet.
fn cores(events: &Path) -> Option<Value> {
    let events = fs::read_to_string(events).unwrap_or_default();
    // The last line may not be whole.
    let mut events = events.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    let event = events.find(|event| event["event"] == "cores")?;
    Some(event["cores"].clone())
}

#[test]
fn two_runs_at_once_are_played_on_different_cores_and_leave_nothing_when_killed() {
    needs!(containment);
    if std::thread::available_parallelism().unwrap().get() < 2 {
        return skip("one core");
    }
    let folder = open_folder(0o755);
    let at = folder.path();
    players(at);
    // Among processes of their own: the matches of other tests take cores, too.
    let both =
        "for run in a b; do \"$0\" \"$@\" --out $run >$run.events 2>/dev/null & done; wait; cat";
    let user: &[&str] = if is_root() { &[] } else { &["--user", "--map-current-user"] };
    let mut apart = Command::new("unshare");
    apart.args(user).args(["--pid", "--mount-proc", "--fork", "--kill-child", "sh", "-c", both]);
    let common = ["run", "players", "--no-smoke", "--unsafe", "--games", "100000"];
    let mut runs = apart
        .arg(program("tournament"))
        .args([&common[..], &["--jobs", "1", "--events"]].concat())
        .current_dir(at)
        .stdin(Stdio::piped())
        .spawn()
        .unwrap();
    let told = ["a.events", "b.events"].map(|it| at.join(it));
    wait_until("each run tells its cores", || told.iter().all(|it| cores(it).is_some()));
    // One may have shared a core for the moment in which both picked it.
    let [first, second] = told.each_ref().map(|each_ref| cores(each_ref).unwrap());
    assert_ne!(first, second);
    let of_kind = |is_it: fn(i32) -> bool| {
        descendants(runs.id()).into_iter().filter(|&it| is_it(it)).collect::<Vec<_>>()
    };
    wait_until("each run has a player", || of_kind(is_player).len() >= 2);
    for run in of_kind(is_run) {
        kill_process(Pid::from_raw(run).unwrap(), Signal::KILL).unwrap();
    }
    // Players, too, wherever they are.
    wait_until("the players of killed runs are gone", || of_kind(is_player).is_empty());
    drop(runs.stdin.take());
    assert!(runs.wait().unwrap().success());
}
