//! Counts the faults that a way leaves unexplained, and compares explanations.

use std::cmp::Reverse;

use smallvec::SmallVec;

use super::Case;
use super::codes::Codes;
use super::ways::Way;
use crate::Square;
use crate::draughts::RuleSet;
use crate::judge::Code;
use crate::notation::{Cell, Setup};

/// A fault of the board that the way does not explain.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edit {
    pub(super) code: Code,
    pub(super) at: Square,
    /// The square that the piece came from, if it moved.
    pub(super) from: Option<Square>,
}

pub(super) type Edits = SmallVec<[Edit; 4]>;

/// The pieces of one kind that are not where the way leaves them.
#[derive(Default)]
struct Misplaced {
    missing: SmallVec<[Square; 4]>,
    extra: SmallVec<[Square; 4]>,
}

/// A way and the faults that it leaves; the smallest explanation is the least.
#[derive(Debug)]
pub(super) struct Explanation {
    pub(super) way: Way,
    pub(super) edits: Edits,
}

impl Explanation {
    pub(super) fn codes(&self) -> Codes {
        let mut codes = self.way.broken;
        for edit in &self.edits {
            codes.insert(edit.code);
        }
        codes
    }

    pub(super) fn faults(&self) -> usize {
        self.way.broken.len() as usize + self.edits.len()
    }

    /// The places of the faults with this code.
    pub(super) fn at(&self, code: Code) -> Vec<Square> {
        let with_code = self.edits.iter().filter(|edit| edit.code == code);
        with_code.map(|with_code| with_code.at).collect()
    }
}

impl<R: RuleSet> Case<'_, R> {
    /// Ranks an explanation: fewest faults first, then the order of [`Codes`], then the shortest way, then the
    /// squares, ascending. Where one piece left and another came, that they are the same one is
    /// more likely.
    pub(super) fn rank(&self, explanation: &Explanation) -> impl Ord + use<R> {
        let route = explanation.way.route;
        let has_come = |place| self.is_own(self.after, place) && !self.is_own(&self.before, place);
        let is_other = route.is_none_or(|(_, to)| !has_come(to)) && !self.left.is_empty();
        let length =
            route.map(|(from, to)| from.row.abs_diff(to.row) + from.column.abs_diff(to.column));
        (
            explanation.faults(),
            is_other && self.after.iter().any(|(place, _)| has_come(place)),
            Reverse(explanation.codes()),
            length,
            route,
        )
    }

    /// Compares the board that a way leaves with the one that was written; `None` if more than
    /// `most` faults are needed.
    pub(super) fn explained_by(&self, way: Way, most: usize) -> Option<Explanation> {
        let expected = self.left_by(&way);
        if way.broken.len() as usize + self.fewest_edits(&expected) > most {
            return None;
        }
        let mut edits = Edits::new();
        let mut misplaced: [Misplaced; 4] = Default::default();
        let kind =
            |cell: Cell, is_own: bool| usize::from(is_own) << 1 | usize::from(cell.is_king());
        for (place, is) in self.after.iter() {
            let was = expected.at(place);
            if was == is {
                continue;
            }
            let (had, has) = (was.owner(), is.owner());
            if had.is_some() && had == has {
                edits.push(self.changed_kind(&way, place));
                continue;
            }
            if let Some(owner) = had {
                misplaced[kind(was, owner == self.mover)].missing.push(place);
            }
            let Some(owner) = has else { continue };
            match self.still_there(&way, place) {
                Some(edit) => {
                    edits.push(edit);
                    if self.before.at(place) != is {
                        edits.push(self.changed_kind(&way, place));
                    }
                }
                None => misplaced[kind(is, owner == self.mover)].extra.push(place),
            }
        }
        for (kind, misplaced) in misplaced.into_iter().enumerate() {
            self.moved_or_changed(&way, kind >= 2, &misplaced, &mut edits);
        }
        Some(Explanation { way, edits })
    }

    /// A lower bound of the faults between two boards: each accounts for one missing piece, one that
    /// is too many, or one of both.
    fn fewest_edits(&self, expected: &Setup) -> usize {
        let (mut missing, mut extra) = (0, 0);
        for (place, is) in self.after.iter() {
            let was = expected.at(place);
            missing += usize::from(was != is && was != Cell::Empty);
            extra += usize::from(was != is && is != Cell::Empty);
        }
        missing.max(extra)
    }

    /// The fault of a piece that the way lifts and the board still shows.
    fn still_there(&self, way: &Way, place: Square) -> Option<Edit> {
        let (from, to) = way.route?;
        let (was, is) = (self.before.at(place).owner(), self.after.at(place).owner());
        let (code, at) = if was != is {
            return None;
        } else if place == from {
            // What is new is the piece on the other square.
            (Code::Appeared, to)
        } else if way.takes::<R>(place) {
            (Code::NotRemoved, place)
        } else {
            return None;
        };
        Some(Edit { code, at, from: None })
    }

    fn changed_kind(&self, way: &Way, at: Square) -> Edit {
        let is_new = way.route.is_some_and(|(_, to)| to == at);
        let was = match way.route {
            Some((from, _)) if is_new => self.before.at(from),
            _ => self.before.at(at),
        };
        let code = match (was.is_king(), self.after.at(at).is_king()) {
            (true, _) => Code::Demoted,
            (false, true) => Code::PromotedEarly,
            (false, false) => Code::NotPromoted,
        };
        Edit { code, at, from: None }
    }

    /// The faults of pieces of one kind: as many as possible moved, the others came or disappeared.
    fn moved_or_changed(&self, way: &Way, is_own: bool, pieces: &Misplaced, edits: &mut Edits) {
        let off_dark = |at: Square, otherwise: Code| match Self::square(at) {
            None if is_own => Code::OffDark,
            _ => otherwise,
        };
        let moved = if is_own { Code::MovedTwo } else { Code::MovedOpponent };
        // A single piece that moved has a way.
        let pairs = match way.route {
            None if is_own => 0,
            _ => pieces.missing.len().min(pieces.extra.len()),
        };
        for (&from, &at) in pieces.missing.iter().zip(&pieces.extra).take(pairs) {
            edits.push(Edit { code: off_dark(at, moved), at, from: Some(from) });
        }
        let gone = match way.route {
            None => Code::Vanished,
            Some(_) if is_own => Code::Vanished,
            Some(_) if way.is_capture() => Code::RemovedTooMany,
            Some(_) => Code::RemovedWithoutJump,
        };
        edits.extend(pieces.missing[pairs..].iter().map(|&at| Edit { code: gone, at, from: None }));
        edits.extend(pieces.extra[pairs..].iter().map(|&at| Edit {
            code: off_dark(at, Code::Appeared),
            at,
            from: None,
        }));
    }
}
