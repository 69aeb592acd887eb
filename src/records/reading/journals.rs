//! The journals of a tournament's folder: of what is settled, and of each part that plays.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The journal of a tournament; exported records get its name, too.
pub const JOURNAL: &str = "matches.jsonl";

/// The journal of a part, from 1, or [`JOURNAL`] for 0.
pub fn journal(folder: &Path, part: u32) -> PathBuf {
    match part {
        0 => folder.join(JOURNAL),
        part => folder.join(format!("matches-{part}.jsonl")),
    }
}

/// The numbers of the parts that have a journal in a folder.
pub fn parts_in(folder: &Path) -> io::Result<Vec<u32>> {
    let entries = match fs::read_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        entries => entries?,
    };
    let mut parts = Vec::new();
    for entry in entries {
        let name = entry?.file_name();
        let digits =
            name.to_str().and_then(|it| it.strip_prefix("matches-")?.strip_suffix(".jsonl"));
        let part: Option<u32> = digits.and_then(|digits| digits.parse().ok());
        parts.extend(part.filter(|part| *part > 0 && digits == Some(&part.to_string())));
    }
    parts.sort_unstable();
    Ok(parts)
}

/// The journals that make up a folder's results. That of what is settled is the last, and to be read last: what
/// it takes over is deleted only then.
pub fn journals_in(folder: &Path) -> io::Result<Vec<u32>> {
    let mut journals = parts_in(folder)?;
    journals.push(0);
    Ok(journals)
}
