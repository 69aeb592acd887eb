//! Diagnoses illegal boards of Quoridor.
//!
//! The checks come in the order in which a person sees things: is the board the same size, are both
//! pawns there, what became of the walls, what is new, and only then, was the new thing allowed.

use super::{AboutWalls, Code, Diagnose, Diagnosis, Miscount, Piece};
use crate::notation::Notation;
use crate::notation::quoridor::{NamedPlace, QuoridorSetup, read_place, wall_name};
use crate::quoridor::{Direction, Quoridor, Unplayable, Wall};
use crate::{Game, Player, Square};

impl Diagnose for Quoridor {
    fn diagnose(&self, after: &QuoridorSetup) -> Diagnosis {
        Case { position: self, before: Quoridor::setup(&self.board()), after, mover: self.turn() }
            .diagnosis()
    }

    fn diagnose_written(&self, _text: &str, after: &QuoridorSetup) -> Diagnosis {
        self.diagnose(after)
    }

    fn attempted(&self, text: &str) -> Option<QuoridorSetup> {
        let (board, turn) = (self.board(), self.turn());
        let mut after = Quoridor::setup(&board);
        match read_place(board.size(), text)? {
            NamedPlace::Square(to) => {
                *after.pawn_mut(board.pawn(turn)) = None;
                *after.pawn_mut(to) = Some(turn);
            }
            // The same wall twice looks like one.
            NamedPlace::Wall(wall) if board.has_wall(wall) => return None,
            NamedPlace::Wall(wall) => {
                after.draw(wall);
                let left = &mut after.walls_left[turn as usize];
                *left = left.saturating_sub(1);
            }
        }
        Some(after)
    }
}

struct Case<'a> {
    position: &'a Quoridor,
    before: QuoridorSetup,
    after: &'a QuoridorSetup,
    mover: Player,
}

/// Returns true if two walls share a half.
fn is_overlapping(a: Wall, b: Wall) -> bool {
    let rows = a.square.row.abs_diff(b.square.row);
    let columns = a.square.column.abs_diff(b.square.column);
    a.direction == b.direction
        && a != b
        && match a.direction {
            Direction::Horizontal => (rows, columns) == (0, 1),
            Direction::Vertical => (rows, columns) == (1, 0),
        }
}

impl Case<'_> {
    fn says(&self, code: Code) -> Diagnosis {
        Diagnosis::new(code, self.mover)
    }

    fn at(&self, code: Code, others: &[Square]) -> Diagnosis {
        Diagnosis { others: others.to_vec(), ..self.says(code) }
    }

    fn about_walls(&self, code: Code, walls: &[Wall]) -> Diagnosis {
        Diagnosis {
            others: walls.iter().map(|wall| wall.square).collect(),
            ..self.about(code, walls, None)
        }
    }

    fn about(&self, code: Code, walls: &[Wall], miscount: Option<Miscount>) -> Diagnosis {
        Diagnosis {
            about_walls: Some(Box::new(AboutWalls {
                names: walls.iter().copied().map(wall_name).collect(),
                miscount,
            })),
            ..self.says(code)
        }
    }

    /// A diagnosis about the pawn that stood on `from` and stands on `to`.
    fn went(&self, code: Code, from: Square, to: Square, others: &[Square]) -> Diagnosis {
        Diagnosis {
            piece: Some(Piece::Pawn),
            from: Some(from),
            to: Some(to),
            others: others.to_vec(),
            ..self.says(code)
        }
    }

    fn pawn_before(&self, player: Player) -> Square {
        self.position.board().pawn(player)
    }

    fn diagnosis(&self) -> Diagnosis {
        if self.after.size != self.before.size {
            return self.says(Code::OtherSize);
        }
        if let Some(end) = self.position.end() {
            return self.at(Code::GameOver, &[self.pawn_before(end.winner())]);
        }
        let to = match self.pawns() {
            Ok(to) => to,
            Err(diagnosis) => return diagnosis,
        };
        if let Some(diagnosis) = self.standing_walls() {
            return diagnosis;
        }
        let from = self.pawn_before(self.mover);
        let mut placed = self.after.walls();
        placed.retain(|&wall| !self.before.has_wall(wall));
        match (&placed[..], from == to) {
            ([], true) => self.nothing_moved(),
            ([], false) => self.stepped(from, to),
            (&[wall], true) => self.placed(wall),
            (walls, true) => self.about_walls(Code::TwoActions, walls),
            (walls, false) => Diagnosis {
                piece: Some(Piece::Pawn),
                from: Some(from),
                to: Some(to),
                ..self.about_walls(Code::TwoActions, walls)
            },
        }
    }

    /// Returns the mover's square if both pawns are there and the other has not moved.
    fn pawns(&self) -> Result<Square, Diagnosis> {
        let own_before = self.pawn_before(self.mover);
        let enemy_before = self.pawn_before(!self.mover);
        let own = self.after.pawns_of(self.mover);
        let enemy = self.after.pawns_of(!self.mover);
        let gone =
            |place| Diagnosis { piece: Some(Piece::Pawn), ..self.at(Code::Vanished, &[place]) };
        match enemy[..] {
            [] if own == [enemy_before] => {
                return Err(self.went(Code::Occupied, own_before, enemy_before, &[]));
            }
            [] => return Err(gone(enemy_before)),
            [enemy] if enemy == enemy_before => {}
            [enemy] => return Err(self.went(Code::MovedOpponent, enemy_before, enemy, &[])),
            _ => {
                let new = enemy.iter().find(|&&it| it != enemy_before);
                return Err(self.at(Code::Appeared, &[*new.unwrap_or(&enemy_before)]));
            }
        }
        match own[..] {
            [] => Err(gone(own_before)),
            [to] => Ok(to),
            _ => {
                // The pawn may be one of them after a step; then another is new.
                let steps: Vec<Square> = self.position.steps();
                let is_stray = |it: &&Square| **it != own_before && !steps.contains(*it);
                let is_new = |it: &&Square| **it != own_before;
                let new = own.iter().find(is_stray).or_else(|| own.iter().find(is_new));
                Err(self.at(Code::Appeared, &[*new.unwrap_or(&own_before)]))
            }
        }
    }

    /// Diagnoses the drawn walls: some gone, some crossed, some not whole.
    fn standing_walls(&self) -> Option<Diagnosis> {
        let after = self.after;
        let mut gone = self.before.walls();
        gone.retain(|&wall| !after.has_wall(wall));
        let stray = after.stray_halves();
        // Halves of their own: those of an overlapped wall may belong to the other one.
        let is_across = |wall: Wall| {
            let mut own = stray.iter().filter(|&&(direction, half)| {
                direction == wall.direction && wall.halves().contains(&half)
            });
            own.nth(1).is_some()
        };
        // A middle has room for one wall only, so a wall drawn across another hides it.
        let hidden = gone.iter().find(|&&wall| {
            let other = wall.across();
            after.has_wall(other) && after.has_both_halves(other) && is_across(wall)
        });
        if let Some(&wall) = hidden {
            return Some(self.about_walls(Code::WallCross, &[wall.across(), wall]));
        }
        if !gone.is_empty() {
            return Some(self.about_walls(Code::Vanished, &gone));
        }
        if let Some(wall) = after.walls().into_iter().find(|wall| is_across(wall.across())) {
            return Some(self.about_walls(Code::WallCross, &[wall.across(), wall]));
        }
        let mut broken = after.walls();
        broken.retain(|&wall| !after.has_both_halves(wall));
        // A wall that stood before and is incomplete now was removed, not badly placed.
        if broken.iter().any(|&wall| self.before.has_wall(wall)) {
            broken.retain(|&wall| self.before.has_wall(wall));
            return Some(self.about_walls(Code::Vanished, &broken));
        }
        if !broken.is_empty() {
            return Some(self.about_walls(Code::WallBroken, &broken));
        }
        let (_, half) = stray.first()?;
        Some(self.at(Code::WallBroken, &[*half]))
    }

    /// The first player whose number of walls left is wrong, given the walls it placed.
    fn miscount(&self, placed: usize) -> Option<Miscount> {
        [self.mover, !self.mover].into_iter().find_map(|player| {
            let before = self.before.walls_left[player as usize];
            let by_player = if player == self.mover { placed } else { 0 };
            let expected = before.saturating_sub(by_player);
            let found = self.after.walls_left[player as usize];
            (found != expected).then_some(Miscount { player, expected, found })
        })
    }

    fn nothing_moved(&self) -> Diagnosis {
        match self.miscount(0) {
            miscount @ Some(_) => self.about(Code::WallsMiscounted, &[], miscount),
            None => self.says(Code::Unchanged),
        }
    }

    fn placed(&self, wall: Wall) -> Diagnosis {
        if self.before.walls_left[self.mover as usize] == 0 {
            return self.about_walls(Code::NoWallsLeft, &[wall]);
        }
        if let Some(there) = self.before.walls().into_iter().find(|&it| is_overlapping(it, wall)) {
            return self.about_walls(Code::WallOverlap, &[wall, there]);
        }
        if let Err(Unplayable::PathBlocked(player)) = self.position.board().with_wall(wall) {
            return Diagnosis {
                others: vec![self.pawn_before(player)],
                ..self.about_walls(Code::PathBlocked, &[wall])
            };
        }
        let [own, enemy] = [self.mover, !self.mover].map(|player| {
            let player = player as usize;
            (self.before.walls_left[player], self.after.walls_left[player])
        });
        if own.0 == own.1 && enemy.0 == enemy.1 + 1 {
            return self.about_walls(Code::MovedOpponent, &[wall]);
        }
        Diagnosis {
            others: vec![wall.square],
            ..self.about(Code::WallsMiscounted, &[wall], self.miscount(1))
        }
    }

    fn stepped(&self, from: Square, to: Square) -> Diagnosis {
        let board = self.position.board();
        let (own, enemy) = (board.pawn(self.mover), board.pawn(!self.mover));
        let steps = self.position.steps();
        if steps.contains(&to) {
            return Diagnosis {
                piece: Some(Piece::Pawn),
                from: Some(from),
                to: Some(to),
                ..self.about(Code::WallsMiscounted, &[], self.miscount(0))
            };
        }
        let distance = |a: Square, b: Square| a.row.abs_diff(b.row) + a.column.abs_diff(b.column);
        if to == enemy {
            return self.went(Code::Occupied, from, to, &[]);
        }
        if distance(from, to) == 1 {
            return self.went(Code::ThroughWall, from, to, &[]);
        }
        if distance(from, enemy) != 1 || distance(enemy, to) != 1 {
            return self.went(Code::WrongDistance, from, to, &[]);
        }
        let is_straight = from.row == to.row || from.column == to.column;
        // A sideways jump although the straight one is open: show where the straight one leads.
        let straight = (!is_straight && board.is_open(own, enemy))
            .then(|| self.behind(from, enemy))
            .flatten()
            .filter(|behind| steps.contains(behind));
        Diagnosis {
            instead: straight.map(Quoridor::place_name),
            ..self.went(Code::JumpBlocked, from, to, &[enemy])
        }
    }

    /// The square behind another, seen from the first.
    fn behind(&self, from: Square, over: Square) -> Option<Square> {
        Some(Square::new(
            (2 * over.row).checked_sub(from.row)?,
            (2 * over.column).checked_sub(from.column)?,
        ))
    }
}
