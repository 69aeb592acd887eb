//! The checks, as data: steps and input files. Expected answers are computed, never typed.

mod positions;
mod rows;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

pub use rows::all;

use super::step::{Method, Step};
use crate::words::InTwo;

/// One check: a script of its own, run by a process of its own.
#[derive(Clone, Debug)]
pub struct Check {
    /// Its name, which never changes: `method/what`.
    pub id: String,
    pub method: Method,
    pub asks: InTwo,
    /// The sentence of the course's text that it goes by, in our words.
    pub text: InTwo,
    pub group: Group,
    pub steps: Vec<Step>,
    /// Alternative scripts: one right answer passes, as the others use a method that is itself wrong.
    pub ways: Vec<Vec<Step>>,
    /// Weaker scripts, for classes that none of the others can test.
    pub last_ways: Vec<Vec<Step>>,
    /// The checks that must have passed for this one to say something.
    pub needs: Vec<&'static str>,
    pub files: Vec<(String, Vec<u8>)>,
    pub weight: Weight,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Group {
    Other,
    Yes,
    /// `index_out_of_bounds`, by a call with what does not exist.
    Exception,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Weight {
    /// The course's text asks for it.
    Fault,
    /// It is unwise, but nothing forbids it.
    Notice,
}

/// The pieces of a board with all four kinds, kings on every edge.
pub(super) const MIXED: &str = "x01 x23 X70 X07 x45 o50 o74 O10 O34 O76 o67";

pub fn check(id: &str) -> Option<&'static Check> {
    static CHECKS: LazyLock<BTreeMap<String, Check>> =
        LazyLock::new(|| all().into_iter().map(|it| (it.id.clone(), it)).collect());
    CHECKS.get(id)
}

const NO_TEXT: InTwo = InTwo { english: "", italian: "" };

pub(super) fn bare(id: &str, method: Method) -> Check {
    Check {
        id: id.to_owned(),
        method,
        asks: NO_TEXT,
        text: NO_TEXT,
        group: Group::Other,
        steps: Vec::new(),
        ways: Vec::new(),
        last_ways: Vec::new(),
        needs: Vec::new(),
        files: Vec::new(),
        weight: Weight::Fault,
    }
}

pub(super) fn written_files(steps: &[Step]) -> Vec<String> {
    let names: BTreeSet<&str> = steps.iter().filter_map(|step| step.written()).collect();
    names.into_iter().map(str::to_owned).collect()
}

impl Check {
    pub(super) fn all_ways(&self) -> impl Iterator<Item = &Vec<Step>> {
        [&self.steps].into_iter().chain(&self.ways).chain(&self.last_ways)
    }

    /// Adds a file with these contents if there is none, and returns its name: as a match names boards.
    fn file_of(&mut self, bytes: Vec<u8>) -> String {
        if let Some((name, _)) = self.files.iter().find(|(_, there)| *there == bytes) {
            return name.clone();
        }
        let is_taken = |name: &String| {
            let mut steps = self.all_ways().flatten();
            self.files.iter().any(|it| it.0 == *name) || steps.any(|it| it.written() == Some(name))
        };
        let names = (self.files.len() + 1..).map(|it| format!("board_{it}.txt"));
        let name = names.into_iter().find(|name| !is_taken(name)).unwrap_or_default();
        self.files.push((name.clone(), bytes));
        name
    }
}
