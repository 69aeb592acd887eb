//! What is installed beside the programs.

use std::iter;
use std::path::{Path, PathBuf};

/// Returns a bundled folder, such as `players`: of a checkout or an unpacked archive that is entered; else of where
/// this program is, beside it in an archive, or as packages of Python and of Debian install both.
pub fn bundled_folder(name: &str) -> Option<PathBuf> {
    let here = std::env::current_exe().unwrap_or_default();
    let here = here.parent().unwrap_or(Path::new(""));
    let shared = ["", "../share/arbitro", "../../share/arbitro"];
    let mut folders =
        iter::once(PathBuf::from(name)).chain(shared.iter().map(|it| here.join(it).join(name)));
    let folder = folders.find(|folder| folder.is_dir())?;
    // Paths are printed: without the dots, where that is possible.
    Some(if folder.is_absolute() { folder.canonicalize().unwrap_or(folder) } else { folder })
}
