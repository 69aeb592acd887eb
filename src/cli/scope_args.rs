//! `--scope` and `--no-scope`, the same in every program that runs a sandbox.

use anyhow::Result;
use arbitro_sandbox::{WantScope, take_scope};

/// Options for using systemd's control groups.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct ScopeArgs {
    /// Ask systemd for a scope, so that players may start processes; an ordinary user's scope ends with the last session
    /// [default: as root, and for users with lingering]
    #[arg(long)]
    scope: bool,
    /// Stay in the current control group
    #[arg(long, conflicts_with = "scope")]
    no_scope: bool,
}

impl ScopeArgs {
    /// Moves this process into a scope if requested.
    pub fn take(self) -> Result<()> {
        Ok(take_scope(match (self.scope, self.no_scope) {
            (true, _) => WantScope::Always,
            (false, true) => WantScope::Never,
            (false, false) => WantScope::Lasting,
        })?)
    }
}
