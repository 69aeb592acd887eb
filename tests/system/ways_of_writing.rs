//! Files as programs write them: every usual way to write a board, in each language, plays a match.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use arbitro_referee::{Answers, Arena, Contest, Contestant, Fault, MatchEnd};
use arbitro_sandbox::{Ended, Guarantees, Keeper, Layer, Limits, Processes, Require};
use arbitro_testkit::games::project;

use crate::compiled::{built_once, compile};
use crate::contained::{executable, guarantees, keeper_with, plan, run};
use crate::grade_samples::is_there;
use crate::hostile_alone::alone;
use crate::needs::{needs, skip};
use crate::programs::within_reach;
use crate::tricks::{sentence, start, usual};

/// A language: how its player is started, and the ways in which it writes.
struct Language {
    name: &'static str,
    program: PathBuf,
    args: Vec<String>,
    /// Its program's folder.
    folder: PathBuf,
    ways: &'static str,
}

const PYTHON: &str = "plain,rename,move,copy,copy2,copyfile,copied-from-elsewhere,temporary,mkstemp,link,pieces,crlf,touched";
const BASH: &str = "plain,rename,cp,cp-p,cp-a,install,mktemp,link,tee,pieces,crlf,touched";
const C: &str = "plain,rename,copy,mkstemp,link,unnamed,pieces,crlf,touched";
const CPP: &str = "plain,rename,copy_file,copy,link,pieces,crlf,touched";
const RUST: &str = "plain,rename,copy,link,pieces,crlf,touched";
const JAVA: &str = "plain,print,rename,move,atomic,copy,copy-attributes,link,pieces,crlf,touched";
const NODE: &str =
    "plain,promised,rename,copyFileSync,copyFile,cpSync,link,pieces,stream,crlf,touched";
const PERL: &str = "plain,rename,copy,cp,move,tempfile,link,pieces,crlf,touched";

impl Language {
    fn interpreted(
        name: &'static str,
        interpreter: &str,
        file: &str,
        ways: &'static str,
    ) -> Option<Language> {
        let program = Path::new("/usr/bin").join(interpreter);
        if !program.exists() {
            skip(&format!("no {interpreter}"));
            return None;
        }
        let folder = sources().to_owned();
        let args = vec![folder.join(file).to_str().unwrap().to_owned()];
        Some(Language { name, program, args, folder, ways })
    }

    fn compiled(
        name: &'static str,
        compiler: &str,
        flags: &[&str],
        file: &str,
        ways: &'static str,
    ) -> Option<Language> {
        let folder = built(compiler, file, |source, folder| {
            compile(compiler, flags, source, &folder.join("ways"));
        })?;
        Some(Language { name, program: folder.join("ways"), args: Vec::new(), folder, ways })
    }

    fn java() -> Option<Language> {
        let folder = built("javac", "Ways.java", |source, folder| {
            let status = Command::new("javac").arg("-d").arg(folder).arg(source).status();
            assert!(status.unwrap().success());
        })?;
        let args = ["-Xmx64m", "-XX:TieredStopAtLevel=1", "-cp", folder.to_str().unwrap(), "Ways"];
        let args = args.map(str::to_owned).to_vec();
        Some(Language { name: "Java", program: "/usr/bin/java".into(), args, folder, ways: JAVA })
    }

    /// Plays a match in which both players write each of these ways once. Returns the way that lost.
    fn play(&self, arena: &mut Arena, ways: &[&str], boards: &Path) -> Option<Loss> {
        let written = ways.join(",");
        let words =
            self.args.iter().map(String::as_str).chain([boards.to_str().unwrap(), &written]);
        let player = Contestant {
            program: self.program.clone(),
            args: words.map(Into::into).collect(),
            readable: vec![self.folder.clone(), boards.to_owned()],
            variables: Vec::new(),
            processes: Processes::Usual,
            answers: Answers::Files,
        };
        let contest = Contest {
            ply_limit: Some(2 * u32::try_from(ways.len()).unwrap()),
            // No match that is won waits, and no busy machine takes so long.
            move_time: Duration::from_secs(30),
            // Node and Java take more than a player has, and it is not memory that is tried.
            limits: Limits { memory_bytes: 512 << 20, ..Limits::default() },
            ..usual()
        };
        let report = arena.play(&*start(), &contest, [&player, &player], &mut |_, _| Ok(()));
        match report.unwrap().outcome {
            MatchEnd::Rules(_) => None,
            MatchEnd::Forfeit(fault) => {
                let turn = (usize::try_from(fault.ply).unwrap() - 1) / 2;
                Some(Loss { way: ways[turn].to_owned(), fault })
            }
        }
    }

    /// Plays until each way has won or lost; returns what was lost.
    fn losses(&self, arena: &mut Arena, boards: &Path) -> Vec<String> {
        let mut ways: Vec<&str> = self.ways.split(',').collect();
        let mut lost = Vec::new();
        while let Some(loss) = self.play(arena, &ways, boards) {
            ways.retain(|way| *way != loss.way);
            lost.push(format!("{}, {}: {}", self.name, loss.way, sentence(&loss.fault)));
        }
        lost
    }
}

struct Loss {
    way: String,
    fault: Fault,
}

fn sources() -> &'static Path {
    within_reach(&project("tests/players/writing"))
}

/// Compiles a player; `build` is given its source and the folder for what it makes.
fn built(tool: &str, file: &str, build: impl Fn(&Path, &Path)) -> Option<PathBuf> {
    if !is_there(tool) {
        return None;
    }
    let source = sources().join(file);
    let text = fs::read(&source).unwrap();
    Some(built_once(&format!("ways-{tool}"), &[&text], |folder| build(&source, folder)))
}

/// Languages whose programs start no others.
fn single() -> impl Iterator<Item = Language> {
    let languages = [
        Language::interpreted("Python", "python3", "ways.py", PYTHON),
        Language::interpreted("Perl", "perl", "ways.pl", PERL),
        Language::compiled("C", "gcc", &["-O1", "-w"], "ways.c", C),
        Language::compiled("C++", "g++", &["-std=c++17", "-O1"], "ways.cpp", CPP),
        Language::compiled("Rust", "rustc", &["--edition=2021"], "ways.rs", RUST),
    ];
    languages.into_iter().flatten()
}

fn others() -> impl Iterator<Item = Language> {
    let languages = [
        Language::interpreted("bash", "bash", "ways.sh", BASH),
        Language::java(),
        Language::interpreted("Node", "node", "ways.js", NODE),
    ];
    languages.into_iter().flatten()
}

/// A match that is longer than all ways of any language, as board files in a folder.
fn boards() -> &'static Path {
    const PLIES: usize = 32;
    let folder = built_once("written-match", &[], |folder| {
        let mut line = start();
        for ply in 0..PLIES {
            let legal = line.legal();
            line.play(legal[ply % legal.len()]);
            assert!(line.end().is_none(), "{ply}");
            let name = format!("board_{}.txt", line.plies() + 1);
            fs::write(folder.join(name), line.board(line.plies())).unwrap();
        }
    });
    within_reach(&folder)
}

fn arena(guarantees: Guarantees) -> Arena {
    let keeper = Keeper::start_with(Some(executable()), guarantees, Require::Safety).unwrap();
    Arena::new(keeper).unwrap()
}

fn lose_nothing(guarantees: Guarantees, languages: impl Iterator<Item = Language>) {
    let mut arena = arena(guarantees);
    let lost: Vec<String> =
        languages.flat_map(|language| language.losses(&mut arena, boards())).collect();
    assert!(lost.is_empty(), "{}", lost.join("\n"));
}

#[test]
fn no_usual_way_to_write_a_board_loses_a_match() {
    needs!(containment);
    lose_nothing(guarantees(), single().chain(others()));
}

#[test]
fn no_usual_way_to_write_a_board_loses_a_match_where_a_player_is_one_process() {
    needs!(containment);
    lose_nothing(alone(u32::MAX), single());
}

#[test]
fn a_way_that_stays_forbidden_is_told_with_the_line_that_says_why() {
    needs!(containment);
    let Some(python) = Language::interpreted("Python", "python3", "ways.py", "") else {
        return;
    };
    let mut arena = arena(guarantees());
    for (way, end, line) in [
        (
            "locked",
            "it exited with code 1; it called flock, which players may not use; it wrote draft, not board_4.txt",
            "OSError: [Errno 38] Function not implemented",
        ),
        // As on a file system without attributes.
        (
            "labelled",
            "it exited with code 1; it wrote draft, not board_4.txt",
            "OSError: [Errno 95] Operation not supported: 'draft'",
        ),
    ] {
        let loss = python.play(&mut arena, &["rename", way], boards()).unwrap();
        assert_eq!((loss.way.as_str(), sentence(&loss.fault).as_str()), (way, end));
        let printed = loss.fault.printed;
        assert!(printed.iter().any(|it| it == line), "{printed:?}");
    }
}

/// Makes each call that pretends. Exits with 42 if all succeed and change nothing, with 43 if its
/// file is changed.
const PRETENDS: &[u8] = br#"
#define _GNU_SOURCE
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>
#include <utime.h>
#define CHECK(call) if ((call) != 0) return __LINE__; else if (is_changed()) return 43
static struct stat before, now;
static int is_changed(void) {
    if (stat("own", &now) != 0) return 1;
    return now.st_mode != before.st_mode || now.st_uid != before.st_uid || now.st_gid != before.st_gid
        || now.st_mtim.tv_sec != before.st_mtim.tv_sec || now.st_mtim.tv_nsec != before.st_mtim.tv_nsec
        || now.st_atim.tv_sec != before.st_atim.tv_sec || now.st_atim.tv_nsec != before.st_atim.tv_nsec
        || now.st_ctim.tv_sec != before.st_ctim.tv_sec || now.st_ctim.tv_nsec != before.st_ctim.tv_nsec;
}
int main(void) {
    const struct timespec long_ago[2] = {{1, 0}, {1, 0}};
    const struct timeval long_since[2] = {{1, 0}, {1, 0}};
    const struct utimbuf once = {1, 1};
    int file = open("own", O_RDWR | O_CREAT, 0600);
    if (file < 0 || stat("own", &before) != 0) return 1;
    CHECK(fchmod(file, 0777));
    CHECK(syscall(SYS_fchmodat, AT_FDCWD, "own", 0777));
    CHECK(syscall(452, AT_FDCWD, "own", 0777, 0)); /* fchmodat2 */
    CHECK(fchown(file, getuid(), 0));
    CHECK(fchownat(AT_FDCWD, "own", getuid(), 0, 0));
    CHECK(futimens(file, long_ago));
    CHECK(utimensat(AT_FDCWD, "own", long_ago, 0));
#ifdef SYS_chmod
    CHECK(syscall(SYS_chmod, "own", 0777));
    CHECK(syscall(SYS_chown, "own", getuid(), 0));
    CHECK(syscall(SYS_lchown, "own", getuid(), 0));
    CHECK(syscall(SYS_utime, "own", &once));
    CHECK(syscall(SYS_utimes, "own", long_since));
    CHECK(syscall(SYS_futimesat, AT_FDCWD, "own", long_since));
#endif
    return 42;
}
"#;

#[test]
fn calls_that_pretend_succeed_and_change_nothing() {
    needs!(containment);
    if !is_there("gcc") {
        return;
    }
    let folder = built_once("pretends", &[PRETENDS], |folder| {
        let source = folder.join("pretends.c");
        fs::write(&source, PRETENDS).unwrap();
        compile("gcc", &["-w"], &source, &folder.join("pretends"));
    });
    let plan = plan(folder.join("pretends"), &[]);
    let all = guarantees();
    for (guarantees, code) in [(all, 42), (alone(u32::MAX), 42), (all.without(Layer::Seccomp), 43)]
    {
        assert_eq!(run(&plan, &mut keeper_with(guarantees)), Ended::Exited(code), "{guarantees:?}");
    }
}
