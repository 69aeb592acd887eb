//! Progress output: a bar on a terminal, an occasional line elsewhere.

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

use arbitro_grade::run::Event;
use arbitro_rules::language::Language;

/// Between two lines, where there is no terminal.
const LINE_EVERY: Duration = Duration::from_secs(10);

/// Prints progress in the user's language.
pub(crate) struct Teller {
    language: Language,
    progress: Progress,
}

enum Progress {
    Quiet,
    Bar(ProgressBar),
    Lines {
        last: Instant,
        part: String,
        total: Option<u64>,
    },
}

impl Teller {
    pub(crate) fn new(is_quiet: bool, language: Language) -> Teller {
        let progress = if is_quiet {
            Progress::Quiet
        } else if io::stderr().is_terminal() {
            Progress::Bar(ProgressBar::no_length())
        } else {
            Progress::Lines {
                last: Instant::now(),
                part: String::new(),
                total: None,
            }
        };
        Teller { language, progress }
    }

    pub(crate) fn tell(&mut self, event: Event) {
        let language = self.language;
        match (&mut self.progress, event) {
            (Progress::Bar(bar), Event::Said(what)) => {
                bar.suspend(|| say(what.in_language(language)))
            }
            (_, Event::Said(what)) => say(what.in_language(language)),
            (Progress::Quiet, _) => {}
            (Progress::Bar(bar), Event::Began { part, total }) => {
                begin(bar, part.in_language(language), total, language);
            }
            (Progress::Bar(bar), Event::Went { done, what }) => {
                bar.set_position(done);
                bar.set_message(what.in_language(language).to_owned());
            }
            (
                Progress::Lines { part, total, .. },
                Event::Began {
                    part: next,
                    total: of,
                },
            ) => {
                (*part, *total) = (next.in_language(language).to_owned(), of);
                match of {
                    Some(of) => say(&format!("{part}: {of}")),
                    None => say(part),
                }
            }
            (Progress::Lines { last, part, total }, Event::Went { done, what }) => {
                if last.elapsed() >= LINE_EVERY {
                    *last = Instant::now();
                    let of = language.either("of", "su");
                    let of = total.map_or_else(String::new, |total| format!(" {of} {total}"));
                    let what = what.in_language(language);
                    say(&format!("{part}: {done}{of}, {what}"));
                }
            }
        }
    }

    pub(crate) fn end(&self) {
        if let Progress::Bar(bar) = &self.progress {
            bar.finish_and_clear();
        }
    }
}

fn begin(bar: &ProgressBar, part: &str, total: Option<u64>, language: Language) {
    let style = match total {
        Some(_) => language.either(
            "{bar:30} {pos}/{len} {prefix}, {eta} to go: {wide_msg}",
            "{bar:30} {pos}/{len} {prefix}, ancora {eta}: {wide_msg}",
        ),
        None => "{spinner} {prefix}",
    };
    if let Ok(style) = ProgressStyle::with_template(style) {
        bar.set_style(style);
    }
    bar.set_prefix(part.to_owned());
    bar.set_message("");
    match total {
        Some(total) => bar.set_length(total),
        None => bar.unset_length(),
    }
    bar.reset();
}

/// Writes to standard error; a broken pipe is not an error.
fn say(what: &str) {
    let _ = writeln!(anstream::stderr(), "grade: {what}");
}
