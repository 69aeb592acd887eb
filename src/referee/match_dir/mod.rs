//! The match folder: file names, waiting for the next board, writing one.
//!
//! Boards are numbered files; this module knows nothing of their contents. It waits by inotify, or
//! polls every few milliseconds where the kernel has no watches left. A file counts once it is
//! closed after writing or renamed into place. If it is then still too short to be a board it gets
//! more time, because some programs close a file twice.

mod publish;
mod watch;
mod watcher;

use std::path::{Path, PathBuf};
use std::{fs, io};

pub use publish::publish;
pub use watch::{Arrival, Watch, timeout_until, wait_for_news};
pub(crate) use watch::{GRACE, GRACE_OF_FOUND};
pub use watcher::{Arrivals, FolderEvent, FolderWatch, LOOK_EVERY, Watcher};

/// Maximum number of files that are listed, and of boards that are remembered. No match is longer; the limit bounds
/// the memory that a player can make the referee use.
const MAX_REMEMBERED: usize = 1 << 20;

pub fn board_file(folder: &Path, number: u64) -> PathBuf {
    folder.join(board_name(number))
}

pub(crate) fn board_name(number: u64) -> String {
    format!("board_{number}.txt")
}

/// The numbers of the boards in a folder, ascending.
pub(crate) fn boards_in(folder: &Path) -> io::Result<Vec<u64>> {
    let mut numbers = Vec::new();
    for entry in fs::read_dir(folder)?.take(MAX_REMEMBERED) {
        numbers.extend(board_number(&entry?.path()));
    }
    numbers.sort_unstable();
    Ok(numbers)
}

/// The number N of a file named `board_N.txt`: digits only, no leading zero, not 0.
///
/// # Examples
///
/// ```
/// use arbitro_referee::match_dir::board_number;
/// assert_eq!(board_number("match/board_12.txt".as_ref()), Some(12));
/// assert_eq!(board_number("match/board_012.txt".as_ref()), None);
/// ```
pub fn board_number(path: &Path) -> Option<u64> {
    let name = path.file_name()?.to_str()?;
    let digits = name.strip_prefix("board_")?.strip_suffix(".txt")?;
    let is_plain = !digits.starts_with('0') && digits.bytes().all(|byte| byte.is_ascii_digit());
    if is_plain { digits.parse().ok() } else { None }
}
