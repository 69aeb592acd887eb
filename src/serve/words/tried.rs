//! A move that a person tries and may not make: the rule, and where it applies.

use crate::play::Illegal;
use arbitro_rules::judge::{Code, Piece};
use arbitro_rules::{Square, card};

/// An illegal move, with its squares by name.
#[derive(Debug)]
pub(super) struct Tried<'a> {
    pub(super) code: Code,
    pub(super) piece: Option<Piece>,
    pub(super) from: String,
    pub(super) to: String,
    /// The other squares, or where a capture is compulsory those of the pieces that can capture.
    pub(super) others: String,
    /// A legal move.
    pub(super) instead: Option<&'a str>,
    /// Number of the Italian rule of priority.
    pub(super) rule: Option<u8>,
}

impl Tried<'_> {
    /// `last` joins the last of several squares. `None` if the text means no move.
    pub(super) fn of<'a>(illegal: &'a Illegal, last: &str) -> Option<Tried<'a>> {
        let name = card(illegal.game).place_name;
        let diagnosis = illegal.diagnosis.as_ref();
        let must =
            illegal.must.as_ref().filter(|_| !diagnosis.is_some_and(|it| is_choice(it.code)));
        let nowhere = diagnosis.map_or(&[][..], |it| &it.others);
        let others = must.map_or(nowhere, |it| &it.with);
        let square = |square: Option<Square>| square.map(name).unwrap_or_default();
        Some(Tried {
            code: match must {
                Some(_) => Code::CaptureForced,
                None => diagnosis?.code,
            },
            piece: diagnosis.and_then(|it| it.piece),
            from: square(diagnosis.and_then(|it| it.from)),
            to: square(diagnosis.and_then(|it| it.to)),
            others: listed(&others.iter().copied().map(name).collect::<Vec<_>>(), last),
            instead: match must {
                Some(must) => Some(&must.example),
                None => diagnosis?.instead.as_deref(),
            },
            rule: diagnosis.and_then(|it| it.rule),
        })
    }

    /// Ends a sentence with a legal move, after these words.
    pub(super) fn example(&self, lead: &str) -> String {
        self.instead.map_or_else(String::new, |it| format!(", {lead} {it}"))
    }
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

fn listed(names: &[String], last: &str) -> String {
    match names {
        [rest @ .., end] if !rest.is_empty() => format!("{} {last} {end}", rest.join(", ")),
        _ => names.concat(),
    }
}
