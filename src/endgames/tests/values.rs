//! Endgame tables hold the values that a plain solver finds.

use std::collections::HashMap;

use arbitro_endgames::with_endgames;
use arbitro_endgames::{ExactValue, exact_moves};
use arbitro_endgames::{NotSolved, Solved};
use arbitro_rules::draughts::{Dama, Draughts, English, RuleSet, Russian, sets};
use arbitro_rules::notation::{Cell, Notation, Setup};
use arbitro_rules::{Game, GameId, Player};

use crate::endings::{every_position, some_positions};
use crate::sizes::{is_long, sample, setting};

/// A unique key of a position of up to 8 pieces.
fn key<R: RuleSet>(position: &Draughts<R>) -> u64 {
    let turn = position.turn() as u64;
    let board = position.board();
    board.pieces().fold(1 << 1 | turn, |key, (square, owner, is_king)| {
        let (row, column) = Draughts::<R>::GEOMETRY.place(square).indices();
        let kind = owner as u64 * 2 + u64::from(is_king);
        key << 7 | kind << 5 | (row * 4 + column / 2) as u64
    })
}

/// Solves every position of up to `most` pieces by repeated passes: pass n finds the positions that
/// are decided in n plies. Those that are never decided are draws.
fn plain_solve<R: RuleSet>(max_pieces: usize, see: &mut dyn FnMut(Draughts<R>, ExactValue)) {
    let mut numbers = HashMap::new();
    every_position::<R>(max_pieces, &mut |position| {
        let number = numbers.len() as u32;
        numbers.insert(key(&position), number);
    });
    let mut values = vec![None; numbers.len()];
    // Successors of each position: `next[starts[n]..starts[n + 1]]`.
    let mut next = Vec::new();
    let mut starts = vec![0];
    every_position::<R>(max_pieces, &mut |position| {
        match position.end() {
            Some(end) if end.winner() == position.turn() => {
                values[starts.len() - 1] = Some(ExactValue::Win(0));
            }
            Some(_) => values[starts.len() - 1] = Some(ExactValue::Loss(0)),
            None => {
                let moves = position.legal_moves();
                next.extend(moves.iter().map(|&mv| numbers[&key(&position.after(mv))]));
            }
        }
        starts.push(next.len());
    });
    drop(numbers);
    let mut open: Vec<usize> = (0..values.len()).filter(|&it| values[it].is_none()).collect();
    // Wins come in odd passes and losses in even ones, so two passes without a change end the loop.
    let mut quiet = 0;
    let mut pass = 0;
    while quiet < 2 {
        pass += 1;
        let mut news = Vec::new();
        for &number in &open {
            let replies = &next[starts[number]..starts[number + 1]];
            let mut replies = replies.iter().map(|&reply| values[reply as usize]);
            if replies.clone().any(|reply| reply == Some(ExactValue::Loss(pass - 1))) {
                news.push((number, ExactValue::Win(pass)));
            } else if replies.all(|reply| matches!(reply, Some(ExactValue::Win(_)))) {
                news.push((number, ExactValue::Loss(pass)));
            }
        }
        quiet = if news.is_empty() { quiet + 1 } else { 0 };
        for (number, value) in news {
            values[number] = Some(value);
        }
        open.retain(|&number| values[number].is_none());
    }
    let mut values = values.into_iter();
    every_position::<R>(max_pieces, &mut |position| {
        let value = values.next().flatten().unwrap_or(ExactValue::Draw);
        see(position, value);
    });
}

fn agrees_with_the_plain_solver<R: RuleSet>(max_pieces: usize) {
    let solved = Solved::<R>::up_to(max_pieces as u8).unwrap();
    let mut positions = 0;
    plain_solve::<R>(max_pieces, &mut |position, value| {
        assert_eq!(solved.value(&position), Some(value), "{}", position.write_fen());
        positions += 1;
    });
    println!("{}: {positions} positions of up to {max_pieces} pieces", R::ID);
}

/// Up to 3 pieces; `scripts/endgames --prove` asks for 4.
fn max_pieces() -> usize {
    setting("ARBITRO_ENDGAMES_PIECES", 3) as usize
}

#[test]
fn every_position_of_the_six_games_has_the_value_a_plain_solver_finds() {
    for game in sample(GameId::ALL, 5) {
        with_endgames!(game, R => agrees_with_the_plain_solver::<R>(max_pieces()));
    }
}

/// Shows positions of four pieces: each with `scripts/endgames --prove`, one of ten in the long form, and some in the
/// short one. Returns how many of each value there must be at least.
fn see_positions_of_four(see: &mut dyn FnMut(Draughts<sets::Dama>)) -> u32 {
    if max_pieces() < 4 && !is_long() {
        some_positions::<sets::Dama>(1, 4, 20_000).into_iter().for_each(see);
        return 2_000;
    }
    let interval = if max_pieces() < 4 { 10 } else { 1 };
    let mut seen = 0;
    every_position::<sets::Dama>(4, &mut |position| {
        // The other half is the same with the colours exchanged and has the same table places.
        if position.turn() == Player::X {
            seen += 1;
            if seen % interval == 0 {
                see(position);
            }
        }
    });
    500_000 / interval
}

/// Over all positions this is a proof: a win in n has a move to a loss in n - 1 and none to a
/// nearer one; a loss in n has only moves to wins, the farthest in n - 1; a draw has a move to a
/// draw.
#[test]
fn every_value_of_four_pieces_is_the_best_that_its_moves_lead_to() {
    let solved = Solved::<sets::Dama>::up_to(4).unwrap();
    let mut oracle = &solved;
    let mut counts = [0_u32; 3];
    let enough = see_positions_of_four(&mut |position| {
        let value = solved.value(&position).unwrap();
        counts[match value {
            ExactValue::Win(_) => 0,
            ExactValue::Draw => 1,
            ExactValue::Loss(_) => 2,
        }] += 1;
        let expected = match position.end() {
            Some(end) if end.winner() == position.turn() => ExactValue::Win(0),
            Some(_) => ExactValue::Loss(0),
            None => exact_moves(&mut oracle, &position).unwrap()[0].1,
        };
        assert_eq!(value, expected, "{}", position.write_fen());
    });
    println!("wins, draws, losses: {counts:?}");
    assert!(counts.iter().all(|&count| count > enough), "{counts:?}");
}

/// Plies to the end when the winner plays the first best move and the loser tries every move.
fn longest_defence<R: RuleSet>(
    solved: &mut Solved<R>,
    position: &Draughts<R>,
    winner: Player,
    known: &mut HashMap<Draughts<R>, u16>,
) -> u16 {
    if let Some(end) = position.end() {
        assert_eq!(end.winner(), winner, "{}", position.write_fen());
        return 0;
    }
    if let Some(&plies) = known.get(position) {
        return plies;
    }
    let mut moves = exact_moves(&mut &*solved, position).unwrap();
    if position.turn() == winner {
        moves.truncate(1);
    }
    let plies = moves
        .into_iter()
        .map(|(mv, _)| 1 + longest_defence(solved, &position.after(mv), winner, known))
        .max()
        .unwrap();
    known.insert(*position, plies);
    plies
}

#[test]
fn the_best_moves_win_in_exactly_that_many_plies_against_every_defence() {
    for game in GameId::ALL {
        with_endgames!(game, R => {
            let mut solved = Solved::<R>::up_to(3).unwrap();
            let mut known = [HashMap::new(), HashMap::new()];
            let mut won = 0;
            for position in some_positions::<R>(7, 3, 400) {
                let turn = position.turn();
                let (winner, plies) = match solved.value(&position).unwrap() {
                    ExactValue::Win(plies) => (turn, plies),
                    ExactValue::Loss(plies) => (!turn, plies),
                    ExactValue::Draw => continue,
                };
                let known = &mut known[winner as usize];
                let found = longest_defence(&mut solved, &position, winner, known);
                assert_eq!(found, plies, "{}", position.write_fen());
                won += 1;
            }
            assert!(won > 100, "{game}: {won}");
        });
    }
}

#[test]
fn the_mirrored_position_has_the_same_value() {
    for game in GameId::ALL {
        with_endgames!(game, R => {
            let solved = Solved::<R>::up_to(3).unwrap();
            for position in some_positions::<R>(8, 3, 500) {
                let board = position.board();
                let mut setup = Setup::empty(8);
                for (square, owner, is_king) in board.pieces() {
                    let (row, column) = Draughts::<R>::GEOMETRY.place(square).indices();
                    let cell = if is_king { Cell::King(!owner) } else { Cell::Man(!owner) };
                    setup.cells[7 - row][7 - column] = cell;
                }
                let turned = setup.check(&R::RULES).unwrap();
                let turned = Draughts::<R>::new(turned, !position.turn());
                assert_eq!(solved.value(&position), solved.value(&turned), "{}", position.write_fen());
            }
        });
    }
}

#[test]
fn known_endings_have_their_textbook_values() {
    let english = Solved::<sets::English>::up_to(3).unwrap();
    // A king in the double corner holds against one king.
    let corner = English::read_fen("W:WK1:BK15").unwrap();
    assert_eq!(english.value(&corner), Some(ExactValue::Draw));
    // Two kings beat it all the same.
    let two = English::read_fen("B:WK1:BK15,K18").unwrap();
    assert!(matches!(english.value(&two), Some(ExactValue::Win(_))));
    // A king on the main road cannot be beaten by two flying kings.
    let road = Russian::read_fen("W:WKe1,Kg3:BKa1").unwrap();
    let russian = Solved::<sets::Russian>::up_to(3).unwrap();
    assert_eq!(russian.value(&road), Some(ExactValue::Draw));
    // No man of dama takes a king: this one passes it in vain, and is taken in the end.
    let dama = Solved::<sets::Dama>::up_to(2).unwrap();
    let blocked = Dama::read_fen("W:W20:BK11").unwrap();
    assert!(matches!(dama.value(&blocked), Some(ExactValue::Loss(_))));
}

#[test]
fn nearer_wins_and_farther_losses_are_better() {
    use ExactValue::{Draw, Loss, Win};
    let order = [Win(1), Win(3), Win(200), Draw, Loss(200), Loss(4), Loss(0)];
    assert!(order.is_sorted_by(|better, worse| better > worse));
    for value in order {
        let opponents = order.map(ExactValue::backed_up);
        assert!(opponents.is_sorted_by(|worse, better| worse < better));
        assert_eq!(value.backed_up() > Draw, value < Draw);
    }
}

#[test]
fn boards_of_another_size_and_more_pieces_are_refused() {
    for game in GameId::ALL {
        with_endgames!(game, R => assert_eq!(Solved::<R>::up_to(2).err(), None));
    }
    let larger = NotSolved::Size { game: GameId::International };
    assert_eq!(Solved::<sets::International>::up_to(2).err(), Some(larger));
    let solved = Solved::<sets::Dama>::up_to(2).unwrap();
    for position in some_positions::<sets::Dama>(9, 3, 20) {
        assert_eq!(solved.value(&position), None);
    }
    assert_eq!(solved.value(&Dama::start()), None);
}
