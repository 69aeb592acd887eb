//! Findings of conformance checks, as plain data.

use serde::{Deserialize, Serialize};

use super::answers::Answers;
use super::checks::{Check, Weight, bare};
use super::mirror::{Mirror, Mismatch};
use super::program;
use super::running::TimeLimit;
use super::step::{Method, Step};
use super::told::quoted;
use arbitro_rules::language::{Language, Said};
use arbitro_rules::plain_text::one_line;
use arbitro_rules::said_in_two as said;
use arbitro_sandbox::{ToolEnd, ToolOutput};

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Finding {
    pub id: String,
    pub method: String,
    pub asks: Said,
    pub weight: Weight,
    pub verdict: Verdict,
    /// The method for whose fault it could not be judged.
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
    /// It left in the middle, with this code.
    LeftEarly(i32),
    NotRun,
    /// A method that the check depends on is wrong; the fault is reported there only.
    NotJudged,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fault {
    /// The call that gave the wrong answer, or none.
    pub call: Said,
    pub expected: Said,
    pub got: Said,
    /// A program that shows it; empty when there is none to write.
    pub reproduce: String,
}

impl Finding {
    pub fn passed(&self) -> bool {
        self.verdict == Verdict::Passed
    }

    /// Returns true for a failure of the student's own; unjudged checks are not.
    pub fn is_held_against(&self) -> bool {
        !matches!(self.verdict, Verdict::Passed | Verdict::NotJudged)
    }

    /// The method as people read it: C++, but where it is every one of them.
    pub fn method_in(&self, language: Language) -> &str {
        match self.method.as_str() {
            EVERY_METHOD => language.either(EVERY_METHOD, "tutti i metodi"),
            one => one,
        }
    }
}

impl Fault {
    /// One without a program that reproduces it.
    fn told(call: Said, expected: Said, got: Said) -> Fault {
        Fault { call, expected, got, reproduce: String::new() }
    }
}

/// The method of what is found in all checks together.
pub const EVERY_METHOD: &str = "every method";

pub fn signal_name(signal: i32) -> Said {
    let (english, italian) = match signal {
        4 => (
            "SIGILL, an illegal instruction: often a missing return",
            "SIGILL, un'istruzione che non esiste: spesso una funzione senza il suo return",
        ),
        6 => (
            "SIGABRT: an uncaught exception, a failed assert, or a double free",
            "SIGABRT: un'eccezione che nessuno ha catturato, un assert fallito, o memoria liberata due volte",
        ),
        7 => ("SIGBUS, an invalid address", "SIGBUS, memoria che non c'è"),
        8 => ("SIGFPE: often a division by zero", "SIGFPE: spesso una divisione per zero"),
        9 => ("SIGKILL", "SIGKILL"),
        11 => (
            "SIGSEGV, an invalid memory access; or endless recursion",
            "SIGSEGV, memoria che non è del programma; o chiamate senza fine",
        ),
        25 => ("SIGXFSZ, a file too large", "SIGXFSZ, un file diventato troppo grande"),
        31 => (
            "SIGSYS, a forbidden system call",
            "SIGSYS, una chiamata di sistema che i giocatori non possono fare",
        ),
        _ => ("a signal", "un segnale"),
    };
    Said::in_two(english, italian)
}

fn finding(check: &Check, verdict: Verdict, fault: Option<Fault>) -> Finding {
    Finding {
        id: check.id.clone(),
        method: check.method.to_owned(),
        asks: check.asks.clone(),
        weight: check.weight,
        verdict,
        because_of: None,
        fault,
    }
}

/// The finding of a check that cannot be judged, because a method that it needs is wrong.
pub(super) fn not_judged(check: &Check, method: Method) -> Finding {
    let expected = Said::in_two("to be judged", "che venga giudicata");
    let got = said!(
        "not judged: {method} is wrong, see there",
        "non giudicata: {method} è sbagliato, si veda lì",
    );
    let fault = Fault::told(Said::same(""), expected, got);
    Finding {
        because_of: Some(method.to_owned()),
        ..finding(check, Verdict::NotJudged, Some(fault))
    }
}

pub(super) fn not_run(check: &Check, why: &Said) -> Finding {
    let expected = Said::in_two("to be run", "che venga eseguita");
    let got = said_around!(why; "it was not run: {why}", "non lo è stata, perché {why}");
    let fault = Fault::told(Said::same(""), expected, got);
    finding(check, Verdict::NotRun, Some(fault))
}

/// Judges what a driver brought back of these steps, having been given so much time; with the step at
/// which something was wrong.
pub(super) fn judged(
    check: &Check,
    steps: &[Step],
    returned: &ToolOutput,
    answers: &Answers<'_>,
    time: TimeLimit,
) -> (Finding, Option<usize>) {
    let mut mirror = Mirror::new(&check.files, &returned.files);
    let wrong = first_wrong(&mut mirror, steps, returned, answers, time);
    let Some((at, verdict, Mismatch { expected, got })) = wrong else {
        return (finding(check, Verdict::Passed, None), None);
    };
    let call = steps.get(at).map(Step::words);
    let call =
        call.unwrap_or_else(|| Said::in_two("the end of the program", "la fine del programma"));
    let fault = Fault {
        reproduce: program(&steps[..steps.len().min(at + 1)], &check.files),
        ..Fault::told(call, expected, got)
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
    let broken_off = |at: usize, expected: Said| {
        let (verdict, got) = match answers.forged {
            Some(line) => {
                let got = quoted(line).after([
                    "a line not from the checking program: ",
                    "una riga che non era del programma di verifica: ",
                ]);
                (Verdict::Failed, got)
            }
            None => broken_off(&returned.ending, time),
        };
        Some((at, verdict, Mismatch { expected, got }))
    };
    let mut lines = answers.lines.iter();
    for (at, step) in steps.iter().enumerate() {
        let Some(answer) = lines.next() else {
            // What is wrong with none tells what it should have been.
            let expected = mirror.follow(at, step, "").map_err(|it| it.expected);
            let any = Said::in_two("an answer", "una risposta");
            return broken_off(at, expected.err().unwrap_or(any));
        };
        if let Err(wrong) = mirror.follow(at, step, &printable(answer)) {
            return Some((at, Verdict::Failed, wrong));
        }
        if mirror.is_over {
            return None;
        }
    }
    let is_quiet = answers.has_ended && answers.forged.is_none();
    if !is_quiet || returned.ending != ToolEnd::Exited(0) {
        let expected = Said::in_two("a clean exit", "una fine senza intoppi");
        return broken_off(steps.len(), expected);
    }
    let (at, wrong) = mirror.files().err()?;
    Some((at, Verdict::Failed, wrong))
}

fn broken_off(ending: &ToolEnd, time: TimeLimit) -> (Verdict, Said) {
    match ending {
        ToolEnd::Killed(signal) => {
            let name = signal_name(*signal);
            let got = said_around!(
                name;
                "it was killed by signal {signal} ({name})",
                "è stato interrotto dal segnale {signal} ({name})",
            );
            (Verdict::Crashed(*signal), got)
        }
        ToolEnd::OutOfTime => (Verdict::TimedOut, out_of_time(time)),
        ToolEnd::OutOfMemory => (
            Verdict::OutOfMemory,
            Said::in_two(
                "it used more memory than a player may",
                "ha usato più memoria di quanta ne possa avere un giocatore",
            ),
        ),
        ToolEnd::Exited(code) => (
            Verdict::LeftEarly(*code),
            said!(
                "the program exited with code {code}",
                "l'intero programma è uscito con codice {code}"
            ),
        ),
        ToolEnd::NeverBegan(why) => {
            (Verdict::NotRun, said!("it cannot be run: {why}", "non si può eseguire: {why}"))
        }
    }
}

fn out_of_time(time: TimeLimit) -> Said {
    let seconds = time.cpu.as_secs_f64();
    match time.hung {
        None => said!("it did not end within {seconds} s", "non è terminato entro {seconds} s"),
        Some(times) => said!(
            "it did not end within {seconds} s, a shorter limit because {times} earlier checks of this method did not end",
            "non è terminato entro {seconds} s; non ne ha avuto di più, perché {times} verifiche di questo metodo prima di questa non sono terminate",
        ),
    }
}

fn printable(bytes: &[u8]) -> String {
    const MAX_BYTES: usize = 300;
    bytes[..bytes.len().min(MAX_BYTES)].escape_ascii().to_string()
}

/// Name of the check that only the driver has answered.
pub const FORGED: &str = "answers/none-of-its-own";

/// Observations over all checks, each with the check that showed it.
#[derive(Debug, Default)]
pub(super) struct Seen {
    strays: Vec<(String, Said)>,
    talkative: Vec<String>,
    forged: Vec<(String, Said)>,
}

impl Seen {
    pub(super) fn add(&mut self, check: &Check, returned: &ToolOutput, answers: &Answers<'_>) {
        let id = || check.id.clone();
        let strays = returned.strays.iter();
        self.strays.extend(strays.map(|it| (id(), quoted(it.as_bytes()))));
        self.talkative.extend(returned.output_cut.then(id));
        self.forged.extend(answers.forged.map(|it| (id(), quoted(it))));
    }

    pub(super) fn findings(&self, most_output: usize) -> [Finding; 3] {
        let first = |all: &[(String, Said)]| {
            let (id, what) = all.first()?;
            let others = all.len() - 1;
            let more = format!(", and {others} more in other checks");
            let [more, altre] = match others {
                0 => ["", ""].map(str::to_owned),
                1 => [more, ", e un'altra volta in altre verifiche".to_owned()],
                _ => [more, format!(", e altre {others} volte in altre verifiche")],
            };
            let what = what.map(|it| one_line(it, 200));
            Some(said_around!(
                what;
                "{what} in the check {id}{more}",
                "{what} nella verifica {id}{altre}",
            ))
        };
        let first_flood = self.talkative.first().map(|id| {
            let count = self.talkative.len();
            let verifiche = if count == 1 { "verifica" } else { "verifiche" };
            said!(
                "more in {count} checks, the first of them {id}",
                "di più in {count} {verifiche}, a cominciare da {id}",
            )
        });
        let strays = first(&self.strays).map(|it| {
            said_around!(it; "{it}; look at what it is for", "{it}; va guardato a che cosa serve")
        });
        [
            seen(
                "files/none-of-its-own",
                Said::in_two(
                    "no files are written except those asked for",
                    "non si scrivono altri file oltre a quelli richiesti",
                ),
                Weight::Fault,
                Said::in_two("no other file", "nessun altro file"),
                strays,
            ),
            seen(
                "output/bounded",
                Said::in_two(
                    "little is printed: too much output loses a match",
                    "si stampa poco: con un fiume di output una partita è persa",
                ),
                Weight::Notice,
                said!(
                    "at most {most_output} bytes in a check",
                    "al più {most_output} byte per verifica"
                ),
                first_flood,
            ),
            seen(
                FORGED,
                Said::in_two(
                    "only the checking program reports results",
                    "nessuno risponde al posto del programma di verifica",
                ),
                Weight::Fault,
                Said::in_two(
                    "no results except those of the methods called",
                    "nessuna risposta oltre a quelle dei metodi chiamati",
                ),
                first(&self.forged),
            ),
        ]
    }
}

fn seen(id: &str, asks: Said, weight: Weight, expected: Said, got: Option<Said>) -> Finding {
    let check = Check { asks, weight, ..bare(id, EVERY_METHOD) };
    let every = Said::in_two("every check", "tutte le verifiche");
    match got {
        None => finding(&check, Verdict::Passed, None),
        Some(got) => {
            let fault = Fault::told(every, expected, got);
            finding(&check, Verdict::Failed, Some(fault))
        }
    }
}
