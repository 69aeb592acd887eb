//! `--scope` and `--no-scope`, the same in every program that runs a sandbox.

use anyhow::Result;
use arbitro_rules::language::Said;
use arbitro_rules::said;
use arbitro_sandbox::{Guarantees, NoMemoryGroup, WantScope, take_scope};

/// Options for using systemd's control groups.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct ScopeArgs {
    /// Ask systemd for a scope, so that memory limits are exact; an ordinary user's scope ends with the last session
    /// [default: as root, and for users with lingering]
    #[arg(long)]
    scope: bool,
    /// Stay in the current control group
    #[arg(long, conflicts_with = "scope")]
    no_scope: bool,
}

impl ScopeArgs {
    /// Moves this process into a scope if requested.
    ///
    /// # Errors
    ///
    /// When a scope was requested and systemd refuses.
    pub fn take(self) -> Result<()> {
        Ok(take_scope(match (self.scope, self.no_scope) {
            (true, _) => WantScope::Always,
            (false, true) => WantScope::Never,
            (false, false) => WantScope::Lasting,
        })?)
    }
}

/// Explains how to get exact memory limits from systemd, if they are missing and systemd can
/// provide them.
pub fn exact_memory(guarantees: &Guarantees) -> Option<Said> {
    match guarantees.no_memory_group? {
        NoMemoryGroup::Missing => None,
        NoMemoryGroup::Service => Some(said!(
            "memory is only sampled: this systemd unit does not hand over its control group; Delegate=yes in the unit does, or --scope takes another group",
            "la memoria è solo campionata: questa unità di systemd non cede il suo control group; lo cede con Delegate=yes, oppure --scope ne prende un altro",
            "la mémoire n’est mesurée que par intervalles : cette unité de systemd ne cède pas son groupe de contrôle ; Delegate=yes dans l’unité le cède, ou --scope en prend un autre"
        )),
        NoMemoryGroup::Login => Some(said!(
            "memory is only sampled: --scope asks systemd for a control group with exact limits, which ends with your last login (`loginctl enable-linger` keeps it)",
            "la memoria è solo campionata: --scope chiede a systemd un control group con limiti esatti, che finisce con l'ultima sessione (`loginctl enable-linger` lo conserva)",
            "la mémoire n’est mesurée que par intervalles : --scope demande à systemd un groupe de contrôle aux limites exactes, qui finit avec votre dernière session (`loginctl enable-linger` le garde)"
        )),
    }
}
