//! The kits for players of a written game: what their first lines show, and matches of players made with them.

use std::fs;
use std::path::Path;
use std::process::Command;

use arbitro_testkit::games::project;

use crate::needs::{is_root, needs};
use crate::programs::{open_folder, open_to_all, program, within_reach};
use crate::tournament_program::{refused, succeeds, timeless, tournament};
use crate::written_tournament::{write_game, write_player};

const PYTHON: (&str, &str) = ("python", "command = [\"python3\", \"centre.py\"]\n");
const CPP: (&str, &str) = ("cpp", "command = [\"./centre\"]\n");
const READER: (&str, &str) = ("reader", "command = [\"python3\", \"reader.py\"]\n");

fn write(at: &Path, players: [(&str, &str); 2], more: &str) {
    for (name, manifest) in players {
        write_player(at, name, manifest);
    }
    write_game(at, more);
}

fn kit(file: &str) -> String {
    fs::read_to_string(project("boards/games/kit").join(file)).unwrap()
}

fn player(file: &str) -> String {
    fs::read_to_string(project("tests/players/connect-four").join(file)).unwrap()
}

#[test]
fn the_kits_beside_players_are_those_of_the_kits_folder() {
    for file in ["player.py", "player.hpp"] {
        assert_eq!(player(file), kit(file), "{file}");
    }
}

#[test]
fn first_players_of_ten_lines_are_what_the_first_lines_of_their_kits_show() {
    for (file, kit_file, margin) in [
        ("centre.py", "player.py", "    "),
        ("reader.py", "player.py", "    "),
        ("centre.cpp", "player.hpp", "//     "),
    ] {
        let text = player(file);
        let shown = text.lines().map(|line| format!("{margin}{line}").trim_end().to_owned() + "\n");
        assert!(kit(kit_file).contains(&shown.collect::<String>()), "{file}");
        assert!(text.lines().count() <= 10, "{file}");
    }
}

/// Both choose alike, so that both matches are one.
#[test]
fn players_in_python_and_cpp_play_whole_matches_as_any_user() {
    needs!(containment);
    for user in ["", "123459"] {
        if !user.is_empty() && !is_root() {
            continue;
        }
        let folder = open_folder(0o777);
        let at = folder.path();
        write(at, [PYTHON, CPP], "");
        open_to_all(at);
        let mut command = Command::new("setpriv");
        if !user.is_empty() {
            command.args(["--reuid", user, "--regid", user, "--clear-groups"]);
        }
        let run = ["run", "players", "--game", "./four", "-q", "--out", "whole"];
        command.arg(within_reach(program("tournament"))).args(run);
        succeeds(&command.env("TMPDIR", at).current_dir(at).output().unwrap());
        let records = timeless(&at.join("whole"));
        let [first, second] = &records[..] else { panic!("{records:?}") };
        assert_eq!((&first["reason"], first["plies"].as_u64() > Some(7)), (&"rules".into(), true));
        assert_eq!(first["moves"], second["moves"]);
        assert_ne!(first["players"], second["players"]);
    }
}

#[test]
fn a_python_player_plays_by_the_rules_that_it_may_read() {
    needs!(containment);
    let folder = open_folder(0o755);
    let at = folder.path();
    write(at, [READER, CPP], "players_read = true");
    // The word reaches the rules in the player too.
    let rules = at.join("four/rules.py");
    let text = fs::read_to_string(&rules).unwrap();
    let run = "ConnectFour().run()";
    let checked = text.replace(run, &format!("assert Game.word == \"wide\"\n{run}"));
    assert_ne!(text, checked);
    fs::write(rules, checked).unwrap();
    let run = ["run", "players", "--game", "./four:wide", "-q", "--out", "whole"];
    succeeds(&tournament(at, &run));
    let records = timeless(&at.join("whole"));
    assert_eq!(records.len(), 2);
    for record in records {
        assert_eq!(record["reason"], "rules", "{record}");
    }
}

#[test]
fn a_python_player_says_that_it_may_not_read_the_rules() {
    needs!(containment);
    let folder = open_folder(0o755);
    let at = folder.path();
    write(at, [READER, CPP], "");
    let told =
        refused(&tournament(at, &["run", "players", "--game", "./four", "-q", "--out", "whole"]));
    assert!(told.contains("ARBITRO_RULES is not set"), "{told}");
}
