//! All that a marking run knows about a submission, and about the class: the results of the steps,
//! from which marks and pages are made.
//!
//! Plain data: nothing here runs, reads or judges. Sentences are facts, so that the pages can be made in
//! any language.

use serde::{Deserialize, Serialize};

use super::build;
use super::conformance::Finding;
use super::memory::MemoryReport;
use super::similarity::Likeness;
use super::source::{Findings, Remarkable, Unusable};
use super::submissions::{Layout, LeftOut};
use crate::task::Task;
use crate::words::Statement;
use arbitro_records::{MatchGame, MatchRecord, RecordedFault};
use arbitro_rules::GameId;

/// The record of a first match without a legal move, for `verify match` and `replay`.
pub(crate) const FIRST_MATCH: &str = "first-match.json";

/// The result of a step, or the reason it is missing.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StepResult<T> {
    Found(T),
    /// The submission prevented the step, for this reason; it earns no points.
    NotReached(Statement),
    /// The host could not do the step, or it was skipped, for this reason; its points leave the total.
    NotDone(Statement),
}

impl<T> StepResult<T> {
    pub const fn found(&self) -> Option<&T> {
        match self {
            StepResult::Found(found) => Some(found),
            StepResult::NotReached(_) | StepResult::NotDone(_) => None,
        }
    }

    /// The step after this one; the reason why this one is missing is passed on.
    pub fn and_then<U>(&self, follow: impl FnOnce(&T) -> StepResult<U>) -> StepResult<U> {
        match self {
            StepResult::Found(found) => follow(found),
            StepResult::NotReached(why) => StepResult::NotReached(why.clone()),
            StepResult::NotDone(why) => StepResult::NotDone(why.clone()),
        }
    }

    /// The reason why this step is missing, for steps that depend on it.
    pub fn missing<U>(&self) -> StepResult<U> {
        self.and_then(|_| StepResult::NotDone(Statement::same("")))
    }

    pub(crate) const fn skipped(task: Task) -> StepResult<T> {
        StepResult::NotDone(Statement::Skipped(task))
    }

    pub const fn not_done(&self) -> Option<&Statement> {
        match self {
            StepResult::NotDone(why) => Some(why),
            StepResult::Found(_) | StepResult::NotReached(_) => None,
        }
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Dossier {
    pub number: String,
    pub layout: Layout,
    /// The bytes of its `player.cpp` in a line, as SHA-256 in hexadecimal.
    pub sha256: Option<String>,
    pub text: StepResult<Reading>,
    pub build: StepResult<build::Evidence>,
    pub conformance: StepResult<Vec<Finding>>,
    pub memory: StepResult<MemoryReport>,
    /// Its first match, which does not count, if it made no legal move in it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first_match: Option<MatchRecord>,
    /// Results against each reference player, the weakest first.
    pub strength: StepResult<Vec<Rung>>,
    pub contest: StepResult<Place>,
    /// Set for a player of any game, of which nothing is built or checked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub player: Option<PlayerFindings>,
}

/// What is found of a player of any game, besides its strength and its place.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PlayerFindings {
    /// It can be started, and makes a legal move.
    pub starts: StepResult<()>,
    pub rules: StepResult<RuleFindings>,
    /// Set where all matches are of one tournament, and each is counted in its place already.
    #[serde(default)]
    pub is_of_one: bool,
}

/// Matches that show whether a player keeps the rules: against a random one, from random positions, or all of a tournament.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct RuleFindings {
    pub matches: Rung,
    /// The kinds of its forfeits, those that came first first.
    pub kinds: Vec<ForfeitKind>,
}

/// Forfeits for one reason, by one diagnosis.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ForfeitKind {
    pub times: u32,
    /// The first of them, by its number in its tournament.
    pub id: u64,
    pub record: MatchRecord,
    pub legal: Vec<String>,
}

impl Dossier {
    /// A dossier without any step, for this reason.
    pub(crate) fn without_steps(number: String, layout: Layout, why: &StepResult<()>) -> Dossier {
        Dossier {
            number,
            layout,
            sha256: None,
            text: why.missing(),
            build: why.missing(),
            conformance: why.missing(),
            memory: why.missing(),
            first_match: None,
            strength: why.missing(),
            contest: why.missing(),
            player: None,
        }
    }

    /// The line of a `main` of its own, as the parser sees it.
    pub(crate) fn own_main(&self) -> Option<usize> {
        let Reading::Clean(findings) = self.text.found()? else { return None };
        let mut remarks = findings.remarks.iter();
        remarks.find(|remark| remark.what == Remarkable::OwnMain).map(|remark| remark.line)
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reading {
    /// It can be compiled; this is what was found in it.
    Clean(Findings),
    Unusable(Unusable),
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rung {
    pub opponent: String,
    /// Matches that the submission won, drew and lost.
    pub won: u32,
    pub drawn: u32,
    pub lost: u32,
    /// Forfeits among the lost ones: the contract's reason and how often, sorted by reason.
    pub forfeits: Vec<(String, u32)>,
    pub first_fault: Option<RecordedFault>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Place {
    /// Its place, from 1; equals share one.
    pub place: u32,
    pub of: u32,
    pub points: f64,
    /// Its matches, counted as against one player; the opponent is the field.
    pub matches: Rung,
    pub bonus: Bonus,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Bonus {
    Yes,
    #[default]
    No,
    /// It is equal to others, and there is no room for all of them.
    Open,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Class {
    /// All submissions, sorted by student number.
    pub dossiers: Vec<Dossier>,
    pub left_out: Vec<LeftOut>,
    pub likeness: StepResult<Likeness>,
    /// Steps that could not be done, and what to do about them.
    pub remarks: Vec<Statement>,
    /// Notes to the teacher that are not failures.
    pub notes: Vec<Statement>,
    pub course: Course,
}

impl Course {
    /// The game, if its rules are compiled in: it says how squares are named.
    pub(crate) fn known(&self) -> Option<GameId> {
        match self {
            Course::Class => Some(GameId::Dama),
            Course::Players(game, _) => game.known(),
        }
    }
}

#[derive(Clone, Debug, Default, PartialEq)]
pub enum Course {
    #[default]
    Class,
    /// Players of a game, and how `--game` names it.
    Players(MatchGame, String),
}
