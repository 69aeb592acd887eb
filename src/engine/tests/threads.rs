//! Several threads find what one finds, count what they search, and end with the search.

use std::cell::Cell;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::thread;

use arbitro_endgames::{ExactValue, Oracle};
use arbitro_engine::search::engine::{Engine, Limits, SearchResult, Situation, Think, TimeSignal};
use arbitro_rules::Game;
use arbitro_rules::draughts::International;
use arbitro_rules::notation::Notation;

use arbitro_testkit::games::{for_every_game, plain_minimax, random_positions};

const TABLE: usize = 1 << 20;
/// The engine's value of an immediate win.
const WIN: i32 = 32_000;

/// Knows nothing, and counts how often it is asked.
struct Counting(Arc<AtomicU64>);

impl<G: Game> Oracle<G> for Counting {
    fn exact(&mut self, _: &G) -> Option<ExactValue> {
        self.0.fetch_add(1, Relaxed);
        None
    }
}

fn engine<G: Think>(threads: u32) -> Engine<G> {
    (1..threads).fold(Engine::new(TABLE), |engine, _| engine.with_helper(None))
}

fn think<G: Think>(position: G, threads: u32, limits: Limits) -> SearchResult<G::Move> {
    let situation = Situation::alone(position);
    let mut engine = engine(threads);
    let thought = engine.think(&situation, limits, &mut || TimeSignal::Continue);
    thought.unwrap()
}

#[test]
fn threads_agree_on_legal_lines_in_every_game() {
    for_every_game!(G => {
        let mut searched = 0;
        random_positions::<G>(23, 2, 40, |position| {
            if position.end().is_some() || searched == 8 {
                return;
            }
            searched += 1;
            for threads in [2, 4] {
                let thought = think(*position, threads, Limits::nodes(3_000));
                let mut at = *position;
                for &mv in &thought.line {
                    assert!(at.legal_moves().contains(&mv), "{}", position.write_fen());
                    at = at.after(mv);
                }
                assert_eq!(thought.line[0], thought.best);
            }
        });
        assert_eq!(searched, 8);
    });
}

#[test]
fn threads_find_a_win_in_three_plies() {
    for_every_game!(G => {
        let mut wins = 0;
        random_positions::<G>(29, 60, 120, |position| {
            let is_short = position.end().is_none() && position.count_moves() <= 12;
            let plain = |position: &G, depth, ply| {
                plain_minimax(position, depth, ply, WIN, &G::static_value)
            };
            if wins == 3 || !is_short || plain(position, 3, 0) != WIN - 3 {
                return;
            }
            wins += 1;
            for threads in [2, 4] {
                let thought = think(*position, threads, Limits::depth(5));
                let fen = position.write_fen();
                assert_eq!(thought.plies_to_end(), Some(3), "{threads} threads, {fen}");
                assert_eq!(plain(&position.after(thought.best), 2, 1), 3 - WIN, "{fen}");
            }
        });
        assert!(wins > 0, "{}", G::ID);
    });
}

#[test]
fn helpers_search_until_the_signal_stops_the_first_thread_and_no_longer() {
    for helpers in [1, 3] {
        let [own, others] = [(), ()].map(|()| Arc::new(AtomicU64::new(0)));
        let mut engine = Engine::new(TABLE).with_oracle(Box::new(Counting(own.clone())));
        for _ in 0..helpers {
            engine = engine.with_helper(Some(Box::new(Counting(others.clone()))));
        }
        let situation = Situation::alone(International::start());
        for _ in 0..3 {
            own.store(0, Relaxed);
            others.store(0, Relaxed);
            // The second condition ends the test where helpers do not search.
            let is_enough = || others.load(Relaxed) > 40_000 || own.load(Relaxed) > 30_000_000;
            let mut signal = || if is_enough() { TimeSignal::Stop } else { TimeSignal::Continue };
            let thought = engine.think(&situation, Limits::NONE, &mut signal).unwrap();
            let asked = others.load(Relaxed);
            assert!(asked > 40_000, "{asked}");
            // Every question is about one of the positions that are counted.
            assert!(thought.nodes >= own.load(Relaxed) + asked);
            thread::yield_now();
            assert_eq!(others.load(Relaxed), asked);
        }
    }
}

#[test]
fn reports_count_the_positions_of_all_threads() {
    let mut engine = engine::<International>(2);
    let situation = Situation::alone(International::start());
    let polls = Cell::new(0);
    let is_seen = Cell::new(false);
    let mut signal = || {
        polls.set(polls.get() + 1);
        let is_enough = is_seen.get() || polls.get() > 30_000;
        if is_enough { TimeSignal::Stop } else { TimeSignal::Continue }
    };
    // The first thread alone has searched at most 1024 positions for each time that it polled.
    let mut on_depth = |report: &SearchResult<_>| {
        is_seen.set(is_seen.get() || report.nodes > 1024 * (polls.get() + 1));
    };
    engine.think_with_progress(&situation, Limits::NONE, &mut signal, Some(&mut on_depth));
    assert!(is_seen.get());
}
