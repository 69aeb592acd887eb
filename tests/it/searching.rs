//! Looking ahead: the same value as plain minimax, and players in the right order of strength.

use std::time::{Duration, Instant};

use arbitro::history::{Line, Sequence};
use arbitro::notation::Notation;
use arbitro::player::{Means, StrategyKind, View};
use arbitro::rules::draughts::Dama;
use arbitro::rules::{Game, Player};
use arbitro::search::engine::Think;
use arbitro::search::{Evaluate, minimax};

use crate::games::{for_every_game, random_positions};

const WIN: i32 = 1_000_000;

/// Minimax without any shortcut.
fn plain<G: Evaluate>(position: &G, depth: u32, ply: i32) -> i32 {
    if let Some(end) = position.end() {
        return if end.winner() == position.turn() {
            WIN - ply
        } else {
            ply - WIN
        };
    }
    if depth == 0 {
        return position.evaluate();
    }
    let moves = position.legal_moves().into_iter();
    moves
        .map(|mv| -plain(&position.after(mv), depth - 1, ply + 1))
        .max()
        .unwrap()
}

#[test]
fn it_finds_the_value_and_all_the_best_moves_of_plain_minimax() {
    for_every_game!(G => random_positions::<G>(81, 4, 60, |position| {
        if position.end().is_some() {
            return;
        }
        let found = minimax(position, 3, &mut || false).unwrap();
        let values: Vec<(<G as Game>::Move, i32)> = position
            .legal_moves()
            .into_iter()
            .map(|mv| (mv, -plain(&position.after(mv), found.depth - 1, 1)))
            .collect();
        let best = values.iter().map(|&(_, value)| value).max().unwrap();
        let moves: Vec<<G as Game>::Move> = values.iter().filter(|&&(_, value)| value == best).map(|&(mv, _)| mv).collect();
        assert_eq!((found.value, &found.best), (best, &moves), "{}", position.write_fen());
    }));
}

#[test]
fn when_it_is_late_the_last_finished_depth_stands() {
    let mut asked = 0;
    let found = minimax(&Dama::start(), 60, &mut || {
        asked += 1;
        asked > 3
    })
    .unwrap();
    assert!(found.depth >= 1 && found.depth < 20, "{}", found.depth);
    let again = minimax(&Dama::start(), found.depth, &mut || false).unwrap();
    assert_eq!((found.value, found.best), (again.value, again.best));
}

#[test]
fn a_win_in_sight_is_taken_by_the_shortest_way() {
    // x takes the last man at once, or could first play elsewhere.
    let position = Dama::read_fen("W:W22,31:B19").unwrap();
    let found = minimax(&position, 5, &mut || false).unwrap();
    assert_eq!(found.best.len(), 1);
    assert_eq!(position.write_move(found.best[0]), "(2,3)x(4,5)");
    assert_eq!(found.forced_winner(Player::X), Some(Player::X));
}

fn play<G: Notation + Evaluate + Think>(
    x: StrategyKind,
    o: StrategyKind,
    seed: u64,
) -> Option<Player> {
    let mut line = Line::new(G::start(), Some(G::PLY_LIMIT));
    let means = |seed| Means {
        seed,
        depth: Some(3),
        ..Means::default()
    };
    let mut strategies = [
        x.strategy::<G>(means(seed)),
        o.strategy::<G>(means(seed + 1)),
    ];
    let mut seen = Sequence::default();
    loop {
        if let Some(end) = line.end() {
            return end.winner();
        }
        let position = *line.position();
        seen.push(position);
        let view = View {
            position,
            moves: &position.legal_moves(),
            seen: &seen,
            ply: line.plies() as u64 + 1,
            plies_left: u64::from(G::PLY_LIMIT) - line.plies() as u64,
            clock: line.clock(),
            deadline: Instant::now() + Duration::from_secs(60),
        };
        let mv = strategies[position.turn() as usize].choose(&view);
        assert!(view.moves.contains(&mv));
        line.play(mv);
    }
}

/// Points of the first strategy over matches with both colours.
fn points<G: Notation + Evaluate + Think>(
    first: StrategyKind,
    second: StrategyKind,
    pairs: u64,
) -> f64 {
    let score = |winner: Option<Player>, me: Player| match winner {
        Some(winner) if winner == me => 1.0,
        Some(_) => 0.0,
        None => 0.5,
    };
    (0..pairs)
        .map(|pair| {
            score(play::<G>(first, second, 100 + 2 * pair), Player::X)
                + score(play::<G>(second, first, 200 + 2 * pair), Player::O)
        })
        .sum()
}

#[test]
fn looking_ahead_beats_luck_in_every_game() {
    for_every_game!(G => {
        let won = points::<G>(StrategyKind::Minimax, StrategyKind::Random, 10);
        assert!(won >= 17.0, "{}: {won} of 20", G::ID);
    });
}
