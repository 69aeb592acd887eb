//! What a check found: evidence, which is plain data.

use serde::{Deserialize, Serialize};

use super::answers::Answers;
use super::checks::{Check, Weight};
use super::mirror::quoted;
use super::{Given, Mirror, program};
use crate::grade::errand::{Ending, Returned};
use crate::grade::plain_text::one_line;

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

/// Judges what a driver brought back, having been given so much time.
pub(super) fn judged(
    check: &Check,
    returned: &Returned,
    answers: &Answers<'_>,
    time: Given,
) -> Finding {
    let mut lines = answers.lines.iter();
    let broken_off = || match answers.forged {
        Some(line) => (
            Verdict::Failed,
            format!(
                "a line that was not the checking program's: {}",
                quoted(line)
            ),
        ),
        None => broken_off(&returned.ending, time),
    };
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
        let Some(answer) = lines.next() else {
            let (verdict, got) = broken_off();
            let fault = fault(index, "an answer".to_owned(), got);
            return finding(check, verdict, Some(fault));
        };
        if let Err(wrong) = mirror.follow(index, step, &printable(answer)) {
            let fault = fault(index, wrong.expected, wrong.got);
            return finding(check, Verdict::Failed, Some(fault));
        }
    }
    let last = check.steps.len();
    let is_quiet = answers.has_ended && answers.forged.is_none();
    if !is_quiet || returned.ending != Ending::Exited(0) {
        let (verdict, got) = broken_off();
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
fn broken_off(ending: &Ending, time: Given) -> (Verdict, String) {
    match ending {
        Ending::Killed(signal) => (
            Verdict::Crashed(*signal),
            format!("it died of signal {signal} ({})", signal_name(*signal)),
        ),
        Ending::OutOfTime => (Verdict::TimedOut, out_of_time(time)),
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

fn out_of_time(time: Given) -> String {
    let seconds = time.cpu.as_secs_f64();
    let said = format!("it did not end within {seconds} s");
    match time.hung {
        None => said,
        Some(times) => format!(
            "{said}; it was given no more, because {times} checks of this method before it did not end"
        ),
    }
}

/// Cut and harmless, whoever wrote it.
fn printable(bytes: &[u8]) -> String {
    const MOST: usize = 300;
    bytes[..bytes.len().min(MOST)].escape_ascii().to_string()
}

/// The finding that nobody but the driver has answered.
pub const FORGED: &str = "answers/none-of-its-own";

/// What was seen in all checks together: each with the check it was seen in.
#[derive(Debug, Default)]
pub(super) struct Seen {
    strays: Vec<(String, String)>,
    talkative: Vec<String>,
    forged: Vec<(String, String)>,
}

impl Seen {
    pub(super) fn add(&mut self, check: &Check, returned: &Returned, answers: &Answers<'_>) {
        let id = || check.id.clone();
        let strays = returned.strays.iter();
        self.strays.extend(strays.map(|it| (id(), it.clone())));
        self.talkative.extend(returned.output_cut.then(id));
        self.forged
            .extend(answers.forged.map(|it| (id(), quoted(it))));
    }

    pub(super) fn findings(&self, most_output: usize) -> [Finding; 3] {
        let first = |all: &[(String, String)]| {
            let (id, what) = all.first()?;
            let more = match all.len() {
                1 => String::new(),
                count => format!(", and {} more in other checks", count - 1),
            };
            Some(format!("{} in the check {id}{more}", one_line(what, 200)))
        };
        let first_flood = self.talkative.first().map(|id| {
            let count = self.talkative.len();
            format!("more in {count} checks, the first of them {id}")
        });
        let quoted_strays: Vec<_> = self
            .strays
            .iter()
            .map(|(id, name)| (id.clone(), quoted(name.as_bytes())))
            .collect();
        let strays = first(&quoted_strays).map(|it| format!("{it}; look what it is for"));
        [
            seen(
                "files/none-of-its-own",
                "no files are written but those that were asked for",
                Weight::Fault,
                "no other file",
                strays,
            ),
            seen(
                "output/bounded",
                "little is printed: a match is lost by a flood",
                Weight::Notice,
                &format!("at most {most_output} bytes in a check"),
                first_flood,
            ),
            seen(
                FORGED,
                "nobody answers in the place of the program that checks",
                Weight::Fault,
                "no answer but those of the methods that were called",
                first(&self.forged),
            ),
        ]
    }
}

fn seen(id: &str, asks: &str, weight: Weight, expected: &str, got: Option<String>) -> Finding {
    Finding {
        id: id.to_owned(),
        method: "every method".to_owned(),
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
    }
}
