//! Explains missing protections and how to get them.

use std::path::{Path, PathBuf};

use arbitro_rules::language::Said;
use arbitro_sandbox::{Keeper, NoNamespaces};
use arbitro_words::in_each;

use crate::words::Text;

/// Explains missing protections and the remedy; `None` if the guarantees suffice.
pub fn way_out(keeper: &Keeper) -> Option<Said> {
    let guarantees = keeper.guarantees();
    if guarantees.suffice() {
        return None;
    }
    if !guarantees.warden {
        return keeper.why_plain().map(|why| in_each(&Text::PlainProcesses { why }));
    }
    if guarantees.landlock == 0 {
        return Some(in_each(&Text::NoLandlock));
    }
    if guarantees.namespaces && !guarantees.limits_processes {
        return Some(in_each(&Text::LimitedProcesses));
    }
    more_processes(keeper)
}

/// Names the mechanism that contains untrusted programs without namespaces; `None` if there are
/// namespaces, or nothing contains them.
pub fn one_process(keeper: &Keeper) -> Option<Said> {
    if !keeper.guarantees().is_one_process() {
        return None;
    }
    let mode = in_each(&Text::OneProcess);
    Some(match more_processes(keeper) {
        Some(way_out) => Said::joined(&[mode, way_out], ". "),
        None => mode,
    })
}

/// Explains why there are no namespaces, without which a player must be a single process, and the
/// remedy; `None` if there are some.
pub fn more_processes(keeper: &Keeper) -> Option<Said> {
    Some(in_each(&match keeper.guarantees().no_namespaces? {
        NoNamespaces::Powerless if rustix::process::getuid().is_root() => Text::MountingRefused,
        NoNamespaces::Powerless => Text::Powerless { profile: apparmor_profile() },
        NoNamespaces::Masked => Text::CoveredProc,
        NoNamespaces::Refused if has_text("/proc/sys/kernel/unprivileged_userns_clone", "0") => {
            Text::ForRootAlone
        }
        NoNamespaces::Refused => Text::NamespacesRefused,
        NoNamespaces::Missing if has_text("/proc/sys/user/max_user_namespaces", "0") => {
            Text::NoNamespacesAllowed
        }
        NoNamespaces::Missing => Text::NoNamespaces,
    }))
}

fn has_text(path: &str, text: &str) -> bool {
    std::fs::read_to_string(path).is_ok_and(|read| read.trim() == text)
}

/// The programs that create sandboxes, as a shell pattern.
const PROGRAMS: &str = "{verify,tournament,grade}";

/// A command that installs an AppArmor profile allowing these programs to create user namespaces.
fn apparmor_profile() -> String {
    let here = std::env::current_exe().unwrap_or_default();
    let folder: PathBuf = here.parent().map(Path::to_owned).unwrap_or_default();
    let programs = folder.join(PROGRAMS);
    let programs = programs.display();
    format!(
        "printf '%s\\n' 'abi <abi/4.0>,' 'include <tunables/global>' 'profile arbitro \"{programs}\" flags=(unconfined) {{' 'userns,' '}}' | sudo tee /etc/apparmor.d/arbitro | sudo apparmor_parser -r"
    )
}
