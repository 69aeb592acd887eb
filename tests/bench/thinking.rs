//! Benchmarks the engine: nodes per second and depth in every game, beside a simple move generator
//! that is measured in turn with it, because the speed of a machine varies from second to second.
//!
//!     cargo bench --bench thinking                     every game
//!     cargo bench --bench thinking -- dama quoridor    some
//!     ARBITRO_BENCH_NODES=50000000 cargo bench --bench thinking
//!     ARBITRO_BENCH_ROUNDS=15 cargo bench --bench thinking -- english

#![expect(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a bench fails by panicking and answers by printing"
)]

use std::time::Instant;

use arbitro_engine::search::engine::{Engine, Limits, SearchResult, Situation, Think, TimeSignal};
use arbitro_engine::search::mcts::{Mcts, TreeLimits};
use arbitro_rules::notation::Notation;
use arbitro_rules::with_game;
use arbitro_rules::{Game, GameId};

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

/// Searches a position with a cleared engine, and returns the result and the seconds taken.
fn think_afresh<G: Think>(
    engine: &mut Engine<G>,
    position: G,
    nodes: u64,
) -> (SearchResult<G::Move>, f64) {
    engine.clear();
    let start = Instant::now();
    let situation = Situation::alone(position);
    let thought =
        engine.think(&situation, Limits::nodes(nodes), &mut || TimeSignal::Continue).unwrap();
    (thought, start.elapsed().as_secs_f64())
}

fn measure<G: Think + Notation>(nodes: u64) {
    let mut engine = Engine::<G>::new(TABLE);
    for (position, name) in positions::<G>().into_iter().zip(["start", "ply 8", "ply 16", "ply 24"])
    {
        let (thought, seconds) = think_afresh(&mut engine, position, nodes);
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
    for (position, name) in positions::<G>().into_iter().zip(["start", "ply 8", "ply 16", "ply 24"])
    {
        let start = Instant::now();
        let tried = search
            .think(
                &Situation::alone(position),
                TreeLimits::positions(nodes),
                &mut |_| 0,
                &mut || TimeSignal::Continue,
            )
            .unwrap();
        println!(
            "{:<14} {name:<7} {:>6.2} M positions/s in a tree, {} walks",
            G::ID.to_string(),
            tried.nodes as f64 / start.elapsed().as_secs_f64() / 1e6,
            tried.iterations,
        );
    }
}

/// Millions of moves a second of a simple generator, for a measure of the machine.
fn mailbox(count: Count) -> f64 {
    let english = arbitro_testkit::reference::rules("english").unwrap();
    let start = Instant::now();
    let leaves = count(&arbitro_testkit::reference::Position::start(english), 7);
    leaves as f64 / start.elapsed().as_secs_f64() / 1e6
}

type Count = fn(&arbitro_testkit::reference::Position, u32) -> u64;

/// Ways in which the simple generator can count.
const MAILBOX: [(&str, Count); 2] = [
    ("last level counted", arbitro_testkit::reference::perft),
    ("every leaf played", arbitro_testkit::reference::perft_by_playing),
];

/// Positions a second where the simple generator makes 8 M moves, by turns with it: the median and
/// the quartiles of so many rounds.
fn measure_beside_mailbox<G: Think>(nodes: u64, rounds: usize) {
    let mut engine = Engine::<G>::new(TABLE);
    for (position, name) in positions::<G>().into_iter().zip(["start", "ply 8", "ply 16", "ply 24"])
    {
        let mut scaled = MAILBOX.map(|_| Vec::new());
        for _ in 0..rounds {
            let before = MAILBOX.map(|(_, count)| mailbox(count));
            let (thought, seconds) = think_afresh(&mut engine, position, nodes);
            let rate = thought.nodes as f64 / seconds / 1e6;
            let after = MAILBOX.map(|(_, count)| mailbox(count));
            for (scaled, (before, after)) in scaled.iter_mut().zip(before.iter().zip(after)) {
                scaled.push(8.0 * rate / ((before + after) / 2.0));
            }
        }
        for ((how, _), mut scaled) in MAILBOX.into_iter().zip(scaled) {
            scaled.sort_by(f64::total_cmp);
            let at = |part: usize| scaled[scaled.len() * part / 4];
            println!(
                "{:<14} {name:<7} {:>6.2} M nodes/s ({:.2} to {:.2}) where the mailbox makes 8, {how}",
                G::ID.to_string(),
                at(2),
                at(1),
                at(3),
            );
        }
    }
}

fn main() {
    let nodes = std::env::var("ARBITRO_BENCH_NODES").map_or(10_000_000, |var| var.parse().unwrap());
    let wanted: Vec<String> = std::env::args().skip(1).filter(|it| !it.starts_with('-')).collect();
    let rounds = std::env::var("ARBITRO_BENCH_ROUNDS").map_or(0, |var| var.parse().unwrap());
    for (how, count) in MAILBOX {
        let rate = mailbox(count);
        println!("mailbox english, depth 7, {how}: {rate:.1} M moves/s");
    }
    for game in GameId::ALL {
        if wanted.is_empty() || wanted.contains(&game.to_string()) {
            with_game!(game, G => {
                if rounds > 0 {
                    measure_beside_mailbox::<G>(nodes / 5, rounds);
                    continue;
                }
                measure::<G>(nodes);
                measure_tree::<G>(nodes / 20);
            });
        }
    }
}
