//! Moves as the page draws them: squares as `[column,row]`, row 0 at the bottom.

use arbitro_engine::search::SearchedSet;
use serde::Serialize;

use super::letter;
use super::table::Illegal;
use arbitro_player::Levels;
use arbitro_rules::draughts::{Capturing, Draughts, Move, Path, RuleSet, Square};
use arbitro_rules::judge::Diagnose;
use arbitro_rules::notation::{Notation, Place};
use arbitro_rules::quoridor::{self, Direction, Quoridor, Wall};
use arbitro_rules::{Game, Player};

/// A square: column and row, from 0 at the bottom left.
pub type Spot = [usize; 2];

/// A move as a person sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MoveShown {
    /// Its notation, different from that of every other legal move.
    pub text: String,
    pub by: &'static str,
    #[serde(flatten)]
    pub deed: Deed,
}

/// The effect of a move on the board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Deed {
    /// A draughts piece moves.
    Piece {
        /// The squares of the piece: its origin, then each landing.
        path: Vec<Spot>,
        /// Captured squares, in that order.
        taken: Vec<Spot>,
        /// True if a man is crowned.
        crowned: bool,
        /// Other routes to the same square with the same captures, if any.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        ways: Vec<Vec<Spot>>,
    },
    /// A pawn moves.
    Pawn {
        /// Its first and last square.
        path: [Spot; 2],
    },
    /// A wall is placed.
    Wall { wall: WallShown },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct WallShown {
    /// The square at its lower left.
    pub at: Spot,
    /// `h` or `v`.
    pub along: &'static str,
}

/// Walls left to both players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct WallsLeft {
    /// Player 1's.
    pub x: u8,
    /// Player 2's.
    pub o: u8,
}

/// Maximum routes shown for one capture; a person looks at one or two.
const MAX_WAYS: usize = 8;

/// A game whose positions and moves the page can show.
pub(super) trait Shown: Levels + Diagnose {
    /// Shows a legal move of this position.
    fn show(&self, mv: Self::Move) -> MoveShown;

    /// Walls left, in games with walls.
    fn walls(&self) -> Option<WallsLeft>;

    /// Returns whether a capture is available, so that only captures are legal.
    fn must_capture(&self) -> bool;

    /// The board that a move text would produce if the rules allowed it, or the reason that it
    /// cannot be shown.
    fn attempted(&self, text: &str) -> Result<Self::Setup, Illegal>;

    /// The start on a board of another size or with another number of walls.
    fn start_with(size: Option<usize>, walls: Option<usize>) -> Result<Self, String>;
}

pub(super) const fn spot(place: Place) -> Spot {
    [place.column, place.row]
}

fn draughts_spot<R: RuleSet>(square: Square) -> Spot {
    let (row, column) = Draughts::<R>::GEOMETRY.place(square);
    [column, row]
}

/// Returns true if a square lies between two others of one diagonal.
fn is_between(square: Spot, from: Spot, to: Spot) -> bool {
    let part = |axis: usize| square[axis] as isize - from[axis] as isize;
    let whole = |axis: usize| to[axis] as isize - from[axis] as isize;
    let steps = part(0).abs();
    steps == part(1).abs()
        && 0 < steps
        && steps < whole(0).abs()
        && part(0).signum() == whole(0).signum()
        && part(1).signum() == whole(1).signum()
}

/// Orders the captured squares as this path passes them.
fn taken_along(path: &[Spot], mut taken: Vec<Spot>) -> Vec<Spot> {
    let mut ordered = Vec::with_capacity(taken.len());
    for leg in path.windows(2) {
        if let Some(index) = taken.iter().position(|&it| is_between(it, leg[0], leg[1])) {
            ordered.push(taken.remove(index));
        }
    }
    // Every captured piece lies on the route; should one not, it is shown all the same.
    ordered.append(&mut taken);
    ordered
}

impl<R: SearchedSet> Shown for Draughts<R> {
    fn show(&self, mv: Move) -> MoveShown {
        let spots = |path: Path| path.into_iter().map(draughts_spot::<R>).collect();
        let mut ways: Vec<Vec<Spot>> = match mv.captured_count() {
            // Nearly every capture is one jump, which has one route.
            0 | 1 => vec![vec![draughts_spot::<R>(mv.from), draughts_spot::<R>(mv.to)]],
            _ => self.paths(mv, MAX_WAYS).into_iter().map(spots).collect(),
        };
        let text = self.write_move(mv);
        let path = if ways.is_empty() { Vec::new() } else { ways.remove(0) };
        let taken = taken_along(&path, mv.captured().map(draughts_spot::<R>).collect());
        MoveShown {
            text,
            by: letter(self.turn()),
            deed: Deed::Piece { path, taken, crowned: self.crowns(mv), ways },
        }
    }

    fn walls(&self) -> Option<WallsLeft> {
        None
    }

    fn must_capture(&self) -> bool {
        R::RULES.capturing == Capturing::Forced && self.can_capture(self.turn())
    }

    fn attempted(&self, text: &str) -> Result<Self::Setup, Illegal> {
        super::attempt::draughts(self, text)
    }

    fn start_with(size: Option<usize>, walls: Option<usize>) -> Result<Self, String> {
        match (size, walls) {
            (None, None) => Ok(Self::start()),
            _ => {
                Err("draughts has one size of board and no walls: leave size and walls out".into())
            }
        }
    }
}

fn quoridor_spot(square: quoridor::Square) -> Spot {
    [square.column.into(), square.row.into()]
}

fn wall_shown(wall: Wall) -> WallShown {
    WallShown {
        at: quoridor_spot(wall.square),
        along: match wall.direction {
            Direction::Horizontal => "h",
            Direction::Vertical => "v",
        },
    }
}

impl Shown for Quoridor {
    fn show(&self, mv: quoridor::Move) -> MoveShown {
        MoveShown {
            text: self.write_move(mv),
            by: letter(self.turn()),
            deed: match mv {
                quoridor::Move::Step { from, to } => {
                    Deed::Pawn { path: [quoridor_spot(from), quoridor_spot(to)] }
                }
                quoridor::Move::Wall(wall) => Deed::Wall { wall: wall_shown(wall) },
            },
        }
    }

    fn walls(&self) -> Option<WallsLeft> {
        let board = self.board();
        Some(WallsLeft { x: board.walls_left(Player::X), o: board.walls_left(Player::O) })
    }

    fn must_capture(&self) -> bool {
        false
    }

    fn attempted(&self, text: &str) -> Result<Self::Setup, Illegal> {
        super::attempt::quoridor(self, text)
    }

    fn start_with(size: Option<usize>, walls: Option<usize>) -> Result<Self, String> {
        Quoridor::with_size(
            size.unwrap_or(Self::DEFAULT_SIZE),
            walls.unwrap_or(Self::DEFAULT_WALLS),
        )
        .map_err(|why| why.to_string())
    }
}
