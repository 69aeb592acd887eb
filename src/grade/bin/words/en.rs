//! English.

use arbitro_grade::run::{FEEDBACK, OVERVIEW, WORKSHEET};
use arbitro_words::{Language, say};

use super::Line;

pub(super) fn line(line: &Line<'_>) -> String {
    match line {
        Line::NotStarted { weakness } => {
            format!("submissions are not started here; `verify doctor` says more: {weakness}")
        }
        Line::LeftOut { first, more: 0 } => format!("left out: {first}"),
        Line::LeftOut { first, more } => format!("left out: {first}; and {more} more"),
        Line::Similar { left, right, per_cent, page } => {
            format!("similar: {left} and {right}, {per_cent} % of the shorter one: {page}")
        }
        Line::MoreSimilar { pairs } => {
            format!("similar: and {pairs} more pairs: {OVERVIEW}")
        }
        Line::ForMoodle => format!(
            "for Moodle: {WORKSHEET} (grades and comments), {FEEDBACK} (the students' pages)"
        ),
        Line::Points { points, of } => format!("{points:6.2} of {of}"),
        Line::Late(late) => {
            let cost = match late.cost {
                cost if cost > 0.0 => format!(" (\u{2212}{cost:.2})"),
                _ => String::new(),
            };
            format!("; {}{cost}", say(*late, Language::English))
        }
        Line::Fails { why, is_proposal } => {
            let fails = if *is_proposal { "fails?" } else { "FAILS:" };
            format!("{fails} {}", say(*why, Language::English))
        }
        Line::Bar => "{bar:30} {pos}/{len} {prefix}, {eta} to go: {wide_msg}".into(),
        Line::Progress { part, done, total: None, what } => format!("{part}: {done}, {what}"),
        Line::Progress { part, done, total: Some(total), what } => {
            format!("{part}: {done} of {total}, {what}")
        }
    }
}
