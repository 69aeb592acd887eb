//! Players that make random calls: whatever they do, the match ends with the verdict of its last deed, the
//! opponent never loses, the referee goes on, and nothing is left. `scripts/fuzz-players` plays many.

use std::fs;
use std::time::{Duration, Instant};

use arbitro_referee::{Answers, Arena, Contest, Contestant, HostFailure, MatchEnd};
use arbitro_rules::Player;
use arbitro_sandbox::{Guarantees, Keeper, Processes, Require};

use crate::compiled::{built_once, compile};
use crate::hostile_alone::alone;
use crate::programs::{descendants, wait_until};
use crate::tricks::{are_there, executable, programs, usual};
use arbitro_testkit::games::project;
use arbitro_testkit::sizes::setting;

/// The time for all players here; `scripts/fuzz-players` gives more.
fn seconds() -> u64 {
    setting("ARBITRO_TEST_FUZZ_SECONDS", 6)
}

/// The first seed; `scripts/fuzz-players` gives another.
fn first_seed() -> u64 {
    setting("ARBITRO_TEST_FUZZ_SEED", 1)
}

/// What a player does in the end, and its verdict if it was tame before; `None` if it plays on.
const DEEDS: [(&str, Option<&str>); 4] = [
    ("answer", None),
    ("unchanged", Some("unchanged")),
    ("exit", Some("exited")),
    ("silence", Some("timeout")),
];

/// Seeds that once had a wrong verdict, or stopped the referee: with their mode and deed.
const KEPT: [(u64, &str, usize); 0] = [];

/// A machine that is busy with other work lets a player be late for once.
const MAX_TRIES: usize = 3;

const MOVE_TIME: Duration = Duration::from_millis(700);

/// Plays one; returns what is wrong, if anything is.
fn complaint(
    arena: &mut Arena,
    program: &Contestant,
    (seed, mode, deed): (u64, &str, usize),
) -> Option<String> {
    let contest = Contest { move_time: MOVE_TIME, ..usual() };
    let (deed, verdict) = DEEDS[deed];
    let player = Contestant {
        args: [&seed.to_string(), mode, deed].map(Into::into).into(),
        ..program.clone()
    };
    let honest = Contestant { program: programs().join("honest"), ..program.clone() };
    let (fuzzed, players) = match seed % 2 {
        0 => (Player::X, [&player, &honest]),
        _ => (Player::O, [&honest, &player]),
    };
    let mut wrong = None;
    for _ in 0..MAX_TRIES {
        let began = Instant::now();
        let report = arena.play(&*crate::tricks::start(), &contest, players, &mut |_, _| Ok(()));
        let told = match report.map(|report| report.outcome) {
            Ok(MatchEnd::Rules(_)) => None,
            Ok(MatchEnd::Forfeit(forfeit)) => Some((forfeit.player, forfeit.reason())),
            // The machine had no time for it.
            Err(HostFailure::Overloaded { .. }) => continue,
            Err(failure) => return Some(format!("{seed} {mode} {deed}: {failure:?}")),
        };
        let is_right = match told {
            Some((player, _)) if player != fuzzed => false,
            told if mode == "tame" => told.map(|(_, reason)| reason.name()) == verdict,
            _ => true,
        };
        // Each of twelve plies may take nine times its time on a busy machine.
        let is_in_time = began.elapsed() < 9 * 12 * MOVE_TIME;
        if is_right && is_in_time {
            return None;
        }
        let took = began.elapsed();
        wrong = Some(format!("{seed} {mode} {deed}: {told:?} in {took:?}"));
    }
    wrong
}

/// Plays with these guarantees until the time is over; returns what was wrong, with the number of matches.
fn fuzz(guarantees: Guarantees, time: Duration) -> (u64, Vec<String>) {
    let source = project("tests/players/hostile/fuzz.c");
    let inputs =
        [&source, &project("tests/players/hostile/honest.h")].map(|path| fs::read(path).unwrap());
    let folder = built_once("fuzz", &[&inputs[0], &inputs[1]], |folder| {
        let flags = ["-std=c17", "-O1", "-Wall", "-Wextra", "-Werror"];
        compile("gcc", &flags, &source, &folder.join("fuzz"));
    });
    let program = Contestant {
        program: folder.join("fuzz"),
        args: Vec::new(),
        readable: Vec::new(),
        variables: Vec::new(),
        processes: Processes::Usual,
        answers: Answers::Files,
    };
    let keeper = Keeper::start_with(Some(&executable()), guarantees, Require::Safety).unwrap();
    let mut arena = Arena::new(keeper).unwrap();
    let mut wrong = Vec::new();
    for kept in KEPT {
        wrong.extend(complaint(&mut arena, &program, kept));
    }
    let began = Instant::now();
    let mut played = 0;
    for seed in first_seed().. {
        // Silence takes all of its time: less often.
        let deed = usize::try_from(seed / 4 % 13).unwrap_or(0) % 4;
        let mode = if seed / 2 % 2 == 0 { "tame" } else { "wild" };
        wrong.extend(complaint(&mut arena, &program, (seed, mode, deed)));
        played += 1;
        if began.elapsed() >= time {
            break;
        }
    }
    drop(arena);
    (played, wrong)
}

fn is_fuzzed(pid: i32) -> bool {
    let command = fs::read(format!("/proc/{pid}/cmdline")).unwrap_or_default();
    command.windows(5).any(|it| it == b"/fuzz")
}

#[test]
fn players_that_make_random_calls_get_the_verdict_of_their_deed_and_leave_nothing() {
    if !are_there() {
        return;
    }
    let full = Guarantees::probe(Some(&executable())).unwrap();
    let time = Duration::from_secs(seconds()) / 2;
    for (place, guarantees) in [("here", full), ("without namespaces", alone(u32::MAX))] {
        if guarantees.meet(Require::Safety).is_err() {
            continue;
        }
        let (played, wrong) = fuzz(guarantees, time);
        println!("{place}: {played} players, {} complaints", wrong.len());
        assert!(wrong.is_empty(), "{place}: {wrong:#?}");
        let is_left = |pid: &i32| is_fuzzed(*pid);
        wait_until("all players are gone", || !descendants(std::process::id()).iter().any(is_left));
    }
}
