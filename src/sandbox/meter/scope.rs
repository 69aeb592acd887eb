//! Moves this process into its own systemd scope, in which it may manage control groups.

use std::fs;
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::getuid;

use super::unit::{Owner, answer, manager};
use crate::error::SandboxError;

/// Conditions for asking systemd for a scope.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum WantScope {
    /// Only if the scope outlives the login session: as root, and for a user with lingering.
    #[default]
    Lasting,
    /// Wherever one is needed.
    Always,
    /// Nowhere.
    Never,
}

/// Maximum time for systemd to move this process.
const MAX_WAIT: Duration = Duration::from_secs(5);
const POLL_EVERY: Duration = Duration::from_millis(2);

/// Moves this process into a scope of its own, where that gives it control groups which it does not
/// have yet. To be called before any keeper is started.
pub fn take_scope(want: WantScope) -> Result<(), SandboxError> {
    if want == WantScope::Never {
        return Ok(());
    }
    let unit = match Owner::find() {
        Owner::Systemd(unit) => unit,
        Owner::Unmanaged if want == WantScope::Always => return Err(SandboxError::NoSystemd),
        Owner::Delegated(_) | Owner::Unmanaged => return Ok(()),
    };
    if want == WantScope::Always {
        return ask().map_err(SandboxError::NoScope);
    }
    // The administrator set a service's limits: leaving its group would evade them.
    if unit.is_scope() && (getuid().is_root() || lingers()) {
        // Without one a player is one process, which the guarantees say.
        let _ = ask();
    }
    Ok(())
}

/// The name of the scope that this process asks for.
pub(crate) fn name() -> String {
    format!("arbitro-{}.scope", std::process::id())
}

fn ask() -> Result<(), String> {
    let mut call = manager(!getuid().is_root(), "busctl");
    let (name, pid) = (name(), std::process::id().to_string());
    call.args(["call", "org.freedesktop.systemd1", "/org/freedesktop/systemd1"])
        .args(["org.freedesktop.systemd1.Manager", "StartTransientUnit"])
        .args(["ssa(sv)a(sa(sv))", &name, "fail", "4"])
        .args(["Description", "s", "Arbitro, with its players"])
        .args(["Delegate", "b", "true"])
        .args(["CollectMode", "s", "inactive-or-failed"])
        .args(["PIDs", "au", "1", &pid])
        .arg("0");
    answer(call)?;
    // The answer says that it was begun.
    let until = Instant::now() + MAX_WAIT;
    while Instant::now() < until {
        let own = fs::read_to_string("/proc/self/cgroup").unwrap_or_default();
        if own.lines().any(|line| line.starts_with("0::") && line.ends_with(&name)) {
            return Ok(());
        }
        thread::sleep(POLL_EVERY);
    }
    Err(format!("{name} was promised and did not come"))
}

/// Returns true if the caller's own manager runs on after its last login has ended.
fn lingers() -> bool {
    let mut show = manager(false, "loginctl");
    let user = getuid().as_raw().to_string();
    show.args(["show-user", "--property=Linger", "--value", &user]);
    answer(show).is_ok_and(|answer| answer == "yes")
}
