//! Italian.

use arbitro_grade::run::{FEEDBACK, OVERVIEW, WORKSHEET};
use arbitro_words::{Language, say};

use super::Line;

pub(super) fn line(line: &Line<'_>) -> String {
    match line {
        Line::NotStarted { weakness } => {
            format!("qui non si avviano consegne; `verify doctor` dice di più: {weakness}")
        }
        Line::LeftOut { first, more: 0 } => format!("escluse: {first}"),
        Line::LeftOut { first, more } => format!("escluse: {first}; e altre {more}"),
        Line::Similar { left, right, per_cent, page } => {
            format!("simili: {left} e {right}, {per_cent} % della più corta: {page}")
        }
        Line::MoreSimilar { pairs } => {
            format!("simili: e altre {pairs} coppie: {OVERVIEW}")
        }
        Line::ForMoodle => format!(
            "per Moodle: {WORKSHEET} (voti e commenti), {FEEDBACK} (le pagine degli studenti)"
        ),
        Line::Points { points, of } => format!("{points:6.2} su {of}"),
        Line::Late(late) => {
            let cost = match late.cost {
                cost if cost > 0.0 => format!(" (\u{2212}{cost:.2})"),
                _ => String::new(),
            };
            format!("; {}{cost}", say(*late, Language::Italian))
        }
        Line::Fails { why, is_proposal } => {
            let fails = if *is_proposal { "insufficiente?" } else { "INSUFFICIENTE:" };
            format!("{fails} {}", say(*why, Language::Italian))
        }
        Line::Bar => "{bar:30} {pos}/{len} {prefix}, ancora {eta}: {wide_msg}".into(),
        Line::Progress { part, done, total: None, what } => format!("{part}: {done}, {what}"),
        Line::Progress { part, done, total: Some(total), what } => {
            format!("{part}: {done} su {total}, {what}")
        }
    }
}
