//! Matches between two evaluations with the same search: each opening is played twice, with colours
//! exchanged.

use std::fmt;
use std::time::{Duration, Instant};

use arbitro_engine::search::draughts::Tables;
use arbitro_rules::draughts::{Draughts, RuleSet};
use arbitro_rules::history::Line;
use arbitro_rules::{Game, Player};
use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};

use crate::samples::{in_parallel, opening};
use crate::search::{Bound, Search};

/// What both sides have for a move.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Pace {
    Depth(u32),
    Time(Duration),
}

/// Points of the first evaluation.
#[derive(Clone, Debug, Default)]
pub(crate) struct Score {
    won: usize,
    drawn: usize,
    lost: usize,
    /// The mean result of each pair of games, from 0 to 1.
    pairs: Vec<f64>,
}

impl Score {
    fn mean(&self) -> f64 {
        self.pairs.iter().sum::<f64>() / self.pairs.len().max(1) as f64
    }

    /// Half the width of a 95 % interval for the mean; pairs are what is independent.
    fn margin(&self) -> f64 {
        let (count, mean) = (self.pairs.len() as f64, self.mean());
        let squares: f64 = self.pairs.iter().map(|it| (it - mean).powi(2)).sum();
        1.96 * (squares / (count - 1.0).max(1.0) / count.max(1.0)).sqrt()
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let games = self.won + self.drawn + self.lost;
        let (mean, margin) = (100.0 * self.mean(), 100.0 * self.margin());
        let Score {
            won, drawn, lost, ..
        } = self;
        write!(
            f,
            "{games} games, +{won} ={drawn} -{lost}, {mean:.1} % +- {margin:.1}"
        )
    }
}

pub(crate) fn contest<R: RuleSet>(
    first: &Tables,
    second: &Tables,
    pace: Pace,
    pairs: usize,
    seed: u64,
    jobs: usize,
) -> Score {
    let results = in_parallel(pairs, jobs, |pair| {
        let mut random = SmallRng::seed_from_u64((seed << 32) + pair as u64);
        let start = opening::<R>(&mut random, second);
        let mut points = |sides| play_out::<R>(start, sides, pace, random.random());
        [points([first, second]), 1.0 - points([second, first])]
    });
    let mut score = Score::default();
    for pair in results {
        for result in pair {
            match result {
                0.0 => score.lost += 1,
                1.0 => score.won += 1,
                _ => score.drawn += 1,
            }
        }
        score.pairs.push((pair[0] + pair[1]) / 2.0);
    }
    score
}

/// x's points.
fn play_out<R: RuleSet>(start: Draughts<R>, tables: [&Tables; 2], pace: Pace, seed: u64) -> f64 {
    let mut line = Line::new(start, Some(Draughts::<R>::PLY_LIMIT));
    let mut searches = tables.map(|tables| Search::<R>::new(tables, seed));
    let mut keys = Vec::new();
    loop {
        if let Some(end) = line.end() {
            return match end.winner() {
                Some(Player::X) => 1.0,
                Some(Player::O) => 0.0,
                None => 0.5,
            };
        }
        let position = *line.position();
        let bound = match pace {
            Pace::Depth(depth) => Bound {
                depth,
                nodes: u64::MAX,
                deadline: None,
            },
            Pace::Time(time) => Bound {
                depth: u32::MAX,
                nodes: u64::MAX,
                deadline: Some(Instant::now() + time),
            },
        };
        let search = &mut searches[position.turn() as usize];
        let Some(choice) = search.choose(&position, &keys, bound) else {
            return 0.5;
        };
        keys.push(position.key());
        line.play(choice.mv);
    }
}
