//! Tables on disk, asked for single values.
//!
//! Mapping files into memory would need unsafe code, which this room has none of, and would let a file
//! that somebody cuts while it is in use end the program. So blocks are read where they lie, one call
//! each: the system keeps what is asked for often, outside the memory that a player is charged with,
//! and a small cache here keeps blocks unpacked, since moves from one position mostly lead into one block.

use std::path::{Path, PathBuf};

use super::coding::BLOCK;
use super::material::{MOST_PIECES, Material};
use super::numbering::{Numbering, number, numbers, sides};
use super::solved::{Summary, value, without_table};
use super::table_file::{TableError, TableFile, table_file_name};
use crate::search::{Exact, Oracle};
use arbitro_rules::Game;
use arbitro_rules::draughts::{Draughts, RuleSet};

/// What the cache of unpacked blocks takes unless told otherwise. All tables of `dama` add 4 MiB for
/// codes and places.
const CACHE_BYTES: usize = 2 << 20;

/// A part and its file, by their places.
#[derive(Clone, Copy, Debug)]
struct PartAt {
    file: usize,
    part: usize,
    /// How many blocks of other parts are counted before its own.
    first_block: u32,
}

/// The tables of one game in a folder.
#[derive(Debug)]
pub struct Endgames<R> {
    files: Vec<TableFile>,
    /// By slot of the material.
    parts: Vec<Option<PartAt>>,
    numbering: Numbering<R>,
    cache: Cache,
    scratch: Vec<u8>,
    fault: Option<TableError>,
}

/// Unpacked blocks, each in the only place where its number may stand.
#[derive(Debug)]
struct Cache {
    /// Which block is there, counted over all parts; `u32::MAX` for none.
    held: Vec<u32>,
    values: Vec<u8>,
}

impl Cache {
    fn new(bytes: usize) -> Cache {
        let places = (bytes / BLOCK).max(1);
        Cache {
            held: vec![u32::MAX; places],
            values: vec![0; places * BLOCK],
        }
    }
}

impl<R: RuleSet> Endgames<R> {
    /// Opens the tables of the game in a folder, as many as are there.
    ///
    /// # Errors
    ///
    /// If there is none, or one cannot be used.
    pub fn open(folder: &Path) -> Result<Endgames<R>, TableError> {
        Endgames::open_with(folder, CACHE_BYTES)
    }

    /// The same with a cache of this many bytes.
    ///
    /// # Errors
    ///
    /// As [`open`](Endgames::open).
    pub fn open_with(folder: &Path, cache_bytes: usize) -> Result<Endgames<R>, TableError> {
        let mut endgames = Endgames {
            files: Vec::new(),
            parts: vec![None; Material::SLOTS],
            numbering: Numbering::new(),
            cache: Cache::new(cache_bytes),
            scratch: Vec::new(),
            fault: None,
        };
        if R::RULES.size == 8 {
            let mut blocks = 0;
            for pieces in 2..=MOST_PIECES {
                let path = folder.join(table_file_name(R::ID, pieces));
                if path.exists() {
                    endgames.add(path, pieces, &mut blocks)?;
                }
            }
        }
        if endgames.files.is_empty() {
            return Err(TableError::Nothing {
                folder: folder.to_owned(),
                game: R::ID,
            });
        }
        Ok(endgames)
    }

    fn add(&mut self, path: PathBuf, pieces: u8, blocks: &mut u32) -> Result<(), TableError> {
        let file = TableFile::open(path, R::ID, pieces)?;
        for (part, it) in file.parts.iter().enumerate() {
            self.parts[it.summary.material.slot()] = Some(PartAt {
                file: self.files.len(),
                part,
                first_block: *blocks,
            });
            *blocks += it.blocks() as u32;
        }
        self.files.push(file);
        Ok(())
    }

    /// What each material holds, fewer pieces first.
    pub fn summaries(&self) -> impl Iterator<Item = Summary> {
        let parts = self.files.iter().flat_map(|file| &file.parts);
        parts.map(|part| part.summary)
    }

    /// The value of a position to the player to move; `None` if no table holds it.
    ///
    /// # Errors
    ///
    /// For a table that cannot be read, or is damaged where the value stands.
    pub fn value(&mut self, position: &Draughts<R>) -> Result<Option<Exact>, TableError> {
        if let Some(value) = without_table(position) {
            return Ok(Some(value));
        }
        let board = position.board();
        let Some(material) = Material::of(&board, position.turn()) else {
            return Ok(None);
        };
        let Some(at) = self.parts[material.slot()] else {
            return Ok(None);
        };
        let (mover, other) = sides::<R>(&board, position.turn());
        let number = number(
            material,
            self.numbering.ranks(mover),
            self.numbering.ranks(other),
        );
        let file = &self.files[at.file];
        let block = number / BLOCK;
        let wanted = at.first_block + block as u32;
        let place = wanted as usize % self.cache.held.len();
        let values = &mut self.cache.values[place * BLOCK..][..BLOCK];
        if self.cache.held[place] != wanted {
            self.cache.held[place] = u32::MAX;
            file.read_block(&file.parts[at.part], block, &mut self.scratch, values)?;
            self.cache.held[place] = wanted;
        }
        Ok(value(values[number % BLOCK]))
    }

    /// What went wrong when the tables were last asked as an [`Oracle`], which can only say that it
    /// does not know.
    pub fn take_fault(&mut self) -> Option<TableError> {
        self.fault.take()
    }

    /// Reads everything, and hands each material's values to `see`.
    pub(super) fn read_all(&self, see: &mut dyn FnMut(Summary, Vec<u8>)) -> Result<(), TableError> {
        let mut scratch = Vec::new();
        for file in &self.files {
            for part in &file.parts {
                let mut values = vec![0; numbers(part.summary.material)];
                for (number, block) in values.chunks_mut(BLOCK).enumerate() {
                    file.read_block(part, number, &mut scratch, block)?;
                }
                see(part.summary, values);
            }
        }
        Ok(())
    }

    /// Reads every block of every table.
    ///
    /// # Errors
    ///
    /// For the first one that is damaged or cannot be read.
    pub fn check(&self) -> Result<(), TableError> {
        self.read_all(&mut |_, _| {})
    }
}

impl<R: RuleSet> Oracle<Draughts<R>> for Endgames<R> {
    fn exact(&mut self, position: &Draughts<R>) -> Option<Exact> {
        match self.value(position) {
            Ok(value) => value,
            Err(fault) => {
                self.fault = Some(fault);
                None
            }
        }
    }
}
