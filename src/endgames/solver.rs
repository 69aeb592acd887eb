//! Retrograde analysis of one material and its twin with the other player to move.
//!
//! A forward pass visits each position once. It finds the value of captures and crownings, which
//! lead to materials that are already solved, and counts the other moves. Then values propagate
//! backwards in order of plies: a position that can reach a lost one is won; one whose moves all
//! lead to won ones is lost. Only moves that keep the material are taken back, so no backward rules
//! of capture are needed.

use crate::NotSolved;
use crate::material::Material;
use crate::numbering::{
    Numbering, Ranks, Side, index, is_disjoint, position, ranks, rotate, sets, table_size,
};
use crate::solved::Solved;
use arbitro_rules::Game;
use arbitro_rules::draughts::{Capturing, Direction, Draughts, KingReach, Move, RuleSet, step};

/// Table bytes: a loss and a win in n plies are both stored as n + 1. Losses have even distances,
/// wins odd ones.
pub(crate) const DRAW: u8 = 0;
/// Marks an index without a position.
pub(crate) const NO_POSITION: u8 = u8::MAX;
/// Largest distance that fits into a byte.
const MAX_DISTANCE: u8 = NO_POSITION - 2;

/// Number of moves that keep the material and are not yet known to lose, or one of the two markers
/// below.
type Remaining = u8;
/// A capture or crowning does not lose, so the position is never lost.
const SAFE: Remaining = u8::MAX;
/// Captures are forced, so no move that keeps the material is legal.
const MUST_CAPTURE: Remaining = u8::MAX - 1;

/// One of the two materials during the analysis.
struct Half {
    material: Material,
    /// The mover's sets of squares by rank. The opponent's are those of the other half.
    men: Vec<u64>,
    kings: Vec<u64>,
    values: Vec<u8>,
    remaining: Vec<Remaining>,
}

pub(crate) struct Solver<'a, R> {
    solved: &'a Solved<R>,
    numbering: Numbering<R>,
    /// The material and its twin; one entry if the material is its own twin.
    halves: Vec<Half>,
    /// The highest table byte written.
    highest: u8,
}

impl<'a, R: RuleSet> Solver<'a, R> {
    pub(crate) fn new(solved: &'a Solved<R>, material: Material) -> Solver<'a, R> {
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
                    values: vec![NO_POSITION; table_size(material)],
                    remaining: vec![MUST_CAPTURE; table_size(material)],
                })
                .collect(),
            highest: 0,
        }
    }

    /// Computes the values of the material and its twin.
    pub(crate) fn solve(mut self) -> Result<Vec<(Material, Vec<u8>)>, NotSolved> {
        for half in 0..self.halves.len() {
            self.scan_forward(half)?;
        }
        let mut code = 1;
        while code <= self.highest {
            for half in 0..self.halves.len() {
                self.propagate(half, code)?;
            }
            code += 1;
        }
        Ok(self.halves.into_iter().map(|half| (half.material, half.values)).collect())
    }

    /// Backs a table byte up one ply. An error if the distance does not fit.
    fn back_up(code: u8) -> Result<u8, NotSolved> {
        if code > MAX_DISTANCE {
            return Err(NotSolved::TooLong);
        }
        Ok(code + 1)
    }

    fn write(&mut self, half: usize, at: usize, code: u8) {
        self.halves[half].values[at] = code;
        self.highest = self.highest.max(code);
    }

    fn scan_forward(&mut self, half: usize) -> Result<(), NotSolved> {
        let mut moves = Vec::new();
        for at in 0..self.halves[half].values.len() {
            let (mover, other) = self.sides_at(half, at);
            if is_disjoint::<R>(mover, other) {
                let position = position::<R>(mover, other);
                let (code, remaining) = self.classify(&position, &mut moves)?;
                self.write(half, at, code);
                self.halves[half].remaining[at] = remaining;
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
        (side(&self.halves[half], mover), side(&self.halves[twin], other))
    }

    /// Index of the half with the other player to move.
    fn twin(&self, half: usize) -> usize {
        self.halves.len() - 1 - half
    }

    /// Returns the table byte that captures and crownings give a position, and the count of its
    /// other moves.
    fn classify(
        &self,
        position: &Draughts<R>,
        moves: &mut Vec<Move>,
    ) -> Result<(u8, Remaining), NotSolved> {
        position.legal_moves_into(moves);
        let mut quiet_moves: Remaining = 0;
        let mut is_safe = false;
        let mut must_capture = false;
        // The nearest win by a capture or crowning, and the farthest loss.
        let mut win = DRAW;
        let mut loss = 0;
        for &mv in &*moves {
            if keeps_material(position, mv) {
                quiet_moves += 1;
                continue;
            }
            must_capture |= mv.is_capture() && R::RULES.capturing == Capturing::Forced;
            match self.solved.code_after(&position.after(mv)) {
                DRAW => is_safe = true,
                code if code % 2 == 1 => {
                    is_safe = true;
                    let code = Self::back_up(code)?;
                    win = if win == DRAW { code } else { win.min(code) };
                }
                code => loss = loss.max(code),
            }
        }
        let remaining = match (must_capture, is_safe) {
            (true, _) => MUST_CAPTURE,
            (_, true) => SAFE,
            _ => quiet_moves,
        };
        if win == DRAW && quiet_moves == 0 && !is_safe {
            // Without any move this is a loss in 0 plies.
            return Ok((Self::back_up(loss)?, remaining));
        }
        Ok((win, remaining))
    }

    /// Propagates one ply back from every position with this byte. All of these are final.
    fn propagate(&mut self, half: usize, code: u8) -> Result<(), NotSolved> {
        const AT_ONCE: usize = 64;
        let length = self.halves[half].values.len();
        for from in (0..length).step_by(AT_ONCE) {
            let to = length.min(from + AT_ONCE);
            let has_code = |values: &[u8]| values.iter().fold(false, |it, &is| it | (is == code));
            if !has_code(&self.halves[half].values[from..to]) {
                continue;
            }
            for at in from..to {
                if self.halves[half].values[at] == code {
                    self.propagate_from(half, at, code)?;
                }
            }
        }
        Ok(())
    }

    fn propagate_from(&mut self, half: usize, at: usize, code: u8) -> Result<(), NotSolved> {
        let material = self.halves[half].material;
        let before = self.twin(half);
        let (mover_ranks, other_ranks) = ranks(material, at);
        let (mover, other) = self.sides_at(half, at);
        let empty = Draughts::<R>::GEOMETRY.squares & !(other.all() | rotate::<R>(mover.all()));
        // The side not to move made the last move: its steps are taken back.
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
                    self.update(before, index(material.turned(), earlier, mover_ranks), code)?;
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
                    let earlier = Ranks { kings, ..other_ranks };
                    self.update(before, index(material.turned(), earlier, mover_ranks), code)?;
                    if R::RULES.kings == KingReach::Short {
                        break;
                    }
                    from = step::<R>(from, direction) & empty;
                }
            }
        }
        Ok(())
    }

    /// Updates position `at`, which has a move to a position with the final byte `code`.
    fn update(&mut self, half: usize, at: usize, code: u8) -> Result<(), NotSolved> {
        let remaining = self.halves[half].remaining[at];
        if remaining == MUST_CAPTURE {
            return Ok(());
        }
        let found = self.halves[half].values[at];
        if code % 2 == 1 {
            let win = Self::back_up(code)?;
            // A capture or crowning may have given a farther win before.
            if found == DRAW || found > win {
                self.write(half, at, win);
            }
        } else if remaining != SAFE {
            self.halves[half].remaining[at] = remaining - 1;
            if remaining == 1 && found == DRAW {
                let loss = self.farthest_loss(half, at, code)?;
                self.write(half, at, loss);
            }
        }
        Ok(())
    }

    /// The table byte of a position whose moves all lose: one ply farther than its longest defence.
    /// `code` is the byte after its move that was found to lose last, the farthest of those that keep
    /// the material.
    fn farthest_loss(&self, half: usize, at: usize, code: u8) -> Result<u8, NotSolved> {
        let (mover, other) = self.sides_at(half, at);
        let position = position::<R>(mover, other);
        let mut farthest = code;
        for mv in position.legal_moves() {
            if !keeps_material(&position, mv) {
                farthest = farthest.max(self.solved.code_after(&position.after(mv)));
            }
        }
        Self::back_up(farthest)
    }
}

/// Returns whether a move changes neither piece counts nor men to kings.
fn keeps_material<R: RuleSet>(position: &Draughts<R>, mv: Move) -> bool {
    // Positions here have player 1 to move.
    let is_man = position.board().kings() & mv.from.bit() == 0;
    let is_crowned = is_man && mv.to.bit() & Draughts::<R>::GEOMETRY.top_row != 0;
    !(mv.is_capture() || is_crowned)
}
