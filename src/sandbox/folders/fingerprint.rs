//! Identifies a program by the SHA-256 of its files, to notice changes.

use std::io::{self, Read};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use sha2::{Digest, Sha256};
use walkdir::WalkDir;

use super::copying::{Belongs, Size, entries_of};
use super::startable::open_regular;

/// The SHA-256 of a file, or of a folder: names, contents and executable bits of what belongs to it. `more` is
/// other data that affects what it does. `None` if it is too large.
pub fn fingerprint(place: &Path, more: &str, belongs: Belongs) -> io::Result<Option<String>> {
    let mut hash = Sha256::new();
    let Size { bytes: mut left, entries } = Size::OF_A_PROGRAM;
    if !place.is_dir() {
        if !add_file(&mut hash, place, &mut left)? {
            return Ok(None);
        }
        return Ok(Some(written(hash)));
    }
    add_text(&mut hash, more.as_bytes());
    let mut files = 0;
    for entry in entries_of(place, belongs) {
        let entry = entry.map_err(io::Error::from)?;
        let name = entry.path().strip_prefix(place).unwrap_or(entry.path());
        let kind = entry.file_type();
        // Copies hold no pipes, sockets and devices.
        if !kind.is_symlink() && !kind.is_file() && !kind.is_dir() {
            continue;
        }
        files += 1;
        if files > entries {
            return Ok(None);
        }
        add_text(&mut hash, name.as_os_str().as_bytes());
        if kind.is_symlink() {
            hash.update(b"l");
            let target = std::fs::read_link(entry.path())?;
            add_text(&mut hash, target.as_os_str().as_bytes());
        } else if kind.is_file() {
            let mode = entry.metadata().map_err(io::Error::from)?.permissions().mode();
            hash.update(if mode & 0o111 == 0 { b"f" } else { b"x" });
            if !add_file(&mut hash, entry.path(), &mut left)? {
                return Ok(None);
            }
        } else {
            hash.update(b"d");
        }
    }
    Ok(Some(written(hash)))
}

/// The SHA-256 of the names and sizes of all files in a folder, of which there may be many and large ones.
pub fn fingerprint_of_names(folder: &Path) -> io::Result<String> {
    let mut hash = Sha256::new();
    for entry in WalkDir::new(folder).sort_by_file_name() {
        let entry = entry.map_err(io::Error::from)?;
        let name = entry.path().strip_prefix(folder).unwrap_or(entry.path());
        add_text(&mut hash, name.as_os_str().as_bytes());
        if entry.file_type().is_file() {
            hash.update(entry.metadata().map_err(io::Error::from)?.len().to_le_bytes());
        }
    }
    Ok(written(hash))
}

pub fn fingerprint_of_text(text: &str) -> String {
    let mut hash = Sha256::new();
    add_text(&mut hash, text.as_bytes());
    written(hash)
}

/// Returns the plain SHA-256 of a file, as `sha256sum` prints it.
pub fn plain_sha256(path: &Path) -> io::Result<String> {
    let mut hash = Sha256::new();
    add_bytes(&mut hash, open_regular(path)?)?;
    Ok(written(hash))
}

/// Hashes a length and a text, so that different lists of texts never hash the same bytes.
fn add_text(hash: &mut Sha256, text: &[u8]) {
    hash.update((text.len() as u64).to_le_bytes());
    hash.update(text);
}

/// Hashes a file's contents; returns false if they exceed the bytes left.
fn add_file(hash: &mut Sha256, path: &Path, left: &mut u64) -> io::Result<bool> {
    let file = open_regular(path)?;
    let length = file.metadata()?.len();
    if length > *left {
        return Ok(false);
    }
    hash.update(length.to_le_bytes());
    // It may grow meanwhile.
    let read = add_bytes(hash, file.take(*left + 1))?;
    let rest = left.checked_sub(read);
    *left = rest.unwrap_or(0);
    Ok(rest.is_some())
}

fn add_bytes(hash: &mut Sha256, mut from: impl Read) -> io::Result<u64> {
    let mut buffer = vec![0; 64 << 10];
    let mut sum = 0;
    loop {
        match from.read(&mut buffer)? {
            0 => return Ok(sum),
            read => {
                hash.update(&buffer[..read]);
                sum += read as u64;
            }
        }
    }
}

fn written(hash: Sha256) -> String {
    hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}
