//! What students hand in: a folder with an entry for each, read.
//!
//! An entry is a folder or a zip, named by a student number, with one `player.cpp` in it, at the top or
//! in one folder. A number is made of ASCII letters, digits, `-` and `_`. Whatever else is found is
//! told, with names, and never guessed about. A zip is read in memory and never unpacked; of a folder
//! only plain files are opened, and no link is followed. The bytes of a `player.cpp` stay as they are:
//! this room does not look into it.

mod choice;
mod folder;
mod told;
mod zipped;

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use thiserror::Error;

use arbitro_rules::plain_text::one_line;

/// The largest `player.cpp` that is read, in bytes.
pub const MOST_SOURCE_BYTES: u64 = 4 << 20;
/// The largest zip that is opened, in bytes.
pub const MOST_ZIP_BYTES: u64 = 16 << 20;
/// How many files a submission may have.
pub const MOST_FILES: usize = 10_000;
/// The longest number.
pub const LONGEST_NUMBER: usize = 64;

/// How much of a name is told, and how many names.
const MOST_OF_A_NAME: usize = 80;
const MOST_NAMES: usize = 12;

/// Everything that was found in a folder of submissions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Submissions {
    /// Those with a number, sorted by it.
    pub all: Vec<Submission>,
    /// Entries that are no submission, by name. Hidden ones are passed over without a word.
    pub left_out: Vec<LeftOut>,
}

/// What one student handed in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Submission {
    /// The student number.
    pub number: String,
    /// The bytes of the `player.cpp`, if there is exactly one.
    pub source: Option<Vec<u8>>,
    /// What was found.
    pub layout: Layout,
}

/// How a submission is laid out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Layout {
    /// The entries with this number; one, if all is well.
    pub entries: Vec<String>,
    /// What is in it.
    pub found: Found,
}

/// What is in a submission. Names are cut and made printable.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Found {
    /// One `player.cpp`.
    Player {
        /// Where in the entry.
        path: String,
        /// Its bytes.
        bytes: u64,
        /// Other files, which nobody asked for.
        others: Names,
    },
    /// No `player.cpp`.
    Missing {
        /// What there is instead.
        others: Names,
    },
    /// More than one.
    TooMany {
        /// Where.
        paths: Names,
    },
    /// In a folder of a folder.
    TooDeep {
        /// Where.
        path: String,
    },
    /// A link, a pipe or a device by that name.
    NotPlain {
        /// Where.
        path: String,
    },
    /// Its path leads out of the zip.
    PathTrick {
        /// The path.
        path: String,
    },
    /// It, or the whole zip, is larger than is read.
    TooLarge {
        /// What is too large.
        path: String,
        /// The most that is read, in bytes.
        most: u64,
    },
    /// More files than anybody needs.
    TooManyFiles {
        /// The most there may be.
        most: usize,
    },
    /// The `player.cpp` in the zip needs a password.
    Encrypted {
        /// Where.
        path: String,
    },
    /// The zip is none, or broken, or packed in an unusual way.
    DamagedZip {
        /// What is wrong with it.
        why: String,
    },
    /// Several entries have this number: which of them counts is not for us to say.
    SameNumber,
}

/// Some names, the first few of them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Names {
    /// The first, in order.
    pub first: Vec<String>,
    /// How many more there are.
    pub more: usize,
}

impl Names {
    fn new<'a>(names: impl IntoIterator<Item = &'a str>) -> Names {
        let mut names: Vec<&str> = names.into_iter().collect();
        names.sort_unstable();
        let more = names.len().saturating_sub(MOST_NAMES);
        names.truncate(MOST_NAMES);
        let first = names.into_iter().map(|it| one_line(it, MOST_OF_A_NAME));
        Names {
            first: first.collect(),
            more,
        }
    }
}

/// An entry that is no submission.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LeftOut {
    /// Its name, cut and made printable.
    pub entry: String,
    /// Why.
    pub why: WhyLeftOut,
}

/// Why an entry is no submission.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WhyLeftOut {
    /// Its name is no student number.
    NoNumber,
    /// It is neither a folder nor a file that ends in `.zip`.
    NeitherFolderNorZip,
}

/// Why submissions could not be read: the host's trouble.
#[derive(Debug, Error)]
pub enum SubmissionsError {
    /// The folder of all is not there or cannot be read.
    #[error("{path:?} cannot be read as a folder of submissions, one entry for each student")]
    Folder {
        /// The folder.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// Something in it cannot be read.
    #[error("{path:?} cannot be read; make it readable and run again")]
    Read {
        /// What.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
}

fn unreadable(path: &Path) -> impl FnOnce(io::Error) -> SubmissionsError {
    let path = path.to_owned();
    move |source| SubmissionsError::Read { path, source }
}

/// What a reader of entries gives: what was found, and the bytes if that is one `player.cpp`.
type Content = (Found, Option<Vec<u8>>);

/// Reads a folder of submissions.
///
/// # Errors
///
/// When the host does not let it be read. What students did wrong is in the result.
pub fn read(folder: &Path) -> Result<Submissions, SubmissionsError> {
    let wrong = |source| SubmissionsError::Folder {
        path: folder.to_owned(),
        source,
    };
    let mut names = Vec::new();
    for entry in fs::read_dir(folder).map_err(wrong)? {
        names.push(entry.map_err(wrong)?.file_name());
    }
    names.sort();
    let mut submissions = Submissions::default();
    let mut by_number: BTreeMap<String, Vec<(String, PathBuf, Kind)>> = BTreeMap::new();
    for name in names {
        let shown = one_line(&name.to_string_lossy(), MOST_OF_A_NAME);
        if shown.starts_with('.') || shown == "__MACOSX" {
            continue;
        }
        let path = folder.join(&name);
        let about = fs::symlink_metadata(&path).map_err(unreadable(&path))?;
        let (kind, stem) = match Kind::of(&about, &path) {
            Some(Kind::Zip) => (Kind::Zip, path.file_stem().map(OsStr::to_owned)),
            Some(Kind::Folder) => (Kind::Folder, Some(name)),
            None => {
                let why = WhyLeftOut::NeitherFolderNorZip;
                submissions.left_out.push(LeftOut { entry: shown, why });
                continue;
            }
        };
        match stem.and_then(|stem| stem.into_string().ok()) {
            Some(number) if is_number(&number) => {
                // Nobody means two students by two ways to write a letter.
                let same = by_number.entry(number.to_ascii_lowercase()).or_default();
                same.push((number, path, kind));
            }
            _ => {
                let why = WhyLeftOut::NoNumber;
                submissions.left_out.push(LeftOut { entry: shown, why });
            }
        }
    }
    for same in by_number.into_values() {
        submissions.all.extend(submission(&same)?);
    }
    submissions
        .all
        .sort_by(|one, other| one.number.cmp(&other.number));
    Ok(submissions)
}

fn submission(same: &[(String, PathBuf, Kind)]) -> Result<Option<Submission>, SubmissionsError> {
    let Some((number, path, kind)) = same.first() else {
        return Ok(None);
    };
    let (found, source) = match kind {
        _ if same.len() > 1 => (Found::SameNumber, None),
        Kind::Folder => folder::read(path)?,
        Kind::Zip => zipped::read(path)?,
    };
    let name_of = |path: &Path| {
        path.file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned()
    };
    let entries = same.iter().map(|(_, path, _)| name_of(path)).collect();
    Ok(Some(Submission {
        number: number.clone(),
        source,
        layout: Layout { entries, found },
    }))
}

#[derive(Clone, Copy, Debug)]
enum Kind {
    Folder,
    Zip,
}

impl Kind {
    fn of(about: &fs::Metadata, path: &Path) -> Option<Kind> {
        let is_zip = path
            .extension()
            .is_some_and(|it| it.eq_ignore_ascii_case("zip"));
        if about.is_dir() {
            Some(Kind::Folder)
        } else {
            (about.is_file() && is_zip).then_some(Kind::Zip)
        }
    }
}

fn is_number(name: &str) -> bool {
    let is_fine = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '-' | '_');
    (1..=LONGEST_NUMBER).contains(&name.len()) && name.chars().all(is_fine)
}
