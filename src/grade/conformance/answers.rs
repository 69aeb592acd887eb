//! The driver's answers, authenticated so that a submission cannot forge them.
//!
//! A student's code runs in the driver's process. So each line of a script begins with a nonce, and only a line
//! with the same nonce answers it. The driver takes the nonces away before any of the student's code runs, and
//! the right answers are not in that process. Only assembler and indirect functions, which run even earlier,
//! remain; both are reported in the source.

use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};

use super::step::Step;

/// The last line of a script; the driver echoes it.
const END: &str = "end";

const NONCE_CHARS: usize = 16;

/// The nonces of a script's lines, in order; the last is that of its end.
#[derive(Debug)]
pub(crate) struct Nonces(Vec<String>);

#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Answers<'a> {
    /// One for each line of the script, as far as they go.
    pub(super) lines: Vec<&'a [u8]>,
    pub(super) has_ended: bool,
    /// The first line that the driver did not write.
    pub(super) forged: Option<&'a [u8]>,
}

impl Nonces {
    /// Makes unguessable nonces for so many steps, keyed by the system's random numbers.
    pub(crate) fn fresh(steps: usize) -> Nonces {
        let secret = RandomState::new();
        Nonces((0..=steps).map(|it| format!("{:016x}", secret.hash_one(it))).collect())
    }

    pub(crate) fn script(&self, steps: &[Step]) -> String {
        self.script_of(steps.iter().map(Step::line))
    }

    /// The script of these driver lines.
    pub(crate) fn script_of(&self, lines: impl Iterator<Item = String>) -> String {
        let lines = self.0.iter().zip(lines.chain([END.to_owned()]));
        lines.map(|(nonce, line)| format!("{nonce} {line}\n")).collect()
    }

    /// The answer to each line, in a stream that valgrind writes to as well.
    pub(crate) fn answers_among<'a>(&self, bytes: &'a [u8]) -> Vec<Option<&'a [u8]>> {
        let answers: HashMap<&[u8], &[u8]> = bytes
            .split(|&byte| byte == b'\n')
            .filter_map(|line| {
                Some((line.get(..NONCE_CHARS)?, line.get(NONCE_CHARS..)?.strip_prefix(b" ")?))
            })
            .collect();
        let of = |nonce: &String| answers.get(nonce.as_bytes()).copied();
        self.0.iter().map(of).collect()
    }

    /// The answers in the driver's own stream.
    pub(super) fn answers<'a>(&self, bytes: &'a [u8]) -> Answers<'a> {
        let mut answers = Answers::default();
        let mut nonces = self.0.iter();
        // Without its newline a line was never finished.
        let end = bytes.iter().rposition(|&byte| byte == b'\n').unwrap_or(0);
        for line in bytes[..end].split(|&byte| byte == b'\n') {
            if line.is_empty() && end == 0 {
                break;
            }
            let nonce = nonces.next().map_or(&[][..], |nonce| nonce.as_bytes());
            let answer = line.strip_prefix(nonce).filter(|_| !nonce.is_empty());
            match answer.and_then(|answer| answer.strip_prefix(b" ")) {
                Some(answer) if nonces.len() == 0 => answers.has_ended = answer == END.as_bytes(),
                Some(answer) => answers.lines.push(answer),
                None => {
                    answers.forged = Some(line);
                    break;
                }
            }
        }
        answers
    }
}
