//! Routes of a move: the squares that the piece lands on, in order.
//!
//! A move is a set of captured pieces; people write, and want to see, a route through them.

use smallvec::SmallVec;

use super::board::Board;
use super::geometry::{Direction, Square, geometry, squares_of, step};
use super::moves::Move;
use super::rule_set::{Crowning, KingReach, MenCapture, RuleSet};

/// The squares of a route, from the origin to the destination.
pub type Path = SmallVec<[Square; 6]>;

/// All routes of `mv` on `board`, up to `limit`.
pub(super) fn paths<R: RuleSet>(board: &Board, mv: Move, limit: usize) -> Vec<Path> {
    if !mv.is_capture() {
        return vec![Path::from_slice(&[mv.from, mv.to])];
    }
    let mut walk = Walk {
        tracker: Tracker::new::<R>(board, mv),
        limit,
        found: Vec::new(),
    };
    let mut path = Path::from_slice(&[mv.from]);
    walk.all::<R>(walk.tracker.start(), &mut path);
    walk.found
}

/// Returns true if some route lands on every square of `via` in that order, not counting the first
/// and last.
pub(super) fn can_pass<R: RuleSet>(board: &Board, mv: Move, via: &[Square]) -> bool {
    if !mv.is_capture() {
        return via.is_empty();
    }
    let tracker = Tracker::new::<R>(board, mv);
    let mut visited = Vec::new();
    tracker.can_pass::<R>(tracker.start(), via, &mut visited)
}

/// Returns true if the piece makes `mv` by landing on exactly these squares, one after the other.
pub(super) fn has_landings<R: RuleSet>(board: &Board, mv: Move, landings: &[Square]) -> bool {
    if !mv.is_capture() {
        return landings == [mv.to];
    }
    let tracker = Tracker::new::<R>(board, mv);
    let mut station = tracker.start();
    for square in landings {
        // No two jumps from one station land on the same square, so the route is unique.
        let mut next = tracker.next::<R>(station).into_iter();
        match next.find(|next| next.at == square.bit()) {
            Some(next) => station = next,
            None => return false,
        }
    }
    tracker.has_arrived(station)
}

#[derive(Clone, Copy, PartialEq, Eq)]
struct Station {
    at: u64,
    left: u64,
    is_king: bool,
}

/// Follows one move through its captured pieces.
struct Tracker {
    mv: Move,
    starts_as_king: bool,
    free: u64,
    crown_row: u64,
    forward: [Direction; 2],
}

impl Tracker {
    fn new<R: RuleSet>(board: &Board, mv: Move) -> Tracker {
        let is_x = board.x & mv.from.bit() != 0;
        let geometry = geometry::<R>();
        Tracker {
            mv,
            starts_as_king: board.kings & mv.from.bit() != 0,
            free: geometry.squares & !(board.x | board.o) | mv.from.bit(),
            crown_row: if is_x {
                geometry.top_row
            } else {
                geometry.bottom_row
            },
            forward: if is_x {
                [Direction::UpLeft, Direction::UpRight]
            } else {
                [Direction::DownRight, Direction::DownLeft]
            },
        }
    }

    fn start(&self) -> Station {
        Station {
            at: self.mv.from.bit(),
            left: self.mv.captured,
            is_king: self.starts_as_king,
        }
    }

    fn has_arrived(&self, station: Station) -> bool {
        station.left == 0 && station.at == self.mv.to.bit()
    }

    /// The stations after one more capture.
    fn next<R: RuleSet>(&self, station: Station) -> SmallVec<[Station; 8]> {
        let mut next = SmallVec::new();
        for direction in Direction::ALL {
            let forward = self.forward.contains(&direction);
            if !station.is_king && R::RULES.men_capture == MenCapture::Forward && !forward {
                continue;
            }
            let flies = station.is_king && R::RULES.kings == KingReach::Flying;
            let mut ahead = step::<R>(station.at, direction);
            while flies && ahead & self.free != 0 {
                ahead = step::<R>(ahead, direction);
            }
            let over = ahead & station.left;
            let mut landing = step::<R>(over, direction) & self.free;
            while landing != 0 {
                let crowned =
                    R::RULES.crowning == Crowning::GoesOn && landing & self.crown_row != 0;
                next.push(Station {
                    at: landing,
                    left: station.left & !over,
                    is_king: station.is_king || crowned,
                });
                if !flies {
                    break;
                }
                landing = step::<R>(landing, direction) & self.free;
            }
        }
        next
    }

    fn can_pass<R: RuleSet>(
        &self,
        station: Station,
        via: &[Square],
        visited: &mut Vec<(Station, usize)>,
    ) -> bool {
        if self.has_arrived(station) {
            return via.is_empty();
        }
        // From the same station with the same squares to come, a second try cannot end differently.
        if visited.contains(&(station, via.len())) {
            return false;
        }
        visited.push((station, via.len()));
        self.next::<R>(station).into_iter().any(|next| {
            let on_it = via.first().is_some_and(|square| square.bit() == next.at);
            (on_it && !self.has_arrived(next) && self.can_pass::<R>(next, &via[1..], visited))
                || self.can_pass::<R>(next, via, visited)
        })
    }
}

struct Walk {
    tracker: Tracker,
    limit: usize,
    found: Vec<Path>,
}

impl Walk {
    fn all<R: RuleSet>(&mut self, station: Station, path: &mut Path) {
        if self.found.len() >= self.limit {
            return;
        }
        if self.tracker.has_arrived(station) {
            self.found.push(path.clone());
            return;
        }
        for next in self.tracker.next::<R>(station) {
            path.extend(squares_of(next.at));
            self.all::<R>(next, path);
            path.pop();
        }
    }
}
