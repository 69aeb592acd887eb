//! The life of a program in the sandbox: what it is given, how it ends, and that nothing of it is left.

use std::fs;
use std::io::{BufRead, BufReader};
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::Duration;

use arbitro_sandbox::{Ended, Keeper, Plan, Require};

use crate::contained::{SUCCEEDED, executable, guarantees, keeper, plan, run, script};
use crate::grade_samples::is_there;
use crate::needs::needs;
use crate::programs::{children, wait_until};

#[test]
fn a_program_ends_as_it_ends() {
    let mut keeper = keeper();
    for (text, expected) in [
        ("exit 0", Ended::Exited(0)),
        ("exit 7", Ended::Exited(7)),
        ("kill -SEGV $$", Ended::Killed(11)),
        ("kill -KILL $$", Ended::Killed(9)),
        ("sleep 0.01 & exit 3", Ended::Exited(3)),
    ] {
        assert_eq!(run(&script(text), &mut keeper), expected, "{text}");
    }
    for no_program in ["/no/such/program", "/etc/passwd", "/etc"] {
        let ended = run(&plan(no_program, &[]), &mut keeper);
        assert!(matches!(ended, Ended::NeverBegan(_)), "{no_program}: {ended:?}");
    }
}

#[test]
fn a_program_has_the_variables_and_files_it_is_given_and_a_folder_of_its_own() {
    needs!(containment);
    let mut keeper = keeper();
    let text = "/usr/bin/env > variables; pwd > where; echo $1 > argument; cat given > copy; echo out; echo err >&2";
    let mut plan = plan("/bin/sh", &["-c", text, "sh", "a b"]);
    plan.variables.push(("ARBITRO_GAME".to_owned(), "dama".to_owned()));
    plan.files.push(("given".to_owned(), "x o\n".to_owned()));
    let mut program = keeper.contain(&plan).unwrap();
    assert_eq!(program.wait().unwrap(), Ended::Exited(0));
    let read = |name: &str| fs::read_to_string(program.folder().join(name)).unwrap();
    let variables = read("variables");
    assert!(variables.contains("ARBITRO_GAME=dama\n"), "{variables}");
    for line in variables.lines() {
        let (name, _) = line.split_once('=').unwrap();
        // The shell adds some of its own.
        assert!(
            ["PATH", "ARBITRO_GAME", "PWD", "_", "SHLVL", "OLDPWD"].contains(&name),
            "{line} leaked in"
        );
    }
    assert_eq!(read("argument"), "a b\n");
    assert_eq!(read("copy"), "x o\n");
    assert_eq!(program.output(100).unwrap(), b"out\nerr\n");
    assert_eq!(program.output_bytes().unwrap(), 8);
    // It sees a path there; other programs find nothing under it.
    let place = PathBuf::from(read("where").trim());
    assert!(place.is_absolute() && !place.exists(), "{place:?}");
    assert!(!program.folder().join("leftover").exists());
}

#[test]
fn what_the_caller_ignores_or_holds_back_no_program_does() {
    if !is_there("python3") {
        return;
    }
    let where_it_is =
        Command::new("python3").args(["-c", "import sys; print(sys.executable)"]).output().unwrap();
    let python = String::from_utf8(where_it_is.stdout).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let caller = folder.path().join("caller");
    let text = format!(
        "#!{}
import os, signal, sys
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGXCPU])
os.execv({:?}, ['arbitro-keeper'] + sys.argv[1:])
",
        python.trim(),
        executable()
    );
    fs::write(&caller, text).unwrap();
    fs::set_permissions(&caller, fs::Permissions::from_mode(0o755)).unwrap();
    // Two beyond the named signals are the C library's own.
    let looking = script(
        "while read -r name bits; do
            case $name in SigIgn:|SigBlk:)
                [ $((0x$bits & 0x7fffffff)) = 0 ] || exit 1
                seen=$seen. ;;
            esac
        done < /proc/self/status
        [ $seen = .. ] && exit 42",
    );
    let mut keeper = Keeper::start_with(Some(&caller), guarantees(), Require::Anything).unwrap();
    assert_eq!(run(&looking, &mut keeper), SUCCEEDED);
}

#[test]
fn nothing_of_one_program_is_there_for_the_next() {
    let mut keeper = keeper();
    assert_eq!(run(&script("echo mine > left; exit 0"), &mut keeper), Ended::Exited(0));
    assert_eq!(run(&script("test ! -e left"), &mut keeper), Ended::Exited(0));
}

/// Processes with a word among their arguments.
fn living_with(word: &str) -> usize {
    fs::read_dir("/proc")
        .unwrap()
        .filter_map(|entry| fs::read(entry.ok()?.path().join("cmdline")).ok())
        .filter(|arguments| {
            let mut arguments = arguments.split(|&byte| byte == 0);
            arguments.any(|argument| argument == word.as_bytes())
        })
        .count()
}

/// Four processes that ignore what can be ignored, each with the word among its arguments.
fn busy(word: &str) -> Plan {
    let one = "(trap '' TERM HUP INT; while :; do sleep 0.1; done)";
    let text = format!("for i in 1 2 3 4; do {one} & done; echo > ready; wait");
    plan("/bin/sh", &["-c", &text, "sh", word])
}

#[test]
fn nothing_is_left_when_it_is_over_however_it_is_over() {
    needs!(containment);
    let mut keeper = keeper();
    let word = format!("busy-{}", std::process::id());
    let mut start = |plan: &Plan| {
        let program = keeper.contain(plan).unwrap();
        wait_until("the program is ready", || program.folder().join("ready").exists());
        assert!(living_with(&word) >= 5);
        program
    };
    start(&busy(&word)).kill_and_wait().unwrap();
    assert_eq!(living_with(&word), 0, "after being ended");
    drop(start(&busy(&word)));
    assert_eq!(living_with(&word), 0, "after being dropped");
    let mut frozen = start(&busy(&word));
    frozen.freeze().unwrap();
    frozen.kill_and_wait().unwrap();
    assert_eq!(living_with(&word), 0, "after being ended while frozen");
    let mut leaves = busy(&word);
    leaves.args[1] = "(trap '' TERM HUP INT; while :; do sleep 0.1; done) & exit 0".into();
    assert_eq!(run(&leaves, &mut keeper), Ended::Exited(0));
    assert_eq!(living_with(&word), 0, "after it went and left others behind");
    let forgotten = keeper.contain(&busy(&word)).unwrap();
    std::mem::forget(forgotten);
    drop(keeper);
    assert_eq!(living_with(&word), 0, "after the keeper went");
}

/// The houses of control groups that a keeper with this process id has made.
pub(crate) fn houses() -> Vec<PathBuf> {
    walkdir::WalkDir::new("/sys/fs/cgroup")
        .max_depth(4)
        .into_iter()
        .filter_map(Result::ok)
        .filter(|entry| entry.file_name().to_string_lossy().starts_with("arbitro-"))
        .map(walkdir::DirEntry::into_path)
        .collect()
}

/// Returns the doctor's first lines, which list the layers. With `ending`, one process of a trial is
/// killed as soon as it appears, and another so much later; returns none if the doctor gives up because
/// of that.
fn layers_found(ending: Option<Duration>) -> Option<Vec<String>> {
    // Who is killed leaves its folders behind.
    let temporary = tempfile::tempdir().unwrap();
    let mut referee = Command::new(executable())
        .arg("doctor")
        .env("TMPDIR", temporary.path())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    if let Some(after) = ending {
        let end_one = || {
            let mut trials = children(referee.id()).into_iter().flat_map(children);
            let trial = trials.next()?;
            let pid = rustix::process::Pid::from_raw(i32::try_from(trial).unwrap()).unwrap();
            // It may have ended by itself.
            let _ = rustix::process::kill_process(pid, rustix::process::Signal::KILL);
            Some(trial)
        };
        wait_until("a trial runs", || end_one().is_some());
        std::thread::sleep(after);
        end_one();
    }
    let said = BufReader::new(referee.stdout.take().unwrap()).lines();
    let layers = said.map_while(Result::ok).take(LAYERS).collect::<Vec<_>>();
    referee.kill().unwrap();
    referee.wait().unwrap();
    (!layers.is_empty()).then_some(layers)
}

/// Returns true if a process has ended.
pub(crate) fn is_gone(pid: u32) -> bool {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    stat.is_empty() || stat.contains(") Z ")
}

/// The lines of the doctor that are about layers.
const LAYERS: usize = 10;

#[test]
fn a_layer_is_not_missing_because_somebody_ends_a_trial_of_it() {
    let expected = layers_found(None).unwrap();
    for round in 0..60 {
        let ending = Duration::from_micros(round * 250);
        if let Some(found) = layers_found(Some(ending)) {
            assert_eq!(found, expected, "round {round}");
        }
    }
}

#[test]
fn a_referee_that_is_killed_takes_everything_with_it() {
    // The doctor's last attacks go on for seconds; it is killed in the middle of one.
    let temporary = tempfile::tempdir().unwrap();
    let mut referee = Command::new(executable())
        .arg("doctor")
        .env("TMPDIR", temporary.path())
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    let mut keepers = Vec::new();
    let mut has_begun = || {
        keepers = children(referee.id());
        let programs: usize = keepers.iter().map(|&keeper| children(keeper).len()).sum();
        programs > 0
    };
    wait_until("a program runs", &mut has_begun);
    std::thread::sleep(Duration::from_millis(100));
    referee.kill().unwrap();
    referee.wait().unwrap();
    assert!(!keepers.is_empty());
    wait_until("the keepers are gone", || keepers.iter().all(|&keeper| is_gone(keeper)));
    for keeper in keepers {
        // Its time is in the name too.
        let house = format!("arbitro-{keeper}-");
        let is_its = |it: &PathBuf| it.to_string_lossy().contains(&house);
        assert!(!houses().iter().any(is_its), "{house} is left over");
    }
}

#[test]
fn who_cannot_see_that_a_keeper_lives_leaves_its_groups() {
    needs!(containment);
    needs!(root);
    let mut keeper = keeper();
    assert_eq!(run(&script("exit 7"), &mut keeper), Ended::Exited(7));
    let elsewhere = Command::new("unshare")
        .args(["--pid", "--mount-proc", "--fork", "--kill-child"])
        .arg(std::env::current_exe().unwrap())
        .args(["--exact", "sandboxed_lives::a_program_ends_as_it_ends"])
        .output()
        .unwrap();
    assert!(elsewhere.status.success(), "{}", String::from_utf8_lossy(&elsewhere.stdout));
    assert_eq!(run(&script("exit 7"), &mut keeper), Ended::Exited(7));
}
