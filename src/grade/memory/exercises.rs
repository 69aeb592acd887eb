//! The checks that run under valgrind: every method at least once, in one process, because each start is slow.

use std::borrow::Cow;

use crate::conformance::{self, Step, slots};
use crate::words::InTwo;
use arbitro_words::{Language, say};

/// A check that runs under valgrind.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Exercise {
    /// What it exercises, with others.
    pub name: InTwo,
    /// The check's name.
    pub check: String,
    /// The steps; every object is deleted, so that remaining memory is a leak.
    pub steps: Vec<Step>,
    pub files: Vec<(String, Vec<u8>)>,
}

/// The names of the exercises, and of the checks that each is made of.
pub fn made_of() -> impl Iterator<Item = (InTwo, std::str::Split<'static, char>)> {
    let rows = include_str!("exercises.txt").lines().skip(1);
    rows.filter_map(|row| {
        let mut parts = row.splitn(3, " | ");
        let name = InTwo { english: parts.next()?, italian: parts.next()? };
        Some((name, parts.next()?.split(' ')))
    })
}

/// The name of an exercise in a language, by its English one. One that is no more keeps that.
pub fn exercise_name(english: &str, language: Language) -> Cow<'_, str> {
    let mut names = made_of().map(|(name, _)| name);
    let name = names.find(|it| it.english == english);
    name.map_or(english.into(), |it| say(&it, language))
}

pub fn exercises() -> Vec<Exercise> {
    let checks = conformance::all();
    let of = |(name, ids): (InTwo, std::str::Split<'static, char>)| {
        let those = ids.filter_map(|id| checks.iter().find(|check| check.id == id));
        let made = those.map(|check| {
            let ends = slots(&check.steps).into_iter().map(Step::Delete);
            Exercise {
                name,
                check: check.id.clone(),
                steps: check.steps.iter().cloned().chain(ends).collect(),
                files: check.files.clone(),
            }
        });
        made.collect::<Vec<_>>()
    };
    made_of().flat_map(of).collect()
}

impl Exercise {
    /// The same in a process with others: its boards have these numbers more. Nothing in such a name is new to
    /// who reads boards of a match.
    fn among_others(&self, more: u32) -> Exercise {
        let own = |file: &str| {
            let number = file.strip_prefix("board_");
            let number = number.and_then(|it| it.strip_suffix(".txt")?.parse::<u32>().ok());
            number.map_or_else(|| file.to_owned(), |it| format!("board_{}.txt", it + more))
        };
        let files = self.files.iter();
        Exercise {
            steps: self.steps.iter().map(|it| it.with_files(own)).collect(),
            files: files.map(|(file, bytes)| (own(file), bytes.clone())).collect(),
            ..self.clone()
        }
    }
}

/// The same, each with files of its own, to be run in one process.
pub(super) fn together(exercises: &[Exercise]) -> Vec<Exercise> {
    let numbered = (1..).zip(exercises);
    numbered.map(|(number, it)| it.among_others(number * 1000)).collect()
}
