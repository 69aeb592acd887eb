//! Diagnoses in words. One function per language; English so far.
//!
//! A sentence says what happened, with its squares, then the rule it breaks. Squares are named by
//! the function that the caller gives, so that each game keeps its own names.

use super::{Code, Diagnosis, Piece};
use crate::notation::{Notation, Place};

/// The diagnosis in English, with the game's names for squares.
pub fn english<G: Notation>(diagnosis: &Diagnosis) -> String {
    English {
        diagnosis,
        name: G::place_name,
    }
    .sentence()
}

struct English<'a> {
    diagnosis: &'a Diagnosis,
    name: fn(Place) -> String,
}

impl English<'_> {
    fn piece(&self) -> &'static str {
        match self.diagnosis.piece {
            Some(Piece::Man) => "man",
            Some(Piece::King) => "king",
            None => "piece",
        }
    }

    fn from(&self) -> String {
        self.diagnosis
            .from
            .map_or_else(|| "its square".to_owned(), self.name)
    }

    fn to(&self) -> String {
        self.diagnosis
            .to
            .map_or_else(|| "its new square".to_owned(), self.name)
    }

    fn touched(&self) -> Option<String> {
        self.diagnosis.touched.map(self.name)
    }

    fn others(&self) -> String {
        let names: Vec<String> = self
            .diagnosis
            .others
            .iter()
            .copied()
            .map(self.name)
            .collect();
        match names.split_last() {
            None => "some squares".to_owned(),
            Some((last, [])) => last.clone(),
            Some((last, rest)) => format!("{} and {last}", rest.join(", ")),
        }
    }

    fn pieces_on_others(&self) -> String {
        match self.diagnosis.others.len() {
            1 => format!("the piece on {}", self.others()),
            _ => format!("the pieces on {}", self.others()),
        }
    }

    /// The same as the subject of a sentence.
    fn pieces_on_others_are(&self) -> String {
        let are = match self.diagnosis.others.len() {
            1 => "is",
            _ => "are",
        };
        format!("{} {are}", self.pieces_on_others())
    }

    fn instead(&self, lead: &str) -> String {
        self.diagnosis
            .instead
            .as_ref()
            .map_or_else(String::new, |instead| format!(", {lead} {instead}"))
    }

    fn sentence(&self) -> String {
        let Diagnosis {
            code, mover, rule, ..
        } = self.diagnosis;
        let (piece, from, to) = (self.piece(), self.from(), self.to());
        let went = format!("the {piece} on {from} went to {to}");
        match code {
            Code::Unchanged => format!("the board is unchanged; {mover} must move"),
            Code::OffDark => match self.diagnosis.from {
                Some(_) => format!("{went}, a light square; only dark squares are used"),
                None => {
                    format!("a piece stands on {to}, a light square; only dark squares are used")
                }
            },
            Code::NotPromoted => match self.touched() {
                Some(touched) => format!(
                    "the man that came to {to} touched its last row on {touched} and must be a king from there on"
                ),
                None => {
                    format!("the man that came to {to} is on its last row and must be a king there")
                }
            },
            Code::PromotedEarly => match self.touched() {
                Some(touched) => format!(
                    "the man that came to {} became a king, but it only passed its last row on {touched}; it must stay a man",
                    self.others()
                ),
                None => format!(
                    "the man on {} became a king, but not by reaching its last row",
                    self.others()
                ),
            },
            Code::Demoted => format!(
                "the king on {} became a man; kings stay kings",
                self.others()
            ),
            Code::MovedOpponent => {
                format!(
                    "the opponent's {piece} on {from} moved to {to}; {mover} may move only its own pieces"
                )
            }
            Code::MovedTwo => format!(
                "pieces moved from {}; only one may move in a turn",
                self.others()
            ),
            Code::Appeared => format!(
                "there is a new piece on {} that came from nowhere",
                self.others()
            ),
            Code::Vanished => format!(
                "{} gone without having been captured",
                self.pieces_on_others_are()
            ),
            Code::CapturedOwn => {
                format!(
                    "{went} over a piece of its own side on {} and removed it; only enemy pieces can be captured",
                    self.others()
                )
            }
            Code::JumpedOwn => {
                format!(
                    "{went} over a piece of its own side on {}; only enemy pieces can be jumped",
                    self.others()
                )
            }
            Code::Occupied => format!(
                "{went}, which was not empty; a capture jumps over a piece, it does not land on it"
            ),
            Code::ManBackwards => format!("{went}; a man never steps backwards"),
            Code::WrongDistance => format!("{went}; no {piece} can go there from {from}"),
            Code::NotRemoved => format!(
                "{went} by a jump, but {} still there; what is jumped must be removed",
                self.pieces_on_others_are()
            ),
            Code::RemovedWithoutJump => format!(
                "{went}, and {} gone; only jumped pieces may be removed",
                self.pieces_on_others_are()
            ),
            Code::RemovedTooMany => format!(
                "{went}, and {} gone; that is more than this move captures",
                self.pieces_on_others_are()
            ),
            Code::ManCapturedKing => format!(
                "{went} over the king on {}; a man may not capture a king",
                self.others()
            ),
            Code::CapturedBackwards => {
                format!(
                    "{went}, capturing backwards over {}; a man captures only forwards",
                    self.others()
                )
            }
            Code::CaptureForced => format!(
                "{went}, but the piece on {} can capture{}; capturing is compulsory",
                self.others(),
                self.instead("for example")
            ),
            Code::NotMostCaptured => {
                format!(
                    "{went} and took {}; another capture takes more{}",
                    self.pieces_on_others(),
                    self.instead("for example")
                )
            }
            Code::CaptureUnfinished => format!(
                "{went} by a capture that must go on{}",
                self.instead("for example")
            ),
            Code::ItalianPriority => {
                let why = match rule {
                    Some(2) => {
                        "as many can be taken with a king, and a king must take before a man"
                    }
                    Some(3) => "another capture of as many pieces takes more kings",
                    _ => "another capture of as many pieces and kings meets a king earlier",
                };
                format!(
                    "{went} by a capture, but {why}{}",
                    self.instead("for example")
                )
            }
        }
    }
}
