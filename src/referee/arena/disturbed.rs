//! Decides who, if anyone, is to blame for a failure of the host.

use std::path::PathBuf;

use super::super::contest::HostFailure;
use super::super::fault::{Detail, Excess, Fault};
use super::{Match, index};
use crate::match_dir::board_file;
use arbitro_rules::Player;

impl Match<'_> {
    /// Finds out who holds the room that is missing, if that was the failure.
    pub(super) fn explained(&self, failure: HostFailure) -> HostFailure {
        if !failure.is_of_room() {
            return failure;
        }
        let has_taken = |player: Player| {
            let seat = &self.seats[index(player)];
            let taken = seat.as_ref().map(|it| it.program().has_taken_the_room());
            matches!(taken, Some(Ok(true)))
        };
        let holder = match [Player::X, Player::O].map(has_taken) {
            [true, false] => Some(Player::X),
            [false, true] => Some(Player::O),
            [true, true] | [false, false] => None,
        };
        let source = Box::new(failure);
        HostFailure::NoRoom { holder, source }
    }

    /// Returns the forfeit of the player that alone caused a failure in every replay: in its own turn, the
    /// latest that it had.
    pub(super) fn charged(&mut self, player: Player, failure: &HostFailure) -> Option<Fault> {
        if self.line.turn() != player {
            self.line.undo().then_some(())?;
            self.texts.pop();
            self.times.pop();
        }
        let ply = self.line.plies() as u64 + 1;
        let file = board_file(&PathBuf::new(), ply + 1);
        Some(Fault::new(player, ply, file, detail(failure)?))
    }
}

fn detail(failure: &HostFailure) -> Option<Detail> {
    match failure {
        HostFailure::NoRoom { .. } => Some(Detail::Output(Excess::Room)),
        HostFailure::Killed { .. } => Some(Detail::WatcherKilled),
        HostFailure::Sandbox(_)
        | HostFailure::Overloaded { .. }
        | HostFailure::NotStarted { .. }
        | HostFailure::Io { .. }
        | HostFailure::Telling(_) => None,
    }
}
