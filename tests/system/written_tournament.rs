//! A tournament of strangers' players at a game whose rules a program knows, from an empty folder to a ranking.

use std::fs;
use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};

use arbitro_records::{seal, seal_of};
use arbitro_testkit::games::project;
use serde_json::Value;

use crate::compiled::{built_once, compile};
use crate::needs::needs;
use crate::programs::{copy_program, open_folder, open_to_all};
use crate::tournament_program::{
    killed_command, luck, refused, succeeds, timeless, timeless_by_match, tournament,
};
use crate::tournament_stops::kills;

/// Writes five players into `players`, of which one tries to change the rules, and is told or not told that it may read
/// them.
fn write_players(at: &Path, told: &str) {
    let rules = at.join("whole/game").display().to_string();
    for (name, command) in [
        ("left", "\"bash\", \"left.sh\"".to_owned()),
        ("centre", "\"./centre\"".to_owned()),
        ("chance", "\"python3\", \"chance.py\"".to_owned()),
        ("tactics", "\"python3\", \"tactics.py\"".to_owned()),
        ("spy", format!("\"python3\", \"spy.py\", \"{told}\", {rules:?}")),
    ] {
        let manifest = format!("command = [{command}]\ngame = \"connect-four\"\n");
        write_player(at, name, &manifest);
    }
}

/// Writes a player with this manifest, beside all that it may need.
pub(crate) fn write_player(at: &Path, name: &str, manifest: &str) {
    let sources = project("tests/players/connect-four");
    let place = at.join("players").join(name);
    fs::create_dir_all(&place).unwrap();
    fs::write(place.join("player.toml"), manifest).unwrap();
    for file in fs::read_dir(&sources).unwrap().map(|entry| entry.unwrap().path()) {
        if file.is_file() {
            fs::copy(&file, place.join(file.file_name().unwrap())).unwrap();
        }
    }
    if manifest.contains("./centre") {
        let [source, kit] = ["centre.cpp", "player.hpp"].map(|it| sources.join(it));
        let read = [&source, &kit].map(|it| fs::read(it).unwrap());
        let built = built_once("centre", &[&read[0], &read[1]], |folder| {
            compile("g++", &["-std=c++17", "-O1"], &source, &folder.join("centre"));
        });
        copy_program(&built.join("centre"), &place.join("centre"));
    }
    open_to_all(&place);
}

/// Copies the game into `four`, and lets players read it or not.
pub(crate) fn write_game(at: &Path, more: &str) {
    let game = at.join("four");
    fs::create_dir_all(&game).unwrap();
    for file in ["game.py", "rules.py"] {
        fs::copy(project("boards/games/connect-four").join(file), game.join(file)).unwrap();
    }
    let toml = fs::read_to_string(project("boards/games/connect-four/game.toml")).unwrap();
    fs::write(game.join("game.toml"), toml.replace("[signs]", &format!("{more}\n[signs]")))
        .unwrap();
}

const RUN: [&str; 7] = ["run", "players", "--game", "./four", "-q", "--games", "1"];

fn run(at: &Path, more: &[&str]) -> String {
    succeeds(&tournament(at, &[&RUN, more].concat()))
}

#[test]
fn strangers_are_ranked_alike_at_any_jobs_and_after_any_kill() {
    needs!(containment);
    let folder = open_folder(0o755);
    let at = folder.path();
    write_players(at, "untold");
    write_game(at, "");
    let began = Instant::now();
    let shown = run(at, &["--out", "whole", "--jobs", "1", "--verify"]);
    let took = u64::try_from(began.elapsed().as_millis()).unwrap();
    let out = at.join("whole");
    assert!(shown.contains("connect-four, round-robin, 5 players, 10 matches"), "{shown}");
    assert!(shown.contains("1. tactics "), "{shown}");
    assert!(shown.contains("all as they say"), "{shown}");
    let expected = timeless_by_match(&out);
    for record in expected.values() {
        assert_eq!(
            (&record["reason"], &record["max_plies"]),
            (&"rules".into(), &42.into()),
            "{record}"
        );
    }
    let standings = fs::read(out.join("standings.csv")).unwrap();

    run(at, &["--out", "two", "--jobs", "2"]);
    assert!(timeless_by_match(&at.join("two")) == expected);
    assert!(fs::read(at.join("two/standings.csv")).unwrap() == standings);

    for kill in 0..kills().div_ceil(2) {
        let out = format!("killed-{kill}");
        let first = [&RUN[..], &["--out", &out, "--no-smoke"]].concat();
        let again = ["run", "--resume", "-q", "--out", &out];
        let mut args: &[&str] = &first;
        for attempt in 0..=kill % 3 {
            let mut running = killed_command(at, args)
                .stdout(Stdio::null())
                .stderr(Stdio::null())
                .spawn()
                .unwrap();
            std::thread::sleep(Duration::from_millis(luck(10 * kill + attempt) % took));
            // It may have ended: then there is nothing to kill.
            let _ = running.kill();
            running.wait().unwrap();
            if at.join(&out).join("tournament.toml").exists() {
                args = &again;
            }
        }
        succeeds(&tournament(at, args));
        assert!(timeless_by_match(&at.join(&out)) == expected, "kill {kill}");
        assert!(fs::read(at.join(&out).join("standings.csv")).unwrap() == standings, "kill {kill}");
    }
}

#[test]
fn players_read_the_rules_if_the_game_says_so_and_change_them_never() {
    needs!(containment);
    let folder = open_folder(0o755);
    let at = folder.path();
    write_players(at, "told");
    write_game(at, "players_read = true");
    let pair = ["run", "players/spy", "players/left", "--game", "./four", "-q", "--out", "whole"];
    succeeds(&tournament(at, &pair));
    for record in timeless(&at.join("whole")) {
        assert_eq!(record["reason"], "rules", "{record}");
    }
}

/// A tournament of two players that has been played.
fn played(at: &Path) {
    write_players(at, "untold");
    write_game(at, "");
    let pair =
        ["run", "players/left", "players/centre", "--game", "./four", "-q", "--out", "whole"];
    succeeds(&tournament(at, &pair));
}

#[test]
fn a_tournament_goes_on_with_its_own_copy_of_the_rules_and_with_no_other() {
    needs!(containment);
    let folder = open_folder(0o755);
    let at = folder.path();
    played(at);
    let journal = at.join("whole/matches.jsonl");
    let whole = fs::read_to_string(&journal).unwrap();
    let first = whole.lines().next().unwrap().to_owned() + "\n";
    fs::write(&journal, &first).unwrap();
    fs::remove_dir_all(at.join("four")).unwrap();
    let resume = ["run", "--resume", "--out", "whole", "-q"];
    succeeds(&tournament(at, &resume));
    assert_eq!(timeless(&at.join("whole")).len(), 2);

    write_game(at, "");
    succeeds(&tournament(at, &[&resume[..], &["--game", "./four"]].concat()));
    write_game(at, "repetition = 3");
    let told = refused(&tournament(at, &[&resume[..], &["--game", "./four"]].concat()));
    assert!(told.contains("not the rules that the tournament began with"), "{told}");

    // It is not even started: a program that fails at once would say so.
    let rules = "raise SystemExit('it was run')\n";
    fs::write(at.join("whole/game/rules.py"), rules).unwrap();
    for (language, part) in [
        ("en", "not the rules that the tournament began with"),
        ("it", "le regole con cui il torneo è cominciato"),
        ("fr", "les règles avec lesquelles le tournoi a commencé"),
    ] {
        let told = refused(&tournament(at, &[&resume[..], &["--lang", language]].concat()));
        assert!(told.contains(part) && told.contains("whole/game"), "{told}");
        assert!(!told.contains("it was run"), "{told}");
    }
}

/// Rules that depend on a version, which they read in a folder that they need.
const VERSION: &str = "    depends_on = open(os.environ['ARBITRO_NEEDS'] + '/version').read()\n\n    def start(self):\n";

#[test]
fn a_tournament_goes_on_with_the_versions_that_its_rules_began_with_and_with_no_other() {
    needs!(containment);
    let folder = open_folder(0o755);
    let at = folder.path();
    let library = at.join("library");
    fs::create_dir(&library).unwrap();
    let version = library.join("version");
    fs::write(&version, "luck 1.0").unwrap();
    open_to_all(&library);
    write_game(at, "needs = [\"../library\"]");
    let rules = at.join("four/rules.py");
    let text = fs::read_to_string(&rules).unwrap().replacen("    def start(self):\n", VERSION, 1);
    fs::write(&rules, format!("import os\n{text}")).unwrap();
    succeeds(&tournament(at, &["--game", "./four", "--out", "whole", "-q"]));
    let expected = timeless_by_match(&at.join("whole"));
    assert_eq!(expected[&1]["rules"]["with"], "luck 1.0");

    let journal = at.join("whole/matches.jsonl");
    let whole = fs::read_to_string(&journal).unwrap();
    let first = whole.lines().next().unwrap().to_owned() + "\n";
    fs::write(&journal, &first).unwrap();
    fs::write(&version, "luck 2.0").unwrap();
    let resume = ["run", "--resume", "--out", "whole", "-q"];
    for more in [&[][..], &["--game", "./four"]] {
        let told = refused(&tournament(at, &[&resume[..], more].concat()));
        assert!(told.contains("not the rules that the tournament began with"), "{told}");
    }
    assert_eq!(fs::read_to_string(&journal).unwrap(), first);
    fs::write(&version, "luck 1.0").unwrap();
    succeeds(&tournament(at, &resume));
    assert!(timeless_by_match(&at.join("whole")) == expected);
}

#[test]
fn the_game_of_a_folder_is_played_in_parts_as_on_one_machine() {
    needs!(containment);
    let folder = open_folder(0o755);
    let at = folder.path();
    write_players(at, "untold");
    write_game(at, "");
    run(at, &["--out", "whole"]);
    let begin = ["players", "--out", "p", "--begin", "--game", "./four", "-q", "--games", "1"];
    succeeds(&tournament(at, &begin));
    // The tournament has its own copy of the rules.
    fs::remove_dir_all(at.join("four")).unwrap();
    let part = |part: &str| tournament(at, &["run", "--out", "p", "--part", part, "-q"]);
    succeeds(&part("1/2"));
    let rules = fs::read(at.join("p/game/rules.py")).unwrap();
    fs::write(at.join("p/game/rules.py"), "raise SystemExit('it was run')\n").unwrap();
    let told = refused(&part("2/2"));
    assert!(told.contains("not the rules that the tournament began with"), "{told}");
    assert!(!told.contains("it was run"), "{told}");
    fs::write(at.join("p/game/rules.py"), rules).unwrap();
    succeeds(&part("2/2"));
    assert!(timeless_by_match(&at.join("p")) == timeless_by_match(&at.join("whole")));
}

#[test]
fn a_match_that_was_played_by_other_rules_does_not_count() {
    needs!(containment);
    let folder = open_folder(0o755);
    let at = folder.path();
    played(at);
    let journal = at.join("whole/matches.jsonl");
    let whole = fs::read_to_string(&journal).unwrap();
    let mut line: serde_json::Value = serde_json::from_str(whole.lines().next().unwrap()).unwrap();
    line.as_object_mut().unwrap().remove("checksum");
    line["rules"]["sha256"] = "0".repeat(64).into();
    let other = seal(&line.to_string());
    assert_eq!(seal_of(other.as_bytes()), arbitro_records::Seal::Whole);
    let rest: Vec<&str> = whole.lines().skip(1).collect();
    fs::write(&journal, format!("{other}\n{}\n", rest.join("\n"))).unwrap();
    let done = tournament(at, &["standings", "whole"]);
    let told = String::from_utf8_lossy(&done.stderr);
    assert!(
        told.contains("line 1: it was played by other rules than those of this tournament"),
        "{told}"
    );
    assert!(succeeds(&done).contains("1 of 2 matches so far"));
}

/// Ours ask a process of the rules of their own, in the sandbox, whatever other players may read.
#[test]
fn bundled_players_play_the_game_of_a_folder() {
    needs!(containment);
    let folder = open_folder(0o755);
    let at = folder.path();
    write_game(at, "");
    let play = |out: &str, jobs: &str| {
        let args = ["--game", "./four", "--out", out, "--jobs", jobs, "-q", "--verify"];
        succeeds(&tournament(at, &args))
    };
    let shown = play("whole", "1");
    assert!(shown.contains("connect-four, round-robin, 3 players, 6 matches"), "{shown}");
    assert!(shown.contains("1. minimax-2 ") && shown.contains("3. random "), "{shown}");
    assert!(shown.contains("all as they say"), "{shown}");
    let expected = timeless_by_match(&at.join("whole"));
    for record in expected.values() {
        assert_eq!((&record["reason"], &record["warnings"]), (&"rules".into(), &Value::Null));
    }
    play("two", "2");
    assert!(timeless_by_match(&at.join("two")) == expected);
    let report = fs::read_to_string(at.join("whole/report.html")).unwrap();
    assert!(!report.contains("light pieces") && report.contains("In drawings, cells"));

    let journal = at.join("whole/matches.jsonl");
    let whole = fs::read_to_string(&journal).unwrap();
    fs::write(&journal, whole.lines().next().unwrap().to_owned() + "\n").unwrap();
    succeeds(&tournament(at, &["run", "--resume", "--out", "whole", "-q"]));
    assert!(timeless_by_match(&at.join("whole")) == expected);

    let told = refused(&tournament(at, &["run", "--game", "./four", "--out", "none"]));
    assert!(told.contains("let the bundled ones play with `tournament` alone"), "{told}");
}

/// Rules whose boards show the last move alone; how many there were, which ends it, is in the state.
const FORGETFUL: &str = r#"
from game import Game

class Forgetful(Game):
    def start(self):
        return "-0", 0

    def moves(self, p):
        return [(name, f"{name}{p.state % 2}", p.state + 1) for name in "ab"]

    def end(self, p):
        return (p.other, "the seventh move") if p.state == 7 else None

Forgetful().run()
"#;

#[test]
fn bundled_players_know_the_state_that_an_opening_leads_to() {
    needs!(containment);
    let folder = open_folder(0o755);
    let at = folder.path();
    let game = at.join("forgetful");
    fs::create_dir(&game).unwrap();
    fs::copy(project("boards/games/kit/game.py"), game.join("game.py")).unwrap();
    fs::write(game.join("rules.py"), FORGETFUL).unwrap();
    let toml = "name = \"forgetful\"\ntitle = \"F\"\ncommand = \"python3 rules.py\"\n";
    fs::write(game.join("game.toml"), toml).unwrap();
    let args = ["--game", "./forgetful", "--openings", "random:4", "--out", "out", "-q"];
    succeeds(&tournament(at, &args));
    let records = timeless_by_match(&at.join("out"));
    assert_eq!(records.len(), 6);
    for record in records.values() {
        assert_eq!((&record["reason"], &record["plies"]), (&"rules".into(), &3.into()), "{record}");
    }
}

#[test]
fn a_stranger_that_exits_as_a_bundled_player_with_broken_rules_does_has_lost() {
    needs!(containment);
    let folder = open_folder(0o755);
    let at = folder.path();
    write_game(at, "");
    for name in ["one", "two"] {
        write_player(at, name, "command = [\"python3\", \"leave.py\"]\n");
        let leaves = "print('the program with the rules fails')\nexit(3)\n";
        fs::write(at.join("players").join(name).join("leave.py"), leaves).unwrap();
    }
    run(at, &["--out", "out", "--no-smoke"]);
    for record in timeless_by_match(&at.join("out")).values() {
        assert_eq!(
            (&record["reason"], &record["winner"]),
            (&"exited".into(), &"o".into()),
            "{record}"
        );
    }
}

/// A player that is told to play by a strategy of ours that knows other games would only fail its trial.
#[test]
fn a_player_whose_strategy_knows_other_games_is_left_out_in_words() {
    needs!(containment);
    let folder = open_folder(0o755);
    let at = folder.path();
    write_game(at, "");
    for (name, args) in [
        ("elsewhere", "\"--dir\", \"/\""),
        ("engine", "\"--strategy\", \"engine\""),
        ("level", "\"--level=hard\""),
        ("mcts", "\"--strategy=mcts\""),
        ("greedy", "\"--strategy\", \"greedy\""),
        ("usual", "\"--depth\", \"1\""),
    ] {
        let place = at.join("players").join(name);
        fs::create_dir_all(&place).unwrap();
        fs::write(place.join("player.toml"), format!("command = [\"play\", {args}]\n")).unwrap();
    }
    // What one of ours says of its game is said of ours.
    let random = at.join("players/random");
    fs::create_dir(&random).unwrap();
    fs::copy(project("players/random/player.toml"), random.join("player.toml")).unwrap();
    open_to_all(&at.join("players"));
    let done = tournament(at, &[&RUN[..], &["--out", "whole"]].concat());
    assert!(succeeds(&done).contains("3 players, 3 matches"), "{done:?}");
    let told = String::from_utf8_lossy(&done.stderr);
    for name in ["elsewhere", "engine", "level", "mcts"] {
        let line = format!(
            "{name}: in the game of a folder our player takes only --strategy random, greedy or minimax"
        );
        assert!(told.contains(&line), "{told}");
    }
}
