//! A move that a person tries and may not make: the rule, and where it applies.

use std::borrow::Cow;

use arbitro_rules::judge::{Code, Piece};
use arbitro_rules::{Square, card};
use arbitro_table::texts;
use arbitro_words::{Language, say};

use super::OR;
use crate::play::IllegalMove;

/// The rule that a move breaks, with squares by name.
#[texts("words")]
enum Rule<'a> {
    CaptureForced { others: &'a str, example: Option<Example<'a>> },
    NotMostCaptured(Option<Example<'a>>),
    CaptureUnfinished { to: &'a str, example: Option<Example<'a>> },
    MostKings(Option<Example<'a>>),
    KingFirst(Option<Example<'a>>),
    KingFirstIfEqual(Option<Example<'a>>),
    KingEarliest(Option<Example<'a>>),
    ManCapturedKing(&'a str),
    CapturedBackwards { from: &'a str, to: &'a str },
    ManBackwards { from: &'a str, to: &'a str },
    OwnJumped(&'a str),
    MovedOpponent(&'a str),
    OccupiedByPawn(&'a str),
    Occupied(&'a str),
    ThroughWall { from: &'a str, to: &'a str },
    JumpStraight(&'a str),
    JumpBlocked(&'a str),
    NoWallsLeft,
    PawnStep,
    TooFar { is_king: bool, from: &'a str, to: &'a str },
}

/// The end of a sentence: a legal move.
#[texts("words")]
enum Example<'a> {
    Move(&'a str),
}

/// Says the rule; `None` leaves it to the diagnosis, or if the text means no move.
pub(super) fn rule(illegal: &IllegalMove, language: Language) -> Option<Cow<'static, str>> {
    let name = card(illegal.game).place_name;
    let diagnosis = illegal.diagnosis.as_ref();
    let must = illegal.must.as_ref().filter(|_| !diagnosis.is_some_and(|it| is_choice(it.code)));
    let square = |square: Option<Square>| square.map(name).unwrap_or_default();
    let from = &*square(diagnosis.and_then(|diagnosis| diagnosis.from));
    let to = &*square(diagnosis.and_then(|diagnosis| diagnosis.to));
    // Where a capture is compulsory, the squares of the pieces that can capture.
    let others = must.map_or(diagnosis.map_or(&[][..], |it| &it.others), |must| &must.with);
    let others: Vec<String> = others.iter().copied().map(name).collect();
    let others = &*match &others[..] {
        [rest @ .., end] if !rest.is_empty() => {
            format!("{}{}{end}", rest.join(", "), OR.of(language))
        }
        _ => others.concat(),
    };
    let (code, instead) = match must {
        Some(must) => (Code::CaptureForced, Some(&*must.example)),
        None => (diagnosis?.code, diagnosis?.instead.as_deref()),
    };
    let example = instead.map(Example::Move);
    let piece = diagnosis.and_then(|diagnosis| diagnosis.piece);
    let is_pawn = piece == Some(Piece::Pawn);
    // The number of the Italian rule of priority.
    let priority = diagnosis.and_then(|diagnosis| diagnosis.rule);
    let rule = match code {
        Code::CaptureForced => Rule::CaptureForced { others, example },
        Code::NotMostCaptured => Rule::NotMostCaptured(example),
        Code::CaptureUnfinished => Rule::CaptureUnfinished { to, example },
        Code::NotMostKings | Code::ItalianPriority if priority.is_none_or(|it| it == 3) => {
            Rule::MostKings(example)
        }
        Code::KingFirst => Rule::KingFirst(example),
        Code::ItalianPriority if priority == Some(2) => Rule::KingFirstIfEqual(example),
        Code::ItalianPriority => Rule::KingEarliest(example),
        Code::ManCapturedKing => Rule::ManCapturedKing(others),
        Code::CapturedBackwards => Rule::CapturedBackwards { from, to },
        Code::ManBackwards => Rule::ManBackwards { from, to },
        Code::CapturedOwn | Code::JumpedOwn => Rule::OwnJumped(others),
        Code::MovedOpponent if !is_pawn && !from.is_empty() => Rule::MovedOpponent(from),
        Code::Occupied if is_pawn => Rule::OccupiedByPawn(to),
        Code::Occupied => Rule::Occupied(to),
        Code::ThroughWall => Rule::ThroughWall { from, to },
        Code::JumpBlocked => instead.map_or(Rule::JumpBlocked(others), Rule::JumpStraight),
        Code::NoWallsLeft => Rule::NoWallsLeft,
        Code::WrongDistance if is_pawn => Rule::PawnStep,
        Code::WrongDistance => Rule::TooFar { is_king: piece == Some(Piece::King), from, to },
        _ => return None,
    };
    Some(say(&rule, language))
}

/// Returns true for captures, which break the rules for the choice of a capture.
const fn is_choice(code: Code) -> bool {
    matches!(
        code,
        Code::NotMostCaptured
            | Code::CaptureUnfinished
            | Code::NotMostKings
            | Code::KingFirst
            | Code::ItalianPriority
            | Code::ManCapturedKing
            | Code::CapturedBackwards
    )
}
