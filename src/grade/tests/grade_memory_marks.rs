//! Costs of faults of memory: by kind and by root, each once.

use arbitro_grade::conformance::Verdict;
use arbitro_grade::dossier::StepResult;
use arbitro_grade::marks::PartName;
use arbitro_grade::memory::{Allocation, FaultKind, MemoryFault, MemoryReport, Unfinished};
use arbitro_sandbox::ToolEnd;

use crate::dossiers::{faultless, memory_fault};
use crate::grade_marks::{course, mark_of, part, why};

#[test]
fn kinds_of_memory_faults_cost_differently_and_further_ones_less() {
    let points = |faults: &[(FaultKind, u64)]| {
        let mut dossier = faultless("870001");
        let faults = faults.iter().map(|&(kind, line)| memory_fault(kind, line));
        dossier.memory =
            StepResult::Found(MemoryReport { faults: faults.collect(), ..MemoryReport::default() });
        part(&mark_of(dossier), PartName::Memory).points
    };
    assert_eq!(points(&[]), 15.0);
    assert_eq!(points(&[(FaultKind::Leak, 3)]), 12.0);
    assert_eq!(points(&[(FaultKind::BadFree, 3)]), 10.0);
    assert_eq!(points(&[(FaultKind::Leak, 3), (FaultKind::Leak, 9)]), 11.25);
    assert_eq!(points(&[(FaultKind::Leak, 3), (FaultKind::InvalidRead, 9)]), 8.0);
    let many: Vec<(FaultKind, u64)> =
        (0..100).map(|line| (FaultKind::InvalidWrite, line)).collect();
    assert_eq!(points(&many), 0.0);
}

#[test]
fn faults_of_one_root_are_one_and_a_crash_that_methods_pay_for_is_paid_once() {
    let points = |faults: Vec<MemoryFault>, crash: bool| {
        let mut dossier = faultless("870001");
        dossier.memory = StepResult::Found(MemoryReport {
            faults,
            exercises: 60,
            left: 1,
            ..Default::default()
        });
        let crash = crash.then_some("pop/empty-history");
        dossier.conformance = StepResult::Found(course(|id| {
            if Some(id) == crash { Verdict::Crashed(11) } else { Verdict::Passed }
        }));
        let mark = mark_of(dossier);
        let part = |name| part(&mark, name).points;
        (part(PartName::Memory), part(PartName::Memory) + part(PartName::Conformance))
    };
    let leak = |line, allocation| MemoryFault {
        allocation: Some(allocation),
        ..memory_fault(FaultKind::Leak, line)
    };
    let single = Allocation::Single(32);
    let constructed_copied_and_assigned = [3, 9, 12].map(|line| leak(line, single)).to_vec();
    assert_eq!(points(constructed_copied_and_assigned, false).0, 12.0);
    let two = vec![leak(3, single), leak(9, Allocation::Array)];
    assert_eq!(points(two, false).0, 11.25);
    let null = |line| MemoryFault {
        died_in: Some("pop".to_owned()),
        ..memory_fault(FaultKind::NullPointer, line)
    };
    let (_, paid_here) = points(vec![null(7)], false);
    let (_, paid_once) = points(vec![null(7)], true);
    assert_eq!((paid_here, paid_once), (54.0, 54.0));
    let free = MemoryFault { is_free: true, ..memory_fault(FaultKind::InvalidWrite, 3) };
    assert_eq!(points(vec![free], false).0, 14.75);
}

#[test]
fn an_exercise_that_broke_off_is_not_taken_for_a_clean_one() {
    let mut dossier = faultless("870001");
    dossier.memory = StepResult::Found(MemoryReport {
        faults: Vec::new(),
        unfinished: vec![Unfinished {
            exercise: "history".to_owned(),
            ending: Some(ToolEnd::Killed(11)),
            ..Unfinished::default()
        }],
        ..MemoryReport::default()
    });
    let mark = mark_of(dossier);
    assert_eq!(part(&mark, PartName::Memory).points, 13.0);
    assert!(why(&mark, PartName::Memory).contains("unfinished exercise"));
}

#[test]
fn a_submission_that_exits_earns_nothing_for_the_exercises_that_it_left() {
    let points = |left| {
        let mut dossier = faultless("870001");
        let exited = Unfinished {
            exercise: "history".to_owned(),
            ending: Some(ToolEnd::Exited(0)),
            ..Unfinished::default()
        };
        dossier.memory = StepResult::Found(MemoryReport {
            unfinished: vec![exited],
            exercises: 10,
            left,
            ..MemoryReport::default()
        });
        part(&mark_of(dossier), PartName::Memory).points
    };
    assert_eq!([1, 4, 10].map(points), [13.0, 9.0, 0.0]);
}

/// The points for memory, and those with the methods', of a submission with these faults and endings under valgrind,
/// of whose checks one has this verdict.
fn with_check(report: MemoryReport, check: &str, verdict: Verdict) -> (f64, f64) {
    let mut dossier = faultless("870001");
    dossier.memory = StepResult::Found(report);
    let verdict = |id: &str| if id == check { verdict } else { Verdict::Passed };
    dossier.conformance = StepResult::Found(course(verdict));
    let mark = mark_of(dossier);
    let of = |name| part(&mark, name).points;
    (of(PartName::Memory), of(PartName::Memory) + of(PartName::Conformance))
}

#[test]
fn what_a_check_is_charged_for_is_not_paid_again_where_valgrind_sees_it() {
    let check = "assign/to-itself";
    for kind in [FaultKind::InvalidRead, FaultKind::BadFree] {
        let fault = MemoryFault { check: check.to_owned(), ..memory_fault(kind, 7) };
        let report = MemoryReport { faults: vec![fault], ..MemoryReport::default() };
        let (_, alone) = with_check(report.clone(), check, Verdict::Passed);
        for verdict in [Verdict::Failed, Verdict::Crashed(6), Verdict::TimedOut] {
            // The dearer part pays, and it is this one.
            assert_eq!(with_check(report.clone(), check, verdict).1, alone, "{kind:?} {verdict:?}");
        }
        // A check of another method is another fault.
        let (_, both) = with_check(report, "pop/latest", Verdict::Failed);
        assert!(both < alone, "{kind:?}");
    }
}

#[test]
fn what_is_slow_under_valgrind_alone_costs_nothing_and_what_hangs_earns_nothing_of_its_part() {
    let late = |checks: &[&str], ending: Option<ToolEnd>| Unfinished {
        checks: checks.iter().map(|check| (*check).to_owned()).collect(),
        method: Some("move".to_owned()),
        ending,
        ..Unfinished::default()
    };
    let report = MemoryReport {
        unfinished: vec![
            late(&["move/first", "move/crowns-o"], Some(ToolEnd::OutOfTime)),
            late(&["move/again-and-again", "move/blocked-man-1"], None),
        ],
        exercises: 8,
        ..MemoryReport::default()
    };
    assert_eq!(with_check(report.clone(), "", Verdict::Passed).0, 15.0);
    // Four of eight.
    assert_eq!(with_check(report, "move/first", Verdict::TimedOut).0, 7.5);
}

#[test]
fn a_class_that_keeps_no_board_shows_no_care_and_one_that_is_wrong_in_showing_them_does() {
    let shown = ["cell/every-kind", "store/every-kind", "init/exact"];
    let memory = |kept: Verdict| {
        let mut dossier = faultless("870001");
        dossier.conformance = StepResult::Found(course(|id| match id {
            _ if shown.contains(&id) => Verdict::Failed,
            "pop/latest" => kept,
            _ => Verdict::NotJudged,
        }));
        let mark = mark_of(dossier);
        (part(&mark, PartName::Memory).points, mark.of)
    };
    assert_eq!([Verdict::NotJudged, Verdict::Passed].map(memory), [(0.0, 100.0), (15.0, 100.0)]);
}

#[test]
fn what_the_methods_are_charged_for_names_the_one_that_pays() {
    let mut dossier = faultless("870001");
    let null =
        MemoryFault { died_in: Some("move".to_owned()), ..memory_fault(FaultKind::NullPointer, 7) };
    dossier.memory = StepResult::Found(MemoryReport { faults: vec![null], ..Default::default() });
    dossier.conformance = StepResult::Found(course(|id| {
        if id.starts_with("move/") { Verdict::Crashed(11) } else { Verdict::Passed }
    }));
    let why = why(&mark_of(dossier), PartName::Memory);
    assert!(why.contains("1 null pointer followed (as move)"), "{why}");
}

#[test]
fn methods_that_end_the_program_pay_for_what_they_left_once() {
    let memory = |methods: &[&str], fault: Option<MemoryFault>| {
        let mut dossier = faultless("870001");
        let died = methods.iter().map(|it| Unfinished {
            ending: Some(ToolEnd::Killed(11)),
            method: Some((*it).to_owned()),
            ..Unfinished::default()
        });
        dossier.memory = StepResult::Found(MemoryReport {
            unfinished: if fault.is_none() { died.collect() } else { Vec::new() },
            faults: fault.into_iter().collect(),
            exercises: 60,
            left: 4,
        });
        let crashed = |id: &str| methods.iter().any(|method| id.starts_with(&method[..3]));
        dossier.conformance = StepResult::Found(course(|id| {
            if crashed(id) { Verdict::Crashed(11) } else { Verdict::Passed }
        }));
        part(&mark_of(dossier), PartName::Memory).points
    };
    // An endless recursion.
    assert_eq!(memory(&["move"], None), 15.0);
    let null =
        MemoryFault { died_in: Some("move".to_owned()), ..memory_fault(FaultKind::NullPointer, 7) };
    assert_eq!(memory(&["move"], Some(null)), 15.0);
    // Where no method pays, the first is dearer than the others.
    assert_eq!(memory(&["nothing"], None), 13.0);
    assert_eq!(memory(&["nothing", "nothing", "nothing"], None), 12.0);
}
