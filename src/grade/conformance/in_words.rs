//! Answers, bytes and moves in words: what people read of what came and what should have come.

use super::step::Step;
use super::words::{CheckMessage, Quote};

/// An answer of the driver's. Its own words are ours; what it quotes of a student's stays.
pub(super) fn plain(answer: &str) -> CheckMessage {
    match answer {
        "done" => CheckMessage::NoException,
        "throws a player_exception of unknown type" => CheckMessage::ThrowsUnknown,
        "throws another exception" => CheckMessage::ThrowsOther(None),
        other => match other.strip_prefix("throws ") {
            None => CheckMessage::Same(other.to_owned()),
            Some(what) => match what.strip_prefix("another exception: ") {
                Some(what) => CheckMessage::ThrowsOther(Some(what.to_owned())),
                None => CheckMessage::Throws(what.to_owned()),
            },
        },
    }
}

pub(super) fn explained(step: &Step, answer: &str) -> CheckMessage {
    match step {
        Step::Cell(..) if !answer.starts_with("throws") => match answer {
            "." => CheckMessage::Same("e".to_owned()),
            other => CheckMessage::Same(other.to_owned()),
        },
        Step::Board(..) if answer.len() == 64 && answer.is_ascii() => {
            let rows: Vec<&str> = (0..8).map(|row| &answer[8 * row..8 * row + 8]).collect();
            CheckMessage::Same(format!("\n{}", rows.join("\n")))
        }
        _ => plain(answer),
    }
}

/// Bytes as a string of one line, cut at a length.
pub(super) fn quoted(bytes: &[u8]) -> Quote {
    const MAX_BYTES: usize = 300;
    let text = bytes[..bytes.len().min(MAX_BYTES)].escape_ascii().to_string();
    Quote { text, cut: (bytes.len() > MAX_BYTES).then_some(bytes.len()) }
}

/// A file that does not hold what it must.
pub(super) fn holds(got: &[u8], expected: &[u8]) -> CheckMessage {
    let same = got.iter().zip(expected).take_while(|(a, b)| a == b);
    CheckMessage::Holds {
        quote: quoted(got),
        lengths: [got.len(), expected.len()],
        differs_at: same.count() + 1,
    }
}
