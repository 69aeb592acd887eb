//! Measures the size of a program's folder, where no file system of its own limits it.

use std::collections::BTreeSet;
use std::fs::{self, Metadata};
use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use super::plan::Limits;
use super::tree::Tree;

/// Minimum time between two scans of a folder.
const LOOK_EVERY: Duration = Duration::from_millis(20);

/// The files of a program on a file system that others use too.
#[derive(Debug)]
pub(super) struct FolderUse {
    most_bytes: u64,
    most_files: u64,
    /// Bytes that were free before it began.
    free: Free,
    looked: Option<Instant>,
    is_over: bool,
}

#[derive(Clone, Copy, Debug)]
struct Free {
    bytes: u64,
    files: u64,
}

impl Free {
    fn on(place: impl AsFd) -> io::Result<Free> {
        let state = rustix::fs::fstatvfs(place)?;
        Ok(Free {
            bytes: state.f_bavail.saturating_mul(state.f_frsize),
            files: state.f_favail,
        })
    }
}

impl FolderUse {
    pub(super) fn new(room: &OwnedFd, limits: &Limits) -> io::Result<FolderUse> {
        Ok(FolderUse {
            most_bytes: limits.folder_bytes,
            most_files: limits.folder_files,
            free: Free::on(room)?,
            looked: None,
            is_over: false,
        })
    }

    /// Returns true if the folder, with the deleted files that the program's processes hold open, takes more than
    /// it may.
    pub(super) fn is_over(
        &mut self,
        room: &OwnedFd,
        folder: &Path,
        tree: Option<&Tree>,
    ) -> io::Result<bool> {
        // Skip the scan while the file system has lost less than the limit.
        let free = Free::on(room)?;
        let taken_bytes = self.free.bytes.saturating_sub(free.bytes);
        let taken_files = self.free.files.saturating_sub(free.files);
        let may_be_over = taken_bytes > self.most_bytes || taken_files > self.most_files;
        let now = Instant::now();
        if may_be_over && self.looked.is_none_or(|at| now >= at + LOOK_EVERY) {
            self.looked = Some(now);
            self.is_over |= self.looks_over(folder, tree)?;
        }
        Ok(self.is_over)
    }

    fn looks_over(&self, folder: &Path, tree: Option<&Tree>) -> io::Result<bool> {
        // Several processes may hold one file, and it may have several names, or another one soon.
        let mut known = BTreeSet::new();
        let mut taken = |about: &Metadata| match known.insert((about.dev(), about.ino())) {
            true => about.blocks().saturating_mul(512),
            false => 0,
        };
        let mut bytes: u64 = tree
            .map_or(Ok(Vec::new()), Tree::open_files)?
            .iter()
            .filter(|it| it.is_file() && it.nlink() == 0)
            .map(&mut taken)
            .sum();
        let mut files = 0;
        let mut folders: Vec<PathBuf> = vec![folder.to_owned()];
        while let Some(folder) = folders.pop() {
            // Files that it moves or deletes during the scan are skipped.
            for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
                files += 1;
                let Ok(about) = entry.metadata() else {
                    continue;
                };
                bytes += taken(&about);
                if about.is_dir() {
                    folders.push(entry.path());
                }
                if files > self.most_files || bytes > self.most_bytes {
                    return Ok(true);
                }
            }
        }
        Ok(bytes > self.most_bytes)
    }
}
