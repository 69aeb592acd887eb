//! Standing tournaments: a folder that is watched, in which players come, change and go.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use arbitro_testkit::journals::{self, settings};
use arbitro_testkit::sizes::setting;
use arbitro_tournament::{PAIRINGS, Pairings};
use serde_json::Value;

use crate::needs::needs;
use crate::programs::{open_folder, program, wait_until};
use crate::tournament_program::{
    killed_command, luck, refused, succeeds, timeless_by_match, tournament,
};

/// A folder of players that is watched, and its results.
struct Ladder {
    folder: tempfile::TempDir,
    running: Option<Child>,
}

impl Ladder {
    fn new() -> Ladder {
        let folder = open_folder(0o755);
        fs::create_dir(folder.path().join("in")).unwrap();
        Ladder { folder, running: None }
    }

    fn at(&self) -> &Path {
        self.folder.path()
    }

    fn start(&mut self, more: &[&str]) {
        let args = ["stand", "in", "--out", "out", "--jobs", "2", "-q"];
        let mut command = killed_command(self.at(), &[&args[..], more].concat());
        let errors = fs::File::options().append(true).create(true).open(self.at().join("errors"));
        command.stdout(Stdio::null()).stderr(errors.unwrap());
        self.running = Some(command.spawn().unwrap());
    }

    fn kill(&mut self) {
        let mut running = self.running.take().unwrap();
        running.kill().unwrap();
        running.wait().unwrap();
    }

    fn stop(&mut self) {
        let mut running = self.running.take().unwrap();
        let id = rustix::process::Pid::from_child(&running);
        rustix::process::kill_process(id, rustix::process::Signal::INT).unwrap();
        let ended = running.wait().unwrap();
        let errors = fs::read_to_string(self.at().join("errors")).unwrap();
        assert!(ended.success(), "{errors}");
    }

    /// Hands in a player: this manifest, and files.
    fn hand_in(&self, name: &str, manifest: &str, files: &[(&str, &str)]) {
        let at = self.at().join("in").join(name);
        fs::create_dir_all(&at).unwrap();
        for (file, text) in files.iter().chain(&[("player.toml", manifest)]) {
            fs::write(at.join(file), text).unwrap();
        }
    }

    fn told(&self, name: &str) -> String {
        let told = self.at().join("out/players").join(name).join("told.txt");
        fs::read_to_string(told).unwrap_or_default()
    }

    #[track_caller]
    fn wait_for(&self, name: &str, first_line: &str) {
        let what = format!("{name} is told: {first_line}");
        wait_until(&what, || self.told(name).lines().next().is_some_and(|line| line == first_line));
    }

    fn events(&self) -> Vec<Value> {
        let text = fs::read_to_string(self.at().join("out/pairings.jsonl")).unwrap_or_default();
        // A kill may tear the last line.
        text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect()
    }

    fn played(&self) -> usize {
        let text = fs::read_to_string(self.at().join("out/matches.jsonl"));
        text.map_or(0, |text| text.lines().count())
    }
}

impl Drop for Ladder {
    fn drop(&mut self) {
        if let Some(running) = &mut self.running {
            let _ = running.kill();
            let _ = running.wait();
        }
    }
}

fn random(seed: u64) -> String {
    format!("command = [\"play\", \"--strategy\", \"random\", \"--seed\", \"{seed}\"]\n")
}

const SHORT: [&str; 2] = ["--max-plies", "20"];

#[test]
fn whoever_puts_a_folder_there_has_handed_it_in_and_is_told() {
    needs!(containment);
    let mut ladder = Ladder::new();
    ladder.hand_in("ada", &random(1), &[]);
    ladder.hand_in("bob", &random(2), &[]);
    ladder.hand_in("eve", "command = [\"/bin/true\"]\n", &[]);
    ladder.start(&SHORT);
    ladder.wait_for("ada", "ada@1 plays");
    wait_until("a broken player is told", || ladder.told("eve").contains("exited with code 0"));
    let again = ["match", "out/players/eve/trial.jsonl", "--match", "0"];
    let verify = Command::new(program("verify")).args(again).current_dir(ladder.at()).output();
    assert!(succeeds(&verify.unwrap()).contains("exited with code 0"));
    ladder.hand_in("eve", &random(3), &[]);
    ladder.wait_for("eve", "eve@1 plays");
    ladder.hand_in("ada", &random(4), &[]);
    ladder.wait_for("ada", "ada@2 plays");
    let played = ladder.played();
    wait_until("matches go on", || ladder.played() > played + 20);
    ladder.stop();
    let names: Vec<_> =
        ladder.events().iter().filter_map(|it| it["entry"].as_str().map(str::to_owned)).collect();
    let expected = ["ada", "ada@2", "bob", "eve"];
    assert_eq!(names.iter().map(String::as_str).collect::<BTreeSet<_>>(), expected.into());
    // Back to the first version, whatever the folder has.
    succeeds(&tournament(ladder.at(), &["stand", "--out", "out", "--use", "ada@1"]));
    ladder.start(&[]);
    let played = ladder.played();
    wait_until("it goes on", || ladder.played() > played + 20);
    succeeds(&tournament(ladder.at(), &["stand", "--out", "out", "--use", "ada@2"]));
    ladder.wait_for("ada", "ada@2 plays");
    ladder.stop();
    let asked = ladder.events().iter().filter(|event| event["asked"] == true).count();
    assert_eq!(asked, 2, "at the second beginning nobody else returned");
    let json = succeeds(&tournament(ladder.at(), &["standings", "out", "--json"]));
    assert_eq!(json.lines().count(), 4);
}

#[test]
fn damaged_lines_of_the_pairings_are_reported() {
    let folder = tempfile::tempdir().unwrap();
    let mut file = journals::tournament(settings(&[("format", "standing".into())]), 0);
    file.pairings = Some(Pairings::default());
    file.write(folder.path()).unwrap();
    fs::write(folder.path().join(PAIRINGS), "rubbish\n").unwrap();
    let standings = tournament(folder.path(), &["standings", "."]);
    let errors = String::from_utf8_lossy(&standings.stderr);
    let report = "pairings.jsonl, line 1: it is damaged, or contradicts the lines before it";
    assert!(errors.contains(report), "{errors}");
    succeeds(&standings);
}

#[test]
fn other_commands_leave_a_standing_tournament_alone_and_freeze_plays_a_round_robin() {
    needs!(containment);
    let mut ladder = Ladder::new();
    ladder.hand_in("ada", &random(1), &[]);
    ladder.hand_in("bob", &random(2), &[]);
    ladder.start(&SHORT);
    ladder.wait_for("bob", "bob@1 plays");
    // The same bytes as another one's.
    ladder.hand_in("bob", &random(1), &[]);
    ladder.wait_for("bob", "bob@2 plays");
    ladder.stop();
    let at = ladder.at();
    for args in [
        &["run", "--resume", "--out", "out"][..],
        &["run", "--resume", "--out", "out", "--add", "in/ada"],
        &["run", "in", "--part", "1/2", "--out", "out"],
    ] {
        let errors = refused(&tournament(at, args));
        assert!(errors.contains("it is a standing tournament"), "{errors}");
    }
    assert!(
        refused(&tournament(at, &["stand", "in", "--out", "in/out"])).contains("neither may lie")
    );
    let other = refused(&tournament(at, &["stand", "in", "--out", "out", "--seed", "9"]));
    assert!(other.contains("seed is 1, here 9"), "{other}");
    succeeds(&tournament(at, &["freeze", "out", "-q"]));
    let records = timeless_by_match(&at.join("out/final"));
    assert_eq!(records.len(), 2);
    let names = |it: &Value| {
        [&it["players"]["x"]["name"], &it["players"]["o"]["name"]]
            .map(|it| it.as_str().unwrap().to_owned())
    };
    assert_eq!(
        records.values().map(names).collect::<BTreeSet<_>>().len(),
        2,
        "by the names of folders"
    );
    let sha = |it: &Value| it["sha256"].as_str().map(str::to_owned);
    let newest = ladder.events().iter().filter(|it| it["entry"] == "bob@2").filter_map(sha).next();
    assert!(records.values().all(|record| {
        [&record["players"]["x"], &record["players"]["o"]].iter().any(|value| sha(value) == newest)
    }));
}

/// A version that is handed in, by its number.
fn version(number: u64) -> (String, Vec<(&'static str, String)>) {
    let python = |text: &str| {
        ("command = [\"python3\", \"bot.py\"]\n".to_owned(), vec![("bot.py", text.to_owned())])
    };
    match number % 20 {
        7 => python("import os\nwhile True:\n    os.fork()\n"),
        13 => python("import time\ntime.sleep(1000)\n"),
        17 => python("held = []\nwhile True:\n    held.append('x' * 10_000_000)\n"),
        19 => ("command = [\n".to_owned(), Vec::new()),
        _ => (random(number), Vec::new()),
    }
}

/// Returns the value that so many of a hundred are not above.
fn quantile<T: Ord + Copy + Default>(mut all: Vec<T>, percent: usize) -> T {
    all.sort_unstable();
    all.get(all.len() * percent / 100).or(all.last()).copied().unwrap_or_default()
}

#[test]
fn kills_lose_and_double_nothing_while_versions_come() {
    needs!(containment);
    let players = setting("LADDER_PLAYERS", 6);
    let versions = setting("LADDER_VERSIONS", 12);
    let seconds = setting("LADDER_SECONDS", 20);
    let kills = setting("LADDER_KILLS", 3);
    let mut ladder = Ladder::new();
    ladder.start(&SHORT);
    let began = Instant::now();
    let (mut handed, mut killed) = (0, 0);
    // By name: when the newest version was whole, and what was told before.
    let mut waiting: BTreeMap<String, (Instant, String, bool)> = BTreeMap::new();
    let (mut seen, mut judged) = (Vec::new(), Vec::new());
    let share = |of: u64| began.elapsed().as_secs_f64() / seconds as f64 * of as f64;
    while handed < versions || !waiting.is_empty() {
        if handed < versions && share(versions) >= handed as f64 {
            let name = format!("p{:02}", luck(handed) % players);
            let (manifest, files) = version(handed);
            let files: Vec<_> = files.iter().map(|(name, text)| (*name, &**text)).collect();
            let before = ladder.told(&name);
            if handed % 10 == 3 {
                // Half of it lies there for a while.
                ladder.hand_in(&name, "command =", &files);
                thread::sleep(Duration::from_millis(1200));
            }
            ladder.hand_in(&name, &(manifest + &format!("# {handed}\n")), &files);
            waiting.insert(name, (Instant::now(), before, false));
            handed += 1;
        }
        if killed < kills && share(kills + 1) >= (killed + 1) as f64 {
            ladder.kill();
            ladder.start(&[]);
            killed += 1;
        }
        waiting.retain(|name, (since, before, is_seen)| {
            let told = ladder.told(name);
            let first = told.lines().next().unwrap_or_default();
            if told != *before && !*is_seen {
                *is_seen = true;
                seen.push(since.elapsed());
            }
            let is_judged = *is_seen && (first.ends_with(" plays") || first.contains("not play"));
            if is_judged {
                judged.push(since.elapsed());
            }
            !is_judged && since.elapsed() < Duration::from_secs(90)
        });
        thread::sleep(Duration::from_millis(50));
    }
    ladder.stop();
    for (what, times) in [("seen", &seen), ("first verdict", &judged)] {
        let [median, late] = [50, 95].map(|it| quantile(times.clone(), it));
        println!("{what}: {} of {versions}, median {median:.1?}, 95 % {late:.1?}", times.len());
    }
    let events = ladder.events();
    let numbers: Vec<u64> = events.iter().filter_map(|event| event["pairing"].as_u64()).collect();
    assert_eq!(numbers, (1..=numbers.len() as u64).collect::<Vec<_>>());
    let entries: Vec<&str> = events.iter().filter_map(|event| event["entry"].as_str()).collect();
    assert_eq!(entries.len(), entries.iter().collect::<BTreeSet<_>>().len());
    let paired: BTreeMap<u64, &Value> =
        events.iter().filter_map(|event| Some((event["pairing"].as_u64()?, event))).collect();
    let out = ladder.at().join("out");
    let records = timeless_by_match(&out);
    let mut games: BTreeMap<&str, (u32, f64)> = BTreeMap::new();
    for (id, record) in &records {
        for side in ["x", "o"] {
            let name = record["players"][side]["name"].as_str().unwrap();
            assert_eq!(paired[id][side], name);
            games.entry(name).or_default().0 += 1;
        }
    }
    for line in fs::read_to_string(out.join("matches.jsonl")).unwrap().lines() {
        let record: Value = serde_json::from_str(line).unwrap();
        let ms = record["ms"].as_array().cloned().unwrap_or_default();
        for (ply, ms) in ms.iter().enumerate() {
            let side = ["x", "o"][ply % 2];
            let name = record["players"][side]["name"].as_str().unwrap();
            let name = entries.iter().find(|entry| **entry == name).unwrap();
            games.get_mut(name).unwrap().1 += ms.as_f64().unwrap_or_default() / 1e3;
        }
    }
    let counts: Vec<u32> = games.values().map(|game| game.0).collect();
    let most = games.iter().max_by(|a, b| a.1.1.total_cmp(&b.1.1)).unwrap();
    let all: f64 = games.values().map(|game| game.1).sum();
    println!(
        "{} matches of {} versions; games each {} to {} (5 and 95 %); {} thought longest, {:.1} of {all:.1} s",
        records.len(),
        entries.len(),
        quantile(counts.clone(), 5),
        quantile(counts, 95),
        most.0,
        most.1.1
    );
    let is_played = |it: &u64| records.contains_key(it);
    let open = numbers.iter().filter(|number| !is_played(number)).count();
    assert!(
        open <= 16,
        "{open} matches are open: only those that were played or queued at the end"
    );
    again_by_the_same_pairings(&ladder, &records);
}

/// Plays the same pairings anew, and compares what came of them.
fn again_by_the_same_pairings(ladder: &Ladder, records: &BTreeMap<u64, Value>) {
    let first: PathBuf = ladder.at().join("out");
    let mut anew = Ladder::new();
    let copied = Command::new("cp").arg("-a").arg(&first).arg(anew.at()).status().unwrap();
    assert!(copied.success());
    fs::remove_file(anew.at().join("out/matches.jsonl")).unwrap();
    anew.start(&[]);
    let enough = records.len().min(60);
    wait_until("they are played anew", || anew.played() >= enough);
    anew.stop();
    let mut compared = 0;
    for (id, record) in timeless_by_match(&anew.at().join("out")) {
        let Some(before) = records.get(&id) else { continue };
        // The time in which a player hangs or is killed differs.
        let is_decided = before.get("fault").is_none_or(Value::is_null);
        if is_decided {
            assert_eq!(&record, before);
            compared += 1;
        }
    }
    assert!(compared * 2 > enough, "{compared} of {enough}");
}
