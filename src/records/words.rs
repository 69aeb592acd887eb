//! Texts about sources and their matches.

use std::borrow::Cow;

use arbitro_pdn::{ForeignGame, Habit, NamedGame};
use arbitro_referee::Warning;
use arbitro_rules::judge::Diagnosis;
use arbitro_rules::line::NoStart;
use arbitro_rules::notation::MoveTextError;
use arbitro_rules::{GameId, Player};
use arbitro_table::texts;
use arbitro_words::{Count, Diagnosed, Ending, Language, Loser, Message, Quoted, say};

use crate::analysis::Value;
use crate::matches::match_game::MatchGame;

arbitro_table::room!(pub(crate) "words": RecordMessage, Foreign, Proven, Heading, End, Who, ContentGuess);

type Winner = Option<Loser<'static>>;

/// Something to say of a source, by its facts. Reasons are words of records.
#[texts("words")]
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RecordMessage {
    // Of board files.
    BoardTwice { number: u64 },
    ReadAsOneOf { game: GameId, names: String },
    FirstBoardIs { first: u64 },

    // Claims that moves do not bear out.
    WinnerWithoutReason,
    FaultWithoutReason,
    NoSuchReason { reason: Quoted<String> },
    OtherReason { reason: &'static str, end: &'static str },
    OverAlready { reason: &'static str, end: &'static str },
    NotOver { reason: &'static str },
    LimitOfNothing,
    NoWinnerNamed { reason: &'static str },
    FaultOfNobody { reason: &'static str },
    NoSuchOffender { player: Quoted<String> },
    NotItsTurn { offender: Player, charged: Player },
    OtherFault { reason: &'static str, found: Quoted<String> },
    FaultElsewhere { ply: u64, next: u64 },
    NoSuchWinner { text: Quoted<String> },
    OtherPlies { claimed: Count, plies: u64 },
    PastLimit { limit: Count, plies: Count },
    OtherWinner { reason: &'static str, winner: Winner, expected: Winner },
    OtherLimit { plies: Count, limit: u64 },

    // Of lines of records.
    Line { number: u64 },
    LongLine,
    NoRecord,
    BrokenOff,

    // Of the game that an entry of PDN is of.
    NoPdn(NamedGame),
    NoMoves,
    // With the first wrong move of the game that got furthest.
    NoneFits { furthest: Option<Box<RecordMessage>> },
    FitsUpTo { game: GameId, ply: u64, text: Quoted<String>, why: Box<RecordMessage> },
    Fit { games: Games },
    VerdictsDiffer { games: Games },
    NoGameType { game: GameId },
    OtherGameType { value: String, game: GameId },

    // Of its moves and its result.
    NoStart(NoStart),
    Illegal(Illegal),
    NoMove(MoveTextError),
    Habit(Habit),
    PassedDraw { ply: u64, reason: &'static str },
    NotAllowedEnd { claimed: &'static str },
    NotTheEnd { claimed: &'static str },
    OtherResult { winner_there: Player, reason: &'static str },
    WasOver { reason: &'static str },
    MoreRemarks { more: u64 },
    Damaged,
    // The last words of the program that knows the rules.
    Broken(String),
    OtherCells,
    OtherBoard { board: u64 },
    OtherRules,

    // Of a source as a whole.
    Warning(Warning),
    // A sentence of a record, as it is.
    Recorded(String),
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
}

/// Games in a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Games(pub(crate) Vec<GameId>);

impl Message for Games {
    fn words(&self, language: Language) -> Cow<'static, str> {
        let names: Vec<&str> = self.0.iter().map(|it| it.name()).collect();
        match names.split_last() {
            Some((last, others)) if !others.is_empty() => {
                format!("{}{}{last}", others.join(", "), AND.of(language)).into()
            }
            _ => names.concat().into(),
        }
    }
}

/// A game that is not played here.
#[texts("words")]
struct Foreign(ForeignGame);

fn foreign(game: &Option<ForeignGame>) -> Option<Foreign> {
    game.map(Foreign)
}

/// The reason why a move of a game is illegal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Illegal {
    pub(crate) game: GameId,
    pub(crate) diagnosis: Box<Diagnosis>,
}

impl Message for Illegal {
    fn words(&self, language: Language) -> Cow<'static, str> {
        say(&Diagnosed { game: self.game, diagnosis: &self.diagnosis }, language)
    }
}

/// A value that a search or a table proves.
#[texts("words")]
enum Proven {
    WinIn(Count),
    LossIn(Count),
    ExactWin(Count),
    ExactDraw,
    ExactLoss(Count),
}

impl Message for Value {
    fn words(&self, language: Language) -> Cow<'static, str> {
        let plies = |it: u32| Count::Plies(it.into());
        let proven = match *self {
            // A value that rounds to zero gets no sign.
            Value::Score(score) => {
                return format!("{:+.1}", (score * 10.0).round() / 10.0 + 0.0).into();
            }
            Value::WinIn(it) => Proven::WinIn(plies(it)),
            Value::LossIn(it) => Proven::LossIn(plies(it)),
            Value::ExactWin(it) => Proven::ExactWin(plies(it)),
            Value::ExactDraw => Proven::ExactDraw,
            Value::ExactLoss(it) => Proven::ExactLoss(plies(it)),
        };
        say(&proven, language)
    }
}

#[texts("words")]
pub(crate) enum Heading<'a> {
    Match { id: &'a str, game: Option<&'a MatchGame>, round: Option<&'a str> },
    Players { x: &'a str, o: &'a str, game: Option<&'a MatchGame>, round: Option<&'a str> },
}

impl Message for MatchGame {
    fn words(&self, _: Language) -> Cow<'static, str> {
        self.to_string().into()
    }
}

/// The end of a match, as far as is known.
#[texts("words")]
pub(crate) enum End<'a> {
    Wrong { plies: Count, text: &'a str, ply: u64, why: &'a str },
    WinBy { winner: Who<'a>, plies: Count, how: Ending<'a> },
    Win { winner: Who<'a>, plies: Count },
    Void { plies: Count },
    DrawBy { plies: Count, how: Ending<'a> },
    // Ended by the program that knows the rules, in its words.
    WinWhy { winner: Who<'a>, plies: Count, why: &'a str },
    DrawWhy { plies: Count, why: &'a str },
    Draw { plies: Count },
    Open { plies: Count, turn: Player },
}

/// A player, perhaps as the first word of a sentence.
#[texts("words")]
pub(crate) enum Who<'a> {
    Named { name: &'a str, player: Player },
    Called(&'a str),
    Unnamed { player: Player, begins: bool },
}
