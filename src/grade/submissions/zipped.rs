//! A submission in a zip, read in memory and never unpacked: of all that is in it, one file is
//! decompressed, and of that no more than may be.

use std::io::{Cursor, Read};
use std::path::Path;

use zip::ZipArchive;
use zip::result::ZipError;

use super::choice::{File, Kind, choose};
use super::folder::plain_bytes;
use super::{
    Content, Found, MOST_FILES, MOST_OF_A_NAME, MOST_SOURCE_BYTES, MOST_ZIP_BYTES, SubmissionsError,
};
use arbitro_rules::plain_text::one_line;

pub(super) fn read(path: &Path) -> Result<Content, SubmissionsError> {
    // In memory nothing can go wrong any more but what is wrong with the zip.
    let Some(bytes) = plain_bytes(path, MOST_ZIP_BYTES)? else {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let found = Found::TooLarge {
            path: one_line(&name, MOST_OF_A_NAME),
            most: MOST_ZIP_BYTES,
        };
        return Ok((found, None));
    };
    Ok(match unzip(&bytes) {
        Ok((found, source)) => (found, Some(source)),
        Err(found) => (found, None),
    })
}

fn damaged(error: &ZipError) -> Found {
    Found::DamagedZip {
        why: one_line(&error.to_string(), 200),
    }
}

fn unzip(bytes: &[u8]) -> Result<(Found, Vec<u8>), Found> {
    let mut zip = ZipArchive::new(Cursor::new(bytes)).map_err(|error| damaged(&error))?;
    if zip.len() > MOST_FILES {
        return Err(Found::TooManyFiles { most: MOST_FILES });
    }
    let mut files = Vec::new();
    let mut places = Vec::new();
    for place in 0..zip.len() {
        let entry = zip.by_index_raw(place).map_err(|error| damaged(&error))?;
        let name = String::from_utf8_lossy(entry.name_raw());
        // Some tools write the other slash.
        if name.ends_with(['/', '\\']) {
            continue;
        }
        let path: Vec<String> = name.split(['/', '\\']).map(str::to_owned).collect();
        let is_trick = |part: &String| part == ".." || part.contains('\0') || part.contains(':');
        let kind = if entry.is_symlink() {
            Kind::NotPlain
        } else if path[0].is_empty() || path.iter().any(is_trick) {
            Kind::Trick
        } else {
            Kind::Plain
        };
        let is_nothing = |part: &String| part.is_empty() || part == ".";
        let path = if kind == Kind::Trick {
            path
        } else {
            path.into_iter().filter(|part| !is_nothing(part)).collect()
        };
        files.push(File { path, kind });
        places.push(place);
    }
    let (chosen, others) = choose(&files)?;
    let path = one_line(&files[chosen].path.join("/"), MOST_OF_A_NAME);
    let place = places[chosen];
    let about = zip.by_index_raw(place).map_err(|error| damaged(&error))?;
    if about.encrypted() {
        return Err(Found::Encrypted { path });
    }
    let too_large = |path| Found::TooLarge {
        path,
        most: MOST_SOURCE_BYTES,
    };
    if about.size() > MOST_SOURCE_BYTES {
        return Err(too_large(path));
    }
    drop(about);
    let file = zip.by_index(place).map_err(|error| damaged(&error))?;
    let mut source = Vec::new();
    // What it says about its size need not be true.
    let read = file.take(MOST_SOURCE_BYTES + 1).read_to_end(&mut source);
    if source.len() as u64 > MOST_SOURCE_BYTES {
        return Err(too_large(path));
    }
    read.map_err(|error| damaged(&error.into()))?;
    let found = Found::Player {
        path,
        bytes: source.len() as u64,
        others,
    };
    Ok((found, source))
}
