//! Diagnoses in English.

use crate::diagnosed::Spoken;
use arbitro_rules::judge::{Code, Diagnosis, Piece};

/// A diagnosis to put into English.
pub(crate) struct English<'a>(pub(crate) Spoken<'a>);

impl English<'_> {
    fn piece(&self) -> &'static str {
        match self.0.diagnosis.piece {
            Some(Piece::Man) => "man",
            Some(Piece::King) => "king",
            Some(Piece::Pawn) => "pawn",
            None => "piece",
        }
    }

    fn from(&self) -> String {
        let from = self.0.diagnosis.from;
        from.map_or_else(|| "its square".to_owned(), self.0.name)
    }

    fn to(&self) -> String {
        let to = self.0.diagnosis.to;
        to.map_or_else(|| "its new square".to_owned(), self.0.name)
    }

    fn others(&self) -> String {
        let others = self.0.others("and");
        others.unwrap_or_else(|| "some squares".to_owned())
    }

    fn pieces_on_others(&self) -> String {
        match self.0.diagnosis.others.len() {
            1 => format!("the piece on {}", self.others()),
            _ => format!("the pieces on {}", self.others()),
        }
    }

    /// The pieces on the other squares of the diagnosis, with their verb: "the piece on (2,3) is".
    fn pieces_on_others_are(&self) -> String {
        let are = match self.0.diagnosis.others.len() {
            1 => "is",
            _ => "are",
        };
        format!("{} {are}", self.pieces_on_others())
    }

    /// The walls, as the subject or object of a sentence.
    fn walls(&self) -> String {
        match self.0.diagnosis.walls() {
            [] => "some wall".to_owned(),
            [wall] => format!("the wall {wall}"),
            [rest @ .., last] => format!("the walls {} and {last}", rest.join(", ")),
        }
    }

    fn are(&self) -> &'static str {
        match self.0.diagnosis.walls().len() {
            0 | 1 => "is",
            _ => "are",
        }
    }

    /// Sentences about Quoridor; `None` for other codes, and for shared codes when they are about
    /// draughts pieces.
    fn of_walls_and_pawns(&self, went: &str) -> Option<String> {
        let Diagnosis { code, mover, .. } = self.0.diagnosis;
        let (walls, others) = (self.walls(), self.others());
        let has_walls = !self.0.diagnosis.walls().is_empty();
        let is_pawn = self.0.diagnosis.piece == Some(Piece::Pawn);
        Some(match code {
            Code::WallOverlap => match self.0.diagnosis.walls() {
                [placed, there] => {
                    format!("the wall {placed} overlaps the wall {there}; walls may only touch")
                }
                _ => format!("{walls} overlaps another one; walls may only touch"),
            },
            Code::WallCross => match self.0.diagnosis.walls() {
                [placed, there] => {
                    format!("the wall {placed} crosses the wall {there}; walls may only touch")
                }
                _ => format!("{walls} crosses another one; walls may only touch"),
            },
            Code::WallBroken if has_walls => {
                format!("{walls} {} incomplete; a wall has a middle and two halves", self.are())
            }
            Code::WallBroken => format!(
                "half a wall is at {others} without its middle; a wall has a middle and two halves"
            ),
            Code::PathBlocked => format!(
                "{walls} {} the pawn on {others} no path to its goal; every pawn must keep one",
                if self.0.diagnosis.walls().len() > 1 { "leave" } else { "leaves" }
            ),
            Code::NoWallsLeft => {
                format!("{mover} placed {walls}, but it had no walls left")
            }
            Code::ThroughWall => format!("{went} through a wall; walls stop every step"),
            Code::JumpBlocked => match &self.0.diagnosis.instead {
                Some(straight) => format!(
                    "{went} to the side of the pawn on {others}, but nothing stops the straight jump to {straight}; a jump may turn aside only if something does"
                ),
                None => format!(
                    "{went} over the pawn on {others}, but a wall is in the way of that jump"
                ),
            },
            Code::TwoActions if self.0.diagnosis.from.is_some() => {
                format!(
                    "{went} and {walls} {} new; a turn is a step or a wall, not both",
                    self.are()
                )
            }
            Code::TwoActions => {
                format!("{walls} {} new; only one wall may be placed in a turn", self.are())
            }
            Code::WallsMiscounted => match self.0.diagnosis.miscount() {
                Some(miscount) => format!(
                    "{} should have {} walls left after this turn, the board says {}; only a wall that is placed takes one from its player",
                    miscount.player, miscount.expected, miscount.found
                ),
                None => "the walls left are wrong after this turn".to_owned(),
            },
            Code::OtherSize => {
                "the board has another size; a board's size never changes".to_owned()
            }
            Code::GameOver => format!(
                "the pawn on {others} had reached its goal; the match was over before this turn"
            ),
            Code::MovedOpponent if has_walls => format!(
                "{walls} was taken from the walls of {}; {mover} may place only its own",
                !*mover
            ),
            Code::Vanished if has_walls => {
                format!("{walls} {} gone; walls stay where they are", self.are())
            }
            Code::Vanished if is_pawn => {
                format!("the pawn on {others} is gone; pawns are never taken")
            }
            Code::Occupied if is_pawn => format!(
                "{went}, where the other pawn stands; it may be jumped over, never landed on"
            ),
            Code::WrongDistance if is_pawn => format!(
                "{went}; a pawn goes one square up, down, left or right, or jumps over the other pawn next to it"
            ),
            _ => return None,
        })
    }

    fn instead(&self) -> String {
        self.0.instead("for example")
    }

    /// The whole sentence.
    pub(crate) fn sentence(&self) -> String {
        let Diagnosis { code, mover, rule, .. } = self.0.diagnosis;
        let (piece, from, to) = (self.piece(), self.from(), self.to());
        let went = format!("the {piece} on {from} went to {to}");
        if let Some(sentence) = self.of_walls_and_pawns(&went) {
            return sentence;
        }
        match code {
            Code::Unchanged => format!("the board is unchanged; {mover} must move"),
            Code::OffDark => match self.0.diagnosis.from {
                Some(_) => format!("{went}, a light square; only dark squares are used"),
                None => {
                    format!("a piece stands on {to}, a light square; only dark squares are used")
                }
            },
            Code::NotPromoted => match self.0.touched() {
                Some(touched) => format!(
                    "the man that came to {to} touched its last row on {touched} and must be a king from there on"
                ),
                None => {
                    format!("the man that came to {to} is on its last row and must be a king there")
                }
            },
            Code::PromotedEarly => match self.0.touched() {
                Some(touched) => format!(
                    "the man that came to {} became a king, but it only passed its last row on {touched}; it must stay a man",
                    self.others()
                ),
                None => format!(
                    "the man on {} became a king, but not by reaching its last row",
                    self.others()
                ),
            },
            Code::Demoted => {
                format!("the king on {} became a man; kings stay kings", self.others())
            }
            Code::MovedOpponent => {
                format!(
                    "the opponent's {piece} on {from} moved to {to}; {mover} may move only its own pieces"
                )
            }
            Code::MovedTwo => {
                format!("pieces moved from {}; only one may move in a turn", self.others())
            }
            Code::Appeared => format!("a new piece appeared on {}", self.others()),
            Code::Vanished => {
                format!("{} gone without having been captured", self.pieces_on_others_are())
            }
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
            Code::ManCapturedKing => {
                format!("{went} over the king on {}; a man may not capture a king", self.others())
            }
            Code::CapturedBackwards => {
                format!(
                    "{went}, capturing backwards over {}; a man captures only forwards",
                    self.others()
                )
            }
            Code::CaptureForced => format!(
                "{went}, but the piece on {} can capture{}; capturing is compulsory",
                self.others(),
                self.instead()
            ),
            Code::NotMostCaptured => {
                format!(
                    "{went} and took {}; another capture takes more{}",
                    self.pieces_on_others(),
                    self.instead()
                )
            }
            Code::CaptureUnfinished => {
                format!("{went} by a capture that must go on{}", self.instead())
            }
            Code::NotMostKings => {
                format!(
                    "{went} by a capture, but another capture of as many pieces takes more kings{}",
                    self.instead()
                )
            }
            Code::KingFirst => {
                format!(
                    "{went} by a capture, but a king can capture, and a king must capture before a man{}",
                    self.instead()
                )
            }
            Code::ItalianPriority => {
                let why = match rule {
                    Some(2) => {
                        "as many can be taken with a king, and a king must take before a man"
                    }
                    Some(3) => "another capture of as many pieces takes more kings",
                    _ => "another capture of as many pieces and kings meets a king earlier",
                };
                format!("{went} by a capture, but {why}{}", self.instead())
            }
            // Handled above with walls and pawns.
            Code::WallOverlap
            | Code::WallCross
            | Code::WallBroken
            | Code::PathBlocked
            | Code::NoWallsLeft
            | Code::ThroughWall
            | Code::JumpBlocked
            | Code::TwoActions
            | Code::WallsMiscounted
            | Code::OtherSize
            | Code::GameOver
            | Code::NoSuchMove
            | Code::ByTheProgram => went,
        }
    }
}
