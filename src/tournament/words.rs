//! Texts about a tournament, outside its page.

use std::borrow::Cow;

use arbitro_table::texts;
use arbitro_words::{Count, Decimals, Ending, Language, Loser, Message, OfFault, Signed, say};

use crate::report::Interval;
use crate::report::protection::Protection;
use crate::{Alone, Share, TrialFault};

arbitro_table::room!(pub(crate) "words": TournamentMessage, Comparison, Matches, Verdict, NoEntrant, CannotGrow, Damage, Interval, Protection);

/// A line of the ranking on a terminal.
#[texts("words")]
pub(crate) enum TournamentMessage<'a> {
    Played { game: &'a str, format: &'a str, players: usize, matches: Matches, seed: u64 },
    InGroup(usize),
    NotListed(usize),
    Best(Share),
    Unlinked { groups: usize },
    // A tournament that grew.
    ByRating,
    HaveLeft(&'a str),
    Withdrawn(usize),
    Copies(CopiedGames),
    Voids { voids: u64, again: Again },
    Trial { ending: Option<Ending<'a>>, what: Option<OfFault<'a>>, alone: Alone, is_bare: bool },
    TooWeak { list: &'a str },
    NotKept { promises: &'a str, is_one: bool, strength: Protection, mechanism: Protection },
}

/// Two players that repeat their games.
pub(crate) struct CopiedGames {
    pub(crate) low: String,
    pub(crate) high: String,
    pub(crate) games: u32,
    pub(crate) matches: u32,
    /// Number of other such pairs.
    pub(crate) others: usize,
    /// Openings that give different games.
    pub(crate) openings: Option<String>,
}

/// One player against another.
#[texts("words")]
pub(crate) enum Comparison<'a> {
    Duel {
        one: &'a str,
        other: &'a str,
        won: u32,
        drawn: u32,
        lost: u32,
        score: Decimals<1>,
    },
    // Neither may be the stronger one.
    Difference {
        elo: Signed<1>,
        reach: &'a Interval,
        stronger: Option<Stronger<'a>>,
    },
    // Pairs of matches from one opening, by the points of one of the players.
    Pairs {
        one: &'a str,
        pairs: &'a str,
    },
    // A sequential test.
    Sequential {
        one: &'a str,
        other: &'a str,
        verdict: Verdict,
        llr: Decimals<2>,
        low: Decimals<2>,
        high: Decimals<2>,
        pairs: u32,
        estimate: Option<Estimate>,
    },
}

pub(crate) struct Stronger<'a> {
    pub(crate) name: &'a str,
    /// In percent.
    pub(crate) sure: Decimals<1>,
}

/// The Elo difference of two players, by the matches of a sequential test.
pub(crate) struct Estimate {
    pub(crate) elo: Signed<1>,
    pub(crate) reach: Interval,
    /// The test ended because of it.
    pub(crate) is_stopped: bool,
}

#[texts("words")]
pub(crate) enum Matches {
    All(Count),
    SoFar(Count),
    Of { played: u64, all: Count },
}

/// Void matches that `--resume` plays again.
pub(crate) enum Again {
    None,
    All,
    Some(u64),
}

/// The decision of a sequential test.
#[texts("words")]
#[derive(Clone, Debug)]
pub(crate) enum Verdict {
    Decided { by: f64, than: f64 },
    Open { elo0: f64, elo1: f64 },
    // It was ended.
    Repeats { elo0: f64, elo1: f64, pairs: u32 },
}

/// Without the percent sign; only English has a decimal point.
impl Message for Share {
    fn words(&self, language: Language) -> Cow<'static, str> {
        match language {
            Language::English => self.in_percent(),
            Language::Italian | Language::French => self.in_percent().replace('.', ","),
        }
        .into()
    }
}

impl Message for TrialFault {
    fn words(&self, language: Language) -> Cow<'static, str> {
        let pronoun = PRONOUN.of(language);
        let loser = (!pronoun.is_empty()).then_some(Loser::Named(pronoun));
        // Of a board the sentence says what is wrong with it.
        let ending = Ending::Sentence { reason: &self.fault.reason, loser };
        let ending = self.fault.wrote.is_some().then_some(ending);
        let what = self.fault.message(self.game);
        say(
            &TournamentMessage::Trial { ending, what, alone: self.alone, is_bare: self.is_bare },
            language,
        )
    }
}
