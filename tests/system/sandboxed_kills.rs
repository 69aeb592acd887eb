//! SIGKILL of a tournament at random moments, where there are no namespaces whose end would be the
//! kernel's work: nothing that it started outlives it, and nothing is left of its folders but what the
//! next one removes.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};
use rustix::process::{Pid, Signal, kill_process};

use crate::needs::needs;
use crate::places::{Place, players};
use crate::programs::{descendants, program, wait_until};
use crate::sandboxed_lives::{houses, is_gone};
use crate::tournament_program::succeeds;
use arbitro_testkit::sizes::{one_or_all, short_or_long};

const LATEST: Duration = Duration::from_millis(800);

/// Folders of ours that a process holds open. `None` if that is not to be seen: root of a container may not
/// look into other users' processes.
fn held(pid: u32) -> Option<Vec<PathBuf>> {
    let mut paths = Vec::new();
    for entry in fs::read_dir(format!("/proc/{pid}/fd")).ok()?.flatten() {
        match fs::read_link(entry.path()) {
            Err(error) if error.kind() == ErrorKind::PermissionDenied => return None,
            link => paths.extend(link),
        }
    }
    let ours = paths
        .iter()
        .filter_map(|path| {
            let is_ours = |it: &&Path| {
                let name = it.file_name().unwrap_or_default().to_string_lossy();
                name.starts_with("arbitro-") && !name.starts_with("arbitro-players-")
            };
            path.ancestors().find(is_ours).map(Path::to_owned)
        })
        .collect();
    Some(ours)
}

/// A process and its descendants.
fn family(of: u32) -> Vec<u32> {
    let descendants = descendants(of).into_iter().map(i32::unsigned_abs);
    descendants.chain([of]).collect()
}

/// Processes that name a folder among their arguments.
fn living_by(folder: &Path) -> usize {
    let folder = folder.as_os_str().as_encoded_bytes();
    let commands = fs::read_dir("/proc").unwrap().flatten();
    let commands = commands.filter_map(|command| fs::read(command.path().join("cmdline")).ok());
    commands.filter(|command| command.windows(folder.len()).any(|part| part == folder)).count()
}

/// Kills a tournament of two untrusted players several times.
fn kill_several(place: &Place, flags: &[&str]) {
    let [one, two] = players(place);
    let run = |out: &str, more: &[&str]| {
        let args = [&["run", &one, &two, "--quiet", "--out", out], flags, more].concat();
        place.command(program("tournament"), &args)
    };
    let mut moments = SmallRng::seed_from_u64(51);
    for round in 0..short_or_long(2, 4) {
        let mut tournament =
            run(&round.to_string(), &["--max-plies", "300", "--games", "20", "--no-smoke"])
                .stdout(Stdio::null())
                .stderr(Stdio::null())
                .spawn()
                .unwrap();
        // By turns from the start on, and from when there are folders for players.
        if round % 2 == 1 {
            let has_rooms = |&it: &u32| held(it).is_none_or(|it| !it.is_empty());
            wait_until("there are folders for players", || {
                // A busy machine may have ended it.
                is_gone(tournament.id()) || family(tournament.id()).iter().any(has_rooms)
            });
        }
        std::thread::sleep(moments.random_range(Duration::ZERO..LATEST));
        // Stopped, it starts nothing while it is looked at.
        let pid = Pid::from_child(&tournament);
        kill_process(pid, Signal::STOP).unwrap();
        let family = family(tournament.id());
        let folders: Vec<PathBuf> = family.iter().filter_map(|&it| held(it)).flatten().collect();
        tournament.kill().unwrap();
        tournament.wait().unwrap();
        wait_until("all processes of the tournament are gone", || {
            family.iter().all(|&it| is_gone(it))
        });
        wait_until("no process is left in its folder", || living_by(place.folder.path()) == 0);
        let is_its = |house: &PathBuf| {
            let name = house.to_string_lossy();
            family.iter().any(|it| name.contains(&format!("arbitro-{it}-")))
        };
        wait_until("its folders are removed", || !houses().iter().any(is_its));
        wait_until("the players' folders are removed", || !folders.iter().any(|it| it.exists()));
    }
    let mut last = run("last", &["--max-plies", "4", "--games", "1"]);
    succeeds(&last.output().unwrap());
    let left = fs::read_dir(place.folder.path()).unwrap().flatten();
    let left = left.filter(|it| it.file_name().to_string_lossy().starts_with("arbitro-"));
    assert_eq!(left.count(), 0, "copies of players are left over");
}

#[test]
fn a_killed_tournament_leaves_nothing_without_namespaces() {
    needs!(containment);
    for name in one_or_all(["docker", "ubuntu24"]) {
        for place in Place::each(name) {
            kill_several(&place, &[]);
        }
    }
}

#[test]
fn a_killed_tournament_leaves_nothing_of_plain_processes() {
    for place in Place::each("bare") {
        kill_several(&place, &["--unsafe"]);
    }
}
