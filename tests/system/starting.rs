//! The commands that players/README.md has for each language start a player, also where it is one process.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::compiled::compile;
use crate::needs::{needs, on_path, skip};
use crate::places::Place;
use crate::programs::make_executable;
use arbitro_testkit::games::project;

const JAVA: &str = "class Player { public static void main(String[] a) { System.out.println(\"it started\"); System.exit(3); } }";

/// Writes the player whose command is this into its folder; `None` if its language is missing here.
fn write(folder: &Path, command: &str) -> Option<()> {
    let tool = command.split('"').nth(1).unwrap_or_default();
    let (tool, file, source) = match tool {
        "python3" => (tool, "player.py", "print('it started'); exit(3)"),
        "java" => ("javac", "Player.java", JAVA),
        "node" => (tool, "player.js", "console.log('it started'); process.exit(3)"),
        "perl" => (tool, "player.pl", "print \"it started\\n\"; exit 3"),
        "ruby" => (tool, "player.rb", "puts 'it started'; exit 3"),
        "env" => ("R", "player.R", "cat('it started\\n'); quit(status = 3)"),
        "./player" => {
            ("gcc", "player.c", "int main(void) { return puts(\"it started\") < 0 ? 1 : 3; }")
        }
        other => panic!("a command without a program to try it: {other}"),
    };
    if on_path(tool).is_none() {
        // These are not installed for the tests.
        if ["R", "ruby"].contains(&tool) {
            println!("{tool} is not here");
        } else {
            skip(&format!("no {tool}"));
        }
        return None;
    }
    let source_file = folder.join(file);
    fs::write(&source_file, source).unwrap();
    fs::write(folder.join("player.toml"), format!("command = {command}\n")).unwrap();
    match tool {
        "javac" => {
            succeeds(folder, "javac", &[file]);
            succeeds(folder, "jar", &["cfe", "player.jar", "Player", "Player.class"]);
        }
        "gcc" => compile("gcc", &["-include", "stdio.h"], &source_file, &folder.join("player")),
        _ => {}
    }
    Some(())
}

fn succeeds(folder: &Path, tool: &str, args: &[&str]) {
    assert!(
        Command::new(tool).args(args).current_dir(folder).status().unwrap().success(),
        "{tool}"
    );
}

/// The commands of the table.
fn commands() -> Vec<String> {
    let page = fs::read_to_string(project("players/README.md")).unwrap();
    let rows = page.lines().skip_while(|line| *line != "| language | command |").skip(2);
    let rows = rows.take_while(|row| row.starts_with('|'));
    rows.map(|row| row.split('`').nth(1).expect(row).to_owned()).collect()
}

#[test]
fn each_language_is_started_by_its_command_where_a_player_is_one_process() {
    needs!(containment);
    let commands = commands();
    assert!(commands.len() >= 8, "{commands:?}");
    for place in Place::each("docker") {
        for (number, command) in commands.iter().enumerate() {
            let folder = place.folder.path().join(format!("p{number}"));
            fs::create_dir(&folder).unwrap();
            if write(&folder, command).is_none() {
                fs::remove_dir_all(&folder).unwrap();
            }
        }
        let wrapped = place.folder.path().join("wrapped");
        fs::create_dir(&wrapped).unwrap();
        fs::write(wrapped.join("run"), "#!/bin/sh\ncd \"$(dirname \"$0\")\" || exit\nexec true\n")
            .unwrap();
        make_executable(&wrapped.join("run"));
        fs::write(wrapped.join("player.toml"), "command = [\"./run\"]").unwrap();
        let told =
            place.tournament(&["run", ".", "--out", "out", "--games", "1", "--start-time", "30s"]);
        let told = String::from_utf8(told.stderr).unwrap();
        let (of_wrapped, others): (Vec<&str>, Vec<&str>) = told
            .lines()
            .filter(|line| line.starts_with("left out"))
            .partition(|line| line.contains("/wrapped: "));
        assert!(others.len() >= 6 || std::env::var_os("CI").is_none(), "{told}");
        for line in others {
            assert!(line.contains("it exited with code 3; "), "{line}");
            assert!(line.contains("it printed \"it started\""), "{line}");
        }
        assert!(of_wrapped[0].contains("it is one process, and can start no other"), "{told}");
    }
}
