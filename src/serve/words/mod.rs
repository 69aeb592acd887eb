//! Messages of the server, for the page and for programs.

mod en;
mod fr;
mod it;
mod tried;

use std::borrow::Cow;

use arbitro_rules::{GameId, Player, card};
use arbitro_words::{Diagnosed, Language, Message, say};
use tried::Tried;

use super::play::{Denied, Ending, Illegal};
use super::refusal::Refusal;

/// What the pages are told beside ends and refusals.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Text<'a> {
    // The computer's answer to an offered draw.
    DeclinedEarly,
    DeclinedAhead,

    // Remarks on files.
    UnreadableMatch { number: usize, why: &'a str },
    FirstListed { count: usize, listed: usize },

    // Remarks on tournaments.
    UncountedLines(usize),
    OpenVoids(u64),
    Knockout,

    // The page at an address without one.
    NotHere,
    NothingHere,
    ToTheGames,
}

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
pub(crate) struct EndReason<'a>(pub(crate) &'a Ending);

arbitro_words::messages! {
    Denied: denied;
    Ending: ending;
    Refusal: refusal;
    Side: side;
    Text<'_>: text;
    EndReason<'_>: why;
}

impl Message for Illegal {
    fn words(&self, language: Language) -> Cow<'static, str> {
        let tried = match language {
            Language::English => Tried::of(self, "or").and_then(|it| en::tried(&it)),
            Language::Italian => Tried::of(self, "o").and_then(|it| it::tried(&it)),
            Language::French => Tried::of(self, "ou").and_then(|it| fr::tried(&it)),
        };
        if let Some(tried) = tried {
            return tried.into();
        }
        match &self.diagnosis {
            Some(diagnosis) => say(&Diagnosed { game: self.game, diagnosis }, language),
            None => say(&self.error, language),
        }
    }
}
