//! Tournaments over the machines of a cluster, by the project's own scripts on a real Slurm: two nodes on
//! this machine, started and ended by `scripts/slurm/local-cluster`.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::{Duration, Instant};

use arbitro_testkit::compiled::compile;
use arbitro_testkit::games::project;
use arbitro_testkit::needs::{containment, on_path, root, skip};
use arbitro_testkit::programs::{self, copy_program};
use arbitro_testkit::sizes::is_long;
use arbitro_testkit::tournament_program::{timeless_by_match, tournament};
use arbitro_tournament::{journal, journals_in};

/// Longer than anything here takes, on a busy machine too.
const PATIENCE: Duration = Duration::from_secs(240);

/// A cluster of two nodes; gone when dropped.
struct Cluster {
    folder: tempfile::TempDir,
}

impl Cluster {
    /// A cluster; `None` on a machine without Slurm.
    fn start() -> Option<Cluster> {
        if !is_there() {
            return None;
        }
        // Unix sockets have short names.
        let folder = tempfile::Builder::new().prefix("slurm-").tempdir_in("/tmp").unwrap();
        let cluster = Cluster { folder };
        let started = cluster.script("local-cluster", &["start"]).output().unwrap();
        assert!(started.status.success(), "{started:?}");
        Some(cluster)
    }

    fn folder(&self) -> &Path {
        self.folder.path()
    }

    fn conf(&self) -> PathBuf {
        self.folder().join("cluster/slurm.conf")
    }

    /// A script of the project; `local-cluster` is told its folder.
    fn script(&self, name: &str, args: &[&str]) -> Command {
        let mut command = self.command(project("scripts/slurm").join(name));
        command.args(args);
        if name == "local-cluster" {
            command.arg(self.folder().join("cluster"));
        }
        command
    }

    /// A command that uses this cluster, and the binaries under test.
    fn command(&self, program: impl AsRef<std::ffi::OsStr>) -> Command {
        let mut command = Command::new(program);
        command
            .env("SLURM_CONF", self.conf())
            .env("ARBITRO", programs::program("tournament").parent().unwrap())
            .env("LC_ALL", "C")
            .current_dir(self.folder());
        command
    }

    fn ask(&self, program: &str, args: &[&str]) -> String {
        let output = self.command(program).args(args).output().unwrap();
        assert!(output.status.success(), "{program} {args:?}: {output:?}");
        String::from_utf8(output.stdout).unwrap()
    }

    /// Submits, and says the numbers of the jobs.
    fn submit(&self, args: &[&str]) -> Vec<String> {
        let output = self.script("submit", args).output().unwrap();
        assert!(output.status.success(), "{output:?}");
        let said = String::from_utf8(output.stdout).unwrap();
        let line = said.lines().find_map(|line| line.strip_prefix("submitted: jobs "));
        let jobs = line.unwrap_or_else(|| panic!("{said}"));
        jobs.split(' ').map(str::to_owned).collect()
    }

    /// Waits until this is so.
    fn until(&self, what: &str, mut is_so: impl FnMut() -> bool) {
        let began = Instant::now();
        while !is_so() {
            assert!(
                began.elapsed() < PATIENCE,
                "{what}\n{}\n{}",
                self.ask("squeue", &[]),
                self.logs()
            );
            std::thread::sleep(Duration::from_millis(300));
        }
    }

    fn wait_for_all(&self) {
        self.until("the queue is never empty", || self.ask("squeue", &["-h"]).is_empty());
    }

    /// The processes that play a part on a node of this cluster; there may be others.
    fn workers(&self, node: &str) -> Vec<i32> {
        let conf = format!("SLURM_CONF={}", self.conf().display());
        let mut found = Vec::new();
        for entry in fs::read_dir("/proc").unwrap().flatten() {
            let Some(pid) = entry.file_name().to_str().and_then(|it| it.parse().ok()) else {
                continue;
            };
            let read = |file: &str| fs::read(entry.path().join(file)).unwrap_or_default();
            let holds = |bytes: &[u8], part: &str| {
                bytes.split(|it| *it == 0).any(|it| it == part.as_bytes())
            };
            if holds(&read("cmdline"), "--part")
                && holds(&read("environ"), &conf)
                && holds(&read("environ"), &format!("SLURMD_NODENAME={node}"))
            {
                found.push(pid);
            }
        }
        found
    }

    /// Logs of the jobs.
    fn logs(&self) -> String {
        let mut text = String::new();
        for entry in walkdir::WalkDir::new(self.folder()).sort_by_file_name() {
            let entry = entry.unwrap();
            let is_log = entry.path().parent().is_some_and(|parent| parent.ends_with("log"));
            if is_log && entry.file_name().to_string_lossy().starts_with("part-") {
                text += &format!(
                    "== {}\n{}",
                    entry.path().display(),
                    fs::read_to_string(entry.path()).unwrap()
                );
            }
        }
        text
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        let stopped = self.script("local-cluster", &["stop"]).output();
        if !std::thread::panicking() {
            assert!(stopped.unwrap().status.success());
        }
    }
}

fn is_there() -> bool {
    // Daemons may lie where only root looks.
    let found = |tool: &str| on_path(tool).is_some() || Path::new("/usr/sbin").join(tool).is_file();
    let missing: Vec<&str> = ["slurmctld", "slurmd", "sbatch", "munged", "python3", "gcc"]
        .into_iter()
        .filter(|it| !found(it))
        .collect();
    if missing.is_empty() {
        // Its daemons change users, and what they start is contained.
        return root() && containment();
    }
    let missing = missing.join(", ");
    assert!(
        std::env::var_os("CI").is_none(),
        "in CI {missing} must be there: scripts/setup installs it"
    );
    skip(&format!("no {missing} (scripts/setup)"));
    false
}

/// So many players who answer alike from the same seed. One of four takes its time before its first move:
/// what is done to a cluster must find it at work.
fn players(at: &Path, count: usize) {
    let program = at.join("player");
    compile("gcc", &["-O1"], &project("players/c/player.c"), &program);
    for number in 0..count {
        let folder = at.join(format!("players/player-{number:02}"));
        fs::create_dir_all(&folder).unwrap();
        let command = match number % 4 {
            0 => "\"play\", \"--strategy\", \"random\"",
            1 => "\"play\", \"--strategy\", \"greedy\"",
            2 => "\"play\", \"--strategy\", \"minimax\", \"--depth\", \"2\"",
            _ => {
                late_player(&folder, &program);
                "\"./late\""
            }
        };
        let text = format!("command = [{command}]\n");
        fs::write(folder.join("player.toml"), text).unwrap();
    }
}

/// The example in C, which begins a moment after it is started.
fn late_player(folder: &Path, program: &Path) {
    copy_program(program, &folder.join("player"));
    let late = folder.join("late");
    let script = "#!/bin/sh\nsleep 0.15\nexec \"$(dirname \"$0\")/player\" \"$@\"\n";
    fs::write(&late, script).unwrap();
    fs::set_permissions(&late, fs::Permissions::from_mode(0o755)).unwrap();
}

fn done(output: &Output) {
    assert!(output.status.success(), "{output:?}");
}

/// That two folders hold the same tournament, but for times.
fn the_same(one: &Path, other: &Path) {
    let (records, others) = (timeless_by_match(one), timeless_by_match(other));
    assert_eq!(records.len(), others.len());
    for (id, record) in &records {
        assert_eq!(record, &others[id], "match {id}");
    }
    for file in ["standings.csv", "crosstable.csv"] {
        let read = |at: &Path| fs::read_to_string(at.join(file)).unwrap();
        assert_eq!(read(one), read(other), "{file}");
    }
}

/// Lines in the journals.
fn played(out: &Path) -> usize {
    let journals = journals_in(out).unwrap().into_iter().map(|it| journal(out, it));
    journals.map(|journal| fs::read_to_string(journal).unwrap_or_default().lines().count()).sum()
}

#[test]
fn a_tournament_whose_tasks_are_killed_and_requeued_ends_as_on_one_machine() {
    let Some(cluster) = Cluster::start() else {
        return;
    };
    let at = cluster.folder();
    players(at, 20);
    let settings = "--games 1 --max-plies 40 --openings random:2 --seed 7 --no-smoke";
    let settings: Vec<&str> = settings.split(' ').collect();
    let out: PathBuf = at.join("many");
    let jobs = cluster.submit(&[&["many", "players", "--parts", "6"], &settings[..]].concat());
    assert_eq!(jobs.len(), 1, "an array");
    cluster.until("nothing is played on both nodes", || {
        played(&out) > 3 && !cluster.workers("n1").is_empty() && !cluster.workers("n2").is_empty()
    });
    // A worker is killed silently, and its task is not queued again.
    let first = cluster.workers("n1");
    for &pid in &first {
        let pid = rustix::process::Pid::from_raw(pid).unwrap();
        let _ = rustix::process::kill_process(pid, rustix::process::Signal::KILL);
    }
    // The next task of that node is put into the queue again, as an administrator would.
    cluster.until("the node goes not on", || {
        cluster.workers("n1").iter().any(|worker| !first.contains(worker))
    });
    let tasks = cluster.ask("squeue", &["-h", "-r", "-w", "n1", "-t", "R", "-o", "%i"]);
    let task = tasks.lines().next().unwrap_or_default();
    cluster.ask("scontrol", &["requeue", task]);
    // A node fails, and comes back by itself.
    cluster.until("the other node has nothing to do", || !cluster.workers("n2").is_empty());
    cluster.ask("scontrol", &["update", "nodename=n2", "state=down", "reason=test"]);
    cluster.wait_for_all();
    let logs = cluster.logs();
    assert!(logs.contains("DUE TO NODE FAILURE"), "{logs}");
    assert!(logs.contains("DUE TO JOB REQUEUE"), "{logs}");
    let left = tournament(at, &["standings", "many"]);
    assert!(String::from_utf8_lossy(&left.stdout).contains("still open: "), "{left:?}\n{logs}");
    assert!(!out.join("standings.csv").exists(), "half a result is none");
    let jobs = cluster.submit(&["--again", "many"]);
    assert_eq!(jobs.len(), 1);
    cluster.wait_for_all();
    assert!(out.join("report.html").exists());
    // Joined already, and once more: nothing changes.
    done(&tournament(at, &["run", "--out", "many", "--part", "1/6"]));
    assert_eq!(timeless_by_match(&out).len(), 20 * 19 / 2);
    // As many matches again.
    if is_long() {
        done(&tournament(at, &[&["run", "players", "--out", "one", "-q"], &settings[..]].concat()));
        the_same(&out, &at.join("one"));
    }
}

#[test]
fn rounds_of_a_swiss_tournament_wait_for_each_other() {
    let Some(cluster) = Cluster::start() else {
        return;
    };
    let at = cluster.folder();
    players(at, 8);
    let settings = "--format swiss --rounds 3 --max-plies 20 --no-smoke";
    let settings: Vec<&str> = settings.split(' ').collect();
    let jobs = cluster.submit(&[&["many", "players", "--parts", "2"], &settings[..]].concat());
    assert_eq!(jobs.len(), 3, "an array a round");
    cluster.wait_for_all();
    done(&tournament(at, &[&["run", "players", "--out", "one", "-q"], &settings[..]].concat()));
    assert!(at.join("many/standings.csv").exists(), "{}", cluster.logs());
    the_same(&at.join("many"), &at.join("one"));
}

#[test]
fn a_task_out_of_time_ends_between_two_matches_and_comes_again() {
    let Some(cluster) = Cluster::start() else {
        return;
    };
    let at = cluster.folder();
    players(at, 8);
    let jobs = cluster.submit(&[
        "many",
        "players",
        "--parts",
        "1",
        "--games",
        "2",
        "--max-plies",
        "40",
        "--no-smoke",
    ]);
    let out = at.join("many");
    cluster.until("nothing is played", || played(&out) > 2);
    // What Slurm sends before the time is up.
    let task = format!("{}_1", jobs[0]);
    cluster.ask("scancel", &["--signal=USR1", "--batch", &task]);
    cluster.wait_for_all();
    let logs = cluster.logs();
    assert!(logs.contains("out of time, into the queue again"), "{logs}");
    assert_eq!(timeless_by_match(&out).len(), 56, "{logs}");
    assert!(out.join("standings.csv").exists(), "{logs}");
}

#[test]
fn a_job_that_cannot_be_submitted_is_refused_with_the_next_step() {
    let folder = tempfile::tempdir().unwrap();
    let submit = project("scripts/slurm/submit");
    // A machine without Slurm.
    let refused = Command::new("/bin/bash")
        .arg(&submit)
        .args(["out", "players"])
        .env("PATH", "/nowhere")
        .current_dir(folder.path())
        .output()
        .unwrap();
    assert_eq!(refused.status.code(), Some(2), "{refused:?}");
    let errors = String::from_utf8(refused.stderr).unwrap();
    assert!(errors.contains("sbatch is missing"), "{errors}");
    let Some(cluster) = Cluster::start() else {
        return;
    };
    players(cluster.folder(), 2);
    for (args, part) in [
        (&["out"][..], "PLAYERS"),
        (&["out", "nobody", "--parts", "x"], "--parts wants a number"),
        (&["out", "nobody", "--parts", "20000"], "at most 10000 parts"),
        (&["--again", "nothing"], "was not submitted"),
        (
            &["out", "players", "--no-smoke", "--openings", "random:4", "--sprt", "0,10"],
            "cannot be used with",
        ),
    ] {
        let refused = cluster.script("submit", args).output().unwrap();
        assert_eq!(refused.status.code(), Some(2), "{args:?}");
        let errors = String::from_utf8(refused.stderr).unwrap();
        assert!(errors.contains(part), "{args:?}: {errors}");
    }
    assert_eq!(cluster.ask("squeue", &["-h"]), "", "nothing was submitted");
}
