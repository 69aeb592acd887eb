//! Settings of a marking run.

use std::ffi::OsString;
use std::path::PathBuf;

use crate::build;
use crate::dossier::StepResult;
use arbitro_rules::language::{Language, Said};
use arbitro_rules::said_in_two as said;
use arbitro_tournament as tournament;

#[derive(Clone, Debug)]
pub struct RunSettings {
    pub submissions: PathBuf,
    /// Submissions of past years, which are compared and nothing else.
    pub against: Vec<PathBuf>,
    /// Code that the course gave out, ignored by the comparison.
    pub base: Vec<Vec<u8>>,
    /// Moodle's grading worksheet, to be filled in.
    pub worksheet: Option<PathBuf>,
    /// The folder for what comes out.
    pub out: PathBuf,
    /// Submissions processed in parallel.
    pub jobs: usize,
    pub only: Vec<String>,
    pub skip: Vec<Task>,
    pub build: build::Settings,
    /// Set when the header has `using namespace std;`.
    pub is_compat: bool,
    pub terms: tournament::TournamentSettings,
    /// Matches of each pair among the equals of whom not all have room where the bonus is.
    pub bonus_games: Option<u32>,
    pub ladder: Vec<String>,
    /// The program with arguments that plays for them.
    pub bundled: Vec<OsString>,
    /// The language of the pages and of the sentences beside the marks. It decides nothing else: evidence
    /// is in every language.
    pub language: Language,
}

impl RunSettings {
    pub(super) fn is_asked(&self, number: &str) -> bool {
        self.only.is_empty() || self.only.iter().any(|it| it == number)
    }
}

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
    pub const ALL: [Task; 5] =
        [Task::Conformance, Task::Memory, Task::Likeness, Task::Strength, Task::Contest];

    /// Its name, and what it is for people in English and in Italian.
    const fn words(self) -> [&'static str; 3] {
        match self {
            Task::Conformance => ["conformance", "checked", "verifica"],
            Task::Memory => ["memory", "under valgrind", "sotto valgrind"],
            Task::Likeness => ["likeness", "likeness", "somiglianza"],
            Task::Strength => [
                "strength",
                "matches against the reference players",
                "partite contro i giocatori di riferimento",
            ],
            Task::Contest => ["contest", "matches of the tournament", "partite del torneo"],
        }
    }

    pub const fn name(self) -> &'static str {
        self.words()[0]
    }

    pub(super) fn said(self) -> Said {
        let [_, english, italian] = self.words();
        Said::in_two(english, italian)
    }

    pub(super) fn skipped<T>(self) -> StepResult<T> {
        let name = self.name();
        StepResult::NotDone(said!("left out: --skip {name}", "tralasciato: --skip {name}"))
    }

    pub fn named(text: &str) -> Result<Task, String> {
        let found = Task::ALL.into_iter().find(|it| it.name() == text);
        found.ok_or_else(|| format!("it is one of {}", Task::ALL.map(Task::name).join(", ")))
    }
}
