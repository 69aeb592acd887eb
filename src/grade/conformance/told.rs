//! Answers, bytes and moves in words: what people read of what came and what should have come.

use super::step::Step;
use arbitro_rules::language::Said;
use arbitro_rules::said_in_two as said;

/// An answer for people. The driver's own words are ours; what it quotes of a student's stays.
pub(super) fn plain(answer: &str) -> Said {
    let italian = match answer {
        "done" => return Said::in_two("no exception", "nessuna eccezione"),
        "throws a player_exception of unknown type" => {
            "lancia una player_exception di tipo sconosciuto".to_owned()
        }
        "throws another exception" => "lancia un'altra eccezione".to_owned(),
        other => match other.strip_prefix("throws another exception: ") {
            Some(what) => format!("lancia un'altra eccezione: {what}"),
            None => other
                .strip_prefix("throws ")
                .map_or_else(|| other.to_owned(), |what| format!("lancia {what}")),
        },
    };
    Said::in_two(answer, italian)
}

pub(super) fn explained(step: &Step, answer: &str) -> Said {
    match step {
        Step::Cell(..) if !answer.starts_with("throws") => match answer {
            "." => Said::same("e"),
            other => Said::same(other),
        },
        Step::Board(..) if answer.len() == 64 && answer.is_ascii() => {
            let rows: Vec<&str> = (0..8).map(|row| &answer[8 * row..8 * row + 8]).collect();
            Said::same(format!("\n{}", rows.join("\n")))
        }
        _ => plain(answer),
    }
}

/// Bytes as a string of one line, cut where it says so.
pub(super) fn quoted(bytes: &[u8]) -> Said {
    const MAX_BYTES: usize = 300;
    let shown = bytes[..bytes.len().min(MAX_BYTES)].escape_ascii();
    if bytes.len() > MAX_BYTES {
        let all = bytes.len();
        said!("\"{shown}\" ... ({all} bytes)", "\"{shown}\" ... ({all} byte)")
    } else {
        Said::same(format!("\"{shown}\""))
    }
}

pub(super) fn first_difference(got: &[u8], expected: &[u8]) -> Said {
    let at = got.iter().zip(expected).take_while(|(a, b)| a == b).count() + 1;
    let (got, expected) = (got.len(), expected.len());
    said!(
        ", {got} bytes instead of {expected}; byte {at} is the first that differs",
        ", {got} byte invece di {expected}; il primo che differisce è il byte {at}",
    )
}
