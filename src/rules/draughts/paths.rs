//! Routes of a move: the squares that the piece lands on, in order.
//!
//! A move is a set of captured pieces; people write, and want to see, a route through them.

use smallvec::SmallVec;

use super::board::Board;
use super::geometry::{Direction, Square, geometry, squares_of, step};
use super::moves::Move;
use super::rule_set::{Crowning, KingLanding, KingReach, MenCapture, RuleSet};

/// The squares of a route, from the origin to the destination.
pub type Path = SmallVec<[Square; 6]>;

/// All routes of `mv` on `board`, up to `limit`.
pub(super) fn paths<R: RuleSet>(board: &Board, mv: Move, limit: usize) -> Vec<Path> {
    if !mv.is_capture() {
        return vec![Path::from_slice(&[mv.from, mv.to])];
    }
    let mut walk = Walk { tracker: Tracker::new::<R>(board, mv), limit, found: Vec::new() };
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

/// Returns true if `mv` can continue from `at`, where the piece has captured `captured`.
pub(super) fn can_go_on<R: RuleSet>(
    board: &Board,
    mv: Move,
    (at, is_king, captured): (u64, bool, u64),
) -> bool {
    let station = Station { at, left: mv.captured & !captured, is_king };
    Tracker::new::<R>(board, mv).can_pass::<R>(station, &[], &mut Vec::new())
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

/// One jump of a capture.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Jump {
    /// The piece jumped over.
    pub(crate) over: u64,
    /// The square landed on.
    pub(crate) at: u64,
    /// True if the piece is a king afterwards.
    pub(crate) is_king: bool,
    /// True if a man jumps towards its own side.
    pub(crate) is_man_backwards: bool,
}

/// The board as one capturing piece finds it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ground {
    free: u64,
    crown_row: u64,
    forward: [Direction; 2],
}

impl Ground {
    /// The ground of the piece on `from`.
    pub(crate) fn new<R: RuleSet>(board: &Board, from: Square) -> Ground {
        let is_x = board.x & from.bit() != 0;
        let geometry = geometry::<R>();
        Ground {
            free: geometry.squares & !(board.x | board.o) | from.bit(),
            crown_row: if is_x { geometry.top_row } else { geometry.bottom_row },
            forward: if is_x {
                [Direction::UpLeft, Direction::UpRight]
            } else {
                [Direction::DownRight, Direction::DownLeft]
            },
        }
    }

    /// The jumps from a square over pieces of `prey`. Men jump in all directions; the caller drops
    /// what its rules forbid.
    pub(crate) fn jumps<R: RuleSet>(
        &self,
        from: u64,
        is_king: bool,
        prey: u64,
    ) -> SmallVec<[Jump; 8]> {
        let mut jumps = SmallVec::new();
        for direction in Direction::ALL {
            let flies = is_king && R::RULES.kings == KingReach::Flying;
            let mut ahead = step::<R>(from, direction);
            while flies && ahead & self.free != 0 {
                ahead = step::<R>(ahead, direction);
            }
            let over = ahead & prey;
            let mut landing = step::<R>(over, direction) & self.free;
            while landing != 0 {
                let crowned =
                    R::RULES.crowning == Crowning::GoesOn && landing & self.crown_row != 0;
                jumps.push(Jump {
                    over,
                    at: landing,
                    is_king: is_king || crowned,
                    is_man_backwards: !is_king && !self.forward.contains(&direction),
                });
                if !flies || R::RULES.king_landing == KingLanding::JustBehind {
                    break;
                }
                landing = step::<R>(landing, direction) & self.free;
            }
        }
        jumps
    }
}

/// Follows one move through its captured pieces.
struct Tracker {
    mv: Move,
    starts_as_king: bool,
    ground: Ground,
}

impl Tracker {
    fn new<R: RuleSet>(board: &Board, mv: Move) -> Tracker {
        Tracker {
            mv,
            starts_as_king: board.kings & mv.from.bit() != 0,
            ground: Ground::new::<R>(board, mv.from),
        }
    }

    fn start(&self) -> Station {
        Station { at: self.mv.from.bit(), left: self.mv.captured, is_king: self.starts_as_king }
    }

    fn has_arrived(&self, station: Station) -> bool {
        station.left == 0 && station.at == self.mv.to.bit()
    }

    /// The stations after one more capture.
    fn next<R: RuleSet>(&self, station: Station) -> SmallVec<[Station; 8]> {
        let men_turn_back = R::RULES.men_capture == MenCapture::AllWays;
        let jumps = self.ground.jumps::<R>(station.at, station.is_king, station.left);
        let allowed = jumps.into_iter().filter(|jump| men_turn_back || !jump.is_man_backwards);
        allowed
            .map(|jump| Station {
                at: jump.at,
                left: station.left & !jump.over,
                is_king: jump.is_king,
            })
            .collect()
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
