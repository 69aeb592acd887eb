//! Clocks in the Hub protocol, and how our engine uses them.

use std::time::Duration;

use crate::line::Line;

/// Maximum time understood; longer times count as this.
const MAX_SECONDS: f64 = 1e8;
/// Moves assumed to remain if the request does not say.
const MOVES_TO_COME: u32 = 25;
/// Time reserved in each move for the transport to the other end and back.
const TRANSPORT: Duration = Duration::from_millis(10);

/// The bounds of a search; a missing field is no bound.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SearchBounds {
    /// Maximum depth in plies.
    pub depth: Option<u32>,
    /// Maximum positions.
    pub nodes: Option<u64>,
    /// Time for each move.
    pub move_time: Option<Duration>,
    /// Time for all remaining moves, or for the next `moves`.
    pub time: Option<Duration>,
    /// Time added for every move.
    pub increment: Option<Duration>,
    /// Moves until more time is added.
    pub moves: Option<u32>,
}

/// The error for a malformed number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct NoNumber {
    pub(crate) name: &'static str,
    pub(crate) value: String,
}

impl SearchBounds {
    pub(crate) fn read(line: &Line) -> Result<SearchBounds, NoNumber> {
        let whole = |name| number(line, name, |it| it.parse::<u64>().ok());
        let small = |it: u64| u32::try_from(it).unwrap_or(u32::MAX);
        Ok(SearchBounds {
            depth: whole("depth")?.map(small),
            nodes: whole("nodes")?,
            move_time: number(line, "move-time", seconds)?,
            time: number(line, "time", seconds)?,
            increment: number(line, "inc", seconds)?,
            moves: whole("moves")?.map(small),
        })
    }

    pub(crate) fn line(&self) -> Line {
        if *self == SearchBounds::default() {
            return Line::new("level").with_flag("infinite");
        }
        let seconds = |time: Option<Duration>| time.map(|time| time.as_secs_f64());
        Line::new("level")
            .with_some("depth", self.depth)
            .with_some("nodes", self.nodes)
            .with_some("moves", self.moves)
            .with_some("move-time", seconds(self.move_time))
            .with_some("time", seconds(self.time))
            .with_some("inc", seconds(self.increment))
    }

    /// The time for the next move; `None` if no time was set.
    ///
    /// An increment has already been added to the clock when the search begins, so it can be spent,
    /// but never more than the clock holds.
    pub fn for_this_move(&self) -> Option<Duration> {
        if let Some(time) = self.move_time {
            return Some(less_the_way(time));
        }
        let time = self.time?;
        let increment = self.increment.unwrap_or_default();
        let moves = self.moves.map_or(MOVES_TO_COME, |moves| moves.clamp(1, MOVES_TO_COME));
        let share = time.saturating_sub(increment) / moves + increment.mul_f64(0.9);
        Some(less_the_way(share.min(time)))
    }
}

/// Subtracts the transport time, at most a tenth.
fn less_the_way(time: Duration) -> Duration {
    time - TRANSPORT.min(time / 10)
}

fn seconds(text: &str) -> Option<Duration> {
    let seconds: f64 = text.parse().ok()?;
    if !seconds.is_finite() {
        return None;
    }
    // A client may send a negative time for an expired clock.
    Some(Duration::from_secs_f64(seconds.clamp(0.0, MAX_SECONDS)))
}

fn number<T>(
    line: &Line,
    name: &'static str,
    read: impl Fn(&str) -> Option<T>,
) -> Result<Option<T>, NoNumber> {
    let Some(value) = line.value(name) else {
        return Ok(None);
    };
    read(value).map(Some).ok_or_else(|| NoNumber { name, value: value.chars().take(40).collect() })
}
