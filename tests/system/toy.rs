//! A game that is not compiled in passes through all that judges, records and shows a match.

mod tic_tac_toe;

use arbitro_records::{MatchRecord, Playthrough, RECORD_VERSION, RecordedFault, svg};
use arbitro_referee::{Contest, MatchEnd, Report};
use arbitro_replay::{Key, Paint, Viewer, Wish};
use arbitro_rules::line::Line;
use arbitro_rules::{Player, Square};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use serde_json::json;

use crate::last_words::player;
use crate::needs::needs;
use crate::programs::open_folder;
use crate::tricks::arena;
use tic_tac_toe::TicTacToe;

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
    let start = TicTacToe::default();
    let contest = Contest::usual(start.game());
    let report = arena().play(&start, &contest, [&x, &o], &mut |_, _| Ok(()));
    Some(report.unwrap())
}

fn record(moves: &str) -> MatchRecord {
    MatchRecord {
        v: RECORD_VERSION,
        game: TicTacToe::default().game().name().to_owned(),
        moves: moves.to_owned(),
        ..MatchRecord::default()
    }
}

fn playthrough(moves: &str) -> Playthrough {
    Playthrough::of_line(&mut TicTacToe::default(), record(moves))
}

fn screen(shown: Playthrough) -> Vec<String> {
    let mut viewer = Viewer::new(1, Some(0), Vec::new(), Paint::Plain);
    viewer.show(0, Ok(shown));
    assert_eq!(viewer.key(Key::End), Wish::Stay);
    let area = Rect::new(0, 0, 60, 16);
    let mut buffer = Buffer::empty(area);
    viewer.draw(area, &mut buffer);
    let line = |y| (0..area.width).map(|x| buffer[(x, y)].symbol()).collect::<String>();
    (0..area.height).map(|y| line(y).trim_end().to_owned()).collect()
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
    assert_eq!((end.reason().name(), end.winner()), ("goal", Some(Player::X)));
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
    let fault = RecordedFault::of(&fault, report.line.game());
    assert_eq!(fault.diagnosis.as_deref(), Some("vanished"));
    assert_eq!(fault.squares, [Square::at(0, 0)]);
    let said = "the piece on (0,0) is gone without having been captured";
    assert_eq!(fault.text.as_deref(), Some(said));
    assert_eq!(fault.wrote.as_deref(), Some("     \n     \no    "));
    let record = MatchRecord {
        winner: Some("x".to_owned()),
        reason: Some(fault.reason.clone()),
        fault: Some(fault),
        ..record(&report.line.moves())
    };
    let (_, read) = MatchRecord::from_line(&record.to_line()).unwrap();
    assert_eq!(read, record);
    let shown = Playthrough::of_line(&mut TicTacToe::default(), read);
    assert!(shown.wrong.is_none() && shown.remarks.is_empty(), "{:?}", shown.remarks);
    assert_eq!(shown.moves.len(), 1);
    let lines = screen(shown);
    assert!(lines[3].starts_with(" 1 <x> .  ."), "{lines:#?}");
}

#[test]
fn moves_of_a_toy_game_are_replayed_up_to_the_first_that_is_illegal() {
    let shown = playthrough("b2 a1 a1 c3");
    assert_eq!((shown.moves.len(), shown.positions.len()), (2, 3));
    let wrong = shown.wrong.unwrap();
    assert_eq!((wrong.ply, &*wrong.text, wrong.diagnosis), (3, "a1", Some("vanished")));
    assert_eq!(wrong.board.as_deref(), Some("     \n  x  \nx    "));
    assert_eq!(wrong.squares, [Square::at(0, 0)]);
    // The match is over before the last of these.
    assert_eq!(playthrough("a1 b1 a2 b2 a3 b3").wrong.unwrap().ply, 6);
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
        " 3  .  . [x]  1  b2     a1",
        " 2  .  x  .   2 >c3",
        " 1  o  .  .",
        "    a  b  c",
        "ply 3 of 3: x c3; board_4.txt",
    ];
    assert_eq!(lines[1..6], grid);
}

#[test]
fn positions_and_moves_of_a_toy_game_are_drawn_as_svg() {
    let shown = playthrough("b2 a1 c3");
    let board = svg::board(&shown, 2).unwrap();
    let signs = board.matches("<text").count();
    assert_eq!((signs, board.matches("class=\"hit\"").count()), (9, 1), "{board}");
    assert!(board.contains(">o</text>") && board.contains(">x</text>"), "{board}");
    let moving = svg::animation(&shown).unwrap();
    assert_eq!(moving.matches("<animate ").count(), 3, "{moving}");
}
