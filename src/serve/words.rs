//! Messages of the server, for the page and for programs.

mod tried;

use std::borrow::Cow;

use arbitro_rules::draughts::DrawRule;
use arbitro_rules::history::LineEnd;
use arbitro_rules::{End, GameId, Player, Titles, card};
use arbitro_table::texts;
use arbitro_words::{Count, Diagnosed, Language, Message, own_text, say};

use super::play::{Ending, IllegalMove};
use crate::play::{EndCause, is_written};

arbitro_table::room!(pub(crate) "words": ServeMessage, EndSentence, Why, Denial, Refusal, Rule, Example);

/// Texts for the pages beside ends and refusals.
#[texts("words")]
#[derive(Clone, Copy, Debug)]
pub(crate) enum ServeMessage<'a> {
    // The computer's answer to an offered draw.
    DeclinedEarly,
    DeclinedAhead,

    // Remarks on files.
    UnreadableMatch { number: usize, why: &'a str },
    FirstListed { count: usize, listed: usize },

    // The page at an address without one.
    NotHere,
    NothingHere,
    ToTheGames,
}

/// A side by its colour, at the beginning of a sentence or in it; by its number where the game names no colours.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Side {
    pub(crate) game: Option<GameId>,
    pub(crate) player: Player,
}

impl Message for Side {
    fn words(&self, language: Language) -> Cow<'static, str> {
        let is_first = self.player == Player::X;
        let side = match self.game.filter(|game| !is_written(*game)) {
            Some(game) if card(game).player_1_is_white == is_first => WHITE,
            Some(_) => BLACK,
            None if is_first => PLAYER_1,
            None => PLAYER_2,
        };
        side.of(language).into()
    }
}

/// The end of a match.
#[texts("words")]
enum EndSentence {
    Won { winner: Side, why: Why },
    Agreed { with_computer: bool },
    MoveLimit(Count),
    Drawn(Why),
    Broken(ProgramSentence),
}

/// The reason for an end, beside who won.
#[texts("words")]
pub(crate) enum Why {
    NoPieces(Side),
    NoMoves(Side),
    Goal,
    Repetition(u32),
    RuleDraw(DrawRule),
    Rules,
    Own(ProgramSentence),
    MoveLimit(Count),
    Resigned(Side),
    Late(Side),
    Agreed { with_computer: bool },
}

/// A sentence of the program that knows the rules.
pub(crate) struct ProgramSentence(Titles);

impl Message for ProgramSentence {
    fn words(&self, language: Language) -> Cow<'static, str> {
        own_text(&self.0, language).to_owned().into()
    }
}

impl Why {
    pub(crate) fn from_ending(ending: &Ending) -> Why {
        if let Some(own) = &ending.own {
            return Why::Own(ProgramSentence(own.clone()));
        }
        match ending.how {
            EndCause::Rules(LineEnd::Position(end)) => match end {
                End::NoPieces(loser) => Why::NoPieces(ending.side(loser)),
                End::NoMoves(loser) => Why::NoMoves(ending.side(loser)),
                End::Goal(_) => Why::Goal,
            },
            EndCause::Rules(LineEnd::Repetition(times)) => Why::Repetition(times),
            EndCause::Rules(LineEnd::RuleDraw(rule)) => Why::RuleDraw(rule),
            EndCause::Rules(LineEnd::Rules(_)) | EndCause::Broken => Why::Rules,
            EndCause::Rules(LineEnd::MoveLimit(plies)) => {
                Why::MoveLimit(Count::Plies(plies.into()))
            }
            EndCause::Resigned(loser) => Why::Resigned(ending.side(loser)),
            EndCause::Late(loser) => Why::Late(ending.side(loser)),
            EndCause::Agreed { with_computer } => Why::Agreed { with_computer },
        }
    }
}

impl Message for Ending {
    fn words(&self, language: Language) -> Cow<'static, str> {
        let ended = match (self.winner(), Why::from_ending(self)) {
            (Some(winner), why) => EndSentence::Won { winner: self.side(winner), why },
            (None, Why::Own(words)) if self.how == EndCause::Broken => EndSentence::Broken(words),
            (None, Why::Agreed { with_computer }) => EndSentence::Agreed { with_computer },
            (None, Why::MoveLimit(plies)) => EndSentence::MoveLimit(plies),
            (None, why) => EndSentence::Drawn(why),
        };
        say(&ended, language)
    }
}

impl Message for IllegalMove {
    fn words(&self, language: Language) -> Cow<'static, str> {
        if let Some(rule) = tried::rule(self, language) {
            return rule;
        }
        match &self.diagnosis {
            Some(diagnosis) => say(&Diagnosed { game: self.game, diagnosis }, language),
            None => say(&self.error, language),
        }
    }
}
