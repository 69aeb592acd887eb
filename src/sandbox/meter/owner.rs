//! Reads data of a process that only its owner may read. In a container root may not inspect processes of other users.

use std::fs::{self, Metadata};
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::Path;

/// Reads something of a process or a file, as its owner if it is denied to this user.
pub(crate) fn as_owner<T>(
    about: impl FnOnce() -> io::Result<Metadata>,
    read: impl Fn() -> io::Result<T>,
) -> io::Result<T> {
    match read() {
        Err(error) if error.kind() == io::ErrorKind::PermissionDenied => {
            let about = about()?;
            let _owner = Owner::take(about.uid(), about.gid());
            read()
        }
        done => done,
    }
}

/// Reads something of each open file of a process or thread, by its folder in /proc. What is gone by now has
/// none.
pub(super) fn each_descriptor<T>(folder: &Path, read: impl Fn(&Path) -> io::Result<T>) -> Vec<T> {
    let all = || {
        let mut found = Vec::new();
        for entry in fs::read_dir(folder.join("fd"))?.flatten() {
            match read(&entry.path()) {
                Ok(it) => found.push(it),
                // Root may list what it may not look at.
                Err(error) if error.kind() == io::ErrorKind::PermissionDenied => return Err(error),
                Err(_) => {}
            }
        }
        Ok(found)
    };
    as_owner(|| fs::metadata(folder), all).unwrap_or_default()
}

/// The calling thread as another user, in all that concerns files alone: that user cannot signal it.
struct Owner {
    user: i32,
    group: i32,
}

impl Owner {
    #[expect(unsafe_code, reason = "there is no safe call for it")]
    fn take(user: u32, group: u32) -> Owner {
        // SAFETY: these take and return numbers, and change the calling thread alone. One that may not
        // is refused, and is denied again what it wants to read. The group first: only root may.
        let (group, user) = unsafe { (libc::setfsgid(group), libc::setfsuid(user)) };
        Owner { user, group }
    }
}

impl Drop for Owner {
    #[expect(unsafe_code, reason = "there is no safe call for it")]
    fn drop(&mut self) {
        // SAFETY: as above. A thread may always take its own ids.
        unsafe {
            libc::setfsuid(self.user.cast_unsigned());
            libc::setfsgid(self.group.cast_unsigned());
        }
    }
}

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use std::os::unix::process::CommandExt;
    use std::process::{Command, Stdio};
    use std::thread;

    use rustix::process::getuid;
    use rustix::thread::{CapabilitySet, capabilities, set_capabilities};

    use super::*;

    #[test]
    fn root_that_may_not_look_into_other_users_processes_sees_their_open_files() {
        if !getuid().is_root() {
            return;
        }
        let mut child =
            Command::new("sleep").arg("100").uid(65_534).stdin(Stdio::null()).spawn().unwrap();
        let folder = Path::new("/proc").join(child.id().to_string());
        // As in a container; and of this thread alone.
        let seen = thread::spawn(move || {
            let mut sets = capabilities(None).unwrap();
            sets.effective.remove(CapabilitySet::SYS_PTRACE);
            set_capabilities(None, sets).unwrap();
            let denied = fs::read_link(folder.join("fd/0")).map_err(|error| error.kind());
            let seen = each_descriptor(&folder, |path| fs::read_link(path));
            let ids = fs::read_to_string("/proc/thread-self/status").unwrap();
            let ids = ids.lines().find(|line| line.starts_with("Uid:")).unwrap().to_owned();
            (denied, seen, ids)
        });
        let (denied, seen, ids) = seen.join().unwrap();
        child.kill().unwrap();
        child.wait().unwrap();
        assert_eq!(denied, Err(io::ErrorKind::PermissionDenied));
        assert_eq!(seen.first(), Some(&"/dev/null".into()), "{seen:?}");
        assert_eq!(ids, "Uid:\t0\t0\t0\t0", "it is itself again");
    }
}
