//! The exercises run under valgrind: every method at least once, in few processes, because each start is slow.

use crate::conformance::{self, Check, Step};
use arbitro_rules::language::Said;

/// A script that runs under valgrind.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Exercise {
    pub name: Said,
    /// The steps; every object is deleted, so that remaining memory is a leak.
    pub steps: Vec<Step>,
    pub files: Vec<(String, Vec<u8>)>,
}

/// The names of the exercises, in English and in Italian, and of the checks that each is made of.
pub const MADE_OF: [([&str; 2], &[&str]); 7] = [
    (
        ["objects", "oggetti"],
        &[
            "construct/default",
            "construct/player-3",
            "copy/of-empty",
            "copy/same-boards",
            "assign/same-boards",
            "assign/from-empty",
            "assign/to-itself",
            "assign/again-and-again",
        ],
    ),
    (
        ["copies that live on", "copie che sopravvivono"],
        &[
            "copy/outlives-original",
            "copy/original-outlives",
            "copy/changed-copy",
            "assign/outlives-source",
            "assign/changed-target",
        ],
    ),
    (
        ["squares and files", "caselle e file"],
        &[
            "cell/every-kind",
            "cell/row-above",
            "cell/column-left",
            "cell/offset-too-far",
            "cell/empty-history",
            "store/history",
            "store/empty-history",
            "init/leaves-history",
            "init/leaves-empty-history",
        ],
    ),
    (
        ["files that are no boards", "file che non sono tavolieri"],
        &[
            "load/missing",
            "load/empty-file",
            "load/seven-rows",
            "load/nine-rows",
            "load/short-row",
            "load/long-row",
            "load/unknown-letter",
            "load/light-square",
            "load/x-not-crowned",
            "load/bytes",
        ],
    ),
    (
        ["history", "storia"],
        &[
            "pop/empty-history",
            "pop/latest",
            "pop/all",
            "pop/and-load",
            "recurrence/between",
            "recurrence/pop",
            "recurrence/empty-history",
            "wins/start",
            "loses/no-x",
            "wins/wrong-player",
            "loses/empty-history",
        ],
    ),
    (
        ["moves that are judged", "mosse giudicate"],
        &[
            "valid/empty-history",
            "valid/one-board",
            "valid/first-move",
            "valid/text-capture",
            "valid/text-king",
            "valid/crown-by-capture",
            "valid/chain",
            "valid/identical",
            "valid/all-middle-1",
        ],
    ),
    (
        ["moves", "mosse"],
        &[
            "move/empty-history",
            "move/first",
            "move/crowns-o",
            "move/again-and-again",
            "move/blocked-man-1",
            "move/blocked-king-2",
        ],
    ),
];

pub fn exercises() -> Vec<Exercise> {
    let checks = conformance::all();
    MADE_OF
        .iter()
        .map(|([english, italian], ids)| {
            let parts = ids
                .iter()
                .filter_map(|id| checks.iter().find(|check| check.id == *id));
            joined(Said::in_two(*english, *italian), parts)
        })
        .collect()
}

/// All of them one after the other in one process, each with its own files.
pub(super) fn together(exercises: &[Exercise]) -> Exercise {
    let mut whole = Exercise {
        name: Said::in_two("everything", "tutto"),
        steps: Vec::new(),
        files: Vec::new(),
    };
    for (number, exercise) in (1..).zip(exercises) {
        let own = |file: &str| renumbered(file, number * 100_000);
        let files = exercise.files.iter();
        whole
            .files
            .extend(files.map(|(file, bytes)| (own(file), bytes.clone())));
        let steps = exercise.steps.iter();
        whole.steps.extend(steps.map(|step| step.with_files(own)));
    }
    whole
}

/// The name of another board than this: nothing in it is new to who reads boards of a match.
fn renumbered(file: &str, more: u32) -> String {
    let number = file.strip_prefix("board_");
    let number = number.and_then(|it| it.strip_suffix(".txt")?.parse::<u32>().ok());
    number.map_or_else(|| file.to_owned(), |it| format!("board_{}.txt", it + more))
}

/// Checks one after the other in one process. Each has its own files, and its objects end with it.
fn joined<'a>(name: Said, checks: impl Iterator<Item = &'a Check>) -> Exercise {
    let mut exercise = Exercise {
        name,
        steps: Vec::new(),
        files: Vec::new(),
    };
    for (number, check) in (1..).zip(checks) {
        let own = |file: &str| renumbered(file, number * 1000);
        for (file, bytes) in &check.files {
            exercise.files.push((own(file), bytes.clone()));
        }
        exercise
            .steps
            .extend(check.steps.iter().map(|step| step.with_files(own)));
        let mut slots: Vec<_> = check.steps.iter().filter_map(Step::slot).collect();
        slots.sort_unstable();
        slots.dedup();
        exercise.steps.extend(slots.into_iter().map(Step::Delete));
    }
    exercise
}
