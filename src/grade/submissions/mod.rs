//! Reads submissions: a folder with an entry for each, or Moodle's download of all, zipped or not.
//!
//! An entry is a folder or a zip, named by a student number, with one `player.cpp` in it, at the top or
//! in one folder. Moodle's entries are named `Name Surname_4711_assignsubmission_file`, as folders or in front
//! of each file's own name: the number is 4711. Zips are searched where there is no `player.cpp` beside them,
//! and never unpacked; of a folder only plain files are opened, and no link is followed.

mod choice;
pub(crate) mod contents;
mod files;
mod players;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use self::choice::{File, FileKind, Location};
use self::contents::MAX_NAME_CHARS;
pub use self::contents::{Contents, Names, WhyLeftOut};
use self::files::{ReadError, Zips, of_folder};
pub use self::players::read_players;
use crate::digest::sha256;
use crate::failure::Failure;
use crate::words::Statement;
use arbitro_rules::plain_text::one_line;

pub const MAX_SOURCE_BYTES: u64 = 4 << 20;
pub const MAX_ZIP_BYTES: u64 = 16 << 20;
pub const MAX_FILES: usize = 10_000;
/// Files that a whole class may have in one zip.
const MAX_FILES_OF_ALL: usize = 500_000;
const MAX_NUMBER: usize = 64;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Submissions {
    /// Those with a number, sorted by it.
    pub all: Vec<Submission>,
    /// Entries that are not submissions, by name. Hidden ones are passed over without a word.
    pub left_out: Vec<LeftOut>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Submission {
    pub number: String,
    /// The bytes of the `player.cpp`, if there is exactly one.
    pub source: Option<Vec<u8>>,
    /// Of that, or of all files of a player, in a line.
    pub sha256: Option<String>,
    pub layout: Layout,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Layout {
    pub entries: Vec<String>,
    pub found: Contents,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LeftOut {
    /// Its name, cut and made printable.
    pub entry: String,
    pub why: WhyLeftOut,
}

/// Contents of an entry, with the source if it has exactly one `player.cpp`.
type Content = (Contents, Option<Vec<u8>>);

/// A submission, or a part of one.
enum Entry {
    Folder(PathBuf),
    Files(Vec<File>),
    File(Location),
}

#[derive(Default)]
struct NumberedEntries {
    number: String,
    names: Vec<String>,
    entries: Vec<(String, Entry)>,
    /// Set for Moodle's numbers, which are unique, so that all entries belong together.
    is_moodle: bool,
}

pub fn read(path: &Path) -> Result<Submissions, Failure> {
    read_each(path, &mut |_, files, zips| zips.player(files, 0))
}

/// What is done with the files of the submission of a number.
type ReadFiles<'a> = dyn FnMut(&str, Vec<File>, &mut Zips) -> Result<Content, ReadError> + 'a;

fn read_each(path: &Path, take: &mut ReadFiles<'_>) -> Result<Submissions, Failure> {
    let mut zips = Zips::default();
    let mut submissions = Submissions::default();
    let is_zip = path.is_file();
    let entries = if is_zip { of_zip(path, &mut zips)? } else { of_disk(path)? };
    let mut by_number: BTreeMap<String, NumberedEntries> = BTreeMap::new();
    for (name, entry) in entries {
        if name.starts_with('.') && !name.starts_with("../") || name == "__MACOSX" {
            continue;
        }
        match entry.and_then(|entry| numbered(&name, entry)) {
            Ok((number, is_moodle, part, entry)) => {
                // Numbers that differ only in case mean the same student.
                let same = by_number.entry(number.to_ascii_lowercase()).or_default();
                if same.entries.is_empty() {
                    (same.number, same.is_moodle) = (number, true);
                }
                same.is_moodle &= is_moodle;
                same.names.push(name);
                same.entries.push((part, entry));
            }
            Err(why) => {
                let entry = one_line(&name, MAX_NAME_CHARS);
                submissions.left_out.push(LeftOut { entry, why });
            }
        }
    }
    for same in by_number.into_values() {
        let found = files(&same, &mut zips).and_then(|files| take(&same.number, files, &mut zips));
        zips.close(usize::from(is_zip));
        let (found, source) = match found {
            Ok(content) => content,
            Err(ReadError::Submission(found)) => (found, None),
            Err(ReadError::Host(error)) => return Err(error),
        };
        submissions.all.push(Submission {
            number: same.number,
            sha256: source.as_deref().map(sha256),
            source,
            layout: Layout { entries: same.names, found },
        });
    }
    submissions.all.sort_by(|one, other| one.number.cmp(&other.number));
    Ok(submissions)
}

type NamedEntry = (String, Result<Entry, WhyLeftOut>);

fn of_disk(folder: &Path) -> Result<Vec<NamedEntry>, Failure> {
    let wrong = |error| Failure::no_submissions(folder)(error);
    let mut names = Vec::new();
    for entry in fs::read_dir(folder).map_err(wrong)? {
        names.push(entry.map_err(wrong)?.file_name());
    }
    names.sort();
    let mut entries = Vec::new();
    for name in names {
        let path = folder.join(&name);
        let about = fs::symlink_metadata(&path).map_err(Failure::unreadable(&path))?;
        let entry = match about.file_type() {
            it if it.is_dir() => Ok(Entry::Folder(path)),
            it if it.is_file() => Ok(Entry::File(Location::Disk {
                class: folder.to_owned(),
                inner: PathBuf::from(&name),
            })),
            _ => Err(WhyLeftOut::NeitherFolderNorZip),
        };
        entries.push((name.to_string_lossy().into_owned(), entry));
    }
    Ok(entries)
}

fn of_zip(path: &Path, zips: &mut Zips) -> Result<Vec<NamedEntry>, Failure> {
    let files = match zips.open(path, MAX_FILES_OF_ALL) {
        Ok(files) => files,
        Err(ReadError::Host(error)) => return Err(error),
        Err(ReadError::Submission(found)) => {
            let path = format!("{path:?}");
            return Err(Failure::Host(Statement::NoZipOfSubmissions { path, why: found }));
        }
    };
    let mut folders: BTreeMap<String, Vec<File>> = BTreeMap::new();
    let mut entries = Vec::new();
    for mut file in files {
        let is_within = file.path.len() > 1;
        let first = if file.path.is_empty() { String::new() } else { file.path.remove(0) };
        if is_within && !first.is_empty() && first != ".." {
            folders.entry(first).or_default().push(file);
        } else if file.kind == FileKind::Plain {
            entries.push((first, Ok(Entry::File(file.place))));
        } else {
            let name = [&[first], &file.path[..]].concat().join("/");
            entries.push((name, Err(WhyLeftOut::NeitherFolderNorZip)));
        }
    }
    entries.extend(folders.into_iter().map(|(name, files)| (name, Ok(Entry::Files(files)))));
    entries.sort_by(|one, other| one.0.cmp(&other.0));
    Ok(entries)
}

/// The number of an entry, whether it is Moodle's, and the file's name in the submission if the entry is one.
fn numbered(name: &str, entry: Entry) -> Result<(String, bool, String, Entry), WhyLeftOut> {
    if let Some((_, number, file)) = moodle_name(name) {
        return Ok((number.to_owned(), true, file.to_owned(), entry));
    }
    let number = match &entry {
        Entry::Folder(_) | Entry::Files(_) => name,
        Entry::File(_) => match name.rsplit_once('.') {
            Some((stem, end)) if end.eq_ignore_ascii_case("zip") => stem,
            _ => return Err(WhyLeftOut::NeitherFolderNorZip),
        },
    };
    if !is_number(number) {
        return Err(WhyLeftOut::NoNumber);
    }
    Ok((number.to_owned(), false, String::new(), entry))
}

/// Splits a Moodle entry into the student's name, Moodle's number and the rest.
pub(crate) fn moodle_name(entry: &str) -> Option<(&str, &str, &str)> {
    let (whose, rest) = entry.split_once("_assignsubmission_")?;
    let (name, number) = whose.rsplit_once('_')?;
    let is_fine = number.bytes().all(|byte| byte.is_ascii_digit());
    let file = rest.split_once('_').map_or("", |(_, file)| file);
    (is_fine && is_number(number)).then_some((name, number, file))
}

fn files(same: &NumberedEntries, zips: &mut Zips) -> Result<Vec<File>, ReadError> {
    if same.entries.len() > 1 && !same.is_moodle {
        return Err(Contents::SameNumber.into());
    }
    let mut files = Vec::new();
    for ((part, entry), name) in same.entries.iter().zip(&same.names) {
        match entry {
            Entry::Folder(path) => files.extend(of_folder(path)?),
            Entry::Files(those) => files.extend(those.iter().cloned()),
            Entry::File(place) => {
                let is_part = !part.is_empty();
                let file = File {
                    path: vec![if is_part { part } else { name }.clone()],
                    above: 0,
                    kind: FileKind::Plain,
                    place: place.clone(),
                };
                if is_part || same.is_moodle {
                    files.push(file);
                } else {
                    files.extend(zips.within(&file, false)?);
                }
            }
        }
    }
    Ok(files)
}

/// Returns true for a student number: ASCII letters, digits, `-` and `_`.
pub(crate) fn is_number(name: &str) -> bool {
    let is_fine = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '-' | '_');
    (1..=MAX_NUMBER).contains(&name.len()) && name.chars().all(is_fine)
}
