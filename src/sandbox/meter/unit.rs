//! The systemd unit that this process runs in, and whether systemd has handed over its control group.
//!
//! A unit without `Delegate=yes` is systemd's: it takes a kill for want of memory anywhere below the
//! unit's group for the unit's own, and by default stops everything in it. So memory is only limited
//! by groups where the unit was handed over, or where no systemd is in charge.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use rustix::process::getuid;

/// The owner of the control group of this process.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Owner {
    /// No systemd.
    Unmanaged,
    /// The unit's programs: it has `Delegate=yes`.
    Delegated(Unit),
    Systemd(Unit),
}

/// A service or scope of systemd.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Unit {
    pub(crate) name: String,
    /// Returns true if it belongs to a user's own manager.
    pub(super) is_users: bool,
    group: PathBuf,
}

impl Owner {
    pub(crate) fn find() -> Owner {
        let own = fs::read_to_string("/proc/self/cgroup").unwrap_or_default();
        let path = own.lines().find_map(|line| line.strip_prefix("0::"));
        match path.and_then(Unit::from_group_path) {
            None => Owner::Unmanaged,
            Some(unit) if unit.is_delegated() => Owner::Delegated(unit),
            Some(unit) => Owner::Systemd(unit),
        }
    }
}

impl Unit {
    /// The innermost unit in the path of a control group.
    fn from_group_path(path: &str) -> Option<Unit> {
        let mut found = None;
        let mut is_users = false;
        let mut group = PathBuf::from("/");
        for part in path.split('/').filter(|part| !part.is_empty()) {
            group.push(part);
            if [".service", ".scope", ".slice"].iter().any(|it| part.ends_with(it)) {
                found = Some(Unit { name: part.to_owned(), is_users, group: group.clone() });
            }
            is_users |= part.starts_with("user@") && part.ends_with(".service");
        }
        found
    }

    pub(crate) fn is_scope(&self) -> bool {
        self.name.ends_with(".scope")
    }

    /// Returns true if it was handed over, and goes on when one of its programs is killed for want of memory.
    fn is_delegated(&self) -> bool {
        let mut show = manager(self.is_users, "systemctl");
        show.args(["show", "--property=Delegate", "--property=OOMPolicy", "--", &self.name]);
        match answer(show) {
            // Versions before 253 know no policy for scopes.
            Ok(properties) => {
                properties.lines().any(|line| line == "Delegate=yes")
                    && !properties
                        .lines()
                        .any(|line| matches!(line, "OOMPolicy=stop" | "OOMPolicy=kill"))
            }
            Err(_) => self.has_attribute(),
        }
    }

    /// Returns true if systemd marked the group as handed over. The user's manager of version 252 does not.
    fn has_attribute(&self) -> bool {
        let group =
            Path::new("/sys/fs/cgroup").join(self.group.strip_prefix("/").unwrap_or(&self.group));
        ["trusted.delegate", "user.delegate"].iter().any(|name| {
            let mut value = [0; 8];
            matches!(rustix::fs::getxattr(&group, *name, &mut value), Ok(1) if value[0] == b'1')
        })
    }
}

/// A command that asks a manager of systemd, the system's or the caller's own.
pub(super) fn manager(is_users: bool, program: &str) -> Command {
    // Neither has to answer: a bus can hang.
    let mut command = Command::new("timeout");
    command.args(["10", program]);
    if is_users {
        command.arg("--user");
        // `su -` and cron leave it out; the manager is there all the same where the user lingers.
        if std::env::var_os("XDG_RUNTIME_DIR").is_none() {
            command.env("XDG_RUNTIME_DIR", format!("/run/user/{}", getuid().as_raw()));
        }
    }
    command
}

/// Returns the output of a command, or why it failed.
pub(crate) fn answer(mut command: Command) -> Result<String, String> {
    let done = command.stdin(Stdio::null()).output().map_err(|error| error.to_string())?;
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).trim().to_owned();
    if done.status.success() { Ok(text(&done.stdout)) } else { Err(text(&done.stderr)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn unit(path: &str) -> Option<(String, bool)> {
        Unit::from_group_path(path).map(|unit| (unit.name, unit.is_users))
    }

    #[test]
    fn the_innermost_unit_owns_a_group() {
        let found = |name: &str, is_users| Some((name.to_owned(), is_users));
        for (path, expected) in [
            ("/", None),
            // A container's, and elogind's.
            ("/payload", None),
            ("/c3", None),
            ("/system.slice/nightly.service", found("nightly.service", false)),
            ("/system.slice/a.service/arbitro-callers", found("a.service", false)),
            ("/user.slice/user-0.slice/session-2.scope", found("session-2.scope", false)),
            (
                "/user.slice/user-1000.slice/user@1000.service/app.slice/run-r1.scope",
                found("run-r1.scope", true),
            ),
            ("/user.slice/user-1000.slice/user@1000.service/init.scope", found("init.scope", true)),
        ] {
            assert_eq!(unit(path), expected, "{path}");
        }
    }
}
