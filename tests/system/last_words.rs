//! Ordinary deaths and slips of players: what is said of them is true, and the line that tells is there.

use std::ffi::OsString;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use arbitro_referee::{Answers, Arena, Contest, Contestant, Fault, MatchEnd};
use arbitro_rules::Game;
use arbitro_rules::draughts::Dama;
use arbitro_rules::notation::Notation;
use arbitro_sandbox::Processes;

use crate::compiled::compile;
use crate::grade_samples::is_there;
use crate::needs::{needs, skip};
use crate::programs::{open_folder, open_to_all};
use crate::tricks::{arena, sentence, usual};

/// A player that dies or slips: its name, its language, its source, what is said of it, and the line that
/// tells, if there is one.
type Case = (&'static str, &'static str, &'static str, &'static str, &'static str);

const DEATHS: [Case; 22] = [
    (
        "division",
        "py",
        "print(1 / 0)",
        "it exited with code 1",
        "ZeroDivisionError: division by zero",
    ),
    ("code", "py", "import sys; sys.exit(3)", "it exited with code 3", ""),
    (
        "module",
        "py",
        "import chess",
        "it exited with code 1",
        "ModuleNotFoundError: No module named 'chess'",
    ),
    (
        "recursion",
        "py",
        "def f(): return f()\nf()",
        "it exited with code 1",
        "RecursionError: maximum recursion depth exceeded",
    ),
    (
        "file",
        "py",
        "open('book.txt')",
        "it exited with code 1",
        "FileNotFoundError: [Errno 2] No such file or directory: 'book.txt'",
    ),
    (
        "permission",
        "py",
        "open('/etc/shadow')",
        "it exited with code 1",
        "PermissionError: [Errno 13] Permission denied: '/etc/shadow'",
    ),
    ("memory", "py", "board = [0] * 10 ** 9", "more than 512 MiB of memory", ""),
    (
        "assertion",
        "py",
        "assert 1 == 2, 'no move'",
        "it exited with code 1",
        "AssertionError: no move",
    ),
    ("exit", "sh", "exit 3", "it exited with code 3", ""),
    (
        "unknown",
        "sh",
        "set -e; nosuchcommand",
        "it exited with code 127",
        "line 1: nosuchcommand: command not found",
    ),
    (
        "unset",
        "sh",
        "set -u; echo $move",
        "it exited with code 1",
        "line 1: move: unbound variable",
    ),
    (
        "throws",
        "cpp",
        "#include <stdexcept>\nint main() { throw std::out_of_range(\"no move\"); }",
        "it was killed by signal 6, abort: a failed assertion or an uncaught exception",
        "what():  no move",
    ),
    (
        "assert",
        "cpp",
        "#include <cassert>\nint main() { assert(1 == 2); }",
        "it was killed by signal 6, abort: a failed assertion or an uncaught exception",
        "int main(): Assertion `1 == 2' failed.",
    ),
    (
        "null",
        "cpp",
        "int main() { volatile int *p = 0; return *p; }",
        "it was killed by signal 11, a segmentation fault",
        "",
    ),
    (
        "stack",
        "cpp",
        "int f(volatile int n) { return n ? f(n + 1) + n : 0; }\nint main() { return f(1); }",
        "it was killed by signal 11, a segmentation fault",
        "",
    ),
    (
        "sanitized",
        "cpp",
        "// -fsanitize=undefined -fno-sanitize-recover\nint main(int c, char **) { int a[2] = {}; return a[c + 1]; }",
        "it exited with code 1",
        "runtime error: index 3 out of bounds for type 'int [2]'",
    ),
    (
        "runtime",
        "java",
        "throw new RuntimeException(\"no move\");",
        "it exited with code 1",
        "Exception in thread \"main\" java.lang.RuntimeException: no move",
    ),
    (
        "nullpointer",
        "java",
        "String s = null; System.out.println(s.length());",
        "it exited with code 1",
        "java.lang.NullPointerException",
    ),
    ("code", "java", "System.exit(3);", "it exited with code 3", ""),
    ("error", "js", "throw new Error('no move');", "it exited with code 1", "Error: no move"),
    (
        "undefined",
        "js",
        "board.move();",
        "it exited with code 1",
        "ReferenceError: board is not defined",
    ),
    (
        "missing",
        "js",
        "require('chess');",
        "it exited with code 1",
        "Error: Cannot find module 'chess'",
    ),
];

/// Slips in bash, with `move` as the board of a legal first move.
const SLIPS: [Case; 7] = [
    (
        "folder",
        "sh",
        "mkdir out; move > out/board_2.txt; wait_on",
        "no board within ...; it wrote out/board_2.txt, not board_2.txt",
        "",
    ),
    (
        "printed",
        "sh",
        "move; wait_on",
        "no board within ...; it printed a board, but did not write board_2.txt",
        "",
    ),
    (
        "open",
        "sh",
        "exec 7> board_2.txt; move >&7; wait_on",
        "no board within ...; it wrote board_2.txt, but did not close it",
        "",
    ),
    (
        "empty",
        "sh",
        "exec 7> board_2.txt; wait_on",
        "no board within ...; it created board_2.txt, but wrote nothing and did not close it",
        "",
    ),
    (
        "exits",
        "sh",
        "move > board_3.txt; exit 0",
        "it exited with code 0...; it wrote board_3.txt, not board_2.txt",
        "",
    ),
    (
        "dies",
        "sh",
        "move > board_3.txt; kill -SEGV $$",
        "it was killed by signal 11...; it wrote board_3.txt, not board_2.txt",
        "",
    ),
    (
        "prints",
        "sh",
        "move; exit 0",
        "it exited with code 0...; it printed a board, but did not write board_2.txt",
        "",
    ),
];

/// What a shell player needs.
pub(crate) const SHELL: &str =
    "wait_on() { while :; do sleep 1; done; }\nmove() { cat <<'BOARD'\n@BOARD@\nBOARD\n}\n";

/// Makes a player; `None` if its language is missing here.
pub(crate) fn player(place: &Path, language: &str, source: &str) -> Option<Contestant> {
    let (tool, file) = match language {
        "py" => ("python3", "player.py"),
        "sh" => ("bash", "player.sh"),
        "js" => ("node", "player.js"),
        "java" => ("javac", "Player.java"),
        _ => ("g++", "player.cpp"),
    };
    if !is_there(tool) {
        skip(&format!("no {tool}"));
        return None;
    }
    let class = format!("class Player {{ public static void main(String[] a) {{ {source} }} }}");
    let text = if language == "java" { &class } else { source };
    let source_file = place.join(file);
    fs::write(&source_file, text).unwrap();
    let (program, args) = match language {
        "java" => {
            let built = Command::new("javac").arg(&source_file).status();
            assert!(built.unwrap().success());
            let flags = ["-Xmx32m", "-XX:+UseSerialGC", "-cp"].map(OsString::from);
            let rest = [place.into(), OsString::from("Player")];
            ("/usr/bin/java".into(), flags.into_iter().chain(rest).collect())
        }
        "cpp" => {
            let program = place.join("player");
            let first = text.lines().next().unwrap_or_default();
            let flags = first.strip_prefix("// ").unwrap_or("-O0");
            let flags: Vec<&str> = flags.split(' ').collect();
            compile("g++", &flags, &source_file, &program);
            (program, Vec::new())
        }
        _ => (Path::new("/usr/bin").join(tool), vec![source_file.into()]),
    };
    open_to_all(place);
    Some(Contestant {
        program,
        args,
        readable: vec![place.to_owned()],
        variables: Vec::new(),
        processes: Processes::Usual,
        answers: Answers::Files,
    })
}

/// Lets a player move first; returns its forfeit.
fn forfeit(arena: &mut Arena, player: &Contestant, start_time: Duration) -> Fault {
    let mut contest = Contest { start_time, ..usual() };
    // Java starts with more than a player usually has.
    contest.limits.memory_bytes = 512 << 20;
    let report =
        arena.play(&*crate::tricks::start(), &contest, [player, player], &mut |_, _| Ok(()));
    match report.unwrap().outcome {
        MatchEnd::Forfeit(forfeit) => forfeit,
        MatchEnd::Rules(end) => panic!("it plays on: {}", end.reason()),
    }
}

/// The board after a legal first move, without the last newline.
pub(crate) fn moved() -> String {
    let start = Dama::start();
    Dama::write_board(&start.after(start.legal_moves()[0]).board())
}

#[test]
fn the_line_that_tells_is_found_and_no_death_is_explained_by_what_is_no_cause() {
    needs!(containment);
    let mut arena = arena();
    for case @ (name, language, source, text, last) in DEATHS {
        let folder = open_folder(0o755);
        let Some(player) = player(folder.path(), language, source) else {
            continue;
        };
        let forfeit = forfeit(&mut arena, &player, usual().start_time);
        println!("{name}.{language}: {}: {:?}", sentence(&forfeit), forfeit.printed);
        assert_eq!(sentence(&forfeit), text, "{case:?}");
        let told = forfeit.printed.first().map_or("", String::as_str);
        assert!(told.contains(last), "{case:?}: {:?}", forfeit.printed);
        assert_eq!(told.is_empty(), last.is_empty(), "{case:?}: {told}");
    }
}

#[test]
fn a_slip_of_protocol_is_told_with_what_was_expected() {
    needs!(containment);
    let mut arena = arena();
    for case @ (name, _, source, text, _) in SLIPS {
        let folder = open_folder(0o755);
        let shell = SHELL.replace("@BOARD@", &moved()) + source;
        let Some(player) = player(folder.path(), "sh", &shell) else {
            return;
        };
        let forfeit = forfeit(&mut arena, &player, Duration::ZERO);
        println!("{name}: {}: {:?}", sentence(&forfeit), forfeit.printed);
        let (late, slip) = text.split_once("...").unwrap();
        let told = sentence(&forfeit);
        assert!(told.starts_with(late) && told.ends_with(slip), "{case:?}: {told}");
    }
}
