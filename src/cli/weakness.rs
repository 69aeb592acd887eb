//! Describes the protections that a run requires and the machine lacks, and the remedy. Used for
//! players and for submissions.

use arbitro_rules::language::Said;
use arbitro_sandbox::{Keeper, Require, by_cause};
use arbitro_tournament::report::protection::too_weak_said;

use crate::way_out::way_out;

/// Explains why the machine is too weak and the remedy; `None` if it is strong enough.
pub fn weakness(keeper: &Keeper, require: Require) -> Option<Said> {
    let weak = keeper.guarantees().weak(require);
    if weak.is_empty() {
        return None;
    }
    let why = too_weak_said(&by_cause(&weak));
    Some(match way_out(keeper) {
        Some(way_out) => Said::joined(&[why, way_out], ". "),
        None => why,
    })
}
