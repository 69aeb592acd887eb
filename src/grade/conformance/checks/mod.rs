//! The checks, as data: what is done, with which files. What is expected is nobody's to type.

mod boards_in;
mod boards_out;
mod judged_moves;
mod judged_tables;
mod moves;
mod objects;
mod state;

use std::collections::{BTreeMap, BTreeSet};

use super::step::{Method, Slot, Step};
use arbitro_rules::draughts::Dama;
use arbitro_rules::language::Said;

/// One check: a script of its own, run by a process of its own.
#[derive(Clone, Debug)]
pub struct Check {
    /// Its name, which never changes: `method/what`.
    pub id: String,
    /// The method that it is about, as the header writes it.
    pub method: Method,
    /// What is asked, in words.
    pub asks: Said,
    /// What is done.
    pub steps: Vec<Step>,
    /// Other ways of asking the same: where one of them gives the right answer, all is well, and the others
    /// have gone by a method that is wrong itself.
    pub ways: Vec<Vec<Step>>,
    /// The checks that must have passed for this one to say something.
    pub needs: Vec<&'static str>,
    /// The files that lie there.
    pub files: Vec<(String, Vec<u8>)>,
    /// Whether what it finds is a fault, or only told.
    pub weight: Weight,
}

/// How much a check says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Weight {
    /// The course's text asks for it.
    Fault,
    /// It is unwise, but nothing forbids it.
    Notice,
}

/// Every check, in the order in which they are shown. The first is the one without which no other makes
/// sense.
pub fn all() -> Vec<Check> {
    let mut checks = objects::checks();
    checks.extend(boards_in::checks());
    checks.extend(boards_out::checks());
    checks.extend(moves::checks());
    checks.extend(judged_moves::checks());
    checks.extend(state::checks());
    checks
}

/// The pieces of a board with all four kinds, kings on every edge.
pub(super) const MIXED: &str = "x01 x23 X70 X07 x45 o50 o74 O10 O34 O76 o67";

/// Whether a position is of a kind, by itself and the ply it was met at.
type Kind = fn(&Dama, usize) -> bool;

/// A check being written.
pub(super) struct Draft(Check);

/// Begins a check, which asks something in English and in Italian.
pub(super) fn check(id: &str, method: Method, english: &str, italian: &str) -> Draft {
    asking(id, method, Said::in_two(english, italian))
}

/// The same, of a question with something put in.
fn asking(id: &str, method: Method, asks: Said) -> Draft {
    Draft(Check {
        id: id.to_owned(),
        method,
        asks,
        steps: Vec::new(),
        ways: Vec::new(),
        needs: Vec::new(),
        files: Vec::new(),
        weight: Weight::Fault,
    })
}

/// A check without anything in it.
pub(super) fn bare(id: &str, method: Method) -> Check {
    asking(id, method, Said::same("")).done()
}

/// The files that steps write, each once.
pub(super) fn written(steps: &[Step]) -> Vec<String> {
    let all = steps.iter().filter_map(|step| step.written());
    let names: BTreeSet<&str> = all.collect();
    names.into_iter().map(str::to_owned).collect()
}

impl Draft {
    /// Puts a file there.
    pub(super) fn file(mut self, name: &str, bytes: impl AsRef<[u8]>) -> Draft {
        self.0
            .files
            .push((name.to_owned(), bytes.as_ref().to_vec()));
        self
    }

    /// Goes on with these steps.
    pub(super) fn then(mut self, steps: impl IntoIterator<Item = Step>) -> Draft {
        self.0.steps.extend(steps);
        self
    }

    /// A new object.
    pub(super) fn object(self, slot: Slot, number: i32) -> Draft {
        self.then([Step::New(slot, Some(number))])
    }

    /// Puts a board there and loads it: most checks begin so.
    pub(super) fn with(self, slot: Slot, name: &str, board: impl AsRef<[u8]>) -> Draft {
        let is_there = self.0.files.iter().any(|(there, _)| there == name);
        let it = if is_there {
            self
        } else {
            self.file(name, board)
        };
        it.then([Step::Load(slot, name.to_owned())])
    }

    /// A move, and what was played brought back.
    pub(super) fn moves(self, slot: Slot) -> Draft {
        let name = format!("played_{}.txt", self.0.steps.len());
        self.then([Step::Move(slot), Step::Played(slot, name)])
    }

    /// Another way of asking the same, instead of the steps so far.
    pub(super) fn or(mut self, steps: impl IntoIterator<Item = Step>) -> Draft {
        self.0.ways.push(steps.into_iter().collect());
        self
    }

    /// Says nothing where these did not pass.
    pub(super) fn needs(mut self, ids: impl IntoIterator<Item = &'static str>) -> Draft {
        self.0.needs.extend(ids);
        self
    }

    /// What it finds is told, not held against anybody.
    pub(super) fn only_noticed(mut self) -> Draft {
        self.0.weight = Weight::Notice;
        self
    }

    pub(super) fn done(self) -> Check {
        self.0
    }
}

impl Check {
    /// The files by name.
    pub(super) fn given(&self) -> BTreeMap<String, Vec<u8>> {
        self.files.iter().cloned().collect()
    }

    /// The files that its steps write, each once.
    pub fn written(&self) -> Vec<String> {
        written(&self.steps)
    }
}
