//! The exercises run under valgrind: every method at least once, in few processes, because each start is slow.

use crate::conformance::{self, Check, Step, slots};
use arbitro_rules::language::Said;

/// A script that runs under valgrind.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Exercise {
    pub name: Said,
    /// The steps; every object is deleted, so that remaining memory is a leak.
    pub steps: Vec<Step>,
    pub files: Vec<(String, Vec<u8>)>,
}

/// The names of the exercises, and of the checks that each is made of.
pub fn made_of() -> impl Iterator<Item = (Said, std::str::Split<'static, char>)> {
    let rows = include_str!("exercises.txt").lines().skip(1);
    rows.filter_map(|row| {
        let mut parts = row.splitn(3, " | ");
        let name = Said::in_two(parts.next()?, parts.next()?);
        Some((name, parts.next()?.split(' ')))
    })
}

pub fn exercises() -> Vec<Exercise> {
    let checks = conformance::all();
    let made = made_of().map(|(name, ids)| {
        let parts = ids.filter_map(|id| checks.iter().find(|check| check.id == id));
        joined(name, parts)
    });
    made.collect()
}

impl Exercise {
    fn new(name: Said) -> Exercise {
        Exercise {
            name,
            steps: Vec::new(),
            files: Vec::new(),
        }
    }

    /// Adds steps whose boards have these numbers more: nothing in such a name is new to who reads boards of
    /// a match.
    fn add(&mut self, steps: &[Step], files: &[(String, Vec<u8>)], more: u32) {
        let own = |file: &str| {
            let number = file.strip_prefix("board_");
            let number = number.and_then(|it| it.strip_suffix(".txt")?.parse::<u32>().ok());
            number.map_or_else(|| file.to_owned(), |it| format!("board_{}.txt", it + more))
        };
        let files = files.iter().map(|(file, bytes)| (own(file), bytes.clone()));
        self.files.extend(files);
        self.steps
            .extend(steps.iter().map(|step| step.with_files(own)));
    }
}

/// All of them one after the other in one process, each with its own files.
pub(super) fn together(exercises: &[Exercise]) -> Exercise {
    let mut whole = Exercise::new(Said::in_two("everything", "tutto"));
    for (number, exercise) in (1..).zip(exercises) {
        whole.add(&exercise.steps, &exercise.files, number * 100_000);
    }
    whole
}

/// Checks one after the other in one process. Each has its own files, and its objects end with it.
fn joined<'a>(name: Said, checks: impl Iterator<Item = &'a Check>) -> Exercise {
    let mut exercise = Exercise::new(name);
    for (number, check) in (1..).zip(checks) {
        exercise.add(&check.steps, &check.files, number * 1000);
        exercise
            .steps
            .extend(slots(&check.steps).into_iter().map(Step::Delete));
    }
    exercise
}
