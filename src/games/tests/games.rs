//! The games in `boards/games`: what their rules say, and their lessons.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use arbitro_games::Game;
use arbitro_rules::history::LineEnd;
use arbitro_rules::line::{Line, Start, judge_pair, open};
use arbitro_rules::notation::Strictness;
use arbitro_rules::{GameId, Player, cell_name};
use arbitro_testkit::needs;
use arbitro_testkit::programs::open_folder;
use tempfile::TempDir;

use crate::{open_at, open_named};

fn games() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../boards/games")
}

fn usual(game: GameId) -> Box<dyn Line> {
    open(game, Start::Usual, None).unwrap()
}

#[test]
fn connect_four_has_the_known_numbers_of_positions() {
    needs!(programs);
    let game = open_at(&games().join("connect-four")).unwrap();
    let mut line = usual(game.id);
    let counts: Vec<u64> = (1..=7).map(|depth| line.leaves(depth).unwrap()).collect();
    assert_eq!(counts, [7, 49, 343, 2_401, 16_807, 117_649, 823_536]);
    assert_eq!(line.broken(), None);
}

/// Opens a game of `boards/games`, compiled if it must be.
fn open_ours(name: &str) -> (Game, TempDir) {
    let (from, to) = (games().join(name), open_folder(0o755));
    for entry in fs::read_dir(&from).unwrap() {
        let path = entry.unwrap().path();
        if path.is_file() {
            fs::copy(&path, to.path().join(path.file_name().unwrap())).unwrap();
        }
    }
    if to.path().join("Makefile").is_file() {
        let made = Command::new("make").arg("-s").current_dir(to.path()).status().unwrap();
        assert!(made.success(), "{name}");
    }
    (open_at(to.path()).unwrap(), to)
}

#[test]
fn the_other_games_have_the_known_numbers_of_positions() {
    needs!(programs);
    for (name, expected) in [
        ("othello", &[4, 12, 56, 244, 1_396, 8_200, 55_092][..]),
        ("breakthrough", &[22, 484, 11_132]),
        ("hex", &[49, 2_401]),
        ("kalah", &[6, 31, 136, 623, 2_630]),
        ("nine-mens-morris", &[24, 552, 12_144]),
        ("ataxx", &[16, 256, 6_460]),
        ("dots-and-boxes", &[40, 1_560]),
    ] {
        let (game, _folder) = open_ours(name);
        let mut line = usual(game.id);
        let counts: Vec<u64> =
            (1..=expected.len() as u32).map(|depth| line.leaves(depth).unwrap()).collect();
        assert_eq!(counts, expected, "{name}");
    }
}

#[test]
fn connect_four_ends_with_a_sentence_in_each_language() {
    needs!(programs);
    let game = open_at(&games().join("connect-four")).unwrap();
    let mut line = open(game.id, Start::Fen("a1 b1"), Some(42)).unwrap();
    assert_eq!((line.plies(), line.turn(), line.start_fen()), (0, Player::X, Some("a1 b1".into())));
    for name in ["a2", "b2", "a3", "b3", "a4"] {
        let key = line.read(name).unwrap();
        assert_eq!(line.step(key).text, name);
        line.play(key);
    }
    assert_eq!(line.end(), Some(LineEnd::Rules(Some(Player::X))));
    let why = line.why().unwrap();
    assert_eq!(why.english, "four in a row");
    assert_eq!(why.italian.as_deref(), Some("quattro in fila"));
    let cells: Vec<String> = line.why_cells().iter().copied().map(cell_name).collect();
    assert_eq!(cells, ["a4", "a3", "a2", "a1"]);
    assert_eq!((line.moves(), line.fen(2)), ("a2 b2 a3 b3 a4".into(), "a1 b1 a2 b2".into()));
    assert!(line.legal().is_empty() && line.undo() && line.end().is_none());
}

#[test]
fn the_lessons_of_each_game_have_the_verdicts_beside_them() {
    needs!(programs);
    for folder in fs::read_dir(games()).unwrap().map(|entry| entry.unwrap().path()) {
        // Of a library's many games no lesson can be named without a word.
        if !folder.join("game.toml").is_file() || folder.ends_with("openspiel") {
            continue;
        }
        let (game, _folder) = open_ours(&folder.file_name().unwrap().to_string_lossy());
        assert!(game.rules_text("it").unwrap().unwrap().starts_with("# "));
        let mut lessons = 0;
        for verdict in fs::read_dir(folder.join("lessons")).unwrap().map(|it| it.unwrap().path()) {
            if verdict.extension().is_some_and(|extension| extension == "verdict") {
                check_lesson(game.id, &verdict);
                lessons += 1;
            }
        }
        assert!(lessons > 0, "{}", folder.display());
    }
}

fn check_lesson(game: GameId, verdict: &Path) {
    let board = |ending: &str| fs::read(verdict.with_extension(ending)).unwrap();
    let expected = fs::read_to_string(verdict).unwrap();
    let strictness = Strictness::Strict;
    if !verdict.with_extension("after").is_file() {
        // An end is one for either player to move, and a match that goes on has none for either player.
        let before = board("before");
        let found = [Player::X, Player::O].into_iter().find_map(|turn| {
            let start = Start::Board { bytes: &before, turn, strictness };
            open(game, start, None).unwrap().end()
        });
        let found = found.map_or("to move".to_owned(), |it| match it.winner() {
            Some(winner) => format!("{winner} wins"),
            None => "draw".to_owned(),
        });
        return assert!(expected.trim().ends_with(&found), "{}: {found}", verdict.display());
    }
    let (mover, expected) = expected.trim().split_once(' ').unwrap();
    let mover = Player::of_letter(mover).unwrap();
    let (before, after) = (board("before"), board("after"));
    let (line, judged) = judge_pair(game, &before, &after, Some(mover), strictness).unwrap();
    let found = judged.verdict.map_or_else(|_| "illegal".into(), |key| line.step(key).text);
    assert_eq!(found, expected, "{}", verdict.display());
}

#[test]
fn the_kit_of_each_game_is_that_of_the_kits_folder() {
    for folder in fs::read_dir(games()).unwrap().map(|entry| entry.unwrap().path()) {
        for file in ["game.py", "game.hpp"] {
            let copy = folder.join(file);
            if copy.is_file() {
                let kit = fs::read_to_string(games().join("kit").join(file)).unwrap();
                assert_eq!(fs::read_to_string(copy).unwrap(), kit, "{}", folder.display());
            }
        }
    }
}

#[test]
fn a_word_makes_another_game_of_one_program() {
    needs!(programs);
    let program = "import sys, json\nprint(json.dumps({'v': 1, 'with': 'lib 2.0'}), flush=True)\n\
                   for line in sys.stdin:\n print(json.dumps({'board': sys.argv[1], 'moves': [['a', 'b']]}), flush=True)\n";
    let folder = crate::folder_with("words", "", program);
    let path = folder.path().display();
    let one = open_named(&format!("{path}:a=1,b(2)")).unwrap();
    let other = open_named(&format!("{path}/:c")).unwrap();
    assert_eq!((one.id.name(), other.id.name()), ("words:a=1,b(2)", "words:c"));
    assert_eq!((usual(one.id).board(0), usual(other.id).board(0)), ("a=1,b(2)".into(), "c".into()));
    assert_eq!(one.id.look().unwrap().with.as_deref(), Some("lib 2.0"));
    for wrong in ["", "A", "a:b", "a b", &"a".repeat(65)] {
        let told = open_named(&format!("{path}:{wrong}")).unwrap_err().to_string();
        assert!(told.contains("it has 1 to 64 of a-z"), "{told}");
    }
}

#[test]
fn of_two_moves_as_near_the_one_beside_the_mistake_is_told() {
    needs!(programs);
    let game = open_at(&games().join("connect-four")).unwrap();
    let line = usual(game.id);
    let hanging = line.board(0).replacen(".......", "...x...", 5).replacen("...x...", ".......", 4);
    let wrong = line.judge(hanging.as_bytes(), Strictness::Strict).verdict.unwrap_err();
    assert_eq!(wrong.diagnosis().unwrap().instead.as_deref(), Some("d1"), "{hanging}");
}
