//! The tree search: legal, repeatable, finds what is near, keeps to its memory, sees draws coming.

use arbitro_engine::search::Exact;
use arbitro_engine::search::engine::{Situation, Think, TimeSignal};
use arbitro_engine::search::mcts::{Mcts, TreeLimits, Tried};
use arbitro_player::{Levels, StrategyKind};
use arbitro_rules::Game;
use arbitro_rules::draughts::{Dama, Guide};
use arbitro_rules::history::Line;
use arbitro_rules::notation::Notation;
use arbitro_rules::quoridor::Quoridor;

use crate::searching::{Side, points};
use arbitro_testkit::games::{for_every_game, random_positions};

const TREE: usize = 8 << 20;

fn tried<G: Think>(situation: &Situation<'_, G>, plays: u64) -> Option<Tried<G::Move>> {
    Mcts::new(TREE).think(situation, TreeLimits::plays(plays), &mut |_| 0, &mut || {
        TimeSignal::Continue
    })
}

/// Plies to a win that the player to move can force, looking no further than so many.
fn plies_to_win<G: Game>(position: &G, within: u32) -> Option<u32> {
    (1..=within)
        .step_by(2)
        .find(|&plies| is_won(position, plies))
}

/// Whether the player to move wins in so many plies at most, by trying everything.
fn is_won<G: Game>(position: &G, plies: u32) -> bool {
    let mut moves = position.legal_moves().into_iter();
    moves.any(|mv| {
        let next = position.after(mv);
        match next.end() {
            Some(end) => end.winner() == position.turn(),
            None => {
                plies > 2
                    && next
                        .legal_moves()
                        .into_iter()
                        .all(|reply| match next.after(reply).end() {
                            Some(end) => end.winner() == position.turn(),
                            None => is_won(&next.after(reply), plies - 2),
                        })
            }
        }
    })
}

#[test]
fn it_plays_legal_moves_and_says_nothing_when_there_is_none() {
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
fn the_same_plays_and_draws_give_the_same_match_and_other_draws_may_give_another() {
    let mut others = Vec::new();
    for_every_game!(G => {
        let run = |search: &mut Mcts<G>, mut state: u64| {
            let mut line = Line::new(G::start(), Some(30));
            let mut all = Vec::new();
            while line.end().is_none() {
                let mut draws = |below: usize| {
                    state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                    (state >> 33) as usize % below
                };
                let situation = Situation::alone(*line.position());
                let tried = search.think(&situation, TreeLimits::plays(40), &mut draws, &mut || TimeSignal::Continue).unwrap();
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
fn a_win_in_one_or_three_plies_is_proved_and_begun() {
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
            assert!(matches!(tried.known, Some(Exact::Win(_))), "{fen}: {tried:?}");
            let next = position.after(tried.best);
            if plies == 1 {
                assert!(next.end().is_some(), "{fen}: {tried:?}");
            }
        });
        assert!(wins[0] > 0, "{}: no win met", G::ID);
    });
}

#[test]
fn a_proof_says_what_trying_everything_says() {
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
            Some(Exact::Win(plies)) if plies <= 7 => {
                assert!(
                    is_won(position, u32::from(plies)),
                    "{}",
                    position.write_fen()
                );
                proofs += 1;
            }
            Some(Exact::Loss(plies)) if plies <= 6 => {
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
fn the_tree_never_takes_more_than_its_bytes() {
    for_every_game!(G => {
        for bytes in [200 << 10, 1 << 20] {
            let mut search = Mcts::<G>::new(bytes);
            let situation = Situation::alone(G::start());
            let tried = search
                .think(&situation, TreeLimits::plays(3_000), &mut |_| 0, &mut || TimeSignal::Continue)
                .unwrap();
            assert_eq!(tried.plays, 3_000, "{}: a full tree is walked on", G::ID);
            assert!(search.bytes() <= bytes, "{}: {} of {bytes}", G::ID, search.bytes());
        }
    });
}

#[test]
fn it_stops_when_told() {
    let mut asked = 0;
    let tried = Mcts::new(TREE)
        .think(
            &Situation::alone(Quoridor::start()),
            TreeLimits::NONE,
            &mut |_| 0,
            &mut || {
                asked += 1;
                if asked > 20 {
                    TimeSignal::Stop
                } else {
                    TimeSignal::Continue
                }
            },
        )
        .unwrap();
    assert!(asked == 21 && tried.plays < 500, "{asked} {}", tried.plays);
}

#[test]
fn who_is_worse_off_goes_back_to_where_the_match_has_been() {
    // One king against two, which cannot be held but by repeating.
    let position = Dama::read_fen("B:WK14,K18:BK5").unwrap();
    for mv in position.legal_moves() {
        let after = position.after(mv);
        // It stood four plies before it would stand again.
        let earlier = [1, after.key(), 2, 3];
        let situation = Situation {
            earlier: &earlier,
            ..Situation::alone(position)
        };
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
    for (plies_left, known) in [(5, Exact::Win(1)), (1, Exact::Win(1))] {
        let situation = Situation {
            plies_left,
            ..Situation::alone(position)
        };
        assert_eq!(tried(&situation, 200).unwrap().known, Some(known));
    }
    let far = Dama::read_fen("W:W22,31:B11").unwrap();
    let situation = Situation {
        plies_left: 1,
        ..Situation::alone(far)
    };
    assert_eq!(tried(&situation, 200).unwrap().known, Some(Exact::Draw));
}

#[test]
fn it_beats_greed_in_every_game() {
    fn of<G: Levels>() -> f64 {
        let mcts = Side::nodes(StrategyKind::Mcts, 150);
        points::<G>(mcts, Side::usual(StrategyKind::Greedy), 10)
    }
    for_every_game!(G => {
        let won = of::<G>();
        assert!(won >= 16.0, "{}: {won} of 20", G::ID);
    });
}

#[test]
fn it_keeps_to_a_number_of_positions() {
    let situation = Situation::alone(Quoridor::start());
    let limits = TreeLimits::positions(2_000);
    let tried = Mcts::new(TREE)
        .think(&situation, limits, &mut |_| 0, &mut || TimeSignal::Continue)
        .unwrap();
    // The moves of one more position at most.
    assert!((2_000..2_200).contains(&tried.nodes), "{}", tried.nodes);
}

#[test]
fn it_stops_where_nothing_new_can_come() {
    // Two plies before the move limit everything is soon seen, and with moves left out nothing proved.
    let situation = Situation {
        plies_left: 2,
        ..Situation::alone(Quoridor::start())
    };
    let mut asked = 0;
    let tried = Mcts::new(TREE)
        .think(&situation, TreeLimits::NONE, &mut |_| 0, &mut || {
            asked += 1;
            assert!(asked < 10_000, "it would go on for ever");
            TimeSignal::Continue
        })
        .unwrap();
    assert!(
        tried.known.is_none() && tried.value.abs() < 0.5,
        "{tried:?}"
    );
}
