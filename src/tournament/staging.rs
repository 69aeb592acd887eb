//! Brings players to where the sandbox can start them, once for a tournament. A player's hash, its
//! name and its path in the results do not change.

use std::ffi::OsString;

use super::entrant::{Entrant, NoEntrant};
use super::entrants::entrant;
use arbitro_rules::GameId;
use arbitro_sandbox::{SandboxError, Staging};

/// Prefix of temporary folders.
pub const STAGED_PLAYERS: &str = "arbitro-players-";

/// Brings a player within reach. `bundled` is the program with arguments that replaces the command
/// `play`, already within reach.
pub fn bring_player(
    staging: &mut Staging,
    player: Entrant,
    game: GameId,
    bundled: &[OsString],
) -> Result<Result<Entrant, NoEntrant>, SandboxError> {
    let place = &player.place;
    if place.as_os_str().is_empty() || staging.is_within_reach(place) {
        return Ok(Ok(player));
    }
    let copy = staging.bring(place)?;
    // Paths in its command change to the copy; messages keep the original path.
    Ok(entrant(&copy, game, bundled)
        .map(|copied| Entrant { contestant: copied.contestant, ..player }))
}
