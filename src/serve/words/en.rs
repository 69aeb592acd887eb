//! Messages of the server, in English.

use std::borrow::Cow;

use arbitro_rules::End;
use arbitro_rules::history::LineEnd;
use arbitro_rules::judge::{Code, Piece};
use arbitro_words::{Language, counted, say};

use super::{EndReason, Side, Text, Tried};
use crate::play::{Denied, EndedBy, Ending};
use crate::refusal::Refusal;

const HERE: Language = Language::English;

pub(super) fn side(side: &Side) -> &'static str {
    if side.is_white() { "White" } else { "Black" }
}

pub(super) fn ending(it: &Ending) -> String {
    match (it.winner(), it.how) {
        (Some(winner), _) => format!("{} wins: {}.", side(&it.side(winner)), why(&EndReason(it))),
        (None, EndedBy::Agreed { with_computer: false }) => "A draw by agreement.".to_owned(),
        (None, EndedBy::Agreed { with_computer: true }) => {
            "A draw by agreement: the computer does not see itself ahead.".to_owned()
        }
        (None, EndedBy::Rules(LineEnd::MoveLimit(plies))) => {
            format!("A draw after {}, the limit.", counted(plies as u64, "ply", "plies"))
        }
        (None, _) => format!("A draw: {}.", why(&EndReason(it))),
    }
}

pub(super) fn why(&EndReason(it): &EndReason<'_>) -> String {
    let name = |player| side(&it.side(player));
    match it.how {
        EndedBy::Rules(LineEnd::Position(end)) => match end {
            End::NoPieces(loser) => format!("{} has no pieces left", name(loser)),
            End::NoMoves(loser) => format!("{} cannot move", name(loser)),
            End::Goal(_) => "its pawn has reached the other side".to_owned(),
        },
        EndedBy::Rules(LineEnd::Repetition(times)) => {
            format!("this position has occurred {times} times")
        }
        EndedBy::Rules(LineEnd::RuleDraw(rule)) => say(&rule, HERE).into_owned(),
        EndedBy::Rules(LineEnd::MoveLimit(plies)) => {
            format!("the limit of {} is reached", counted(plies as u64, "ply", "plies"))
        }
        EndedBy::Resigned(loser) => format!("{} has resigned", name(loser)),
        EndedBy::Late(loser) => format!("{} has no time left", name(loser)),
        EndedBy::Agreed { with_computer: false } => "by agreement".to_owned(),
        EndedBy::Agreed { with_computer: true } => {
            "the computer accepts: it does not see itself ahead".to_owned()
        }
    }
}

pub(super) fn denied(it: &Denied) -> Cow<'static, str> {
    let text = match it {
        Denied::Illegal(it) => return say(&**it, HERE),
        Denied::OldPly { asked, played } => {
            return format!(
                "this is for ply {asked}, but {played} plies have been played: read \
                 the match again"
            )
            .into();
        }
        Denied::NotYourTurn => "it is the computer's turn: wait for its move",
        Denied::Over => "the match is over: begin a new one, or take a move back",
        Denied::NothingToUndo => "there is no move of yours to take back",
        Denied::Resigned => "the match was ended by a resignation: that cannot be taken back",
        Denied::Late => "the match was ended by the clock: that cannot be taken back",
        Denied::Agreed => "the match was ended by an agreement: that cannot be taken back",
        Denied::OfferStands => "a draw is offered already: accept it, decline it, or move",
        Denied::Declined => "the offer was declined: make a move before the next one",
        Denied::NoOffer => "no draw is offered: there is nothing to answer",
    };
    text.into()
}

/// The rule that a move breaks; `None` leaves it to the diagnosis.
pub(super) fn tried(it: &Tried<'_>) -> Option<String> {
    let Tried { from, to, others, .. } = it;
    let example = it.example("for example");
    let is_pawn = it.piece == Some(Piece::Pawn);
    let piece = if it.piece == Some(Piece::King) { "king" } else { "man" };
    Some(match it.code {
        Code::CaptureForced => format!("you must capture: with the piece on {others}{example}"),
        Code::NotMostCaptured => format!("you must capture as many pieces as you can{example}"),
        Code::CaptureUnfinished => {
            format!("you must capture to the end: from {to} it goes on{example}")
        }
        Code::NotMostKings | Code::ItalianPriority if it.rule.is_none_or(|it| it == 3) => {
            format!("you must capture as many kings as you can{example}")
        }
        Code::KingFirst => format!("a king must capture before a man{example}"),
        Code::ItalianPriority if it.rule == Some(2) => {
            format!("a king must capture before a man if it takes as many pieces{example}")
        }
        Code::ItalianPriority => format!("you must capture where you meet a king first{example}"),
        Code::ManCapturedKing => format!("a man may not capture a king: there is one on {others}"),
        Code::CapturedBackwards => {
            format!("a man captures only forwards: {to} is behind {from}")
        }
        Code::ManBackwards => format!("a man never steps backwards: {to} is behind {from}"),
        Code::CapturedOwn | Code::JumpedOwn => {
            format!("only enemy pieces can be jumped: the piece on {others} is your own")
        }
        Code::MovedOpponent if !is_pawn && !from.is_empty() => {
            format!("you may move only your own pieces: the one on {from} is your opponent's")
        }
        Code::Occupied if is_pawn => {
            format!("a pawn can be jumped over, never landed on: one stands on {to}")
        }
        Code::Occupied => format!("a piece goes only to an empty square: {to} is taken"),
        Code::ThroughWall => format!("walls stop every step: one is between {from} and {to}"),
        Code::JumpBlocked => match it.instead {
            Some(straight) => format!(
                "a jump turns aside only where something stops it: straight on to {straight} the \
                 way is free"
            ),
            None => format!("walls stop every jump: one is behind the pawn on {others}"),
        },
        Code::NoWallsLeft => "you have no walls left".to_owned(),
        Code::WrongDistance if is_pawn => "a pawn goes one square up, down, left or right, or \
             jumps over the other pawn next to it"
            .to_owned(),
        Code::WrongDistance => format!("no {piece} can go from {from} to {to}"),
        _ => return None,
    })
}

pub(super) fn refusal(it: &Refusal) -> Cow<'static, str> {
    let text = match it {
        Refusal::Denied(it) => return denied(it),
        Refusal::NoStart { field, why } => return format!("{field}: {}", say(why, HERE)).into(),
        Refusal::NotJudged(why) => return say(why, HERE),
        Refusal::OfClient { text, .. } => return text.clone().into(),
        Refusal::NoAddress => "there is nothing at this address",
        Refusal::NoMatch => {
            "there is no such match, or it was closed after a long pause: begin a new one"
        }
        Refusal::NoTournament => {
            "there is no such tournament in the folders that `serve --results` was given"
        }
        Refusal::NoMatchOfTournament => {
            "there is no such match in this tournament, or it has not been played yet"
        }
        Refusal::NoUpload => "this file is no longer here: drop it on the page again",
        Refusal::TooLong => "this match is too long to step through here: use `replay`",
        Refusal::OldOffer => "the match moved on before the offer was answered: offer again",
        Refusal::OldHint => "the match moved on during the search for a hint: ask again",
        Refusal::TooManyMatches => {
            "there are too many open matches: close one, or try again in some minutes"
        }
        Refusal::TooManySearches => "too many searches are running: try again in a moment",
        Refusal::TooManyUploads => "too many files are being read: try again in a moment",
        Refusal::TooManyWaiting => {
            "too many requests are waiting: ask again in a moment, without waiting"
        }
        Refusal::TooManyWatching => {
            "too many clients are watching: look again in a moment, without live updates"
        }
        Refusal::Broken => {
            "this could not be read because of a bug in this program; please report it"
        }
    };
    text.into()
}

pub(super) fn text(it: &Text<'_>) -> Cow<'static, str> {
    match *it {
        Text::DeclinedEarly => "The computer declines: so early it wants to play on.".into(),
        Text::DeclinedAhead => "The computer declines: it sees itself ahead.".into(),
        Text::UnreadableMatch { number, why } => format!("match {number}: {why}").into(),
        Text::FirstListed { count, listed } => {
            format!("{count} matches; the first {listed} are listed").into()
        }
        Text::UncountedLines(1) => "1 line of the journal does not count".into(),
        Text::UncountedLines(many) => format!("{many} lines of the journal do not count").into(),
        Text::OpenVoids(1) => "1 void match is to be played again".into(),
        Text::OpenVoids(many) => format!("{many} void matches are to be played again").into(),
        Text::Knockout => "knockout: eliminated players play no more matches".into(),
        Text::NotHere => "Not here".into(),
        Text::NothingHere => "There is nothing here".into(),
        Text::ToTheGames => "To the games".into(),
    }
}
