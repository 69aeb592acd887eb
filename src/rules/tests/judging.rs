//! Legal means: one of the legal successors. And whatever is not has a reason.

use crate::english;
use arbitro_rules::draughts::{Draughts, RuleSet};
use arbitro_rules::judge::{Code, Diagnose, judge};
use arbitro_rules::line::judge_pair;
use arbitro_rules::notation::{Cell, Notation, Setup, Strictness};
use arbitro_rules::{Game, Player, Square};
use proptest::prelude::*;

use arbitro_testkit::games::{
    SetOf, for_every_draughts_set, for_every_game, made_playable, random_positions,
    thrown_positions,
};
use arbitro_testkit::sizes::short_or_long;

#[test]
fn every_legal_successor_is_accepted_and_every_other_one_cell_change_of_it_refused() {
    fn check<R: RuleSet>(seed: u64) -> usize {
        let mut refused = 0;
        let mut scratch = Vec::new();
        random_positions::<Draughts<R>>(seed, 1, short_or_long(20, 240), |position| {
            let moves = position.legal_moves();
            let successors: Vec<_> = moves.iter().map(|&mv| position.after(mv).board()).collect();
            for (mv, board) in moves.iter().zip(&successors) {
                assert_eq!(judge(position, board, &mut scratch).as_ref(), Ok(mv));
                let setup = Draughts::<R>::setup(board);
                for (place, was) in setup.iter() {
                    for cell in cells() {
                        if cell == was {
                            continue;
                        }
                        let mut changed = setup;
                        changed[place] = cell;
                        let Ok(changed) = changed.check(&R::RULES) else {
                            continue;
                        };
                        let verdict = judge(position, &changed, &mut scratch);
                        assert_eq!(
                            verdict.is_ok(),
                            successors.contains(&changed),
                            "{}",
                            position.write_fen()
                        );
                        refused += usize::from(verdict.is_err());
                    }
                }
            }
        });
        refused
    }
    for_every_draughts_set!(G => {
        let refused = check::<<G as SetOf>::Set>(61);
        assert!(refused > short_or_long(500, 5_000), "{refused}");
    });
}

fn cells() -> [Cell; 5] {
    [
        Cell::Empty,
        Cell::Man(Player::X),
        Cell::King(Player::X),
        Cell::Man(Player::O),
        Cell::King(Player::O),
    ]
}

#[test]
fn the_key_kept_step_by_step_is_the_key_made_anew() {
    for_every_game!(G => random_positions::<G>(62, 100, 200, |position| {
        assert_eq!(position.key(), G::new(position.board(), position.turn()).key());
        assert_ne!(position.key(), G::new(position.board(), !position.turn()).key());
    }));
}

#[test]
fn different_positions_have_different_keys() {
    for_every_game!(G => {
        let mut by_key = std::collections::HashMap::new();
        random_positions::<G>(63, 100, 200, |position| {
            assert_eq!(*by_key.entry(position.key()).or_insert(*position), *position);
        });
        assert!(by_key.len() > 2_000);
    });
}

#[test]
fn moves_come_sorted_and_once_and_there_is_one_unless_the_match_is_over() {
    for_every_game!(G => random_positions::<G>(64, 100, 200, |position| {
        let moves = position.legal_moves();
        assert!(moves.is_sorted_by(|a, b| a < b), "{}", position.write_fen());
        assert_eq!(moves.len() as u64, position.count_moves());
        assert_eq!(moves.is_empty(), position.end().is_some(), "{}", position.write_fen());
        let boards: std::collections::HashSet<_> = moves.iter().map(|&mv| position.after(mv).board()).collect();
        assert_eq!(boards.len(), moves.len(), "two moves never lead to the same board");
    }));
}

/// Any cells at all on a board of this size.
fn any_setup(size: usize) -> impl Strategy<Value = Setup> {
    // Mostly empty and mostly dark squares, or nothing would ever be playable.
    let cell =
        prop_oneof![6 => Just(0usize), 1 => Just(1), 1 => Just(2), 1 => Just(3), 1 => Just(4)];
    prop::collection::vec(cell, size * size).prop_map(move |kinds| {
        let mut setup = Setup::empty(size);
        for (index, kind) in kinds.into_iter().enumerate() {
            setup.cells[index / size][index % size] = cells()[kind];
        }
        setup
    })
}

/// A diagnosis must be fit to print whatever the boards are.
fn diagnose_pair<R: RuleSet>(
    before: Setup,
    after: Setup,
    playable_after: bool,
) -> Result<(), TestCaseError> {
    let Ok(board) = made_playable(before, &R::RULES).check(&R::RULES) else {
        return Ok(());
    };
    let after = if playable_after { made_playable(after, &R::RULES) } else { after };
    for player in [Player::X, Player::O] {
        let position = Draughts::<R>::new(board, player);
        let successor = after.check(&R::RULES).ok();
        let is_legal =
            successor.is_some_and(|after| judge(&position, &after, &mut Vec::new()).is_ok());
        if is_legal {
            continue;
        }
        let diagnosis = position.diagnose(&after);
        prop_assert_eq!(diagnosis.mover, player);
        prop_assert_eq!(
            diagnosis.code == Code::Unchanged,
            after == Draughts::<R>::setup(&board),
            "unchanged exactly when nothing is changed"
        );
        prop_assert_eq!(
            diagnosis.places().is_empty(),
            diagnosis.code == Code::Unchanged,
            "{:?}",
            &diagnosis
        );
        for Square { row, column } in diagnosis.places() {
            prop_assert!(usize::from(row.max(column)) < R::RULES.size);
        }
        let text = english::<Draughts<R>>(&diagnosis);
        prop_assert!(text.len() > 20 && !text.contains("some squares"), "{}", text);
        let pieces_named = diagnosis.from.is_some() && !text.contains("its square");
        prop_assert!(
            diagnosis.from.is_none() || pieces_named || diagnosis.code == Code::MovedTwo,
            "{}",
            text
        );
    }
    Ok(())
}

macro_rules! every_pair_of_boards_has_a_reason {
    ($($name:ident $Game:ident)*) => {
        proptest! {
            #![proptest_config(ProptestConfig { cases: 1000, failure_persistence: None, ..ProptestConfig::default() })]
            $(
                #[test]
                fn $name(
                    before in any_setup(arbitro_rules::draughts::$Game::RULES.size),
                    after in any_setup(arbitro_rules::draughts::$Game::RULES.size),
                    playable_after: bool,
                ) {
                    diagnose_pair::<arbitro_rules::draughts::sets::$Game>(before, after, playable_after)?;
                }
            )*
        }
    };
}

every_pair_of_boards_has_a_reason! {
    any_two_boards_have_a_reason_in_dama Dama
    any_two_boards_have_a_reason_in_guide Guide
    any_two_boards_have_a_reason_in_english English
    any_two_boards_have_a_reason_in_italian Italian
    any_two_boards_have_a_reason_in_international International
    any_two_boards_have_a_reason_in_frenchfree Frenchfree
    any_two_boards_have_a_reason_in_russian Russian
    any_two_boards_have_a_reason_in_brazilian Brazilian
    any_two_boards_have_a_reason_in_pool Pool
    any_two_boards_have_a_reason_in_spanish Spanish
    any_two_boards_have_a_reason_in_czech Czech
    any_two_boards_have_a_reason_in_thai Thai
}

#[test]
fn one_cell_changes_of_legal_successors_have_a_reason_too() {
    for_every_draughts_set!(G => random_positions::<G>(65, 1, short_or_long(15, 120), |position| {
        for mv in position.legal_moves() {
            let setup = G::setup(&position.after(mv).board());
            for (place, was) in setup.iter() {
                let changed = if was == Cell::Empty { Cell::King(position.turn()) } else { Cell::Empty };
                let mut after = setup;
                after[place] = changed;
                let text = english::<G>(&position.diagnose(&after));
                assert!(text.len() > 20, "{text}");
            }
        }
    }));
}

#[test]
fn a_capture_is_unfinished_only_if_that_piece_could_go_on_to_a_legal_one() {
    use arbitro_rules::draughts::{Frenchfree, International, sets};
    let (mut unfinished, mut preferred) = (0, 0);
    let mut scratch = Vec::new();
    thrown_positions::<sets::International>(67, 3_000, |position| {
        // The same moves on the same board, but none is preferred: many are not legal here.
        let free = Frenchfree::new(position.board(), position.turn());
        for mv in free.legal_moves() {
            for way in free.paths(mv, 3) {
                for last in 1..way.len() {
                    let (board, taken) = capture_up_to(&free, &way[..=last]);
                    let Some(board) = board.check(&International::RULES).ok() else {
                        continue;
                    };
                    let Err(diagnosis) = judge(position, &board, &mut scratch) else {
                        continue;
                    };
                    let fen = position.write_fen();
                    let instead = diagnosis.instead.as_deref().unwrap_or_default();
                    let instead = position.read_move(instead, &mut scratch).unwrap();
                    match diagnosis.code {
                        Code::CaptureUnfinished => {
                            unfinished += 1;
                            let all: Vec<_> = International::places_of(instead)[2..].to_vec();
                            assert_eq!(instead.from, mv.from, "{fen}");
                            assert!(taken.iter().all(|it| all.contains(it)), "{fen}");
                            assert!(all.len() > taken.len(), "{fen}");
                        }
                        Code::NotMostCaptured => {
                            preferred += 1;
                            assert!(instead.captured_count() as usize > taken.len(), "{fen}");
                        }
                        other => panic!("{other:?} in {fen}"),
                    }
                }
            }
        }
    });
    assert!(unfinished > 500 && preferred > 500, "{unfinished} {preferred}");
}

/// The board after the first jumps of a capture, and what they took.
fn capture_up_to<R: RuleSet>(
    position: &Draughts<R>,
    way: &[arbitro_rules::draughts::Square],
) -> (Setup, Vec<Square>) {
    let mut setup = Draughts::<R>::setup(&position.board());
    let place = |index: usize| Draughts::<R>::GEOMETRY.place(way[index]);
    let moving = std::mem::take(&mut setup[place(0)]);
    let mut taken = Vec::new();
    for index in 1..way.len() {
        let (from, to) = (place(index - 1), place(index));
        for over in from.between(to) {
            if setup.at(over).owner() == Some(!position.turn()) && !taken.contains(&over) {
                taken.push(over);
            }
        }
    }
    for &over in &taken {
        setup[over] = Cell::Empty;
    }
    let last = place(way.len() - 1);
    let crowned = last.row == R::RULES.last_row(position.turn());
    setup[last] = if crowned { Cell::King(position.turn()) } else { moving };
    (setup, taken)
}

#[test]
fn the_mover_is_inferred_from_the_boards_when_it_is_not_given() {
    for_every_game!(G => random_positions::<G>(66, short_or_long(1, 2), 80, |position| {
        for mv in position.legal_moves() {
            let after = position.after(mv).board();
            let text = G::write_board(&after);
            let before = G::write_board(&position.board());
            let boards = [before.as_bytes(), text.as_bytes()];
            let (line, judgement) =
                judge_pair(G::ID, boards[0], boards[1], None, Strictness::Strict).unwrap();
            assert_eq!((line.turn(), judgement.verdict.is_ok()), (position.turn(), true));
        }
    }));
}

#[test]
fn a_board_made_to_have_millions_of_routes_is_judged_at_once() {
    use arbitro_rules::draughts::International;
    // A lattice of twenty men around a flying king: the routes are too many to walk one by one.
    let fen = "W:WK46:B41,42,43,44,31,32,33,34,21,22,23,24,11,12,13,14,7,8,9,10";
    let position = International::read_fen(fen).unwrap();
    let moves = position.legal_moves();
    assert!(!moves.is_empty());
    let most = moves[0].captured_count();
    assert!(moves.iter().all(|mv| mv.captured_count() == most && most >= 10), "{most}");
    let text = position.write_move(moves[0]);
    assert_eq!(position.read_move(&text, &mut Vec::new()), Ok(moves[0]), "{text}");
}
