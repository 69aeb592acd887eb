//! How fast the engine looks, and how deep, in every game.
//!
//!     cargo bench --bench thinking                     every game
//!     cargo bench --bench thinking -- dama quoridor    some
//!     ARBITRO_BENCH_NODES=50000000 cargo bench --bench thinking

#![expect(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a bench fails by panicking and answers by printing"
)]

#[path = "../reference/mod.rs"]
mod reference;

use std::time::Instant;

use arbitro::notation::Notation;
use arbitro::rules::{Game, GameId};
use arbitro::search::engine::{Engine, Hurry, Limits, Situation, Think};
use arbitro::search::mcts::{Mcts, TreeLimits};
use arbitro::with_game;

const TABLE: usize = 48 << 20;

/// Positions after 0, 8, 16 and 24 plies, drawn from a seed, none of them over.
fn positions<G: Game>() -> Vec<G> {
    let mut chance: u64 = 7;
    let mut found = Vec::new();
    for plies in [0, 8, 16, 24] {
        'again: loop {
            let mut position = G::start();
            for _ in 0..plies {
                let moves = position.legal_moves();
                if moves.is_empty() {
                    continue 'again;
                }
                // A step of Knuth's MMIX generator; its high bits are the good ones.
                chance = chance
                    .wrapping_mul(6_364_136_223_846_793_005)
                    .wrapping_add(1_442_695_040_888_963_407);
                position = position.after(moves[(chance >> 33) as usize % moves.len()]);
            }
            if position.end().is_none() {
                found.push(position);
                break;
            }
        }
    }
    found
}

fn measure<G: Think + Notation>(nodes: u64) {
    let mut engine = Engine::<G>::new(TABLE);
    for (position, name) in positions::<G>()
        .into_iter()
        .zip(["start", "ply 8", "ply 16", "ply 24"])
    {
        engine.forget();
        let start = Instant::now();
        let situation = Situation::alone(position);
        let thought = engine
            .think(&situation, Limits::nodes(nodes), &mut || Hurry::No)
            .unwrap();
        let seconds = start.elapsed().as_secs_f64();
        println!(
            "{:<14} {name:<7} {:>6.2} M nodes/s  depth {:>2}  value {:>6}  {:>5.2} s  {}",
            G::ID.to_string(),
            thought.nodes as f64 / seconds / 1e6,
            thought.depth,
            thought.value,
            seconds,
            position.write_move(thought.best),
        );
    }
}

/// The same for the tree search: positions judged and put into the tree.
fn measure_tree<G: Think>(nodes: u64) {
    let mut search = Mcts::<G>::new(usize::try_from(nodes).unwrap() * 64);
    for (position, name) in positions::<G>()
        .into_iter()
        .zip(["start", "ply 8", "ply 16", "ply 24"])
    {
        let start = Instant::now();
        let tried = search
            .think(
                &Situation::alone(position),
                TreeLimits::positions(nodes),
                &mut |_| 0,
                &mut || Hurry::No,
            )
            .unwrap();
        println!(
            "{:<14} {name:<7} {:>6.2} M positions/s in a tree, {} walks",
            G::ID.to_string(),
            tried.nodes as f64 / start.elapsed().as_secs_f64() / 1e6,
            tried.plays,
        );
    }
}

/// A simple generator, for a measure of the machine.
fn mailbox(how: &str, count: fn(&reference::Position, u32) -> u64) {
    let english = reference::rules("english").unwrap();
    let start = Instant::now();
    let leaves = count(&reference::Position::start(english), 8);
    println!(
        "mailbox english, depth 8, {how}: {:.1} M moves/s",
        leaves as f64 / start.elapsed().as_secs_f64() / 1e6
    );
}

fn main() {
    let nodes = std::env::var("ARBITRO_BENCH_NODES").map_or(10_000_000, |it| it.parse().unwrap());
    let wanted: Vec<String> = std::env::args()
        .skip(1)
        .filter(|it| !it.starts_with('-'))
        .collect();
    mailbox("last level counted", reference::perft);
    mailbox("every leaf played", reference::perft_by_playing);
    for game in GameId::ALL {
        if wanted.is_empty() || wanted.contains(&game.to_string()) {
            with_game!(game, G => {
                measure::<G>(nodes);
                measure_tree::<G>(nodes / 20);
            });
        }
    }
}
