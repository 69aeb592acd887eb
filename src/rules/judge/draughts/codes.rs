//! Sets of the faults that a board shows.

use crate::judge::Code;

/// The order of the faults. Of two explanations with as many faults, the one whose faults come
/// earlier wins, and of the faults of one explanation the earliest is named.
///
/// Faults in plain sight on the board come first, then broken rules, the more specific earlier: a
/// rule broken on the way tells more than that a piece may not go there at all.
const ORDER: [Code; 25] = [
    Code::OffDark,
    Code::MovedOpponent,
    Code::CapturedOwn,
    Code::MovedTwo,
    Code::Vanished,
    Code::Appeared,
    Code::Occupied,
    Code::JumpedOwn,
    Code::ManBackwards,
    Code::CaptureUnfinished,
    Code::NotMostCaptured,
    Code::ItalianPriority,
    Code::NotMostKings,
    Code::KingFirst,
    Code::CapturedBackwards,
    Code::ManCapturedKing,
    Code::NotRemoved,
    Code::RemovedTooMany,
    Code::RemovedWithoutJump,
    Code::CaptureForced,
    Code::WrongDistance,
    Code::NotPromoted,
    Code::PromotedEarly,
    Code::Demoted,
    Code::Unchanged,
];

/// A set of faults; the greater of two sets holds the fault that comes first in [`ORDER`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Codes(u32);

impl Codes {
    pub(super) fn from_codes(codes: &[Code]) -> Codes {
        let mut set = Codes::default();
        for &code in codes {
            set.insert(code);
        }
        set
    }

    pub(super) fn insert(&mut self, code: Code) {
        let place = ORDER.iter().position(|&it| it == code);
        self.0 |= place.map_or(0, |place| 1 << (31 - place));
    }

    pub(super) const fn len(self) -> u32 {
        self.0.count_ones()
    }

    pub(super) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub(super) fn contains(self, code: Code) -> bool {
        self.0 & Codes::from_codes(&[code]).0 != 0
    }

    /// The fault to name: the first in [`ORDER`]. A capture that left pieces on the board did not
    /// take them, so it cannot be compared with others.
    pub(super) fn leading(self) -> Option<Code> {
        if self.contains(Code::CaptureUnfinished) && self.contains(Code::NotRemoved) {
            return Some(Code::NotRemoved);
        }
        ORDER.get(self.0.leading_zeros() as usize).copied()
    }
}
