//! Texts of `verify`.

use arbitro_endgames::ExactValue;
use arbitro_records::{ContentGuess, RecordMessage};
use arbitro_rules::notation::Leniency;
use arbitro_rules::{GameId, Player};
use arbitro_table::texts;
use arbitro_words::{Decimals, Diagnosed, Ending, Loser, OfFault, Quoted};
use strum::IntoStaticStr;

use crate::game::counts::Counts;

arbitro_table::room!(pub(crate) "src/bin/verify/words": VerifyMessage, Finding, Attack);

/// A sentence of `verify`, by its facts.
#[texts("src/bin/verify/words")]
#[derive(Clone, Copy)]
pub(crate) enum VerifyMessage<'a> {
    // How to start the players of a match, and what else to do.
    NextSteps { play: &'a str, within: &'a str },
    FirstBoard { first: &'a str, file: &'a str },
    MoreFaults(usize),
    MoreFindings(u64),

    // What follows verdicts on their line.
    BoardOf(GameId),
    FaultyBoardOf { game: GameId, faults: usize },
    UnlikeBoards(GameId),
    Plays { player: Player, played: &'a str },
    PlaysIn { player: Player, played: &'a str, ms: u128 },
    IllegalFor { player: Player, why: Diagnosed<'a>, code: &'a str },
    // Why an entry is not judged; without a reason there is nothing to judge.
    Unjudged(Option<&'a RecordMessage>),
    // Why a match of a game that only its record describes is not judged, and the command that judges it.
    RulesMissing { game: &'a str, command: Option<&'a str> },
    // Introduces an explanation.
    Because(&'a VerifyMessage<'a>),
    // The length of a match, and how it ended.
    Plies { plies: u64, how: &'a VerifyMessage<'a> },
    // What is wrong at a ply, or with the match as a whole.
    Problem { ply: Option<u64>, written: Option<Quoted<&'a str>>, text: &'a RecordMessage },

    // The winner, or a draw.
    Outcome(Option<Player>),
    // Why a match ended so; without a reason its source states the result only.
    Reason(Option<Ending<'a>>),
    End { winner: Option<Player>, why: Option<Ending<'a>> },
    // Why the program that knows the rules ended it.
    ProgramSays(&'a str),
    EndWhy { winner: Option<Player>, why: &'a str },
    NoWinner { why: Ending<'a> },
    NoResult,
    NotOver { turn: Player },
    // Where and when a player lost.
    LostAt { winner: Player, file: Option<&'a str>, ply: u64 },
    // Of the matches of one file.
    ValidOf { right: u64, matches: u64 },
    BoardTotals { valid: u64, boards: u64, passed_over: u64 },
    Totals { matches: u64, plies: u64, wrong: u64, not_judged: u64, without_moves: u64 },

    // Why a file cannot be judged.
    NotRecords(ContentGuess),
    Tolerated(Leniency),
    // Tolerated, and corrected in the next board.
    Corrected(Leniency),

    // The title of a drawn board.
    Wrote { file: Option<&'a str>, player: &'a str },
    // One match of many.
    Players { x: &'a str, o: &'a str },
    Fault { did: Ending<'a>, why: OfFault<'a> },
    WroteNoBoard { file: Option<&'a str>, player: &'a str },

    Exact(ExactValue),
    Leaves { count: u64, depth: u32, seconds: Decimals<3>, millions: Decimals<1> },
    Attacker(crate::attack::Attack),
    // The promises that are not kept to the letter.
    Gaps(&'a str),

    // What random matches of the game of a folder were like.
    Surveyed { game: GameId, counts: Counts, choices: Decimals<1>, ms: Decimals<1> },
    FirstWins { wins: u64, losses: u64, draws: u64, matches: u64, low: u64, high: u64 },
    Drafts { written: usize, folder: &'a str },
    LimitSeen { limited: u64, limit: u32 },
    EndSeen { matches: u64, winner: Option<Player>, why: &'a str },
    After { moves: &'a str },
    SeeAgain { folder: &'a str, moves: &'a str },
    NothingFound { is_quiet: bool },
}

/// A mistake in the game of a folder, and what to do about it.
#[texts("src/bin/verify/words")]
#[derive(IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub(crate) enum Finding {
    // The command shows the failure again, typed in the game's folder.
    Broken { words: String, by_hand: Option<String> },
    // A move that one of two answers lacks.
    Differs { name: Option<String> },
    Size { first_width: usize, first_rows: usize, width: usize, rows: usize },
    Ragged,
    Space,
    Sign { sign: String },
    Unseen { sign: String },
    Endless { limited: u64, matches: u64, limit: u32 },
    AtOnce,
    NeverWins { never: Player, other: Player, wins: u64 },
    Mover { mover: Player, name: String },
    NoSymmetry,
    // The board is the mirror image.
    OtherMoves { mine: usize, theirs: usize, board: String },
    OtherEnd { board: String },
    // Symmetries that are not compared.
    StateOfColours,
    StateOfStart,
    // The names of two moves to one board; in the first the state differs, too.
    Hidden { first: String, second: String },
    TwoNames { first: String, second: String },
    LastMover { why: String, lost: u64 },
    Lesson { name: String, expected: String, judged: String },
    Slow { players: u64, hours: u64, most: u64 },
    // How often the winner had the better score at the end, and the worse one.
    Score { better: u64, worse: u64 },
}

impl Finding {
    /// Its name for programs.
    pub(crate) fn code(&self) -> &'static str {
        self.into()
    }
}

/// Returns the ending of a match, of its loser if it has one.
pub(crate) fn ended(reason: &str, winner: Option<Player>) -> Ending<'_> {
    Ending::Sentence { reason, loser: winner.map(|winner| Loser::Letter(!winner)) }
}

/// Returns the deed of a loser.
pub(crate) fn lost(player: Player, reason: &str) -> Ending<'_> {
    Ending::Sentence { reason, loser: Some(Loser::Player(player)) }
}
