//! Runs a command in another root folder, as on a machine of its own: `unshare --mount root DIR [UID] --
//! COMMAND...`, as root. For `scripts/release --check`, and for a look by hand.
//!
//! The root is changed by pivot_root, since in a chroot no user namespace can be made. All is done from
//! here, for in the folder there may be no `mount`.

#![expect(clippy::print_stderr, reason = "there is nobody else to tell")]

use std::fs;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Command, ExitCode};

use rustix::mount::{
    MountFlags, MountPropagationFlags, UnmountFlags, mount, mount_bind_recursive, mount_change,
    unmount,
};
use rustix::process::{Gid, Uid, chdir, pivot_root};

const USAGE: &str = "usage: unshare --mount root DIR [UID] -- COMMAND...";

type Error = Box<dyn std::error::Error>;

fn enter(root: &Path) -> Result<(), Error> {
    let private = MountPropagationFlags::REC | MountPropagationFlags::PRIVATE;
    mount_change("/", private)?;
    mount_bind_recursive(root, root)?;
    for name in ["proc", "dev", "tmp"] {
        fs::create_dir_all(root.join(name))?;
    }
    mount("proc", root.join("proc"), "proc", MountFlags::empty(), None)?;
    mount_bind_recursive("/dev", root.join("dev"))?;
    let tmp = root.join("tmp");
    mount("tmpfs", tmp, "tmpfs", MountFlags::empty(), c"mode=1777")?;
    if root.join("sys").is_dir() {
        mount_bind_recursive("/sys", root.join("sys"))?;
    }
    chdir(root)?;
    // The old root comes to lie over the new one, and is taken off.
    pivot_root(".", ".")?;
    unmount(".", UnmountFlags::DETACH)?;
    Ok(chdir("/tmp")?)
}

fn become_user(user: u32) -> Result<(), Error> {
    let (uid, gid) = (Uid::from_raw(user), Gid::from_raw(user));
    rustix::thread::set_thread_groups(&[])?;
    rustix::thread::set_thread_res_gid(gid, gid, gid)?;
    Ok(rustix::thread::set_thread_res_uid(uid, uid, uid)?)
}

/// Never returns but with why it failed.
fn run(args: &[String]) -> Result<std::convert::Infallible, Error> {
    let at = args.iter().position(|arg| arg == "--").ok_or(USAGE)?;
    let (root, user) = match &args[..at] {
        [root] => (root, None),
        [root, user] => (root, Some(user.parse()?)),
        _ => return Err(USAGE.into()),
    };
    let [program, rest @ ..] = &args[at + 1..] else {
        return Err(USAGE.into());
    };
    enter(&fs::canonicalize(root)?)?;
    if let Some(user) = user {
        become_user(user)?;
    }
    let mut command = Command::new(program);
    command.args(rest).env_clear().env("HOME", "/tmp");
    command.env("PATH", "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin");
    Err(command.exec().into())
}

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    match run(&args) {
        Ok(never) => match never {},
        Err(why) => {
            eprintln!("root: {why}");
            ExitCode::from(2)
        }
    }
}
