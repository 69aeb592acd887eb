//! Searches find the values of plain minimax, and stronger players beat weaker ones.

use arbitro_engine::search::SearchedSet;
use std::time::{Duration, Instant};

use arbitro_engine::chooser::{Levels, Means, Strategy, StrategyKind, Time};
use arbitro_engine::search::quoridor_levels::extreme;
use arbitro_engine::search::{Evaluate, minimax, prescribed_evaluation};
use arbitro_rules::draughts::{Dama, Draughts, Guide, International};
use arbitro_rules::line::{Start, open};
use arbitro_rules::notation::Notation;
use arbitro_rules::quoridor::Quoridor;
use arbitro_rules::{Game, GameId, Player, with_game};

use arbitro_testkit::games::{
    for_every_draughts_set, for_every_game, plain_minimax, random_positions,
};
use arbitro_testkit::sizes::{sample, short_or_long};

const WIN: i32 = 1_000_000;

/// Minimax without pruning.
fn plain<G: Evaluate>(position: &G, depth: u32, ply: i32) -> i32 {
    plain_minimax(position, depth, ply, WIN, &G::evaluate)
}

#[test]
fn alpha_beta_finds_the_value_and_all_best_moves_of_plain_minimax() {
    for_every_game!(G => random_positions::<G>(81, 4, 60, |position| {
        if position.end().is_some() {
            return;
        }
        // Quoridor has about a hundred moves in a position.
        let depth = if G::ID == GameId::Quoridor { 2 } else { 3 };
        let found = minimax(position, depth, &mut || false).unwrap();
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
fn when_time_runs_out_the_last_completed_depth_counts() {
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
fn the_shortest_win_is_played() {
    // x takes the last man at once, or could first play elsewhere.
    let position = Dama::read_fen("W:W22,31:B19").unwrap();
    let found = minimax(&position, 5, &mut || false).unwrap();
    assert_eq!(found.best.len(), 1);
    assert_eq!(position.write_move(found.best[0]), "(2,3)x(4,5)");
}

/// A strategy with its search limits.
#[derive(Clone, Copy)]
pub(crate) struct Side {
    kind: StrategyKind,
    depth: Option<u32>,
    nodes: Option<u64>,
}

impl Side {
    /// The strategy with its default limits.
    pub(crate) fn usual(kind: StrategyKind) -> Side {
        Side { kind, depth: None, nodes: None }
    }

    fn depth(kind: StrategyKind, depth: u32) -> Side {
        Side { depth: Some(depth), ..Side::usual(kind) }
    }

    pub(crate) fn nodes(kind: StrategyKind, nodes: u64) -> Side {
        Side { nodes: Some(nodes), ..Side::usual(kind) }
    }

    fn strategy<G: Levels>(self, seed: u64) -> Box<dyn Strategy> {
        self.kind.strategy::<G>(Means {
            seed,
            depth: self.depth,
            nodes: self.nodes,
            ..Means::default()
        })
    }
}

fn play<G: Levels>(x: Side, o: Side, seed: u64) -> Option<Player> {
    let mut line = open(G::ID, Start::Usual, Some(G::PLY_LIMIT)).unwrap();
    let mut strategies = [x.strategy::<G>(seed), o.strategy::<G>(seed + 1)];
    loop {
        if let Some(end) = line.end() {
            return end.winner();
        }
        let time = Time::until(Instant::now() + Duration::from_secs(60));
        let key = strategies[line.turn() as usize].choose(&mut *line, time).unwrap();
        assert!(line.legal().contains(&key));
        line.play(key);
    }
}

/// Points of the first side over pairs of matches with both colours.
pub(crate) fn points<G: Levels>(first: Side, second: Side, pairs: u64) -> f64 {
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
fn minimax_beats_random_play_in_every_game() {
    fn of<G: Levels>() -> f64 {
        let minimax = Side::depth(StrategyKind::Minimax, 3);
        points::<G>(minimax, Side::usual(StrategyKind::Random), 10)
    }
    for game in sample(GameId::ALL, 4) {
        let won = with_game!(game, G => of::<G>());
        assert!(won >= 17.0, "{game}: {won} of 20");
    }
}

#[test]
fn the_selective_player_beats_random_play_in_nineteen_of_twenty_matches() {
    let pairs = short_or_long(1, 3);
    let mut won = 0.0;
    for_every_game!(G => {
        let selective = Side::usual(StrategyKind::Selective);
        won += points::<G>(selective, Side::usual(StrategyKind::Random), pairs);
    });
    let matches = f64::from(2 * pairs as u32) * GameId::ALL.len() as f64;
    assert!(won > 0.95 * matches, "{won} of {matches}");
}

/// Minimax without pruning, with the prescribed evaluation.
fn plain_prescribed<R: SearchedSet>(position: &Draughts<R>, depth: u32, ply: i32) -> i32 {
    if let Some(end) = position.end() {
        return if end.winner() == position.turn() { WIN - ply } else { ply - WIN };
    }
    if depth == 0 {
        return prescribed_evaluation(position);
    }
    let moves = position.legal_moves().into_iter();
    moves.map(|mv| -plain_prescribed(&position.after(mv), depth - 1, ply + 1)).max().unwrap()
}

#[test]
fn the_selective_player_finds_the_value_and_all_the_best_moves_of_plain_minimax() {
    for_every_draughts_set!(G => random_positions::<G>(82, 1, 70, |position| {
        if position.end().is_some() {
            return;
        }
        let found = position.selected(Some(4), &mut |_| 0, &mut || false).unwrap();
        let values: Vec<(<G as Game>::Move, i32)> = position
            .legal_moves()
            .into_iter()
            .map(|mv| (mv, -plain_prescribed(&position.after(mv), found.depth - 1, 1)))
            .collect();
        let best = values.iter().map(|&(_, value)| value).max().unwrap();
        let moves: Vec<<G as Game>::Move> = values.iter().filter(|&&(_, value)| value == best).map(|&(mv, _)| mv).collect();
        assert_eq!((found.value, &found.best), (best, &moves), "{}", position.write_fen());
    }));
}

#[test]
fn on_8x8_a_man_is_1_a_king_3_and_a_row_a_tenth() {
    let worth = |fen: &str| prescribed_evaluation(&Guide::read_fen(fen).unwrap());
    // A king against a man that has come one row; the other way round; a man on its fourth row.
    assert_eq!(worth("W:WK14:B8"), 300 - 100 - 10);
    assert_eq!(worth("B:WK14:B8"), 100 + 10 - 300);
    assert_eq!(worth("W:W19:BK8"), 100 + 30 - 300);
    assert_eq!(worth("W:W6,29:BK8,K9"), 200 + 60 - 600, "no row counts for a king");
    assert_eq!(prescribed_evaluation(&Guide::start()), 0);
    assert_eq!(prescribed_evaluation(&Dama::start()), 0);
}

#[test]
fn on_10x10_shelter_is_a_half_and_the_centre_three_tenths() {
    // The king on the other side of the board is neither sheltered nor central.
    let worth = |white: &str| {
        let fen = format!("W:W{white}:BK10");
        300 + prescribed_evaluation(&International::read_fen(&fen).unwrap())
    };
    assert_eq!(worth("37"), 100, "alone, behind the centre");
    assert_eq!(worth("28"), 130, "in the centre");
    assert_eq!(worth("K28"), 330, "so for kings");
    assert_eq!(worth("47"), 150, "the edge behind it");
    assert_eq!(worth("41,46,47"), 450, "all of them: its own and the edge");
    assert_eq!(worth("42,47"), 250, "one square behind it is free");
    assert_eq!(worth("42,47,48"), 450, "none is");
    assert_eq!(prescribed_evaluation(&International::start()), 0);
}

#[test]
fn the_selective_player_of_quoridor_is_the_extreme_level() {
    random_positions::<Quoridor>(9, 2, 40, |position| {
        if position.end().is_none() {
            let selected = position.selected(None, &mut |_| 0, &mut || false);
            assert_eq!(selected, extreme(position, &mut |_| 0));
        }
    });
}
