//! Packages of players: an environment in a player's folder, or one elsewhere that it says it needs.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use crate::needs::{is_root, needs, skip};
use crate::places::Place;
use crate::programs::{open_folder, open_to_all};
use crate::tournament_program::tournament;

const BOT: &str = "import sys, coursepack
for head in sys.stdin:
    names = sys.stdin.readline().split()
    board = [sys.stdin.readline() for _ in range(int(sys.stdin.readline()))]
    print(names[coursepack.CHOICE], flush=True)
";

/// Makes an environment with a package of its own; `None` if the system has no Python.
fn environment(at: &Path) -> Option<()> {
    // The one that players find, whatever the caller's path has.
    let python = "/usr/bin/python3";
    if !Path::new(python).exists() {
        skip("no python3 of the system");
        return None;
    }
    let made = Command::new(python).args(["-m", "venv", "--without-pip"]).arg(at).status();
    assert!(made.unwrap().success());
    let lib = fs::read_dir(at.join("lib")).unwrap().next().unwrap().unwrap().path();
    let package = lib.join("site-packages/coursepack");
    fs::create_dir_all(&package).unwrap();
    fs::write(package.join("__init__.py"), "CHOICE = 0\n").unwrap();
    Some(())
}

fn write(at: &Path, name: &str, manifest: &str) {
    let place = at.join("bots").join(name);
    fs::create_dir_all(&place).unwrap();
    fs::write(place.join("bot.py"), BOT).unwrap();
    fs::write(place.join("player.toml"), manifest).unwrap();
}

fn write_both(at: &Path, manifest: &str) {
    for name in ["one", "two"] {
        write(at, name, manifest);
    }
}

const RUN: &str = "run bots --games 1 --max-plies 6 -q --no-smoke --out";

fn told(done: &Output) -> String {
    String::from_utf8_lossy(&done.stdout).into_owned() + &String::from_utf8_lossy(&done.stderr)
}

#[test]
fn an_environment_in_a_players_folder_finds_its_packages() {
    needs!(containment);
    for place in [Place::each("linux6.1"), Place::each("docker")].into_iter().flatten() {
        let at = place.folder.path();
        for name in ["one", "two"] {
            write(at, name, "command = \"lines:env/bin/python3 bot.py\"\n");
            if environment(&at.join("bots").join(name).join("env")).is_none() {
                return;
            }
        }
        let done = told(&place.tournament(&RUN.split(' ').chain(["out"]).collect::<Vec<_>>()));
        assert!(done.contains("2 players, 1 match"), "{done}");
        let journal = fs::read_to_string(at.join("out/matches.jsonl")).unwrap();
        assert!(journal.contains("\"reason\":\"move_limit\""), "{journal}");
    }
}

#[test]
fn packages_elsewhere_are_read_where_player_and_tournament_say_so() {
    needs!(containment);
    let folder = open_folder(0o755);
    let at = folder.path();
    let shared = at.join("shared/env");
    fs::create_dir_all(at.join("shared")).unwrap();
    if environment(&shared).is_none() {
        return;
    }
    let shared = shared.display().to_string();
    let command = format!("command = \"lines:{shared}/bin/python3 bot.py\"\n");
    let needing = format!("{command}needs = [{shared:?}]\n");
    let run = |name: &str, more: &[&str]| {
        open_to_all(at);
        let args = RUN.split(' ').chain([name]).chain(more.iter().copied());
        told(&tournament(at, &args.collect::<Vec<_>>()))
    };
    write_both(at, &command);
    let said = run("a", &[]);
    let both =
        format!("needs = [\"{shared}\"] in its player.toml and --needs {shared} let it start");
    assert!(said.contains(&both), "{said}");
    write_both(at, &needing);
    let said = run("b", &[]);
    assert!(
        said.contains(&format!("it needs {shared}: --needs {shared} lets it read that")),
        "{said}"
    );
    let above = at.join("shared").display().to_string();
    let said = run("c", &["--needs", &above]);
    assert!(said.contains("2 players, 1 match"), "{said}");
    let file = fs::read_to_string(at.join("c/tournament.toml")).unwrap();
    assert_eq!(
        file.matches(&format!("folder = \"{shared}\"\nfingerprint = ")).count(),
        2,
        "{file}"
    );
    let missing = needing.replace("/env", "/none");
    write_both(at, &missing.replace("none/bin", "env/bin"));
    let said = run("e", &["--needs", &above]);
    assert!(said.contains("and there is no such folder here"), "{said}");
    if is_root() {
        write_both(at, &needing);
        let closed = || {
            open_to_all(at);
            let mode = std::os::unix::fs::PermissionsExt::from_mode(0o700);
            fs::set_permissions(at.join("shared/env"), mode).unwrap();
            let args = RUN.split(' ').chain(["f", "--needs", &above]);
            told(&tournament(at, &args.collect::<Vec<_>>()))
        };
        assert!(closed().contains("which the users that players run as may not read"));
    }
}
