//! The next steps that `verify` alone prints at a terminal.

use std::fs;
use std::io::Read;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::programs::{program, wait_until};
use crate::screen_terminal::pseudo_terminal;

fn verify(folder: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(program("verify"));
    command.args(args).env("LC_ALL", "C").current_dir(folder);
    command
}

/// Starts a referee, and ends it once it has written the first board.
fn until_it_waits(command: &mut Command, folder: &Path) {
    let mut child = command.spawn().unwrap();
    wait_until("the first board is written", || folder.join("board_1.txt").exists());
    child.kill().unwrap();
    child.wait().unwrap();
}

/// What a referee prints at a terminal before it waits.
fn told_at_terminal(command: &mut Command, folder: &Path) -> String {
    let (mut master, terminal) = pseudo_terminal();
    let end = || Stdio::from(terminal.try_clone().unwrap());
    command.stdin(end()).stdout(end()).stderr(end());
    until_it_waits(command, folder);
    // With its last holder the terminal is hung up, so that what was printed has an end.
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    drop(terminal);
    let mut told = Vec::new();
    // Linux says the end as an error.
    let _ = master.read_to_end(&mut told);
    String::from_utf8(told).unwrap().replace("\r\n", "\n")
}

#[test]
fn alone_at_a_terminal_verify_says_how_to_go_on() {
    for (language, first) in [
        ("en", "verify: this referees a match; start its players within 70s"),
        ("it", "verify: qui si arbitra una partita; i giocatori vanno avviati entro 70s"),
        ("fr", "verify: ceci arbitre une partie ; lancez ses joueurs en moins de 70s"),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path();
        let args = ["--lang", language, "--game", "english"];
        let told = told_at_terminal(verify(folder, &args).arg0("arbitro-verify"), folder);
        let lines: Vec<&str> = told.lines().take(5).collect();
        let [head, one, two, tournament, help] = lines[..] else { panic!("{told}") };
        assert!(head.starts_with(first), "{told}");
        assert_eq!(one, "  arbitro-play --game english 1");
        assert_eq!(two, "  arbitro-play --game english 2");
        assert!(tournament.ends_with(" `arbitro-tournament`."), "{told}");
        assert!(help.ends_with(" `arbitro-verify --help`."), "{told}");
    }
}

#[test]
fn next_steps_are_for_people_in_an_empty_folder() {
    let count_of = |told: &str| told.matches("other terminals:\n  play 1\n  play 2\n").count();
    for (args, file, count) in
        [(&[][..], None, 1), (&["--json"], None, 0), (&[], Some("player.py"), 0)]
    {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path();
        if let Some(name) = file {
            fs::write(folder.join(name), "").unwrap();
        }
        let told = told_at_terminal(&mut verify(folder, args), folder);
        assert_eq!(count_of(&told), count, "{args:?} {file:?}: {told}");
    }

    // Each stream alone that is no terminal is enough of a script.
    for stream in ["stdin", "stdout", "stderr"] {
        let folder = tempfile::tempdir().unwrap();
        let log = tempfile::NamedTempFile::new().unwrap();
        let to_log = || Stdio::from(log.reopen().unwrap());
        let (_master, terminal) = pseudo_terminal();
        let end = || Stdio::from(terminal.try_clone().unwrap());
        let mut command = verify(folder.path(), &[]);
        command.stdin(end()).stdout(end()).stderr(to_log());
        let command = match stream {
            "stdin" => command.stdin(Stdio::null()),
            "stdout" => command.stdout(Stdio::null()),
            _ => &mut command,
        };
        until_it_waits(command, folder.path());
        assert_eq!(fs::read_to_string(log.path()).unwrap(), "", "{stream}");
    }
}

#[test]
fn the_first_tournament_says_what_to_type_next() {
    let folder = tempfile::tempdir().unwrap();
    let told = |more: &[&str]| {
        let mut command = Command::new(program("tournament"));
        command.args(["--max-plies", "2", "--unsafe"]).args(more).env("LC_ALL", "C");
        let output = command.current_dir(folder.path()).output().unwrap();
        assert!(output.status.success());
        String::from_utf8(output.stderr).unwrap()
    };
    assert!(told(&[]).contains("next: `tournament new player mine` "));
    assert!(!told(&["--quiet"]).contains("next: "));
}
