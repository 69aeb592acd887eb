//! What the host does to a match: it costs that match at most, and nobody is charged who did not cause it.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;

use arbitro_referee::{Answers, Arena, Contestant, HostFailure, MatchEnd};
use arbitro_rules::Player;
use arbitro_rules::Reason;
use arbitro_sandbox::{Keeper, Processes, Require};

use crate::hostile_alone::alone;
use crate::needs::needs;
use crate::programs::{descendants, open_folder, wait_until};
use crate::tournament_program::{command, timeless};
use crate::tricks::{are_there, executable, programs, usual};

/// Two copies of the course's own player, which takes its time; one of them by the name of the victim.
fn two_players(at: &Path) {
    for name in ["victim", "other"] {
        let folder = at.join("players").join(name);
        fs::create_dir_all(&folder).unwrap();
        fs::copy(programs().join("slow"), folder.join(name)).unwrap();
        let text = format!("name = {name:?}\ncommand = [\"./{name}\"]\n");
        fs::write(folder.join("player.toml"), text).unwrap();
    }
}

const RUN: [&str; 9] =
    ["run", "players", "--no-smoke", "-q", "--max-plies", "8", "--jobs", "1", "--out"];

fn start(at: &Path, more: &[&str]) -> Child {
    let mut command = command(at, &[&RUN[..], &["o"], more].concat());
    command.stdout(Stdio::null()).stderr(Stdio::piped());
    command.spawn().unwrap()
}

/// The parents, up to the one asked for, of each process of a tournament that runs this program.
fn ancestors(tournament: u32, name: &str, generations: usize) -> Vec<i32> {
    let stat = |pid: i32| fs::read_to_string(format!("/proc/{pid}/stat")).ok();
    let is_it = |pid: &i32| stat(*pid).is_some_and(|stat| stat.contains(&format!("({name})")));
    let parent = |pid: i32| {
        let text = stat(pid)?;
        let (_, rest) = text.rsplit_once(") ")?;
        rest.split(' ').nth(1)?.parse().ok()
    };
    let up = |pid| (0..generations).try_fold(pid, |pid, _| parent(pid));
    let of = descendants(tournament).into_iter();
    of.filter(is_it).filter_map(up).collect()
}

/// Kills, up to so often, the process that many generations above the victim while a tournament runs;
/// returns its exit code and its errors.
fn with_kills(at: &Path, more: &[&str], generations: usize, most: usize) -> (i32, String) {
    let mut running = start(at, more);
    let mut killed = BTreeSet::new();
    while running.try_wait().unwrap().is_none() {
        for pid in ancestors(running.id(), "victim", generations) {
            if killed.len() < most && killed.insert(pid) {
                let pid = Pid::from_raw(pid).unwrap();
                let _ = kill_process(pid, Signal::KILL);
            }
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    let ended = running.wait_with_output().unwrap();
    let errors = String::from_utf8_lossy(&ended.stderr).into_owned();
    assert!(killed.len() == most || most > 100, "{errors}");
    (ended.status.code().unwrap(), errors)
}

fn reasons(at: &Path) -> Vec<Value> {
    let records = timeless(&at.join("o"));
    records.into_iter().map(|record| record["reason"].clone()).collect()
}

const WARDEN: usize = 1;
const KEEPER: usize = 2;

#[test]
fn a_match_whose_supervisor_or_keeper_is_killed_is_played_again() {
    needs!(containment);
    if !are_there() {
        return;
    }
    for generations in [WARDEN, KEEPER] {
        let folder = open_folder(0o755);
        two_players(folder.path());
        let (code, errors) = with_kills(folder.path(), &["--games", "2"], generations, 2);
        assert_eq!(code, 0, "{generations}: {errors}");
        assert_eq!(reasons(folder.path()), ["move_limit", "move_limit"]);
    }
}

#[test]
fn a_player_whose_supervisor_alone_is_killed_in_every_replay_has_crashed() {
    needs!(containment);
    if !are_there() {
        return;
    }
    let folder = open_folder(0o755);
    two_players(folder.path());
    let (code, errors) = with_kills(folder.path(), &["--games", "2"], WARDEN, usize::MAX);
    assert_eq!(code, 0, "{errors}");
    for record in timeless(&folder.path().join("o")) {
        let fault = &record["fault"];
        let charged = fault["player"].as_str().unwrap();
        assert_eq!(record["reason"], "crash");
        assert_eq!(record["players"][charged]["name"], "victim");
        let text = fault["text"].as_str().unwrap();
        assert!(text.contains("watches over it was killed"), "{text}");
    }
}

#[test]
fn a_keeper_that_is_killed_in_every_replay_leaves_a_void_match_and_then_ends_the_run() {
    needs!(containment);
    if !are_there() {
        return;
    }
    let folder = open_folder(0o755);
    two_players(folder.path());
    let (code, errors) = with_kills(folder.path(), &["--games", "6"], KEEPER, usize::MAX);
    assert_eq!(code, 2, "{errors}");
    assert!(errors.contains("--resume"), "{errors}");
    assert_eq!(reasons(folder.path()), ["void", "void"]);
    let again = command(folder.path(), &["run", "--resume", "-q", "--out", "o"]);
    let again = { again }.output().unwrap();
    assert!(again.status.success(), "{again:?}");
}

/// Set in the process that this test starts with a store of its own for the folders of players.
const IN_SMALL_STORE: &str = "ARBITRO_TEST_IN_SMALL_STORE";

#[test]
fn a_player_that_leaves_no_room_for_its_opponent_is_charged_and_a_full_store_charges_nobody() {
    if !are_there() {
        return;
    }
    if std::env::var_os(IN_SMALL_STORE).is_some() {
        return in_small_store();
    }
    needs!(root);
    needs!(containment);
    let test = "host_failures::a_player_that_leaves_no_room_for_its_opponent_is_charged_and_a_full_store_charges_nobody";
    let script = "mount -t tmpfs -o size=260m,mode=1777 tmpfs /dev/shm && exec \"$@\"";
    let ran = Command::new("unshare")
        .args(["--mount", "sh", "-c", script, "sh"])
        .arg(std::env::current_exe().unwrap())
        .args(["--exact", test])
        .env(IN_SMALL_STORE, "1")
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&ran.stdout);
    assert!(ran.status.success() && said.contains("1 passed"), "{said}");
}

fn in_small_store() {
    let keeper = Keeper::start_with(Some(&executable()), alone(u32::MAX), Require::Safety).unwrap();
    let mut arena = Arena::new(keeper).unwrap();
    let mut contest = usual();
    // The store is smaller than what a folder may take.
    contest.limits.folder_bytes = 1 << 30;
    let contestant = |program: &str, args: &[&str]| Contestant {
        program: programs().join(program),
        args: args.iter().map(Into::into).collect(),
        readable: Vec::new(),
        variables: Vec::new(),
        processes: Processes::Usual,
        answers: Answers::Files,
    };
    let filler = contestant("files", &["leave-no-room"]);
    let honest = contestant("honest", &[]);
    for (players, holder) in [([&filler, &honest], Player::X), ([&honest, &filler], Player::O)] {
        let failure = arena
            .play(&*crate::tricks::start(), &contest, players, &mut |_, _| Ok(()))
            .unwrap_err();
        assert_eq!(failure.suspect(), Some(holder), "{failure:?}");
        for (suspect, is_charged) in [(Some(holder), true), (Some(!holder), false)] {
            let played =
                arena.replay(&*crate::tricks::start(), &contest, players, suspect, &mut |_, _| {
                    Ok(())
                });
            let forfeit = match played.map(|played| played.outcome) {
                Ok(MatchEnd::Forfeit(forfeit)) => Some((forfeit.player, forfeit.reason())),
                Ok(MatchEnd::Rules(_)) | Err(_) => None,
            };
            assert_eq!(forfeit, is_charged.then_some((holder, Reason::Output)));
        }
    }
    // Others hold what is missing.
    let free = || {
        let state = rustix::fs::statvfs("/dev/shm").unwrap();
        (state.f_bavail * state.f_frsize) >> 20
    };
    wait_until("other tests leave 250 MiB in /dev/shm", || free() > 250);
    let mut zeros = std::io::repeat(0);
    let filled = std::io::copy(&mut zeros, &mut fs::File::create("/dev/shm/others").unwrap());
    assert!(filled.is_err(), "the store is full");
    let failure = arena
        .play(&*crate::tricks::start(), &contest, [&honest, &honest], &mut |_, _| Ok(()))
        .unwrap_err();
    assert!(matches!(failure, HostFailure::NoRoom { holder: None, .. }));
}
