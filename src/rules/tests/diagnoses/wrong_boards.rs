//! Wrong boards, made from positions of draughts.

use super::{Boards, Capture};
use arbitro_rules::draughts::{Draughts, RuleSet};
use arbitro_rules::judge::is_reached;
use arbitro_rules::notation::{Cell, Notation, Setup};
use arbitro_rules::{Game, Player, Square};
use rand::RngExt;
use rand::rngs::SmallRng;

/// A board, and by how many faults it was made from the position.
pub(super) struct Made {
    pub(super) after: Setup,
    pub(super) faults: usize,
    /// True if no piece of the mover's went anywhere.
    pub(super) is_still: bool,
}

/// Makes wrong boards: one way of a piece, legal or not, and faults that touch no square twice.
pub(super) struct Maker<'a, R> {
    pub(super) position: &'a Draughts<R>,
    pub(super) before: Setup,
    pub(super) random: &'a mut SmallRng,
}

impl<R: RuleSet> Maker<'_, R> {
    fn boards<'b>(&'b self, after: &'b Setup) -> Boards<'b> {
        Boards {
            rules: &Draughts::<R>::RULES,
            mover: self.position.turn(),
            before: &self.before,
            after,
        }
    }

    fn pick<T: Copy>(&mut self, from: &[T]) -> Option<T> {
        (!from.is_empty()).then(|| from[self.random.random_range(0..from.len())])
    }

    fn moved(&self, from: Square, to: Square, taken: &[Square], is_king: bool) -> Setup {
        let mover = self.position.turn();
        let mut after = self.before;
        for at in taken.iter().chain([&from]) {
            after[*at] = Cell::Empty;
        }
        let is_dark = Draughts::<R>::GEOMETRY.square(to.row.into(), to.column.into()).is_some();
        let is_crowned = is_dark && to.row == R::RULES.last_row(mover);
        after[to] = if is_king || is_crowned { Cell::King(mover) } else { Cell::Man(mover) };
        after
    }

    /// A way, with its squares, which later faults may not touch.
    fn way(&mut self) -> Option<(Made, Vec<Square>)> {
        let before = self.before;
        let mover = self.position.turn();
        let own = before.iter().filter(|(_, cell)| cell.owner() == Some(mover));
        let own: Vec<Square> = own.map(|(place, _)| place).collect();
        let legal = self.position.legal_moves();
        match self.random.random_range(0..8) {
            0 => Some((Made { after: before, faults: 1, is_still: true }, Vec::new())),
            1..4 => {
                let mv = self.pick(&legal)?;
                let after = Draughts::<R>::setup(&self.position.after(mv).board());
                Some((Made { after, faults: 0, is_still: false }, Draughts::<R>::places_of(mv)))
            }
            4 => {
                let from = self.pick(&own)?;
                let captures = self.boards(&before).captures(from, 200);
                let index = self.random.random_range(0..captures.len().max(1));
                let capture = captures.get(index)?;
                let after = self.moved(from, capture.to, &capture.taken, capture.is_king);
                let mut touched = vec![from, capture.to];
                touched.extend(&capture.taken);
                let mut faults = self.boards(&before).broken_by(capture);
                if faults == 0 {
                    let is_it = |places: Vec<Square>| places == touched;
                    let mut places = legal.iter().map(|&mv| Draughts::<R>::places_of(mv));
                    faults = usize::from(!places.any(is_it));
                }
                Some((Made { after, faults, is_still: false }, touched))
            }
            _ => self.straight(&own),
        }
    }

    fn straight(&mut self, own: &[Square]) -> Option<(Made, Vec<Square>)> {
        let before = self.before;
        let from = self.pick(own)?;
        let cells: Vec<Square> = before.iter().map(|(place, _)| place).collect();
        let to = match self.random.random_range(0..4) {
            0 => self.pick(&cells)?,
            _ => {
                let near = |it: &Square| Boards::distance(from, *it).is_some_and(|rows| rows < 4);
                let near: Vec<Square> = cells.into_iter().filter(near).collect();
                self.pick(&near)?
            }
        };
        let boards = self.boards(&before);
        let is_reached = |it: Capture| it.to == to && boards.broken_by(&it) == 0;
        if from == to || boards.captures(from, 2_000).into_iter().any(is_reached) {
            return None;
        }
        // Onto another piece of its side it only steps: else the one that is missing vanished.
        if boards.is_own(before.at(to)) && !boards.is_step(from, to) {
            return None;
        }
        let enemies: Vec<Square> = boards.between(from, to);
        let own_between: Vec<Square> =
            enemies.iter().copied().filter(|&enemy| boards.is_own(before.at(enemy))).collect();
        let enemies: Vec<Square> =
            enemies.into_iter().filter(|&enemy| boards.is_enemy(before.at(enemy))).collect();
        let is_step = boards.is_step(from, to);
        let is_jump =
            boards.is_jump(from, to) && before.at(to) == Cell::Empty && boards.is_dark(to);
        let is_dark = boards.is_dark(to);
        let mut taken: Vec<Square> =
            enemies.into_iter().filter(|_| is_dark && self.random.random()).collect();
        if is_jump && self.random.random() {
            taken.extend(own_between);
        }
        let after = self.moved(from, to, &taken, before.at(from).is_king());
        let faults = 1 + usize::from(before.at(to) != Cell::Empty && !is_step);
        let mut touched = vec![from, to];
        touched.extend(taken);
        Some((Made { after, faults, is_still: false }, touched))
    }

    /// Makes one more fault of the board; false if the squares drawn leave none.
    fn spoil(&mut self, made: &mut Made, touched: &mut Vec<Square>) -> bool {
        let cells: Vec<Square> = made.after.iter().map(|(place, _)| place).collect();
        let Some(at) = self.pick(&cells) else {
            return false;
        };
        let geometry = Draughts::<R>::GEOMETRY;
        let is_captured = touched.len() > 2
            && touched[2..].contains(&at)
            && self.before.at(at).owner() == Some(!self.position.turn());
        let was = made.after.at(at);
        let kinds = [
            Cell::Man(Player::X),
            Cell::King(Player::X),
            Cell::Man(Player::O),
            Cell::King(Player::O),
        ];
        let new = match was {
            // A captured piece is left on the board.
            Cell::Empty if is_captured && made.after.at(at) == Cell::Empty => self.before.at(at),
            _ if touched.contains(&at) => return false,
            Cell::Empty => match self.pick(&kinds) {
                Some(kind) if geometry.square(at.row.into(), at.column.into()).is_some() => kind,
                _ => return false,
            },
            Cell::Man(owner) | Cell::King(owner) => match self.random.random_range(0..3) {
                0 => Cell::Empty,
                1 if was.is_king() => Cell::Man(owner),
                1 => Cell::King(owner),
                // A piece that moves alone has gone a way.
                _ if made.is_still && was.owner() == Some(self.position.turn()) => return false,
                _ => {
                    let free = |it: &Square| {
                        made.after.at(*it) == Cell::Empty
                            && !touched.contains(it)
                            && geometry.square(it.row.into(), it.column.into()).is_some()
                    };
                    let free: Vec<Square> = cells.into_iter().filter(free).collect();
                    let Some(to) = self.pick(&free) else {
                        return false;
                    };
                    made.after[to] = was;
                    touched.push(to);
                    Cell::Empty
                }
            },
        };
        made.after[at] = new;
        if !is_captured {
            touched.push(at);
        }
        made.faults += 1;
        true
    }

    pub(super) fn make(&mut self) -> Option<Made> {
        let (mut made, mut touched) = self.way()?;
        for _ in 0..self.random.random_range(0..3) {
            self.spoil(&mut made, &mut touched);
        }
        Some(made).filter(|it| !is_reached(self.position, &it.after))
    }
}
