//! Settings of a marking run.

use std::ffi::OsString;
use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use thiserror::Error;

use crate::conformance::Patience;
use crate::dossier::Known;
use crate::strength::LADDER;
use crate::{build, similarity};
use arbitro_rules::draughts::Dama;
use arbitro_rules::language::{Language, Said};
use arbitro_rules::said_in_two as said;
use arbitro_tournament as tournament;

/// Everything but the weights.
#[derive(Clone, Debug)]
pub struct Settings {
    pub submissions: PathBuf,
    /// Submissions of past years, which are compared and nothing else.
    pub against: Vec<PathBuf>,
    /// Code that the course gave out, ignored by the comparison.
    pub base: Vec<Vec<u8>>,
    /// Moodle's grading worksheet, to be filled in.
    pub worksheet: Option<PathBuf>,
    /// The folder for what comes out.
    pub out: PathBuf,
    /// Submissions at the same time.
    pub jobs: usize,
    /// Student numbers to grade; all of them if empty.
    pub only: Vec<String>,
    pub skip: Vec<Task>,
    pub build: build::Settings,
    /// Set when the header has `using namespace std;`.
    pub is_compat: bool,
    pub patience: Patience,
    /// Processor time of an exercise under valgrind.
    pub memory_cpu: Duration,
    pub likeness: similarity::SimilaritySettings,
    pub terms: tournament::TournamentSettings,
    /// The reference players, by name.
    pub ladder: Vec<String>,
    /// The program with arguments that plays for them.
    pub bundled: Vec<OsString>,
    /// The language of the pages and of the sentences beside the marks. It decides nothing else: evidence
    /// is in every language.
    pub language: Language,
}

impl Settings {
    pub fn new(submissions: PathBuf, out: PathBuf, bundled: Vec<OsString>) -> Settings {
        Settings {
            submissions,
            against: Vec::new(),
            base: Vec::new(),
            worksheet: None,
            out,
            jobs: 1,
            only: Vec::new(),
            skip: Vec::new(),
            build: build::Settings::default(),
            is_compat: true,
            patience: Patience::default(),
            memory_cpu: Duration::from_secs(60),
            likeness: similarity::SimilaritySettings::default(),
            terms: tournament::TournamentSettings::usual::<Dama>(),
            ladder: LADDER.map(str::to_owned).to_vec(),
            bundled,
            language: Language::default(),
        }
    }

    pub(super) fn is_asked(&self, number: &str) -> bool {
        self.only.is_empty() || self.only.iter().any(|it| it == number)
    }
}

/// A step that can be left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Task {
    Conformance,
    /// The same under valgrind.
    Memory,
    Likeness,
    Strength,
    Contest,
}

impl Task {
    pub const ALL: [Task; 5] = [
        Task::Conformance,
        Task::Memory,
        Task::Likeness,
        Task::Strength,
        Task::Contest,
    ];

    pub const fn name(self) -> &'static str {
        match self {
            Task::Conformance => "conformance",
            Task::Memory => "memory",
            Task::Likeness => "likeness",
            Task::Strength => "strength",
            Task::Contest => "contest",
        }
    }

    pub(super) fn said(self) -> Said {
        let (english, italian) = match self {
            Task::Conformance => ("checked", "verifica"),
            Task::Memory => ("under valgrind", "sotto valgrind"),
            Task::Likeness => ("likeness", "somiglianza"),
            Task::Strength => (
                "matches against the reference players",
                "partite contro i giocatori di riferimento",
            ),
            Task::Contest => ("matches of the tournament", "partite del torneo"),
        };
        Said::in_two(english, italian)
    }

    pub(super) fn skipped<T>(self) -> Known<T> {
        let name = self.name();
        Known::NotDone(said!(
            "left out: --skip {name}",
            "tralasciato: --skip {name}"
        ))
    }
}

impl fmt::Display for Task {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("it is one of {}", Task::ALL.map(Task::name).join(", "))]
pub struct UnknownTask;

impl FromStr for Task {
    type Err = UnknownTask;

    fn from_str(text: &str) -> Result<Task, UnknownTask> {
        let found = Task::ALL.into_iter().find(|it| it.name() == text);
        found.ok_or(UnknownTask)
    }
}
