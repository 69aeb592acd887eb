//! Makes the diagnosis of an explanation: the fault that it names, and its squares.

use super::Case;
use super::faults::Explanation;
use super::ways::Way;
use crate::draughts::{Move, Priority, RuleSet};
use crate::judge::{Code, Diagnosis, Piece};
use crate::notation::{Cell, Notation};
use crate::{Game, Square};

/// Maximum routes examined for a capture; a person would look at one or two.
const MAX_ROUTES: usize = 64;

fn piece(cell: Cell) -> Option<Piece> {
    cell.owner().map(|_| if cell.is_king() { Piece::King } else { Piece::Man })
}

impl<R: RuleSet> Case<'_, R> {
    /// A diagnosis about a piece that went from one square to another.
    pub(super) fn went(
        &self,
        code: Code,
        (from, to): (Square, Square),
        others: Vec<Square>,
    ) -> Diagnosis {
        Diagnosis {
            piece: piece(self.before.at(from)),
            from: Some(from),
            to: Some(to),
            others,
            ..Diagnosis::new(code, self.mover)
        }
    }

    pub(super) fn diagnosis_of(&self, explanation: &Explanation) -> Diagnosis {
        let code = explanation.codes().leading().unwrap_or(Code::Unchanged);
        Diagnosis { faults: explanation.faults(), ..self.diagnosis_of_fault(code, explanation) }
    }

    /// The diagnosis that names the fault `code` of an explanation.
    fn diagnosis_of_fault(&self, code: Code, explanation: &Explanation) -> Diagnosis {
        let way = &explanation.way;
        let edits = explanation.at(code);
        let edit = explanation.edits.iter().find(|edit| edit.code == code);
        let says = |others: Vec<Square>| Diagnosis { others, ..Diagnosis::new(code, self.mover) };
        // A fault of the board, or of the way if the board has none.
        if let Some(edit) = edit {
            return match (code, edit.from, way.route) {
                (Code::OffDark | Code::MovedOpponent, Some(from), _) => {
                    self.went(code, (from, edit.at), Vec::new())
                }
                (Code::OffDark, None, _) => Diagnosis { to: Some(edit.at), ..says(Vec::new()) },
                (Code::MovedTwo, ..) => says(self.left(explanation)),
                (Code::NotPromoted, _, Some(route)) => Diagnosis {
                    piece: Some(Piece::Man),
                    to: Some(edit.at),
                    touched: self.touched_last_row(way, route.1),
                    ..says(Vec::new())
                },
                (Code::PromotedEarly, ..) => Diagnosis {
                    touched: self.touched_last_row(way, edit.at),
                    ..says(vec![edit.at])
                },
                (Code::RemovedTooMany, _, Some(route)) if way.broken.contains(code) => {
                    let mut removed = Self::places(way.taken);
                    removed.extend(edits);
                    removed.sort_unstable();
                    self.went(code, route, removed)
                }
                (
                    Code::RemovedTooMany | Code::NotRemoved | Code::RemovedWithoutJump,
                    _,
                    Some(route),
                ) => self.went(code, route, edits),
                _ => says(vec![edit.at]),
            };
        }
        match (code, way.route) {
            (Code::CaptureUnfinished, Some(route)) => self.wrong_choice(way, route),
            (Code::CaptureForced, Some(route)) => self.capture_forced(route),
            (_, Some(route)) => self.went(code, route, self.broken_at(code, way, route)),
            (_, None) => says(Vec::new()),
        }
    }

    /// The squares of the mover's pieces that left, ascending.
    fn left(&self, explanation: &Explanation) -> Vec<Square> {
        let from = explanation.way.route.map(|(from, _)| from);
        let moved = explanation.edits.iter();
        let moved = moved.filter(|moved| moved.code == Code::MovedTwo);
        let mut left: Vec<Square> =
            from.into_iter().chain(moved.filter_map(|it| it.from)).collect();
        left.sort_unstable();
        left
    }

    /// The pieces that show how a way breaks a rule.
    fn broken_at(&self, code: Code, way: &Way, (from, to): (Square, Square)) -> Vec<Square> {
        let is_own = |place: &Square| self.before.at(*place).owner() == Some(self.mover);
        let own = from.between(to).filter(is_own);
        match code {
            Code::JumpedOwn => own.take(1).collect(),
            Code::CapturedOwn => own.filter(|&it| way.takes::<R>(it)).collect(),
            Code::CapturedBackwards => Self::places(way.backwards),
            Code::ManCapturedKing => Self::places(way.kings).into_iter().take(1).collect(),
            Code::RemovedTooMany => Self::places(way.taken),
            _ => Vec::new(),
        }
    }

    /// The square of the last row that the man of this legal capture touched before it continued.
    fn touched_last_row(&self, way: &Way, at: Square) -> Option<Square> {
        let last_row = R::RULES.last_row(self.mover);
        let (from, to) = way.route.filter(|&(_, to)| to == at && to.row != last_row)?;
        let mv = Move { from: Self::square(from)?, to: Self::square(to)?, captured: way.taken };
        self.legal.binary_search(&mv).ok()?;
        let routes = self.position.paths(mv, MAX_ROUTES);
        let mut places = routes.iter().flatten().copied().map(Self::place);
        places.find(|place| place.row == last_row)
    }

    fn capture_forced(&self, route: (Square, Square)) -> Diagnosis {
        let capture = self.legal.first();
        Diagnosis {
            instead: capture.map(|&mv| self.position.write_move(mv)),
            ..self.went(
                Code::CaptureForced,
                route,
                capture.map(|mv| Self::place(mv.from)).into_iter().collect(),
            )
        }
    }

    /// The legal capture that begins like this one.
    fn continuation(&self, way: &Way, (from, to): (Square, Square)) -> Option<Move> {
        let at = Self::square(to)?.bit();
        let is_longer = |mv: &&Move| Self::place(mv.from) == from && way.taken & !mv.captured == 0;
        let mut longer = self.legal.iter().filter(is_longer);
        let from_elsewhere = longer.clone().next();
        let onward = longer.find(|&&mv| self.position.can_go_on(mv, (at, way.is_king, way.taken)));
        // If longer captures have no priority, a king that cannot continue from here landed on the
        // wrong square behind what it captured; otherwise priority decides.
        let onward = onward.or(from_elsewhere.filter(|_| !R::RULES.priority.counts_pieces()));
        onward.copied()
    }

    /// Diagnoses a possible capture that had a lower priority than another.
    fn wrong_choice(&self, way: &Way, route: (Square, Square)) -> Diagnosis {
        let example = |mv: Option<Move>| mv.map(|mv| self.position.write_move(mv));
        if let Some(mv) = self.continuation(way, route) {
            return Diagnosis {
                instead: example(Some(mv)),
                ..self.went(Code::CaptureUnfinished, route, Vec::new())
            };
        }
        let best = self.legal.first().copied();
        let inferior = |code: Code, others: Vec<Square>| Diagnosis {
            instead: example(best),
            ..self.went(code, route, others)
        };
        match R::RULES.priority {
            Priority::Free | Priority::KingFirst => return inferior(Code::KingFirst, Vec::new()),
            _ if way.taken.count_ones() < best.map_or(0, |mv| mv.captured_count()) => {
                return inferior(Code::NotMostCaptured, Self::places(way.taken));
            }
            Priority::MostPieces | Priority::MostPiecesThenKings => {
                return inferior(Code::NotMostKings, Vec::new());
            }
            Priority::Italian => {}
        }
        let kings = self.position.board().kings();
        let rule = match best {
            Some(mv) if kings & mv.from.bit() != 0 && !self.before.at(route.0).is_king() => 2,
            Some(mv) if (mv.captured & kings).count_ones() > (way.taken & kings).count_ones() => 3,
            _ => 4,
        };
        Diagnosis { rule: Some(rule), ..inferior(Code::ItalianPriority, Vec::new()) }
    }
}
