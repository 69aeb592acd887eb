//! Programs as packages install them: under other names, with the bundled players elsewhere.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::programs::{copy_program, program};
use arbitro_testkit::games::project;

const ALL: [&str; 6] = ["verify", "play", "tournament", "replay", "grade", "serve"];

/// Links each program as packages do: `arbitro-verify` and so on.
fn links() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for name in ALL {
        let link = folder.path().join(format!("arbitro-{name}"));
        symlink(program(name), link).unwrap();
    }
    folder
}

/// What a command prints on both streams.
fn said(command: &mut Command) -> String {
    let output = command.stdin(Stdio::null()).output().unwrap();
    String::from_utf8([output.stdout, output.stderr].concat()).unwrap()
}

#[test]
fn help_manual_and_completions_have_the_name_as_called() {
    let links = links();
    for name in ALL {
        let link = links.path().join(format!("arbitro-{name}"));
        let help = said(Command::new(&link).arg("--help"));
        assert!(help.contains(&format!("Usage: arbitro-{name}")), "{help}");
        let commands = help.lines().filter_map(|line| line.strip_prefix("  "));
        for word in commands.filter_map(|line| line.split(' ').next()) {
            assert!(!ALL.contains(&word), "{word} in {help}");
        }
        let pages = tempfile::tempdir().unwrap();
        said(Command::new(&link).arg("--manual").arg(pages.path()));
        let page = pages.path().join(format!("arbitro-{name}.1"));
        let page = fs::read_to_string(page).unwrap();
        assert!(page.contains(&format!("arbitro\\-{name} ")), "{page}");
        let completions = said(Command::new(&link).args(["--completions", "bash"]));
        let last = format!(" arbitro-{name}\n");
        assert!(completions.contains(&last), "{completions}");
    }
}

#[test]
fn next_steps_have_the_name_as_called() {
    let links = links();
    let at = |name: &str| Command::new(links.path().join(name));
    // A copy of the project may lie in a folder with blanks.
    let boards = tempfile::tempdir().unwrap();
    let board = boards.path().join("Anna's board.txt");
    fs::copy(project("boards/starts/dama.txt"), &board).unwrap();
    let word = format!("'{}/Anna'\\''s board.txt'", boards.path().display());
    let told = said(at("arbitro-verify").arg("match").arg(&board));
    assert!(told.contains(&format!("a match: arbitro-verify board {word}\n")), "{told}");
    let told = said(at("arbitro-verify").arg("mach"));
    assert!(told.contains("`arbitro-verify match`"), "{told}");
    let told = said(at("arbitro-tournament").arg("run"));
    assert!(told.contains("play with `arbitro-tournament` alone"), "{told}");

    // Typed with a folder, in a folder whose name a shell takes as it is; and with one that it does not.
    let folder = tempfile::tempdir().unwrap();
    for (within, called) in [("bin", "bin/verify"), ("b in", "verify")] {
        fs::create_dir(folder.path().join(within)).unwrap();
        let link = folder.path().join(within).join("verify");
        symlink(program("verify"), &link).unwrap();
        let script = format!("'{within}/verify' match {word}");
        let told = said(Command::new("sh").args(["-c", &script]).current_dir(&folder));
        assert!(told.contains(&format!(": {called} board {word}\n")), "{told}");
    }
}

/// Plays the bundled tournament in an empty folder.
fn bundled_ranking(tournament: &Path) -> String {
    let folder = tempfile::tempdir().unwrap();
    let mut command = Command::new(tournament);
    command.args(["--max-plies", "4", "--quiet"]);
    said(command.current_dir(&folder))
}

#[test]
fn bundled_players_are_found_where_they_are_installed() {
    let folder = tempfile::tempdir().unwrap();
    let at = |path: &str| folder.path().join(path);
    let add = |players: &str, names: &[&str]| {
        for name in names {
            let there = at(players).join(name);
            fs::create_dir_all(&there).unwrap();
            let manifest = project("players").join(name).join("player.toml");
            fs::copy(manifest, there.join("player.toml")).unwrap();
        }
    };
    fs::create_dir_all(at("lib/arbitro")).unwrap();
    let tournament = at("lib/arbitro/tournament");
    copy_program(program("tournament"), &tournament);

    // Without any folder: the built-in ones.
    let told = bundled_ranking(&tournament);
    assert!(told.contains(" 6 players"), "{told}");
    // As a package installs them, called by a link.
    add("share/arbitro/players", &["greedy", "random"]);
    fs::create_dir(at("bin")).unwrap();
    let link = at("bin/arbitro-tournament");
    symlink("../lib/arbitro/tournament", &link).unwrap();
    let told = bundled_ranking(&link);
    assert!(told.contains(" 2 players"), "{told}");
    // As an archive has them.
    add("lib/arbitro/players", &["greedy", "minimax-2", "random"]);
    let told = bundled_ranking(&tournament);
    assert!(told.contains(" 3 players"), "{told}");
}
