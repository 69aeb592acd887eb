//! A player that takes part, or the reason why it does not.

use std::path::PathBuf;

use super::needed::Needed;
use arbitro_referee::Contestant;

pub const MANIFEST: &str = "player.toml";

/// Maximum length of a command in bytes. The kernel limits it
/// when a program starts, and one player's command must not fail the tournament.
pub(super) const MAX_COMMAND_BYTES: usize = 8 << 10;

/// A player that takes part; by default an untrusted one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Entrant {
    /// Its name in the ranking.
    pub name: String,
    /// The author, if the manifest names one.
    pub author: Option<String>,
    /// Path of the player; empty for bundled players.
    pub place: PathBuf,
    pub sha256: String,
    /// True for a bundled player, recognised by its bytes. All others are untrusted.
    pub is_bundled: bool,
    /// True if its command is `play`, this program's, which asks for the rules itself. A path that leads to this
    /// program is no such command: its arguments may start anything.
    pub is_ours: bool,
    /// The command to start.
    pub contestant: Contestant,
    /// The folders elsewhere that it reads.
    pub needs: Vec<Needed>,
}
