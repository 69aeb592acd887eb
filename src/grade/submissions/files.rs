//! The files of submissions, in folders and in zips. A zip is never unpacked: of all that is in it only
//! what is asked for is decompressed, in memory, and of that no more than may be.

use std::collections::BTreeSet;
use std::io::{self, Cursor, Read, Seek};
use std::path::Path;

use walkdir::WalkDir;
use zip::ZipArchive;
use zip::read::Config;
use zip::result::ZipError;
use zip::unstable::read::ZipIterable;

use super::choice::{File, FileKind, Location, choose, is_litter};
use super::{Content, Contents, MAX_FILES, MAX_SOURCE_BYTES, MAX_ZIP_BYTES};
use crate::failure::Failure;
use arbitro_rules::plain_text::one_line;
use arbitro_sandbox::{Source, leads_out, open_regular};

/// Depth of folders that are searched: enough to report that a file is too deep.
const MAX_DEPTH: usize = 8;
/// Zips of a submission in which a `player.cpp` is looked for, and zips in zips.
pub(super) const MAX_ZIPS: usize = 4;
pub(super) const MAX_ZIP_DEPTH: usize = 2;

/// A fault of the submission, or of the host, that prevents reading.
pub(super) enum ReadError {
    Submission(Contents),
    Host(Failure),
}

impl From<Contents> for ReadError {
    fn from(found: Contents) -> ReadError {
        ReadError::Submission(found)
    }
}

impl From<Failure> for ReadError {
    fn from(error: Failure) -> ReadError {
        ReadError::Host(error)
    }
}

impl From<ZipError> for ReadError {
    fn from(error: ZipError) -> ReadError {
        let why = one_line(&error.to_string(), 200);
        ReadError::Submission(Contents::DamagedZip { why })
    }
}

trait Bytes: Read + Seek {}
impl<T: Read + Seek> Bytes for T {}

#[derive(Default)]
pub(super) struct Zips(Vec<ZipArchive<Box<dyn Bytes>>>);

impl Zips {
    /// Opens a zip on the disk, of whatever size, and lists what is in it.
    pub(super) fn open(&mut self, path: &Path, most: usize) -> Result<Vec<File>, ReadError> {
        let file = open_regular(path).map_err(Failure::unreadable(path))?;
        self.list(Box::new(file), &[], most)
    }

    fn list(
        &mut self,
        mut bytes: Box<dyn Bytes>,
        above: &[String],
        most: usize,
    ) -> Result<Vec<File>, ReadError> {
        let repeated = repeated_names(&mut bytes, most)?;
        let mut zip = ZipArchive::new(bytes)?;
        if zip.len() > most {
            return Err(Contents::TooManyFiles { most }.into());
        }
        let mut files = Vec::new();
        for at in 0..zip.len() {
            let entry = zip.by_index_raw(at)?;
            let name = String::from_utf8_lossy(entry.name_raw());
            // Some tools write the other slash.
            if name.ends_with(['/', '\\']) {
                continue;
            }
            let mut path: Vec<String> = name.split(['/', '\\']).map(str::to_owned).collect();
            let is_trick =
                |part: &String| part == ".." || part.contains('\0') || part.contains(':');
            let kind = if entry.is_symlink() {
                FileKind::NotPlain
            } else if path[0].is_empty() || path.iter().any(is_trick) {
                FileKind::Trick
            } else {
                path.retain(|part| !part.is_empty() && part != ".");
                FileKind::Plain
            };
            let file = File {
                path: [above, &path].concat(),
                above: above.len(),
                kind,
                place: Location::Zipped(self.0.len(), at),
            };
            if repeated.contains(entry.name_raw()) {
                files.push(file.clone());
            }
            files.push(file);
        }
        self.0.push(zip);
        Ok(files)
    }

    /// The bytes of a file, if they are not too many. What has become something else since it was seen is
    /// not waited for, and leads to no other submission; and what a zip says about a size need not be true.
    pub(super) fn bytes(
        &mut self,
        place: &Location,
        shown_path: String,
        most: u64,
    ) -> Result<Vec<u8>, ReadError> {
        let mut bytes = Vec::new();
        let too_large = |path| Err(Contents::TooLarge { path, most }.into());
        let read = match place {
            Location::Disk { class, inner } => {
                let path = class.join(inner);
                let file = match (Source { named: class, inner }).file() {
                    // It has become something else since it was seen.
                    Err(error) if leads_out(&error) || has_vanished(&error) => {
                        return Err(Contents::NotPlain { path: shown_path }.into());
                    }
                    file => file.map_err(Failure::unreadable(&path))?,
                };
                file.take(most + 1).read_to_end(&mut bytes).map_err(Failure::unreadable(&path))?;
                Ok(0)
            }
            Location::Zipped(zip, at) => {
                let zip = self.0.get_mut(*zip).ok_or(ZipError::FileNotFound)?;
                let about = zip.by_index_raw(*at)?;
                if about.encrypted() {
                    return Err(Contents::Encrypted { path: shown_path }.into());
                }
                if about.size() > most {
                    return too_large(shown_path);
                }
                drop(about);
                let file = zip.by_index(*at)?;
                file.take(most + 1).read_to_end(&mut bytes)
            }
        };
        if bytes.len() as u64 > most {
            return too_large(shown_path);
        }
        read.map_err(ZipError::from)?;
        Ok(bytes)
    }

    pub(super) fn within(&mut self, file: &File, is_named: bool) -> Result<Vec<File>, ReadError> {
        let bytes = self.bytes(&file.place, file.printable_path(), MAX_ZIP_BYTES)?;
        let above = if is_named { &file.path[..] } else { &[] };
        self.list(Box::new(Cursor::new(bytes)), above, MAX_FILES)
    }

    /// The one `player.cpp` among files. Where there is none, zips among them are looked into.
    pub(super) fn player(
        &mut self,
        mut files: Vec<File>,
        depth: usize,
    ) -> Result<Content, ReadError> {
        let (at, others) = match choose(&files) {
            Ok(chosen) => chosen,
            Err(found) => {
                let (zips, rest): (Vec<File>, _) = files.into_iter().partition(File::is_zip);
                let is_missing = matches!(found, Contents::Missing { .. });
                if !is_missing || zips.is_empty() || depth == MAX_ZIP_DEPTH {
                    return Err(found.into());
                }
                if zips.len() > MAX_ZIPS {
                    return Err(Contents::TooManyFiles { most: MAX_ZIPS }.into());
                }
                files = rest;
                for zip in &zips {
                    files.extend(self.within(zip, true)?);
                }
                return self.player(files, depth + 1);
            }
        };
        let path = files[at].printable_path();
        let source = self.bytes(&files[at].place, path.clone(), MAX_SOURCE_BYTES)?;
        let bytes = source.len() as u64;
        let found = Contents::Player { path, bytes, others };
        Ok((found, Some(source)))
    }

    /// Closes all but the first so many.
    pub(super) fn close(&mut self, but: usize) {
        self.0.truncate(but);
    }
}

fn has_vanished(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory)
}

/// Names that occur more than once: the index keeps the last, other programs may unpack the first.
fn repeated_names(bytes: &mut dyn Bytes, most: usize) -> Result<BTreeSet<Vec<u8>>, ReadError> {
    let mut zip = ZipIterable::try_new(bytes, Config::default())?;
    if zip.len() > most {
        return Err(Contents::TooManyFiles { most }.into());
    }
    let mut names = BTreeSet::new();
    let mut repeated = BTreeSet::new();
    for entry in zip.files()? {
        let name = entry?.name_raw().to_vec();
        if !names.insert(name.clone()) {
            repeated.insert(name);
        }
    }
    Ok(repeated)
}

pub(super) fn of_folder(folder: &Path) -> Result<Vec<File>, ReadError> {
    let class = folder.parent().unwrap_or(folder);
    let mut files = Vec::new();
    let is_of_use = |entry: &walkdir::DirEntry| {
        entry.depth() == 0 || !is_litter(&entry.file_name().to_string_lossy())
    };
    let walk = WalkDir::new(folder)
        .min_depth(1)
        .max_depth(MAX_DEPTH)
        .follow_links(false)
        .sort_by_file_name()
        .into_iter()
        .filter_entry(is_of_use);
    for (seen, entry) in walk.enumerate() {
        if seen >= MAX_FILES {
            return Err(Contents::TooManyFiles { most: MAX_FILES }.into());
        }
        let entry = entry.map_err(|error| {
            let path = error.path().unwrap_or(folder).to_owned();
            Failure::unreadable(&path)(error.into())
        })?;
        if entry.file_type().is_dir() {
            continue;
        }
        let is_plain = entry.file_type().is_file();
        let kind = if is_plain { FileKind::Plain } else { FileKind::NotPlain };
        let inner = entry.path().strip_prefix(class).unwrap_or(entry.path()).to_owned();
        let path = entry.path().strip_prefix(folder).unwrap_or(entry.path());
        let path = path.iter().map(|part| part.to_string_lossy().into_owned());
        files.push(File {
            path: path.collect(),
            above: 0,
            kind,
            place: Location::Disk { class: class.to_owned(), inner },
        });
    }
    Ok(files)
}
