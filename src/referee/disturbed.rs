//! Decides which player, if any, caused a failure of the host.

use std::path::Path;

use super::contest::{Contestant, HostFailure, RULES_FAILED};
use super::event::MatchEnd;
use super::fault::{Detail, Excess, Fault};
use super::last_words::last_words;
use super::playing::{Match, index};
use super::stage::{ContainedStage, Stage};
use crate::match_dir::board_file;
use arbitro_rules::Player;
use arbitro_sandbox::Processes;

/// Finds out who holds the room that is missing, if that was the failure.
pub(super) fn explained(failure: HostFailure, stage: &ContainedStage<'_>) -> HostFailure {
    if !failure.is_of_room() {
        return failure;
    }
    let holder = match [Player::X, Player::O].map(|player| stage.has_taken_the_room(player)) {
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

/// Returns the outcome, unless the program that knows the rules failed when a player of ours asked it, whatever the
/// player did then. One that finds the rules contradict the boards says so by its exit code. A player of others that
/// exits with the same code has lost: it could void each match that it is about to lose.
pub(super) fn unless_rules_failed(
    outcome: MatchEnd,
    stage: &mut ContainedStage<'_>,
    contestants: [&Contestant; 2],
) -> Result<MatchEnd, HostFailure> {
    if let Some(words) = stage.failure_of_rules() {
        return Err(HostFailure::Rules(words));
    }
    let MatchEnd::Forfeit(fault) = &outcome else { return Ok(outcome) };
    let Detail::Exited { code, .. } = fault.detail else { return Ok(outcome) };
    let is_bundled = contestants[index(fault.player)].processes == Processes::Trusted;
    if !is_bundled || code != i32::from(RULES_FAILED) {
        return Ok(outcome);
    }
    let traces = stage.traces(fault.player, true)?;
    let words = traces.map(|trace| last_words(&trace.output)).unwrap_or_default();
    Err(HostFailure::Rules(words.join("; ")))
}

fn detail(failure: &HostFailure) -> Option<Detail> {
    match failure {
        HostFailure::NoRoom { .. } => Some(Detail::Output(Excess::Room)),
        HostFailure::Killed { .. } => Some(Detail::WatcherKilled),
        _ => None,
    }
}
