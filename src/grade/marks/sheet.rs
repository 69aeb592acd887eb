//! `marks.csv`: a line for each submission.
//!
//! Student numbers are written letter for letter, so that 00123 keeps its zeros; import that column as
//! text into a spreadsheet. What a spreadsheet would take for a formula
//! gets an apostrophe in front, as in the tables of a tournament. Programs read everything but
//! `why_failed`, which is for people and in their language.

use super::mark::{Basis, Mark, PartName};
use crate::dossier::Course;
use crate::submissions::is_number;
use arbitro_tournament::report::cell;
use arbitro_words::{Language, say};

pub fn columns(course: &Course) -> Vec<&'static str> {
    let parts = PartName::all(course).iter().map(|it| it.word());
    let before = ["number", "total", "of", "per_cent", "failed", "why_failed"];
    let after = ["alike", "acquitted", "not_done", "decided", "marks", "name", "id", "late_days"];
    before.into_iter().chain(parts).chain(after).chain(["late"]).collect()
}

/// The mark sheet: a header, and a line for each mark.
///
/// `failed` is `no`, `yes`, or `proposed`, which the teacher has to confirm. A part that could not be
/// done is an empty cell, and its name is in `not_done`. `total` is the sum of `marks` and `bonus`; `of` and
/// `per_cent` are of `marks`.
pub fn csv(course: &Course, marks: &[Mark], language: Language) -> Vec<u8> {
    table(&columns(course), marks.iter().map(|mark| row(mark, language)))
}

fn table<T: AsRef<[u8]>>(
    columns: &[&str],
    rows: impl IntoIterator<Item = impl IntoIterator<Item = T>>,
) -> Vec<u8> {
    let mut table = csv::Writer::from_writer(Vec::new());
    // Writing to memory does not fail.
    let _ = table.write_record(columns);
    for row in rows {
        let _ = table.write_record(row);
    }
    table.into_inner().unwrap_or_default()
}

fn row(mark: &Mark, language: Language) -> Vec<String> {
    let failed = match (&mark.failing, mark.is_proposal()) {
        (None, _) => "no",
        (Some(_), false) => "yes",
        (Some(_), true) => "proposed",
    };
    let per_cent = mark.per_cent().map(|per_cent| format!("{per_cent:.1}"));
    let why_failed = mark.failing.as_ref().map(|failing| say(failing, language));
    let mut row = vec![
        cell(&mark.number),
        number(mark.total),
        number(mark.of),
        per_cent.unwrap_or_default(),
        failed.to_owned(),
        cell(&why_failed.unwrap_or_default()),
    ];
    for part in &mark.parts {
        let is_done = part.basis != Basis::NotDone;
        row.push(if is_done { number(part.points) } else { String::new() });
    }
    let alike = |is_acquitted: bool| {
        let those = mark.alike.iter().filter(|alike| alike.is_acquitted == is_acquitted);
        let numbers: Vec<&str> = those.map(|those| those.number.as_str()).collect();
        cell(&numbers.join(" "))
    };
    row.extend([alike(false), alike(true)]);
    let not_done = mark.parts.iter().filter(|part| part.basis == Basis::NotDone);
    let not_done: Vec<&str> = not_done.map(|not_done| not_done.name.word()).collect();
    row.push(not_done.join(" "));
    row.push(cell(mark.changed.as_ref().map_or("", |changed| &changed.why)));
    row.push(number(mark.without_bonus()));
    let late = mark.late.as_ref();
    row.extend([
        cell(&mark.person.name),
        cell(mark.person.id()),
        late.map_or_else(String::new, |late| late.days.to_string()),
        late.map_or_else(String::new, |late| number(late.cost)),
    ]);
    row
}

/// The list to publish: student numbers and totals, sorted by number, without a name, an address or a reason.
/// A student proposed to fail has an empty total until the teacher decides.
pub fn public(marks: &[Mark]) -> Vec<u8> {
    let row = |mark: &Mark| {
        // An ID number can be anything; one that is none might be a name.
        let id_number = Some(&mark.person.id_number).filter(|it| is_number(it));
        let total = match (&mark.failing, mark.is_proposal()) {
            (None, _) => number(mark.total),
            (Some(_), false) => number(0.0),
            (Some(_), true) => String::new(),
        };
        let whose = id_number.unwrap_or(&mark.number);
        [cell(whose), total, number(mark.of)]
    };
    let mut rows: Vec<[String; 3]> = marks.iter().map(row).collect();
    rows.sort();
    table(&["number", "total", "of"], rows)
}

fn number(points: f64) -> String {
    format!("{points:.2}")
}
