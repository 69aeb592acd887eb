//! Requests to a standing tournament while it is played: a file for each version to put back, by its name.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::run::evidence::escaped_file_name;

const WANTED: &str = "wanted";
/// Requests that are looked at, at a time.
const MOST: usize = 100;

/// Asks whoever plays in a folder to put a version back. Returns the file, which goes when that is done.
pub fn ask_for(out: &Path, version: &str) -> io::Result<PathBuf> {
    let folder = out.join(WANTED);
    fs::create_dir_all(&folder)?;
    let file = folder.join(escaped_file_name(version));
    fs::write(&file, "")?;
    Ok(file)
}

/// The versions of these that are asked for, with their files.
pub(super) fn asked<'a>(
    out: &Path,
    versions: impl Iterator<Item = &'a str>,
) -> Vec<(&'a str, PathBuf)> {
    let Ok(files) = fs::read_dir(out.join(WANTED)) else { return Vec::new() };
    let names: Vec<_> = files.flatten().take(MOST).map(|it| it.file_name()).collect();
    if names.is_empty() {
        return Vec::new();
    }
    let wanted = versions.filter(|it| names.iter().any(|name| *name == *escaped_file_name(it)));
    wanted.map(|it| (it, out.join(WANTED).join(escaped_file_name(it)))).collect()
}
