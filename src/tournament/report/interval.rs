//! A 95 % interval of a rating, as people read it.

use crate::rating::ELO_LIMIT;
use arbitro_rules::language::Said;
use arbitro_rules::said;

/// Formats a 95 % interval, and says if results do not bound an end.
pub fn interval_said(low: f64, high: f64, elo: impl Fn(f64) -> String) -> Said {
    match (low > -ELO_LIMIT, high < ELO_LIMIT) {
        (true, true) => {
            let (low, high) = (elo(low), elo(high));
            said!("{low} to {high}", "da {low} a {high}", "{low} à {high}")
        }
        (true, false) => {
            let low = elo(low);
            said!("{low} or more", "{low} o più", "{low} ou plus")
        }
        (false, true) => {
            let high = elo(high);
            said!("{high} or less", "{high} o meno", "{high} ou moins")
        }
        (false, false) => said!("unknown", "ignoto", "inconnu"),
    }
}

/// Returns true if results bound this end of an interval.
pub(super) fn is_bounded(end: f64) -> bool {
    end.abs() < ELO_LIMIT
}
