//! The tree search plays legal moves repeatably, proves near wins, keeps to its memory and sees
//! draws.

use arbitro_endgames::ExactValue;
use arbitro_engine::chooser::{Levels, StrategyKind};
use arbitro_engine::search::engine::{Situation, Think, TimeSignal};
use arbitro_engine::search::mcts::{Mcts, TreeLimits, TreeResult};
use arbitro_rules::draughts::{Dama, Guide};
use arbitro_rules::history::History;
use arbitro_rules::notation::Notation;
use arbitro_rules::quoridor::Quoridor;
use arbitro_rules::{Game, GameId, with_game};

use crate::searching::{Side, points};
use arbitro_testkit::games::{for_every_game, random_positions};
use arbitro_testkit::sizes::sample;

const TREE: usize = 8 << 20;

fn tried<G: Think>(situation: &Situation<'_, G>, plays: u64) -> Option<TreeResult<G::Move>> {
    Mcts::new(TREE)
        .think(situation, TreeLimits::iterations(plays), &mut |_| 0, &mut || TimeSignal::Continue)
}

/// Plies to a forced win for the player to move, within a limit.
fn plies_to_win<G: Game>(position: &G, within: u32) -> Option<u32> {
    (1..=within).step_by(2).find(|&plies| is_won(position, plies))
}

/// Returns whether the player to move can force a win within some plies, by trying every move.
fn is_won<G: Game>(position: &G, plies: u32) -> bool {
    let mut moves = position.legal_moves().into_iter();
    moves.any(|mv| {
        let next = position.after(mv);
        match next.end() {
            Some(end) => end.winner() == position.turn(),
            None => {
                plies > 2
                    && next.legal_moves().into_iter().all(|reply| match next.after(reply).end() {
                        Some(end) => end.winner() == position.turn(),
                        None => is_won(&next.after(reply), plies - 2),
                    })
            }
        }
    })
}

#[test]
fn the_tree_search_plays_legal_moves_and_returns_none_without_one() {
    for_every_game!(G => random_positions::<G>(6, 3, 100, |position| {
        let moves = position.legal_moves();
        match tried(&Situation::alone(*position), 30) {
            Some(tried) => {
                assert!(moves.contains(&tried.best), "{}", position.write_fen());
                assert!((-1.0..=1.0).contains(&tried.value), "{}", tried.value);
            }
            None => assert!(moves.is_empty() || position.end().is_some()),
        }
    }));
}

#[test]
fn the_same_iterations_and_seed_give_the_same_match() {
    let mut others = Vec::new();
    for_every_game!(G => {
        let run = |search: &mut Mcts<G>, mut state: u64| {
            let mut line = History::new(G::start(), Some(30));
            let mut all = Vec::new();
            while line.end().is_none() {
                let mut draws = |below: usize| {
                    state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                    (state >> 33) as usize % below
                };
                let situation = Situation::alone(*line.position());
                let tried = search.think(&situation, TreeLimits::iterations(40), &mut draws, &mut || TimeSignal::Continue).unwrap();
                line.play(tried.best);
                all.push(tried);
            }
            all
        };
        let mut search = Mcts::<G>::new(TREE);
        let first = run(&mut search, 1);
        assert_eq!(run(&mut search, 1), first, "{}: what it thought before has no say", G::ID);
        assert_eq!(run(&mut Mcts::new(TREE), 1), first, "{}", G::ID);
        others.push((2..6).any(|seed| run(&mut search, seed) != first));
    });
    assert!(others.contains(&true), "chance has no say in any game");
}

#[test]
fn a_win_in_one_or_three_plies_is_proved_and_played() {
    for_every_game!(G => {
        let mut wins = [0; 2];
        random_positions::<G>(17, 40, 120, |position| {
            let is_short = position.end().is_none() && position.count_moves() <= 12;
            let plies = if is_short { plies_to_win(position, 3) } else { None };
            let Some(plies) = plies.filter(|_| position.count_moves() > 1) else {
                return;
            };
            let seen = &mut wins[plies as usize / 2];
            *seen += 1;
            if *seen > 20 {
                return;
            }
            let tried = tried(&Situation::alone(*position), 3_000).unwrap();
            let fen = position.write_fen();
            assert!(matches!(tried.known, Some(ExactValue::Win(_))), "{fen}: {tried:?}");
            let next = position.after(tried.best);
            if plies == 1 {
                assert!(next.end().is_some(), "{fen}: {tried:?}");
            }
        });
        assert!(wins[0] > 0, "{}: no win met", G::ID);
    });
}

#[test]
fn proofs_agree_with_exhaustive_search() {
    let mut proofs = 0;
    random_positions::<Guide>(23, 60, 120, |position| {
        let few = position.board().pieces().count() <= 5;
        if !few || position.end().is_some() {
            return;
        }
        let Some(tried) = tried(&Situation::alone(*position), 400) else {
            return;
        };
        match tried.known {
            Some(ExactValue::Win(plies)) if plies <= 7 => {
                assert!(is_won(position, u32::from(plies)), "{}", position.write_fen());
                proofs += 1;
            }
            Some(ExactValue::Loss(plies)) if plies <= 6 => {
                let mut replies = position.legal_moves().into_iter();
                let is_lost = replies.all(|mv| {
                    let next = position.after(mv);
                    next.end().is_some() || is_won(&next, u32::from(plies))
                });
                assert!(is_lost, "{}", position.write_fen());
                proofs += 1;
            }
            _ => {}
        }
    });
    assert!(proofs > 10, "{proofs}");
}

#[test]
fn the_tree_stays_within_its_memory() {
    for_every_game!(G => {
        for bytes in [200 << 10, 1 << 20] {
            let mut search = Mcts::<G>::new(bytes);
            let situation = Situation::alone(G::start());
            let tried = search
                .think(&situation, TreeLimits::iterations(3_000), &mut |_| 0, &mut || TimeSignal::Continue)
                .unwrap();
            assert_eq!(tried.iterations, 3_000, "{}: a full tree is walked on", G::ID);
            assert!(search.bytes() <= bytes, "{}: {} of {bytes}", G::ID, search.bytes());
        }
    });
}

#[test]
fn the_tree_search_obeys_the_stop_signal() {
    let mut asked = 0;
    let tried = Mcts::new(TREE)
        .think(&Situation::alone(Quoridor::start()), TreeLimits::NONE, &mut |_| 0, &mut || {
            asked += 1;
            if asked > 20 { TimeSignal::Stop } else { TimeSignal::Continue }
        })
        .unwrap();
    assert!(asked == 21 && tried.iterations < 500, "{asked} {}", tried.iterations);
}

#[test]
fn the_losing_side_repeats_a_position_to_draw() {
    // One king against two holds only by repetition.
    let position = Dama::read_fen("B:WK14,K18:BK5").unwrap();
    for mv in position.legal_moves() {
        let after = position.after(mv);
        // The position occurred four plies before it would occur again.
        let earlier = [1, after.key(), 2, 3];
        let situation = Situation { earlier: &earlier, ..Situation::alone(position) };
        let tried = tried(&situation, 400).unwrap();
        assert!(tried.value >= 0.0, "{}", position.write_move(mv));
        assert_eq!(tried.best, mv);
    }
    assert!(tried(&Situation::alone(position), 400).unwrap().value < 0.0);
}

#[test]
fn a_win_beyond_the_move_limit_is_a_draw() {
    // x takes the last man at once: one ply is enough, none is not.
    let position = Dama::read_fen("W:W22,31:B19").unwrap();
    for (plies_left, known) in [(5, ExactValue::Win(1)), (1, ExactValue::Win(1))] {
        let situation = Situation { plies_left, ..Situation::alone(position) };
        assert_eq!(tried(&situation, 200).unwrap().known, Some(known));
    }
    let far = Dama::read_fen("W:W22,31:B11").unwrap();
    let situation = Situation { plies_left: 1, ..Situation::alone(far) };
    assert_eq!(tried(&situation, 200).unwrap().known, Some(ExactValue::Draw));
}

#[test]
fn tree_search_beats_greedy_play_in_every_game() {
    fn of<G: Levels>() -> f64 {
        let mcts = Side::nodes(StrategyKind::Mcts, 150);
        points::<G>(mcts, Side::usual(StrategyKind::Greedy), 6)
    }
    for game in sample(GameId::ALL, 4) {
        let won = with_game!(game, G => of::<G>());
        assert!(won >= 9.0, "{game}: {won} of 12");
    }
}

#[test]
fn the_tree_search_obeys_the_position_limit() {
    let situation = Situation::alone(Quoridor::start());
    let limits = TreeLimits::positions(2_000);
    let tried = Mcts::new(TREE)
        .think(&situation, limits, &mut |_| 0, &mut || TimeSignal::Continue)
        .unwrap();
    // The last expansion may exceed the limit by one position's moves.
    assert!((2_000..2_200).contains(&tried.nodes), "{}", tried.nodes);
}

#[test]
fn the_tree_search_ends_when_the_tree_is_complete() {
    // Two plies before the ply limit the tree is soon complete, and with moves left out nothing is
    // proved.
    let situation = Situation { plies_left: 2, ..Situation::alone(Quoridor::start()) };
    let mut asked = 0;
    let tried = Mcts::new(TREE)
        .think(&situation, TreeLimits::NONE, &mut |_| 0, &mut || {
            asked += 1;
            assert!(asked < 10_000, "it would go on for ever");
            TimeSignal::Continue
        })
        .unwrap();
    assert!(tried.known.is_none() && tried.value.abs() < 0.5, "{tried:?}");
}
