//! A tournament of bundled players at one of the many games of a program, which depends on a folder elsewhere.

use std::fs;
use std::path::{Path, PathBuf};

use arbitro_testkit::games::project;

use crate::needs::needs;
use crate::programs::{open_folder, open_to_all};
use crate::tournament_program::{refused, succeeds, timeless_by_match, tournament};

/// Take 1 to 3 sticks of so many; the last one loses. The state says how many are left, and a position without it
/// is none.
const RULES: &str = r#"
import os, sys
from game import Game
library, sticks = sys.argv[1], int(sys.argv[2])
class Sticks(Game):
    depends_on = "sticks " + open(library + "/version").read()
    def start(self):
        return "|" * sticks, {"left": sticks}
    def moves(self, p):
        left = p.state["left"]
        for take in range(1, min(4, left)):
            yield f"take{take}", "|" * (left - take), {"left": left - take}
    def end(self, p):
        if len(p.board) < 5 and os.path.exists(library + "/broken"):
            sys.exit("the library is broken")
        if p.state["left"] == 1:
            return p.other, "one stick is left"
    def score(self, p):
        return -0.5 if p.state["left"] % 4 == 1 else 0.5
Sticks().run()
"#;

/// Writes the game into `game`, and what it needs beside it; returns that folder.
fn write_sticks(at: &Path) -> PathBuf {
    let (game, library) = (at.join("game"), at.join("library"));
    fs::create_dir(&game).unwrap();
    fs::create_dir(&library).unwrap();
    let library = library.canonicalize().unwrap();
    let toml = format!(
        "name = \"sticks\"\ntitle = \"S\"\nneeds = [\"../library\"]\ncommand = [\"python3\", \"rules.py\", {library:?}]\n"
    );
    fs::write(game.join("game.toml"), toml).unwrap();
    fs::write(game.join("rules.py"), RULES).unwrap();
    fs::copy(project("boards/games/kit/game.py"), game.join("game.py")).unwrap();
    fs::write(library.join("version"), "1").unwrap();
    open_to_all(&library);
    library
}

#[test]
fn bundled_players_follow_the_state_of_the_game_that_is_named() {
    needs!(containment);
    let folder = open_folder(0o755);
    let at = folder.path();
    let library = write_sticks(at);
    let shown = succeeds(&tournament(at, &["--game", "./game:12", "--out", "whole", "-q"]));
    assert!(shown.contains("sticks:12, round-robin, 3 players, 6 matches"), "{shown}");
    let expected = timeless_by_match(&at.join("whole"));
    for record in expected.values() {
        let x = record["players"]["x"]["name"].as_str().unwrap();
        // Who begins can win, and each but the one by chance sees how.
        assert!(x == "random" || record["winner"] == "x", "{record}");
        assert_eq!((&record["reason"], &record["game"]), (&"rules".into(), &"sticks:12".into()));
        assert_eq!(record["rules"]["with"], "sticks 1", "{record}");
    }

    // The copy in the results needs what the folder needed that it was made of.
    let journal = at.join("whole/matches.jsonl");
    let whole = fs::read_to_string(&journal).unwrap();
    fs::write(&journal, whole.lines().next().unwrap().to_owned() + "\n").unwrap();
    let resume = ["run", "--resume", "--out", "whole", "-q"];
    succeeds(&tournament(at, &resume));
    assert!(timeless_by_match(&at.join("whole")) == expected);

    // A program that fails as matches are played again says nothing about them.
    fs::write(library.join("broken"), "").unwrap();
    open_to_all(&library);
    let told = refused(&tournament(at, &[&resume[..], &["--verify"]].concat()));
    assert!(told.contains("its last words: the library is broken"), "{told}");
    fs::remove_file(library.join("broken")).unwrap();

    fs::write(library.join("version"), "2").unwrap();
    let told = refused(&tournament(at, &resume));
    assert!(told.contains("not the rules that the tournament began with"), "{told}");
    let told = refused(&tournament(at, &[&resume[..], &["--game", "./game:12"]].concat()));
    assert!(told.contains("not the rules that the tournament began with"), "{told}");
    fs::write(library.join("version"), "1").unwrap();
    let told = refused(&tournament(at, &[&resume[..], &["--game", "./game:8"]].concat()));
    assert!(told.contains("it was started with other settings"), "{told}");
}
