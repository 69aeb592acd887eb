//! Where sentences and types of games stand, and that contributors are told of it.

use std::fs;
use std::path::PathBuf;

use arbitro_rules::GameId;
use arbitro_testkit::games::project;
use walkdir::WalkDir;

/// The files of the code, without tests, by their path in the project.
fn sources() -> Vec<(String, String)> {
    let root = project("");
    let files = WalkDir::new(project("src")).into_iter().map(|it| it.unwrap().into_path());
    let of_code = |path: &PathBuf| {
        path.extension().is_some_and(|it| it == "rs") && !path.iter().any(|name| name == "tests")
    };
    let named = |path: PathBuf| {
        let name = path.strip_prefix(&root).unwrap().to_str().unwrap().to_owned();
        (name, fs::read_to_string(path).unwrap())
    };
    let mut sources: Vec<_> = files.filter(of_code).map(named).collect();
    sources.sort();
    sources
}

/// The folders of words.
fn rooms() -> Vec<PathBuf> {
    let files = WalkDir::new(project("src")).into_iter().map(|it| it.unwrap().into_path());
    let is_room = |it: &PathBuf| it.ends_with("words") && it.join("en.toml").exists();
    let mut rooms: Vec<_> = files.filter(is_room).collect();
    rooms.sort();
    rooms
}

#[test]
fn contributors_are_told_of_every_room() {
    let page = fs::read_to_string(project(".github/CONTRIBUTING.md")).unwrap();
    assert!(rooms().len() > 5);
    for room in rooms() {
        let name = room.strip_prefix(project("")).unwrap().to_str().unwrap();
        assert!(page.contains(&format!("`{name}`")), "{name} is in no table");
    }
}

#[test]
fn the_rules_hold_faults_as_data() {
    // A player and a character are shown by their letters, a game by its name; `InvalidValue` quotes a text.
    let shown = ["src/rules/game.rs", "src/rules/game_id.rs", "src/rules/notation/board_fault.rs"];
    for (name, text) in sources().iter().filter(|(name, _)| name.starts_with("src/rules/")) {
        if name == "src/rules/invalid_value.rs" {
            continue;
        }
        for way in ["#[error(", "thiserror", "strum::Display"] {
            assert!(!text.contains(way), "{name}: {way}");
        }
        let displays = text.matches("Display for").count();
        assert_eq!(displays, usize::from(shown.contains(&&name[..])), "{name}");
    }
}

#[test]
fn whoever_judges_records_shows_or_ranks_a_match_knows_no_type_of_its_game() {
    let rooms = ["records", "referee", "tournament", "serve", "replay", "words", "html", "bin"];
    // Where specialisation pays: the engine's work, and counting positions.
    let specialised = [
        "src/records/analysis/",
        "src/bin/verify/counting.rs",
        "src/bin/verify/exact.rs",
        "src/bin/verify/rules.rs",
    ];
    for (name, text) in sources() {
        let is_here = rooms.iter().any(|room| name.starts_with(&format!("src/{room}/")));
        if is_here && !specialised.iter().any(|it| name.starts_with(it)) {
            for way in ["with_game!", "G: Diagnose", "G: Notation", "G: Game"] {
                assert!(!text.contains(way), "{name}: {way}");
            }
        }
    }
}

#[test]
fn every_set_of_draughts_stands_in_each_place_that_contributors_are_told_of() {
    let page = fs::read_to_string(project(".github/CONTRIBUTING.md")).unwrap();
    let (_, section) = page.split_once("## A new rule set, a new family").unwrap();
    let (table, _) = section.split_once("A new family implements").unwrap();
    let rows = table.lines().filter(|line| line.starts_with("| `"));
    let places = rows.flat_map(|row| row.split('|').nth(1).unwrap().split_whitespace());
    let places: Vec<PathBuf> = places.map(|place| project(place.trim_matches('`'))).collect();
    assert!(places.len() > 10);
    for place in places {
        let holds = |game: &str| match fs::read_dir(&place) {
            Ok(mut inside) => inside.any(|it| {
                it.unwrap().file_name().to_string_lossy().to_lowercase().starts_with(game)
            }),
            Err(_) => fs::read_to_string(&place).unwrap().to_lowercase().contains(game),
        };
        for game in GameId::ALL.into_iter().filter(|it| it.is_draughts()) {
            assert!(holds(game.name()), "{}: no {game}", place.display());
        }
    }
}
