//! Games of OpenSpiel, which `scripts/setup` installs below `target/tools`.

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use arbitro_rules::history::LineEnd;
use arbitro_rules::line::{Line, Start, open};
use arbitro_testkit::games::{project, seeded};
use arbitro_testkit::needs::{self, skip};
use arbitro_testkit::programs::folder_for_all;
use arbitro_testkit::sizes::{sample, short_or_long};
use rand::seq::IndexedRandom;
use walkdir::WalkDir;

use crate::{Game, open_named};

/// The library where the sandbox's user may read it, and the game's folder beside it, which needs it there.
fn openspiel() -> Option<&'static Path> {
    static WHOLE: OnceLock<PathBuf> = OnceLock::new();
    let library = project("target/tools/openspiel");
    if !needs::programs() {
        return None;
    }
    if !library.is_dir() {
        skip("no target/tools/openspiel (scripts/setup)");
        return None;
    }
    Some(WHOLE.get_or_init(|| {
        let whole = folder_for_all();
        copy_open(&library, &whole.join("library"));
        let game = whole.join("openspiel");
        copy_open(&project("boards/games/openspiel"), &game);
        let toml = fs::read_to_string(game.join("game.toml")).unwrap();
        let needed = toml.replace("~/.arbitro/openspiel", "../library");
        assert_ne!(needed, toml);
        fs::write(game.join("game.toml"), needed).unwrap();
        whole
    }))
}

fn copy_open(from: &Path, to: &Path) {
    for entry in WalkDir::new(from).into_iter().map(Result::unwrap) {
        let place = to.join(entry.path().strip_prefix(from).unwrap());
        let mode = if entry.file_type().is_dir() {
            fs::create_dir(&place).unwrap();
            0o755
        } else {
            fs::copy(entry.path(), &place).unwrap();
            0o644
        };
        fs::set_permissions(&place, Permissions::from_mode(mode)).unwrap();
    }
}

fn game(whole: &Path, word: &str) -> Game {
    open_named(&format!("{}/openspiel:{word}", whole.display())).unwrap()
}

fn usual(game: &Game) -> Box<dyn Line> {
    open(game.id, Start::Usual, None).unwrap()
}

/// The names that its rules list as those that are offered.
fn offered() -> Vec<String> {
    let rules = fs::read_to_string(project("boards/games/openspiel/rules.md")).unwrap();
    let list = rules.split("\n\n").find(|part| part.starts_with("`amazons`")).unwrap();
    list.split_whitespace().map(|word| word.trim_matches('`').to_owned()).collect()
}

#[test]
fn the_games_that_are_offered_can_be_played() {
    let Some(whole) = openspiel() else { return };
    let all = offered();
    assert_eq!(all.len(), 31);
    for name in sample(all, 6) {
        let game = game(whole, &name);
        let mut line = usual(&game);
        let mut random = seeded(5);
        let plies = short_or_long(30, 500);
        while line.end().is_none() && line.broken().is_none() && line.plies() < plies {
            line.play(*line.legal().choose(&mut random).unwrap());
        }
        assert_eq!(line.broken(), None, "{name}");
        if let Some(LineEnd::Rules(_)) = line.end() {
            assert!(line.why().unwrap().english.starts_with("OpenSpiel returns "));
        }
    }
}

#[test]
fn othello_and_breakthrough_have_the_known_numbers_of_positions() {
    let Some(whole) = openspiel() else { return };
    let leaves = |word, depths| {
        let game = game(whole, word);
        let mut line = usual(&game);
        (1..=depths).map(|depth| line.leaves(depth).unwrap()).collect::<Vec<_>>()
    };
    assert_eq!(leaves("othello", 4), [4, 12, 56, 244]);
    assert_eq!(leaves("breakthrough", 2), [22, 484]);
}

#[test]
fn who_moves_again_is_told_by_the_board_and_the_other_passes() {
    let Some(whole) = openspiel() else { return };
    let game = game(whole, "mancala");
    let mut line = usual(&game);
    // The last of four seeds falls into x's own store.
    let again = line.legal().into_iter().find(|it| line.step(*it).text == "3").unwrap();
    line.play(again);
    assert!(line.board(1).ends_with("\nx to move"), "{}", line.board(1));
    let names: Vec<String> = line.legal().into_iter().map(|it| line.step(it).text).collect();
    assert_eq!(names, ["pass"]);
    line.play(line.legal()[0]);
    assert_eq!(line.board(1), line.board(2));
    assert!(line.legal().len() > 1);
}

#[test]
fn a_game_with_secrets_or_that_is_not_there_is_refused_in_words() {
    let Some(whole) = openspiel() else { return };
    let refused = |word: &str| {
        open_named(&format!("{}/openspiel:{word}", whole.display())).unwrap_err().to_string()
    };
    let told = refused("backgammon");
    assert!(told.contains("chance, secrets, moves at the same time"), "{told}");
    let told = refused("othelo");
    assert!(told.contains("Unknown game 'othelo'"), "{told}");
}
