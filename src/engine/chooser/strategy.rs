//! A strategy, the time that it has, and its choice among equally good moves.

use std::fmt;
use std::time::Instant;

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use arbitro_rules::Game;
use arbitro_rules::history::History;
use arbitro_rules::line::{Key, Line};

pub trait Strategy {
    /// Returns a legal move, and leaves the match as it was; `None` where there is none.
    fn choose(&mut self, line: &mut dyn Line, time: Time<'_>) -> Option<Key>;
}

pub struct Time<'a> {
    /// The strategy's deadline; the rest of the time is for writing the board.
    pub deadline: Instant,
    /// The time from which the referee counts the move as late.
    pub late_at: Instant,
    /// Returns true if a search must stop. A search with a clock of its own goes by `late_at`.
    pub is_late: Box<dyn FnMut() -> bool + 'a>,
}

impl Time<'_> {
    /// The time until a deadline, all of it for choosing.
    pub fn until(deadline: Instant) -> Time<'static> {
        let is_late = Box::new(move || Instant::now() >= deadline);
        Time { deadline, late_at: deadline, is_late }
    }
}

impl fmt::Debug for Time<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Time").field("late_at", &self.late_at).finish_non_exhaustive()
    }
}

/// Returns the match as its game's searches know it; `None` for a match of another game.
pub(super) fn history<G: Game>(line: &dyn Line) -> Option<&History<G>> {
    line.as_any().downcast_ref()
}

/// Draws numbers below its argument, which must not be 0.
pub(super) type Draw<'a> = &'a mut dyn FnMut(usize) -> usize;

/// Returns the generator of the next ply. It depends only on the seed and the ply, so that a player
/// restarted in the middle of a match continues with the same choices.
pub(super) fn draws(seed: u64, line: &dyn Line) -> impl FnMut(usize) -> usize + use<> {
    let ply = line.plies() as u64 + 1;
    let mut random = StdRng::seed_from_u64(seed ^ ply.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    move |below| random.random_range(0..below)
}

/// Draws one of the moves that a search finds equally good, or of all where it finds none.
pub(super) struct Equals<S> {
    pub(super) seed: u64,
    pub(super) search: S,
}

impl<S> Strategy for Equals<S>
where
    S: FnMut(&mut dyn Line, Draw<'_>, &mut dyn FnMut() -> bool) -> Option<Vec<Key>>,
{
    fn choose(&mut self, line: &mut dyn Line, mut time: Time<'_>) -> Option<Key> {
        // One generator a move: drawing what to examine and which move to play must not repeat the
        // same numbers.
        let mut draw = draws(self.seed, line);
        let found = (self.search)(line, &mut draw, &mut *time.is_late);
        let equals = found.unwrap_or_else(|| line.legal());
        (!equals.is_empty()).then(|| equals[draw(equals.len())])
    }
}

/// The strategy that draws one of the moves that a search of positions of `G` finds equally good.
pub(super) fn among_best<G, S>(seed: u64, mut search: S) -> Box<dyn Strategy>
where
    G: Game,
    S: FnMut(&G, Draw<'_>, &mut dyn FnMut() -> bool) -> Option<Vec<G::Move>> + 'static,
{
    let search = move |line: &mut dyn Line, draw: Draw<'_>, is_late: &mut dyn FnMut() -> bool| {
        let best = search(history::<G>(line)?.position(), draw, is_late)?;
        Some(best.into_iter().map(Into::into).collect())
    };
    Box::new(Equals { seed, search })
}
