//! Programs of rules that are children of a player, in its sandbox.

use arbitro_games::{Game, NamedFolder, open_beside};
use arbitro_rules::line::{Start, open};
use arbitro_testkit::games::project;
use tempfile::TempDir;

use crate::{answering, folder_with};

fn beside(folder: &TempDir) -> Result<Game, String> {
    let named = NamedFolder { folder: folder.path().to_owned(), word: None };
    open_beside(&named, 1 << 20).map_err(|it| it.to_string())
}

#[test]
fn a_child_knows_the_same_rules() {
    let folder = project("boards/games/connect-four");
    let game = open_beside(&NamedFolder { folder, word: None }, 1 << 20).unwrap();
    let mut line = open(game.id, Start::Usual, None).unwrap();
    assert_eq!(line.leaves(4), Ok(2401));
    for name in "a1 b1 a2 b2 a3 b3 a4".split(' ') {
        let key = line.read(name).unwrap();
        line.play(key);
    }
    assert_eq!(line.why().unwrap().english, "four in a row");
    assert!(game.readable_by_players().is_none());
}

#[test]
fn a_child_that_gives_no_answer_is_told_and_started_again() {
    let start = |text: &str| beside(&folder_with("child", "", text)).unwrap_err();
    for (text, expected) in [
        ("exit(7)", "it exited with code 7"),
        ("import os; os.kill(os.getpid(), 9)", "signal 9 killed it"),
        ("import os, time\nos.close(1)\ntime.sleep(600)", "signal 9 killed it"),
        ("while True: print('x' * 4096, end='')", "its answer is longer than 8388608 bytes"),
        ("print('{\"v\":2}', flush=True)", "its first line says version 2"),
    ] {
        let told = start(text);
        assert!(told.contains(expected), "{text}: {told}");
    }
    // It dies at the third answer of each life.
    let text = answering(
        "n = 0\ndef moves(board, state, turn):\n global n\n n += 1\n assert n < 3\n return {'moves': [['m', board + '.']]}",
    );
    let folder = folder_with("mortal", "", &text);
    let game = beside(&folder).unwrap();
    let mut line = open(game.id, Start::Usual, None).unwrap();
    for _ in 0..9 {
        let key = line.legal()[0];
        line.play(key);
    }
    assert_eq!((line.broken(), line.board(9).len()), (None, 10));
}

#[test]
fn a_child_runs_without_the_variables_and_outside_of_the_folder_of_its_player() {
    let text = answering(
        "def moves(board, state, turn):\n return {'moves': [[os.getcwd() + ',' + str(len([it for it in os.environ if it[:2] in ('CA', 'AR')])), 'x']]}",
    );
    let folder = folder_with("clean", "", &text);
    let game = beside(&folder).unwrap();
    let line = open(game.id, Start::Usual, None).unwrap();
    assert_eq!(line.step(line.legal()[0]).text, "/,0");
}
