//! Hostile and broken players: every trick of `tests/players/hostile` plays against an honest opponent
//! in the sandbox, gets the verdict it must get, and harms no other program.

use std::fs;
use std::sync::LazyLock;
use std::time::Duration;

use arbitro_referee::{Arena, Contest, Detail, HostFailure, MatchEnd, Report};
use arbitro_rules::{Player, Reason};
use arbitro_sandbox::{Guarantees, Keeper, Limits, Require};

use crate::needs::needs;
use crate::tricks::{
    PROGRAMS, Played, SUCCEEDED, Trick, are_there, arena, executable, in_shares, on_one_core,
    pass_as_ordinary_user, play, summary, tricks, unhurried, usual,
};
use arbitro_testkit::games::project;
use arbitro_testkit::sizes::sample;

/// Gaps that the kernel leaves open, and the reasons why they do no harm.
pub(crate) const LEFT_OPEN: [(&str, &str); 4] = [
    ("stat-target", "no layer hides that a file exists, nor its times"),
    (
        "collude-inotify",
        "nor that a file is opened which both may read: a bit now and then, of no use in a match",
    ),
    ("watch-target", "nor that somebody opens a file which its mode lets everybody read"),
    ("make-setuid-file", "its folder is mounted without set-user-id, and gone after the match"),
];

/// Tricks that the tables leave to the referee, or see differently.
const DECIDED: [(&str, &str); 3] = [
    // Boards that were delivered cannot be opened for writing.
    ("overwrite-opponents-board", "plays on"),
    ("long-line", "output"),
    // Its files are gone with it.
    ("mmap-files", "crash"),
];

/// Tricks that take other processes, or memory that is in none: what they begin with is refused to a player that is
/// one process. They harm nobody then, and some wait in vain for what they did not start.
const REFUSED_TO_ONE: [&str; 9] = [
    "children-outrun",
    "mmap-shared",
    "one-large-child",
    "orphan-grows",
    "swap-for-ever",
    "swap-with-symlink",
    "thread-stack",
    "twenty-children-20mib",
    "vfork-sleep",
];

/// Returns true if the trick cannot be done here.
fn is_refused(trick: &Trick) -> bool {
    static IS_ONE: LazyLock<bool> =
        LazyLock::new(|| Guarantees::probe(Some(&executable())).unwrap().is_one_process());
    *IS_ONE && REFUSED_TO_ONE.contains(&trick.name.as_str())
}

fn is_as_expected(trick: &Trick, report: &Report) -> bool {
    if is_refused(trick) {
        return match &report.outcome {
            MatchEnd::Rules(_) => true,
            MatchEnd::Forfeit(forfeit) => {
                (forfeit.player, forfeit.reason().name()) == (Player::X, "timeout")
            }
        };
    }
    let decided = DECIDED.iter().find(|(name, _)| *name == trick.name);
    match &report.outcome {
        MatchEnd::Rules(_) => match decided {
            Some((_, word)) => *word == "plays on",
            None => trick.expected.contains("plays on"),
        },
        MatchEnd::Forfeit(forfeit) => {
            let has_succeeded = matches!(forfeit.detail, Detail::Exited { code: SUCCEEDED, .. });
            let reason = format!("`{}`", forfeit.reason());
            match decided {
                Some((_, word)) => *word == forfeit.reason().name(),
                None if has_succeeded => LEFT_OPEN.iter().any(|(name, _)| *name == trick.name),
                None => forfeit.player == Player::X && trick.expected.contains(&reason),
            }
        }
    }
}

/// Returns the complaint about a trick's end, if there is one.
fn complaint(trick: &Trick, played: &Played) -> Option<String> {
    let is_right = is_as_expected(trick, &played.report);
    // Noise cannot make a match as long as that; waiting for something for ever would.
    let is_in_time = played.took < 2 * contest(trick).move_time * 6 + Duration::from_secs(6);
    // What takes too much memory and then waits is not waited for.
    let is_at_once =
        trick.expected != "`memory`" || is_refused(trick) || played.took < contest(trick).move_time;
    let is_well = is_right && is_in_time && is_at_once && played.are_targets_unharmed;
    (!is_well).then(|| {
        format!(
            "{}: {}, in {:?}, targets unharmed: {}; expected {}",
            trick.name,
            summary(&played.report),
            played.took,
            played.are_targets_unharmed,
            trick.expected
        )
    })
}

/// Returns true if the trick runs out of time: so does a board that is no file, which might still be
/// replaced by one.
fn is_about_time(trick: &Trick) -> bool {
    let is_no_file = trick.name.starts_with("board-");
    trick.file == "time" || is_no_file || trick.expected.contains("`timeout`")
}

/// Returns true if the trick sleeps to the end of its time, as those do that fill their folder.
fn is_sleeper(trick: &Trick) -> bool {
    let fills = trick.file == "files" && trick.expected.contains("`output`");
    let is_late = trick.file != "time" || trick.expected.contains("`timeout`");
    fills || is_about_time(trick) && is_late
}

fn contest(trick: &Trick) -> Contest {
    match is_about_time(trick) {
        // What never comes is not waited for longer because it would be its first answer.
        true if trick.expected == "`timeout`" => Contest { start_time: Duration::ZERO, ..usual() },
        true => usual(),
        false => unhurried(),
    }
}

/// Those of some tricks that are played here: an ordinary user's are one in four, since root has them all played.
pub(crate) fn played_here(tricks: Vec<Trick>) -> Vec<Trick> {
    if std::env::var_os(PROGRAMS).is_some() { sample(tricks, 4) } else { tricks }
}

/// Plays every trick of a file and tells which did not get what it must.
fn check(file: &str) {
    let mut tricks = tricks();
    // The other is a part of another trick.
    tricks.retain(|trick| trick.file == file && trick.name != "prove-execution");
    let (sleepers, others): (Vec<Trick>, Vec<Trick>) =
        played_here(tricks).into_iter().partition(is_sleeper);
    let (mut wrong, mut void) = (Vec::new(), Vec::new());
    for (their_wrong, their_void) in in_shares(&sleepers, outcomes) {
        wrong.extend(their_wrong);
        void.extend(their_void);
    }
    void.extend(others);
    // A match is void where others had the processor for too long: it is played again, as in a tournament.
    for _ in 0..MAX_TRIES {
        let (others_wrong, still_void) = on_one_core(|| outcomes(&void));
        wrong.extend(others_wrong);
        void = still_void;
        if void.is_empty() {
            break;
        }
    }
    wrong.extend(void.iter().map(|trick| format!("{}: void", trick.name)));
    assert!(wrong.is_empty(), "{file}:\n{}", wrong.join("\n"));
}

/// Attempts. On a busy machine a match may be void, or a frozen player may appear to use CPU.
pub(crate) const MAX_TRIES: usize = 3;

/// Plays a trick. Tries again if its player appeared to use CPU while frozen, or had no turn on the processor for
/// the 100 ms in which a board must be whole.
fn played_in_peace(arena: &mut Arena, trick: &Trick) -> Result<Played, HostFailure> {
    // Who looks after the player hears of its end when it has its turn on the processor. Meanwhile
    // the child plays on, twelve plies in some hundredths of a second.
    let is_heard_of_later = trick.does.contains("a child plays on");
    let plies = usual().ply_limit.map(|it| if is_heard_of_later { 20 * it } else { it });
    let contest = Contest { ply_limit: plies, ..contest(trick) };
    let is_by_noise = |played: &Played| match &played.report.outcome {
        MatchEnd::Forfeit(forfeit) if trick.expected.contains("opponent must take") => {
            forfeit.player == Player::X
        }
        MatchEnd::Forfeit(forfeit) => {
            trick.does.contains("the rest after") && forfeit.reason() == Reason::InvalidBoard
        }
        MatchEnd::Rules(_) => is_heard_of_later,
    };
    let mut played = play(arena, trick, &contest)?;
    for _ in 1..MAX_TRIES {
        if !is_by_noise(&played) {
            break;
        }
        played = play(arena, trick, &contest)?;
    }
    Ok(played)
}

/// Plays one after the other: what is wrong, and those that could not be judged for want of a processor.
fn outcomes(tricks: &[Trick]) -> (Vec<String>, Vec<Trick>) {
    let mut arena = arena();
    let (mut wrong, mut void) = (Vec::new(), Vec::new());
    for trick in tricks {
        match played_in_peace(&mut arena, trick) {
            Ok(played) => wrong.extend(complaint(trick, &played)),
            Err(HostFailure::Overloaded { .. }) => void.push(trick.clone()),
            Err(failure) => wrong.push(format!("{}: void: {failure:?}", trick.name)),
        }
    }
    (wrong, void)
}

#[test]
fn the_table_of_tricks_is_what_the_programs_say() {
    if !are_there() {
        return;
    }
    let table = fs::read_to_string(project("tests/players/hostile/TRICKS.md")).unwrap();
    for trick in tricks() {
        let row = format!("| {}.c | `{}` |", trick.file, trick.name);
        assert!(table.contains(&row), "{row} is missing: regenerate TRICKS.md with --list");
    }
}

#[test]
fn tricks_with_notices_get_their_verdict() {
    if !are_there() {
        return;
    }
    check("notices");
}

#[test]
fn tricks_with_time_get_their_verdict() {
    if !are_there() {
        return;
    }
    check("time");
}

#[test]
fn tricks_with_memory_get_their_verdict() {
    if !are_there() {
        return;
    }
    check("memory");
}

#[test]
fn tricks_with_processes_get_their_verdict() {
    if !are_there() {
        return;
    }
    check("processes");
}

#[test]
fn tricks_with_output_get_their_verdict() {
    if !are_there() {
        return;
    }
    check("output");
}

#[test]
fn tricks_with_files_get_their_verdict() {
    if !are_there() {
        return;
    }
    check("files");
}

#[test]
fn tricks_with_talking_get_their_verdict() {
    if !are_there() {
        return;
    }
    check("talking");
}

#[test]
fn tricks_for_privilege_get_their_verdict() {
    if !are_there() {
        return;
    }
    check("privilege");
}

/// Attacks that succeed as soon as namespaces, Landlock and seccomp are off (a user id of its own,
/// and the limits, stay on). The others need more: root, another kernel, or a parent that can be
/// traced.
const BITES: [&str; 74] = [
    "read-target",
    "list-target",
    "write-target",
    "truncate-target",
    "delete-target",
    "chmod-target",
    "chown-target",
    "touch-target",
    "label-target",
    "lease-target",
    "read-target-by-link",
    "write-target-by-link",
    "read-target-through-proc",
    "read-target-by-open-path",
    "write-tmp",
    "run-own-copy",
    "userns",
    "userns-clone",
    "userns-clone3",
    "personality",
    "userfaultfd",
    "oom-score",
    "open-devices",
    "read-foreign-commands",
    "setsid",
    "stop-parent",
    "stop-everyone",
    "signal-all-seen",
    "change-priority",
    "change-priority-of-user",
    "change-core",
    "change-scheduler",
    "change-io-priority",
    "tcp",
    "udp",
    "netlink",
    "any-socket",
    "socketpair",
    "unix-named",
    "unix-abstract",
    "tcp-listen",
    "sysv-shared-memory",
    "sysv-semaphore",
    "sysv-queue",
    "posix-shared-memory",
    "posix-semaphore",
    "keyring",
    "read-keyrings",
    "request-key",
    "io-uring",
    "memfd",
    "dev-shm",
    "fifo-in-tmp",
    "lock-target",
    "pseudo-terminal",
    "collude-abstract",
    "collude-sysv-memory",
    "collude-sysv-queue",
    "collude-name",
    "collude-record-lock",
    "collude-flock",
    "collude-times",
    "sigqueue-target",
    "tgkill-target",
    "pidfd-target",
    "perf-event",
    "read-home",
    "change-limits-of-parent",
    "child-of-parent",
    "signal-by-descriptor",
    "timer-that-continues",
    "byte-range-lock",
    "open-file-lock",
    "aio",
];

#[test]
fn attacks_succeed_where_the_layers_are_off_so_denying_them_proves_something() {
    if !are_there() {
        return;
    }
    let all = Guarantees::probe(Some(&executable())).unwrap();
    let off = Guarantees { namespaces: false, landlock: 0, seccomp: false, ..all };
    let keeper = Keeper::start_with(Some(&executable()), off, Require::Anything).unwrap();
    let mut arena = Arena::new(keeper).unwrap();
    let mut denied = Vec::new();
    for trick in tricks() {
        if !BITES.contains(&trick.name.as_str()) {
            continue;
        }
        let played = play(&mut arena, &trick, &usual()).unwrap();
        let has_succeeded = matches!(
            &played.report.outcome,
            MatchEnd::Forfeit(forfeit) if matches!(forfeit.detail, Detail::Exited { code: SUCCEEDED, .. })
        );
        if !has_succeeded {
            denied.push(format!("{}: {}", trick.name, summary(&played.report)));
        }
    }
    // Some kernels lack a feature, or deny it to all programs.
    assert!(denied.len() <= 6, "denied by something else:\n{}", denied.join("\n"));
}

#[test]
fn a_player_that_exceeds_a_limit_plays_on_without_it() {
    if !are_there() {
        return;
    }
    let limits = Limits {
        memory_bytes: 1 << 30,
        folder_bytes: 256 << 20,
        folder_files: 50_000,
        ..Limits::default()
    };
    let wide = Contest {
        limits,
        output_bytes: 1 << 30,
        // Ten thousand files take their time on a busy machine.
        move_time: Duration::from_secs(30),
        ..usual()
    };
    let mut arena = arena();
    for name in ["touch-101", "twenty-children-20mib", "long-line", "ten-thousand-files"] {
        let found = tricks().into_iter().find(|trick| trick.name == name);
        let trick = found.unwrap_or_else(|| panic!("{name}"));
        let limited = play(&mut arena, &trick, &usual()).unwrap();
        assert!(
            matches!(limited.report.outcome, MatchEnd::Forfeit(_)),
            "{name} within limits: {}",
            summary(&limited.report)
        );
        let played = play(&mut arena, &trick, &wide).unwrap();
        assert!(
            matches!(played.report.outcome, MatchEnd::Rules(_)),
            "{name} without: {}",
            summary(&played.report)
        );
    }
}

#[test]
fn an_ordinary_user_has_its_players_judged_the_same() {
    if !are_there() {
        return;
    }
    // As an ordinary user every other test of this module is one as such.
    needs!(root);
    pass_as_ordinary_user("123457", &["hostile::tricks"], 8);
}
