//! A game that is not compiled in passes through all that judges, records and shows a match.

use std::fs;
use std::process::Command;

use anstream::adapter::strip_str;
use arbitro_records::{MatchRecord, Named, RecordedFault, ReplayedMatch, svg};
use arbitro_referee::{Contest, MatchEnd, Report};
use arbitro_replay::{Key, Viewer, Wish};
use arbitro_rules::history::{Both, LineEnd};
use arbitro_rules::line::{Line, Start, open};
use arbitro_rules::{GameId, Player, Square};
use arbitro_words::Language;
use serde_json::json;

use crate::last_words::player;
use crate::needs::needs;
use crate::programs::{open_folder, program};
use crate::tricks::arena;
use arbitro_testkit::toys::TIC_TAC_TOE;

/// Takes one cell after the other, by their places in the file.
const PLAYER: &str = r#"
letter=$([ $2 = 1 ] && echo x || echo o)
next=$2
for at in $1; do
    until [ -e board_$next.txt ]; do sleep 0.01; done
    board=$(<board_$next.txt)
    next=$((next + 1))
    printf %s "${board:0:at}$letter${board:at+1}" > new
    mv new board_$next.txt
    next=$((next + 1))
done
while :; do sleep 1; done
"#;

/// The places of the cells in a board file.
const A1: usize = 12;
const B1: usize = 14;
const A2: usize = 6;
const B2: usize = 8;
const A3: usize = 0;

/// Plays a match of two players that take these cells; `None` where bash is missing.
fn played(cells: [&[usize]; 2]) -> Option<Report> {
    let folder = open_folder(0o755);
    let player = player(folder.path(), "sh", PLAYER)?;
    let taking = |cells: &[usize]| {
        let mut player = player.clone();
        let places: Vec<String> = cells.iter().map(ToString::to_string).collect();
        player.args.push(places.join(" ").into());
        player
    };
    let [x, o] = cells.map(taking);
    let start = TIC_TAC_TOE.line();
    let contest = Contest::usual(start.game());
    let report = arena().play(&start, &contest, [&x, &o], &mut |_, _| Ok(()));
    Some(report.unwrap())
}

fn record(moves: &str) -> MatchRecord {
    MatchRecord { moves: moves.to_owned(), ..MatchRecord::of_line(&TIC_TAC_TOE.line()) }
}

/// The record of a match that follows these moves, as a program would write it.
fn written(moves: &str) -> MatchRecord {
    let mut line = open(TIC_TAC_TOE.game(), Start::Usual, None).unwrap();
    for text in moves.split(' ') {
        let key = line.read(text).unwrap();
        line.play(key);
    }
    let end = line.end();
    MatchRecord {
        id: Some(1.into()),
        players: Some(Both { x: named("ann"), o: named("bob") }),
        winner: end.and_then(LineEnd::winner).map(Into::into),
        reason: end.map(|end| end.reason().into()),
        ..MatchRecord::of_line(&*line)
    }
}

fn named(name: &str) -> Named {
    Named { name: name.to_owned(), sha256: None }
}

fn playthrough(moves: &str) -> ReplayedMatch {
    ReplayedMatch::of_line(Box::new(TIC_TAC_TOE.line()), record(moves))
}

fn screen(shown: ReplayedMatch) -> Vec<String> {
    let mut viewer = Viewer::new(1, Some(0), None, Vec::new(), Language::English);
    viewer.show(0, Ok(shown), None);
    assert_eq!(viewer.key(Key::End), Wish::Stay);
    let lines = viewer.draw((60, 16), &|_| unreachable!()).into_iter();
    lines.map(|it| strip_str(&it).to_string().trim_end().to_owned()).collect()
}

#[test]
fn a_match_of_a_toy_game_is_played_by_two_programs_and_ends_by_its_rules() {
    needs!(containment);
    let Some(report) = played([&[A1, A2, A3], &[B1, B2]]) else {
        return;
    };
    assert_eq!(report.line.moves(), "a1 b1 a2 b2 a3");
    let MatchEnd::Rules(end) = report.outcome else {
        panic!("{:?}", report.outcome);
    };
    assert_eq!((end.reason().name(), end.winner()), ("rules", Some(Player::X)));
    assert!(report.warnings.is_empty(), "{:?}", report.warnings);
}

#[test]
fn an_illegal_board_of_a_toy_game_loses_and_its_record_holds_the_fault() {
    needs!(containment);
    let Some(report) = played([&[A1], &[A1]]) else {
        return;
    };
    let MatchEnd::Forfeit(fault) = report.outcome else {
        panic!("{:?}", report.outcome);
    };
    assert_eq!((fault.reason().name(), fault.ply), ("illegal_move", 2));
    let fault = RecordedFault::from_fault(&fault, report.line.game());
    assert_eq!(fault.diagnosis.as_deref(), Some("no_such_move"));
    assert_eq!(fault.squares, [Square::at(0, 0), Square::at(0, 1)]);
    let said = "no move leads to this board; the nearest is b1, which differs on a1 b1";
    assert_eq!(fault.text.as_deref(), Some(said));
    assert_eq!(fault.wrote.as_deref(), Some("     \n     \no    "));
    let record = MatchRecord {
        winner: Some("x".into()),
        reason: Some(fault.reason.as_str().into()),
        fault: Some(fault),
        ..MatchRecord::of_line(&*report.line)
    };
    let (_, read) = MatchRecord::from_line(&record.to_line()).unwrap();
    assert_eq!(read, record);
    let shown = ReplayedMatch::of_line(Box::new(TIC_TAC_TOE.line()), read);
    assert!(shown.wrong.is_none() && shown.remarks.is_empty(), "{:?}", shown.remarks);
    assert_eq!(shown.plies(), 1);
    let lines = screen(shown);
    // The board that it wrote is drawn beside the one before.
    assert!(
        lines.iter().any(|it| it.contains(" 1 [x][.] .") && it.contains(" 1 [o][.] .")),
        "{lines:#?}"
    );
}

#[test]
fn moves_of_a_toy_game_are_replayed_up_to_the_first_that_is_illegal() {
    let shown = playthrough("b2 a1 a1 c3");
    assert_eq!(shown.plies(), 2);
    let wrong = shown.wrong.unwrap();
    assert_eq!((wrong.ply, wrong.written.as_deref()), (Some(3), Some("a1")));
    assert_eq!(wrong.diagnosis, Some("no_such_move"));
    assert_eq!(wrong.board.as_deref(), Some("     \n  x  \nx    "));
    assert_eq!(wrong.squares, [Square::at(0, 0), Square::at(0, 1)]);
    // The match is over before the last of these.
    assert_eq!(playthrough("a1 b1 a2 b2 a3 b3").wrong.unwrap().ply, Some(6));
    assert_eq!(playthrough("d4").wrong.unwrap().board, None);
}

#[test]
fn a_match_of_a_toy_game_is_written_as_json() {
    let value = playthrough("b2 a1").to_json();
    assert_eq!(value["positions"][2]["board"], "     \n  x  \no    ");
    assert_eq!(value["moves"][1]["text"], "a1");
    let set = json!([{ "square": { "column": 0, "row": 0 }, "to": "o" }]);
    assert_eq!(value["moves"][1]["cells"], set);
}

#[test]
fn a_position_of_a_toy_game_is_drawn_on_a_terminal_as_a_grid() {
    let lines = screen(playthrough("b2 a1 c3"));
    let grid = [
        "board_4.txt, o to move:  1  x b2",
        " 3  .  . [x]             2  o a1",
        " 2  .  x  .              3 >x c3",
        " 1  o  .  .",
        "    a  b  c",
        "ply 3 of 3: x c3",
    ];
    assert_eq!(lines[1..7], grid);
}

#[test]
fn positions_and_moves_of_a_toy_game_are_drawn_as_svg() {
    let shown = playthrough("b2 a1 c3");
    let board = svg::board(&shown, 2).unwrap();
    let stones = board.matches("<circle").count();
    assert_eq!((stones, board.matches("class=\"hit\"").count()), (1, 1), "{board}");
    assert!(
        board.contains("a cross: b2; a nought: a1") || board.contains("a nought: a1; a cross: b2")
    );
}

#[test]
fn a_toy_game_is_opened_by_its_name() {
    let game = TIC_TAC_TOE.game();
    assert_eq!(GameId::written("tic-tac-toe"), Some(game));
    let mut line = open(game, Start::Fen("a1 b1"), None).unwrap();
    assert_eq!((line.game(), line.plies(), line.turn()), (game, 0, Player::X));
    assert_eq!(line.board(0), "     \n     \nx o  ");
    assert_eq!(line.start_fen().as_deref(), Some("a1 b1"));
    assert_eq!(line.leaves(1), Ok(7));
    assert!(open(game, Start::Fen("a1 a1"), None).is_err());
}

/// Runs a program that has no such game; returns what it prints, and its exit code.
fn told(name: &str, args: &[&str]) -> (String, Option<i32>) {
    let done = Command::new(program(name)).args(args).output().unwrap();
    let text = String::from_utf8(done.stdout).unwrap() + &String::from_utf8(done.stderr).unwrap();
    (text, done.status.code())
}

#[test]
fn a_match_of_a_toy_game_is_opened_by_programs_that_have_no_such_game() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("matches.jsonl");
    fs::write(&path, written("a1 b1 a2 b2 a3").to_line() + "\n").unwrap();
    let file = path.to_str().unwrap();

    let (shown, code) = told("replay", &[file]);
    assert_eq!(code, Some(0), "{shown}");
    for part in [
        "ann (x) against bob (o), tic-tac-toe",
        "o a nought, x a cross",
        "   3  x  .  .",
        "   2  x  o  .",
        "   1  x  o  .",
        "      a  b  c",
    ] {
        assert!(shown.contains(part), "{part}: {shown}");
    }

    let out = |name: &str| folder.path().join(name).display().to_string();
    for (form, files) in [("boards", 6), ("svg", 6), ("json", 1)] {
        let (shown, code) = told("replay", &[file, "--export", form, &out(form)]);
        assert_eq!(code, Some(0), "{shown}");
        assert_eq!(fs::read_dir(out(form)).unwrap().count(), files, "{form}");
    }
    let last = fs::read_to_string(folder.path().join("boards/board_6.txt")).unwrap();
    assert_eq!(last, "x    \nx o  \nx o  ");
    let again = fs::read_to_string(folder.path().join("json/matches.jsonl")).unwrap();
    let (_, again) = MatchRecord::from_line(again.trim()).unwrap();
    assert_eq!(again, written("a1 b1 a2 b2 a3"));

    // No rules, no verdict.
    let (shown, code) = told("verify", &["match", file, "--match", "1"]);
    assert_eq!(code, Some(2), "{shown}");
    assert!(shown.contains("the rules of tic-tac-toe are not at hand"), "{shown}");
    assert!(shown.contains("   2  x  o  ."), "{shown}");
}

#[test]
fn a_damaged_match_of_a_toy_game_is_told_in_words() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("matches.jsonl");
    let line = written("a1 b1 a2").to_line();
    fs::write(&path, line.replacen("[12,", "[8000,", 1) + "\n").unwrap();
    for name in ["replay", "verify"] {
        let (shown, code) = told(name, &[path.to_str().unwrap()]);
        assert_eq!(code, Some(2), "{shown}");
        assert!(shown.contains("ply 1: a change at byte 8000 of 1 bytes"), "{shown}");
    }
}

#[test]
fn no_reader_of_a_toy_match_starts_a_program() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("matches.jsonl");
    fs::write(&path, written("a1 b1 a2 b2 a3").to_line() + "\n").unwrap();
    for name in ["replay", "verify"] {
        let traced = Command::new("strace")
            .args(["-f", "-e", "trace=execve,execveat"])
            .args([program(name), &*path])
            .output();
        let Ok(traced) = traced else { return };
        let calls = String::from_utf8_lossy(&traced.stderr);
        assert_eq!(calls.matches("execve").count(), 1, "{calls}");
    }
}
