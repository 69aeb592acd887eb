//! `--scope` and `--no-scope`, the same in every program that runs a sandbox.

use anyhow::Result;
use arbitro_sandbox::{Guarantees, NoMemoryGroup, WantScope, take_scope};
use arbitro_words::{Language, say};

use crate::words::Text;

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
pub fn exact_memory(guarantees: &Guarantees, language: Language) -> Option<String> {
    let why = match guarantees.no_memory_group? {
        NoMemoryGroup::Missing => return None,
        NoMemoryGroup::Service => Text::UnitKeepsGroup,
        NoMemoryGroup::Login => Text::GroupOfLogin,
    };
    Some(say(&why, language).into_owned())
}
