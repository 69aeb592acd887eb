//! Likeness: disguised copies are found, independent programs are not, and the page shows where.

use std::fs;

use arbitro::grade::likeness::{Likeness, Settings, Side, Submission, compare, page};

use crate::games::project;

#[path = "../likeness/disguise.rs"]
mod disguise;

const PROGRAMS: [&str; 6] = ["linked", "vectors", "bits", "classes", "strings", "random"];

/// Six programs that were written one by one, in different styles.
fn independent() -> Vec<(String, String)> {
    let read = |name: &&str| {
        let text = fs::read_to_string(project(&format!("tests/likeness/{name}.cpp"))).unwrap();
        ((*name).to_owned(), text)
    };
    PROGRAMS.iter().map(read).collect()
}

/// All pairs, however unlike.
fn compared(programs: &[(String, String)]) -> Likeness {
    let submissions: Vec<Submission<'_>> = programs
        .iter()
        .map(|(name, text)| Submission { name, text: text.as_bytes() })
        .collect();
    let settings = Settings { listed: 0.0, ..Settings::default() };
    compare(&submissions, &[], &settings)
}

/// The score of two programs.
fn score(one: &str, two: &str) -> f64 {
    let programs = [one, two].map(|it| ("it".to_owned(), it.to_owned()));
    compared(&programs).pairs.first().map_or(0.0, |it| it.score)
}

#[test]
fn independent_programs_score_below_thirty_per_cent() {
    let likeness = compared(&independent());
    for pair in &likeness.pairs {
        let name = |it: usize| &likeness.members[it].name;
        println!("{:5.1} % {} {}", pair.score * 100.0, name(pair.left), name(pair.right));
        assert!(pair.score < 0.3);
    }
    assert!(likeness.groups.is_empty());
    assert!(likeness.members.iter().all(|it| it.is_parsed && it.tokens > 500));
}

#[test]
fn a_disguised_copy_scores_above_eighty_per_cent() {
    for (name, text) in independent() {
        let copy = disguise::copy(&text);
        let score = score(&text, &copy);
        println!("{:5.1} % {name}", score * 100.0);
        assert!(score > 0.8, "{name}: {score}");
    }
}

#[test]
fn dead_code_and_cut_functions_leave_the_score_high() {
    for (name, text) in independent() {
        let split = score(&text, &disguise::split(&text));
        let [rare, often] = [10, 5].map(|every| score(&text, &disguise::padded(&text, every)));
        println!("{name}: split {:.1} %, dead code every 10th {:.1} %, every 5th {:.1} %", split * 100.0, rare * 100.0, often * 100.0);
        assert!(split > 0.8 && rare > 0.6 && often > 0.4, "{name}");
    }
}
