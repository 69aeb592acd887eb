//! The heading and the end of a match, in one sentence each.

use std::borrow::Cow;

use super::replayed_match::{ReplayedMatch, Summary};
use crate::words::{End, Heading, Who};
use arbitro_rules::history::Both;
use arbitro_rules::plain_text::one_line;
use arbitro_rules::{MAX_TITLE, Player};
use arbitro_words::{Count, Ending, Language, Loser, Message, own_text, say};

impl Message for Summary {
    fn words(&self, language: Language) -> Cow<'static, str> {
        let Summary { game, id, names, round, .. } = self;
        let (game, round) = (game.as_ref(), round.as_deref());
        let heading = match (names.x.as_deref(), names.o.as_deref()) {
            (None, None) => Heading::Match { id, game, round },
            (x, o) => Heading::Players { x: x.unwrap_or("?"), o: o.unwrap_or("?"), game, round },
        };
        say(&heading, language)
    }
}

impl ReplayedMatch {
    /// Says in one sentence how the match ended.
    pub fn conclusion(&self, language: Language) -> Cow<'static, str> {
        conclude(self, &|player, begins| who(&self.summary, player, begins), language)
    }

    /// The same with given names of the players, for boards without letters.
    pub fn conclusion_with_names(
        &self,
        names: Both<&str>,
        language: Language,
    ) -> Cow<'static, str> {
        let who = |player, _| Who::Called(if player == Player::X { names.x } else { names.o });
        conclude(self, &who, language)
    }
}

fn conclude<'a>(
    replayed: &ReplayedMatch,
    who: &dyn Fn(Player, bool) -> Who<'a>,
    language: Language,
) -> Cow<'static, str> {
    let summary = &replayed.summary;
    let plies = Count::Plies(replayed.plies() as u64);
    let how = |reason, loser| Ending::Sentence { reason, loser };
    let (why, loser);
    let given_reason =
        replayed.claim.why.as_ref().map(|why| one_line(own_text(why, language), MAX_TITLE));
    let wrong = replayed.wrong_move();
    if let (Some(why), None) = (given_reason.as_deref(), wrong) {
        let end = match summary.winner.map(|winner| who(winner, true)) {
            Some(winner) => End::WinWhy { winner, plies, why },
            None => End::DrawWhy { plies, why },
        };
        return say(&end, language).into_owned().into();
    }
    let end = match (wrong, summary.winner, summary.reason.as_deref()) {
        (Some(wrong), _, _) => {
            why = say(&wrong.why, language);
            let (why, text) = (why.trim_end_matches('.'), wrong.written.as_deref().unwrap_or(""));
            End::Wrong { plies, text, ply: replayed.plies() as u64 + 1, why }
        }
        (_, Some(winner), Some(reason)) => {
            loser = say(&who(!winner, false), language);
            let how = how(reason, Some(Loser::Named(&loser)));
            End::WinBy { winner: who(winner, true), plies, how }
        }
        (_, Some(winner), None) => End::Win { winner: who(winner, true), plies },
        (_, None, Some("void")) => End::Void { plies },
        (_, None, Some(reason)) => End::DrawBy { plies, how: how(reason, None) },
        (_, None, None) if summary.is_draw => End::Draw { plies },
        (_, None, None) => End::Open { plies, turn: replayed.turn() },
    };
    say(&end, language)
}

fn who(summary: &Summary, player: Player, begins: bool) -> Who<'_> {
    let name = match player {
        Player::X => summary.names.x.as_deref(),
        Player::O => summary.names.o.as_deref(),
    };
    name.map_or(Who::Unnamed { player, begins }, |name| Who::Named { name, player })
}
