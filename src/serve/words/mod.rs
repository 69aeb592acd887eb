//! What the server says.

mod en;
mod fr;
mod it;

use arbitro_rules::{GameId, Player, card};

use super::play::Ending;

/// A side by its colour, at the beginning of a sentence or in it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Side {
    pub(crate) game: GameId,
    pub(crate) player: Player,
}

impl Side {
    fn is_white(self) -> bool {
        card(self.game).player_1_is_white == (self.player == Player::X)
    }
}

/// Why a match ended, beside who won.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Why<'a>(pub(crate) &'a Ending);

arbitro_words::messages! {
    Ending: ending;
    Side: side;
    Why<'_>: why;
}
