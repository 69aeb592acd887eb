//! The static evaluation of Quoridor.

use arbitro_engine::search::engine::{MAX_EVAL, Think};
use arbitro_rules::notation::Notation;
use arbitro_rules::quoridor::{Board, Direction, MAX_WALLS, Move, Quoridor, Wall};
use arbitro_rules::{Game, Player, Square};
use arbitro_testkit::games::random_positions;

fn value(fen: &str) -> i32 {
    Quoridor::read_fen(fen).unwrap().static_value()
}

/// The position with every row or column counted from the other end; with rows, the players
/// exchange places.
fn flipped(position: &Quoridor, rows: bool) -> Quoridor {
    let board = position.board();
    let size = board.size() as u8;
    // The square of a wall is its lower left, so walls count from one square less.
    let turned = |at: Square, last: u8| {
        if rows {
            Square::new(last - at.row, at.column)
        } else {
            Square::new(at.row, last - at.column)
        }
    };
    let players = if rows { [Player::O, Player::X] } else { [Player::X, Player::O] };
    let places = (0..size - 1).flat_map(|row| (0..size - 1).map(move |at| Square::new(row, at)));
    let walls = places
        .flat_map(|at| [Direction::Horizontal, Direction::Vertical].map(|it| Wall::new(at, it)))
        .filter(|&it| board.has_wall(it))
        .map(|it| Wall::new(turned(it.square, size - 2), it.direction));
    let board = Board::assembled(
        size.into(),
        players.map(|player| turned(board.pawn(player), size - 1)),
        players.map(|player| board.walls_left(player).into()),
        walls,
    );
    let turn = if rows { !position.turn() } else { position.turn() };
    Quoridor::new(board.unwrap(), turn)
}

#[test]
fn a_position_is_worth_the_same_in_a_mirror_and_with_the_players_exchanged() {
    random_positions::<Quoridor>(11, 10, 60, |position| {
        for rows in [false, true] {
            let other = flipped(position, rows);
            assert_eq!(
                position.static_value(),
                other.static_value(),
                "{} {}",
                position.write_fen(),
                other.write_fen()
            );
        }
    });
}

#[test]
fn a_lead_is_worth_more_the_fewer_walls_are_left() {
    let with_walls = |walls| value(&format!("9:x:e3,{walls}:e9,{walls}:"));
    let values = [0, 1, 2, 5, 10].map(with_walls);
    assert!(values.is_sorted_by(|more, less| more > less), "{values:?}");
    assert!(values[4] > 0, "{values:?}");
}

#[test]
fn a_wall_more_is_worth_most_when_it_is_the_only_one() {
    let of = |own, other| value(&format!("9:x:e1,{own}:e9,{other}:"));
    assert!(of(1, 0) - of(0, 1) > of(8, 7) - of(7, 8));
    assert!(of(8, 7) > of(7, 8));
}

#[test]
fn walls_are_worth_less_when_a_pawn_is_nearly_at_its_goal() {
    // The pawns are level, so only the walls differ.
    let of = |x, o| value(&format!("9:x:{x},5:{o},1:")) - value(&format!("9:x:{x},1:{o},5:"));
    let (far, near) = (of("b1", "h9"), of("b7", "h3"));
    assert!(far > near && near > 0, "{far} {near}");
}

#[test]
fn with_many_walls_a_straight_path_is_worth_more_than_one_with_detours() {
    // Both need eight steps, the pawn on e3 two of them to go around the walls above it.
    let position = Quoridor::read_fen("9:x:e3,7:a9,7:c3h,e3h").unwrap();
    assert_eq!(position.distance(Player::X), position.distance(Player::O));
    let other = Quoridor::new(position.board(), Player::O);
    assert!(other.static_value() > position.static_value());
}

#[test]
fn the_value_of_any_board_is_within_the_limits_of_the_search() {
    // One step against 42 around two barriers, and as many walls as there can be against none.
    let barriers = "a4h,c4h,e4h,g4h,i4h,k4h,m4h,b8h,d8h,f8h,h8h,j8h,l8h,n8h";
    let maze = |turn| value(&format!("15:{turn}:a14,0:o15,0:{barriers}"));
    assert_eq!((maze("x"), maze("o")), (MAX_EVAL, -MAX_EVAL));
    assert!(value("15:x:a1,99:a2,0:").abs() <= MAX_EVAL);
}

#[test]
fn a_step_ahead_is_worth_something_on_every_board_with_any_number_of_walls() {
    for size in (5..=15).step_by(2) {
        for walls in 0..=usize::from(MAX_WALLS) {
            let start = Quoridor::with_size(size, walls).unwrap();
            let value_of_a_step_to = |row: u8, column: u8| {
                let to = Square::new(row, column);
                let is_it = |it: &Move| matches!(it, Move::Step { to: there, .. } if *there == to);
                let step = start.legal_moves().into_iter().find(is_it).unwrap();
                -start.after(step).static_value()
            };
            let middle = size as u8 / 2;
            let [ahead, aside] =
                [(1, middle), (0, middle + 1)].map(|(row, column)| value_of_a_step_to(row, column));
            assert!(ahead > aside, "{size}, {walls}: {ahead} {aside}");
        }
    }
}
