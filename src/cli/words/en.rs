//! English.

use std::borrow::Cow;

use super::Text;

pub(super) fn words(text: &Text<'_>) -> Cow<'static, str> {
    match text {
        Text::PlainProcesses { why } => format!("Programs are plain processes here: {why}").into(),
        Text::NoLandlock => "Landlock is missing: kernels from 5.13 on have it, unless it is switched off (\"landlock\" in /sys/kernel/security/lsm)".into(),
        Text::LimitedProcesses => "The kernel limits the processes of every user but root: run this as an ordinary user, or as root outside of the user namespace".into(),
        Text::OneProcess => "One process a player: without namespaces Landlock and seccomp contain programs that start no others".into(),
        Text::MountingRefused => "Namespaces can be made here, but mounting in them is refused: in a container, start it with --privileged, or run this outside".into(),
        Text::Powerless { profile } => format!("User namespaces give no rights here: AppArmor restricts them, as on Ubuntu from 23.10 on; allow them for these programs, once: {profile}").into(),
        Text::CoveredProc => "Namespaces can be made here, but parts of /proc are covered, as in containers: start the container with --security-opt unmask=ALL (Podman) or --security-opt systempaths=unconfined (Docker), or with --privileged".into(),
        Text::ForRootAlone => "The system keeps user namespaces for root: sudo sysctl kernel.unprivileged_userns_clone=1".into(),
        Text::NamespacesRefused => "Namespaces are refused here, as by the default profile of containers: start the container with --privileged, or run this outside".into(),
        Text::NoNamespacesAllowed => "The system allows no user namespaces: sudo sysctl user.max_user_namespaces=10000".into(),
        Text::NoNamespaces => "This kernel has no namespaces: use another machine".into(),
        Text::UnitKeepsGroup => "memory is only sampled: this systemd unit does not hand over its control group; Delegate=yes in the unit does, or --scope takes another group".into(),
        Text::GroupOfLogin => "memory is only sampled: --scope asks systemd for a control group with exact limits, which ends with your last login (`loginctl enable-linger` keeps it)".into(),
        Text::FewMatches { most, jobs, files } => format!("only {most} at once, not {jobs} matches: a program may open only {files} files here (`ulimit -n`)").into(),
        Text::LittleRoom { most, jobs, room, least } => format!("only {most} at once, not {jobs} matches: {room} MiB are free for the folders of players, and a match may take {least} MiB").into(),
        Text::NoMatch { files, least } => format!("a program may open only {files} files here, and a match takes more: `ulimit -n {least}`").into(),
    }
}
