//! Measures the size of a program's folder, where no file system of its own limits it.

use std::collections::BTreeSet;
use std::ffi::CStr;
use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::fs::MetadataExt;
use std::path::Path;
use std::time::{Duration, Instant};

use super::processes::Place;
use crate::folders::walk::{Visitor, WalkEnd, open_folder, unlock, walk};
use crate::keeper::plan::Limits;
use rustix::fs::Stat;

/// Minimum time between two scans of a folder.
const LOOK_EVERY: Duration = Duration::from_millis(20);
/// The same while it seems small.
const LOOK_SELDOM: Duration = Duration::from_millis(200);
/// Scans that fail to count everything, one after the other, before the folder counts as too large.
const MAX_LOST: u32 = 5;

/// Room for the boards of a long match.
const BOARDS: u64 = 4 << 20;

/// Room for a board and a copy of it.
const LEAST: u64 = 16 << 10;

/// The files of a program on a file system that others use too.
#[derive(Debug)]
pub(crate) struct FolderUse {
    most_bytes: u64,
    most_files: u64,
    /// The size of the largest file that it can write.
    file_bytes: u64,
    /// Bytes that were free before it began.
    free: Free,
    /// Time of the latest scan; `None` if the next one is due at once.
    looked: Option<Instant>,
    lost: u32,
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
        Ok(Free { bytes: state.f_bavail.saturating_mul(state.f_frsize), files: state.f_favail })
    }
}

impl FolderUse {
    pub(crate) fn new(room: &OwnedFd, limits: &Limits) -> io::Result<FolderUse> {
        Ok(FolderUse {
            most_bytes: limits.folder_bytes,
            most_files: limits.folder_files,
            file_bytes: limits.file_bytes,
            free: Free::on(room)?,
            looked: Some(Instant::now()),
            lost: 0,
            is_over: false,
        })
    }

    /// Has the next look scan the folder, however short ago that was.
    pub(crate) fn forget_look(&mut self) {
        self.looked = None;
    }

    /// Returns true if the folder, with the deleted files that the program's processes hold open, takes more than
    /// it may.
    pub(crate) fn is_over(
        &mut self,
        room: &OwnedFd,
        folder: &Path,
        place: &Place,
    ) -> io::Result<bool> {
        // Scan less often while the file system has lost less than the limit. Others may free as much as the
        // program takes, so this alone says nothing.
        let free = Free::on(room)?;
        let taken_bytes = self.free.bytes.saturating_sub(free.bytes);
        let taken_files = self.free.files.saturating_sub(free.files);
        let may_be_over = taken_bytes > self.most_bytes || taken_files > self.most_files;
        let every = if may_be_over { LOOK_EVERY } else { LOOK_SELDOM };
        let now = Instant::now();
        if self.looked.is_none_or(|at| now >= at + every) {
            self.looked = Some(now);
            self.is_over |= self.looks_over(folder, place)?;
        }
        Ok(self.is_over)
    }

    /// Returns true if the files are more than boards, and take most of what was free before.
    pub(crate) fn takes_most(&self, folder: &Path, place: &Place) -> io::Result<bool> {
        let (sum, _) = self.sum(folder, place)?;
        Ok(sum.bytes > BOARDS && sum.bytes.saturating_mul(2) > self.free.bytes)
    }

    /// Returns true if others can put next to nothing beside it.
    pub(crate) fn leaves_nothing(room: &OwnedFd) -> io::Result<bool> {
        let free = Free::on(room)?;
        Ok(free.bytes < LEAST || free.files == 0)
    }

    fn looks_over(&mut self, folder: &Path, place: &Place) -> io::Result<bool> {
        let (sum, walked) = self.sum(folder, place)?;
        // A program may move a folder for once while it is counted, but not for ever.
        self.lost = match walked {
            WalkEnd::Lost => self.lost + 1,
            WalkEnd::Whole | WalkEnd::Stopped => 0,
        };
        Ok(walked == WalkEnd::Stopped || sum.is_over() || self.lost >= MAX_LOST)
    }

    /// Adds up the folder and the deleted files that are held open.
    fn sum(&self, folder: &Path, place: &Place) -> io::Result<(Sum, WalkEnd)> {
        let mut sum = Sum {
            known: BTreeSet::new(),
            bytes: 0,
            files: 0,
            most_bytes: self.most_bytes,
            most_files: self.most_files,
        };
        for about in place.open_files()? {
            if about.is_file() && about.nlink() == 0 {
                sum.take((about.dev(), about.ino()), about.blocks());
            }
        }
        // Of other file systems, and of memory that is no file, another look counts.
        let device = folder.metadata().map(|metadata| metadata.dev());
        for file in place.mapped_files()? {
            if device.as_ref().is_ok_and(|device| *device == file.0) {
                // What a mapping shows of a file says nothing of the rest.
                sum.take(file, self.file_bytes.div_ceil(512));
            }
        }
        let walked = match open_folder(folder) {
            Ok(top) => walk(top, &mut sum),
            // The program cannot remove its own folder; its end removes it.
            Err(error) if error.kind() == io::ErrorKind::NotFound => WalkEnd::Whole,
            Err(error) => return Err(error),
        };
        Ok((sum, walked))
    }
}

/// The room that a folder takes, as far as it was counted.
struct Sum {
    /// Several processes may hold one file, and it may have several names, or another one soon.
    known: BTreeSet<(u64, u64)>,
    bytes: u64,
    files: u64,
    most_bytes: u64,
    most_files: u64,
}

impl Sum {
    fn take(&mut self, file: (u64, u64), blocks: u64) {
        if self.known.insert(file) {
            self.bytes = self.bytes.saturating_add(blocks.saturating_mul(512));
        }
    }

    fn is_over(&self) -> bool {
        self.files > self.most_files || self.bytes > self.most_bytes
    }
}

impl Visitor for Sum {
    fn see(&mut self, _: BorrowedFd<'_>, _: &CStr, about: &Stat) -> bool {
        self.files += 1;
        let blocks = u64::try_from(about.st_blocks).unwrap_or(0);
        self.take((about.st_dev, about.st_ino), blocks);
        !self.is_over()
    }

    fn unlock(&mut self, folder: BorrowedFd<'_>, name: &CStr) -> bool {
        unlock(folder, name)
    }
}
