//! The file format of endgame tables: one file for each game and number of pieces.
//!
//! A header, then blocks. The header names the game, the number of pieces and, for each material,
//! its statistics, code lengths and block lengths; a checksum covers it. Each block ends with a
//! checksum over its bytes and its place. So a file that was truncated, mixed up or changed in any
//! byte is refused, at the latest when the block is read.
//!
//! All numbers are little-endian.

use std::fs::File;
use std::io::{self, Write};
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::coding::{BLOCK, CodeLengths, Decoder, Encoder};
use crate::material::{Force, Material};
use crate::numbering::table_size;
use crate::solved::{Solved, Summary, Table};
use arbitro_rules::GameId;
use arbitro_rules::draughts::RuleSet;

const MAGIC: &[u8; 16] = b"arbitro endgames";
const VERSION: u32 = 1;
/// Maximum size of a header. A larger one is refused unread.
const MAX_HEADER_BYTES: u32 = 16 << 20;
/// Bytes of magic, version and header length.
const PREFIX_BYTES: usize = 24;
const CHECKSUM: usize = 4;

/// An error of reading or writing endgame tables.
#[derive(Debug, Error)]
#[expect(missing_docs, reason = "its texts say what its variants are")]
pub enum TableError {
    #[error("{}: {error}", path.display())]
    File { path: PathBuf, error: io::Error },
    #[error("{}: not written: some of it is not solved", path.display())]
    NotSolved { path: PathBuf },
    #[error("{}: not a file of endgame tables", path.display())]
    Foreign { path: PathBuf },
    #[error("{}: version {found}, but this program reads {VERSION}: make the tables again", path.display())]
    Version { path: PathBuf, found: u32 },
    #[error("{}: it holds {found:?}, expected {expected:?}", path.display())]
    Other { path: PathBuf, found: String, expected: String },
    #[error("{}: damaged at {place}: make the tables again", path.display())]
    Damaged { path: PathBuf, place: String },
    #[error("{}: there are no endgame tables for {game}", folder.display())]
    Nothing { folder: PathBuf, game: GameId },
}

/// The name of the file with a game's tables for a number of pieces.
pub fn table_file_name(game: GameId, pieces: u8) -> String {
    format!("{game}-{pieces}.endgames")
}

/// The title of a header.
fn title(game: GameId, pieces: u8) -> String {
    format!("{game} with {pieces} pieces")
}

/// The table of one material in a file.
#[derive(Debug)]
pub(crate) struct TablePart {
    pub(crate) summary: Summary,
    pub(crate) decoder: Decoder,
    places: Places,
}

/// Places of a part's blocks in the file.
#[derive(Debug)]
struct Places {
    /// Offset of the first block.
    start: u64,
    /// Length of each block.
    lengths: Vec<u16>,
    /// Offset of every [`Places::STEP`]th block, relative to the first: half the memory of storing
    /// all.
    marks: Vec<u32>,
    /// Offset after the last block.
    end: u64,
}

impl Places {
    const STEP: usize = 16;

    fn read(cursor: &mut Cursor<'_>, start: u64, count: usize) -> Option<Places> {
        let mut places = Places {
            start,
            lengths: Vec::with_capacity(count),
            marks: Vec::with_capacity(count.div_ceil(Places::STEP)),
            end: start,
        };
        for number in 0..count {
            if number.is_multiple_of(Places::STEP) {
                places.marks.push(u32::try_from(places.end - start).ok()?);
            }
            let length = u16::from_le_bytes(cursor.number()?);
            places.lengths.push(length);
            places.end += u64::from(length);
        }
        Some(places)
    }

    /// Returns the offset and length of a block.
    fn block_place(&self, block: usize) -> Option<(u64, u16)> {
        let mark = block / Places::STEP;
        let before = self.lengths.get(mark * Places::STEP..block)?;
        let length = *self.lengths.get(block)?;
        let before: u64 = before.iter().map(|&length| u64::from(length)).sum();
        Some((self.start + u64::from(*self.marks.get(mark)?) + before, length))
    }
}

#[derive(Debug)]
pub(crate) struct TableFile {
    file: File,
    path: PathBuf,
    pub(crate) parts: Vec<TablePart>,
}

fn block_checksum(material: Material, number: usize, bytes: &[u8]) -> [u8; CHECKSUM] {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(&(material.slot() as u32).to_le_bytes());
    hasher.update(&(number as u32).to_le_bytes());
    hasher.update(bytes);
    hasher.finalize().to_le_bytes()
}

/// Writes what is solved of a number of pieces, beside the place first: a file of that name is whole.
pub fn write_tables<R: RuleSet>(
    solved: &Solved<R>,
    pieces: u8,
    folder: &Path,
) -> Result<PathBuf, TableError> {
    let path = folder.join(table_file_name(R::ID, pieces));
    let mut header = Vec::new();
    header.extend(MAGIC);
    header.extend(VERSION.to_le_bytes());
    header.extend([0; 4]);
    let title = title(R::ID, pieces);
    header.push(title.len() as u8);
    header.extend(title.as_bytes());
    let mut blocks = Vec::new();
    let materials = Material::all(pieces);
    header.push(materials.len() as u8);
    for material in materials {
        let Some(Table { summary, values }) = solved.table(material) else {
            return Err(TableError::NotSolved { path });
        };
        let Force { men, kings } = material.mover;
        header.extend([men, kings, material.other.men, material.other.kings]);
        for count in [summary.wins, summary.draws, summary.losses] {
            header.extend(count.to_le_bytes());
        }
        header.extend(summary.longest.to_le_bytes());
        let lengths = CodeLengths::from_table(values);
        lengths.write(&mut header);
        let encoder = Encoder::new(&lengths);
        for (number, block) in values.chunks(BLOCK).enumerate() {
            let start = blocks.len();
            encoder.encode(block, &mut blocks);
            let checksum = block_checksum(material, number, &blocks[start..]);
            blocks.extend(checksum);
            // 256 codes of 15 bits and a checksum are below 2^16 bytes.
            header.extend(((blocks.len() - start) as u16).to_le_bytes());
        }
    }
    let length = (header.len() + CHECKSUM) as u32;
    header[PREFIX_BYTES - 4..PREFIX_BYTES].copy_from_slice(&length.to_le_bytes());
    let checksum = crc32fast::hash(&header);
    header.extend(checksum.to_le_bytes());
    let written = (|| {
        let mut file = tempfile::NamedTempFile::new_in(folder)?;
        file.write_all(&header)?;
        file.write_all(&blocks)?;
        file.as_file().sync_all()?;
        // Readable for all: players run as another user.
        let permissions = std::os::unix::fs::PermissionsExt::from_mode(0o644);
        file.as_file().set_permissions(permissions)?;
        file.persist(&path).map_err(|error| error.error)?;
        Ok(())
    })();
    match written {
        Ok(()) => Ok(path),
        Err(error) => Err(TableError::File { path, error }),
    }
}

/// Reads numbers from the front of the header.
struct Cursor<'a>(&'a [u8]);

impl<'a> Cursor<'a> {
    fn take(&mut self, count: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        Some(taken)
    }

    fn number<const BYTES: usize>(&mut self) -> Option<[u8; BYTES]> {
        self.take(BYTES)?.try_into().ok()
    }
}

impl TableFile {
    /// Opens a file and reads its header.
    pub(crate) fn open(path: PathBuf, game: GameId, pieces: u8) -> Result<TableFile, TableError> {
        // Opening a pipe would block, and only regular files can be read at an offset.
        if path.metadata().is_ok_and(|metadata| !metadata.is_file()) {
            return Err(TableError::Foreign { path });
        }
        let file = match File::open(&path) {
            Ok(file) => file,
            Err(error) => return Err(TableError::File { path, error }),
        };
        let mut first = [0; PREFIX_BYTES];
        if file.read_exact_at(&mut first, 0).is_err() || &first[..16] != MAGIC {
            return Err(TableError::Foreign { path });
        }
        let mut cursor = Cursor(&first[16..]);
        let version = cursor.number().map_or(0, u32::from_le_bytes);
        let length = cursor.number().map_or(0, u32::from_le_bytes);
        if version != VERSION {
            return Err(TableError::Version { path, found: version });
        }
        let damaged = |path, place: &str| TableError::Damaged { path, place: place.to_owned() };
        if !(PREFIX_BYTES as u32 + 8..=MAX_HEADER_BYTES).contains(&length) {
            return Err(damaged(path, "the length of the head"));
        }
        let mut header = vec![0; length as usize];
        if file.read_exact_at(&mut header, 0).is_err() {
            return Err(damaged(path, "the head, which is cut"));
        }
        let checksum = header.split_off(header.len() - CHECKSUM);
        if checksum != crc32fast::hash(&header).to_le_bytes() {
            return Err(damaged(path, "the head"));
        }
        let mut cursor = Cursor(&header[PREFIX_BYTES..]);
        let found = cursor
            .number()
            .and_then(|[length]| cursor.take(usize::from(length)))
            .map(|text| String::from_utf8_lossy(text).into_owned());
        let expected = title(game, pieces);
        match found {
            Some(found) if found == expected => {}
            Some(found) => {
                return Err(TableError::Other { path, found, expected });
            }
            None => return Err(damaged(path, "the title")),
        }
        let Some(parts) = read_parts(&mut cursor, pieces, u64::from(length)) else {
            return Err(damaged(path, "the list of parts"));
        };
        let end = parts.last().map_or(u64::from(length), |part| part.places.end);
        match file.metadata() {
            Ok(metadata) if metadata.len() == end => Ok(TableFile { file, path, parts }),
            Ok(_) => Err(damaged(path, "its length")),
            Err(error) => Err(TableError::File { path, error }),
        }
    }

    /// Reads a block of values; the last block of a part is shorter. `scratch` is reused for its
    /// bytes.
    pub(crate) fn read_block(
        &self,
        part: &TablePart,
        number: usize,
        scratch: &mut Vec<u8>,
        block: &mut [u8],
    ) -> Result<(), TableError> {
        let material = part.summary.material;
        let damaged = || TableError::Damaged {
            path: self.path.clone(),
            place: format!("block {number} of {material}"),
        };
        let (start, length) = part.places.block_place(number).ok_or_else(damaged)?;
        scratch.resize(usize::from(length), 0);
        self.file
            .read_exact_at(scratch, start)
            .map_err(|error| TableError::File { path: self.path.clone(), error })?;
        let (bytes, checksum) =
            scratch.split_at_checked(scratch.len().saturating_sub(CHECKSUM)).ok_or_else(damaged)?;
        if checksum != block_checksum(material, number, bytes) {
            return Err(damaged());
        }
        let values = block.len().min(table_size(material) - number * BLOCK);
        part.decoder.decode(bytes, &mut block[..values]).ok_or_else(damaged)
    }
}

impl TablePart {
    pub(crate) fn blocks(&self) -> usize {
        self.places.lengths.len()
    }
}

fn read_parts(cursor: &mut Cursor<'_>, pieces: u8, mut start: u64) -> Option<Vec<TablePart>> {
    let materials = Material::all(pieces);
    let [count] = cursor.number()?;
    let mut parts = Vec::new();
    for material in materials {
        let Force { men, kings } = material.mover;
        let expected = [men, kings, material.other.men, material.other.kings];
        if cursor.number()? != expected {
            return None;
        }
        let summary = Summary {
            material,
            wins: u64::from_le_bytes(cursor.number()?),
            draws: u64::from_le_bytes(cursor.number()?),
            losses: u64::from_le_bytes(cursor.number()?),
            longest: u16::from_le_bytes(cursor.number()?),
        };
        let (lengths, rest) = CodeLengths::read(cursor.0)?;
        cursor.0 = rest;
        let blocks = table_size(material).div_ceil(BLOCK);
        let places = Places::read(cursor, start, blocks)?;
        start = places.end;
        let part = TablePart { summary, decoder: Decoder::new(&lengths)?, places };
        parts.push(part);
    }
    (cursor.0.is_empty() && parts.len() == usize::from(count)).then_some(parts)
}
