//! The kernel against the plain generator of `tests/kit/reference`: the same moves, each once, leading
//! to the same boards, in games and on boards that no game would reach.

use arbitro_rules::draughts::{Draughts, Frenchfree, Geometry, RuleSet};
use arbitro_rules::notation::{Cell, Notation, Setup, Strictness};
use arbitro_rules::{Game, Player};
use rand::RngExt;

use arbitro_testkit::games::{SetOf, for_every_draughts_set, random_positions, seeded};
use arbitro_testkit::reference;
use arbitro_testkit::sizes::short_or_long;

/// Both generators' answers for one position must be the same; how many moves there were.
fn compare<R: RuleSet>(position: &Draughts<R>) -> usize {
    let rules = reference::rules(R::ID.name()).unwrap();
    let text = Draughts::<R>::write_board(&position.board());
    let turn = position.turn().letter() as u8;
    let plain = reference::Position::from_text(rules, &text, turn).unwrap();
    assert_eq!(plain.to_text(), text);
    let mut expected: Vec<(Vec<(u8, u8)>, String)> = plain
        .legal_moves()
        .into_iter()
        .map(|mv| ([vec![mv.from, mv.to], mv.captured.clone()].concat(), plain.play(&mv).to_text()))
        .collect();
    let mut found: Vec<(Vec<(u8, u8)>, String)> = position
        .legal_moves()
        .into_iter()
        .map(|mv| {
            let places = Draughts::<R>::places_of(mv).into_iter();
            let squares = places.map(|place| (place.row, place.column)).collect();
            (squares, Draughts::<R>::write_board(&position.after(mv).board()))
        })
        .collect();
    // Both have an order of their own; which moves there are is what must be the same.
    expected.sort();
    found.sort();
    assert_eq!(found, expected, "{} {}\n{text}", R::ID, position.write_fen());
    assert_eq!(position.count_moves() as usize, found.len(), "{}", position.write_fen());
    found.len()
}

#[test]
fn in_random_games_both_generators_agree() {
    for_every_draughts_set!(G => {
        let mut moves = 0;
        random_positions::<G>(71, 60, 200, |position| moves += compare::<<G as SetOf>::Set>(position));
        assert!(moves > 10_000, "{moves}");
    });
}

/// A board with a few men and kings anywhere.
fn scattered<R: RuleSet>(random: &mut impl rand::Rng) -> Option<Draughts<R>> {
    let size = R::RULES.size;
    let geometry = Geometry::new(&R::RULES);
    let mut setup = Setup::empty(size);
    let mut left = [R::RULES.pieces(); 2];
    let (pieces, kings) = (random.random_range(2..30), random.random_range(0.0..0.8));
    for _ in 0..pieces {
        let (row, column) = (random.random_range(0..size), random.random_range(0..size));
        let owner = if random.random_bool(0.5) { Player::X } else { Player::O };
        if geometry.square(row, column).is_none() || left[owner as usize] == 0 {
            continue;
        }
        let last_row = if owner == Player::X { size - 1 } else { 0 };
        let is_king = row == last_row || random.random_bool(kings);
        setup.cells[row][column] = if is_king { Cell::King(owner) } else { Cell::Man(owner) };
        left[owner as usize] -= 1;
    }
    let board = setup.check(&R::RULES).ok()?;
    Some(Draughts::new(board, if random.random_bool(0.5) { Player::X } else { Player::O }))
}

#[test]
fn on_scattered_boards_full_of_captures_both_generators_agree() {
    let mut random = seeded(72);
    for_every_draughts_set!(G => {
        let (mut boards, mut captures, mut longest) = (0, 0, 0);
        let tried = short_or_long(2_500, 10_000);
        for _ in 0..tried {
            let Some(position) = scattered::<<G as SetOf>::Set>(&mut random) else { continue };
            compare(&position);
            boards += 1;
            for mv in position.legal_moves() {
                captures += usize::from(mv.is_capture());
                longest = longest.max(mv.captured_count());
            }
        }
        println!("{}: {boards} boards, {captures} captures, the longest of {longest}", G::ID);
        assert!(20 * boards > 19 * tried && 4 * captures > tried);
    });
}

#[test]
fn a_flying_king_must_land_where_it_can_continue_capturing() {
    // Behind 37 there are seven squares to land on; only from one of them 33 can be taken too. The
    // rules page leaves this to the reader; the russian counts come out this way only.
    let position = Frenchfree::read_fen("W:WK46:B33,37").unwrap();
    assert_eq!(compare(&position), 3);
    assert!(position.legal_moves().iter().all(|mv| mv.captured_count() == 2));
    assert_eq!(position.write_moves(), ["46x50", "46x44", "46x39"]);
}

#[test]
fn both_generators_count_the_same_leaves() {
    for_every_draughts_set!(G => {
        let rules = reference::rules(G::ID.name()).unwrap();
        let start = reference::Position::start(rules);
        for depth in 1..=6 {
            let leaves = G::start().perft(depth);
            assert_eq!(reference::perft(&start, depth), leaves, "{} {depth}", G::ID);
            assert_eq!(reference::perft_by_playing(&start, depth), leaves, "{} {depth}", G::ID);
        }
    });
}

#[test]
fn both_generators_know_the_same_games() {
    let mut names = Vec::new();
    for_every_draughts_set!(G => names.push(G::ID.name()));
    assert_eq!(names, reference::TABLE.iter().map(|row| row.name).collect::<Vec<_>>());
}

#[test]
fn the_comparison_itself_can_fail() {
    // The same board under other rules: the plain generator must not follow the kernel blindly.
    let text = <arbitro_rules::draughts::English as Notation>::write_board(
        &arbitro_rules::draughts::English::read_fen("B:W13,22:B9").unwrap().board(),
    );
    let as_board = |name: &str| {
        let rules = reference::rules(name).unwrap();
        reference::Position::from_text(rules, &text, b'x').unwrap().legal_moves().len()
    };
    assert_eq!(as_board("english"), 1, "the capture is forced");
    let reading = arbitro_rules::draughts::English::read_board(text.as_bytes(), Strictness::Strict);
    assert!(reading.board.is_some());
}
