//! English.

use std::borrow::Cow;

use arbitro_rules::Player;
use arbitro_words::{Count, Diagnosed, Language, Loser, say};

use super::{Text, heading, how, lead, listed, numbered, turn, who, why};
use crate::analysis::{NotKept, Value};
use crate::pdn::{ForeignGame, Habit, NamedGame};
use crate::{Conclusion, Title};

const HERE: Language = Language::English;

pub(super) fn words(text: &Text) -> Cow<'static, str> {
    match text {
        Text::BoardTwice { number } => {
            format!("there is more than one board_{number}.txt; the first counts").into()
        }
        Text::ReadAsOneOf { game, names } => format!(
            "read as {game}; by its first board it may be any of {names}: choose with --game"
        )
        .into(),
        Text::FirstBoardIs { first } => {
            format!("the first board is board_{first}.txt: what was played before it is not here")
                .into()
        }
        Text::WinnerWithoutReason => "it names a winner but no reason".into(),
        Text::FaultWithoutReason => "it names a fault but no reason".into(),
        Text::NoSuchReason { reason } => format!("there is no reason {reason:?}").into(),
        Text::OtherReason { reason, end } => {
            format!("it claims {reason}, but its last position is {end}").into()
        }
        Text::OverAlready { reason, end } => {
            format!("it claims {reason}, but the match was over already: {end}").into()
        }
        Text::NotOver { reason } => {
            format!("it claims {reason}, but the match is not over in its last position").into()
        }
        Text::LimitOfNothing => "it claims move_limit, but nothing was played".into(),
        Text::NoWinnerNamed { reason } => {
            format!("it claims {reason}, by which one player wins, but names no winner").into()
        }
        Text::FaultOfNobody { reason } => {
            format!("it claims {reason}, which is no player's fault, yet it names a fault").into()
        }
        Text::NoSuchOffender { player } => {
            format!("the player of its fault is {player:?}; it can be x or o").into()
        }
        Text::NotItsTurn { offender, charged } => {
            format!("its fault is {offender}'s, but it was {charged}'s turn").into()
        }
        Text::OtherFault { reason, found } => {
            format!("it claims {reason}, but its fault is {found:?}").into()
        }
        Text::FaultElsewhere { ply, next } => {
            format!("its fault is at ply {ply}, but the ply after its moves is {next}").into()
        }
        Text::NoSuchWinner { text } => {
            format!("its winner is {text:?}; it can be x, o or null").into()
        }
        Text::OtherPlies { claimed, plies } => {
            format!("it claims {}, but has {plies}", counted(*claimed)).into()
        }
        Text::PastLimit { limit, plies } => {
            format!("its limit is {}, yet it has {}", counted(*limit), counted(*plies)).into()
        }
        Text::OtherWinner { reason, winner, expected } => format!(
            "it claims that {} won by {reason}, but it was {}",
            name(*winner),
            name(*expected)
        )
        .into(),
        Text::OtherLimit { plies, limit } => {
            format!("it claims move_limit after {}, but its limit is {limit}", counted(*plies))
                .into()
        }
        Text::Line { number } => format!("line {number}").into(),
        Text::LongLine => "longer than any record; it was left out".into(),
        Text::NoRecord => "not a record; it was left out".into(),
        Text::BrokenOff => "it breaks off before its end".into(),
        Text::NoPdn { game: NamedGame::Ours(game) } => format!("there is no PDN of {game}").into(),
        Text::NoPdn { game: NamedGame::Words(name) } => {
            format!("its game is not played here: {name}").into()
        }
        Text::NoPdn { game: NamedGame::Type(number) } => {
            format!("its game is not played here: {}", numbered(*number, foreign)).into()
        }
        Text::NoMoves => "what follows its tags is not moves".into(),
        Text::NoneFits { furthest } => {
            let none =
                "no tag names its game, and no game here fits its moves; name it with --game";
            furthest.as_ref().map_or(none.into(), |(game, ply, text, why)| {
                format!("{none}: {game} fits up to ply {ply}, {text:?}: {}", words(why)).into()
            })
        }
        Text::Fit { games } => {
            format!("no tag names its game; its moves fit {}", listed(games, "and")).into()
        }
        Text::VerdictsDiffer { games } => format!(
            "no tag names its game; its moves fit {}, whose verdicts differ: name it with --game",
            listed(games, "and")
        )
        .into(),
        Text::NoGameType { game } => {
            format!("no GameType says which game it is; it is read as {game}").into()
        }
        Text::OtherGameType { value, game } => {
            format!("its GameType is {value}, it is read as {game}").into()
        }
        Text::NoStart(why) => format!("its start: {}", say(why, HERE)).into(),
        Text::Illegal { game, diagnosis } => say(&Diagnosed { game: *game, diagnosis }, HERE),
        Text::NoMove(why) => say(why, HERE),
        Text::Habit(it) => habit(it).into(),
        Text::PassedDraw { ply, reason } => format!(
            "by the rules it was a draw after ply {ply} ({reason}), but the \
                 game continues"
        )
        .into(),
        Text::NotAllowedEnd { claimed } => format!(
            "its Termination is {claimed}, which its result or its last position does not allow"
        )
        .into(),
        Text::NotTheEnd { claimed } => {
            format!("its Termination is {claimed}, which the last position is not").into()
        }
        Text::OtherResult { winner_there, reason } => format!(
            "{winner_there} has won by the last position ({reason}), the result says otherwise"
        )
        .into(),
        Text::WasOver { reason } => {
            format!("the match was over before it ({reason}), yet moves follow").into()
        }
        Text::MoreRemarks { more } => format!("and {more} more remarks like these").into(),
        Text::WasOverAtPly { reason } => {
            format!("the match was over before this ply ({reason}), yet moves follow").into()
        }
        Text::Damaged => "it is damaged: its checksum does not match".into(),
        Text::Warning(it) => say(it, HERE),
        Text::Recorded(text) => text.clone().into(),
        Text::MoreFolders { more } => format!("{more} more folders were not searched").into(),
        Text::ByteOrderMark => "a byte order mark at its beginning".into(),
        Text::SingleBoard => "a single board, shown as a match without moves".into(),
        Text::LongGame => "longer than any game; it was cut".into(),
        Text::Game { number } => format!("game {number}").into(),
        Text::NoGame => "what follows is not a game; it was left out".into(),
        Text::AfterGame { last } => format!("after game {last}").into(),
        Text::Men { player } => format!("{player} men").into(),
        Text::Kings { player } => format!("{player} kings").into(),
        Text::Marked => "marked".into(),
        Text::Pawns { player, pawns, walls } => {
            format!("{player} on {pawns}, walls left {walls}").into()
        }
        Text::WallsAbove => "walls above".into(),
        Text::WallsRight => "walls to the right of".into(),
    }
}

const fn foreign(game: ForeignGame) -> &'static str {
    match game {
        ForeignGame::Chess => "chess",
        ForeignGame::Pool => "pool checkers",
        ForeignGame::Canadian => "Canadian draughts",
        ForeignGame::Portuguese => "Portuguese draughts",
        ForeignGame::Turkish => "Turkish draughts",
        ForeignGame::Frisian => "Frisian draughts",
        ForeignGame::Spantsiretti => "Spantsiretti draughts",
        ForeignGame::Othello => "Othello",
        ForeignGame::Breakthrough => "breakthrough draughts",
        ForeignGame::Frysk => "Frysk!",
        ForeignGame::Antidraughts => "antidraughts",
    }
}

pub(super) fn title(title: &Title) -> String {
    heading(title, "against", "round")
}

pub(super) fn conclusion(&Conclusion(shown): &Conclusion<'_>) -> String {
    let plies = say(&Count::Plies(shown.moves.len() as u64), HERE);
    if let Some(wrong) = &shown.wrong {
        return format!(
            "It can be followed for {plies}: {} at ply {} is wrong, {}.",
            wrong.text,
            wrong.ply,
            why(wrong, HERE)
        );
    }
    let who = |player| who(shown, player, "");
    match (shown.winner, shown.reason.as_deref()) {
        (Some(winner), Some(reason)) => {
            let loser = !winner;
            let how = how(reason, Some(&who(loser)), HERE);
            format!("{} wins after {plies}: {how}.", who(winner))
        }
        (Some(winner), None) => format!("{} wins after {plies}.", who(winner)),
        (None, Some(reason)) => {
            if reason == "void" {
                return format!("The match does not count: the host failed after {plies}.");
            }
            let how = how(reason, None, HERE);
            format!("A draw after {plies}: {how}.")
        }
        (None, None) if shown.is_draw => format!("A draw after {plies}."),
        (None, None) => {
            let turn = turn(shown);
            format!("It stops after {plies}, {turn} to move.")
        }
    }
}

pub(super) fn habit(habit: &Habit) -> &'static str {
    match habit {
        Habit::Variations => "variations are left out",
        Habit::Nags => "marks of moves ($1, !, ?, +, *) and commas are left out",
        Habit::Points => "its result is counted in points that are not 2-0, 1-1 or 0-2",
        Habit::BareNumbers => "move numbers without a dot",
        Habit::Spaced => "blanks inside a move",
        Habit::NoSign => "squares of a move without '-' or 'x' between them",
        Habit::ColumnAlone => "the square a piece comes from is named by its column alone",
        Habit::JumpByJump => "a capture is written as several moves",
        Habit::FancySigns => "signs of moves that are not ASCII",
        Habit::Coordinates => "squares written as (row,column)",
        Habit::OpenBrace => {
            "a comment is never closed; it was ended where tags begin again, or at the end"
        }
        Habit::Unbalanced => "parentheses of variations do not match",
        Habit::LooseTags => "a tag lacks a quote or a bracket",
        Habit::TagTwice => "a tag occurs twice; the first counts",
        Habit::Junk => "words that are neither moves nor anything else were left out",
        Habit::Latin1 => "bytes that are not UTF-8 were read as Latin-1",
        Habit::WrongNumbers => "move numbers do not fit the moves",
        Habit::TwoResults => "the tag Result and the end of the moves differ; the tag counts",
        Habit::NoResult => "there is no result after the moves",
        Habit::SetUp => "FEN and SetUp do not agree",
        Habit::FenFields => "FEN gives the number of moves made (:H0:F1), which is not used",
        Habit::AfterResult => "something follows the result",
        Habit::QuietCapture => "moves that capture nothing are written like captures",
        Habit::Cp850 => "bytes that are not UTF-8 were read as code page 850",
        Habit::Ambiguous => {
            "a text that may be several captures was read as the first that later moves fit"
        }
    }
}

pub(super) fn not_kept(why: &NotKept) -> Cow<'static, str> {
    match why {
        NotKept::Seal => words(&Text::Damaged),
        NotKept::Form => "this program cannot read it as an analysis".into(),
    }
}

fn counted(plies: u64) -> Cow<'static, str> {
    say(&Count::Plies(plies), HERE)
}

fn name(player: Option<Player>) -> Cow<'static, str> {
    player.map_or("nobody".into(), |it| say(&Loser::Player(it), HERE))
}

pub(super) fn value(value: &Value) -> String {
    let plies = |count: u32| say(&Count::Plies(count.into()), Language::English);
    match *value {
        Value::Score(score) => lead(score),
        Value::WinIn(count) => format!("wins in {}", plies(count)),
        Value::LossIn(count) => format!("loses in {}", plies(count)),
        Value::ExactWin(count) => format!("wins in {} (table)", plies(count)),
        Value::ExactDraw => "drawn (table)".to_owned(),
        Value::ExactLoss(count) => format!("loses in {} (table)", plies(count)),
    }
}
