//! What is said of a tournament, outside its page.

mod en;
mod fr;
mod it;

use crate::rating::Hypothesis;
use crate::report::Interval;
use crate::report::protection::{Protection, TooWeak};
use crate::shards::FlawKind;
use crate::{Damage, Format, Share, TrialFault};
use arbitro_rules::GameId;
use arbitro_words::{Ending, Language, Loser, say};

/// A line of the ranking, or of a duel, on a terminal.
#[derive(Clone, Debug)]
pub(crate) enum Text<'a> {
    Head(Head),
    Played {
        game: GameId,
        format: Format,
        players: usize,
        matches: u64,
        open: Option<Open>,
        seed: u64,
    },
    InGroup(usize),
    NotListed(usize),
    Best(Share),
    Unlinked {
        groups: usize,
    },
    // Two players that repeat their games, and the number of other such pairs.
    Copies {
        low: String,
        high: String,
        games: u32,
        matches: u32,
        others: usize,
    },
    Voids {
        voids: u64,
        open: u64,
    },
    Duel(Duel<'a>),
    // Pairs of matches from one opening, by the points of one of the players.
    Pairs {
        one: &'a str,
        pairs: [u32; 5],
    },
    Sequential(Sequential<'a>),
}

/// What a tournament that is not over may still play.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Open {
    /// The number of all matches, if it is known.
    pub(crate) of: Option<u64>,
}

/// A head of the ranking's columns.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Head {
    Player,
    Points,
    Won,
    Drawn,
    Lost,
    Forfeits,
    Rating,
}

/// One player against another.
#[derive(Clone, Debug)]
pub(crate) struct Duel<'a> {
    pub(crate) one: &'a str,
    pub(crate) other: &'a str,
    /// Matches that `one` won, drew and lost.
    pub(crate) results: [u32; 3],
    /// Its share of the points, in per cent.
    pub(crate) score: f64,
    pub(crate) elo: f64,
    pub(crate) reach: &'a Interval,
    /// The likelihood that it is the stronger one, in per cent.
    pub(crate) sure: f64,
}

/// The state of a sequential test.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sequential<'a> {
    pub(crate) one: &'a str,
    pub(crate) elo: [f64; 2],
    pub(crate) decision: Option<Hypothesis>,
    pub(crate) llr: f64,
    pub(crate) bounds: (f64, f64),
    pub(crate) pairs: u32,
}

impl TrialFault {
    /// Says it without advice. `pronoun` is its player, where a language needs one.
    fn said(&self, pronoun: Option<&str>, colon: &str, language: Language) -> String {
        let explained = self.fault.explained(self.game);
        let told = explained.map(|it| say(&it.message(), language).into_owned());
        let told = told.unwrap_or_default();
        if self.fault.wrote.is_none() {
            return told;
        }
        // Of a board the sentence says what is wrong with it.
        let loser = pronoun.map(Loser::Named);
        let ending = Ending::Sentence { reason: &self.fault.reason, loser };
        format!("{}{colon}{told}", say(&ending, language))
    }
}

arbitro_words::messages! {
    Damage: damage;
    FlawKind: flaw;
    Interval: interval;
    Protection: protection;
    TooWeak<'_>: too_weak;
    TrialFault: trial_fault;
    Text<'_>: text;
}
