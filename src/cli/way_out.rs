//! Explains missing protections and how to get them.

use std::path::Path;

use arbitro_sandbox::{Guarantees, Keeper, NoMemoryGroup, NoNamespaces};
use arbitro_words::{Language, say};

use crate::program_name::prefix_of;
use crate::words::CliMessage;

/// Explains missing protections and the remedy; `None` if the guarantees suffice.
pub fn way_out(keeper: &Keeper, language: Language) -> Option<String> {
    let guarantees = keeper.guarantees();
    if guarantees.suffice() {
        return None;
    }
    if !guarantees.supervisor {
        let why = keeper.why_plain()?;
        return Some(say(&CliMessage::PlainProcesses { why }, language).into_owned());
    }
    if guarantees.landlock == 0 {
        return Some(say(&CliMessage::NoLandlock, language).into_owned());
    }
    if guarantees.namespaces && !guarantees.limits_processes {
        return Some(say(&CliMessage::LimitedProcesses, language).into_owned());
    }
    namespaces(keeper, language)
}

/// Explains that untrusted programs are kept to one process, and what would change that; `None` if they are not.
pub fn one_process(keeper: &Keeper, language: Language) -> Option<String> {
    let guarantees = keeper.guarantees();
    if !guarantees.is_one_process() {
        return None;
    }
    let why =
        if guarantees.namespaces { CliMessage::OneProcessNoGroups } else { CliMessage::OneProcess };
    Some(match more_processes(keeper, language) {
        Some(way_out) => format!("{}. {way_out}", say(&why, language)),
        None => say(&why, language).into_owned(),
    })
}

/// Explains what is missing for a player that is several processes, namespaces or control groups, and the
/// remedy; `None` if nothing is.
pub fn more_processes(keeper: &Keeper, language: Language) -> Option<String> {
    let groups = groups(keeper.guarantees(), language);
    let missing = namespaces(keeper, language).into_iter().chain(groups);
    missing.reduce(|first, second| format!("{first}. {second}"))
}

/// Names the command that gives control groups; `None` if there are some.
pub fn groups(guarantees: &Guarantees, language: Language) -> Option<String> {
    let is_container =
        || ["/.dockerenv", "/run/.containerenv"].iter().any(|it| Path::new(it).exists());
    let is_job = || std::env::var_os("SLURM_JOB_ID").is_some();
    let why = match guarantees.no_memory_group? {
        NoMemoryGroup::Missing | NoMemoryGroup::Service if is_job() => CliMessage::GroupOfJob,
        NoMemoryGroup::Service => CliMessage::UnitKeepsGroup,
        NoMemoryGroup::Login => CliMessage::GroupOfLogin,
        NoMemoryGroup::Missing if is_container() => CliMessage::GroupOfContainer,
        NoMemoryGroup::Missing => CliMessage::NoGroup,
    };
    Some(say(&why, language).into_owned())
}

/// Explains why there are no namespaces, and the remedy; `None` if there are some.
fn namespaces(keeper: &Keeper, language: Language) -> Option<String> {
    let why = match keeper.guarantees().no_namespaces? {
        NoNamespaces::Powerless if rustix::process::getuid().is_root() => {
            CliMessage::MountingRefused
        }
        NoNamespaces::Powerless => CliMessage::Powerless { profile: apparmor_profile() },
        NoNamespaces::Masked => CliMessage::CoveredProc,
        NoNamespaces::Refused if has_text("/proc/sys/kernel/unprivileged_userns_clone", "0") => {
            CliMessage::ForRootAlone
        }
        NoNamespaces::Refused => CliMessage::NamespacesRefused,
        NoNamespaces::Missing if has_text("/proc/sys/user/max_user_namespaces", "0") => {
            CliMessage::NoNamespacesAllowed
        }
        NoNamespaces::Missing => CliMessage::NoNamespaces,
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
    let prefix = here.file_name().and_then(|name| name.to_str()).map_or("", prefix_of);
    let programs = here.with_file_name(format!("{prefix}{PROGRAMS}"));
    let programs = programs.display();
    format!(
        "printf '%s\\n' 'abi <abi/4.0>,' 'include <tunables/global>' 'profile arbitro \"{programs}\" flags=(unconfined) {{' 'userns,' '}}' | sudo tee /etc/apparmor.d/arbitro | sudo apparmor_parser -r"
    )
}
