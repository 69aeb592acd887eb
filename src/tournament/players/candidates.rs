//! Finds candidate players in a folder, and explains why other files are not players.

use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use walkdir::{DirEntry, WalkDir};

use super::entrant::MANIFEST;
use super::no_entrant::NoEntrant;

/// The folder beside the bundled players that holds only texts for people. It is recognised by
/// name: otherwise every tournament of the bundled players would report it. A folder with another
/// name may be a player of which only the README arrived, and must be reported.
const TUTORIALS: &str = "tutorials";
/// Depth to which folders are searched.
const MAX_DEPTH: usize = 4;

/// Returns folders with a manifest, and executable files outside of such folders, sorted by name.
/// Also returns the other files beside them, so that a user learns why they do not play.
pub(crate) fn places(path: &Path) -> Vec<(PathBuf, Result<(), NoEntrant>)> {
    let mut places: Vec<(PathBuf, Result<(), NoEntrant>)> = Vec::new();
    // A folder directly below, in which nothing has been found yet.
    let mut empty: Option<PathBuf> = None;
    let mut walk = WalkDir::new(path).max_depth(MAX_DEPTH).sort_by_file_name().into_iter();
    while let Some(entry) = walk.next() {
        let entry = match entry {
            Ok(entry) => entry,
            Err(error) => {
                let place = error.path().unwrap_or(path).to_owned();
                // Links are not followed, so every error comes from the system.
                let error = error.into_io_error();
                let error = error.unwrap_or_else(|| io::ErrorKind::Other.into());
                places.push((place, Err(error.into())));
                empty = None;
                continue;
            }
        };
        if entry.depth() == 1 {
            places.extend(empty.take().and_then(no_player));
        }
        // A link that the user named leads where it should; one beneath it is not followed.
        let is_folder = entry.file_type().is_dir() || (entry.depth() == 0 && path.is_dir());
        let found = if is_folder && entry.path().join(MANIFEST).exists() {
            walk.skip_current_dir();
            Ok(())
        } else if entry.depth() > 0 && entry.path_is_symlink() && is_outward_link(&entry) {
            Err(NoEntrant::Link)
        } else if is_executable(&entry) {
            Ok(())
        } else {
            if entry.depth() == 1 && is_folder {
                empty = Some(entry.into_path());
            }
            continue;
        };
        empty = None;
        places.push((entry.into_path(), found));
    }
    places.extend(empty.and_then(no_player));
    places
}

/// Reports a folder without a player, unless it is the tutorials' folder.
fn no_player(folder: PathBuf) -> Option<(PathBuf, Result<(), NoEntrant>)> {
    let is_text = |entry: Result<DirEntry, walkdir::Error>| {
        entry.is_ok_and(|entry| entry.path().extension().is_some_and(|ending| ending == "md"))
    };
    let is_for_readers = folder.file_name().is_some_and(|name| name == TUTORIALS)
        && WalkDir::new(&folder).min_depth(1).into_iter().all(is_text);
    (!is_for_readers).then_some((folder, Err(NoEntrant::Nothing)))
}

/// Returns true if a link leads out of its owner's folder, to another user's player.
fn is_outward_link(link: &DirEntry) -> bool {
    let is_deep = link.depth() > 1;
    let folder = link.path().ancestors().nth(link.depth().max(2) - 1);
    let (Some(Ok(folder)), Ok(target)) =
        (folder.map(Path::canonicalize), link.path().canonicalize())
    else {
        // The link is dangling.
        return false;
    };
    if is_deep {
        is_executable(link) && !target.starts_with(folder)
    } else {
        (target.is_dir() || is_executable(link)) && target.parent() != Some(&folder)
    }
}

fn is_executable(entry: &DirEntry) -> bool {
    let metadata = entry.path().metadata();
    metadata.is_ok_and(|metadata| metadata.is_file() && metadata.permissions().mode() & 0o111 != 0)
}
