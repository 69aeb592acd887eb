//! Opens what lies beneath a folder, and nothing outside it, whatever its links say and its owner changes
//! meanwhile.
//!
//! Each step of a path is opened by itself and never followed. The text of a link is walked like the rest of the
//! path, and `..` returns to the folder that the walk came through. `openat2` does the same from Linux 5.6 on, but
//! containers and kernels that lack it would need this walk beside it.

use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::ffi::OsStringExt;
use std::path::{Component, Path, PathBuf};

use rustix::fs::{FileType, Mode, OFlags, fstat, openat, readlinkat};
use rustix::io::Errno;
use thiserror::Error;

/// Links that a path may lead through, as in the kernel.
const MAX_LINKS: usize = 40;
/// Opens for reading: no link, no terminal, and no pipe that would block.
const READ: OFlags = OFlags::RDONLY
    .union(OFlags::NOFOLLOW)
    .union(OFlags::NONBLOCK)
    .union(OFlags::NOCTTY)
    .union(OFlags::CLOEXEC);
const LOOK: OFlags = OFlags::PATH.union(OFlags::NOFOLLOW).union(OFlags::CLOEXEC);

#[derive(Debug, Error)]
#[error("a link leads out of the folder")]
struct LeadsOut;

/// Returns true if nothing was opened because a path leads out of its folder.
pub fn leads_out(error: &io::Error) -> bool {
    error.get_ref().is_some_and(|it| it.is::<LeadsOut>())
}

fn out() -> io::Error {
    io::Error::other(LeadsOut)
}

/// A folder whose files may be another user's.
#[derive(Debug)]
pub struct Beneath(OwnedFd);

/// The end of a walk: a folder, or a file in one.
enum Target {
    Folder(OwnedFd),
    File(OwnedFd, OsString),
}

impl Beneath {
    /// Opens the folder that the caller names, through links, too.
    pub fn open(folder: &Path) -> io::Result<Beneath> {
        let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
        Ok(Beneath(rustix::fs::open(folder, flags, Mode::empty())?))
    }

    pub fn folder(&self, path: &Path) -> io::Result<Beneath> {
        match self.find(path)? {
            Target::Folder(folder) => {
                Ok(Beneath(openat(folder, ".", READ | OFlags::DIRECTORY, Mode::empty())?))
            }
            Target::File(..) => Err(Errno::NOTDIR.into()),
        }
    }

    /// Opens a folder directly in it. A link of this name is not followed.
    pub(super) fn own_folder(&self, name: &OsStr) -> io::Result<Beneath> {
        open_subfolder(self.as_fd(), name).map(Beneath)
    }

    /// Opens a regular file in it.
    pub fn file(&self, path: &Path) -> io::Result<File> {
        match self.find(path)? {
            Target::Folder(_) => Err(not_regular()),
            Target::File(folder, name) => open_file(folder.as_fd(), &name),
        }
    }

    /// Checks that a path does not lead out of the folder. It may lead nowhere.
    pub fn holds(&self, path: &Path) -> io::Result<()> {
        match self.find(path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            _ => Ok(()),
        }
    }

    fn find(&self, path: &Path) -> io::Result<Target> {
        // The steps still to go, the last first.
        let mut steps = Vec::new();
        push_steps(&mut steps, path);
        let mut entered: Vec<OwnedFd> = Vec::new();
        let mut links = 0;
        while let Some(step) = steps.pop() {
            let here = entered.last().map_or(self.0.as_fd(), AsFd::as_fd);
            let name = match Path::new(&step).components().next() {
                Some(Component::Normal(name)) => name,
                Some(Component::ParentDir) => {
                    entered.pop().ok_or_else(out)?;
                    continue;
                }
                Some(Component::CurDir) | None => continue,
                Some(Component::RootDir | Component::Prefix(_)) => return Err(out()),
            };
            let found = openat(here, name, LOOK, Mode::empty())?;
            match FileType::from_raw_mode(fstat(&found)?.st_mode) {
                FileType::Directory => entered.push(found),
                FileType::Symlink if links == MAX_LINKS => return Err(Errno::LOOP.into()),
                FileType::Symlink => {
                    links += 1;
                    let text = readlinkat(&found, "", Vec::new())?.into_bytes();
                    push_steps(&mut steps, &PathBuf::from(OsString::from_vec(text)));
                }
                _ if steps.is_empty() => {
                    return Ok(Target::File(here.try_clone_to_owned()?, name.to_owned()));
                }
                _ => return Err(Errno::NOTDIR.into()),
            }
        }
        let last = entered.pop().map_or_else(|| self.0.try_clone(), Ok)?;
        Ok(Target::Folder(last))
    }
}

impl AsFd for Beneath {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.0.as_fd()
    }
}

fn push_steps(steps: &mut Vec<OsString>, path: &Path) {
    steps.extend(path.components().rev().map(|component| component.as_os_str().to_owned()));
}

fn not_regular() -> io::Error {
    io::Error::other("not a regular file")
}

/// Opens a regular file in a folder. A link of this name is not followed.
pub(super) fn open_file(folder: BorrowedFd<'_>, name: &OsStr) -> io::Result<File> {
    // Devices do things when they are opened.
    let is_regular = |mode| FileType::from_raw_mode(mode) == FileType::RegularFile;
    if !is_regular(fstat(openat(folder, name, LOOK, Mode::empty())?)?.st_mode) {
        return Err(not_regular());
    }
    let file = openat(folder, name, READ, Mode::empty())?;
    if is_regular(fstat(&file)?.st_mode) { Ok(file.into()) } else { Err(not_regular()) }
}

/// Opens a folder in a folder. A link of this name is not followed.
pub(super) fn open_subfolder(folder: BorrowedFd<'_>, name: &OsStr) -> io::Result<OwnedFd> {
    Ok(openat(folder, name, READ | OFlags::DIRECTORY, Mode::empty())?)
}

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use std::fs;
    use std::io::Read;
    use std::os::unix::fs::symlink;

    use super::*;

    fn text(folder: &Path, path: &str) -> Result<String, bool> {
        let mut text = String::new();
        let opened = Beneath::open(folder).unwrap().file(Path::new(path));
        opened.map_err(|error| leads_out(&error))?.read_to_string(&mut text).unwrap();
        Ok(text)
    }

    #[test]
    fn links_inside_are_followed_and_none_leads_out() {
        let place = tempfile::tempdir().unwrap();
        let folder = place.path().join("folder");
        fs::create_dir_all(folder.join("a/b")).unwrap();
        fs::write(place.path().join("secret"), "secret").unwrap();
        fs::write(folder.join("a/text"), "text").unwrap();
        let absolute = place.path().join("secret").display().to_string();
        for (link, target) in [
            ("d", "."),
            ("up", "d/d/../../secret"),
            ("deep", "d/d/d/d/../secret"),
            ("plain", "../secret"),
            ("absolute", &absolute),
            ("through", "a/b/../../plain"),
            ("a/b/good", "../../d/a/./text"),
            ("round", "round"),
            ("nowhere", "a/none"),
            ("proc", "/proc/self/cwd"),
        ] {
            symlink(target, folder.join(link)).unwrap();
        }
        for path in ["a/text", "d/d/a/text", "a/b/good", "a/b/../text", "d/a/b/good"] {
            assert_eq!(text(&folder, path).as_deref(), Ok("text"), "{path}");
        }
        for path in ["up", "deep", "plain", "absolute", "through", "proc", "../secret", &absolute] {
            assert_eq!(text(&folder, path), Err(true), "{path}");
        }
        for path in ["round", "nowhere", "a", "", "a/text/more"] {
            assert_eq!(text(&folder, path), Err(false), "{path}");
        }
        let beneath = Beneath::open(&folder).unwrap();
        assert!(beneath.holds(Path::new("nowhere")).is_ok());
        assert!(beneath.holds(Path::new("up")).is_err_and(|error| leads_out(&error)));
        assert!(beneath.folder(Path::new("a/b")).unwrap().file(Path::new("good")).is_err());
    }

    #[test]
    fn a_file_that_is_swapped_for_a_link_while_it_is_opened_is_never_read_outside() {
        let place = tempfile::tempdir().unwrap();
        let folder = place.path().join("folder");
        fs::create_dir(&folder).unwrap();
        fs::write(place.path().join("secret"), "secret").unwrap();
        fs::write(folder.join("real"), "real").unwrap();
        let done = std::sync::atomic::AtomicBool::new(false);
        std::thread::scope(|scope| {
            scope.spawn(|| {
                let (name, beside) = (folder.join("name"), folder.join("beside"));
                while !done.load(std::sync::atomic::Ordering::Relaxed) {
                    symlink("../secret", &beside).unwrap();
                    fs::rename(&beside, &name).unwrap();
                    fs::hard_link(folder.join("real"), &beside).unwrap();
                    fs::rename(&beside, &name).unwrap();
                }
            });
            let read = (0..5_000).filter_map(|_| text(&folder, "name").ok()).collect::<Vec<_>>();
            done.store(true, std::sync::atomic::Ordering::Relaxed);
            assert!(read.iter().all(|it| it == "real"));
        });
    }
}
