//! Boards and ends, judged by what a program says.

use arbitro_rules::history::LineEnd;
use arbitro_rules::judge::{Code, Wrong};
use arbitro_rules::line::{Judgement, Line, NoStart, Start, open};
use arbitro_rules::notation::{Leniency, Strictness};
use arbitro_rules::{Player, Square};
use arbitro_testkit::needs;

use crate::{answering, folder_with, open_at};

/// Three cells in a row, a space between them; a player takes one or passes. What it says of faults depends on the
/// board.
const ROW: &str = "
def start():
 return {'board': '. . .', 'state': 's'}
def moves(board, state, turn):
 free = [i for i in (0, 2, 4) if board[i] == '.']
 if not free: return {'end': {'winner': None, 'why': 'full'}}
 taken = [['c%d' % i, board[:i] + turn + board[i+1:], state + '1'] for i in free]
 return {'moves': taken + [['again', taken[0][1], 'other'], ['pass', board, state]], 'score': 0.5}
def fault(q):
 return {'text': 'q has no place here', 'text.it': 'q'} if 'q' in q['wrote'] else {'unknown': True}
";

const WAITING: &str =
    "def moves(board, state, turn):\n return {'moves': [['a', 'ab'[board == 'a']], ['z', 'z']]}";

fn judge(line: &dyn Line, wrote: &str) -> Judgement {
    line.judge(wrote.as_bytes(), Strictness::Tolerant)
}

#[test]
fn the_name_of_a_move_stands_for_its_board() {
    needs!(programs);
    let folder = folder_with("row", "spaced = true", &answering(ROW));
    let game = open_at(folder.path()).unwrap();
    let line = open(game.id, Start::Usual, None).unwrap();
    for (wrote, tolerated) in [("c2", &[][..]), ("c2\n", &[Leniency::FinalNewline])] {
        let judged = judge(&*line, wrote);
        assert_eq!(judged.tolerated, tolerated);
        assert_eq!(line.step(judged.verdict.unwrap()).text, "c2");
        assert!(line.is_name(wrote.as_bytes()), "it needs no more bytes");
    }
    assert!(judge(&*line, "c3").verdict.is_err() && !line.is_name(b"c3"));
}

#[test]
fn a_board_is_judged_by_its_form_then_as_a_successor_then_as_unchanged() {
    needs!(programs);
    let folder = folder_with("row", "spaced = true", &answering(ROW));
    let game = open_at(folder.path()).unwrap();
    let mut line = open(game.id, Start::Usual, None).unwrap();
    let name = |line: &dyn Line, wrote: &str| line.step(judge(line, wrote).verdict.unwrap()).text;
    assert_eq!((name(&*line, ". x ."), line.least()), ("c2".to_owned(), 5));
    // A pass leads to the same board, and that is no fault where it is legal.
    assert_eq!(name(&*line, ". . ."), "pass");
    let judged = judge(&*line, "x . .\r\n");
    assert_eq!(judged.tolerated, [Leniency::FinalNewline, Leniency::Crlf]);
    for wrote in ["", "\n", "x\t. .", "x \u{e9} .", &"x".repeat(8193)] {
        let wrong = judge(&*line, wrote).verdict.unwrap_err();
        assert!(matches!(wrong, Wrong::Invalid { .. }), "{wrote:?}: {wrong:?}");
    }
    assert!(line.judge(b"x . .\n", Strictness::Strict).verdict.is_err());

    // Two moves to one board are one: the first, whose state counts.
    assert_eq!(line.legal().len(), 4);
    assert!(line.read("again").is_err());
    let key = judge(&*line, "x . .").verdict.unwrap();
    line.play(key);
    let written = line.as_any().downcast_ref::<arbitro_games::ProgramLine>().unwrap();
    assert_eq!((written.state(), written.score()), ("s1", Some(0.5)));
}

#[test]
fn an_illegal_board_is_explained_by_the_nearest_move_or_by_the_program() {
    needs!(programs);
    let folder = folder_with("row-2", "spaced = true", &answering(ROW));
    let game = open_at(folder.path()).unwrap();
    let line = open(game.id, Start::Usual, None).unwrap();
    let Err(Wrong::Illegal(diagnosis)) = judge(&*line, ". x x").verdict else { panic!() };
    assert_eq!(diagnosis.code, Code::NoSuchMove);
    assert_eq!(
        (diagnosis.instead.as_deref(), &diagnosis.others[..]),
        (Some("c2"), &[Square::at(0, 2)][..])
    );
    let Err(Wrong::Illegal(diagnosis)) = judge(&*line, "q . .").verdict else { panic!() };
    assert_eq!(diagnosis.code, Code::ByTheProgram);
    let said = diagnosis.by_the_program.unwrap();
    assert_eq!((&*said.english, said.italian.as_deref()), ("q has no place here", Some("q")));
}

#[test]
fn another_board_where_only_a_pass_is_legal_is_told_so() {
    needs!(programs);
    let passing = "def moves(board, state, turn):\n return {'moves': [['pass', board]]}";
    let folder = folder_with("passing", "", &answering(passing));
    let game = open_at(folder.path()).unwrap();
    let line = open(game.id, Start::Usual, None).unwrap();
    assert!(line.must_pass() && judge(&*line, &line.board(0)).verdict.is_ok());
    let Err(Wrong::Illegal(diagnosis)) = judge(&*line, "x").verdict else { panic!() };
    assert_eq!(diagnosis.code, Code::MustPass);
}

#[test]
fn a_board_without_a_pass_is_unchanged_and_one_after_the_end_comes_too_late() {
    needs!(programs);
    let folder = folder_with("waiting", "", &answering(WAITING));
    let game = open_at(folder.path()).unwrap();
    let line = open(game.id, Start::Usual, None).unwrap();
    assert!(matches!(judge(&*line, ".").verdict, Err(Wrong::Unchanged(_))));
    let folder = folder_with("row-3", "", &answering(ROW));
    let game = open_at(folder.path()).unwrap();
    let bytes = b"x x o";
    let (turn, strictness) = (Player::O, Strictness::Strict);
    let line = open(game.id, Start::Board { bytes, turn, strictness }, None).unwrap();
    assert_eq!(line.end(), Some(LineEnd::Rules(None)));
    let Err(Wrong::Illegal(diagnosis)) = judge(&*line, "o o o").verdict else { panic!() };
    assert_eq!(diagnosis.code, Code::GameOver);
}

/// A stone that goes to and fro while the state counts, which repetition heeds in a text of its own or not at all.
const COUNTING: &str = "
def start():
 return {'board': 'a', 'state': '0', 'repeats': ''}
def moves(board, state, turn):
 other = 'ab'[board == 'a']
 n = str(int(state) + 1)
 return {'moves': [['same', other, n, ''], ['counted', other + ' ', n, n], ['plain', other + '  ', n]]}
";

#[test]
fn a_position_repeats_by_a_text_of_its_own_or_else_by_its_state() {
    needs!(programs);
    let folder = folder_with("counting", "repetition = 2", &answering(COUNTING));
    let game = open_at(folder.path()).unwrap();
    let end = |names: &[&str]| {
        let mut line = open(game.id, Start::Usual, None).unwrap();
        for name in names {
            let key = line.read(name).unwrap();
            line.play(key);
        }
        line.end()
    };
    assert_eq!(end(&["same"]), None);
    assert_eq!(end(&["same", "same"]), Some(LineEnd::Repetition(2)), "the start has a text, too");
    assert_eq!(end(&["counted"; 8]), None);
    assert_eq!(end(&["plain"; 8]), None);
}

#[test]
fn the_end_of_the_program_comes_before_repetition_and_repetition_before_the_limit() {
    needs!(programs);
    let end = |toml: &str, program: &str, limit, names: &[&str]| {
        let name = format!("ends-{}-{}", toml.len(), names.len());
        let folder = folder_with(&name, toml, &answering(program));
        let game = open_at(folder.path()).unwrap();
        let mut line = open(game.id, Start::Usual, limit).unwrap();
        for name in names {
            let key = line.read(name).unwrap();
            line.play(key);
        }
        line.end()
    };
    // Between a and b, with x to move at the start and after two plies more.
    let shuffle = ["a", "a", "a", "a", "a"];
    assert_eq!(end("repetition = 2", WAITING, Some(5), &shuffle[..2]), None);
    assert_eq!(
        end("repetition = 2", WAITING, Some(3), &shuffle[..3]),
        Some(LineEnd::Repetition(2))
    );
    assert_eq!(end("repetition = 3", WAITING, Some(4), &shuffle[..4]), Some(LineEnd::MoveLimit(4)));
    assert_eq!(end("repetition = 3", WAITING, None, &shuffle[..5]), Some(LineEnd::Repetition(3)));
    assert_eq!(end("", WAITING, None, &shuffle), None);
    let full = ["c0", "c2", "c4"];
    assert_eq!(end("spaced = true", ROW, Some(3), &full), Some(LineEnd::Rules(None)));
    // A pass changes neither board nor state, but the turn.
    let passes = ["pass", "pass"];
    assert_eq!(end("repetition = 2 ", ROW, None, &passes[..1]), None);
    assert_eq!(end("repetition = 2 ", ROW, None, &passes), Some(LineEnd::Repetition(2)));
}

#[test]
fn a_match_begins_at_the_names_of_moves_or_at_a_board() {
    needs!(programs);
    let folder = folder_with("row-4", "", &answering(ROW));
    let game = open_at(folder.path()).unwrap();
    let line = open(game.id, Start::Fen("c0 pass"), None).unwrap();
    assert_eq!((line.plies(), line.board(0), line.turn()), (0, "x . .".to_owned(), Player::X));
    assert_eq!(line.start_fen().as_deref(), Some("c0 pass"));
    let wrong = open(game.id, Start::Fen("c0 c0"), None).unwrap_err();
    assert!(matches!(wrong, NoStart::Moves(_)), "{wrong:?}");
    let sized = open(game.id, Start::Sized { size: Some(5), walls: None }, None).unwrap_err();
    assert_eq!(sized, NoStart::OneSize(game.id));
    let forked = line.fork(Some(0));
    assert_eq!((forked.end(), line.end()), (Some(LineEnd::MoveLimit(0)), None));
}

/// Answers of 0.8 MB each, of which a match keeps those of its last positions alone.
#[test]
fn a_match_goes_back_to_positions_whose_answers_it_has_forgotten() {
    needs!(programs);
    let moves = "def moves(board, state, turn):\n n = len(state) + 1\n return {'moves': [[f'm{n}-{i}', str(i).ljust(8000, 'x'), 's' * n] for i in range(1, 100)]}";
    let folder = folder_with("large", "", &answering(moves));
    let game = open_at(folder.path()).unwrap();
    let mut line = open(game.id, Start::Usual, None).unwrap();
    for _ in 0..40 {
        let key = line.legal()[0];
        line.play(key);
    }
    for ply in (0..40).rev() {
        assert!(line.undo());
        assert_eq!((line.plies(), line.legal().len(), line.broken()), (ply, 99, None));
        assert_eq!(line.step(line.legal()[7]).text, format!("m{}-8", ply + 1));
    }
    assert!(!line.undo());
}
