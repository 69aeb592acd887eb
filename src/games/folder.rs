//! The folder of a game: what belongs to it, and what must not.

use std::ffi::OsStr;
use std::fs::Permissions;
use std::io::{self, Read};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Component, Path, PathBuf};

use arbitro_sandbox::{fingerprint, open_regular};
use rustix::process::geteuid;
use walkdir::WalkDir;

use crate::GameError;
use crate::game_toml::{GAME_TOML, GameToml};

/// Returns true for what is hashed and copied: not what runtimes leave behind, nor hidden files.
pub(crate) fn belongs(name: &OsStr) -> bool {
    let name = name.as_bytes();
    name != b"__pycache__" && !name.ends_with(b".pyc") && !name.starts_with(b".")
}

/// Reads a text of the folder; `None` if there is no such file.
pub(crate) fn read_text(path: &Path, most: u64) -> Result<Option<String>, GameError> {
    let failed = |source| GameError::Io { path: path.to_owned(), source };
    let file = match open_regular(path) {
        Ok(file) => file,
        Err(error)
            if matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) =>
        {
            return Ok(None);
        }
        Err(error) => return Err(failed(error)),
    };
    let mut text = String::new();
    let read = file.take(most + 1).read_to_string(&mut text).map_err(failed)?;
    if read as u64 > most {
        return Err(GameError::Long { path: path.to_owned(), most });
    }
    Ok(Some(text))
}

/// The file of a copy that names the folders its program needs, a line each: they are named from the
/// folder that was copied, and from its user's home. Like all hidden files it is not hashed, and in any other
/// folder it is not believed: it would let the program read what `game.toml` does not name.
const NEEDS: &str = ".needs";
/// Maximum bytes of all their paths.
const MAX_PATHS: u64 = 64 << 10;

/// The folders that the program of a copy needs, if the copy names them.
pub(crate) fn kept_needs(copy: &Path) -> Result<Option<Vec<PathBuf>>, GameError> {
    let kept = read_text(&copy.join(NEEDS), MAX_PATHS)?;
    Ok(kept.map(|it| it.lines().map(PathBuf::from).collect()))
}

/// The folders that the program of a folder needs, found from that folder and the user's home.
pub(crate) fn find_needed(folder: &Path, toml: &GameToml) -> Result<Vec<PathBuf>, GameError> {
    let home = std::env::var_os("HOME").unwrap_or_default();
    let find = |needed: &PathBuf| {
        let from_home = needed.strip_prefix("~").map(|it| Path::new(&home).join(it));
        let place = folder.join(from_home.as_ref().unwrap_or(needed));
        let place = place.canonicalize().ok().filter(|it| it.is_dir());
        place.ok_or_else(|| GameError::Missing {
            path: folder.join(GAME_TOML),
            needed: needed.clone(),
            install: toml.install.clone(),
        })
    };
    toml.needs.iter().map(find).collect()
}

/// Keeps what the program of a copy needs.
pub(crate) fn keep_needed(copy: &Path, needed: &[PathBuf]) -> Result<(), GameError> {
    let path = copy.join(NEEDS);
    let failed = |source| GameError::Io { path: path.clone(), source };
    let lines = needed.iter().flat_map(|it| [it.as_os_str().as_bytes(), b"\n"]);
    std::fs::write(&path, lines.collect::<Vec<_>>().concat()).map_err(failed)?;
    std::fs::set_permissions(&path, Permissions::from_mode(0o644)).map_err(failed)
}

/// Refuses links that lead out of the folder; returns what belongs to another user, if anything does.
pub(crate) fn inspect(folder: &Path) -> Result<Option<PathBuf>, GameError> {
    let ours = geteuid().as_raw();
    let mut stranger = None;
    let all = WalkDir::new(folder)
        .into_iter()
        .filter_entry(|it| it.depth() == 0 || belongs(it.file_name()));
    for entry in all {
        let failed = |error: walkdir::Error| GameError::Io {
            path: error.path().unwrap_or(folder).to_owned(),
            source: error.into(),
        };
        let entry = entry.map_err(failed)?;
        if entry.path_is_symlink() && entry.depth() > 0 && leads_out(entry.path(), entry.depth()) {
            return Err(GameError::Link(entry.into_path()));
        }
        let owner = entry.metadata().map_err(failed)?.uid();
        if owner != ours && owner != 0 {
            stranger.get_or_insert(entry.into_path());
        }
    }
    Ok(stranger)
}

/// Returns true unless a link names, step by step, a place in the folder that it is this deep in. It is read
/// as it will stand in a copy.
fn leads_out(link: &Path, depth: usize) -> bool {
    let Ok(target) = std::fs::read_link(link) else { return true };
    let mut depth = depth - 1;
    for step in target.components() {
        match step {
            Component::Normal(_) => depth += 1,
            Component::CurDir => {}
            Component::ParentDir if depth > 0 => depth -= 1,
            Component::ParentDir | Component::RootDir | Component::Prefix(_) => return true,
        }
    }
    false
}

/// Returns the SHA-256 of a folder.
pub(crate) fn hash(folder: &Path) -> Result<String, GameError> {
    let hashed = fingerprint(folder, "", belongs);
    let hashed = hashed.map_err(|source| GameError::Io { path: folder.to_owned(), source })?;
    hashed.ok_or_else(|| GameError::TooBig(folder.to_owned()))
}
