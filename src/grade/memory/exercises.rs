//! The checks that run under valgrind: every method at least once, in one process, because each start is slow.

use std::borrow::Cow;

use crate::conformance::{self, CheckMessage, Step, Weight, slots};
use crate::words::InTwo;
use arbitro_sandbox::ToolEnd;

use super::ExerciseRun;
use arbitro_words::{Language, say};

/// A check that runs under valgrind.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Exercise {
    /// The code of what it exercises, with others.
    pub code: &'static str,
    pub check: String,
    /// The steps; every object is deleted, so that remaining memory is a leak.
    pub steps: Vec<Step>,
    pub files: Vec<(String, Vec<u8>)>,
    /// True if the course's text leaves open what happens.
    pub is_free: bool,
}

/// Several checks that are reported as one.
#[derive(Debug)]
pub struct ExerciseRow {
    pub code: &'static str,
    pub name: InTwo,
    pub checks: std::str::Split<'static, char>,
}

pub fn made_of() -> impl Iterator<Item = ExerciseRow> {
    let rows = include_str!("exercises.txt").lines().skip(1);
    rows.filter_map(|row| {
        let mut parts = row.splitn(4, " | ");
        Some(ExerciseRow {
            code: parts.next()?,
            name: InTwo { english: parts.next()?, italian: parts.next()? },
            checks: parts.next()?.split(' '),
        })
    })
}

/// The name of an exercise in a language, by its code. A code that is not in the table is shown as it is.
pub fn exercise_name(code: &str, language: Language) -> Cow<'_, str> {
    let row = made_of().find(|exercise_row| exercise_row.code == code);
    row.map_or(code.into(), |row| say(&row.name, language))
}

pub fn exercises() -> Vec<Exercise> {
    let checks = conformance::all();
    let of = |ExerciseRow { code, checks: ids, .. }: ExerciseRow| {
        let those = ids.filter_map(|id| checks.iter().find(|check| check.id == id));
        let made = those.map(|check| {
            let ends = slots(&check.steps).into_iter().map(Step::Delete);
            Exercise {
                code,
                check: check.id.clone(),
                steps: check.steps.iter().cloned().chain(ends).collect(),
                files: check.files.clone(),
                is_free: check.weight == Weight::Notice,
            }
        });
        made.collect::<Vec<_>>()
    };
    made_of().flat_map(of).collect()
}

impl Exercise {
    /// The steps without calls like the one that crashed; `None` if none did, or later steps need them.
    pub(super) fn after_death(&self, ran: &ExerciseRun) -> Option<Exercise> {
        let died = matches!(ran.ending, Some(ToolEnd::Killed(_)));
        let deadly = self.steps.get(ran.steps.0).filter(|step| died && !step.changes_boards())?;
        let is_deadly = |it: &&Step| std::mem::discriminant(*it) == std::mem::discriminant(deadly);
        let steps = self.steps.iter().filter(|step| !is_deadly(step)).cloned().collect();
        Some(Exercise { steps, ..self.clone() })
    }

    /// The calls up to the one that did not come back, or all, and a program that makes them under valgrind.
    pub(super) fn reproduction(&self, ran: &ExerciseRun) -> (Vec<CheckMessage>, String) {
        let (back, all) = ran.steps;
        let steps = &self.steps[..all.min(back + 1)];
        let program = conformance::program(steps, &self.files).replacen(
            "-Ofast -g main.cpp player.cpp && ./a.out",
            "-O1 -g main.cpp player.cpp && valgrind --leak-check=full --track-origins=yes ./a.out",
            1,
        );
        (steps.iter().map(Step::message).collect(), program)
    }

    /// Renumbers its board files, so that it can share a process with others.
    fn among_others(&self, more: u32) -> Exercise {
        let own = |file: &str| {
            let number = file.strip_prefix("board_");
            let number = number.and_then(|number| number.strip_suffix(".txt")?.parse::<u32>().ok());
            number.map_or_else(|| file.to_owned(), |number| format!("board_{}.txt", number + more))
        };
        let files = self.files.iter();
        Exercise {
            steps: self.steps.iter().map(|step| step.with_files(own)).collect(),
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
