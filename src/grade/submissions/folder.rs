//! A submission in a folder.

use std::fs;
use std::io::Read;
use std::path::Path;

use rustix::fs::{Mode, OFlags};
use walkdir::WalkDir;

use super::choice::{File, Kind, choose, is_litter};
use super::{
    Content, Found, MOST_FILES, MOST_OF_A_NAME, MOST_SOURCE_BYTES, SubmissionsError, unreadable,
};
use arbitro_rules::plain_text::one_line;

/// Folders in folders that are looked into: enough to tell somebody that it is too deep.
const DEEPEST: usize = 8;

pub(super) fn read(folder: &Path) -> Result<Content, SubmissionsError> {
    let mut files = Vec::new();
    let mut paths = Vec::new();
    let walk = WalkDir::new(folder)
        .min_depth(1)
        .max_depth(DEEPEST)
        .follow_links(false)
        .sort_by_file_name()
        .into_iter()
        .filter_entry(|entry| {
            entry.depth() == 0 || !is_litter(&entry.file_name().to_string_lossy())
        });
    for (seen, entry) in walk.enumerate() {
        if seen >= MOST_FILES {
            return Ok((Found::TooManyFiles { most: MOST_FILES }, None));
        }
        let entry = entry.map_err(|error| {
            let path = error.path().unwrap_or(folder).to_owned();
            unreadable(&path)(error.into())
        })?;
        if entry.file_type().is_dir() {
            continue;
        }
        let kind = if entry.file_type().is_file() {
            Kind::Plain
        } else {
            Kind::NotPlain
        };
        let inner = entry.path().strip_prefix(folder).unwrap_or(entry.path());
        let path = inner.iter().map(|part| part.to_string_lossy().into_owned());
        files.push(File {
            path: path.collect(),
            kind,
        });
        paths.push(entry.into_path());
    }
    let (chosen, others) = match choose(&files) {
        Ok(chosen) => chosen,
        Err(found) => return Ok((found, None)),
    };
    let shown = one_line(&files[chosen].path.join("/"), MOST_OF_A_NAME);
    let Some(source) = plain_bytes(&paths[chosen], MOST_SOURCE_BYTES)? else {
        return Ok((too_large(shown), None));
    };
    let found = Found::Player {
        path: shown,
        bytes: source.len() as u64,
        others,
    };
    Ok((found, Some(source)))
}

fn too_large(path: String) -> Found {
    Found::TooLarge {
        path,
        most: MOST_SOURCE_BYTES,
    }
}

/// The bytes of a plain file, if they are not too many. What has become something else since it was
/// seen is not followed, nor waited for.
pub(super) fn plain_bytes(path: &Path, most: u64) -> Result<Option<Vec<u8>>, SubmissionsError> {
    let flags =
        OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::NOCTTY | OFlags::CLOEXEC;
    let opened = rustix::fs::open(path, flags, Mode::empty());
    let file = fs::File::from(opened.map_err(|errno| unreadable(path)(errno.into()))?);
    let mut bytes = Vec::new();
    file.take(most + 1)
        .read_to_end(&mut bytes)
        .map_err(unreadable(path))?;
    Ok((bytes.len() as u64 <= most).then_some(bytes))
}
