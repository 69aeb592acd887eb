//! Our dama and the same game by a program in Python, which must agree in all things.

use std::collections::BTreeSet;
use std::fs;

use arbitro_rules::history::LineEnd;
use arbitro_rules::judge::Wrong;
use arbitro_rules::line::{Line, Start, open};
use arbitro_rules::notation::Strictness;
use arbitro_rules::{End, GameId};
use arbitro_testkit::games::{project, seeded};
use arbitro_testkit::needs;
use arbitro_testkit::sizes::size;
use rand::RngExt;
use rand::seq::IndexedRandom;
use tempfile::TempDir;

use crate::{folder_with, open_at};

/// Plies of a match at most, as some random matches end by the rules within and some do not.
const LIMIT: u32 = 300;

fn in_python() -> TempDir {
    let toml = "spaced = true\n";
    let folder = folder_with("dama-in-python", toml, include_str!("dama_in_python.py"));
    fs::copy(project("boards/games/kit/game.py"), folder.path().join("game.py")).unwrap();
    folder
}

/// The verdict on a board: legal, unchanged, or else wrong.
fn verdict(line: &dyn Line, wrote: &str) -> (bool, bool) {
    let verdict = line.judge(wrote.as_bytes(), Strictness::Strict).verdict;
    (verdict.is_ok(), matches!(verdict, Err(Wrong::Unchanged(_))))
}

/// Returns the board with another sign on one cell.
fn with_a_changed_cell(board: &str, random: &mut impl rand::Rng) -> String {
    let cells: Vec<usize> = (0..board.len()).filter(|it| it % 16 % 2 == 0).collect();
    let at = *cells.choose(random).unwrap();
    let signs: Vec<&str> =
        ["x", "X", "o", "O", " "].into_iter().filter(|it| !board[at..].starts_with(it)).collect();
    let mut changed = board.to_owned();
    changed.replace_range(at..=at, signs.choose(random).unwrap());
    changed
}

#[test]
fn dama_in_python_agrees_with_ours_on_boards_ends_and_verdicts() {
    needs!(programs);
    let folder = in_python();
    let game = open_at(folder.path()).unwrap();
    let mut random = seeded(11);
    let (mut ends, mut compared) = (BTreeSet::new(), 0);
    for number in 0..size("ARBITRO_TEST_DAMA_GAMES", 12, 150) {
        let mut ours = open(GameId::Dama, Start::Usual, Some(LIMIT)).unwrap();
        let mut theirs = open(game.id, Start::Usual, Some(LIMIT)).unwrap();
        while ours.end().is_none() {
            let seen = format!("match {number}, {}", ours.moves());
            assert_eq!(theirs.broken(), None, "{seen}");
            let boards: Vec<String> = ours.successors().into_iter().collect();
            let same = boards.iter().all(|board| verdict(&*theirs, board) == (true, false));
            assert!(same && theirs.legal().len() == boards.len(), "{seen}");
            let next = boards.choose(&mut random).unwrap();
            // What is wrong with a board another process is asked, which takes a while to start.
            if random.random_range(0..LIMIT) == 0 {
                let changed = with_a_changed_cell(next, &mut random);
                for wrote in [changed, ours.board(ours.plies())] {
                    let expected = verdict(&*ours, &wrote);
                    assert_eq!(verdict(&*theirs, &wrote), expected, "{seen}:\n{wrote}");
                    compared += 1;
                }
            }
            for line in [&mut ours, &mut theirs] {
                let key = line.judge(next.as_bytes(), Strictness::Strict).verdict.unwrap();
                line.play(key);
            }
        }
        let why = theirs.why().map(|why| why.english.as_str());
        let expected = match ours.end().unwrap() {
            LineEnd::Position(End::NoPieces(_)) => Some("no pieces"),
            LineEnd::Position(End::NoMoves(_)) => Some("no moves"),
            _ => None,
        };
        let winner = ours.end().unwrap().winner();
        assert_eq!((theirs.end().unwrap().winner(), why), (winner, expected), "match {number}");
        ends.insert(expected);
    }
    assert!(compared > 0 && ends.len() > 1, "{compared} {ends:?}");
}
