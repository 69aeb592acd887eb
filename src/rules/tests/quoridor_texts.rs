//! Quoridor's texts, and that any two boards get a legal move or a reason.

use crate::english;
use arbitro_rules::judge::{Code, Diagnose, judge};
use arbitro_rules::notation::quoridor::QuoridorSetup;
use arbitro_rules::notation::{MoveTextError, NoWall, Notation, Strictness};
use arbitro_rules::quoridor::{Direction, Quoridor, Wall};
use arbitro_rules::{Game, Player, Square};
use arbitro_words::{Language, say};
use rand::RngExt;
use rand::rngs::SmallRng;

use arbitro_testkit::games::seeded;

#[test]
fn the_start_is_drawn_as_the_contract_says() {
    let text = Quoridor::write_board(&Quoridor::start().board());
    let lines: Vec<&str> = text.split('\n').collect();
    assert_eq!(lines.len(), 19);
    assert_eq!(lines[0], ". . . . o . . . .");
    assert_eq!(lines[1], " ".repeat(17));
    assert_eq!(lines[16], ". . . . x . . . .");
    assert_eq!(lines[17..], ["x 10", "o 10"]);
}

#[test]
fn walls_are_drawn_with_a_middle_and_two_halves() {
    let position = Quoridor::read_fen("5:x:c1,2:c5,3:b2h,d2v,a4h").unwrap();
    let expected = "\
. . o . .
---      
. . . . .
         
. . . .|.
  ---  | 
. . . .|.
         
. . x . .
x 2
o 3";
    assert_eq!(Quoridor::write_board(&position.board()), expected);
    let reading = Quoridor::read_board(expected.as_bytes(), Strictness::Strict);
    assert_eq!(reading.board, Some(position.board()));
}

#[test]
fn a_position_in_one_line_and_what_is_wrong_with_one() {
    assert_eq!(Quoridor::start().write_fen(), "9:x:e1,10:e9,10");
    let position = Quoridor::read_fen(" 9 : O : E2 , 9 : e9 , 10 : e3h , d5V ").unwrap();
    assert_eq!(position.write_fen(), "9:o:e2,9:e9,10:e3h,d5v");
    for (text, expected) in [
        ("", "column 1: found \"\", expected the size"),
        ("8:x:e1,1:e8,1", "a board of size 8"),
        ("9:z:e1,1:e9,1", "column 3: found \"z:e1,1:e\", expected x or o"),
        ("9:x:e1,1", "column 9: found \"\", expected ':'"),
        ("9:x:e0,1:e9,1", "expected the square of a pawn"),
        ("9:x:e1,1:j9,1", "expected the square of a pawn"),
        ("9:x:e1,1:e9,1:e9h", "expected a wall of the board"),
        ("9:x:e1,1:e9,1:e3h,e3h", "e3h is named twice"),
        ("9:x:e1,1:e9,1:e3h,f3h", "two walls overlap"),
        ("9:x:e1,1:e9,1:e3h,e3v", "two walls cross"),
        ("9:x:a1,1:e9,1:a1h,b1v", "the walls leave x no path"),
        ("9:x:e1,1:e1,1", "both pawns stand on one square"),
        ("9:x:e1,100:e9,1", "100 walls for a player"),
        ("9:x:e1,1000:e9,1", "expected the walls it has left"),
        ("9:x:e1,1:e9,1 and more", "expected ':' and walls"),
    ] {
        let error = say(&Quoridor::read_fen(text).unwrap_err(), Language::English);
        assert!(error.contains(expected), "{text}: {error}");
    }
}

#[test]
fn moves_that_cannot_be_made_are_told_why() {
    let position = Quoridor::read_fen("9:x:a1,3:e9,0:a1h,e5v").unwrap();
    let mut scratch = Vec::new();
    assert!(position.read_move(" B1 ", &mut scratch).is_ok());
    for (text, expected) in [
        ("a2", "\"a2\" is not a legal move of x here; from there it can go b1"),
        ("b1v", "it would leave x no path to its goal"),
        ("b1h", "it would overlap another wall of its row"),
        ("e6v", "it would overlap another wall of its column"),
        ("e5h", "it would cross another wall"),
        ("e9h", "expected a square of the board"),
        ("e2x", "expected a square of the board"),
        ("j1", "expected a square of the board"),
        ("", "expected a square of the board"),
    ] {
        let error = position.read_move(text, &mut scratch).unwrap_err();
        let error = say(&error, Language::English);
        assert!(error.contains(expected), "{text}: {error}");
    }
    let without = Quoridor::new(position.board(), Player::O);
    let error = without.read_move("g3h", &mut scratch).unwrap_err();
    assert!(matches!(error, MoveTextError::NotPlaceable { why, .. } if why == NoWall::NoneLeft));
}

#[test]
fn the_board_is_drawn_for_people() {
    let position = Quoridor::read_fen("3:x:b1,2:b3,1:a2h").unwrap();
    let setup = Quoridor::setup(&position.board());
    let scene = Quoridor::scene(&setup).marked(&[Square::at(0, 1)]);
    let drawn = scene.diagram("walls left:");
    let expected = "   3  .   o   .
     -------
   2  .   .   .

   1  .  [x]  .
      a   b   c
     walls left: x 2, o 1
";
    assert_eq!(drawn.plain, expected);
}

/// Some wall of a board of this size.
fn any_wall(random: &mut SmallRng, size: usize) -> Wall {
    let mut any = || random.random_range(0..size as u8 - 1);
    let square = Square::new(any(), any());
    let is_horizontal = random.random_bool(0.5);
    let direction = if is_horizontal { Direction::Horizontal } else { Direction::Vertical };
    Wall::new(square, direction)
}

/// Generates a board that a careless player might write: the pawn moved up to two squares, a wall
/// anywhere, the walls left counted down or not.
pub(super) fn careless(random: &mut SmallRng, position: &Quoridor) -> QuoridorSetup {
    let board = position.board();
    let (turn, size) = (position.turn(), board.size());
    let mut setup = Quoridor::setup(&board);
    if random.random_bool(0.5) {
        let from = board.pawn(turn);
        let (row, column) = (usize::from(from.row), usize::from(from.column));
        let mut near = |it: usize| (it + random.random_range(0..3)).saturating_sub(1).min(size - 1);
        let (near_row, near_column) = (near(row), near(column));
        let to = if random.random_bool(0.5) {
            (near_row, near_column)
        } else {
            (2 * near_row - row.min(near_row), column)
        };
        setup.pawns[row][column] = None;
        setup.pawns[to.0.min(size - 1)][to.1] = Some(turn);
    } else {
        setup.draw(any_wall(random, size));
        let left = &mut setup.walls_left[turn as usize];
        *left = left.saturating_sub(usize::from(random.random_bool(0.9)));
    }
    setup
}

/// A legal successor with a few spots changed.
pub(super) fn changed(random: &mut SmallRng, position: &Quoridor) -> QuoridorSetup {
    let moves = position.legal_moves();
    let board = match moves.len() {
        0 => position.board(),
        count => position.after(moves[random.random_range(0..count)]).board(),
    };
    let mut setup = Quoridor::setup(&board);
    let size = setup.size;
    for _ in 0..random.random_range(0..4) {
        let (row, column) = (random.random_range(0..size), random.random_range(0..size));
        match random.random_range(0..6) {
            0 => {
                let any = [None, Some(Player::X), Some(Player::O)];
                setup.pawns[row][column] = any[random.random_range(0..3)];
            }
            1 if row + 1 < size => setup.above[row][column] ^= true,
            2 if column + 1 < size => setup.right[row][column] ^= true,
            3 if row + 1 < size && column + 1 < size => {
                let any = [None, Some(Direction::Horizontal), Some(Direction::Vertical)];
                setup.middles[row][column] = any[random.random_range(0..3)];
            }
            4 => setup.walls_left[random.random_range(0..2)] = random.random_range(0..4),
            _ => setup.draw(any_wall(random, size)),
        }
    }
    setup
}

#[test]
fn any_two_boards_get_a_legal_move_or_a_reason() {
    let mut random = seeded(95);
    let mut scratch = Vec::new();
    let mut seen = std::collections::BTreeMap::<Code, usize>::new();
    let mut legal = 0;
    for size in [3, 5, 9] {
        for _ in 0..200 {
            let mut position = Quoridor::with_size(size, 4).unwrap();
            for _ in 0..30 {
                for _ in 0..4 {
                    let after = if random.random_bool(0.5) {
                        changed(&mut random, &position)
                    } else {
                        careless(&mut random, &position)
                    };
                    if let Ok(board) = after.check()
                        && judge(&position, &board, &mut scratch).is_ok()
                    {
                        legal += 1;
                        continue;
                    }
                    let diagnosis = position.diagnose(&after);
                    let text = english::<Quoridor>(&diagnosis);
                    assert!(text.len() > 20 && !text.contains("some "), "{text}");
                    for place in diagnosis.places() {
                        assert!(usize::from(place.row.max(place.column)) < size, "{text}");
                    }
                    let is_same = after == Quoridor::setup(&position.board());
                    let expected = is_same && position.end().is_none();
                    assert_eq!(diagnosis.code == Code::Unchanged, expected, "{text}");
                    if diagnosis.code == Code::WallsMiscounted {
                        assert!(diagnosis.miscount().is_some(), "{position:?} {after:?}");
                    }
                    *seen.entry(diagnosis.code).or_default() += 1;
                }
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                position = position.after(moves[random.random_range(0..moves.len())]);
            }
        }
    }
    println!("{legal} legal, {seen:?}");
    assert!(legal > 1_000 && seen.len() >= 16, "{legal} {seen:?}");
}

#[test]
fn a_pair_in_each_players_words() {
    let said = |fen: &str, after: &str| {
        let position = Quoridor::read_fen(fen).unwrap();
        let after = Quoridor::read_fen(after).unwrap();
        let diagnosis = judge(&position, &after.board(), &mut Vec::new()).unwrap_err();
        english::<Quoridor>(&diagnosis)
    };
    assert_eq!(
        said("9:x:e5,10:e6,10", "9:o:d6,10:e6,10"),
        "the pawn on e5 went to d6 to the side of the pawn on e6, but nothing stops the straight jump to e7; a jump may turn aside only if something does"
    );
    assert_eq!(
        said("9:x:e5,10:e6,10:e6h", "9:o:e7,10:e6,10:e6h"),
        "the pawn on e5 went to e7 over the pawn on e6, but a wall is in the way of that jump"
    );
    assert_eq!(
        said("9:x:e1,10:e9,10", "9:o:e2,9:e9,10:e8h"),
        "the pawn on e1 went to e2 and the wall e8h is new; a turn is a step or a wall, not both"
    );
    assert_eq!(
        said("9:x:e1,10:e9,10", "9:o:e1,8:e9,10:e8h"),
        "x should have 9 walls left after this turn, the board says 8; only a wall that is placed takes one from its player"
    );
}

#[test]
fn no_board_of_any_size_is_shorter_than_the_first_one_is_expected_to_be() {
    for size in (3..=15).step_by(2) {
        let text = Quoridor::write_board(&Quoridor::with_size(size, 0).unwrap().board());
        let least = Quoridor::shortest_first_text();
        assert!(least <= text.len(), "{size}: {least}");
        assert_eq!(least == text.len(), size == 3);
    }
    assert_eq!(arbitro_rules::draughts::Dama::shortest_first_text(), 127);
}
