//! Clocks in the Hub protocol, and our engine's use of them.

use std::time::Duration;

use super::line::Line;

/// The longest time that is understood; more is as good as endless.
const MAX_SECONDS: f64 = 1e8;
/// Moves still expected, if the request does not say.
const MOVES_TO_COME: u32 = 25;
/// Time reserved of each move for the transport to the other end and back.
const ON_THE_WAY: Duration = Duration::from_millis(10);

/// The bounds of a search; what is not said does not bound it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Level {
    /// Plies.
    pub depth: Option<u32>,
    /// Positions.
    pub nodes: Option<u64>,
    pub move_time: Option<Duration>,
    /// For all moves to come, or those that are counted.
    pub time: Option<Duration>,
    /// Time added for every move.
    pub increment: Option<Duration>,
    /// Moves until there is new time.
    pub moves: Option<u32>,
}

/// A number that is not one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct NoNumber {
    pub(super) name: &'static str,
    pub(super) value: String,
}

impl Level {
    pub(super) fn read(line: &Line) -> Result<Level, NoNumber> {
        let whole = |name| number(line, name, |it| it.parse::<u64>().ok());
        let small = |it: u64| u32::try_from(it).unwrap_or(u32::MAX);
        Ok(Level {
            depth: whole("depth")?.map(small),
            nodes: whole("nodes")?,
            move_time: number(line, "move-time", seconds)?,
            time: number(line, "time", seconds)?,
            increment: number(line, "inc", seconds)?,
            moves: whole("moves")?.map(small),
        })
    }

    pub(super) fn line(&self) -> Line {
        let mut line = Line::new("level");
        if *self == Level::default() {
            return line.with_flag("infinite");
        }
        if let Some(depth) = self.depth {
            line = line.with("depth", depth);
        }
        if let Some(nodes) = self.nodes {
            line = line.with("nodes", nodes);
        }
        if let Some(moves) = self.moves {
            line = line.with("moves", moves);
        }
        let times = [
            ("move-time", self.move_time),
            ("time", self.time),
            ("inc", self.increment),
        ];
        for (name, time) in times {
            if let Some(time) = time {
                line = line.with(name, time.as_secs_f64());
            }
        }
        line
    }

    /// The time for the next move; `None` where none was said.
    ///
    /// An increment is already in the time when the search begins, so it can be spent, but never more
    /// than the clock holds.
    pub(super) fn for_this_move(&self) -> Option<Duration> {
        if let Some(time) = self.move_time {
            return Some(less_the_way(time));
        }
        let time = self.time?;
        let increment = self.increment.unwrap_or_default();
        let moves = self
            .moves
            .map_or(MOVES_TO_COME, |it| it.clamp(1, MOVES_TO_COME));
        let share = time.saturating_sub(increment) / moves + increment.mul_f64(0.9);
        Some(less_the_way(share.min(time)))
    }
}

/// A tenth of a time, up to what the way takes, is not for thinking.
fn less_the_way(time: Duration) -> Duration {
    time - ON_THE_WAY.min(time / 10)
}

fn seconds(text: &str) -> Option<Duration> {
    let seconds: f64 = text.parse().ok()?;
    if !seconds.is_finite() {
        return None;
    }
    // A clock that has run out may be below nothing.
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
    read(value).map(Some).ok_or_else(|| NoNumber {
        name,
        value: value.chars().take(40).collect(),
    })
}
