//! What a diagnosis is made of.

use crate::notation::Place;
use crate::rules::Player;

/// What is wrong with a move, in one word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Code {
    /// The board is the same.
    Unchanged,
    /// A piece went to a light square.
    OffDark,
    /// A man reached its last row and stayed a man.
    NotPromoted,
    /// A man became a king where it may not.
    PromotedEarly,
    /// A king became a man.
    Demoted,
    /// The mover moved a piece of the opponent's.
    MovedOpponent,
    /// The mover moved more than one of its pieces.
    MovedTwo,
    /// A piece came from nowhere.
    Appeared,
    /// A piece is gone without having been captured.
    Vanished,
    /// A piece jumped over one of its own side and took it.
    CapturedOwn,
    /// A piece jumped over one of its own side.
    JumpedOwn,
    /// A piece went to a square that was taken.
    Occupied,
    /// A man stepped backwards.
    ManBackwards,
    /// No piece of its kind can go that way.
    WrongDistance,
    /// A jumped piece is still there.
    NotRemoved,
    /// A piece is gone that nobody jumped over.
    RemovedWithoutJump,
    /// A capture took more than it jumped over, or than a turn may take.
    RemovedTooMany,
    /// A man took a king.
    ManCapturedKing,
    /// A man captured backwards.
    CapturedBackwards,
    /// There was a capture to make.
    CaptureForced,
    /// Another capture takes more.
    NotMostCaptured,
    /// The capture had to go on.
    CaptureUnfinished,
    /// Another capture of as many pieces comes first by the Italian rules.
    ItalianPriority,
}

impl Code {
    /// Every code.
    pub const ALL: [Code; 23] = [
        Code::Unchanged,
        Code::OffDark,
        Code::NotPromoted,
        Code::PromotedEarly,
        Code::Demoted,
        Code::MovedOpponent,
        Code::MovedTwo,
        Code::Appeared,
        Code::Vanished,
        Code::CapturedOwn,
        Code::JumpedOwn,
        Code::Occupied,
        Code::ManBackwards,
        Code::WrongDistance,
        Code::NotRemoved,
        Code::RemovedWithoutJump,
        Code::RemovedTooMany,
        Code::ManCapturedKing,
        Code::CapturedBackwards,
        Code::CaptureForced,
        Code::NotMostCaptured,
        Code::CaptureUnfinished,
        Code::ItalianPriority,
    ];

    /// Its name in `--json` and in records.
    pub const fn name(self) -> &'static str {
        match self {
            Code::Unchanged => "unchanged",
            Code::OffDark => "off_dark",
            Code::NotPromoted => "not_promoted",
            Code::PromotedEarly => "promoted_early",
            Code::Demoted => "demoted",
            Code::MovedOpponent => "moved_opponent",
            Code::MovedTwo => "moved_two",
            Code::Appeared => "appeared",
            Code::Vanished => "vanished",
            Code::CapturedOwn => "captured_own",
            Code::JumpedOwn => "jumped_own",
            Code::Occupied => "occupied",
            Code::ManBackwards => "man_backwards",
            Code::WrongDistance => "wrong_distance",
            Code::NotRemoved => "not_removed",
            Code::RemovedWithoutJump => "removed_without_jump",
            Code::RemovedTooMany => "removed_too_many",
            Code::ManCapturedKing => "man_captured_king",
            Code::CapturedBackwards => "captured_backwards",
            Code::CaptureForced => "capture_forced",
            Code::NotMostCaptured => "not_most_captured",
            Code::CaptureUnfinished => "capture_unfinished",
            Code::ItalianPriority => "italian_priority",
        }
    }
}

/// A kind of piece, for words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Piece {
    /// A man.
    Man,
    /// A king.
    King,
}

/// Why a board is not a legal move: the code, and what a person would point at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnosis {
    /// What is wrong.
    pub code: Code,
    /// Who moved.
    pub mover: Player,
    /// The piece it is about, where it is about one.
    pub piece: Option<Piece>,
    /// Where that piece came from.
    pub from: Option<Place>,
    /// Where it went.
    pub to: Option<Place>,
    /// Further places: pieces removed, jumped, appeared; what they are depends on the code.
    pub others: Vec<Place>,
    /// Where a capturing man touched its last row and went on.
    pub touched: Option<Place>,
    /// Which of the Italian rules of priority, 2 to 4.
    pub rule: Option<u8>,
    /// A legal move that shows what was expected, in the game's notation.
    pub instead: Option<String>,
}

impl Diagnosis {
    pub(super) fn new(code: Code, mover: Player) -> Diagnosis {
        Diagnosis {
            code,
            mover,
            piece: None,
            from: None,
            to: None,
            others: Vec::new(),
            touched: None,
            rule: None,
            instead: None,
        }
    }

    /// The places to point at: from, to, then the others.
    pub fn places(&self) -> Vec<Place> {
        self.from
            .into_iter()
            .chain(self.to)
            .chain(self.others.iter().copied())
            .collect()
    }
}
