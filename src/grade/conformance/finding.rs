//! What a check found: evidence, which is plain data.

use serde::{Deserialize, Serialize};

use super::checks::{Check, Weight};
use super::mirror::quoted;
use super::{ANSWERS, Mirror, program};
use crate::grade::errand::{Ending, Returned};

/// What a check found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Finding {
    /// The check's name.
    pub id: String,
    /// The method that it is about.
    pub method: String,
    /// What was asked, in words.
    pub asks: String,
    /// Whether it counts.
    pub weight: Weight,
    /// How it went.
    pub verdict: Verdict,
    /// What was wrong, unless it passed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<Fault>,
}

/// How a check went.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// Every answer was right.
    Passed,
    /// An answer was wrong.
    Failed,
    /// The program died of a signal.
    Crashed(i32),
    /// It did not end.
    TimedOut,
    /// It took more memory than a player may.
    OutOfMemory,
    /// It left in the middle, with this code.
    LeftEarly(i32),
    /// It was not begun.
    NotRun,
}

/// What was wrong.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fault {
    /// The call that gave the wrong answer, or none.
    pub call: String,
    /// What should have come.
    pub expected: String,
    /// What came.
    pub got: String,
    /// A program that shows it; empty when there is none to write.
    pub reproduce: String,
}

impl Finding {
    /// Whether nothing was wrong.
    pub fn passed(&self) -> bool {
        self.verdict == Verdict::Passed
    }
}

/// The name of a signal, for people.
pub const fn signal_name(signal: i32) -> &'static str {
    match signal {
        4 => "SIGILL, an instruction that does not exist: often a function without its return",
        6 => "SIGABRT: an exception that nobody caught, a failed assert, or memory freed twice",
        7 => "SIGBUS, memory that is not there",
        8 => "SIGFPE: often a division by zero",
        9 => "SIGKILL",
        11 => "SIGSEGV, memory that is not the program's; or calls without end",
        25 => "SIGXFSZ, a file that grew too large",
        31 => "SIGSYS, a system call that players may not make",
        _ => "a signal",
    }
}

fn finding(check: &Check, verdict: Verdict, fault: Option<Fault>) -> Finding {
    Finding {
        id: check.id.clone(),
        method: check.method.to_owned(),
        asks: check.asks.clone(),
        weight: check.weight,
        verdict,
        fault,
    }
}

/// A check that was left out.
pub(super) fn not_run(check: &Check, why: &str) -> Finding {
    let fault = Fault {
        call: String::new(),
        expected: "to be run".to_owned(),
        got: format!("it was not, because {why}"),
        reproduce: String::new(),
    };
    finding(check, Verdict::NotRun, Some(fault))
}

/// Judges what a driver brought back.
pub(super) fn judged(check: &Check, returned: &Returned) -> Finding {
    let none = Vec::new();
    let bytes = returned.files.get(ANSWERS).unwrap_or(&none);
    // Without its newline a line was never finished.
    let end = bytes.iter().rposition(|&byte| byte == b'\n').unwrap_or(0);
    let mut answers = bytes[..end].split(|&byte| byte == b'\n');
    let given = check.given();
    let mut mirror = Mirror::new(&given, &returned.files);
    let fault = |upto: usize, expected: String, got: String| {
        let steps = &check.steps[..check.steps.len().min(upto + 1)];
        let words = check.steps.get(upto).map(|step| step.words());
        Fault {
            call: words.unwrap_or_else(|| "the end of the program".to_owned()),
            expected,
            got,
            reproduce: program(steps, &check.files),
        }
    };
    for (index, step) in check.steps.iter().enumerate() {
        let Some(answer) = answers.next().filter(|answer| !answer.is_empty()) else {
            let (verdict, got) = broken_off(&returned.ending);
            let fault = fault(index, "an answer".to_owned(), got);
            return finding(check, verdict, Some(fault));
        };
        if let Err(wrong) = mirror.follow(index, step, &printable(answer)) {
            let fault = fault(index, wrong.expected, wrong.got);
            return finding(check, Verdict::Failed, Some(fault));
        }
    }
    let last = check.steps.len();
    if answers.next() != Some(b"end") || returned.ending != Ending::Exited(0) {
        let (verdict, got) = broken_off(&returned.ending);
        let fault = fault(last, "a quiet end".to_owned(), got);
        return finding(check, verdict, Some(fault));
    }
    if let Err((index, wrong)) = mirror.files() {
        let fault = fault(index, wrong.expected, wrong.got);
        return finding(check, Verdict::Failed, Some(fault));
    }
    finding(check, Verdict::Passed, None)
}

/// How a program that gave no answer ended.
fn broken_off(ending: &Ending) -> (Verdict, String) {
    match ending {
        Ending::Killed(signal) => (
            Verdict::Crashed(*signal),
            format!("it died of signal {signal} ({})", signal_name(*signal)),
        ),
        Ending::OutOfTime => (Verdict::TimedOut, "it did not end".to_owned()),
        Ending::OutOfMemory => (
            Verdict::OutOfMemory,
            "it took more memory than a player may".to_owned(),
        ),
        Ending::Exited(code) => (
            Verdict::LeftEarly(*code),
            format!("the whole program left with code {code}"),
        ),
        Ending::NeverBegan(why) => (Verdict::NotRun, format!("it cannot be run: {why}")),
    }
}

/// Cut and harmless, whoever wrote it.
fn printable(bytes: &[u8]) -> String {
    const MOST: usize = 300;
    bytes[..bytes.len().min(MOST)].escape_ascii().to_string()
}

/// What was seen in all checks together.
pub(super) fn observed(
    strays: &[(String, String)],
    talkative: &[String],
    most_output: usize,
) -> Vec<Finding> {
    let seen =
        |id: &str, method: &str, asks: &str, weight, expected: &str, got: Option<String>| Finding {
            id: id.to_owned(),
            method: method.to_owned(),
            asks: asks.to_owned(),
            weight,
            verdict: if got.is_some() {
                Verdict::Failed
            } else {
                Verdict::Passed
            },
            fault: got.map(|got| Fault {
                call: "every check".to_owned(),
                expected: expected.to_owned(),
                got,
                reproduce: String::new(),
            }),
        };
    let first_stray = strays.first().map(|(id, name)| {
        let more = match strays.len() {
            1 => String::new(),
            count => format!(", and {} more in other checks", count - 1),
        };
        format!(
            "{} in the check {id}{more}; look what it is for",
            quoted(name.as_bytes())
        )
    });
    let first_flood = talkative
        .first()
        .map(|id| format!("more in {} checks, the first of them {id}", talkative.len()));
    vec![
        seen(
            "files/none-of-its-own",
            "every method",
            "no files are written but those that were asked for",
            Weight::Fault,
            "no other file",
            first_stray,
        ),
        seen(
            "output/bounded",
            "every method",
            "little is printed: a match is lost by a flood",
            Weight::Notice,
            &format!("at most {most_output} bytes in a check"),
            first_flood,
        ),
    ]
}
