//! What is said of sources and their matches.

mod en;
mod fr;
mod it;

use crate::analysis::{NotKept, Value};
use crate::pdn::{ForeignGame, Habit, NamedGame};
use crate::{Conclusion, Playthrough, Title, WrongMove};
use arbitro_referee::Warning;
use arbitro_rules::judge::Diagnosis;
use arbitro_rules::line::NoStart;
use arbitro_rules::notation::MoveTextError;
use arbitro_rules::{GameId, Player, Reason};
use arbitro_words::{Ending, Language, Loser, say};

/// Something to say of a source, by its facts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Text {
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
    NoPdn { game: NamedGame },
    NoMoves,
    // With the game that got furthest, and the ply, the text and the defect of its first wrong move.
    NoneFits { furthest: Option<(GameId, u64, String, Box<Text>)> },
    Fit { games: Vec<GameId> },
    VerdictsDiffer { games: Vec<GameId> },
    NoGameType { game: GameId },
    OtherGameType { value: String, game: GameId },

    // Of its moves and its result.
    NoStart(NoStart),
    Illegal { game: GameId, diagnosis: Box<Diagnosis> },
    NoMove(MoveTextError),
    Habit(Habit),
    PassedDraw { ply: u64, reason: Reason },
    NotAllowedEnd { claimed: Reason },
    NotTheEnd { claimed: Reason },
    OtherResult { winner_there: Player, reason: Reason },
    WasOver { reason: Reason },
    MoreRemarks { more: u64 },
    WasOverAtPly { reason: Reason },
    Damaged,

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

arbitro_words::messages! {
    Conclusion<'_>: conclusion;
    NotKept: not_kept;
    Text: words;
    Title: title;
    Value: value;
}

fn listed(games: &[GameId], and: &str) -> String {
    let names: Vec<&str> = games.iter().map(|it| it.name()).collect();
    match names.split_last() {
        Some((last, [])) => (*last).to_owned(),
        Some((last, others)) => format!("{} {and} {last}", others.join(", ")),
        None => String::new(),
    }
}

/// Names a GameType, with the game that it stands for if that is known.
fn numbered(number: u16, name: fn(ForeignGame) -> &'static str) -> String {
    let known = ForeignGame::from_repr(number).map(name);
    known.map_or_else(|| format!("GameType {number}"), |it| format!("GameType {number}, {it}"))
}

/// Joins a title's parts.
fn heading(title: &Title, against: &str, round: &str) -> String {
    let Title { game, id, names, .. } = title;
    let game = game.map_or_else(String::new, |it| format!(", {it}"));
    let round = title.round.as_ref().map_or_else(String::new, |it| format!(", {round} {it}"));
    let name = |it: &Option<String>| it.clone().unwrap_or_else(|| "?".to_owned());
    match (&names.x, &names.o) {
        (None, None) => format!("{id}{game}{round}"),
        (x, o) => format!("{} (x) {against} {} (o){game}{round}", name(x), name(o)),
    }
}

/// Names a player of a match, or calls it as its language does.
fn who(shown: &Playthrough, player: Player, unnamed: &str) -> String {
    let name = match player {
        Player::X => &shown.names.x,
        Player::O => &shown.names.o,
    };
    let name = name.as_ref().map(|name| format!("{name} ({player})"));
    name.unwrap_or_else(|| format!("{unnamed}{player}"))
}

/// Says how a match ended, in the middle of a sentence.
fn how(reason: &str, loser: Option<&str>, language: Language) -> String {
    let loser = loser.map(Loser::Named);
    say(&Ending::Sentence { reason, loser }, language).into_owned()
}

/// Says why a move is wrong, without a full stop.
fn why(wrong: &WrongMove, language: Language) -> String {
    say(&wrong.why, language).trim_end_matches('.').to_owned()
}

fn turn(shown: &Playthrough) -> Player {
    shown.positions.last().map_or(Player::X, |it| it.turn)
}

/// Formats a lead. A value that rounds to zero gets no sign.
fn lead(score: f32) -> String {
    format!("{:+.1}", (score * 10.0).round() / 10.0 + 0.0)
}
