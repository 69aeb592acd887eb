//! Folders elsewhere that players need: packages that are too large to hand in.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::no_entrant::{NeedFault, NoEntrant};
use arbitro_sandbox::{Staging, fingerprint_of_names, is_open_to_all};

/// A folder that a player reads and may start programs from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Needed {
    pub folder: PathBuf,
    /// Of the names and sizes of its files.
    pub fingerprint: String,
}

/// Finds the folders that a player asks for, which the caller must have allowed.
pub(super) fn find_needed(
    wanted: &[PathBuf],
    allowed: &[PathBuf],
    staging: &Staging,
) -> Result<Vec<Needed>, NoEntrant> {
    let find = |wanted: &PathBuf| {
        let fault = |why| NoEntrant::Needs { folder: wanted.display().to_string(), why };
        let folder = wanted.canonicalize().ok().filter(|it| wanted.is_absolute() && it.is_dir());
        let folder = folder.ok_or_else(|| fault(NeedFault::Missing))?;
        let allows = |it: &PathBuf| it.canonicalize().is_ok_and(|path| folder.starts_with(path));
        if !allowed.iter().any(allows) {
            return Err(fault(NeedFault::NotAllowed));
        }
        if staging.has_other_users() && !is_open_to_all(&folder) {
            return Err(fault(NeedFault::Closed));
        }
        let fingerprint = fingerprint_of_names(&folder)?;
        Ok(Needed { folder, fingerprint })
    };
    wanted.iter().map(find).collect()
}

/// The folder of an environment that a command starts from: the one above its `bin`.
pub(super) fn environment(command: &Path) -> Option<String> {
    let bin = command.parent().filter(|it| it.file_name().is_some_and(|name| name == "bin"))?;
    bin.parent().filter(|parent| parent.is_absolute()).map(|parent| parent.display().to_string())
}
