//! Diagnoses illegal boards of every draughts set.
//!
//! The two boards are compared square by square. The checks come in the order in which a person
//! sees things: the opponent's pieces first, then how many own pieces moved, then the route of the
//! one that did, then what it captured, then what it should have captured instead. The last two are
//! in `captures`.

mod captures;

use super::way::{Capturer, Permissions, diagonal, forward};
use super::{Code, Diagnose, Diagnosis, Piece};
use crate::draughts::{Capturing, Draughts, KingReach, Move, RuleSet, Square};
use crate::notation::{Cell, Notation, Place, Setup};
use crate::{Game, Player};

impl<R: RuleSet> Diagnose for Draughts<R> {
    fn diagnose(&self, after: &Setup) -> Diagnosis {
        Case::new(self, after).diagnosis()
    }
}

/// Maximum routes examined for a capture; a person would look at one or two.
const MAX_WAYS: usize = 64;

/// The differences between the two boards, from the mover's side. All lists are ascending.
struct Case<'a, R> {
    position: &'a Draughts<R>,
    mover: Player,
    before: Setup,
    after: &'a Setup,
    own_left: Vec<Place>,
    own_came: Vec<Place>,
    own_changed: Vec<Place>,
    enemy_left: Vec<Place>,
    enemy_came: Vec<Place>,
    enemy_changed: Vec<Place>,
}

fn piece(cell: Cell) -> Option<Piece> {
    cell.owner().map(|_| {
        if cell.is_king() {
            Piece::King
        } else {
            Piece::Man
        }
    })
}

impl<'a, R: RuleSet> Case<'a, R> {
    fn new(position: &'a Draughts<R>, after: &'a Setup) -> Case<'a, R> {
        let before = Draughts::<R>::setup(&position.board());
        let mover = position.turn();
        let mut case = Case {
            position,
            mover,
            before,
            after,
            own_left: Vec::new(),
            own_came: Vec::new(),
            own_changed: Vec::new(),
            enemy_left: Vec::new(),
            enemy_came: Vec::new(),
            enemy_changed: Vec::new(),
        };
        for (place, was) in before.iter() {
            let is = after.at(place);
            let (had, has) = (was.owner(), is.owner());
            for (player, left, came, changed) in [
                (
                    mover,
                    &mut case.own_left,
                    &mut case.own_came,
                    &mut case.own_changed,
                ),
                (
                    !mover,
                    &mut case.enemy_left,
                    &mut case.enemy_came,
                    &mut case.enemy_changed,
                ),
            ] {
                match (had == Some(player), has == Some(player)) {
                    (true, false) => left.push(place),
                    (false, true) => came.push(place),
                    (true, true) if was != is => changed.push(place),
                    _ => {}
                }
            }
        }
        case
    }

    fn says(&self, code: Code) -> Diagnosis {
        Diagnosis::new(code, self.mover)
    }

    fn about(&self, code: Code, others: &[Place]) -> Diagnosis {
        Diagnosis {
            others: others.to_vec(),
            ..self.says(code)
        }
    }

    /// A diagnosis about the piece that stood on `from` and stands on `to`.
    fn went(&self, code: Code, from: Place, to: Place, others: &[Place]) -> Diagnosis {
        Diagnosis {
            piece: piece(self.before.at(from)),
            from: Some(from),
            to: Some(to),
            others: others.to_vec(),
            ..self.says(code)
        }
    }

    fn diagnosis(&self) -> Diagnosis {
        if let Some(diagnosis) = self.light_square().or_else(|| self.enemy_moved()) {
            return diagnosis;
        }
        match (&self.own_left[..], &self.own_came[..]) {
            ([], []) => self.nobody_moved(),
            ([], came) => self.about(Code::Appeared, &came[..1]),
            (left, []) => self.own_gone(left),
            (&[from], &[to]) => self.one_moved(from, to),
            (left, came) if left.len() == came.len() => self.about(Code::MovedTwo, left),
            (left, came) if left.len() < came.len() => self.own_appeared(left, came),
            (left, came) => self.own_vanished(left, came),
        }
    }

    fn light_square(&self) -> Option<Diagnosis> {
        let is_light = |place: &&Place| {
            Draughts::<R>::GEOMETRY
                .square(place.row, place.column)
                .is_none()
        };
        if let Some(&to) = self.own_came.iter().find(is_light) {
            let from = self.own_left.first().copied();
            let piece = from.and_then(|from| piece(self.before.at(from)));
            return Some(Diagnosis {
                piece,
                from,
                to: Some(to),
                ..self.says(Code::OffDark)
            });
        }
        None
    }

    fn enemy_moved(&self) -> Option<Diagnosis> {
        if let Some(&came) = self.enemy_came.first() {
            // Without the new piece it may be a legal move; then the new piece alone is the fault.
            // The new piece may stand on a square that was empty, that the mover's piece still
            // occupies, or that the mover's piece left.
            let without = |instead: &dyn Fn(Place) -> Cell| {
                let mut without = *self.after;
                for &place in &self.enemy_came {
                    without.cells[place.row][place.column] = instead(place);
                }
                without
            };
            let is_extra = self.is_legal(&without(&|place| self.before.at(place)))
                || self.is_legal(&without(&|_| Cell::Empty));
            let left = self.enemy_left.first().copied();
            return Some(match left {
                Some(left) if !is_extra => Diagnosis {
                    piece: piece(self.before.at(left)),
                    from: Some(left),
                    to: Some(came),
                    ..self.says(Code::MovedOpponent)
                },
                _ => self.about(Code::Appeared, &[came]),
            });
        }
        let &place = self.enemy_changed.first()?;
        Some(self.changed(place))
    }

    fn changed(&self, place: Place) -> Diagnosis {
        let code = if self.after.at(place).is_king() {
            Code::PromotedEarly
        } else {
            Code::Demoted
        };
        self.about(code, &[place])
    }

    fn is_legal(&self, after: &Setup) -> bool {
        after.check(&R::RULES).is_ok_and(|board| {
            let position = self.position;
            position
                .legal_moves()
                .into_iter()
                .any(|mv| position.after(mv).board() == board)
        })
    }

    fn nobody_moved(&self) -> Diagnosis {
        if let Some(&place) = self.own_changed.first() {
            return self.changed(place);
        }
        if self.enemy_left.is_empty() {
            return self.says(Code::Unchanged);
        }
        // A capture may end where it began; if a piece could have captured exactly these, judge
        // that.
        let own = self
            .before
            .iter()
            .filter(|(_, cell)| cell.owner() == Some(self.mover));
        for (from, _) in own {
            if self
                .capturer(from)
                .station_with(from, &self.enemy_left)
                .is_some()
            {
                return self.one_moved(from, from);
            }
        }
        self.about(Code::Vanished, &self.enemy_left[..1])
    }

    /// Diagnoses a board on which own pieces disappeared: one may have moved onto another.
    fn own_gone(&self, left: &[Place]) -> Diagnosis {
        if let (&[from], &[to]) = (left, &self.own_changed[..])
            && self.before.at(from).is_king() == self.after.at(to).is_king()
        {
            return self.went(Code::Occupied, from, to, &[]);
        }
        self.about(Code::Vanished, &left[..1])
    }

    fn own_appeared(&self, left: &[Place], came: &[Place]) -> Diagnosis {
        let is_explained = |to: Place| {
            left.iter().any(|&from| {
                self.moves_between(from, to)
                    .any(|mv| self.takes(mv, &self.enemy_left))
            })
        };
        let unexplained = came.iter().copied().find(|&to| !is_explained(to));
        self.about(
            Code::Appeared,
            &[unexplained.unwrap_or(came[came.len() - 1])],
        )
    }

    fn own_vanished(&self, left: &[Place], came: &[Place]) -> Diagnosis {
        let to = came[0];
        for &from in left {
            let flies = self.before.at(from).is_king() && R::RULES.kings == KingReach::Flying;
            let is_a_jump = diagonal(from, to).is_some_and(|(_, distance)| distance == 2 || flies);
            if let ([(own, _)], true) = (&self.between(from, to)[..], is_a_jump)
                && left.contains(own)
            {
                return self.went(Code::CapturedOwn, from, to, &[*own]);
            }
        }
        let mover = left
            .iter()
            .copied()
            .find(|&from| {
                self.moves_between(from, to)
                    .any(|mv| self.takes(mv, &self.enemy_left))
            })
            .or_else(|| {
                left.iter()
                    .copied()
                    .min_by_key(|from| from.row.abs_diff(to.row) + from.column.abs_diff(to.column))
            });
        let gone = left.iter().copied().find(|&place| Some(place) != mover);
        self.about(Code::Vanished, &gone.into_iter().collect::<Vec<_>>())
    }

    fn place(square: Square) -> Place {
        Place::of(square, &Draughts::<R>::GEOMETRY)
    }

    fn moves_between(&self, from: Place, to: Place) -> impl Iterator<Item = Move> + use<R> {
        let moves = self.position.legal_moves();
        moves
            .into_iter()
            .filter(move |mv| Self::place(mv.from) == from && Self::place(mv.to) == to)
    }

    fn takes(&self, mv: Move, wanted: &[Place]) -> bool {
        mv.captured().map(Self::place).eq(wanted.iter().copied())
    }

    fn capturer(&self, from: Place) -> Capturer<'_> {
        Capturer {
            board: &self.before,
            rules: &Draughts::<R>::RULES,
            permissions: Permissions::of(&R::RULES),
            from,
        }
    }

    fn one_moved(&self, from: Place, to: Place) -> Diagnosis {
        if from != to && self.before.at(to) != Cell::Empty {
            return self.went(Code::Occupied, from, to, &[]);
        }
        if self
            .moves_between(from, to)
            .any(|mv| self.takes(mv, &self.enemy_left))
        {
            // The route is legal, so the pieces that changed their kind are the fault.
            return self.kind_changed(from, to);
        }
        if self.enemy_left.is_empty() {
            self.wrong_quiet(from, to)
        } else {
            self.wrong_capture(from, to)
        }
    }

    fn kind_changed(&self, from: Place, to: Place) -> Diagnosis {
        if let Some(&place) = self.own_changed.first() {
            return self.changed(place);
        }
        match (self.before.at(from).is_king(), self.after.at(to).is_king()) {
            (false, false) => Diagnosis {
                piece: Some(Piece::Man),
                from: None,
                to: Some(to),
                touched: self.touched_last_row(from, to),
                ..self.says(Code::NotPromoted)
            },
            (true, false) => self.about(Code::Demoted, &[to]),
            (_, true) => Diagnosis {
                touched: self.touched_last_row(from, to),
                ..self.about(Code::PromotedEarly, &[to])
            },
        }
    }

    /// The square of the last row that the man of this legal capture touched before it continued.
    fn touched_last_row(&self, from: Place, to: Place) -> Option<Place> {
        let last_row = R::RULES.last_row(self.mover);
        if to.row == last_row {
            return None;
        }
        let mv = self
            .moves_between(from, to)
            .find(|&mv| self.takes(mv, &self.enemy_left))?;
        let ways = self.position.paths(mv, MAX_WAYS);
        ways.iter()
            .flat_map(|way| way.iter().copied().map(Self::place))
            .find(|place| place.row == last_row)
    }

    /// Diagnoses a move that no legal move matches, with nothing removed.
    fn wrong_quiet(&self, from: Place, to: Place) -> Diagnosis {
        let is_king = self.before.at(from).is_king();
        let Some(((rows, _), distance)) = diagonal(from, to) else {
            return self
                .not_removed(from, to)
                .unwrap_or_else(|| self.went(Code::WrongDistance, from, to, &[]));
        };
        let is_backward = !is_king && rows != forward(self.mover);
        let between = self.between(from, to);
        match between[..] {
            [] if distance == 1 && is_backward => {
                return self.went(Code::ManBackwards, from, to, &[]);
            }
            [] if distance == 1 || (is_king && R::RULES.kings == KingReach::Flying) => {
                return self.capture_forced(from, to);
            }
            _ => {}
        }
        if distance == 2 || (is_king && R::RULES.kings == KingReach::Flying) {
            if let Some(&(own, _)) = between
                .iter()
                .find(|(_, cell)| cell.owner() == Some(self.mover))
            {
                return self.went(Code::JumpedOwn, from, to, &[own]);
            }
            if let [(over, cell)] = between[..] {
                if cell.is_king() && !is_king && !R::RULES.men_take_kings {
                    return self.went(Code::ManCapturedKing, from, to, &[over]);
                }
                if is_backward && !Permissions::of(&R::RULES).men_capture_backwards {
                    return self.went(Code::CapturedBackwards, from, to, &[over]);
                }
            }
        }
        self.not_removed(from, to)
            .unwrap_or_else(|| self.went(Code::WrongDistance, from, to, &[]))
    }

    /// The pieces strictly between two places of a diagonal, nearest first.
    fn between(&self, from: Place, to: Place) -> Vec<(Place, Cell)> {
        from.between(to)
            .map(|place| (place, self.before.at(place)))
            .filter(|&(_, cell)| cell != Cell::Empty)
            .collect()
    }

    fn capture_forced(&self, from: Place, to: Place) -> Diagnosis {
        let capture = self
            .position
            .legal_moves()
            .into_iter()
            .find(Move::is_capture);
        let capture = capture.filter(|_| R::RULES.capturing == Capturing::Forced);
        match capture {
            Some(mv) => Diagnosis {
                instead: Some(self.position.write_move(mv)),
                ..self.went(Code::CaptureForced, from, to, &[Self::place(mv.from)])
            },
            None => self.went(Code::WrongDistance, from, to, &[]),
        }
    }
}
