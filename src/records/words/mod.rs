//! What is said of sources and their matches.

mod en;
mod fr;
mod it;

use arbitro_rules::{GameId, Player, Reason};

use crate::analysis::NotKept;
use crate::pdn::Habit;

/// Something to say of a source, by its facts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Text {
    // Of board files.
    BoardTwice { number: u64 },
    ReadAsOneOf { game: GameId, names: String },
    FirstBoardIs { first: u64 },

    // Claims that moves do not bear out.
    WinnerWithoutReason,
    FaultWithoutReason,
    NoSuchReason { reason: String },
    OtherReason { reason: Reason, end: Reason },
    OverAlready { reason: Reason, end: Reason },
    NotOver { reason: Reason },
    LimitOfNothing,
    NoWinnerNamed { reason: Reason },
    FaultOfNobody { reason: Reason },
    NoSuchOffender { player: String },
    NotItsTurn { offender: Player, charged: Player },
    OtherFault { reason: Reason, found: String },
    FaultElsewhere { ply: u64, next: u64 },
    NoSuchWinner { text: String },
    OtherPlies { claimed: u64, plies: u64 },
    PastLimit { limit: u64, plies: u64 },
    OtherWinner { reason: Reason, winner: Option<Player>, expected: Option<Player> },
    OtherLimit { plies: u64, limit: u64 },

    // Of lines of records.
    Line { number: u64 },
    LongLine,
    NoRecord,
    BrokenOff,

    // Of the game that an entry of PDN is of.
    NoPdn { game: GameId },
    NoMoves,
    NoneFits,
    FitsUpTo { game: GameId, ply: u64, text: String },
    NoGameType { game: GameId },
    OtherGameType { value: String, game: GameId },

    // Of its moves and its result.
    PassedDraw { ply: u64, reason: Reason },
    NotAllowedEnd { claimed: Reason },
    NotTheEnd { claimed: Reason },
    OtherResult { winner_there: Player, reason: Reason },
    WasOver { reason: Reason },
    MoreRemarks { more: u64 },
    WasOverAtPly { reason: Reason },
    Damaged,

    // Of a source as a whole.
    MoreFolders { more: usize },
    ByteOrderMark,
    SingleBoard,
    LongGame,
    Game { number: usize },
    NoGame,
    AfterGame { last: usize },

    // Drawings, in words.
    Men { player: Player },
    Kings { player: Player },
    Marked,
    Pawns { player: Player, pawns: String, walls: usize },
    WallsAbove,
    WallsRight,
    MarkedSquares { marks: String },
}

arbitro_words::messages! {
    Habit: habit;
    NotKept: not_kept;
    Text: words;
}
