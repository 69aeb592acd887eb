//! Shows moves: the squares that a legal move affects, and the board that a wrong move would have
//! made, for the judge to explain.

use super::playthrough::{PlacedWall, Point};
use arbitro_rules::draughts::{self, Draughts, RuleSet, Square};
use arbitro_rules::history::Both;
use arbitro_rules::judge::Diagnose;
use arbitro_rules::notation::quoridor::{Named, QuoridorSetup, named};
use arbitro_rules::notation::{Cell, Notation, Place, Setup, written_move};
use arbitro_rules::quoridor::{self, Quoridor};
use arbitro_rules::{Game, Player};

/// The squares that a move affects.
#[derive(Debug, Default)]
pub(super) struct MoveEffect {
    pub(super) path: Vec<Point>,
    pub(super) taken: Vec<Point>,
    pub(super) crowned: bool,
    pub(super) wall: Option<PlacedWall>,
}

/// A game whose matches can be shown.
pub(super) trait ShowableGame: Diagnose {
    /// Walls left; `None` in games without walls.
    fn walls_left(&self) -> Option<Both<usize>>;

    /// Returns the squares that a legal move of this position affects.
    fn done_by(&self, mv: Self::Move) -> MoveEffect;

    /// The board that a wrong move seems to intend; `None` if the text suggests none.
    fn imagined(&self, text: &str) -> Option<Self::Setup>;

    /// Returns true if a capture begins with the jumps written in `text` and continues.
    fn can_begin_with(&self, mv: Self::Move, text: &str) -> bool;

    /// Formats a setup as a board file, if possible.
    fn drawn(setup: &Self::Setup) -> Option<String>;
}

pub(super) fn point(place: Place) -> Point {
    Point { column: place.column, row: place.row }
}

impl<R: RuleSet> ShowableGame for Draughts<R> {
    fn walls_left(&self) -> Option<Both<usize>> {
        None
    }

    fn done_by(&self, mv: draughts::Move) -> MoveEffect {
        let path = self.paths(mv, 1).into_iter().next().unwrap_or_default();
        let point = |square: Square| point(Place::of(square, &Self::GEOMETRY));
        MoveEffect {
            path: path.into_iter().map(point).collect(),
            taken: mv.captured().map(point).collect(),
            crowned: self.crowns(mv),
            wall: None,
        }
    }

    /// Moves the piece from square to square. The pieces that a diagonal step passes over are
    /// captured if the text is a capture, and a man on its last row is crowned.
    fn imagined(&self, text: &str) -> Option<Setup> {
        let written = written_move::<R>(text).ok()?;
        let mut setup = Self::setup(&self.board());
        let squares = written.places::<R>();
        let (&from, &to) = (squares.first()?, squares.last()?);
        let mut piece = setup.at(from);
        piece.owner()?;
        setup.cells[from.row][from.column] = Cell::Empty;
        if written.is_capture {
            for leg in squares.windows(2) {
                for over in leg[0].between(leg[1]) {
                    setup.cells[over.row][over.column] = Cell::Empty;
                }
            }
        }
        let last_row = R::RULES.last_row(self.turn());
        if piece == Cell::Man(self.turn()) && to.row == last_row {
            piece = Cell::King(self.turn());
        }
        setup.cells[to.row][to.column] = piece;
        Some(setup)
    }

    fn can_begin_with(&self, mv: draughts::Move, text: &str) -> bool {
        let Ok(written) = written_move::<R>(text) else {
            return false;
        };
        let is_from_there = written.squares.first() == Some(&mv.from);
        is_from_there && mv.captured_count() > 1 && self.can_pass(mv, &written.squares[1..])
    }

    fn drawn(setup: &Setup) -> Option<String> {
        let mut rows = Vec::with_capacity(setup.size);
        for row in (0..setup.size).rev() {
            let cells = setup.cells[row][..setup.size].iter();
            let cells: Vec<String> = cells.map(|it| it.letter().to_string()).collect();
            rows.push(cells.join(" "));
        }
        Some(rows.join("\n"))
    }
}

impl ShowableGame for Quoridor {
    fn walls_left(&self) -> Option<Both<usize>> {
        let board = self.board();
        Some(Both { x: board.walls_left(Player::X).into(), o: board.walls_left(Player::O).into() })
    }

    fn done_by(&self, mv: quoridor::Move) -> MoveEffect {
        let at = |square: quoridor::Square| Point {
            column: square.column.into(),
            row: square.row.into(),
        };
        match mv {
            quoridor::Move::Step { from, to } => {
                MoveEffect { path: vec![at(from), at(to)], ..MoveEffect::default() }
            }
            quoridor::Move::Wall(wall) => MoveEffect {
                wall: Some(PlacedWall { square: at(wall.square), direction: wall.direction }),
                ..MoveEffect::default()
            },
        }
    }

    fn imagined(&self, text: &str) -> Option<QuoridorSetup> {
        let mut setup = Self::setup(&self.board());
        match named(setup.size, text)? {
            Named::Wall(wall) => {
                // A wall crossing another has no space for its middle: the diagnosis would be of
                // the drawing, not of the move.
                if setup.has_wall(wall) || setup.has_wall(wall.across()) {
                    return None;
                }
                setup.draw(wall);
                let left = &mut setup.walls_left[self.turn() as usize];
                *left = left.checked_sub(1)?;
            }
            Named::Square(to) => {
                let from = self.board().pawn(self.turn());
                setup.pawns[usize::from(from.row)][usize::from(from.column)] = None;
                let there = &mut setup.pawns[usize::from(to.row)][usize::from(to.column)];
                if there.is_some() {
                    return None;
                }
                *there = Some(self.turn());
            }
        }
        Some(setup)
    }

    fn can_begin_with(&self, _mv: quoridor::Move, _text: &str) -> bool {
        false
    }

    /// Only a playable setup has an exact text.
    fn drawn(setup: &QuoridorSetup) -> Option<String> {
        setup.check().ok().map(|board| Self::write_board(&board))
    }
}
