//! What `verify` says.

mod en;
mod fr;
mod it;

use std::borrow::Cow;
use std::time::Duration;

use arbitro_engine::search::ExactValue;
use arbitro_records::Problem;
use arbitro_rules::notation::Leniency;
use arbitro_rules::{GameId, Player};
use arbitro_sandbox::Promise;
use arbitro_tournament::report::protection::Protection;
use arbitro_words::{Diagnosed, Ending, Language, Loser, OfFault, say};

use crate::attack::Attack;
use crate::seems::Seems;

/// A sentence of `verify`, by its facts.
#[derive(Clone, Copy)]
pub(crate) enum Text<'a> {
    // How to start the players of a match, and what else to do.
    NextSteps { play: &'a str, within: Duration },
    FirstBoard { first: &'a str, file: &'a str },
    PlayersGoOn,
    NoteLabel,
    MoreFaults(usize),
    MoreFindings(u64),
    // Empty in English.
    RulesInEnglish,

    // Verdicts, and what follows them on their line.
    Valid,
    Invalid,
    BoardOf(GameId),
    FaultyBoardOf { game: GameId, faults: usize },
    Legal,
    Plays { player: Player, played: &'a str },
    PlaysIn { player: Player, played: &'a str, took: Duration },
    Illegal,
    IllegalFor { player: Player, why: Diagnosed<'a> },
    InvalidBoard,
    AfterTheMove,
    Right,
    Wrong,
    Incomplete,
    NotJudged,
    WithoutMoves,
    // Why an entry is not judged; without a reason there is nothing to judge.
    Unjudged(Option<&'a arbitro_records::Text>),
    // Introduces an explanation.
    Because(&'a Text<'a>),
    // The length of a match, and how it ended.
    Plies { plies: u64, how: &'a Text<'a> },
    // What is wrong at a ply, or with the match as a whole.
    Problem(&'a Problem),

    // How a match ended.
    ResultLabel,
    // The winner, or a draw.
    Outcome(Option<Player>),
    // Why it ended so; without a reason its source states the result only.
    Reason { winner: Option<Player>, reason: Option<&'a str> },
    End { winner: Option<Player>, reason: Option<&'a str> },
    NoWinner { reason: &'a str },
    NoResult,
    NotOver { turn: Player },
    Lost { player: Player, reason: &'a str },
    // Where and when it did that, and who wins.
    LostAt { player: Player, file: Option<&'a str>, ply: u64 },
    // Of the matches of one file.
    ValidOf { right: u64, matches: u64 },
    BoardTotals { valid: u64, boards: u64 },
    Totals { matches: u64, plies: u64, wrong: u64, not_judged: u64, without_moves: u64 },

    // Why a file or a folder cannot be judged.
    NotRecords(Seems),
    NoBoards,

    Tolerated(Leniency),
    // Tolerated, and corrected in the next board.
    Corrected(Leniency),

    // Titles of drawn boards.
    FaultsInBrackets,
    Before,
    After,
    Wrote { file: Option<&'a str>, player: &'a str },

    // One match of many.
    Players { x: &'a str, o: &'a str },
    Fault { player: &'a str, reason: &'a str, why: OfFault<'a> },
    WroteNoBoard { file: Option<&'a str>, player: &'a str },

    Exact(ExactValue),
    Leaves { count: u64, depth: u32, seconds: f64, millions: f64 },

    // The protections of this machine.
    AttackLabel,
    Attack(Attack),
    Attacker(Attack),
    Denied,
    Succeeded,
    SucceededAsAllowed,
    // The programs that the conclusion is about.
    // Ways to talk that no layer closes.
    ChannelsLabel,
    Narrowed,
    Channels,
    Strangers,
    MayRun,
    MayRunWithGaps,
    MayNotRun,
    // The promises that are not kept to the letter.
    Gaps(&'a [Promise]),
}

arbitro_words::messages! {
    Text<'_>: words;
}

/// Says why a match ended, of its loser if it has one.
fn ended(reason: &str, winner: Option<Player>, language: Language) -> Cow<'static, str> {
    let loser = winner.map(|winner| Loser::Letter(!winner));
    say(&Ending::Sentence { reason, loser }, language)
}

/// Says what a loser did.
fn did(loser: Loser<'_>, reason: &str, language: Language) -> Cow<'static, str> {
    say(&Ending::Sentence { reason, loser: Some(loser) }, language)
}

fn listed(promises: &[Promise], language: Language) -> String {
    let names = promises.iter().map(|&it| say(&Protection::Promise(it), language));
    names.collect::<Vec<_>>().join(", ")
}
