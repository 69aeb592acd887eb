//! Solved endings in memory, one byte for each position.

use crate::NotSolved;
use crate::material::{MAX_PIECES, Material};
use crate::numbering::{Numbering, index, sides};
use crate::solver::{DRAW, NO_POSITION, Solver};
use crate::table_file::TableError;
use crate::tables::Endgames;
use crate::{ExactValue, Oracle};
use arbitro_rules::Game;
use arbitro_rules::draughts::{Draughts, RuleSet};

/// Decodes a table byte; `None` where the index has no position.
pub(crate) fn value(code: u8) -> Option<ExactValue> {
    match code {
        DRAW => Some(ExactValue::Draw),
        NO_POSITION => None,
        code if code % 2 == 1 => Some(ExactValue::Loss(u16::from(code) - 1)),
        code => Some(ExactValue::Win(u16::from(code) - 1)),
    }
}

/// The value of a position in which a side has no pieces left, which needs no table.
pub(crate) fn trivial_value<R: RuleSet>(position: &Draughts<R>) -> Option<ExactValue> {
    let board = position.board();
    if board.count(!position.turn()) == (0, 0) {
        Some(ExactValue::Win(0))
    } else if board.count(position.turn()) == (0, 0) {
        Some(ExactValue::Loss(0))
    } else {
        None
    }
}

/// The solved positions of one material.
#[derive(Clone, Debug)]
pub(crate) struct Table {
    pub(crate) summary: Summary,
    /// Table bytes by index.
    pub(crate) values: Vec<u8>,
}

/// Every position of up to a number of pieces, solved.
#[derive(Debug)]
pub struct Solved<R> {
    numbering: Numbering<R>,
    /// By [`Material::slot`]; `None` until solved.
    tables: Vec<Option<Table>>,
    pieces: u8,
}

/// Statistics of a solved material.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Summary {
    /// The material.
    pub material: Material,
    /// Positions that the player to move wins.
    pub wins: u64,
    /// Positions that neither player can win by force.
    pub draws: u64,
    /// Positions that the player to move loses.
    pub losses: u64,
    /// Largest number of plies to a forced end.
    pub longest: u16,
}

impl Summary {
    fn from_values(material: Material, values: &[u8]) -> Summary {
        let mut counts = [0; 256];
        for &code in values {
            counts[usize::from(code)] += 1;
        }
        let mut summary = Summary { material, wins: 0, draws: 0, losses: 0, longest: 0 };
        for (code, count) in (0..=u8::MAX).zip(counts) {
            match value(code) {
                Some(ExactValue::Win(_)) => summary.wins += count,
                Some(ExactValue::Draw) => summary.draws += count,
                Some(ExactValue::Loss(_)) => summary.losses += count,
                None => {}
            }
            if let Some(ExactValue::Win(plies) | ExactValue::Loss(plies)) = value(code)
                && count > 0
            {
                summary.longest = plies;
            }
        }
        summary
    }
}

impl<R: RuleSet> Solved<R> {
    /// Starts without any solved position.
    pub fn nothing() -> Result<Solved<R>, NotSolved> {
        if R::RULES.size != 8 {
            return Err(NotSolved::Size { game: R::ID });
        }
        Ok(Solved::empty())
    }

    /// Like [`nothing`](Solved::nothing), for a board known to be 8x8.
    fn empty() -> Solved<R> {
        Solved { numbering: Numbering::new(), tables: vec![None; Material::SLOTS], pieces: 1 }
    }

    /// Solves every position of up to `pieces` pieces.
    pub fn up_to(pieces: u8) -> Result<Solved<R>, NotSolved> {
        let mut solved = Solved::nothing()?;
        while solved.pieces < pieces {
            solved.solve_one_more(&mut |_| {})?;
        }
        Ok(solved)
    }

    /// The number of pieces up to which positions are solved; 1 when none are, as an ending has at
    /// least 2.
    pub const fn pieces(&self) -> u8 {
        self.pieces
    }

    /// Solves every position of one piece more. It takes a byte for each index of the tables, and
    /// twice that for the material in work: 1 MiB with 3 pieces, 17 MiB with 4, 300 MiB with 5.
    ///
    /// `see` receives the statistics of each material when it is solved.
    /// Fails for more than [`MAX_PIECES`] pieces, and for an ending longer than a byte can express.
    pub fn solve_one_more(&mut self, see: &mut dyn FnMut(&Summary)) -> Result<(), NotSolved> {
        let pieces = self.pieces + 1;
        if pieces > MAX_PIECES {
            return Err(NotSolved::Pieces);
        }
        for material in Material::all(pieces) {
            if self.table(material).is_some() {
                continue;
            }
            for (material, values) in Solver::new(self, material).solve()? {
                let summary = Summary::from_values(material, &values);
                see(&summary);
                self.tables[material.slot()] = Some(Table { summary, values });
            }
        }
        self.pieces = pieces;
        Ok(())
    }

    /// Loads tables from disk, so that those of more pieces can be computed from them: as far as
    /// every smaller number of pieces is there too.
    pub fn of_tables(tables: &Endgames<R>) -> Result<Solved<R>, TableError> {
        let mut solved = Solved::empty();
        tables.read_all(&mut |summary, values| {
            let material = summary.material;
            // Files come in order of pieces.
            if material.pieces() <= solved.pieces + 1 {
                solved.pieces = material.pieces();
                solved.tables[material.slot()] = Some(Table { summary, values });
            }
        })?;
        Ok(solved)
    }

    pub(crate) fn table(&self, material: Material) -> Option<&Table> {
        self.tables[material.slot()].as_ref()
    }

    /// Statistics of each solved material, fewer pieces first.
    pub fn summaries(&self) -> impl Iterator<Item = Summary> {
        let materials = (2..=self.pieces).flat_map(Material::all);
        materials.filter_map(|material| Some(self.table(material)?.summary))
    }

    /// The table byte of a position, if it has been solved. Both sides must have pieces.
    #[inline]
    fn code(&self, position: &Draughts<R>) -> Option<u8> {
        let board = position.board();
        let material = Material::from_board(&board, position.turn())?;
        let table = self.tables[material.slot()].as_ref()?;
        let (mover, other) = sides::<R>(&board, position.turn());
        let at = index(material, self.numbering.ranks(mover), self.numbering.ranks(other));
        table.values.get(at).copied()
    }

    /// The table byte of a position that a move has led to. The solver visits only materials whose
    /// successors are solved, so a missing one means that the last piece was captured.
    #[inline]
    pub(crate) fn code_after(&self, position: &Draughts<R>) -> u8 {
        const LOST: u8 = 1;
        self.code(position).unwrap_or(LOST)
    }

    /// The value for the player to move, if the position has been solved.
    pub fn value(&self, position: &Draughts<R>) -> Option<ExactValue> {
        trivial_value(position).or_else(|| value(self.code(position)?))
    }
}

impl<R: RuleSet> Oracle<Draughts<R>> for &Solved<R> {
    fn exact(&mut self, position: &Draughts<R>) -> Option<ExactValue> {
        self.value(position)
    }
}
