//! Texts of the marking run: in English and in Italian, the languages of the course.

use std::borrow::Cow;

use arbitro_records::RecordedFault;
use arbitro_rules::GameId;
use arbitro_rules::plain_text::one_line;
use arbitro_table::texts;
use arbitro_words::{Language, Message, say};
use serde::{Deserialize, Serialize};

use crate::build::why::{BuildFault, Outcome};
use crate::shape::Shape;
use crate::source::Unusable;
use crate::submissions::contents::{Contents, Names};
use crate::task::Task;

arbitro_table::room!(
    "words": Statement, Contents, MoreNames, WhyLeftOut, Unusable, Directive, Remarkable, BuildFault, Outcome, BuildOutput,
    Task, TournamentKind
);

/// The language in which all is said: French readers get English. What is said here reaches a course,
/// and the course is held in these two.
pub const fn spoken(language: Language) -> Language {
    match language {
        Language::English | Language::French => Language::English,
        Language::Italian => Language::Italian,
    }
}

/// A text of a table that has it in both languages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InTwo {
    pub english: &'static str,
    pub italian: &'static str,
}

impl Message for InTwo {
    fn words(&self, language: Language) -> Cow<'static, str> {
        match spoken(language) {
            Language::Italian => self.italian.into(),
            _ => self.english.into(),
        }
    }
}

/// A statement about the run or one of its steps. Paths are quoted.
#[texts("words")]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Statement {
    // The same in every language: a number, what a tool or the system says.
    Same(String),
    Caused { what: Box<Statement>, cause: String },
    // Of a submission.
    Contents(Contents),
    Unusable(Unusable),
    Build(Outcome),
    ForValgrind { flags: String, fault: BuildFault },
    NotCompiled,
    // What it did instead: in English, and as the record of the match has it.
    NoLegalMove { what: String, fault: Option<FirstLoss> },
    // What was not done.
    Skipped(Task),
    NotAmongOnly,
    NotPlayed,
    CannotPlay,
    // Neither of its own nor from the weights file.
    NoCommand,
    NotItsOwn,
    SeveralPlayers { players: usize },
    NeedsProcesses,
    NotPlayedOut { folder: String },
    NoTexts,
    NotInTournament,
    TournamentNotAmongOnly,
    NoPlayer,
    OnePlayer,
    NotCompiledForWarnings,
    KeepsNoBoard,
    NoCheckThatCounts,
    NoReferenceMatch,
    NoMatch,
    // What this machine cannot do.
    NotContained,
    NoCompiler,
    CompilerFails { program: String, why: String },
    KitNotBuilt { name: String, fault: BuildFault, diagnostics: String },
    NoValgrind,
    ValgrindFails { ending: String, words: String },
    NoPlaceToStart { tried: String, error: String },
    NothingStarts { folder: String, why: String },
    FirstMatchesFail { error: String },
    StrengthFails { number: String, why: Box<Statement> },
    TournamentFails(Box<Statement>),
    // Files and folders.
    Unreadable(String),
    Unwritable(String),
    NoFolderOfSubmissions(String),
    NoZipOfSubmissions { path: String, why: Contents },
    NoSubmission { folder: String, entries: usize },
    OnlyUnknown { number: String },
    OneWithinOther { out: String, submissions: String },
    NotOfARun(String),
    OutIsFile(String),
    InUse(String),
    NoWorksheet { path: String, why: String },
    OtherWeights { path: String },
    StaysInPlace { number: String, folder: String },
    UnknownNumber { number: String },
    UndecidedGrades { file: String, numbers: String },
    WithoutRow { file: String, numbers: String },
    // What is being done, and what is to be known of it.
    Stopped,
    Submissions,
    Building,
    Doing(Task),
    Step { number: String, step: Box<Statement> },
    Done { number: String },
    FirstMatches,
    Played,
    Leader(String),
    Compat,
    Tournament(Shape),
    // Code that more than this share of the class has.
    Crowd { count: usize, share: String, named: String, more: usize },
    CloseBonus { last: String, last_points: String, next: String, next_points: String, sure: u8 },
    SameFiles { numbers: String },
    HandedInNothing { count: usize, names: String },
    OpenBonus { equals: usize, room: usize, names: String },
}

impl Statement {
    pub fn same(text: impl Into<String>) -> Statement {
        Statement::Same(text.into())
    }
}

/// The fault by which a first match of the course's game was lost.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct FirstLoss(pub Box<RecordedFault>);

impl Message for FirstLoss {
    fn words(&self, language: Language) -> Cow<'static, str> {
        one_line(&fault_text(&self.0, Some(GameId::Dama), language), MAX_FAULT_CHARS).into()
    }
}

/// A heading or a remark in the compiler's output, as it is kept beside a page.
#[texts("words")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BuildOutput {
    Compiling,
    /// With all warnings.
    Strict,
    Linking,
    Nothing,
    More,
}

/// The first of several names, and how many more there are.
#[texts("words")]
enum MoreNames<'a> {
    More { names: &'a str, more: usize },
}

impl Message for Names {
    fn words(&self, language: Language) -> Cow<'static, str> {
        let names = self.first.join(", ");
        match self.more {
            _ if names.is_empty() => NOTHING.of(language).into(),
            0 => names.into(),
            more => say(&MoreNames::More { names: &names, more }, language),
        }
    }
}

#[texts("words")]
enum TournamentKind {
    RoundRobin { players: usize, matches: u64 },
    Swiss { players: usize, matches: u64, of_round_robin: u64 },
}

impl Message for Shape {
    fn words(&self, language: Language) -> Cow<'static, str> {
        let Shape { players, is_swiss, matches, of_round_robin } = *self;
        let matches = matches.unwrap_or(of_round_robin);
        let kind = if is_swiss {
            TournamentKind::Swiss { players, matches, of_round_robin }
        } else {
            TournamentKind::RoundRobin { players, matches }
        };
        say(&kind, language)
    }
}

pub(crate) const MAX_FAULT_CHARS: usize = 300;

/// The text of a fault; the word of its reason if the record does not explain it.
pub(crate) fn fault_text(
    fault: &RecordedFault,
    game: Option<GameId>,
    language: Language,
) -> Cow<'_, str> {
    fault.message(game).map_or_else(|| (&*fault.reason).into(), |message| say(&message, language))
}

pub(crate) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    first.chain(letters).collect()
}
