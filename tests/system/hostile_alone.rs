//! Hostile players where there are no namespaces: each is one process, which Landlock and seccomp contain.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::Path;
use std::process::Command;

use arbitro_referee::{Arena, Contest, Detail, Freezing, MatchEnd};
use arbitro_rules::Player;
use arbitro_sandbox::{
    Ended, Guarantees, Keeper, MemoryBy, Plan, Processes, Require, SandboxError,
};

use crate::contained::{plan, run, script};
use crate::hostile::{LEFT_OPEN, played_here};
use crate::needs::{needs, skip};
use crate::programs::wait_until;
use crate::sandboxed_languages::players;
use crate::tricks::{
    SUCCEEDED, Trick, are_there, executable, in_shares, is_root, pass_as_ordinary_user, play,
    play_against, summary, tricks, unhurried, usual,
};
use arbitro_testkit::sizes::is_long;

/// The versions of Landlock of Ubuntu 22.04 and 24.04, and of this machine; in the short form the newest as root
/// and the oldest as an ordinary user.
fn landlocks() -> &'static [u32] {
    match (is_long(), is_root()) {
        (true, _) => &[1, 4, u32::MAX],
        (false, true) => &[u32::MAX],
        (false, false) => &[1],
    }
}

/// The guarantees of a machine without namespaces and control groups, with Landlock up to a
/// version.
pub(crate) fn alone(landlock: u32) -> Guarantees {
    let all = Guarantees::probe(Some(&executable())).unwrap();
    Guarantees {
        namespaces: false,
        one_process: true,
        counts_threads: true,
        memory: MemoryBy::Looks,
        landlock: all.landlock.min(landlock),
        ..all
    }
}

/// Returns true if this machine gives what that takes.
fn is_possible() -> bool {
    let all = Guarantees::probe(Some(&executable())).unwrap();
    let is_possible = all.supervisor && all.landlock > 0 && all.seccomp;
    if !is_possible {
        skip("no Landlock, or no seccomp");
    }
    is_possible
}

fn keeper(guarantees: Guarantees, require: Require) -> Keeper {
    Keeper::start_with(Some(&executable()), guarantees, require).unwrap()
}

/// Gaps that are left open here alone, and the reasons why they do no harm.
const ALSO_LEFT_OPEN: [(&str, &str); 1] = [(
    "make-setuid-file",
    "it is its own user's, who gains nothing by it, and gone after the match",
)];

fn is_left_open(trick: &Trick) -> bool {
    let mut open = LEFT_OPEN.iter().chain(&ALSO_LEFT_OPEN);
    open.any(|(name, _)| *name == trick.name)
}

#[test]
fn tricks_of_one_process_succeed_with_no_version_of_landlock() {
    if !are_there() || !is_possible() {
        return;
    }
    // What only tries: those that lose do so by their own doing, and some by their children's.
    let is_attack =
        |it: &Trick| it.expected.starts_with("plays on") && !it.name.starts_with("child-thinks");
    let attacks = played_here(tricks().into_iter().filter(is_attack).collect());
    let mut wrong = Vec::new();
    for &landlock in landlocks() {
        let shares = in_shares(&attacks, |share| succeeding(share, landlock));
        wrong.extend(shares.into_iter().flatten());
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Plays attacks one after the other, and tells which harm somebody.
fn succeeding(attacks: &[Trick], landlock: u32) -> Vec<String> {
    let mut arena = Arena::new(keeper(alone(landlock), Require::Safety)).unwrap();
    let mut wrong = Vec::new();
    for trick in attacks {
        let played = play(&mut arena, trick, &usual()).unwrap();
        let outcome = &played.report.outcome;
        let has_succeeded = matches!(
            outcome,
            MatchEnd::Forfeit(forfeit)
                if matches!(forfeit.detail, Detail::Exited { code: SUCCEEDED, .. })
        );
        let has_harmed = matches!(
            outcome,
            MatchEnd::Forfeit(forfeit)
                if forfeit.player == Player::O && !trick.name.starts_with("collude")
        );
        if has_succeeded && !is_left_open(trick) || has_harmed || !played.are_targets_unharmed {
            wrong.push(format!("Landlock {landlock}, {}: {}", trick.name, summary(&played.report)));
        }
    }
    wrong
}

#[test]
fn tricks_with_limits_get_their_verdict_where_they_are_looked_at() {
    if !are_there() || !is_possible() {
        return;
    }
    let mut arena = Arena::new(keeper(alone(u32::MAX), Require::Safety)).unwrap();
    for (name, reason) in [
        ("heap-fast", "memory"),
        ("touch-101", "memory"),
        ("thread-page-tables", "memory"),
        ("fill-the-disk", "output"),
        ("fill-the-disk-mapped", "output"),
        ("ten-thousand-files", "output"),
        ("deep-bytes", "output"),
        ("deep-files", "output"),
        ("too-deep-folders", "output"),
        ("flood-stdout", "output"),
        ("cut-short", "output"),
        ("spin", "timeout"),
    ] {
        let found = tricks().into_iter().find(|trick| trick.name == name);
        let trick = found.unwrap_or_else(|| panic!("{name}"));
        // Folders are looked at several times a second, and no match may be over before.
        let contest = if reason == "timeout" { usual() } else { unhurried() };
        let played = play_against("slow", &mut arena, &trick, &contest).unwrap();
        match &played.report.outcome {
            MatchEnd::Forfeit(forfeit) => {
                assert_eq!(
                    (forfeit.player, forfeit.reason().name()),
                    (Player::X, reason),
                    "{name}"
                );
            }
            MatchEnd::Rules(_) => panic!("{name}: {}", summary(&played.report)),
        }
    }
    let thinker = tricks().into_iter().find(|it| it.name == "think-in-opponents-time").unwrap();
    let frozen = Contest { freezing: Freezing::Always, ..usual() };
    let played = play(&mut arena, &thinker, &frozen).unwrap();
    assert!(matches!(played.report.outcome, MatchEnd::Rules(_)), "{}", summary(&played.report));
}

/// The rooms of programs that are in memory now.
fn rooms() -> BTreeSet<OsString> {
    let entries = fs::read_dir("/dev/shm").into_iter().flatten().flatten();
    let names = entries.map(|entry| entry.file_name());
    names.filter(|name| name.to_string_lossy().starts_with("arbitro-")).collect()
}

#[test]
fn folders_of_any_depth_are_gone_after_the_match_with_few_descriptors() {
    needs!(containment);
    if !are_there() || !is_possible() {
        return;
    }
    // In a process of its own, whose descriptors are limited, and beside which nothing makes rooms.
    if std::env::var_os(FEW_DESCRIPTORS).is_none() {
        let again = "folders_of_any_depth_are_gone_after_the_match";
        let mut test = Command::new("sh");
        test.args(["-c", "ulimit -n 256; exec \"$@\"", "sh"])
            .arg(std::env::current_exe().unwrap())
            .arg(again)
            .env(FEW_DESCRIPTORS, "");
        let said = test.output().unwrap();
        let said = String::from_utf8_lossy(&said.stdout);
        assert!(said.contains("1 passed"), "{said}");
        return;
    }
    let before = rooms();
    let trick = tricks().into_iter().find(|trick| trick.name == "deep-folders");
    let mut arena = Arena::new(keeper(alone(u32::MAX), Require::Safety)).unwrap();
    let played = play(&mut arena, &trick.unwrap(), &usual()).unwrap();
    let is_over = matches!(played.report.outcome, MatchEnd::Rules(_));
    assert!(is_over, "{}", summary(&played.report));
    let made: Vec<OsString> = rooms().difference(&before).cloned().collect();
    drop(arena);
    wait_until("the folders in /dev/shm are gone", || {
        made.iter().all(|name| !Path::new("/dev/shm").join(name).exists())
    });
}

/// Set where a test runs again with few descriptors.
const FEW_DESCRIPTORS: &str = "ARBITRO_TEST_FEW_DESCRIPTORS";

#[test]
fn what_one_process_may_not_do_it_does_where_it_is_trusted() {
    needs!(containment);
    if !are_there() {
        return;
    }
    let foreign = tricks().into_iter().find(|trick| trick.name == "read-foreign-commands").unwrap();
    for (require, succeeds) in [(Require::Safety, false), (Require::Anything, true)] {
        let mut arena = Arena::new(keeper(alone(u32::MAX), require)).unwrap();
        let played = play(&mut arena, &foreign, &usual()).unwrap();
        let has_succeeded = matches!(
            &played.report.outcome,
            MatchEnd::Forfeit(forfeit) if matches!(forfeit.detail, Detail::Exited { code: SUCCEEDED, .. })
        );
        assert_eq!(has_succeeded, succeeds, "{}", summary(&played.report));
        drop(arena);

        let mut keeper = keeper(alone(u32::MAX), require);
        for (text, denied) in [
            // Bash ends with 254 when it cannot fork.
            ("sleep 0", Ended::Exited(254)),
            ("kill -CONT -1", Ended::Exited(1)),
            ("kill -CONT $PPID", Ended::Exited(1)),
        ] {
            let plan = plan("/bin/bash", &["-c", &format!("{text}; exit $?")]);
            let ended = run(&plan, &mut keeper);
            assert_eq!(ended == denied, !succeeds, "{text}: {ended:?}");
        }
        let own = plan("/bin/bash", &["-c", "kill -TERM $$"]);
        assert_eq!(run(&own, &mut keeper), Ended::Killed(15));
    }
}

/// Starts threads, 200 of them one after another, then as many as it may at once; ends with their
/// number.
const THREADS: &str = "
import os, threading
def start(act):
    thread = threading.Thread(target=act, daemon=True)
    thread.start()
    return thread
for _ in range(200):
    start(int).join()
count = 0
try:
    while count < 100:
        start(threading.Event().wait)
        count += 1
except RuntimeError:
    pass
os._exit(count)
";

#[test]
fn threads_of_one_process_are_limited_by_its_user_id_or_by_its_supervisor() {
    if !is_possible() {
        return;
    }
    for counts_threads in [true, false] {
        let guarantees = Guarantees { counts_threads, ..alone(u32::MAX) };
        let is_limited = counts_threads || guarantees.own_user;
        let mut keeper = keeper(guarantees, Require::Safety);
        let mut plan = plan("/usr/bin/python3", &["-c", THREADS]);
        plan.limits.memory_bytes = 1 << 30;
        plan.limits.processes = 20;
        let ended = run(&plan, &mut keeper);
        let expected = Ended::Exited(if is_limited { 19 } else { 100 });
        assert_eq!(ended, expected, "counted by the supervisor: {counts_threads}");
    }
}

#[test]
fn who_needs_several_processes_has_them_where_groups_and_a_user_id_hold_them_and_is_else_not_started()
 {
    needs!(containment);
    let several = Plan {
        processes: Processes::Several,
        ..script("trap '' TERM HUP; (setsid sleep 100; sleep 100) & (true); echo > ready; exit 5")
    };
    let all = Guarantees::probe(Some(&executable())).unwrap();
    let without_groups = Guarantees { memory: MemoryBy::Looks, ..all };
    for nothing in [without_groups, alone(u32::MAX)] {
        let refused = keeper(nothing, Require::Safety).prepare(&several);
        assert!(matches!(refused, Err(SandboxError::NeedsGroups)));
    }
    needs!(groups);
    needs!(root);
    let by_user = Guarantees { memory: all.memory, ..alone(u32::MAX) };
    let mut keeper = keeper(by_user, Require::Safety);
    let user = keeper.next_user().unwrap();
    assert_eq!(run(&several, &mut keeper), Ended::Exited(5));
    let is_theirs = |entry: fs::DirEntry| entry.metadata().is_ok_and(|it| it.uid() == user);
    let left = fs::read_dir("/proc")
        .unwrap()
        .flatten()
        .filter(|entry| entry.file_name().to_string_lossy().parse::<u32>().is_ok());
    assert_eq!(left.map(is_theirs).filter(|&it| it).count(), 0);
}

#[test]
fn players_in_each_language_play_as_one_process() {
    needs!(containment);
    for &landlock in landlocks() {
        let mut keeper = keeper(alone(landlock), Require::Safety);
        for (language, player) in players() {
            let (said, ended) = player.run(&mut keeper, &["alone"]);
            assert!(said.ends_with("played\n"), "{language}: {ended:?}, {said}");
            assert_eq!(ended, Ended::Exited(0), "{language}: {said}");
        }
    }
}

#[test]
fn an_ordinary_user_is_protected_as_one_process_too() {
    needs!(containment);
    if !are_there() {
        return;
    }
    // As an ordinary user every other test of this module is one as such.
    needs!(root);
    pass_as_ordinary_user("123458", &["hostile_alone::tricks", "hostile_alone::threads"], 3);
}
