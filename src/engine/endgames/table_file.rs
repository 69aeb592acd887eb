//! A file with the tables of one game and one number of pieces.
//!
//! A head, then blocks. The head says which game, how many pieces, and for each material what it holds,
//! its codes and how long each block is; its checksum covers all of it. Each block ends with a checksum
//! of its bytes and its place. So a file that was cut, mixed up or changed in any byte is refused, at the
//! latest when the block is asked for, and nothing is believed that was not checked.
//!
//! All numbers have their lowest byte first.

use std::fs::File;
use std::io::{self, Write};
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};

use thiserror::Error;

use super::coding::{BLOCK, Lengths, Packer, Unpacker};
use super::material::{Force, Material};
use super::numbering::numbers;
use super::solved::{Solved, Summary, Table};
use arbitro_rules::GameId;
use arbitro_rules::draughts::RuleSet;

const MAGIC: &[u8; 16] = b"arbitro endgames";
const VERSION: u32 = 1;
/// No head takes more; what claims to is refused unread.
const LONGEST_HEAD: u32 = 16 << 20;
/// Magic, version, length of the head.
const FIRST_BYTES: usize = 24;
const CHECKSUM: usize = 4;

/// Why a table cannot be used.
#[derive(Debug, Error)]
pub enum TableError {
    /// The file could not be read or written.
    #[error("{}: {error}", path.display())]
    File {
        /// Which.
        path: PathBuf,
        /// What happened.
        error: io::Error,
    },
    /// It was to hold what has not been solved.
    #[error("{}: not written, for not everything in it is solved", path.display())]
    NotSolved {
        /// Which.
        path: PathBuf,
    },
    /// It is something else.
    #[error("{}: this is no file of endgame tables", path.display())]
    Foreign {
        /// Which.
        path: PathBuf,
    },
    /// It was made by another version.
    #[error("{}: made in form {found}, this program reads form {VERSION}: make the tables again", path.display())]
    Version {
        /// Which.
        path: PathBuf,
        /// Its form.
        found: u32,
    },
    /// It holds other tables than its name says.
    #[error("{}: it holds {found:?}, expected {expected:?}", path.display())]
    Other {
        /// Which.
        path: PathBuf,
        /// What it holds.
        found: String,
        /// What it should.
        expected: String,
    },
    /// Its checksums, or what they cover, are wrong.
    #[error("{}: damaged at {place}: make the tables again", path.display())]
    Damaged {
        /// Which.
        path: PathBuf,
        /// Where.
        place: String,
    },
    /// There is nothing for the game.
    #[error("{}: there are no endgame tables for {game}", folder.display())]
    Nothing {
        /// Where they were looked for.
        folder: PathBuf,
        /// Which game.
        game: GameId,
    },
}

/// The name of the file with a game's tables for a number of pieces.
pub fn table_file_name(game: GameId, pieces: u8) -> String {
    format!("{game}-{pieces}.endgames")
}

/// What a head says it is for.
fn title(game: GameId, pieces: u8) -> String {
    format!("{game} with {pieces} pieces")
}

/// One material of a file.
#[derive(Debug)]
pub(super) struct Part {
    pub(super) summary: Summary,
    pub(super) unpacker: Unpacker,
    places: Places,
}

/// Where the blocks of a part are.
#[derive(Debug)]
struct Places {
    /// Where the first one begins in the file.
    start: u64,
    /// How long each is.
    lengths: Vec<u16>,
    /// Where every [`Places::STEP`]th one begins, from the first: half the memory of knowing it of each.
    marks: Vec<u32>,
    /// Where the last one ends.
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

    /// Where a block begins, and how long it is.
    fn of(&self, block: usize) -> Option<(u64, u16)> {
        let mark = block / Places::STEP;
        let before = self.lengths.get(mark * Places::STEP..block)?;
        let length = *self.lengths.get(block)?;
        let before: u64 = before.iter().map(|&length| u64::from(length)).sum();
        Some((
            self.start + u64::from(*self.marks.get(mark)?) + before,
            length,
        ))
    }
}

#[derive(Debug)]
pub(super) struct TableFile {
    file: File,
    path: PathBuf,
    pub(super) parts: Vec<Part>,
}

fn block_checksum(material: Material, number: usize, bytes: &[u8]) -> [u8; CHECKSUM] {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(&(material.slot() as u32).to_le_bytes());
    hasher.update(&(number as u32).to_le_bytes());
    hasher.update(bytes);
    hasher.finalize().to_le_bytes()
}

/// Writes what is solved of a number of pieces, beside the place first: a file of that name is whole.
///
/// # Errors
///
/// For a file that cannot be written, or a number of pieces that is not solved.
pub fn write_tables<R: RuleSet>(
    solved: &Solved<R>,
    pieces: u8,
    folder: &Path,
) -> Result<PathBuf, TableError> {
    let path = folder.join(table_file_name(R::ID, pieces));
    let mut head = Vec::new();
    head.extend(MAGIC);
    head.extend(VERSION.to_le_bytes());
    head.extend([0; 4]);
    let title = title(R::ID, pieces);
    head.push(title.len() as u8);
    head.extend(title.as_bytes());
    let mut blocks = Vec::new();
    let materials = Material::all(pieces);
    head.push(materials.len() as u8);
    for material in materials {
        let Some(Table { summary, values }) = solved.table(material) else {
            return Err(TableError::NotSolved { path });
        };
        let Force { men, kings } = material.mover;
        head.extend([men, kings, material.other.men, material.other.kings]);
        for count in [summary.wins, summary.draws, summary.losses] {
            head.extend(count.to_le_bytes());
        }
        head.extend(summary.longest.to_le_bytes());
        let lengths = Lengths::of(values);
        lengths.write(&mut head);
        let packer = Packer::new(&lengths);
        for (number, block) in values.chunks(BLOCK).enumerate() {
            let start = blocks.len();
            packer.pack(block, &mut blocks);
            let checksum = block_checksum(material, number, &blocks[start..]);
            blocks.extend(checksum);
            // 256 codes of 15 bits and a checksum are below 2^16 bytes.
            head.extend(((blocks.len() - start) as u16).to_le_bytes());
        }
    }
    let length = (head.len() + CHECKSUM) as u32;
    head[FIRST_BYTES - 4..FIRST_BYTES].copy_from_slice(&length.to_le_bytes());
    let checksum = crc32fast::hash(&head);
    head.extend(checksum.to_le_bytes());
    let written = (|| {
        let mut file = tempfile::NamedTempFile::new_in(folder)?;
        file.write_all(&head)?;
        file.write_all(&blocks)?;
        file.as_file().sync_all()?;
        // Others may read the tables: players run as somebody else.
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

/// Takes numbers from the front of the head.
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
    /// Opens a file and reads its head.
    pub(super) fn open(path: PathBuf, game: GameId, pieces: u8) -> Result<TableFile, TableError> {
        // A pipe would be waited for, and nothing but a file can be read anywhere.
        if path.metadata().is_ok_and(|it| !it.is_file()) {
            return Err(TableError::Foreign { path });
        }
        let file = match File::open(&path) {
            Ok(file) => file,
            Err(error) => return Err(TableError::File { path, error }),
        };
        let mut first = [0; FIRST_BYTES];
        if file.read_exact_at(&mut first, 0).is_err() || &first[..16] != MAGIC {
            return Err(TableError::Foreign { path });
        }
        let mut cursor = Cursor(&first[16..]);
        let version = cursor.number().map_or(0, u32::from_le_bytes);
        let length = cursor.number().map_or(0, u32::from_le_bytes);
        if version != VERSION {
            return Err(TableError::Version {
                path,
                found: version,
            });
        }
        let damaged = |path, place: &str| TableError::Damaged {
            path,
            place: place.to_owned(),
        };
        if !(FIRST_BYTES as u32 + 8..=LONGEST_HEAD).contains(&length) {
            return Err(damaged(path, "the length of the head"));
        }
        let mut head = vec![0; length as usize];
        if file.read_exact_at(&mut head, 0).is_err() {
            return Err(damaged(path, "the head, which is cut"));
        }
        let checksum = head.split_off(head.len() - CHECKSUM);
        if checksum != crc32fast::hash(&head).to_le_bytes() {
            return Err(damaged(path, "the head"));
        }
        let mut cursor = Cursor(&head[FIRST_BYTES..]);
        let found = cursor
            .number()
            .and_then(|[length]| cursor.take(usize::from(length)))
            .map(|text| String::from_utf8_lossy(text).into_owned());
        let expected = title(game, pieces);
        match found {
            Some(found) if found == expected => {}
            Some(found) => {
                return Err(TableError::Other {
                    path,
                    found,
                    expected,
                });
            }
            None => return Err(damaged(path, "the title")),
        }
        let Some(parts) = read_parts(&mut cursor, pieces, u64::from(length)) else {
            return Err(damaged(path, "the list of parts"));
        };
        let end = parts
            .last()
            .map_or(u64::from(length), |part| part.places.end);
        match file.metadata() {
            Ok(metadata) if metadata.len() == end => Ok(TableFile { file, path, parts }),
            Ok(_) => Err(damaged(path, "its length")),
            Err(error) => Err(TableError::File { path, error }),
        }
    }

    /// Fills `block` with the values of a block; fewer in a part's last one. `scratch` is room for
    /// its bytes.
    pub(super) fn read_block(
        &self,
        part: &Part,
        number: usize,
        scratch: &mut Vec<u8>,
        block: &mut [u8],
    ) -> Result<(), TableError> {
        let material = part.summary.material;
        let damaged = || TableError::Damaged {
            path: self.path.clone(),
            place: format!("block {number} of {material}"),
        };
        let (start, length) = part.places.of(number).ok_or_else(damaged)?;
        scratch.resize(usize::from(length), 0);
        self.file
            .read_exact_at(scratch, start)
            .map_err(|error| TableError::File {
                path: self.path.clone(),
                error,
            })?;
        let (bytes, checksum) = scratch
            .split_at_checked(scratch.len().saturating_sub(CHECKSUM))
            .ok_or_else(damaged)?;
        if checksum != block_checksum(material, number, bytes) {
            return Err(damaged());
        }
        let values = block.len().min(numbers(material) - number * BLOCK);
        part.unpacker
            .unpack(bytes, &mut block[..values])
            .ok_or_else(damaged)
    }
}

impl Part {
    pub(super) fn blocks(&self) -> usize {
        self.places.lengths.len()
    }
}

fn read_parts(cursor: &mut Cursor<'_>, pieces: u8, mut start: u64) -> Option<Vec<Part>> {
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
        let (lengths, rest) = Lengths::read(cursor.0)?;
        cursor.0 = rest;
        let blocks = numbers(material).div_ceil(BLOCK);
        let places = Places::read(cursor, start, blocks)?;
        start = places.end;
        let part = Part {
            summary,
            unpacker: Unpacker::new(&lengths)?,
            places,
        };
        parts.push(part);
    }
    (cursor.0.is_empty() && parts.len() == usize::from(count)).then_some(parts)
}
