//! Texts of findings.

use std::borrow::Cow;
use std::time::Duration;

use arbitro_rules::GameId;
use arbitro_rules::judge::Diagnosis;
use arbitro_rules::notation::BoardFault;
use arbitro_rules::plain_text::one_line;
use arbitro_sandbox::ToolEnd;
use arbitro_table::texts;
use arbitro_words::{Diagnosed, Faults, Language, Message, say};
use serde::{Deserialize, Serialize};

use crate::words::InTwo;

arbitro_table::room!("conformance/words": impl CheckMessage, Quote, Question, Signal);

/// A call, what it should have given, or what it gave.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CheckMessage {
    // C++, a value, a board: the same in every language.
    Same(String),
    // Calls.
    ProgramEnd,
    EveryCheck,
    Seedings,
    // A call on every square, as C++.
    EverySquare(String),
    // What should have come.
    ToBeJudged,
    ToBeRun,
    AnyAnswer,
    CleanExit,
    NoOtherFile,
    NoOtherAnswers,
    OutputUpTo(usize),
    AtMost(u32),
    Object(u8),
    Refusal,
    NoExceptionOrRefusal,
    Holding { file: String, quote: Quote },
    // The board is a text.
    SameBoard { player: u8, board: String },
    LegalMove { player: u8, example: String, board: String },
    // What came.
    NoException,
    Throws(String),
    ThrowsUnknown,
    ThrowsOther(Option<String>),
    Quoted(Quote),
    ScriptIsWrong,
    NotJudged { method: String },
    NotRun(Stop),
    Forged(Quote),
    // In a check that had this time: less than usual, if checks of the method had not ended before it.
    Ended { ending: ToolEnd, cpu: Duration, hung: Option<u32> },
    // Files that were not asked for, and how many there are besides.
    Strays { quote: Quote, check: String, others: usize },
    Forgeries { quote: Quote, check: String, others: usize },
    Floods { checks: usize, first: String },
    NoFile { file: String },
    Holds { quote: Quote, lengths: [usize; 2], differs_at: usize },
    AfterMove { reader: String, thrown: Box<CheckMessage> },
    NotWritten { file: String },
    NoBoard { faults: Vec<BoardFault>, quote: Quote },
    OtherBoard(String),
    Illegal { why: Box<Diagnosis>, board: String },
}

/// The text of a file or a line, as a string of one line, cut at a length.
#[texts("conformance/words")]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Quote {
    pub text: String,
    /// The bytes of all of it, if it is cut.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cut: Option<usize>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stop {
    FirstHangs { check: String },
    TooMuchLost { seconds: u64 },
}

const MAX_STRAY: usize = 200;

/// The question of a finding, and its method.
#[texts("conformance/words")]
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Question {
    Check(InTwo),
    NoOtherFiles,
    LittleOutput,
    NoForgery,
    /// Of every method, where the name of one would stand.
    EveryMethod,
    /// That of a check that is not in the table, by its name.
    Unknown(String),
}

/// A signal that ends programs.
#[texts("conformance/words")]
struct Signal {
    number: i32,
}

struct Short<'a>(&'a Quote);

impl Message for Short<'_> {
    fn words(&self, language: Language) -> Cow<'static, str> {
        one_line(&say(self.0, language), MAX_STRAY).into()
    }
}

// Functions in texts.
fn signal(number: &i32) -> Signal {
    Signal { number: *number }
}

fn short(quote: &Quote) -> Short<'_> {
    Short(quote)
}

fn seconds(time: &Duration) -> f64 {
    time.as_secs_f64()
}

fn all(faults: &[BoardFault]) -> Faults<'_, BoardFault> {
    Faults(faults)
}

fn of_dama(diagnosis: &Diagnosis) -> Diagnosed<'_> {
    Diagnosed { game: GameId::Dama, diagnosis }
}
