//! Reads single values from endgame tables on disk.
//!
//! Memory mapping would need unsafe code, which this crate has none of, and a file truncated while
//! mapped would end the program. So each block is read with one system call. The page cache holds
//! frequently used blocks outside the memory that a player is charged for, and a small cache here
//! holds decompressed blocks, because moves from one position mostly lead into the same block.

use std::path::{Path, PathBuf};

use crate::coding::BLOCK;
use crate::material::{MAX_PIECES, Material};
use crate::numbering::{Numbering, index, sides, table_size};
use crate::solved::{Summary, trivial_value, value};
use crate::table_file::{TableError, TableFile, table_file_name};
use crate::{ExactValue, Oracle};
use arbitro_rules::Game;
use arbitro_rules::draughts::{Draughts, RuleSet};

/// Default size of the cache of decompressed blocks. All tables of `dama` add 4 MiB for codes and
/// places.
const CACHE_BYTES: usize = 2 << 20;

/// Indices of a part and its file.
#[derive(Clone, Copy, Debug)]
struct PartAt {
    file: usize,
    part: usize,
    /// Number of blocks in all parts before it.
    first_block: u32,
}

/// The tables of one game in a folder.
#[derive(Debug)]
pub struct Endgames<R> {
    files: Vec<TableFile>,
    /// By [`Material::slot`].
    parts: Vec<Option<PartAt>>,
    numbering: Numbering<R>,
    cache: Cache,
    scratch: Vec<u8>,
    last_error: Option<TableError>,
}

/// A direct-mapped cache of decompressed blocks.
#[derive(Debug)]
struct Cache {
    /// The block in each place, counted over all parts; `u32::MAX` for none.
    blocks: Vec<u32>,
    values: Vec<u8>,
}

impl Cache {
    fn new(bytes: usize) -> Cache {
        let places = (bytes / BLOCK).max(1);
        Cache { blocks: vec![u32::MAX; places], values: vec![0; places * BLOCK] }
    }
}

impl<R: RuleSet> Endgames<R> {
    /// Opens all tables of the game that a folder has.
    pub fn open(folder: &Path) -> Result<Endgames<R>, TableError> {
        Endgames::open_with(folder, CACHE_BYTES)
    }

    /// Like [`open`](Endgames::open), with a cache of this many bytes.
    pub fn open_with(folder: &Path, cache_bytes: usize) -> Result<Endgames<R>, TableError> {
        let mut endgames = Endgames {
            files: Vec::new(),
            parts: vec![None; Material::SLOTS],
            numbering: Numbering::new(),
            cache: Cache::new(cache_bytes),
            scratch: Vec::new(),
            last_error: None,
        };
        if R::RULES.size == 8 {
            let mut blocks = 0;
            for pieces in 2..=MAX_PIECES {
                let path = folder.join(table_file_name(R::ID, pieces));
                if path.exists() {
                    endgames.add(path, pieces, &mut blocks)?;
                }
            }
        }
        if endgames.files.is_empty() {
            return Err(TableError::Nothing { folder: folder.to_owned(), game: R::ID });
        }
        Ok(endgames)
    }

    fn add(&mut self, path: PathBuf, pieces: u8, blocks: &mut u32) -> Result<(), TableError> {
        let file = TableFile::open(path, R::ID, pieces)?;
        for (part, it) in file.parts.iter().enumerate() {
            self.parts[it.summary.material.slot()] =
                Some(PartAt { file: self.files.len(), part, first_block: *blocks });
            *blocks += it.blocks() as u32;
        }
        self.files.push(file);
        Ok(())
    }

    /// Statistics of each material, fewer pieces first.
    pub fn summaries(&self) -> impl Iterator<Item = Summary> {
        let parts = self.files.iter().flat_map(|file| &file.parts);
        parts.map(|part| part.summary)
    }

    /// Returns the value for the player to move; `None` if no table holds the position.
    pub fn value(&mut self, position: &Draughts<R>) -> Result<Option<ExactValue>, TableError> {
        if let Some(value) = trivial_value(position) {
            return Ok(Some(value));
        }
        let board = position.board();
        let Some(material) = Material::from_board(&board, position.turn()) else {
            return Ok(None);
        };
        let Some(at) = self.parts[material.slot()] else {
            return Ok(None);
        };
        let (mover, other) = sides::<R>(&board, position.turn());
        let index = index(material, self.numbering.ranks(mover), self.numbering.ranks(other));
        let file = &self.files[at.file];
        let block = index / BLOCK;
        let wanted = at.first_block + block as u32;
        let place = wanted as usize % self.cache.blocks.len();
        let values = &mut self.cache.values[place * BLOCK..][..BLOCK];
        if self.cache.blocks[place] != wanted {
            self.cache.blocks[place] = u32::MAX;
            file.read_block(&file.parts[at.part], block, &mut self.scratch, values)?;
            self.cache.blocks[place] = wanted;
        }
        Ok(value(values[index % BLOCK]))
    }

    /// Reads all tables, and passes each material's statistics and values to `see`.
    pub(crate) fn read_all(&self, see: &mut dyn FnMut(Summary, Vec<u8>)) -> Result<(), TableError> {
        let mut scratch = Vec::new();
        for file in &self.files {
            for part in &file.parts {
                let mut values = vec![0; table_size(part.summary.material)];
                for (number, block) in values.chunks_mut(BLOCK).enumerate() {
                    file.read_block(part, number, &mut scratch, block)?;
                }
                see(part.summary, values);
            }
        }
        Ok(())
    }

    /// Reads every block of every table.
    pub fn check(&self) -> Result<(), TableError> {
        self.read_all(&mut |_, _| {})
    }
}

impl<R: RuleSet> Oracle<Draughts<R>> for Endgames<R> {
    fn exact(&mut self, position: &Draughts<R>) -> Option<ExactValue> {
        match self.value(position) {
            Ok(value) => value,
            Err(error) => {
                self.last_error = Some(error);
                None
            }
        }
    }

    fn take_error(&mut self) -> Option<TableError> {
        self.last_error.take()
    }

    fn pieces(&self) -> u8 {
        self.summaries().map(|summary| summary.material.pieces()).max().unwrap_or(0)
    }
}
