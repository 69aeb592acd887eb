//! Retrograde analysis of one material and its turned twin, everything they lead to being known.
//!
//! First each position is looked at once, forwards: what captures and crownings are worth, which lead
//! to other materials, and how many moves stay. Then plies are counted up from the ends that are
//! known: who can reach a lost position has won, who has no move left but to won ones has lost. Only
//! steps that change no material are ever taken back, so no rule of capturing is needed backwards.

use super::NotSolved;
use super::material::Material;
use super::numbering::{
    Numbering, Ranks, Side, is_apart, number, numbers, position, ranks, sets, turn,
};
use super::solved::Solved;
use arbitro_rules::draughts::{Capturing, Direction, Draughts, KingReach, Move, RuleSet, step};
use arbitro_rules::{Game, Player};

/// What a byte of a table says. Lost in n plies and won in n plies are both n + 1: who is lost is so
/// in an even number, who has won in an odd one.
pub(super) const DRAW: u8 = 0;
/// No position has this number.
pub(super) const NOTHING: u8 = u8::MAX;
/// The most plies that fit.
const FARTHEST: u8 = NOTHING - 2;

/// How many staying moves are left that may hold a position, or one of the two below.
type Left = u8;
/// Some capture or crowning does not lose: no count of the other moves makes this position lost.
const SAFE: Left = u8::MAX;
/// It must capture, so no staying move leads away from here.
const CLOSED: Left = u8::MAX - 1;

/// One of the two materials while it is worked on.
struct Half {
    material: Material,
    /// The mover's sets of squares by rank. Those of the opponent are the other half's.
    men: Vec<u64>,
    kings: Vec<u64>,
    values: Vec<u8>,
    left: Vec<Left>,
}

pub(super) struct Solver<'a, R> {
    solved: &'a Solved<R>,
    numbering: Numbering<R>,
    /// The material and its twin, or one that is its own twin.
    halves: Vec<Half>,
    /// The highest byte written.
    highest: u8,
}

impl<'a, R: RuleSet> Solver<'a, R> {
    pub(super) fn new(solved: &'a Solved<R>, material: Material) -> Solver<'a, R> {
        let mut materials = vec![material];
        if material != material.turned() {
            materials.push(material.turned());
        }
        let geometry = Draughts::<R>::GEOMETRY;
        Solver {
            solved,
            numbering: Numbering::new(),
            halves: materials
                .into_iter()
                .map(|material| Half {
                    material,
                    men: sets(material.mover.men, geometry.squares & !geometry.top_row),
                    kings: sets(material.mover.kings, geometry.squares),
                    values: vec![NOTHING; numbers(material)],
                    left: vec![CLOSED; numbers(material)],
                })
                .collect(),
            highest: 0,
        }
    }

    /// Every value of the material and its twin.
    pub(super) fn solve(mut self) -> Result<Vec<(Material, Vec<u8>)>, NotSolved> {
        for half in 0..self.halves.len() {
            self.look_forwards(half)?;
        }
        let mut code = 1;
        while code <= self.highest {
            for half in 0..self.halves.len() {
                self.look_back(half, code)?;
            }
            code += 1;
        }
        Ok(self
            .halves
            .into_iter()
            .map(|half| (half.material, half.values))
            .collect())
    }

    /// The byte for what one ply earlier has this byte as its best, which must fit.
    fn before(code: u8) -> Result<u8, NotSolved> {
        if code > FARTHEST {
            return Err(NotSolved::TooLong);
        }
        Ok(code + 1)
    }

    fn write(&mut self, half: usize, at: usize, code: u8) {
        self.halves[half].values[at] = code;
        self.highest = self.highest.max(code);
    }

    fn look_forwards(&mut self, half: usize) -> Result<(), NotSolved> {
        let mut moves = Vec::new();
        for at in 0..self.halves[half].values.len() {
            let (mover, other) = self.sides_at(half, at);
            if is_apart::<R>(mover, other) {
                let position = position::<R>(mover, other);
                let (code, left) = self.first_look(&position, &mut moves)?;
                self.write(half, at, code);
                self.halves[half].left[at] = left;
            }
        }
        Ok(())
    }

    fn sides_at(&self, half: usize, at: usize) -> (Side, Side) {
        let (mover, other) = ranks(self.halves[half].material, at);
        let side = |half: &Half, ranks: Ranks| Side {
            men: half.men[ranks.men as usize],
            kings: half.kings[ranks.kings as usize],
        };
        let twin = self.twin(half);
        (
            side(&self.halves[half], mover),
            side(&self.halves[twin], other),
        )
    }

    /// The half with the other player to move.
    fn twin(&self, half: usize) -> usize {
        self.halves.len() - 1 - half
    }

    /// What captures and crownings make of a position, and how many staying moves it has beside them.
    fn first_look(
        &self,
        position: &Draughts<R>,
        moves: &mut Vec<Move>,
    ) -> Result<(u8, Left), NotSolved> {
        position.legal_moves_into(moves);
        let mut staying: Left = 0;
        let mut is_safe = false;
        let mut must_capture = false;
        // The nearest win by leaving, and the farthest loss.
        let mut win = DRAW;
        let mut loss = 0;
        for &mv in &*moves {
            if stays(position, mv) {
                staying += 1;
                continue;
            }
            must_capture |= mv.is_capture() && R::RULES.capturing == Capturing::Forced;
            match self.solved.code_after(&position.after(mv)) {
                DRAW => is_safe = true,
                code if code % 2 == 1 => {
                    is_safe = true;
                    let code = Self::before(code)?;
                    win = if win == DRAW { code } else { win.min(code) };
                }
                code => loss = loss.max(code),
            }
        }
        let left = match (must_capture, is_safe) {
            (true, _) => CLOSED,
            (_, true) => SAFE,
            _ => staying,
        };
        if win == DRAW && staying == 0 && !is_safe {
            // Without any move this is a loss in 0 plies.
            return Ok((Self::before(loss)?, left));
        }
        Ok((win, left))
    }

    /// From every position with this byte, which no other can change any more, back to those before.
    fn look_back(&mut self, half: usize, code: u8) -> Result<(), NotSolved> {
        const AT_ONCE: usize = 64;
        let length = self.halves[half].values.len();
        for from in (0..length).step_by(AT_ONCE) {
            let to = length.min(from + AT_ONCE);
            let is_here = |values: &[u8]| values.iter().fold(false, |it, &is| it | (is == code));
            if !is_here(&self.halves[half].values[from..to]) {
                continue;
            }
            for at in from..to {
                if self.halves[half].values[at] == code {
                    self.look_back_from(half, at, code)?;
                }
            }
        }
        Ok(())
    }

    fn look_back_from(&mut self, half: usize, at: usize, code: u8) -> Result<(), NotSolved> {
        let material = self.halves[half].material;
        let before = self.twin(half);
        let (mover_ranks, other_ranks) = ranks(material, at);
        let (mover, other) = self.sides_at(half, at);
        let empty = Draughts::<R>::GEOMETRY.squares & !(other.all() | turn::<R>(mover.all()));
        // Whose turn it is now has not moved last: the other side's steps are taken back.
        let down = [Direction::DownLeft, Direction::DownRight];
        let mut men = other.men;
        while men != 0 {
            let man = men & men.wrapping_neg();
            men ^= man;
            for direction in down {
                let from = step::<R>(man, direction) & empty;
                if from != 0 {
                    let men = self.numbering.rank(other.men ^ man ^ from);
                    let earlier = Ranks { men, ..other_ranks };
                    self.reach(
                        before,
                        number(material.turned(), earlier, mover_ranks),
                        code,
                    )?;
                }
            }
        }
        let mut kings = other.kings;
        while kings != 0 {
            let king = kings & kings.wrapping_neg();
            kings ^= king;
            for direction in Direction::ALL {
                let mut from = step::<R>(king, direction) & empty;
                while from != 0 {
                    let kings = self.numbering.rank(other.kings ^ king ^ from);
                    let earlier = Ranks {
                        kings,
                        ..other_ranks
                    };
                    self.reach(
                        before,
                        number(material.turned(), earlier, mover_ranks),
                        code,
                    )?;
                    if R::RULES.kings == KingReach::Short {
                        break;
                    }
                    from = step::<R>(from, direction) & empty;
                }
            }
        }
        Ok(())
    }

    /// A step leads from position `at` to one with the byte `code`, final now.
    fn reach(&mut self, half: usize, at: usize, code: u8) -> Result<(), NotSolved> {
        let left = self.halves[half].left[at];
        if left == CLOSED {
            return Ok(());
        }
        let found = self.halves[half].values[at];
        if code % 2 == 1 {
            let win = Self::before(code)?;
            if found == DRAW || found > win {
                self.write(half, at, win);
            }
        } else if left != SAFE {
            self.halves[half].left[at] = left - 1;
            if left == 1 && found == DRAW {
                let loss = self.farthest_loss(half, at, code)?;
                self.write(half, at, loss);
            }
        }
        Ok(())
    }

    /// The byte of a position all of whose moves lose, the last staying one to `code`.
    fn farthest_loss(&self, half: usize, at: usize, code: u8) -> Result<u8, NotSolved> {
        let (mover, other) = self.sides_at(half, at);
        let position = position::<R>(mover, other);
        let mut farthest = code;
        for mv in position.legal_moves() {
            if !stays(&position, mv) {
                farthest = farthest.max(self.solved.code_after(&position.after(mv)));
            }
        }
        Self::before(farthest)
    }
}

/// Whether a move changes no material.
fn stays<R: RuleSet>(position: &Draughts<R>, mv: Move) -> bool {
    // Positions here have player 1 to move.
    debug_assert_eq!(position.turn(), Player::X);
    let is_man = position.board().kings() & mv.from.bit() == 0;
    let is_crowned = is_man && mv.to.bit() & Draughts::<R>::GEOMETRY.top_row != 0;
    !(mv.is_capture() || is_crowned)
}
