//! The ways a piece may have gone, legal or not, each with the rules that it breaks.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashSet};

use super::Case;
use super::codes::Codes;
use crate::draughts::{
    self, Chain, Draughts, Ground, Jump, KingReach, MenCapture, Move, RuleSet, squares_of,
};
use crate::judge::Code;
use crate::notation::{Cell, Notation, Setup};
use crate::{Game, Player, Square};

/// Maximum stations that the search for captures visits, over all pieces. Boards can be constructed
/// to have millions; the explanations that a person would find need few, and those come first.
const MAX_STATIONS: usize = 2_000;

/// The fewest pieces that a capture takes on its way back to its first square.
const SHORTEST_ROUND_TRIP: u32 = 3;

/// A way that a piece may have gone.
#[derive(Clone, Copy, Debug)]
pub(super) struct Way {
    /// Its origin and target; `None` if nothing moved.
    pub(super) route: Option<(Square, Square)>,
    /// The pieces of either side that it removes.
    pub(super) taken: u64,
    /// Those that a man captures backwards.
    pub(super) backwards: u64,
    /// The kings that a man captures.
    pub(super) kings: u64,
    /// True if the piece is a king before its last square crowns it.
    pub(super) is_king: bool,
    /// The rules that it breaks.
    pub(super) broken: Codes,
}

impl Way {
    fn still() -> Way {
        Way {
            route: None,
            taken: 0,
            backwards: 0,
            kings: 0,
            is_king: false,
            broken: Codes::from_codes(&[Code::Unchanged]),
        }
    }

    pub(super) fn takes<R: RuleSet>(&self, place: Square) -> bool {
        let square = Draughts::<R>::GEOMETRY.square(place.row.into(), place.column.into());
        square.is_some_and(|square| self.taken & square.bit() != 0)
    }

    /// Returns true if the piece captures by jumps that its kind can make.
    pub(super) fn is_capture(&self) -> bool {
        self.taken != 0 && !self.broken.contains(Code::WrongDistance)
    }
}

/// A capturing piece on its way.
#[derive(Clone, Copy, Debug)]
struct Station {
    at: u64,
    is_king: bool,
    captured: u64,
    backwards: u64,
    kings: u64,
    broken: Codes,
}

impl<R: RuleSet> Case<'_, R> {
    pub(super) fn square(place: Square) -> Option<draughts::Square> {
        Draughts::<R>::GEOMETRY.square(place.row.into(), place.column.into())
    }

    pub(super) fn place(square: draughts::Square) -> Square {
        Draughts::<R>::GEOMETRY.place(square)
    }

    pub(super) fn places(set: u64) -> Vec<Square> {
        squares_of(set).map(Self::place).collect()
    }

    /// The board that a way leaves.
    pub(super) fn left_by(&self, way: &Way) -> Setup {
        let mut setup = self.before;
        let Some((from, to)) = way.route else {
            return setup;
        };
        setup[from] = Cell::Empty;
        for place in squares_of(way.taken).map(Self::place) {
            setup[place] = Cell::Empty;
        }
        let is_crowned = Self::square(to).is_some() && to.row == R::RULES.last_row(self.mover);
        setup[to] =
            if way.is_king || is_crowned { Cell::King(self.mover) } else { Cell::Man(self.mover) };
        setup
    }

    /// Every way that may explain the board.
    pub(super) fn ways(&self) -> Vec<Way> {
        let mut ways = vec![Way::still()];
        ways.extend(self.legal.iter().map(|&mv| self.by_legal_move(mv)));
        let movers = self.movers();
        let each = MAX_STATIONS / movers.len().max(1);
        for &from in &movers {
            let Some(square) = Self::square(from) else {
                continue;
            };
            let mut reach = 0;
            for station in self.captures(square, each) {
                if station.broken.is_empty() {
                    reach |= station.at;
                }
                ways.push(self.by_capture(square, &station));
            }
            let targets = self.after.iter().map(|(to, _)| to);
            let targets = targets.filter(|&to| self.is_seen(from, to));
            ways.extend(targets.filter_map(|to| self.straight(from, to, reach)));
        }
        ways.retain(|way| way.route.is_none_or(|(from, to)| self.is_seen(from, to)));
        // Onto another piece of its side it only steps: anything else is a piece that disappeared.
        ways.retain(|way| match way.route {
            Some((from, to)) if from != to && self.is_own(&self.before, to) => {
                !way.broken.contains(Code::WrongDistance)
            }
            _ => true,
        });
        ways
    }

    /// Returns true if the boards may show a piece's way from one square to another: it is on the
    /// second, and no longer on the first, unless it came back or was copied.
    fn is_seen(&self, from: Square, to: Square) -> bool {
        let is_copied = self.left.is_empty() && !self.is_own(&self.before, to);
        self.is_own(self.after, to) && (from == to || is_copied || self.left.contains(&from))
    }

    /// The pieces whose ways are searched: those that left, or any if none did or so much is gone
    /// that one may have come back by a capture.
    fn movers(&self) -> Vec<Square> {
        if self.left.is_empty() || self.gone.count_ones() >= SHORTEST_ROUND_TRIP {
            Self::places(self.position.board().of(self.mover))
        } else {
            self.left.clone()
        }
    }

    fn by_legal_move(&self, mv: Move) -> Way {
        let to = Self::place(mv.to);
        let after = Draughts::<R>::setup(&self.position.after(mv).board());
        Way {
            route: Some((Self::place(mv.from), to)),
            taken: mv.captured().fold(0, |set, it| set | it.bit()),
            is_king: after.at(to).is_king(),
            broken: Codes::default(),
            ..Way::still()
        }
    }

    fn by_capture(&self, from: draughts::Square, station: &Station) -> Way {
        let to = draughts::Square::lowest(station.at);
        let mut broken = station.broken;
        let mv = Move { from, to, captured: station.captured };
        if broken.is_empty() && self.legal.binary_search(&mv).is_err() {
            // Stands for every code about the choice of a capture, until it is explained.
            broken.insert(Code::CaptureUnfinished);
        }
        Way {
            route: Some((Self::place(from), Self::place(to))),
            taken: station.captured,
            backwards: station.backwards,
            kings: station.kings,
            is_king: station.is_king,
            broken,
        }
    }

    /// The captures of a piece with every rule loosened, those with the fewest faults first,
    /// unfinished ones and ones of too low a priority included.
    fn captures(&self, from: draughts::Square, limit: usize) -> Vec<Station> {
        let board = self.position.board();
        let ground = Ground::new::<R>(&board, from);
        let enemy = board.of(!self.mover);
        let mut stations = vec![Station {
            at: from.bit(),
            is_king: board.kings() & from.bit() != 0,
            captured: 0,
            backwards: 0,
            kings: 0,
            broken: Codes::default(),
        }];
        let mut found = Vec::new();
        let mut known = HashSet::new();
        let mut queue = BinaryHeap::from([Reverse((0, 0))]);
        while let Some(Reverse((_, index))) = queue.pop() {
            let station = stations[index];
            if station.captured != 0 {
                found.push(station);
            }
            for jump in ground.jumps::<R>(station.at, station.is_king, enemy & !station.captured) {
                let next = self.after_jump(&station, &jump);
                let is_new = known.insert((next.at, next.is_king, next.captured, next.broken));
                if is_new && stations.len() < limit {
                    let still_there = (next.captured & !self.gone).count_ones();
                    queue.push(Reverse((still_there + next.broken.len(), stations.len())));
                    stations.push(next);
                }
            }
        }
        found
    }

    fn after_jump(&self, station: &Station, jump: &Jump) -> Station {
        let rules = &R::RULES;
        let mut next = Station {
            at: jump.at,
            is_king: jump.is_king,
            captured: station.captured | jump.over,
            ..*station
        };
        let is_king_taken_by_man =
            !station.is_king && self.position.board().kings() & jump.over != 0;
        if is_king_taken_by_man && !rules.men_take_kings {
            next.kings |= jump.over;
            next.broken.insert(Code::ManCapturedKing);
        }
        if jump.is_man_backwards && rules.men_capture == MenCapture::Forward {
            next.backwards |= jump.over;
            next.broken.insert(Code::CapturedBackwards);
        }
        if station.captured != 0 && rules.chain == Chain::Single {
            next.broken.insert(Code::RemovedTooMany);
        }
        next
    }

    /// The way straight from one square to another that is not legal and not a capture; `None` if
    /// the piece reaches the square by captures, and so may go there.
    pub(super) fn straight(&self, from: Square, to: Square, reach: u64) -> Option<Way> {
        let square = Self::square(to);
        let is_legal = |to| {
            let captured = 0;
            let from = Self::square(from)?;
            let step = Move { from, to, captured };
            self.legal.binary_search(&step).ok()
        };
        if from == to || square.and_then(is_legal).is_some() {
            return None;
        }
        let is_reached = square.is_some_and(|square| square.bit() & reach != 0);
        let between = self.between(from, to);
        let broken = match square {
            // A piece that is still where it was did not leave the dark squares.
            None if self.after.at(from).owner() == Some(self.mover) => return None,
            None => Codes::from_codes(&[Code::OffDark]),
            Some(_) => self.broken_by(from, to, &between),
        };
        if is_reached && broken.contains(Code::WrongDistance) {
            return None;
        }
        let removed = |&&(place, cell): &&(Square, Cell)| {
            let is_gone = self.after.at(place).owner() != cell.owner();
            is_gone && (broken.contains(Code::CapturedOwn) || cell.owner() != Some(self.mover))
        };
        let taken = between.iter().filter(removed);
        Some(Way {
            route: Some((from, to)),
            taken: taken
                .filter_map(|&(place, _)| Self::square(place))
                .fold(0, |set, square| set | square.bit()),
            is_king: self.before.at(from).is_king(),
            broken,
            ..Way::still()
        })
    }

    /// The pieces that a straight way passes over, nearest first. A known route may have turned.
    fn between(&self, from: Square, to: Square) -> Vec<(Square, Cell)> {
        let direct = [from, to];
        let squares = match self.route[..] {
            [first, .., last] if (first, last) == (from, to) => &self.route[..],
            _ => &direct[..],
        };
        let passed = squares.windows(2).flat_map(|leg| leg[0].between(leg[1]));
        let cells = passed.map(|place| (place, self.before.at(place)));
        cells.filter(|&(_, cell)| cell != Cell::Empty).collect()
    }

    /// The rules that a straight way between dark squares breaks.
    fn broken_by(&self, from: Square, to: Square, between: &[(Square, Cell)]) -> Codes {
        let is_king = self.before.at(from).is_king();
        let flies = is_king && R::RULES.kings == KingReach::Flying;
        let rows = to.row.abs_diff(from.row);
        let is_diagonal = rows == to.column.abs_diff(from.column);
        let is_step = is_diagonal && between.is_empty() && (rows == 1 || flies);
        let is_forward = (to.row > from.row) == (self.mover == Player::X);
        if self.before.at(to) != Cell::Empty {
            let is_legal_step = is_step && (is_king || is_forward);
            let both = [Code::Occupied, Code::WrongDistance];
            return Codes::from_codes(if is_legal_step { &both[..1] } else { &both });
        }
        let is_own = |&&(_, cell): &&(Square, Cell)| cell.owner() == Some(self.mover);
        let is_jump = is_diagonal && (rows == 2 || flies);
        let mut own = between.iter().filter(is_own).peekable();
        let is_gone =
            |&(place, _): &(Square, Cell)| self.after.at(place).owner() != Some(self.mover);
        let code = if is_step {
            if is_king || is_forward { Code::CaptureForced } else { Code::ManBackwards }
        } else if !is_jump || own.peek().is_none() {
            Code::WrongDistance
        } else if is_gone(&(from, Cell::Empty)) && own.any(is_gone) {
            Code::CapturedOwn
        } else {
            Code::JumpedOwn
        };
        Codes::from_codes(&[code])
    }
}
