//! What this executable does when it is started again as keeper or warden.

use std::io::{self, BufRead, Read, Write};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::Path;
use std::process::{Command, ExitCode, Stdio};

use rustix::mount::{MountFlags, MountPropagationFlags, mount, mount_change};
use rustix::process::{
    Gid, Pid, Signal, Uid, WaitOptions, getuid, set_parent_process_death_signal,
};
use rustix::thread::{
    CapabilitySet, CapabilitySets, UnshareFlags, capabilities, clear_ambient_capability_set,
    configure_capability_in_ambient_set, set_capabilities,
};

use super::confine;
use super::plan::Order;

pub(super) const KEEPER: &str = "arbitro-keeper";
const WARDEN: &str = "arbitro-warden";

/// If this process was started as keeper or warden, does that work and never returns to the
/// program it would otherwise be. To be called first thing in `main`, before any thread.
pub fn serve_if_called() -> Option<ExitCode> {
    let name = std::env::args_os().next()?;
    let served = if name == KEEPER {
        keep()
    } else if name == WARDEN {
        ward()
    } else {
        return None;
    };
    Some(match served {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            say(&format!("error {error}"));
            ExitCode::FAILURE
        }
    })
}

/// One line to the caller. If it is gone there is nobody left to tell.
fn say(line: &str) {
    let mut out = io::stdout().lock();
    let _ = writeln!(out, "{}", line.replace('\n', " "));
    let _ = out.flush();
}

fn failed(what: &'static str) -> impl FnOnce(io::Error) -> io::Error {
    move |error| io::Error::new(error.kind(), format!("{what}: {error}"))
}

fn read_order() -> io::Result<(String, Order)> {
    let mut line = String::new();
    io::stdin().lock().take(1 << 20).read_line(&mut line)?;
    let order = serde_json::from_str(&line)?;
    Ok((line, order))
}

fn keep() -> io::Result<()> {
    let (line, order) = read_order()?;
    set_parent_process_death_signal(Some(Signal::KILL))?;
    // The caller may have died before the line above: then nobody would ever end this.
    let parent = rustix::process::getppid().map(|pid| pid.as_raw_nonzero().get().unsigned_abs());
    if parent != Some(order.caller) {
        return Err(io::Error::other("the caller is gone"));
    }
    if order.with_namespaces {
        take_namespaces().map_err(failed("namespaces"))?;
    }
    let mut warden = Command::new("/proc/self/exe")
        .arg0(WARDEN)
        .env_clear()
        .stdin(Stdio::piped())
        .spawn()
        .map_err(failed("the warden"))?;
    say(&format!("warden {}", warden.id()));
    // The warden gets its order only when the caller holds on to it: until then it cannot end, and
    // its number cannot become anybody else's.
    let mut go_on = [0];
    io::stdin()
        .lock()
        .read_exact(&mut go_on)
        .map_err(failed("the caller's word"))?;
    if let Some(mut stdin) = warden.stdin.take() {
        stdin.write_all(line.as_bytes())?;
    }
    warden.wait()?;
    Ok(())
}

/// Namespaces for everything that is started from here on.
#[expect(unsafe_code, reason = "the only call for it")]
fn take_namespaces() -> io::Result<()> {
    let is_root = getuid().is_root();
    let (uid, gid) = (getuid().as_raw(), rustix::process::getgid().as_raw());
    let mut flags = UnshareFlags::NEWPID
        | UnshareFlags::NEWNET
        | UnshareFlags::NEWNS
        | UnshareFlags::NEWIPC
        | UnshareFlags::NEWUTS;
    if !is_root {
        flags |= UnshareFlags::NEWUSER;
    }
    // SAFETY: what makes this call unsafe is CLONE_FILES, by which another thread could lose track
    // of its descriptors; it is not among the flags, and this process has one thread.
    unsafe { rustix::thread::unshare_unsafe(flags)? };
    if !is_root {
        std::fs::write("/proc/self/setgroups", "deny")?;
        std::fs::write("/proc/self/uid_map", format!("{uid} {uid} 1"))?;
        std::fs::write("/proc/self/gid_map", format!("{gid} {gid} 1"))?;
        // An ordinary user's capabilities in its new namespace end at the next exec, unless they
        // are ambient; the warden needs this one to mount its /proc, and gives it up after that.
        let mut sets = capabilities(None)?;
        sets.inheritable |= CapabilitySet::SYS_ADMIN;
        set_capabilities(None, sets)?;
        configure_capability_in_ambient_set(CapabilitySet::SYS_ADMIN, true)?;
    }
    Ok(())
}

fn ward() -> io::Result<()> {
    let (_, order) = read_order()?;
    let folder = order.folder.path();
    if order.with_namespaces {
        // Nothing mounted here may show outside, nor the other way round.
        let private = MountPropagationFlags::PRIVATE | MountPropagationFlags::REC;
        mount_change("/", private)
            .map_err(io::Error::from)
            .map_err(failed("private mounts"))?;
        let flags = MountFlags::NOSUID | MountFlags::NODEV | MountFlags::NOEXEC;
        mount("proc", "/proc", "proc", flags, None)
            .map_err(io::Error::from)
            .map_err(failed("a /proc of its own"))?;
    }
    confine::limit(&order.limits).map_err(failed("limits"))?;
    if getuid().is_root() {
        give_up_root(order.user).map_err(failed("a user id of its own"))?;
    }
    give_up_capabilities().map_err(failed("no capabilities"))?;
    rustix::thread::set_no_new_privs(true)?;
    // After the change of user, which would have cleared it.
    set_parent_process_death_signal(Some(Signal::KILL))?;
    let program = order.program.path();
    let mut command = Command::new(&program);
    command
        .args(order.args.iter().map(super::plan::Bytes::os))
        .env_clear()
        .envs(order.variables.iter().map(|(name, value)| (name, value)))
        .current_dir(&folder)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    if order.with_landlock {
        let mut readable: Vec<_> = order
            .readable
            .iter()
            .map(super::plan::Bytes::path)
            .collect();
        readable.push(program);
        confine::restrict_files(&folder, &readable).map_err(failed("Landlock"))?;
    }
    if order.with_seccomp {
        confine::restrict_calls().map_err(failed("seccomp"))?;
    }
    let child = match command.spawn() {
        Ok(child) => child,
        Err(error) => {
            // The program's own trouble, not the sandbox's: it is no program, or not to be read.
            say(&format!("cannot {error}"));
            return Ok(());
        }
    };
    say("started");
    reap(Pid::from_child(&child))
}

fn give_up_capabilities() -> io::Result<()> {
    clear_ambient_capability_set()?;
    let none = CapabilitySet::empty();
    set_capabilities(
        None,
        CapabilitySets {
            effective: none,
            permitted: none,
            inheritable: none,
        },
    )?;
    Ok(())
}

fn give_up_root(user: u32) -> io::Result<()> {
    if user == 0 {
        return Err(io::Error::other("0 is root's"));
    }
    let (uid, gid) = (Uid::from_raw(user), Gid::from_raw(user));
    rustix::thread::set_thread_groups(&[])?;
    rustix::thread::set_thread_res_gid(gid, gid, gid)?;
    rustix::thread::set_thread_res_uid(uid, uid, uid)?;
    Ok(())
}

/// Buries whoever dies in the namespace, until it is the program itself; its end is everybody's.
fn reap(program: Pid) -> io::Result<()> {
    loop {
        match rustix::process::wait(WaitOptions::empty()) {
            Ok(Some((pid, status))) if pid == program => {
                let status = std::process::ExitStatus::from_raw(status.as_raw());
                say(&match (status.code(), status.signal()) {
                    (Some(code), _) => format!("exited {code}"),
                    (None, Some(signal)) => format!("killed {signal}"),
                    (None, None) => "exited 0".to_owned(),
                });
                return Ok(());
            }
            Ok(_) | Err(rustix::io::Errno::INTR) => {}
            Err(errno) => return Err(errno.into()),
        }
    }
}

/// The executable that can be started as a keeper: this one.
pub(super) fn this_executable() -> &'static Path {
    Path::new("/proc/self/exe")
}
