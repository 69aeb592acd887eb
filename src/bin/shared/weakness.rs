//! What a machine lacks that a run insists on, in words: the same for players and for submissions.

use arbitro::language::Said;
use arbitro::report::protection::too_weak_said;
use arbitro::sandbox::{Guarantees, Require};

/// Why a machine is too weak, if it is.
pub(crate) fn weakness(guarantees: &Guarantees, require: Require) -> Option<Said> {
    let weak = guarantees.weak(require);
    let missing = weak.iter().map(|it| (it.name, it.how()));
    (!weak.is_empty()).then(|| too_weak_said(missing))
}
