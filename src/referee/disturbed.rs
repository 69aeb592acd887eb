//! Decides who, if anyone, is to blame for a failure of the host.

use std::path::Path;

use super::contest::HostFailure;
use super::fault::{Detail, Excess, Fault};
use super::playing::Match;
use super::stage::ContainedStage;
use crate::match_dir::board_file;
use arbitro_rules::Player;

/// Finds out who holds the room that is missing, if that was the failure.
pub(super) fn explained(failure: HostFailure, stage: &ContainedStage<'_>) -> HostFailure {
    if !failure.is_of_room() {
        return failure;
    }
    let holder = match [Player::X, Player::O].map(|it| stage.has_taken_the_room(it)) {
        [true, false] => Some(Player::X),
        [false, true] => Some(Player::O),
        [true, true] | [false, false] => None,
    };
    let source = Box::new(failure);
    HostFailure::NoRoom { holder, source }
}

/// Returns the forfeit of the player that alone caused a failure in every replay: in its own turn, the
/// latest that it had.
pub(super) fn charged(
    game: &mut Match<'_, ContainedStage<'_>>,
    player: Player,
    failure: &HostFailure,
) -> Option<Fault> {
    if game.line.turn() != player {
        game.line.undo().then_some(())?;
        game.texts.pop();
        game.times.pop();
    }
    let ply = game.line.plies() as u64 + 1;
    let file = board_file(Path::new(""), ply + 1);
    Some(Fault::new(player, ply, file, detail(failure)?))
}

fn detail(failure: &HostFailure) -> Option<Detail> {
    match failure {
        HostFailure::NoRoom { .. } => Some(Detail::Output(Excess::Room)),
        HostFailure::Killed { .. } => Some(Detail::WatcherKilled),
        HostFailure::Sandbox(_)
        | HostFailure::Overloaded { .. }
        | HostFailure::NotStarted { .. }
        | HostFailure::Rules(_)
        | HostFailure::Folder(_)
        | HostFailure::Io { .. }
        | HostFailure::Telling(_) => None,
    }
}
