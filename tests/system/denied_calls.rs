//! Players that die because a system call is denied: the call is named after the match.

use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use arbitro_referee::{Answers, Arena, Contestant, MatchEnd};
use arbitro_sandbox::{Ended, Guarantees, Keeper, MemoryBy, Processes, Require};
use arbitro_testkit::compiled::{built_once, compile};
use arbitro_testkit::tournament_program::{fails, tournament};

use crate::contained::{executable, guarantees, plan};
use crate::hostile_alone::alone;
use crate::needs::needs;
use crate::programs::copy_program;
use crate::tricks::{are_there, usual};

/// Each dies, or not, as its name says.
const SOURCE: &[u8] = br#"
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <unistd.h>
int main(int count, char **words) {
    const char *how = count > 1 ? words[1] : "";
    unsigned long context = 0;
    if (!strcmp(how, "alone")) abort();
    if (!strcmp(how, "allowed")) return getppid() < 0 ? 0 : 3;
    if (!strcmp(how, "child")) {
        if (vfork() == 0) _exit(0);
        return 5;
    }
    if (!strcmp(how, "tries")) {
        socket(AF_INET, SOCK_STREAM, 0);
        return 11;
    }
    if (!strcmp(how, "asks-for-a-name"))
        return socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0) < 0 ? 12 : 0;
    if (!strcmp(how, "needs-a-socket")) return socket(AF_INET, SOCK_STREAM, 0) < 3 ? 13 : 0;
    if (!strcmp(how, "copies")) {
        int file = open("copy", O_WRONLY | O_CREAT, 0600);
        return fchmod(file, 0644) || futimens(file, 0) || fchown(file, getuid(), -1) ? 14 : 15;
    }
    if (syscall(SYS_io_setup, 1, &context) == 0) return 9;
    /* These pretend, or are not supported: neither hides the call that was denied. */
    if (chmod(".", 0700) || utimensat(AT_FDCWD, ".", 0, 0)) return 8;
    if (setxattr(".", "user.note", "x", 1, 0) == 0 || errno != EOPNOTSUPP) return 10;
    if (!strcmp(how, "goes-on")) for (;;) pause();
    if (!strcmp(how, "asks-for-ever")) for (;;) syscall(SYS_io_setup, 1, &context);
    if (!strcmp(how, "exits")) return 7;
    abort();
}
"#;

fn compiled() -> PathBuf {
    let folder = built_once("denied-calls", &[SOURCE], |folder| {
        let source = folder.join("player.c");
        fs::write(&source, SOURCE).unwrap();
        compile("gcc", &["-O1", "-w"], &source, &folder.join("player"));
    });
    folder.join("player")
}

fn denied(guarantees: Guarantees, how: &str, ended: &Ended) -> Option<String> {
    let keeper = Keeper::start_with(Some(executable()), guarantees, Require::Safety).unwrap();
    let plan = plan(compiled(), &[how]);
    keeper.denied_call(&plan, Duration::from_millis(300), ended).unwrap()
}

/// With namespaces and groups, without groups, and as one process.
fn modes() -> [Guarantees; 3] {
    let all = guarantees();
    let looked_at = Guarantees { memory: MemoryBy::Looks, ..all };
    [all, looked_at, alone(u32::MAX)]
}

#[test]
fn the_call_that_was_denied_last_before_the_end_is_named_in_every_mode() {
    needs!(containment);
    if !are_there() {
        return;
    }
    for mode in modes() {
        let aborted = Ended::Killed(libc::SIGABRT);
        for (how, ended, call) in [
            ("", aborted.clone(), Some("io_setup")),
            ("exits", Ended::Exited(7), Some("io_setup")),
            ("alone", aborted.clone(), None),
            ("allowed", Ended::Exited(3), None),
            // It would have ended so in any case.
            ("tries", Ended::Exited(11), None),
            ("copies", Ended::Exited(15), None),
            ("asks-for-a-name", Ended::Exited(12), None),
            ("needs-a-socket", Ended::Exited(13), Some("socket")),
            // It ended otherwise in the match.
            ("exits", aborted.clone(), None),
            // Nothing has ended that could be explained.
            ("goes-on", aborted.clone(), None),
            ("asks-for-ever", aborted.clone(), None),
        ] {
            assert_eq!(denied(mode, how, &ended).as_deref(), call, "{how}, {mode:?}");
        }
    }
    let call = denied(alone(u32::MAX), "child", &Ended::Exited(5));
    assert!(call.as_deref().is_some_and(|call| call == "vfork" || call == "clone"), "{call:?}");
}

#[test]
fn a_crash_is_explained_by_the_denied_call_and_its_verdict_is_the_same() {
    needs!(containment);
    if !are_there() {
        return;
    }
    let player = |how: &str| Contestant {
        program: compiled(),
        args: vec![how.into()],
        readable: Vec::new(),
        variables: Vec::new(),
        processes: Processes::Usual,
        answers: Answers::Files,
    };
    let unfiltered = Guarantees { seccomp: false, ..guarantees() };
    let safe = Require::Safety;
    let modes = modes().map(|mode| (mode, safe, true));
    for (mode, require, is_denied) in
        modes.into_iter().chain([(unfiltered, Require::Anything, false)])
    {
        let keeper = Keeper::start_with(Some(executable()), mode, require).unwrap();
        let mut arena = Arena::new(keeper).unwrap();
        let contest = usual();
        for (how, reason, text) in [
            ("", "crash", "; it called io_setup, which players may not use"),
            (
                "exits",
                "exited",
                "it exited with code 7; it called io_setup, which players may not use",
            ),
            ("allowed", "exited", "it exited with code 3"),
        ] {
            let (player, opponent) = (player(how), player("alone"));
            let report = arena
                .play(&*crate::tricks::start(), &contest, [&player, &opponent], &mut |_, _| Ok(()))
                .unwrap();
            let MatchEnd::Forfeit(forfeit) = report.outcome else {
                panic!("{how} goes on");
            };
            let said = crate::tricks::sentence(&forfeit);
            if is_denied || how == "allowed" {
                assert_eq!(forfeit.reason().name(), reason);
                assert!(said.ends_with(text), "{said}");
            } else {
                assert_eq!(said, "it exited with code 9");
            }
        }
    }
}

#[test]
fn a_smoke_test_that_fails_by_a_denied_call_names_it() {
    needs!(containment);
    if !are_there() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path().join("players/asks");
    fs::create_dir_all(&place).unwrap();
    copy_program(&compiled(), &place.join("asks"));
    let output = tournament(folder.path(), &["run", "players/asks", "random"]);
    let said = fails(&output, 2);
    assert!(said.contains("it called io_setup, which players may not use"), "{said}");
}
