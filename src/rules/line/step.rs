//! Moves as people see them.

use smallvec::SmallVec;

use crate::draughts::{self, Draughts, RuleSet};
use crate::quoridor::Direction;
use crate::{Player, Square};

/// A legal move with its effect.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// Its notation, different from that of every other legal move.
    pub text: String,
    pub player: Player,
    /// Its effect on the board.
    pub action: Action,
}

/// The effect of a move on the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// A piece moves.
    Piece {
        /// Its squares: the origin, then each landing.
        path: Vec<Square>,
        /// The captured squares, as the path passes them.
        taken: Vec<Square>,
        crowned: bool,
        /// Other routes to the same square with the same captures, if any.
        ways: Vec<Vec<Square>>,
    },
    /// A wall is placed: the square at its lower left, and its direction.
    Wall(Square, Direction),
    /// Squares are set to characters of the board file.
    Cells(Vec<(Square, char)>),
}

impl Action {
    /// The squares that the piece passes, or those that are set; none for a wall.
    pub fn path(&self) -> Vec<Square> {
        match self {
            Action::Piece { path, .. } => path.clone(),
            Action::Wall(..) => Vec::new(),
            Action::Cells(cells) => cells.iter().map(|cell| cell.0).collect(),
        }
    }

    /// The squares where the piece was and is, or those that are set; none for a wall.
    pub fn ends(&self) -> Vec<Square> {
        match self {
            Action::Piece { path, .. } => {
                path.first().into_iter().chain(path.last()).copied().collect()
            }
            Action::Wall(..) | Action::Cells(_) => self.path(),
        }
    }

    /// The squares to mark on a board: the ends and the captured ones, or that of the wall.
    pub fn touched(&self) -> Vec<Square> {
        let wall = self.wall().map(|(at, _)| at);
        self.ends().into_iter().chain(self.taken().iter().copied()).chain(wall).collect()
    }

    pub fn crowns(&self) -> bool {
        matches!(self, Action::Piece { crowned: true, .. })
    }

    pub fn wall(&self) -> Option<(Square, Direction)> {
        match *self {
            Action::Wall(at, direction) => Some((at, direction)),
            Action::Piece { .. } | Action::Cells(_) => None,
        }
    }

    pub fn taken(&self) -> &[Square] {
        match self {
            Action::Piece { taken, .. } => taken,
            Action::Wall(..) | Action::Cells(_) => &[],
        }
    }

    /// The squares that are set, with their new characters.
    pub fn cells(&self) -> &[(Square, char)] {
        match self {
            Action::Cells(cells) => cells,
            Action::Piece { .. } | Action::Wall(..) => &[],
        }
    }
}

/// Maximum routes of one capture; a person looks at one or two.
const MAX_WAYS: usize = 8;

/// The effect of a draughts move.
pub(crate) fn draughts_action<R: RuleSet>(position: &Draughts<R>, mv: draughts::Move) -> Action {
    let place = |square| Draughts::<R>::GEOMETRY.place(square);
    let mut routes = match mv.captured_count() {
        // Nearly every capture is one jump, which has one route.
        0 | 1 => vec![SmallVec::from_slice(&[mv.from, mv.to])],
        _ => position.paths(mv, MAX_WAYS),
    }
    .into_iter()
    .map(|route| route.into_iter().map(place).collect::<Vec<_>>());
    let path = routes.next().unwrap_or_default();
    let taken = along(&path, mv.captured().map(place).collect());
    Action::Piece { path, taken, crowned: position.crowns(mv), ways: routes.collect() }
}

/// Orders the captured squares as this path passes them.
fn along(path: &[Square], mut taken: Vec<Square>) -> Vec<Square> {
    let mut ordered = Vec::with_capacity(taken.len());
    for leg in path.windows(2) {
        for over in leg[0].between(leg[1]) {
            if let Some(index) = taken.iter().position(|&it| it == over) {
                ordered.push(taken.remove(index));
            }
        }
    }
    // Every captured piece lies on the route; should one not, it is shown all the same.
    ordered.append(&mut taken);
    ordered
}
