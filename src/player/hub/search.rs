//! Runs one search for a Hub client: when it ends, and its reports.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use arbitro_engine::search::engine::{Engine, Limits, SearchResult, Situation, TimeSignal};
use arbitro_hub::{Answer, Go, Info, SearchBounds, write_hub_move};
use arbitro_rules::Game;
use arbitro_rules::draughts::{International, Move};

/// Value of a man in the engine's units.
const MAN: f64 = 100.0;
/// Value of a win in men; each ply until then costs a hundredth.
const WIN_IN_MEN: f64 = 100.0;
/// No new depth starts after this share of the time: it would take longer than all depths before
/// it.
const MAX_START_SHARE: f64 = 0.7;

/// Commands that the client may still send during a search.
#[derive(Debug, Default)]
pub(super) struct Control {
    stop: AtomicBool,
    over: AtomicBool,
    hit: OnceLock<Instant>,
}

impl Control {
    /// Ends the search with the best move so far.
    pub(super) fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// The expected move was played: from now on time counts.
    pub(super) fn hit(&self) {
        // A second `ponder-hit` changes nothing.
        let _ = self.hit.set(Instant::now());
    }

    /// Returns true once the search's result is about to be sent.
    pub(super) fn is_over(&self) -> bool {
        self.over.load(Ordering::Acquire)
    }

    pub(super) fn end(&self) {
        self.over.store(true, Ordering::Release);
    }
}

/// A search to run.
#[derive(Debug)]
pub(super) struct Task {
    pub(super) position: International,
    /// The keys of the earlier positions, oldest first.
    pub(super) earlier: Vec<u64>,
    pub(super) clock: <International as Game>::DrawClock,
    pub(super) level: SearchBounds,
    pub(super) mode: Go,
}

impl Task {
    /// Searches, reports each depth, and returns the result. `None` if there is no legal move.
    pub(super) fn search(
        &self,
        engine: &mut Engine<International>,
        control: &Control,
        tell: &mut dyn FnMut(&Answer),
    ) -> Option<Answer> {
        let begin = Instant::now();
        let budget = self.level.for_this_move();
        let mut signal = || {
            if control.stop.load(Ordering::Relaxed) {
                return TimeSignal::Stop;
            }
            let since = match self.mode {
                Go::Ponder => control.hit.get().copied(),
                Go::Think | Go::Analyze => Some(begin),
            };
            match (budget, since) {
                (Some(budget), Some(since)) => stop_signal_after(since.elapsed(), budget),
                _ => TimeSignal::Continue,
            }
        };
        // A single legal move needs no search, except in analysis, which asks for its value.
        let needs_no_thought = self.mode == Go::Think && self.position.count_moves() == 1;
        let deepest = if needs_no_thought { 1 } else { u32::MAX };
        let limits = Limits {
            depth: self.level.depth.unwrap_or(deepest),
            nodes: self.level.nodes.unwrap_or(u64::MAX),
        };
        let situation = Situation {
            position: self.position,
            earlier: &self.earlier,
            clock: self.clock,
            plies_left: u64::MAX,
        };
        let mut aloud = |thought: &SearchResult<Move>| {
            tell(&Answer::Info(info(thought, begin.elapsed())));
        };
        let thought =
            engine.think_with_progress(&situation, limits, &mut signal, Some(&mut aloud))?;
        Some(Answer::Done {
            mv: write_hub_move(thought.best),
            ponder: thought.line.get(1).copied().map(write_hub_move),
        })
    }
}

/// Returns the engine's stop signal after `taken` of its `time`.
fn stop_signal_after(taken: Duration, time: Duration) -> TimeSignal {
    if taken >= time {
        TimeSignal::Stop
    } else if taken >= time.mul_f64(MAX_START_SHARE) {
        TimeSignal::FinishDepth
    } else {
        TimeSignal::Continue
    }
}

fn info(thought: &SearchResult<Move>, taken: Duration) -> Info {
    let seconds = taken.as_secs_f64();
    let score = match thought.plies_to_end() {
        Some(plies) => {
            let plies = f64::from(plies);
            (WIN_IN_MEN - plies.abs() / 100.0).copysign(plies)
        }
        None => f64::from(thought.value) / MAN,
    };
    // A search's node count is far below where a float stops being exact.
    let millions = thought.nodes as f64 / 1e6;
    Info {
        depth: Some(thought.depth),
        score: Some(score),
        nodes: Some(thought.nodes),
        time: Some(seconds),
        speed: (seconds > 0.0).then(|| millions / seconds),
        line: thought.line.iter().copied().map(write_hub_move).collect(),
    }
}
