//! Mounts of a program's mount namespace, and the limits of its user namespace.

use std::fs;
use std::io;

use rustix::io::Errno;
use rustix::mount::{MountFlags, mount};

/// Limits what a program may watch files with: its user id is the caller's, who has them from the
/// same store. To be called before `/proc` is mounted anew.
pub(crate) fn limit_watches() -> io::Result<()> {
    for (limit, most) in [("watches", 1024), ("instances", 16)] {
        let path = format!("/proc/sys/user/max_inotify_{limit}");
        match fs::write(path, most.to_string()) {
            // A kernel without inotify has none to use up.
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            written => written?,
        }
    }
    Ok(())
}

/// Mounts a `/proc` of the namespace's processes, without what it says of the machine. Before Linux
/// 5.8 it says that too.
pub(crate) fn mount_proc() -> io::Result<()> {
    let flags = MountFlags::NOSUID | MountFlags::NODEV | MountFlags::NOEXEC;
    match mount("proc", "/proc", "proc", flags, c"subset=pid") {
        Err(Errno::INVAL) => Ok(mount("proc", "/proc", "proc", flags, None)?),
        mounted => Ok(mounted?),
    }
}

/// Makes everything that is mounted read-only. Reading then leaves no access times either, by which
/// programs could leave notes to each other. Other flags of the mounts stay: a user namespace may not
/// take any away.
#[expect(unsafe_code, reason = "there is no safe call for it")]
pub(crate) fn make_read_only() -> io::Result<()> {
    // SAFETY: the structure is plain numbers, for which zero says "not asked for".
    let mut change: libc::mount_attr = unsafe { std::mem::zeroed() };
    change.attr_set = libc::MOUNT_ATTR_RDONLY;
    // SAFETY: the kernel reads a path that ends with NUL and a structure whose size it is told.
    let changed = unsafe {
        libc::syscall(
            libc::SYS_mount_setattr,
            libc::AT_FDCWD,
            c"/".as_ptr(),
            libc::AT_RECURSIVE,
            &raw const change,
            size_of::<libc::mount_attr>(),
        )
    };
    if changed == 0 { Ok(()) } else { Err(io::Error::last_os_error()) }
}
