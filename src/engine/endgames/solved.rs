//! Values in memory, a byte a position, while they are made and where few pieces need no file.

use super::NotSolved;
use super::material::{MOST_PIECES, Material};
use super::numbering::{Numbering, number, sides};
use super::solver::{DRAW, NOTHING, Solver};
use super::table_file::TableError;
use super::tables::Endgames;
use crate::search::{Exact, Oracle};
use arbitro_rules::Game;
use arbitro_rules::draughts::{Draughts, RuleSet};

/// The value that a byte of a table stands for.
pub(super) fn value(code: u8) -> Option<Exact> {
    match code {
        DRAW => Some(Exact::Draw),
        NOTHING => None,
        code if code % 2 == 1 => Some(Exact::Loss(u16::from(code) - 1)),
        code => Some(Exact::Win(u16::from(code) - 1)),
    }
}

/// The value of a position that needs no table: a side has no pieces left.
pub(super) fn without_table<R: RuleSet>(position: &Draughts<R>) -> Option<Exact> {
    let board = position.board();
    if board.count(!position.turn()) == (0, 0) {
        Some(Exact::Win(0))
    } else if board.count(position.turn()) == (0, 0) {
        Some(Exact::Loss(0))
    } else {
        None
    }
}

/// One material.
#[derive(Clone, Debug)]
pub(super) struct Table {
    pub(super) summary: Summary,
    /// By number.
    pub(super) values: Vec<u8>,
}

/// Every position of up to a number of pieces, solved.
#[derive(Debug)]
pub struct Solved<R> {
    numbering: Numbering<R>,
    /// By slot of the material, where it is solved.
    tables: Vec<Option<Table>>,
    pieces: u8,
}

/// What a solved material holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Summary {
    /// Which.
    pub material: Material,
    /// Positions that the player to move wins.
    pub wins: u64,
    /// Positions that nobody can force.
    pub draws: u64,
    /// Positions that the player to move loses.
    pub losses: u64,
    /// The most plies to a forced end.
    pub longest: u16,
}

impl Summary {
    fn of(material: Material, values: &[u8]) -> Summary {
        let mut counts = [0; 256];
        for &code in values {
            counts[usize::from(code)] += 1;
        }
        let mut summary = Summary {
            material,
            wins: 0,
            draws: 0,
            losses: 0,
            longest: 0,
        };
        for (code, count) in (0..=u8::MAX).zip(counts) {
            match value(code) {
                Some(Exact::Win(_)) => summary.wins += count,
                Some(Exact::Draw) => summary.draws += count,
                Some(Exact::Loss(_)) => summary.losses += count,
                None => {}
            }
            if let Some(Exact::Win(plies) | Exact::Loss(plies)) = value(code)
                && count > 0
            {
                summary.longest = plies;
            }
        }
        summary
    }
}

impl<R: RuleSet> Solved<R> {
    /// No position at all yet.
    ///
    /// # Errors
    ///
    /// For boards of another size than 8x8.
    pub fn nothing() -> Result<Solved<R>, NotSolved> {
        if R::RULES.size != 8 {
            return Err(NotSolved::Size { game: R::ID });
        }
        Ok(Solved::empty())
    }

    /// The same where the size is known to be right.
    fn empty() -> Solved<R> {
        Solved {
            numbering: Numbering::new(),
            tables: vec![None; Material::SLOTS],
            pieces: 1,
        }
    }

    /// Every position of up to `pieces` pieces.
    ///
    /// # Errors
    ///
    /// As [`nothing`](Solved::nothing) and [`solve_one_more`](Solved::solve_one_more).
    pub fn up_to(pieces: u8) -> Result<Solved<R>, NotSolved> {
        let mut solved = Solved::nothing()?;
        while solved.pieces < pieces {
            solved.solve_one_more(&mut |_| {})?;
        }
        Ok(solved)
    }

    /// The most pieces of positions that are solved; 1 when none is, for 2 are the fewest.
    pub const fn pieces(&self) -> u8 {
        self.pieces
    }

    /// Solves every position of one piece more. Memory is a byte for each number of the tables, and
    /// twice that for the material at work: 1 MiB with 3 pieces, 17 MiB with 4, 300 MiB with 5.
    ///
    /// `see` is told of each material when it is done.
    ///
    /// # Errors
    ///
    /// For more pieces than tables are made for, and for an ending longer than a table can say.
    pub fn solve_one_more(&mut self, see: &mut dyn FnMut(&Summary)) -> Result<(), NotSolved> {
        let pieces = self.pieces + 1;
        if pieces > MOST_PIECES {
            return Err(NotSolved::Pieces);
        }
        for material in Material::all(pieces) {
            if self.table(material).is_some() {
                continue;
            }
            for (material, values) in Solver::new(self, material).solve()? {
                let summary = Summary::of(material, &values);
                see(&summary);
                self.tables[material.slot()] = Some(Table { summary, values });
            }
        }
        self.pieces = pieces;
        Ok(())
    }

    /// What tables hold, so that those of more pieces can be made from them: as far as every smaller
    /// number of pieces is there too.
    ///
    /// # Errors
    ///
    /// For a table that is damaged or cannot be read.
    pub fn of_tables(tables: &Endgames<R>) -> Result<Solved<R>, TableError> {
        let mut solved = Solved::empty();
        tables.read_all(&mut |summary, values| {
            let material = summary.material;
            // Fewer pieces come first.
            if material.pieces() <= solved.pieces + 1 {
                solved.pieces = material.pieces();
                solved.tables[material.slot()] = Some(Table { summary, values });
            }
        })?;
        Ok(solved)
    }

    pub(super) fn table(&self, material: Material) -> Option<&Table> {
        self.tables[material.slot()].as_ref()
    }

    /// What each solved material holds, fewer pieces first.
    pub fn summaries(&self) -> impl Iterator<Item = Summary> {
        let materials = (2..=self.pieces).flat_map(Material::all);
        materials.filter_map(|it| Some(self.table(it)?.summary))
    }

    /// The byte of a position, if it has been solved; both sides must have pieces.
    #[inline]
    fn code(&self, position: &Draughts<R>) -> Option<u8> {
        let board = position.board();
        let material = Material::of(&board, position.turn())?;
        let table = self.tables[material.slot()].as_ref()?;
        let (mover, other) = sides::<R>(&board, position.turn());
        let at = number(
            material,
            self.numbering.ranks(mover),
            self.numbering.ranks(other),
        );
        table.values.get(at).copied()
    }

    /// The byte of a position that a move of a solvable material has led to: all of those are solved, or
    /// the move took the last piece.
    #[inline]
    pub(super) fn code_after(&self, position: &Draughts<R>) -> u8 {
        const LOST: u8 = 1;
        self.code(position).unwrap_or(LOST)
    }

    /// The value of a position to the player to move, if it has been solved.
    pub fn value(&self, position: &Draughts<R>) -> Option<Exact> {
        without_table(position).or_else(|| value(self.code(position)?))
    }
}

impl<R: RuleSet> Oracle<Draughts<R>> for &Solved<R> {
    fn exact(&mut self, position: &Draughts<R>) -> Option<Exact> {
        self.value(position)
    }
}
