//! The folder of results: whether a run may write into it, and the lock of the run that does.

use std::fs;
use std::path::Path;

use super::settings::RunSettings;
use crate::failure::Failure;
use crate::words::Statement;
use arbitro_sandbox::FolderLock;

/// The folder of evidence; its presence shows that a folder holds results of a run.
pub(super) const EVIDENCE: &str = "evidence";

/// Makes the folder of results, if it may be that, and takes it.
pub(super) fn open(settings: &RunSettings) -> Result<FolderLock, Failure> {
    let RunSettings { out, submissions, .. } = settings;
    let unwritable = |error| Failure::unwritable(out)(error);
    // Before anything is made: where it would be.
    let there = |path: &Path| path.ancestors().find_map(|it| it.canonicalize().ok());
    let absolute = std::path::absolute(out).map_err(unwritable)?;
    let handed_in = submissions.canonicalize().map_err(unwritable)?;
    let nearest = there(&absolute).unwrap_or_else(|| absolute.clone());
    let is_there = out.exists();
    if nearest.starts_with(&handed_in) || is_there && handed_in.starts_with(&nearest) {
        let (out, submissions) = (format!("{out:?}"), format!("{submissions:?}"));
        return Err(Failure::Host(Statement::OneWithinOther { out, submissions }));
    }
    let is_empty = fs::read_dir(out).is_ok_and(|mut entries| entries.next().is_none());
    if out.is_file() {
        return Err(Failure::Host(Statement::OutIsFile(format!("{out:?}"))));
    }
    if is_there && !out.join(EVIDENCE).is_dir() && !is_empty {
        return Err(Failure::Host(Statement::NotOfARun(format!("{out:?}"))));
    }
    fs::create_dir_all(out).map_err(unwritable)?;
    let lock = FolderLock::take(out).map_err(unwritable)?;
    lock.ok_or_else(|| Failure::Host(Statement::InUse(format!("{out:?}"))))
}
