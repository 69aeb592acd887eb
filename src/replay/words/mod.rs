//! What `replay` says.

mod en;
mod fr;
mod it;

use std::borrow::Cow;
use std::time::Duration;

use arbitro_records::analysis::{JudgedMove, Value};
use arbitro_records::{Explained, PlayedMove, RecordedFault, WrongMove};
use arbitro_rules::Player;
use arbitro_words::{Ending, Language, Loser, say};

use super::search::SearchEvent;
use super::shown::Evaluation;

/// A sentence of `replay`, by its facts.
#[derive(Clone, Copy, Debug)]
pub enum Text<'a> {
    // The screen.
    TooSmall { columns: u16, lines: u16 },
    Reading,
    MatchOf { number: usize, count: usize },
    WallsLeft { x: usize, o: usize },
    // The caption of a player's wrong board.
    BoardBy { file: Option<&'a str>, player: &'a str },
    // The caption of the board that a wrong move would have made.
    ItWouldHaveMade,

    // The text below the board.
    Start { plies: usize, turn: Option<Player> },
    Ply { ply: usize, plies: usize, mv: &'a PlayedMove },
    ReadingBoards { read: usize, boards: u64 },
    Playing { pace: Duration },
    Note(&'a str),
    // The evaluation of a position, or why there is none; neither while the engine thinks.
    Evaluation { turn: Option<Player>, found: Option<&'a Result<Evaluation, String>> },
    TypedPly(&'a str),
    KeysBelow { has_list: bool },
    NoSuchPly { plies: usize, is_growing: bool },
    NoSuchEvent { event: SearchEvent, is_after: bool },
    NoOtherMatch,

    // The list of matches.
    Matches(usize),
    Searching(&'a str),
    Found { found: usize, count: usize, text: &'a str },
    KeysOfList,

    // The help page.
    Keys,
    Key(KeyHelp),
    Signs,
    AnyKey,

    // A match, on the screen and in print.
    CannotPlay(&'a WrongMove),
    Fault { fault: &'a RecordedFault, why: Option<&'a Explained> },
    NoteLabel,
    // Follows the name of a board.
    ToMove(Player),
    // The title of the board that a wrong move would have made.
    WouldHaveMade,
    Wrote { file: Option<&'a str>, player: &'a str },

    // The program.
    OneMatchOf(usize),
    ListedMatches(u64),
    WrittenUpTo { id: &'a str, wrong: &'a WrongMove },
    Written { matches: u64, files: u64, folder: &'a str },

    // Analyses.
    OneMatch,
    // The templates of progress bars.
    PlyBar,
    MatchBar,
    Stopped { done: u64, all: usize },
    JudgedBy { depth: u32, table_pieces: u8 },
    // Heads of columns, as wide in every language as the columns.
    MatchesHead,
    Heads,
    NothingLost,
    Worst(&'a JudgedMove),
    BoardBefore { player: Player },
}

/// What a key does.
#[derive(Clone, Copy, Debug)]
pub enum KeyHelp {
    Step,
    Page,
    Ends,
    ToPly,
    Play,
    Pace,
    Capture,
    Crowning,
    Wall,
    Fault,
    Evaluation,
    OtherMatch,
    List,
    Turn,
    Leave,
}

arbitro_words::messages! {
    Text<'_>: words;
}

/// Joins a move, what it takes, and the time it took.
fn played(mv: &PlayedMove, takes: &str, crowned: &str) -> String {
    let mut text = format!("{} {}", mv.player, mv.text);
    let taken = mv.action.taken().len();
    if taken > 0 {
        text += &format!("{takes} {taken}");
    }
    if mv.action.crowns() {
        text += crowned;
    }
    if let Some(ms) = mv.ms {
        text += &format!(", {ms:.0} ms");
    }
    text
}

/// Maximum moves shown of a principal variation.
const MAX_MOVES: usize = 8;

fn variation(evaluation: &Evaluation) -> String {
    let moves: Vec<&str> = evaluation.line.iter().take(MAX_MOVES).map(|it| &**it).collect();
    moves.join(" ")
}

/// Says what the loser did.
fn did(fault: &RecordedFault, language: Language) -> Cow<'static, str> {
    let loser = Some(Loser::Named(&fault.player));
    say(&Ending::Sentence { reason: &fault.reason, loser }, language)
}

fn code(fault: &RecordedFault) -> String {
    fault.diagnosis.as_ref().map_or_else(String::new, |it| format!(" ({it})"))
}

fn value(value: Option<Value>, language: Language) -> String {
    value.map_or_else(String::new, |it| say(&it, language).into_owned())
}
