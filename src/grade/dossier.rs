//! All that a marking run knows of a submission, and of the whole class: what the steps found, side by
//! side, from which marks and pages are made.
//!
//! Plain data: nothing here runs, reads or judges. Sentences are in every language, so that the pages can
//! be made in any of them.

use serde::{Deserialize, Serialize};

use super::build;
use super::conformance::Finding;
use super::memory::MemoryReport;
use super::similarity::Likeness;
use super::source::{Findings, Unusable};
use super::submissions::{Layout, LeftOut};
use arbitro_rules::history::MatchRecord;
use arbitro_rules::language::Said;

/// What is known by a step.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Known<T> {
    /// This was found.
    Found(T),
    /// The step was not come to, because of the submission: this is why.
    NotReached(Said),
    /// The step could not be done, or nobody asked for it: nobody's fault. This is why.
    NotDone(Said),
}

impl<T> Known<T> {
    /// What was found, if anything.
    pub const fn found(&self) -> Option<&T> {
        match self {
            Known::Found(found) => Some(found),
            Known::NotReached(_) | Known::NotDone(_) => None,
        }
    }

    /// Why it could not be done, if it could not.
    pub const fn not_done(&self) -> Option<&Said> {
        match self {
            Known::NotDone(why) => Some(why),
            Known::Found(_) | Known::NotReached(_) => None,
        }
    }
}

/// All that is known of one submission.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Dossier {
    /// The student number.
    pub number: String,
    /// How it was handed in.
    pub layout: Layout,
    /// The bytes of its `player.cpp` in a line, as SHA-256 in hexadecimal.
    pub sha256: Option<String>,
    /// What is in the text.
    pub text: Known<Reading>,
    /// Whether it builds.
    pub build: Known<build::Evidence>,
    /// Whether it does what the course's text says.
    pub conformance: Known<Vec<Finding>>,
    /// Whether it is careful with memory.
    pub memory: Known<MemoryReport>,
    /// Its first match, which counts for nothing, if it made no legal move in it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first_match: Option<MatchRecord>,
    /// How it does against the reference players, the weakest first.
    pub strength: Known<Vec<Rung>>,
    /// How it did in the tournament of the class.
    pub contest: Known<Place>,
}

/// What came of reading a text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reading {
    /// It can be compiled; this is what was found in it.
    Clean(Findings),
    /// It cannot.
    Unusable(Unusable),
}

/// Matches against one player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rung {
    /// Who it is.
    pub opponent: String,
    /// Matches that the submission won, drew and lost.
    pub won: u32,
    /// See `won`.
    pub drawn: u32,
    /// See `won`.
    pub lost: u32,
    /// Those of the lost ones that the submission forfeited, by the contract's reason and how often, in
    /// the order of the alphabet.
    pub forfeits: Vec<(String, u32)>,
    /// The first forfeit in words.
    pub first_fault: Option<Said>,
}

/// What a submission made of the tournament.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Place {
    /// Its place, from 1; equals share one.
    pub place: u32,
    /// How many played.
    pub of: u32,
    /// Its points.
    pub points: f64,
    /// Its matches, counted as against one player; the opponent is the field.
    pub matches: Rung,
    /// Whether it is among the best that get a bonus.
    pub has_bonus: bool,
}

/// A whole class.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Class {
    /// Everybody, by number.
    pub dossiers: Vec<Dossier>,
    /// Entries of the folder that are no submission.
    pub left_out: Vec<LeftOut>,
    /// Who is like whom; the members are the submissions whose text could be read.
    pub likeness: Known<Likeness>,
    /// What could not be done, and what to do about it, in sentences.
    pub remarks: Vec<Said>,
    /// What should be known besides, though everything was done.
    pub notes: Vec<Said>,
}
