//! The table of checks: each row is one, and says what it goes by.

use std::collections::BTreeSet;

use arbitro_grade::conformance::{Group, Step, all};

const ROWS: &str = include_str!("../conformance/checks/checks.txt");

#[test]
fn every_row_is_a_check_with_steps() {
    let checks = all();
    let ids: BTreeSet<&str> = checks.iter().map(|check| check.id.as_str()).collect();
    assert_eq!(ids.len(), checks.len());
    let is_row = |line: &&str| !line.starts_with([' ', '#', '>', '=']) && line.contains(" | ");
    let rows: Vec<&str> = ROWS.lines().filter(is_row).collect();
    assert!(rows.len() > 120, "{}", rows.len());
    for row in rows {
        let id = row.split(" | ").next().unwrap();
        assert!(ids.contains(id), "{id} cannot be read");
    }
    for check in &checks {
        assert!(!check.steps.is_empty(), "{}", check.id);
        assert!(check.ways.iter().all(|way| !way.is_empty()), "{}", check.id);
    }
}

#[test]
fn every_check_names_its_method_and_a_sentence_of_the_text() {
    for check in all() {
        assert!(!check.method.is_empty(), "{}", check.id);
        let text = check.text.english;
        assert!(text.len() > 10, "{}: {text}", check.id);
    }
}

#[test]
fn what_a_check_needs_are_other_checks() {
    let checks = all();
    for check in &checks {
        for id in &check.needs {
            let needed = checks.iter().find(|check| check.id == *id);
            assert!(needed.is_some_and(|needed| needed.id != check.id), "{id}");
        }
    }
}

#[test]
fn every_check_calls_the_method_that_it_accuses() {
    for check in all() {
        let mut steps = check.steps.iter().chain(check.ways.iter().flatten());
        let is_called = steps.any(|step| step.method() == Some(check.method));
        let counts = check.steps.iter().any(|step| matches!(step, Step::Seedings(_)));
        assert!(is_called || counts, "{}", check.id);
    }
}

#[test]
fn the_checks_that_count_as_yes_are_those_of_legal_moves() {
    for check in all().into_iter().filter(|it| it.method == "valid_move") {
        let asks = check.asks.english;
        let is_legal = asks.starts_with("legal") || asks.ends_with("is valid");
        let is_yes = check.group == Group::Yes;
        assert_eq!(is_yes, is_legal || check.id == "valid/first-move", "{}", check.id);
    }
}

#[test]
fn the_checks_that_count_as_exceptions_are_those_whose_sentence_names_it() {
    let checks = all();
    assert!(checks.iter().filter(|check| check.group == Group::Exception).count() > 20);
    for check in checks {
        let is_named = check.text.english.contains("index_out_of_bounds");
        assert_eq!(check.group == Group::Exception, is_named, "{}", check.id);
    }
}
