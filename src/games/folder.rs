//! The folder of a game: what belongs to it, and what must not.

use std::ffi::OsStr;
use std::fs::Permissions;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::PermissionsExt;
use std::path::{Component, Path, PathBuf};

use arbitro_sandbox::{Beneath, fingerprint, leads_out};
use walkdir::WalkDir;

use crate::GameError;
use crate::game_text::read_text;
use crate::game_toml::{GAME_TOML, GameToml};

/// Returns true for what is hashed and copied: not what runtimes leave behind, nor hidden files.
pub(crate) fn belongs(name: &OsStr) -> bool {
    let name = name.as_bytes();
    name != b"__pycache__" && !name.ends_with(b".pyc") && !name.starts_with(b".")
}

/// The file of a copy that names the folders its program needs, a line each: they are named from the
/// folder that was copied, and from its user's home. Like all hidden files it is not hashed, and in any other
/// folder it is not believed: it would let the program read what `game.toml` does not name.
const NEEDS: &str = ".needs";
const MAX_PATHS: u64 = 64 << 10;

/// The folders that the program of a copy needs, if the copy names them.
pub(crate) fn stored_needs(copy: &Path) -> Result<Option<Vec<PathBuf>>, GameError> {
    let kept = read_text(copy, NEEDS, MAX_PATHS, copy)?;
    Ok(kept.map(|it| it.lines().map(PathBuf::from).collect()))
}

/// The folders that the program of a folder needs, found from that folder and the user's home; or where a kept
/// copy says that they were, if that is what its `game.toml` names.
pub(crate) fn find_needed(
    folder: &Path,
    toml: &GameToml,
    kept: Option<&[PathBuf]>,
) -> Result<Vec<PathBuf>, GameError> {
    let home = std::env::var_os("HOME").unwrap_or_default();
    let find = |(at, needed): (usize, &PathBuf)| {
        let from_home = needed.strip_prefix("~").ok().map(|path| Path::new(&home).join(path));
        let place = folder.join(from_home.as_ref().unwrap_or(needed));
        // The copy lies elsewhere than the folder from which it was named.
        let was = kept.filter(|_| needed.is_relative() && from_home.is_none());
        let place = match was.map(|was| was.get(at)) {
            Some(was) => was.filter(|was| is_named(needed, was)).cloned(),
            None => Some(place),
        };
        let place = place.and_then(|place| place.canonicalize().ok()).filter(|it| it.is_dir());
        place.ok_or_else(|| GameError::Missing {
            path: folder.join(GAME_TOML),
            needed: needed.clone(),
            install: toml.install.clone(),
        })
    };
    toml.needs.iter().enumerate().map(find).collect()
}

/// Returns true if a relative path could lead to a place: its last steps are the place's.
fn is_named(relative: &Path, place: &Path) -> bool {
    let steps = relative.components().filter(|component| !matches!(component, Component::CurDir));
    let names = steps.skip_while(|step| matches!(step, Component::ParentDir));
    let names: PathBuf = names.collect();
    !names.as_os_str().is_empty() && place.is_absolute() && place.ends_with(&names)
}

/// Keeps what the program of a copy needs.
pub(crate) fn store_needs(copy: &Path, needed: &[PathBuf]) -> Result<(), GameError> {
    let path = copy.join(NEEDS);
    let failed = |source| GameError::Io { path: path.clone(), source };
    let lines = needed.iter().flat_map(|it| [it.as_os_str().as_bytes(), b"\n"]);
    std::fs::write(&path, lines.collect::<Vec<_>>().concat()).map_err(failed)?;
    std::fs::set_permissions(&path, Permissions::from_mode(0o644)).map_err(failed)
}

/// Refuses links in a copy that lead out of it, or round in circles. They are told as in the original.
pub(crate) fn check_links(copy: &Path, original: &Path) -> Result<(), GameError> {
    let failed = |source| GameError::Io { path: original.to_owned(), source };
    let beneath = Beneath::open(copy).map_err(failed)?;
    for entry in WalkDir::new(copy).min_depth(1) {
        let entry = entry.map_err(|error| failed(error.into()))?;
        let name = entry.path().strip_prefix(copy).unwrap_or(entry.path());
        if !entry.path_is_symlink() {
            continue;
        }
        match beneath.holds(name) {
            Ok(()) => {}
            Err(error) if leads_out(&error) => return Err(GameError::Link(original.join(name))),
            Err(source) => return Err(GameError::Io { path: original.join(name), source }),
        }
    }
    Ok(())
}

pub(crate) fn hash(folder: &Path) -> Result<String, GameError> {
    let hashed = fingerprint(folder, "", belongs);
    let hashed = hashed.map_err(|source| GameError::Io { path: folder.to_owned(), source })?;
    hashed.ok_or_else(|| GameError::TooBig(folder.to_owned()))
}
