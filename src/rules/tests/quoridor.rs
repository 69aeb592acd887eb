//! Quoridor's moves: against the plain generator of `tests/kit/reference`, and rule by rule.

use arbitro_rules::history::{History, LineEnd};
use arbitro_rules::notation::Notation;
use arbitro_rules::quoridor::{Board, Direction, Move, Quoridor, Unplayable, Wall};
use arbitro_rules::{End, Game, Player, Square};
use rand::RngExt;
use rand::rngs::SmallRng;

use arbitro_testkit::games::seeded;
use arbitro_testkit::reference::quoridor as plain;
use arbitro_testkit::sizes::size;

/// A move as the plain generator writes it.
fn as_plain(mv: Move) -> plain::Move {
    let (kind, square) = match mv {
        Move::Step { to, .. } => ('s', to),
        Move::Wall(Wall { direction, square }) => match direction {
            Direction::Horizontal => ('h', square),
            Direction::Vertical => ('v', square),
        },
    };
    (kind, usize::from(square.row), usize::from(square.column))
}

/// A position as the plain generator keeps it.
fn position_as_plain(position: &Quoridor) -> plain::Position {
    let board = position.board();
    let mut same = plain::Position::start(board.size(), 0);
    for player in [Player::X, Player::O] {
        let square = board.pawn(player);
        same.pawns[player as usize] = (usize::from(square.row), usize::from(square.column));
        same.left[player as usize] = usize::from(board.walls_left(player));
    }
    for wall in board.walls() {
        match as_plain(Move::Wall(wall)) {
            ('h', row, column) => same.horizontal[row][column] = true,
            (_, row, column) => same.vertical[row][column] = true,
        }
    }
    same.turn = position.turn() as usize;
    same
}

/// Both generators' answers for one position must be the same.
fn compare(position: &Quoridor, plain: &plain::Position, moves: &mut Vec<Move>) {
    assert_eq!(position_as_plain(position), *plain);
    position.legal_moves_into(moves);
    assert!(moves.windows(2).all(|pair| pair[0] < pair[1]), "ascending and each once: {moves:?}");
    let mut found: Vec<plain::Move> = moves.iter().map(|&mv| as_plain(mv)).collect();
    let mut expected = plain.legal_moves();
    found.sort_unstable();
    expected.sort_unstable();
    assert_eq!(found, expected, "{position:?}");
    assert_eq!(position.count_moves(), expected.len() as u64);
    assert_eq!(
        moves.is_empty(),
        position.end().is_some(),
        "there is always a move until the end: {position:?}"
    );
    for player in [Player::X, Player::O] {
        let distance = plain.distance(player as usize).unwrap();
        assert_eq!(position.distance(player) as usize, distance);
        let path = position.shortest_path(player);
        assert_eq!(path.len(), distance + 1);
        assert_eq!(path[0], position.board().pawn(player));
        assert_eq!(path[distance].row, position.board().goal_row(player));
        assert!(path.windows(2).all(|it| position.board().is_open(it[0], it[1])));
    }
    assert_eq!(
        position.key(),
        Quoridor::new(position.board(), position.turn()).key(),
        "the key kept step by step is that of the position"
    );
    assert_eq!(plain.is_over(), position.end().is_some());
}

/// A random move, a wall with this probability where there are any.
fn random_move(random: &mut SmallRng, moves: &[Move], walls: f64) -> Move {
    let steps = moves.partition_point(|mv| matches!(mv, Move::Step { .. }));
    let is_wall = steps < moves.len() && random.random_bool(walls);
    if is_wall {
        moves[random.random_range(steps..moves.len())]
    } else {
        moves[random.random_range(0..steps)]
    }
}

/// Compares the positions of random games until there are `wanted` of them.
fn compare_games(seed: u64, size: usize, walls: usize, wanted: usize) {
    let mut random = seeded(seed);
    let mut moves = Vec::new();
    let mut seen = 0;
    while seen < wanted {
        let share = random.random_range(0.1..0.9);
        let mut position = Quoridor::with_size(size, walls).unwrap();
        let mut same = plain::Position::start(size, walls);
        for _ in 0..120 {
            compare(&position, &same, &mut moves);
            seen += 1;
            if moves.is_empty() {
                break;
            }
            let mv = random_move(&mut random, &moves, share);
            position = position.after(mv);
            same = same.play(as_plain(mv));
        }
    }
}

/// Thousands of positions to compare; `scripts/quoridor-million` sets more.
fn thousands() -> usize {
    size("ARBITRO_QUORIDOR_THOUSANDS", 10, 60) as usize
}

#[test]
fn in_random_games_both_generators_agree() {
    // Half of them of the usual game; small boards full of walls are where paths get closed.
    let share = thousands() * 10;
    for (number, (size, walls, hundredths)) in [
        (9, 10, 25),
        (9, 32, 10),
        (3, 2, 5),
        (3, 9, 5),
        (5, 3, 10),
        (5, 12, 25),
        (7, 8, 10),
        (11, 20, 4),
        (13, 14, 3),
        (15, 40, 2),
        (15, 99, 1),
    ]
    .into_iter()
    .enumerate()
    {
        compare_games(500 + number as u64, size, walls, share * hundredths);
    }
}

#[test]
fn counts_in_bulk_are_those_of_the_rules_and_of_the_plain_generator() {
    for (depth, leaves) in [(0, 1), (1, 131), (2, 16_677), (3, 2_062_264)] {
        assert_eq!(Quoridor::start().perft(depth), leaves);
    }
    assert_eq!(plain::perft(&plain::Position::start(9, 10), 2), 16_677);
    for (size, walls, depth) in [(3, 1, 8), (3, 4, 6), (5, 1, 4), (5, 3, 3), (11, 2, 2), (13, 1, 2)]
    {
        assert_eq!(
            Quoridor::with_size(size, walls).unwrap().perft(depth),
            plain::perft(&plain::Position::start(size, walls), depth),
            "{size}x{size}, {walls} walls"
        );
    }
}

#[test]
fn the_table_of_counts_holds_for_the_plain_generator_too() {
    for (fen, depth, leaves) in
        [("5:x:c1,3:c5,3", 4, 794_442), ("9:o:e4,3:e6,2:a5h,c5h,e5h,g5h,h6v", 2, 12_460)]
    {
        let position = position_as_plain(&Quoridor::read_fen(fen).unwrap());
        assert_eq!(plain::perft(&position, depth), leaves, "{fen}");
    }
}

#[test]
fn counting_in_bulk_equals_playing_every_move_also_deep_in_a_game() {
    fn by_playing(position: &Quoridor, depth: u32) -> u64 {
        match depth {
            0 => 1,
            _ => position
                .legal_moves()
                .into_iter()
                .map(|mv| by_playing(&position.after(mv), depth - 1))
                .sum(),
        }
    }
    let mut random = seeded(93);
    for (size, walls, depth) in [(5, 6, 3), (5, 2, 4), (9, 10, 2), (9, 3, 3), (13, 9, 2)] {
        for plies in 0..24 {
            let mut position = Quoridor::with_size(size, walls).unwrap();
            for _ in 0..plies {
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                position = position.after(random_move(&mut random, &moves, 0.6));
            }
            assert_eq!(by_playing(&position, depth), position.perft(depth), "{position:?}");
        }
    }
}

fn square(name: &str) -> Square {
    let bytes = name.as_bytes();
    let row: u8 = name[1..2].parse().unwrap();
    Square::new(row - 1, bytes[0] - b'a')
}

/// Walls by their names, as `e3h`.
fn walls(names: &str) -> Vec<Wall> {
    let wall = |name: &str| {
        let direction =
            if name.ends_with('h') { Direction::Horizontal } else { Direction::Vertical };
        Wall::new(square(name), direction)
    };
    names.split_whitespace().map(wall).collect()
}

/// A usual board with pawns and walls, player 1 to move.
fn position(x: &str, o: &str, standing: &str) -> Quoridor {
    let pawns = [square(x), square(o)];
    let board = Board::assembled(9, pawns, [5, 5], walls(standing)).unwrap();
    Quoridor::new(board, Player::X)
}

fn steps(position: &Quoridor) -> String {
    let name = |it: &Square| format!("{}{}", char::from(b'a' + it.column), it.row + 1);
    let mut names: Vec<String> = position.steps().iter().map(name).collect();
    names.sort();
    names.join(" ")
}

#[test]
fn a_pawn_jumps_straight_in_every_direction() {
    assert_eq!(steps(&position("e5", "e6", "")), "d5 e4 e7 f5");
    assert_eq!(steps(&position("e5", "e4", "")), "d5 e3 e6 f5");
    assert_eq!(steps(&position("e5", "f5", "")), "d5 e4 e6 g5");
    assert_eq!(steps(&position("e5", "d5", "")), "c5 e4 e6 f5");
}

#[test]
fn a_wall_behind_the_enemy_turns_the_jump_aside() {
    assert_eq!(steps(&position("e5", "e6", "e6h")), "d5 d6 e4 f5 f6");
    assert_eq!(steps(&position("e5", "e4", "d3h")), "d4 d5 e6 f4 f5");
    assert_eq!(steps(&position("e5", "f5", "f4v")), "d5 e4 e6 f4 f6");
    assert_eq!(steps(&position("e5", "d5", "c5v")), "d4 d6 e4 e6 f5");
}

#[test]
fn the_edge_behind_the_enemy_is_as_good_as_a_wall() {
    assert_eq!(steps(&position("b5", "a5", "")), "a4 a6 b4 b6 c5");
    assert_eq!(steps(&position("h5", "i5", "")), "g5 h4 h6 i4 i6");
    // Against the upper and lower edge one of the two has won, unless it is the other's own row.
    assert_eq!(steps(&position("e8", "e9", "")), "d8 d9 e7 f8 f9");
    let board = Board::assembled(9, [square("e1"), square("e2")], [0, 0], []).unwrap();
    assert_eq!(steps(&Quoridor::new(board, Player::O)), "d1 d2 e3 f1 f2");
}

#[test]
fn walls_beside_the_enemy_stop_a_diagonal_jump() {
    assert_eq!(steps(&position("e5", "e6", "e6h d6v")), "d5 e4 f5 f6");
    assert_eq!(steps(&position("e5", "e6", "e6h e5v")), "d5 d6 e4");
    assert_eq!(steps(&position("e5", "e6", "d6h d5v e5v")), "e4");
}

#[test]
fn a_wall_between_the_pawns_leaves_no_jump() {
    assert_eq!(steps(&position("e5", "e6", "e5h")), "d5 e4 f5");
    assert_eq!(steps(&position("e5", "f5", "e5v")), "d5 e4 e6");
}

fn can_place(position: &Quoridor, name: &str) -> bool {
    let wall = Move::Wall(walls(name)[0]);
    position.legal_moves().contains(&wall)
}

#[test]
fn walls_neither_overlap_nor_cross() {
    let horizontal = position("e1", "e9", "e4h");
    for (name, expected) in [
        ("e4h", false),
        ("d4h", false),
        ("f4h", false),
        ("e4v", false),
        ("c4h", true),
        ("g4h", true),
        ("d4v", true),
        ("f4v", true),
        ("e5v", true),
        ("e3v", true),
    ] {
        assert_eq!(can_place(&horizontal, name), expected, "{name}");
    }
    let vertical = position("e1", "e9", "e4v");
    for (name, expected) in [
        ("e4v", false),
        ("e3v", false),
        ("e5v", false),
        ("e4h", false),
        ("e2v", true),
        ("e6v", true),
        ("d4h", true),
        ("f4h", true),
    ] {
        assert_eq!(can_place(&vertical, name), expected, "{name}");
    }
}

#[test]
fn the_last_path_of_either_player_may_not_be_closed() {
    // Player 1 stands in a pocket open to the right only.
    let pocket = position("a1", "e9", "a1h");
    assert!(!can_place(&pocket, "b1v"), "it would close x in");
    assert!(can_place(&pocket, "c1v"));
    // The same for player 2, placed by player 1.
    let pocket = position("e1", "a9", "a8h");
    assert!(!can_place(&pocket, "b8v"), "it would close o in");
    // An empty pocket may be closed.
    let empty = position("e1", "e9", "a1h");
    assert!(can_place(&empty, "b1v"));
    // A row with a gap at its end, and the column behind the gap.
    let row = position("e1", "e9", "a5h c5h e5h g5h");
    assert!(can_place(&row, "h7h") && can_place(&row, "h5v"));
    let row = position("e1", "e9", "a5h c5h e5h g5h h6v");
    assert!(!can_place(&row, "h7h"), "it closes the column for both");
    assert!(can_place(&row, "h8h"));
    // Walls that form a ring far from any edge, with no pawn inside.
    let ring = position("e5", "a9", "e4h e6h d5v");
    assert!(!can_place(&ring, "f5v"), "it would close x in");
    assert!(can_place(&ring, "f4v"));
    let ring = position("b5", "a9", "e4h e6h d5v");
    assert!(can_place(&ring, "f5v"));
}

#[test]
fn without_walls_left_there_are_only_steps() {
    let board = Board::assembled(9, [square("e1"), square("e9")], [0, 3], []).unwrap();
    assert_eq!(Quoridor::new(board, Player::X).count_moves(), 3);
    assert_eq!(Quoridor::new(board, Player::O).count_moves(), 3 + 128);
    let mv = Move::Wall(walls("c3v")[0]);
    let after = Quoridor::new(board, Player::O).after(mv);
    assert_eq!(after.board().walls_left(Player::O), 2);
    assert_eq!(after.board().walls_left(Player::X), 0);
}

#[test]
fn a_player_that_reaches_its_goal_row_wins() {
    let near = position("c8", "e9", "");
    assert_eq!(near.end(), None);
    let won = near.after(Move::Step { from: square("c8"), to: square("c9") });
    assert_eq!(won.end(), Some(End::Goal(Player::X)));
    assert_eq!(won.end().unwrap().reason().name(), "goal");
    assert!(won.legal_moves().is_empty());
    assert_eq!(won.perft(1), 0);
    let board = Board::assembled(9, [square("c3"), square("e1")], [0, 0], []).unwrap();
    assert_eq!(Quoridor::new(board, Player::X).end(), Some(End::Goal(Player::O)));
}

#[test]
fn the_third_time_is_a_draw_and_a_wall_less_is_another_position() {
    let mut line = History::new(Quoridor::start(), Some(Quoridor::PLY_LIMIT));
    let go = |line: &mut History<Quoridor>, from: &str, to: &str| {
        let mv = Move::Step { from: square(from), to: square(to) };
        assert!(line.position().legal_moves().contains(&mv));
        line.play(mv);
    };
    let around = |line: &mut History<Quoridor>| {
        go(line, "e1", "d1");
        go(line, "e9", "d9");
        go(line, "d1", "e1");
        go(line, "d9", "e9");
    };
    around(&mut line);
    assert_eq!((line.recurrence(), line.end()), (2, None));
    around(&mut line);
    assert_eq!(line.end(), Some(LineEnd::Repetition(3)));
    let pawns = [square("e1"), square("e9")];
    let fewer = Board::assembled(9, pawns, [9, 10], []).unwrap();
    let fewer = Quoridor::new(fewer, Player::X);
    assert_ne!(fewer, Quoridor::start());
    assert_ne!(fewer.key(), Quoridor::start().key());
}

#[test]
fn boards_that_cannot_be_played_on_are_refused() {
    for size in [0, 1, 2, 4, 8, 10, 16, 17, 300] {
        assert_eq!(Quoridor::with_size(size, 1), Err(Unplayable::Size(size)));
    }
    assert_eq!(Quoridor::with_size(9, 100), Err(Unplayable::Walls(100)));
    let assembled = |x: &str, o: &str, standing: &str| {
        Board::assembled(9, [square(x), square(o)], [1, 1], walls(standing)).unwrap_err()
    };
    assert_eq!(assembled("e4", "e4", ""), Unplayable::SharedSquare);
    assert_eq!(assembled("e9", "e1", ""), Unplayable::BothAtGoal);
    assert_eq!(assembled("e1", "e9", "i4h"), Unplayable::OffBoard);
    assert_eq!(assembled("e1", "e9", "d9v"), Unplayable::OffBoard);
    assert_eq!(assembled("e1", "e9", "d4h e4h"), Unplayable::Overlap);
    assert_eq!(assembled("e1", "e9", "d4v d5v"), Unplayable::Overlap);
    assert_eq!(assembled("e1", "e9", "d4v d4h"), Unplayable::Cross);
    assert_eq!(assembled("a1", "e9", "a1h b1v"), Unplayable::PathBlocked(Player::X));
    assert_eq!(assembled("e1", "a9", "a8h b8v"), Unplayable::PathBlocked(Player::O));
}
