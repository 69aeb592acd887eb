//! Copies programs to where the sandbox can start them, and where no other user can change or read them.
//!
//! As root, the sandbox runs each program under a user id of its own. Programs in `/root`, in a home folder of mode
//! 0700 or in a folder of `mktemp -d` are then out of reach. They are copied to a temporary folder that is open to
//! one group alone, which all programs of this process get. So is what another user could change: else what was
//! checked need not be what is started.

use std::fs::{self, File, Permissions};
use std::io;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};

use walkdir::WalkDir;

use super::at::At;
use super::beneath::Beneath;
use super::copying::{Belongs, Failure, Size, copy_folder, copy_opened, everything, is_ours};
use super::scratch::{Scratch, remove_leftovers, temporary_folders};
use super::startable::{EXECUTE, can_be_entered, is_noexec, mode, open_regular};
use crate::error::SandboxError;
use crate::keeper::client::start_sweeper;
use crate::keeper::supervisor::is_of_room;
use crate::walls::users::give_to_programs;

/// Permissions that let all users enter and read a folder, and read and execute a file.
const ENTER: u32 = 0o005;
const READ: u32 = 0o004;
/// Permission of the group, and of all users, to write.
const WRITE_GROUP: u32 = 0o020;
const WRITE: u32 = 0o002;
/// In a folder of this mode only its owner renames or removes a file.
const STICKY: u32 = 0o1000;

/// A program, in a folder that the caller names. Links lead to that folder, and none from there out of it.
#[derive(Clone, Copy, Debug)]
pub struct Source<'a> {
    /// The folder, or the program itself.
    pub named: &'a Path,
    /// The program's path in it; empty for the folder itself.
    pub inner: &'a Path,
}

impl<'a> From<&'a Path> for Source<'a> {
    fn from(named: &'a Path) -> Source<'a> {
        Source { named, inner: Path::new("") }
    }
}

impl Source<'_> {
    fn path(&self) -> PathBuf {
        if self.inner.as_os_str().is_empty() {
            self.named.to_owned()
        } else {
            self.named.join(self.inner)
        }
    }

    /// Opens the folder that may hold it, and returns the rest of its path. What lies in a folder of the named one
    /// is looked for in that folder alone: the others may be of other users.
    fn holder(&self) -> io::Result<(Beneath, &Path)> {
        let named = Beneath::open(self.named)?;
        let mut steps = self.inner.components();
        match steps.next() {
            Some(first) if self.path().is_dir() || !steps.as_path().as_os_str().is_empty() => {
                Ok((named.own_folder(first.as_os_str())?, steps.as_path()))
            }
            _ => Ok((named, self.inner)),
        }
    }

    fn folder(&self) -> io::Result<Beneath> {
        let (holder, rest) = self.holder()?;
        holder.folder(rest)
    }

    /// Opens it, if it is a regular file.
    pub fn file(&self) -> io::Result<File> {
        if self.inner.as_os_str().is_empty() {
            return open_regular(self.named);
        }
        let (holder, rest) = self.holder()?;
        holder.file(rest)
    }
}

#[derive(Debug)]
pub struct Copy {
    pub path: PathBuf,
    /// The first path in the original that belongs to another user than the caller and root, if one does.
    pub stranger: Option<PathBuf>,
}

/// Brings programs within reach of the sandbox. Its copies are deleted on drop.
#[derive(Debug)]
pub struct Staging {
    prefix: &'static str,
    /// True if programs run under other user ids than the caller's.
    has_other_users: bool,
    /// The temporary folder, created for the first copy.
    scratch: Option<Scratch>,
    copies: u32,
    removed: Vec<PathBuf>,
}

impl Staging {
    /// Creates the staging for programs that run under other user ids than the caller's, or not.
    /// Removes copies that killed runs left under this prefix.
    pub fn new(prefix: &'static str, has_other_users: bool) -> Staging {
        Staging {
            prefix,
            has_other_users,
            scratch: None,
            copies: 0,
            removed: remove_leftovers(prefix),
        }
    }

    /// Returns true if programs run under other user ids than the caller's.
    pub fn has_other_users(&self) -> bool {
        self.has_other_users
    }

    /// The folders of copies left by killed runs that were removed.
    pub fn removed(&self) -> &[PathBuf] {
        &self.removed
    }

    /// Brings a program, or a folder with all that is in it, within reach; returns its path there.
    pub fn bring(&mut self, place: &Path) -> Result<PathBuf, SandboxError> {
        if self.is_within_reach(place) {
            Ok(place.to_owned())
        } else {
            Ok(self.copy(place.into(), everything, Size::ANY)?.path)
        }
    }

    /// Brings a program within reach, and out of the reach of other users.
    pub fn hold(&mut self, source: Source<'_>) -> Result<PathBuf, SandboxError> {
        let place = source.path();
        if self.is_within_reach(&place) && is_only_ours(&place) {
            Ok(place)
        } else {
            Ok(self.copy(source, everything, Size::OF_A_PROGRAM)?.path)
        }
    }

    /// Copies a program, or what belongs to it in a folder.
    pub fn copy(
        &mut self,
        source: Source<'_>,
        belongs: Belongs,
        most: Size,
    ) -> Result<Copy, SandboxError> {
        let folder = self.new_folder()?;
        let place = source.path();
        let path = folder.join(place.file_name().unwrap_or("copy".as_ref()));
        let copied = copy_to(source, &path, belongs, most, open_to_all);
        let stranger = copied.map_err(|failure| {
            // What was copied until then takes room that others need.
            let _ = fs::remove_dir_all(&folder);
            uncopied(&place, &folder, failure)
        })?;
        Ok(Copy { path, stranger })
    }

    /// Returns true if the sandbox can start programs at this place without a copy.
    pub fn is_within_reach(&self, place: &Path) -> bool {
        !is_noexec(place) && (!self.has_other_users || is_open_to_all(place))
    }

    fn new_folder(&mut self) -> Result<PathBuf, SandboxError> {
        let scratch = match self.scratch.take() {
            Some(scratch) => scratch,
            None => scratch_within_reach(self.prefix, self.has_other_users)?,
        };
        let folder = scratch.path().join(self.copies.to_string());
        self.scratch = Some(scratch);
        self.copies += 1;
        open_folder(&folder).map_err(|failure| uncopied(&folder, &folder, failure))?;
        Ok(folder)
    }
}

fn copy_to(
    source: Source<'_>,
    to: &Path,
    belongs: Belongs,
    most: Size,
    rights: fn(u32) -> u32,
) -> Result<Option<PathBuf>, Failure> {
    let place = source.path();
    let at_place = |error| (place.clone(), error);
    if !place.is_dir() {
        let file = source.file().map_err(at_place)?;
        let owner = file.metadata().map_err(at_place)?.uid();
        copy_opened(file, &place, to, most, rights)?;
        return Ok((!is_ours(owner)).then_some(place));
    }
    let folder = source.folder().map_err(at_place)?;
    open_folder(to)?;
    copy_folder(&folder, &place, to, belongs, most, rights)
}

/// Copies what belongs to a program to a new path outside of any staging, for the caller alone to read and change. A copy that
/// fails is removed.
pub fn copy_privately(
    source: Source<'_>,
    to: &Path,
    belongs: Belongs,
    most: Size,
) -> Result<(), SandboxError> {
    match copy_to(source, to, belongs, most, closed_to_others) {
        Ok(_stranger) => Ok(()),
        Err((path, error)) => {
            let _ = if to.is_dir() { fs::remove_dir_all(to) } else { fs::remove_file(to) };
            // TMPDIR, of which the error of a staging speaks, has no part in this.
            Err(if is_of_room(&error) {
                At::io(to, "no room is left for a copy", error).into()
            } else {
                uncopied(&source.path(), to, (path, error))
            })
        }
    }
}

/// Creates a temporary folder from which the sandbox can start programs, under other user ids or not. No other
/// user can enter it.
pub fn scratch_within_reach(prefix: &str, has_other_users: bool) -> Result<Scratch, SandboxError> {
    let mut tried = Vec::new();
    // Without one, the next run removes the folder.
    let mut sweeper = start_sweeper(None, prefix);
    for site in temporary_folders() {
        let name = site.display();
        if is_noexec(&site) {
            tried.push(format!("{name} is mounted noexec"));
        } else if has_other_users && !can_be_entered(&site) {
            tried.push(format!("{name} cannot be entered by all users"));
        } else {
            let mode = if has_other_users { 0o710 } else { 0o700 };
            let scratch = Scratch::new(prefix, mode, &site).and_then(|scratch| {
                if has_other_users {
                    give_to_programs(scratch.path())?;
                }
                Ok(scratch)
            });
            match scratch {
                Ok(scratch) => return Ok(scratch.swept_by(sweeper.take())),
                Err(error) => tried.push(format!("{name}: {error}")),
            }
        }
    }
    let tried = tried.join("; ");
    Err(SandboxError::NoPlace { tried })
}

/// Makes a folder that all who can enter the temporary folder may enter, whatever the caller's umask.
fn open_folder(folder: &Path) -> Result<(), Failure> {
    let made = fs::create_dir(folder)
        .and_then(|()| fs::set_permissions(folder, Permissions::from_mode(0o755)));
    made.map_err(|error| (folder.to_owned(), error))
}

/// Tells a failure of the host from one that lies in the original.
fn uncopied(place: &Path, folder: &Path, (path, source): Failure) -> SandboxError {
    if is_of_room(&source) {
        return SandboxError::NoRoomForCopy { place: place.to_owned(), folder: folder.to_owned() };
    }
    if path.starts_with(folder) {
        return At::io(&path, "cannot be copied to where the sandbox can start it", source).into();
    }
    match source.kind() {
        io::ErrorKind::FileTooLarge => SandboxError::TooBig(place.to_owned()),
        _ => SandboxError::NotCopied(At::io(&path, "cannot be copied", source)),
    }
}

/// Permissions of a copy that programs may read, and execute if the original was executable.
fn open_to_all(rights: u32) -> u32 {
    let read = rights | 0o444;
    if rights & 0o111 == 0 { read } else { read | 0o111 }
}

/// Permissions of a copy for the caller alone, who may execute it if any user may execute the original.
fn closed_to_others(rights: u32) -> u32 {
    if rights & 0o111 == 0 { 0o600 } else { 0o700 }
}

/// Returns true if all users may read a place with everything in it, and execute its executables.
pub fn is_open_to_all(place: &Path) -> bool {
    let Ok(place) = place.canonicalize() else {
        return false;
    };
    place.parent().is_none_or(can_be_entered)
        && WalkDir::new(&place).into_iter().all(|entry| {
            let Ok(entry) = entry else { return false };
            let kind = entry.file_type();
            let needed = |mode: u32| match (kind.is_dir(), mode & 0o111) {
                (true, _) => ENTER,
                (false, 0) => READ,
                (false, _) => READ | EXECUTE,
            };
            // A link's target is checked where it lies.
            kind.is_symlink()
                || mode(entry.path()).is_some_and(|mode| mode & needed(mode) == needed(mode))
        })
}

/// Returns true if no user but the caller and root can change a place, anything in it or the way to it.
fn is_only_ours(place: &Path) -> bool {
    let Ok(place) = place.canonicalize() else {
        return false;
    };
    let is_safe = |path: &Path| fs::symlink_metadata(path).is_ok_and(|metadata| is_safe(&metadata));
    // From the top: who cannot change a folder cannot exchange what is looked at next.
    let mut way: Vec<_> = place.ancestors().skip(1).collect();
    way.reverse();
    way.into_iter().all(is_safe)
        && WalkDir::new(&place).into_iter().all(|entry| entry.is_ok_and(|it| is_safe(it.path())))
}

fn is_safe(about: &fs::Metadata) -> bool {
    let (user, group) = (rustix::process::geteuid().as_raw(), rustix::process::getegid().as_raw());
    // Many systems give each user a group of the same number, and files that this group may write.
    let is_own_group = about.gid() == group && group == user;
    let writers = if is_own_group { WRITE } else { WRITE | WRITE_GROUP };
    let is_written = about.mode() & writers != 0;
    is_ours(about.uid())
        && (about.is_symlink() || !is_written || about.is_dir() && about.mode() & STICKY != 0)
}

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use std::os::unix::fs::symlink;

    use super::super::beneath::leads_out;
    use super::*;

    #[test]
    fn a_folder_of_the_named_one_leads_to_no_other() {
        let named = tempfile::tempdir().unwrap();
        for name in ["a/src", "b/src"] {
            fs::create_dir_all(named.path().join(name)).unwrap();
            fs::write(named.path().join(name).join("file"), name).unwrap();
        }
        symlink("../b/src", named.path().join("a/other")).unwrap();
        symlink("src", named.path().join("a/same")).unwrap();
        symlink("b", named.path().join("c")).unwrap();
        let source = |inner| Source { named: named.path(), inner: Path::new(inner) };
        for inner in ["a/src/file", "a/same/file"] {
            assert_eq!(io::read_to_string(source(inner).file().unwrap()).unwrap(), "a/src");
        }
        assert!(leads_out(&source("a/other/file").file().unwrap_err()));
        assert!(source("c/src/file").file().is_err(), "its own folder is no link");
        let mut staging = Staging::new("arbitro-tests-staging-", false);
        for inner in ["a/other", "c"] {
            let copied = staging.copy(source(inner), everything, Size::ANY);
            assert!(matches!(copied.unwrap_err(), SandboxError::NotCopied(_)), "{inner}");
        }
        let copy = staging.copy(source("a"), everything, Size::ANY).unwrap();
        assert_eq!(fs::read_to_string(copy.path.join("src/file")).unwrap(), "a/src");
    }

    #[test]
    fn a_copy_is_bounded_and_what_it_does_not_hold_takes_no_room() {
        let named = tempfile::tempdir().unwrap();
        let file = File::create(named.path().join("file")).unwrap();
        file.set_len(Size::OF_A_PROGRAM.bytes).unwrap();
        let mut staging = Staging::new("arbitro-tests-staging-", false);
        let mut copy = || staging.copy(named.path().into(), everything, Size::OF_A_PROGRAM);
        let copied = copy().unwrap().path.join("file").metadata().unwrap();
        assert_eq!((copied.len(), copied.blocks()), (Size::OF_A_PROGRAM.bytes, 0));
        file.set_len(Size::OF_A_PROGRAM.bytes + 1).unwrap();
        assert!(matches!(copy().unwrap_err(), SandboxError::TooBig(_)));
    }

    #[test]
    fn a_private_copy_is_the_callers_alone_and_leaves_nothing_where_it_fails() {
        let [named, elsewhere] = [0, 0].map(|_| tempfile::tempdir().unwrap());
        fs::create_dir_all(named.path().join("a/folder")).unwrap();
        for (name, mode) in [("data", 0o666), ("folder/run", 0o677)] {
            let file = named.path().join("a").join(name);
            fs::write(&file, name).unwrap();
            fs::set_permissions(&file, Permissions::from_mode(mode)).unwrap();
        }
        symlink("/etc/passwd", named.path().join("a/out")).unwrap();
        symlink("a", named.path().join("link")).unwrap();
        let to = elsewhere.path().join("copy");
        let copy = |inner, most| {
            let source = Source { named: named.path(), inner: Path::new(inner) };
            copy_privately(source, &to, everything, most)
        };
        let two = Size { bytes: 1 << 20, entries: 2 };
        assert!(matches!(copy("a", two).unwrap_err(), SandboxError::TooBig(_)));
        assert!(matches!(copy("link", Size::ANY).unwrap_err(), SandboxError::NotCopied(_)));
        assert!(!to.exists());
        copy("a", Size::ANY).unwrap();
        let mode_of = |name: &str| mode(&to.join(name)).unwrap() & 0o777;
        let modes = ["", "data", "folder", "folder/run"].map(mode_of);
        assert_eq!(modes, [0o700, 0o600, 0o700, 0o700]);
        assert!(to.join("out").is_symlink(), "links are copied as links");
        fs::remove_dir_all(&to).unwrap();
        copy("a/data", Size::ANY).unwrap();
        assert_eq!(fs::read_to_string(&to).unwrap(), "data");
    }

    #[test]
    fn only_what_no_other_user_can_change_is_ours() {
        let top = tempfile::tempdir().unwrap();
        let file = top.path().join("folder/file");
        fs::create_dir(top.path().join("folder")).unwrap();
        fs::write(&file, "").unwrap();
        let is_ours_with = |path: &Path, mode| {
            let before = fs::metadata(path).unwrap().permissions();
            fs::set_permissions(path, Permissions::from_mode(mode)).unwrap();
            let is_ours = is_only_ours(&file);
            fs::set_permissions(path, before).unwrap();
            is_ours
        };
        assert!(is_ours_with(&file, 0o644) && is_ours_with(top.path(), 0o1777));
        assert!(!is_ours_with(&file, 0o646) && !is_ours_with(top.path(), 0o757));
        if std::os::unix::fs::chown(top.path().join("folder"), Some(12_345), None).is_ok() {
            assert!(!is_only_ours(&file), "its folder is another user's");
        }
    }
}
