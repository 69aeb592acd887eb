//! A 95 % interval of a rating, as people read it.

use crate::rating::ELO_LIMIT;

/// A 95 % interval, with the ends that results bound.
#[arbitro_table::texts("words")]
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Interval {
    Bounded { low: String, high: String },
    AtLeast(String),
    AtMost(String),
    Unknown,
}

impl Interval {
    /// Writes its ends with a function.
    pub fn between(low: f64, high: f64, elo: impl Fn(f64) -> String) -> Interval {
        match (low > -ELO_LIMIT, high < ELO_LIMIT) {
            (true, true) => Interval::Bounded { low: elo(low), high: elo(high) },
            (true, false) => Interval::AtLeast(elo(low)),
            (false, true) => Interval::AtMost(elo(high)),
            (false, false) => Interval::Unknown,
        }
    }
}

/// Returns true if results bound this end of an interval.
pub(crate) fn is_bounded(end: f64) -> bool {
    end.abs() < ELO_LIMIT
}
