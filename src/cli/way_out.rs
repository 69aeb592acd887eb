//! Explains missing protections and how to get them.

use arbitro_sandbox::{Keeper, NoNamespaces};
use arbitro_words::{Language, say};

use crate::called::prefix_of;
use crate::words::Text;

/// Explains missing protections and the remedy; `None` if the guarantees suffice.
pub fn way_out(keeper: &Keeper, language: Language) -> Option<String> {
    let guarantees = keeper.guarantees();
    if guarantees.suffice() {
        return None;
    }
    if !guarantees.warden {
        let why = keeper.why_plain()?;
        return Some(say(&Text::PlainProcesses { why }, language).into_owned());
    }
    if guarantees.landlock == 0 {
        return Some(say(&Text::NoLandlock, language).into_owned());
    }
    if guarantees.namespaces && !guarantees.limits_processes {
        return Some(say(&Text::LimitedProcesses, language).into_owned());
    }
    more_processes(keeper, language)
}

/// Names the mechanism that contains untrusted programs without namespaces; `None` if there are
/// namespaces, or nothing contains them.
pub fn one_process(keeper: &Keeper, language: Language) -> Option<String> {
    if !keeper.guarantees().is_one_process() {
        return None;
    }
    let mode = say(&Text::OneProcess, language);
    Some(match more_processes(keeper, language) {
        Some(way_out) => format!("{mode}. {way_out}"),
        None => mode.into_owned(),
    })
}

/// Explains why there are no namespaces, without which a player must be a single process, and the
/// remedy; `None` if there are some.
pub fn more_processes(keeper: &Keeper, language: Language) -> Option<String> {
    let why = match keeper.guarantees().no_namespaces? {
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
    };
    Some(say(&why, language).into_owned())
}

fn has_text(path: &str, text: &str) -> bool {
    std::fs::read_to_string(path).is_ok_and(|read| read.trim() == text)
}

/// The programs that create sandboxes, as a shell pattern.
const PROGRAMS: &str = "{verify,tournament,grade}";

/// A command that installs an AppArmor profile allowing these programs to create user namespaces.
fn apparmor_profile() -> String {
    let here = std::env::current_exe().unwrap_or_default();
    let prefix = here.file_name().and_then(|it| it.to_str()).map_or("", prefix_of);
    let programs = here.with_file_name(format!("{prefix}{PROGRAMS}"));
    let programs = programs.display();
    format!(
        "printf '%s\\n' 'abi <abi/4.0>,' 'include <tunables/global>' 'profile arbitro \"{programs}\" flags=(unconfined) {{' 'userns,' '}}' | sudo tee /etc/apparmor.d/arbitro | sudo apparmor_parser -r"
    )
}
