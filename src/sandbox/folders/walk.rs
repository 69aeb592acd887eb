//! Walks a folder that a program fills while it is walked: of any depth, with few descriptors, never
//! out of it.
//!
//! A path may be longer than the kernel takes, and a descriptor a level more than a process may have.
//! So the walk holds the folder that it is in, and goes up by `..`. A folder that was moved meanwhile
//! has another parent, which is noticed: the walk ends there.

use std::ffi::{CStr, CString};
use std::io;
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, OwnedFd};
use std::path::PathBuf;

use rustix::fs::{AtFlags, Dir, FileType, Mode, OFlags, Stat, fstat, openat, statat, unlinkat};
use rustix::io::Errno;

const FOLDER: OFlags =
    OFlags::RDONLY.union(OFlags::DIRECTORY).union(OFlags::NOFOLLOW).union(OFlags::CLOEXEC);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum WalkEnd {
    /// Everything was seen, but for what vanished meanwhile.
    Whole,
    /// The visitor has seen enough.
    Stopped,
    /// A folder could not be entered, or was moved.
    Lost,
}

/// Sees what a walk finds.
pub(crate) trait Visitor {
    /// Sees an entry of a folder; returns false to end the walk.
    fn see(&mut self, folder: BorrowedFd<'_>, name: &CStr, about: &Stat) -> bool;

    /// Leaves a folder, all of whose entries were seen, for its parent.
    fn leave(&mut self, _parent: BorrowedFd<'_>, _name: &CStr) {}

    /// Makes a folder accessible that may not be opened; returns false if it cannot be.
    fn unlock(&mut self, folder: BorrowedFd<'_>, name: &CStr) -> bool;
}

/// A folder on the way, and those in it that are still to be entered.
struct Level {
    id: (u64, u64),
    name: CString,
    folders: Vec<CString>,
}

impl Level {
    /// Lists a folder.
    /// An error is the end of the walk: the visitor has seen enough, or the folder cannot be listed.
    fn enter(folder: &OwnedFd, name: CString, visitor: &mut dyn Visitor) -> Result<Level, WalkEnd> {
        let mut folders = Vec::new();
        for entry in Dir::read_from(folder).map_err(|_| WalkEnd::Lost)? {
            let entry = entry.map_err(|_| WalkEnd::Lost)?;
            let name = entry.file_name();
            if matches!(name.to_bytes(), b"." | b"..") {
                continue;
            }
            // What is moved or deleted meanwhile is skipped.
            let about = match look(folder, name) {
                Ok(about) => about,
                Err(Errno::NOENT) => continue,
                Err(_) => return Err(WalkEnd::Lost),
            };
            if !visitor.see(folder.as_fd(), name, &about) {
                return Err(WalkEnd::Stopped);
            }
            if FileType::from_raw_mode(about.st_mode) == FileType::Directory {
                folders.push(name.to_owned());
            }
        }
        let id = fstat(folder).map(|fstat| id(&fstat)).map_err(|_| WalkEnd::Lost)?;
        Ok(Level { id, name, folders })
    }
}

/// Looks at an entry of a folder. One that may be read but not entered is opened to its owner.
fn look(folder: &OwnedFd, name: &CStr) -> rustix::io::Result<Stat> {
    let look = || statat(folder, name, AtFlags::SYMLINK_NOFOLLOW);
    match look() {
        Err(Errno::ACCESS) => rustix::fs::fchmod(folder, Mode::RWXU).and_then(|()| look()),
        looked => looked,
    }
}

fn id(about: &Stat) -> (u64, u64) {
    (about.st_dev, about.st_ino)
}

/// Walks a folder, its folders and so on. The folder itself is not seen.
pub(crate) fn walk(top: OwnedFd, visitor: &mut dyn Visitor) -> WalkEnd {
    go_through(top, visitor).unwrap_or_else(|ended| ended)
}

fn go_through(top: OwnedFd, visitor: &mut dyn Visitor) -> Result<WalkEnd, WalkEnd> {
    let mut walked = WalkEnd::Whole;
    let mut current = top;
    let mut levels = vec![Level::enter(&current, CString::default(), visitor)?];
    while let Some(level) = levels.last_mut() {
        let Some(name) = level.folders.pop() else {
            let left = levels.pop().map(|level| level.name).unwrap_or_default();
            let Some(above) = levels.last() else { break };
            let parent = openat(&current, "..", FOLDER, Mode::empty());
            let is_above = |it: &OwnedFd| fstat(it).is_ok_and(|fstat| id(&fstat) == above.id);
            current = parent.ok().filter(is_above).ok_or(WalkEnd::Lost)?;
            visitor.leave(current.as_fd(), &left);
            continue;
        };
        let opened = openat(&current, &name, FOLDER, Mode::empty());
        let opened = match opened {
            Err(Errno::ACCESS) if visitor.unlock(current.as_fd(), &name) => {
                openat(&current, &name, FOLDER, Mode::empty())
            }
            opened => opened,
        };
        match opened {
            Ok(folder) => {
                levels.push(Level::enter(&folder, name, visitor)?);
                current = folder;
            }
            // It is gone, or something else has its name.
            Err(Errno::NOENT | Errno::NOTDIR | Errno::LOOP) => {}
            Err(_) => walked = WalkEnd::Lost,
        }
    }
    Ok(walked)
}

pub(crate) fn open_folder(path: impl rustix::path::Arg) -> io::Result<OwnedFd> {
    Ok(rustix::fs::open(path, FOLDER, Mode::empty())?)
}

/// Gives the owner of a folder access to it. A link in its place is not followed.
pub(crate) fn unlock(folder: BorrowedFd<'_>, name: &CStr) -> bool {
    let flags = OFlags::PATH | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    let unlocked = openat(folder, name, flags, Mode::empty()).and_then(|found| {
        let path = PathBuf::from(format!("/proc/self/fd/{}", found.as_raw_fd()));
        rustix::fs::chmod(path, Mode::RWXU)
    });
    unlocked.is_ok()
}

/// Removes what is seen.
struct Remover;

impl Visitor for Remover {
    fn see(&mut self, folder: BorrowedFd<'_>, name: &CStr, about: &Stat) -> bool {
        if FileType::from_raw_mode(about.st_mode) != FileType::Directory {
            let _ = unlinkat(folder, name, AtFlags::empty());
        }
        true
    }

    fn leave(&mut self, parent: BorrowedFd<'_>, name: &CStr) {
        let _ = unlinkat(parent, name, AtFlags::REMOVEDIR);
    }

    fn unlock(&mut self, folder: BorrowedFd<'_>, name: &CStr) -> bool {
        // An empty one goes as it is, even where modes may not be changed.
        unlinkat(folder, name, AtFlags::REMOVEDIR).is_ok() || unlock(folder, name)
    }
}

/// Removes a folder with all that is in it, however deep.
pub(crate) fn remove(folder: &std::path::Path) -> io::Result<()> {
    walk(open_folder(folder)?, &mut Remover);
    std::fs::remove_dir(folder)
}

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use std::fs;

    use rustix::fs::mkdirat;

    use super::*;

    struct Counter(u64);

    impl Visitor for Counter {
        fn see(&mut self, _: BorrowedFd<'_>, _: &CStr, _: &Stat) -> bool {
            self.0 += 1;
            true
        }

        fn unlock(&mut self, folder: BorrowedFd<'_>, name: &CStr) -> bool {
            unlock(folder, name)
        }
    }

    /// Folders in each other, whose path is far longer than the kernel takes.
    fn nest(top: &std::path::Path, depth: usize) {
        let name = "n".repeat(200);
        let mut folder = open_folder(top).unwrap();
        for _ in 0..depth {
            mkdirat(&folder, name.as_str(), Mode::RWXU).unwrap();
            folder = openat(&folder, name.as_str(), FOLDER, Mode::empty()).unwrap();
            let file = openat(&folder, "file", OFlags::CREATE | OFlags::WRONLY, Mode::RUSR);
            file.unwrap();
        }
    }

    #[test]
    fn folders_of_any_depth_are_counted_and_removed() {
        let place = tempfile::tempdir().unwrap();
        let top = place.path().join("top");
        fs::create_dir(&top).unwrap();
        nest(&top, 2000);
        let mut counter = Counter(0);
        let walked = walk(open_folder(&top).unwrap(), &mut counter);
        assert_eq!((walked, counter.0), (WalkEnd::Whole, 4000));
        remove(&top).unwrap();
        assert!(!top.exists());
    }

    #[test]
    fn a_locked_folder_is_unlocked_and_a_link_in_its_place_is_not_followed() {
        let place = tempfile::tempdir().unwrap();
        let [top, elsewhere] = ["top", "elsewhere"].map(|it| place.path().join(it));
        let locked = top.join("locked");
        fs::create_dir_all(locked.join("inside")).unwrap();
        fs::create_dir(&elsewhere).unwrap();
        let closed = std::os::unix::fs::PermissionsExt::from_mode(0o0);
        for path in [&locked, &elsewhere] {
            fs::set_permissions(path, fs::Permissions::clone(&closed)).unwrap();
        }
        std::os::unix::fs::symlink(&elsewhere, top.join("link")).unwrap();
        let folder = open_folder(&top).unwrap();
        assert!(unlock(folder.as_fd(), c"locked"));
        assert!(!unlock(folder.as_fd(), c"link"));
        assert_eq!(rustix::fs::stat(&elsewhere).unwrap().st_mode & 0o777, 0);
        let mut counter = Counter(0);
        walk(folder, &mut counter);
        assert_eq!(counter.0, 3);
        remove(&top).unwrap();
        assert!(elsewhere.exists());
    }
}
