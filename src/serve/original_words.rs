//! Explains illegal moves as the original Quoridor's interface does: with p1 and p2, and the square
//! and wall numbers of its requests.

use super::original::Form;
use super::play::{Denied, OpenMatch, Opening, You};
use arbitro_player::Level;
use arbitro_rules::judge::Code;
use arbitro_rules::notation::Notation;
use arbitro_rules::quoridor::{Direction, Move, Quoridor, Square, Wall};
use arbitro_rules::{Game as _, GameId, Player};

/// The name of a player in both interfaces.
pub(super) const fn player_name(player: Player) -> &'static str {
    match player {
        Player::X => "p1",
        Player::O => "p2",
    }
}

/// Refuses an illegal move with the judge's diagnosis.
pub(super) fn check_legal(form: Form, position: &Quoridor, mv: Move) -> Result<(), String> {
    let opening = Opening {
        start: Some(position.write_fen()),
        ..Opening::usual(GameId::Quoridor, You::Both, Level::Easy)
    };
    let mut play = OpenMatch::new(&opening).map_err(|why| why.to_string())?;
    let Err(denied) = play.play(0, &position.write_move(mv)) else {
        return Ok(());
    };
    let Denied::Illegal(illegal) = denied else {
        return Err(denied.to_string());
    };
    let squares = illegal.squares.iter().filter_map(|&[column, row]| {
        Some(Square::new(u8::try_from(row).ok()?, u8::try_from(column).ok()?))
    });
    let told = IllegalMove { form, position, squares: squares.collect() };
    Err(match mv {
        Move::Step { from, to } => told.step(illegal.code, from, to),
        Move::Wall(wall) => told.wall(illegal.code, wall),
    })
}

/// An illegal move to explain.
struct IllegalMove<'a> {
    form: Form,
    position: &'a Quoridor,
    /// The squares of the diagnosis.
    squares: Vec<Square>,
}

impl IllegalMove<'_> {
    fn square(&self, square: Square) -> String {
        let (x, y) = self.form.place_of_square(square);
        format!("({x},{y})")
    }

    fn wall_name(&self, wall: Wall) -> String {
        let (x, y) = self.form.place_of_wall(wall);
        let o = match wall.direction {
            Direction::Horizontal => 'h',
            Direction::Vertical => 'v',
        };
        format!("the {o} wall at ({x},{y})")
    }

    fn step(&self, code: &str, from: Square, to: Square) -> String {
        let mover = self.position.turn();
        let other = self.position.board().pawn(!mover);
        let [p1, p2] = [mover, !mover].map(player_name);
        let (at, over) = (self.square(from), self.square(other));
        let went = format!("{p1}'s pawn went from {at} to {}", self.square(to));
        let is = |it: Code| code == it.name();
        if is(Code::Unchanged) {
            return format!("{p1}'s pawn stands on {at} already; {p1} must move");
        }
        if is(Code::Occupied) {
            return format!(
                "{went}, where {p2}'s pawn stands; it may be jumped over, never landed on"
            );
        }
        if is(Code::ThroughWall) {
            return format!("{went} through a wall; walls stop every step");
        }
        if is(Code::JumpBlocked) {
            return match self.straight_jump(from, to, other) {
                Some(straight) => format!(
                    "{went} to the side of {p2}'s pawn on {over}, but nothing stops the straight jump to {}; \
                     a jump may turn aside only if something does",
                    self.square(straight)
                ),
                None => format!(
                    "{went} over {p2}'s pawn on {over}, but a wall is in the way of that jump"
                ),
            };
        }
        format!(
            "{went}; a pawn goes one square up, down, left or right, or jumps over the other pawn next to it"
        )
    }

    /// Returns the target of the straight jump over the other pawn, if it is legal and another jump was
    /// made.
    fn straight_jump(&self, from: Square, to: Square, over: Square) -> Option<Square> {
        let row = (2 * over.row).checked_sub(from.row)?;
        let column = (2 * over.column).checked_sub(from.column)?;
        let behind = Square::new(row, column);
        let is_open = self.position.steps().contains(&behind);
        (is_open && behind != to).then_some(behind)
    }

    fn wall(&self, code: &str, wall: Wall) -> String {
        let board = self.position.board();
        let placed = self.wall_name(wall);
        let mover = player_name(self.position.turn());
        let is = |it: Code| code == it.name();
        // The squares of a wall's own code: of the new wall, and of the one that stood there.
        let there = self.squares.get(1).copied();
        if is(Code::NoWallsLeft) {
            return format!("{mover} placed {placed}, but has no walls left");
        }
        if board.has_wall(wall) {
            return format!("{placed} stands there already");
        }
        if let (true, Some(square)) = (is(Code::WallOverlap), there) {
            let there = self.wall_name(Wall { square, ..wall });
            return format!("{placed} overlaps {there}; walls may only touch");
        }
        if is(Code::WallCross) {
            let there = self.wall_name(wall.across());
            return format!("{placed} crosses {there}; walls may only touch");
        }
        let shut_in = [Player::X, Player::O]
            .into_iter()
            .find(|&it| is(Code::PathBlocked) && self.squares.contains(&board.pawn(it)));
        match shut_in {
            Some(player) => format!(
                "{placed} leaves {}'s pawn on {} no path to its goal; every pawn must keep one",
                player_name(player),
                self.square(board.pawn(player))
            ),
            None => format!("{placed} may not be placed"),
        }
    }
}
