//! Prints answers as text or JSON to standard output, and complaints to standard error.

use std::borrow::Cow;
use std::io::{self, Write};

use anstream::ColorChoice;
use anstyle::{AnsiColor, Color, Style};
use serde::Serialize;
use serde_json::Value;

use arbitro_rules::notation::{BoardCause, BoardFault, Diagram};
use arbitro_rules::plain_text::{harmless, one_line};
use arbitro_rules::{MAX_TITLE, Titles};
use arbitro_words::{Language, MAX_TOLD_FAULTS, Message, own_text, say};

use crate::Common;
use crate::words::{self, VerifyMessage};
use arbitro_cli::closed_pipe::is_closed_pipe;
use arbitro_cli::colours::colours;
use arbitro_cli::ending::message;
use arbitro_cli::exit::Exit;
use arbitro_cli::input::is_stdin;
use arbitro_cli::wrapping::{columns, wrapped};

/// The tone of a line, which decides its colour.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Tone {
    Good,
    Bad,
    Note,
}

impl Tone {
    const fn style(self) -> Style {
        let colour = match self {
            Tone::Good => AnsiColor::Green,
            Tone::Bad => AnsiColor::Red,
            Tone::Note => AnsiColor::Yellow,
        };
        Style::new().bold().fg_color(Some(Color::Ansi(colour)))
    }
}

pub(crate) struct Printer {
    out: io::BufWriter<anstream::AutoStream<io::Stdout>>,
    in_colour: bool,
    /// The width of the terminal, if it is one.
    columns: Option<usize>,
    pub(crate) json: bool,
    /// One line a file.
    pub(crate) quiet: bool,
    /// Report every fault of a board and of a file, not only the first few.
    pub(crate) all: bool,
    /// Language of texts; JSON is the same in every language.
    pub(crate) language: Language,
    worst_exit: Exit,
}

impl Printer {
    pub(crate) fn new(common: &Common) -> Printer {
        let choice = colours(common.color);
        let out = io::BufWriter::new(anstream::AutoStream::new(io::stdout(), choice));
        Printer {
            out,
            columns: columns(io::stdout()),
            in_colour: choice != ColorChoice::Never,
            json: common.json,
            quiet: common.quiet,
            all: common.all,
            language: common.language.language(),
            worst_exit: Exit::Yes,
        }
    }

    pub(crate) fn say(&self, text: &dyn Message) -> Cow<'static, str> {
        say(text, self.language)
    }

    /// A sentence of the program that knows the rules of a game, on one line.
    pub(crate) fn program_sentence(&self, titles: &Titles) -> String {
        one_line(own_text(titles, self.language), MAX_TITLE)
    }

    /// Prints a verdict: a coloured word, then the rest of the line.
    pub(crate) fn verdict(
        &mut self,
        subject: &str,
        tone: Tone,
        word: &dyn Message,
        rest: &dyn Message,
    ) -> io::Result<()> {
        self.remark(&format!("{subject}:"), tone, &self.say(word), &self.say(rest))
    }

    /// Prints a verdict as a sentence, without a colon.
    pub(crate) fn remark(
        &mut self,
        subject: &str,
        tone: Tone,
        word: &str,
        rest: &str,
    ) -> io::Result<()> {
        let style = tone.style();
        let before = subject.chars().count() + 1 + word.chars().count();
        let rest = wrapped(&fit(rest), before, self.columns);
        writeln!(self.out, "{subject} {style}{word}{style:#}{rest}")
    }

    pub(crate) fn tell(&mut self, text: &dyn Message) -> io::Result<()> {
        self.line(&self.say(text))
    }

    pub(crate) fn line(&mut self, text: &str) -> io::Result<()> {
        writeln!(self.out, "{}", wrapped(&fit(text), 0, self.columns))
    }

    /// Reports the faults of a board: the cause, if one explains them all, then the faults, or only
    /// the first few unless all are requested.
    pub(crate) fn faults(
        &mut self,
        cause: Option<&BoardCause>,
        faults: &[BoardFault],
    ) -> io::Result<()> {
        if let Some(cause) = cause {
            self.note(&say(cause, self.language))?;
        }
        let count = if self.all { faults.len() } else { faults.len().min(MAX_TOLD_FAULTS) };
        for fault in &faults[..count] {
            self.line(&format!("  {}", say(fault, self.language)))?;
        }
        let more = faults.len() - count;
        if more > 0 {
            self.tell(&VerifyMessage::MoreFaults(more))?;
        }
        Ok(())
    }

    pub(crate) fn note(&mut self, text: &str) -> io::Result<()> {
        let style = Tone::Note.style();
        let note = words::NOTE.of(self.language);
        let text = wrapped(&fit(text), note.chars().count() + 4, self.columns);
        writeln!(self.out, "  {style}{note}{style:#}: {text}")
    }

    pub(crate) fn json(&mut self, value: &impl Serialize) -> io::Result<()> {
        // Sorts the keys, in whatever order a type has its fields.
        writeln!(self.out, "{}", serde_json::to_value(value)?)
    }

    /// Records a verdict before it is printed, so that it counts even after a broken pipe.
    pub(crate) fn record(&mut self, exit: Exit) -> Exit {
        self.worst_exit = self.worst_exit.max(exit);
        exit
    }

    /// The worst verdict so far; yes without any.
    pub(crate) fn worst_exit(&self) -> Exit {
        self.worst_exit
    }

    /// Returns the exit code of an answer, or reports an error: as a complaint, and with `--json`
    /// as a line in the answer's place that names the subject. A broken pipe alone is returned as
    /// an error, because nothing more can be printed.
    pub(crate) fn answer_or_complaint(
        &mut self,
        done: anyhow::Result<Exit>,
        mut asked: Value,
    ) -> anyhow::Result<Exit> {
        match done {
            Err(error) if !is_closed_pipe(&error) => {
                let exit = self.record(Exit::CouldNot);
                let text = message(&error);
                complain(&text);
                if self.json {
                    asked["error"] = text.into();
                    self.json(&asked)?;
                }
                Ok(exit)
            }
            done => done,
        }
    }

    /// Reports that a file cannot be judged: as a complaint in the reader's language, and with
    /// `--json` as a line that names the subject.
    pub(crate) fn refuse(
        &mut self,
        file: &str,
        text: &dyn Message,
        mut asked: Value,
    ) -> io::Result<Exit> {
        complain(&format!("{file}: {}", self.say(text)));
        if self.json {
            asked["error"] = format!("{file}: {}", english(text)).into();
            self.json(&asked)?;
        }
        Ok(self.record(Exit::CouldNot))
    }

    /// Prints a drawn board with a title, unless quiet.
    pub(crate) fn diagram(&mut self, title: &str, diagram: &Diagram) -> io::Result<()> {
        if self.quiet {
            return Ok(());
        }
        writeln!(self.out, "  {title}")?;
        write!(self.out, "{}", if self.in_colour { &diagram.coloured } else { &diagram.plain })
    }

    pub(crate) fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// Says it in English, which programs read.
pub(crate) fn english(message: &(impl Message + ?Sized)) -> Cow<'static, str> {
    say(message, Language::English)
}

/// A message as an error, in English.
pub(crate) fn complaint(message: &(impl Message + ?Sized)) -> anyhow::Error {
    anyhow::Error::msg(english(message))
}

/// Prints to standard error; ignores a closed one.
pub(crate) fn complain(text: &str) {
    let text = wrapped(&format!("verify: {}", fit(text)), 0, columns(io::stderr()));
    let _ = writeln!(anstream::stderr(), "{text}");
}

/// Sanitises untrusted text for a terminal. A board keeps its line breaks.
fn fit(text: &str) -> String {
    let lines: Vec<String> = text.split('\n').map(harmless).collect();
    lines.join("\n")
}

/// Formats a path for a message.
pub(crate) fn shown(path: &std::path::Path) -> String {
    if is_stdin(path) {
        return "standard input".to_owned();
    }
    harmless(&path.to_string_lossy())
}
