//! The computer as an opponent: it chooses moves, and evaluates the position for a draw offer.

use std::time::{Duration, Instant};

use arbitro_engine::chooser::{Level, Levels, Means, View};
use arbitro_engine::search::engine::{Engine, Limits, Situation, TimeSignal};
use arbitro_rules::history::History;
use arbitro_rules::line::{Key, Line};
use arbitro_rules::with_game;

/// Bytes of the table or tree for one move; nothing is kept after it.
const THOUGHT_BYTES: usize = 16 << 20;
/// Positions searched before answering a draw offer: some hundredths of a second, and the same
/// answer on every machine.
const OFFER_NODES: u64 = 20_000;
/// Bytes of the transposition table when a draw offer is evaluated.
const OFFER_BYTES: usize = 1 << 20;

/// A search for a move within a time; none where there is no legal move.
pub(super) type ChooseMove = Box<dyn FnOnce(Duration) -> Option<Key> + Send>;

/// A search that returns the position's value for the player to move.
pub(super) type Evaluation = Box<dyn FnOnce() -> i32 + Send>;

pub(super) fn choice(line: &dyn Line, level: Level, seed: u64) -> ChooseMove {
    with_game!(line.game(), G => match line.as_any().downcast_ref::<History<G>>().cloned() {
        Some(history) => Box::new(move |time| choose(&history, level, seed, time)),
        // Of a game that the engine does not play.
        None => Box::new(|_| None),
    })
}

fn choose<G: Levels>(history: &History<G>, level: Level, seed: u64, time: Duration) -> Option<Key> {
    let position = *history.position();
    let moves = position.legal_moves();
    if moves.is_empty() {
        return None;
    }
    let ply = history.plies() as u64 + 1;
    let deadline = Instant::now() + G::time_to_think(level, time);
    let means = Means { seed, table: Some(THOUGHT_BYTES), ..Means::default() };
    let mv = G::at_level(level, means).choose(&View {
        position,
        moves: &moves,
        seen: history.seen(),
        ply,
        plies_left: (u64::from(G::PLY_LIMIT) + 1).saturating_sub(ply),
        clock: history.clock(),
        deadline,
        late_at: deadline,
    });
    Some(mv.into())
}

pub(super) fn evaluation(line: &dyn Line) -> Evaluation {
    with_game!(line.game(), G => match line.as_any().downcast_ref::<History<G>>().cloned() {
        Some(history) => Box::new(move || evaluate(&history)),
        None => Box::new(|| 0),
    })
}

fn evaluate<G: Levels>(history: &History<G>) -> i32 {
    let (_, earlier) = history.positions().split_last().unzip();
    let earlier: Vec<u64> = earlier.unwrap_or_default().iter().map(G::key).collect();
    let situation = Situation {
        position: *history.position(),
        earlier: &earlier,
        clock: history.clock(),
        plies_left: u64::from(G::PLY_LIMIT).saturating_sub(history.plies() as u64),
    };
    let mut engine = Engine::<G>::new(OFFER_BYTES);
    let thought =
        engine.think(&situation, Limits::nodes(OFFER_NODES), &mut || TimeSignal::Continue);
    // Without a legal move the match is over, and no draw can be offered.
    thought.map_or(0, |it| it.value)
}
