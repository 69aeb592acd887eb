//! Findings of conformance checks, as plain data.

use std::borrow::Cow;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::answers::Answers;
use super::checks::{Check, Weight, bare, check};
use super::in_words::quoted;
use super::mirror::{Mirror, Mismatch};
use super::step::{Method, Step, program};
use super::words::{CheckMessage, Question, Quote, Stop};
use arbitro_sandbox::{ToolEnd, ToolOutput};
use arbitro_words::{Language, say};

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Finding {
    pub id: String,
    pub method: String,
    pub weight: Weight,
    pub verdict: Verdict,
    /// The wrong method for which it could not be judged.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub because_of: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<Fault>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    Passed,
    Failed,
    Crashed(i32),
    TimedOut,
    OutOfMemory,
    LeftEarly(i32),
    NotRun,
    /// A method that the check depends on is wrong; the fault is reported there only.
    NotJudged,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fault {
    /// The call that gave the wrong answer, or none.
    pub call: CheckMessage,
    pub expected: CheckMessage,
    pub got: CheckMessage,
    /// A program that shows it; empty when there is none to write.
    pub reproduce: String,
}

impl Finding {
    pub fn passed(&self) -> bool {
        self.verdict == Verdict::Passed
    }

    /// Returns true for a failure of the student's own; unjudged checks are not.
    pub fn is_failure(&self) -> bool {
        !matches!(self.verdict, Verdict::Passed | Verdict::NotJudged)
    }

    /// Returns true if our side did not get it to run.
    pub fn is_of_the_host(&self) -> bool {
        let got = self.fault.as_ref().map(|fault| &fault.got);
        matches!(got, Some(CheckMessage::Ended { ending: ToolEnd::NeverBegan(_), .. }))
    }

    pub fn asks(&self) -> Question {
        match self.id.as_str() {
            STRAYS => Question::NoOtherFiles,
            FLOODS => Question::LittleOutput,
            FORGED => Question::NoForgery,
            id => match check(id) {
                Some(check) => Question::Check(check.asks),
                None => Question::Unknown(id.to_owned()),
            },
        }
    }
}

impl Fault {
    /// A fault without a program that reproduces it.
    fn without_program(call: CheckMessage, expected: CheckMessage, got: CheckMessage) -> Fault {
        Fault { call, expected, got, reproduce: String::new() }
    }
}

/// The method of what is found in all checks together.
pub const EVERY_METHOD: &str = "every_method";

/// A method as people read it: C++, but where it is every one of them.
pub fn method_in(method: &str, language: Language) -> Cow<'_, str> {
    match method {
        EVERY_METHOD => say(&Question::EveryMethod, language),
        one => one.into(),
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TimeLimit {
    pub(super) cpu: Duration,
    pub(super) rest: Duration,
    /// Timeouts of the same method so far, if they shortened this limit.
    pub(super) hung: Option<u32>,
}

fn finding(check: &Check, verdict: Verdict, fault: Option<Fault>) -> Finding {
    Finding {
        id: check.id.clone(),
        method: check.method.to_owned(),
        weight: check.weight,
        verdict,
        because_of: None,
        fault,
    }
}

/// The finding of a check that needs a wrong method.
pub(super) fn not_judged(check: &Check, method: Method) -> Finding {
    let got = CheckMessage::NotJudged { method: method.to_owned() };
    let fault =
        Fault::without_program(CheckMessage::Same(String::new()), CheckMessage::ToBeJudged, got);
    Finding {
        because_of: Some(method.to_owned()),
        ..finding(check, Verdict::NotJudged, Some(fault))
    }
}

pub(super) fn not_run(check: &Check, why: &Stop) -> Finding {
    let got = CheckMessage::NotRun(why.clone());
    let fault =
        Fault::without_program(CheckMessage::Same(String::new()), CheckMessage::ToBeRun, got);
    finding(check, Verdict::NotRun, Some(fault))
}

/// Judges the driver's answers; also returns the step that went wrong.
pub(super) fn judge_answers(
    check: &Check,
    steps: &[Step],
    files: &[(String, Vec<u8>)],
    returned: &ToolOutput,
    answers: &Answers<'_>,
    time: TimeLimit,
) -> (Finding, Option<usize>) {
    let mut mirror = Mirror::new(&check.files, &returned.files);
    let wrong = first_wrong(&mut mirror, steps, returned, answers, time);
    let Some((at, verdict, Mismatch { expected, got })) = wrong else {
        return (finding(check, Verdict::Passed, None), None);
    };
    let call = steps.get(at).map_or(CheckMessage::ProgramEnd, Step::message);
    let fault = Fault {
        reproduce: program(&steps[..steps.len().min(at + 1)], files),
        ..Fault::without_program(call, expected, got)
    };
    (finding(check, verdict, Some(fault)), Some(at))
}

fn first_wrong(
    mirror: &mut Mirror<'_>,
    steps: &[Step],
    returned: &ToolOutput,
    answers: &Answers<'_>,
    time: TimeLimit,
) -> Option<(usize, Verdict, Mismatch)> {
    let broken_off = |at: usize, expected: CheckMessage| {
        let (verdict, got) = match answers.forged {
            Some(line) => (Verdict::Failed, CheckMessage::Forged(quoted(line))),
            None => broken_off(&returned.ending, time),
        };
        Some((at, verdict, Mismatch { expected, got }))
    };
    let mut lines = answers.lines.iter();
    for (at, step) in steps.iter().enumerate() {
        let Some(answer) = lines.next() else {
            // What is wrong with none tells what it should have been.
            let expected = mirror.follow(at, step, "").map_err(|error| error.expected);
            return broken_off(at, expected.err().unwrap_or(CheckMessage::AnyAnswer));
        };
        if let Err(wrong) = mirror.follow(at, step, &quoted(answer).text) {
            return Some((at, Verdict::Failed, *wrong));
        }
        if mirror.is_over {
            return None;
        }
    }
    let is_quiet = answers.has_ended && answers.forged.is_none();
    if !is_quiet || returned.ending != ToolEnd::Exited(0) {
        return broken_off(steps.len(), CheckMessage::CleanExit);
    }
    let (at, wrong) = mirror.files().err()?;
    Some((at, Verdict::Failed, *wrong))
}

fn broken_off(ending: &ToolEnd, TimeLimit { cpu, hung, .. }: TimeLimit) -> (Verdict, CheckMessage) {
    let verdict = match ending {
        ToolEnd::Killed(signal) => Verdict::Crashed(*signal),
        ToolEnd::OutOfTime => Verdict::TimedOut,
        ToolEnd::OutOfMemory => Verdict::OutOfMemory,
        ToolEnd::Exited(code) => Verdict::LeftEarly(*code),
        ToolEnd::NeverBegan(_) => Verdict::NotRun,
    };
    (verdict, CheckMessage::Ended { ending: ending.clone(), cpu, hung })
}

const STRAYS: &str = "files/none-of-its-own";
const FLOODS: &str = "output/bounded";
/// Name of the check that only the driver has answered.
pub const FORGED: &str = "answers/none-of-its-own";

/// Observations over all checks, each with the check that showed it.
#[derive(Debug, Default)]
pub(super) struct RunObservations {
    strays: Vec<(String, Quote)>,
    talkative: Vec<String>,
    forged: Vec<(String, Quote)>,
}

impl RunObservations {
    pub(super) fn add(&mut self, check: &Check, returned: &ToolOutput, answers: &Answers<'_>) {
        let id = || check.id.clone();
        self.strays.extend(returned.strays.iter().map(|stray| (id(), quoted(stray.as_bytes()))));
        self.talkative.extend(returned.output_cut.then(id));
        self.forged.extend(answers.forged.map(|forged| (id(), quoted(forged))));
    }

    pub(super) fn findings(self, most_output: usize) -> [Finding; 3] {
        let RunObservations { strays, talkative, forged } = self;
        let first = |all: Vec<(String, Quote)>| {
            let others = all.len().saturating_sub(1);
            all.into_iter().next().map(|(check, quote)| (quote, check, others))
        };
        let strays = first(strays).map(|(quote, check, others)| CheckMessage::Strays {
            quote,
            check,
            others,
        });
        let forged = first(forged).map(|(quote, check, others)| CheckMessage::Forgeries {
            quote,
            check,
            others,
        });
        let floods = talkative.first().cloned();
        let floods = floods.map(|first| CheckMessage::Floods { checks: talkative.len(), first });
        [
            class_finding(STRAYS, Weight::Fault, CheckMessage::NoOtherFile, strays),
            class_finding(FLOODS, Weight::Notice, CheckMessage::OutputUpTo(most_output), floods),
            class_finding(FORGED, Weight::Fault, CheckMessage::NoOtherAnswers, forged),
        ]
    }
}

fn class_finding(
    id: &str,
    weight: Weight,
    expected: CheckMessage,
    got: Option<CheckMessage>,
) -> Finding {
    let check = Check { weight, ..bare(id, EVERY_METHOD) };
    let verdict = if got.is_none() { Verdict::Passed } else { Verdict::Failed };
    finding(
        &check,
        verdict,
        got.map(|got| Fault::without_program(CheckMessage::EveryCheck, expected, got)),
    )
}
