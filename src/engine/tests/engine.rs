//! The engine equals plain minimax without its techniques; with them it finds wins, sees draws and
//! keeps its limits.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use arbitro_endgames::ExactValue;
use arbitro_engine::search::engine::{
    Engine, Limits, SearchResult, Situation, Techniques, Think, TimeSignal,
};
use arbitro_rules::draughts::{Dama, International};
use arbitro_rules::history::History;
use arbitro_rules::notation::Notation;
use arbitro_rules::quoridor::{Board, Direction, Quoridor, Wall};
use arbitro_rules::{Game, Player, Square};
use rand::RngExt;

use arbitro_testkit::games::{for_every_game, plain_minimax, random_positions, seeded};
use arbitro_testkit::sizes::short_or_long;

const TABLE: usize = 1 << 20;

/// The engine's value of an immediate win.
const WIN: i32 = 32_000;

fn think<G: Think>(position: G, limits: Limits) -> Option<SearchResult<G::Move>> {
    Engine::new(TABLE).think(&Situation::alone(position), limits, &mut || TimeSignal::Continue)
}

/// Minimax without pruning.
fn plain<G: Think>(position: &G, depth: u32, ply: i32) -> i32 {
    plain_minimax(position, depth, ply, WIN, &G::static_value)
}

#[test]
fn without_techniques_the_value_equals_plain_minimax() {
    for_every_game!(G => {
        let deepest = if G::ID.to_string() == "quoridor" { 2 } else { 5 };
        random_positions::<G>(5, short_or_long(1, 3), 40, |position| {
            for depth in 1..=deepest {
                if position.end().is_some() {
                    continue;
                }
                let mut engine = Engine::<G>::new(TABLE).with_techniques(Techniques::NONE);
                let situation = Situation::alone(*position);
                let result = engine
                    .think(&situation, Limits::depth(depth), &mut || TimeSignal::Continue)
                    .unwrap();
                let expected = plain(position, result.depth, 0);
                assert_eq!(result.value, expected, "{} depth {depth}", position.write_fen());
                let value = -plain(&position.after(result.best), result.depth - 1, 1);
                assert_eq!(value, expected, "{} depth {depth}", position.write_fen());
            }
        });
    });
}

#[test]
fn a_forced_win_has_its_distance_in_plies_with_every_technique() {
    for_every_game!(G => {
        let mut wins = 0;
        random_positions::<G>(17, 40, 120, |position| {
            if position.end().is_some() || position.count_moves() > 12 {
                return;
            }
            let plain_value = plain(position, 3, 0);
            if plain_value < WIN - 3 {
                return;
            }
            wins += 1;
            let result = think(*position, Limits::depth(6)).unwrap();
            assert_eq!(result.value, plain_value, "{}", position.write_fen());
            assert_eq!(result.plies_to_end(), Some(WIN - plain_value));
        });
        assert!(wins > 0, "{}: no win met", G::ID);
    });
}

#[test]
fn the_engine_plays_legal_moves_and_returns_none_without_one() {
    for_every_game!(G => random_positions::<G>(3, 3, 100, |position| {
        let moves = position.legal_moves();
        match think(*position, Limits::nodes(300)) {
            Some(result) => {
                assert!(moves.contains(&result.best));
                assert_eq!(result.line.first(), Some(&result.best));
                let mut at = *position;
                for mv in result.line {
                    assert!(at.legal_moves().contains(&mv), "{}", at.write_fen());
                    at = at.after(mv);
                }
            }
            None => assert!(moves.is_empty()),
        }
    }));
}

#[test]
fn a_cleared_engine_repeats_its_results() {
    for_every_game!(G => {
        let run = |engine: &mut Engine<G>| {
            let mut line = History::new(G::start(), Some(24));
            let mut results = Vec::new();
            while line.end().is_none() {
                let situation = Situation::alone(*line.position());
                let result = engine
                    .think(&situation, Limits::nodes(3_000), &mut || TimeSignal::Continue)
                    .unwrap();
                line.play(result.best);
                results.push(result);
            }
            results
        };
        let mut engine = Engine::<G>::new(TABLE);
        let first = run(&mut engine);
        engine.clear();
        assert_eq!(run(&mut engine), first, "{}", G::ID);
    });
}

#[test]
fn clearing_also_forgets_the_built_in_oracle() {
    // Without walls left it is a race, which is solved after it was asked for often enough.
    let race = Quoridor::read_fen("9:x:e1,0:e9,0:c4h,f6v").unwrap();
    let mut engine = Engine::new(TABLE);
    let mut run = |forget: bool| {
        if forget {
            engine.clear();
        }
        let situation = Situation::alone(race);
        let result = engine.think(&situation, Limits::depth(4), &mut || TimeSignal::Continue);
        result.unwrap()
    };
    let first = run(false);
    assert_eq!(run(true), first);
}

#[test]
fn the_engine_obeys_the_stop_signal_and_the_node_limit() {
    let situation = Situation::alone(Dama::start());
    let mut engine = Engine::new(TABLE);
    let mut asked = 0;
    let result = engine
        .think(&situation, Limits::NONE, &mut || {
            asked += 1;
            if asked > 20 { TimeSignal::Stop } else { TimeSignal::Continue }
        })
        .unwrap();
    assert!(asked < 23 && result.nodes < 23 * 1024, "{asked}");
    let limited = think(Dama::start(), Limits::nodes(5_000)).unwrap();
    assert!((4_000..=5_010).contains(&limited.nodes), "{}", limited.nodes);
    let finish = think_with(Dama::start(), &mut || TimeSignal::FinishDepth);
    assert_eq!(finish.depth, 1);
}

fn think_with<G: Think>(
    position: G,
    signal: &mut dyn FnMut() -> TimeSignal,
) -> SearchResult<G::Move> {
    let situation = Situation::alone(position);
    let result = Engine::new(TABLE).think(&situation, Limits::NONE, signal);
    result.unwrap()
}

#[test]
fn a_win_beyond_the_move_limit_is_a_draw() {
    for_every_game!(G => {
        let mut wins = 0;
        random_positions::<G>(17, 60, 120, |position| {
            let is_short = position.end().is_none() && position.count_moves() <= 12;
            if wins == 3 || !is_short || plain(position, 3, 0) != WIN - 3 {
                return;
            }
            wins += 1;
            for (plies_left, value) in [(3, WIN - 3), (2, 0)] {
                let situation = Situation {
                    plies_left,
                    ..Situation::alone(*position)
                };
                let mut engine = Engine::new(TABLE);
                let result = engine
                    .think(&situation, Limits::depth(6), &mut || TimeSignal::Continue)
                    .unwrap();
                assert_eq!(result.value, value, "{} {plies_left}", position.write_fen());
            }
        });
        assert!(wins > 0, "{}: no win met", G::ID);
    });
}

#[test]
fn the_losing_side_repeats_a_position_to_draw() {
    // One king against two holds only by repetition.
    let position = Dama::read_fen("B:WK14,K18:BK5").unwrap();
    let moves = position.legal_moves();
    for &mv in &moves {
        let after = position.after(mv);
        // The position occurred four or eight plies before it would occur again.
        for earlier in [vec![1, after.key(), 2, 3], vec![after.key(), 1, 2, 3, 4, 5, 6]] {
            let situation = Situation { earlier: &earlier, ..Situation::alone(position) };
            let mut engine = Engine::new(TABLE);
            let result =
                engine.think(&situation, Limits::depth(7), &mut || TimeSignal::Continue).unwrap();
            assert!(result.value >= 0, "{}", position.write_move(mv));
        }
    }
    let result = think(position, Limits::depth(7)).unwrap();
    assert!(result.value < 0);
}

/// Values of all positions of a race, by repeated passes until none changes.
fn plain_race(start: Quoridor) -> BTreeMap<String, ExactValue> {
    let mut positions = vec![start];
    let mut seen: BTreeMap<String, usize> = BTreeMap::from([(start.write_fen(), 0)]);
    let mut at = 0;
    while at < positions.len() {
        for mv in positions[at].legal_moves() {
            let next = positions[at].after(mv);
            if let Entry::Vacant(place) = seen.entry(next.write_fen()) {
                place.insert(positions.len());
                positions.push(next);
            }
        }
        at += 1;
    }
    let mut plies: Vec<Option<u16>> = positions.iter().map(|it| it.end().map(|_| 0)).collect();
    loop {
        let mut changed = false;
        for at in 0..positions.len() {
            let moves = positions[at].legal_moves();
            if moves.is_empty() {
                continue;
            }
            let after: Vec<Option<u16>> =
                moves.iter().map(|&mv| plies[seen[&positions[at].after(mv).write_fen()]]).collect();
            let quickest = after.iter().flatten().filter(|it| *it % 2 == 0).min();
            let value = match quickest {
                Some(plies) => Some(plies + 1),
                None if after.iter().all(Option::is_some) => {
                    after.iter().flatten().max().map(|it| it + 1)
                }
                None => None,
            };
            changed |= value != plies[at];
            plies[at] = value;
        }
        if !changed {
            break;
        }
    }
    let exact = |plies: Option<u16>| match plies {
        None => ExactValue::Draw,
        Some(plies) if plies % 2 == 1 => ExactValue::Win(plies),
        Some(plies) => ExactValue::Loss(plies),
    };
    seen.into_iter().map(|(fen, at)| (fen, exact(plies[at]))).collect()
}

#[test]
fn a_race_without_walls_left_is_known_to_its_end() {
    let mut random = seeded(4);
    let mut kinds = [0; 3];
    for _ in 0..4 {
        let mut board =
            Board::assembled(5, [Square::new(0, 2), Square::new(4, 2)], [0, 0], []).unwrap();
        for _ in 0..5 {
            let square = Square::new(random.random_range(0..4), random.random_range(0..4));
            let direction = [Direction::Horizontal, Direction::Vertical][random.random_range(0..2)];
            board = board.with_wall(Wall::new(square, direction)).unwrap_or(board);
        }
        let values = plain_race(Quoridor::new(board, Player::X));
        let mut oracle = Quoridor::oracle().unwrap();
        for _ in 0..100 {
            oracle.exact(&Quoridor::new(board, Player::X));
        }
        for (fen, value) in values {
            let position = Quoridor::read_fen(&fen).unwrap();
            if position.end().is_some() {
                continue;
            }
            assert_eq!(oracle.exact(&position), Some(value), "{fen}");
            kinds[match value {
                ExactValue::Win(_) => 0,
                ExactValue::Draw => 1,
                ExactValue::Loss(_) => 2,
            }] += 1;
        }
    }
    assert!(kinds[0] > 100 && kinds[2] > 100, "{kinds:?}");
}

#[test]
fn a_won_position_is_easier_with_fewer_pieces_and_the_kings_near() {
    let ease = |fen| Dama::read_fen(fen).unwrap().ease_of_winning();
    let (near, far) = (ease("W:WK14,K15:BK7"), ease("W:WK29,K32:BK7"));
    let more_pieces = ease("W:WK14,K15,20:BK7,8");
    assert!(near > far && near > more_pieces, "{near} {far} {more_pieces}");
    assert_eq!(ease("B:WK14,K15:BK7"), -near);
    assert_eq!(ease("W:WK14:BK7,8"), 0);
    let flying = International::read_fen("W:WK14,K15:BK7").unwrap();
    assert_eq!(flying.ease_of_winning(), 0);
}

#[test]
fn the_ply_limit_makes_haste_count_only_when_it_is_near() {
    let position = Dama::read_fen("W:WK14,K15,20:BK7,8").unwrap();
    let value = |plies_left| {
        let situation = Situation { plies_left, ..Situation::alone(position) };
        let plain = Techniques { quiescence: true, ..Techniques::NONE };
        let mut engine = Engine::new(TABLE).with_techniques(plain);
        engine.think(&situation, Limits::depth(1), &mut || TimeSignal::Continue).unwrap().value
    };
    assert_eq!(value(101), value(u64::MAX));
    assert_ne!(value(100), value(101));
}
