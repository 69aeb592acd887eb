//! Progress output: a bar on a terminal, an occasional line elsewhere.

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

use crate::words::{self, GradeMessage};
use arbitro_cli::program_name::with_program_names;
use arbitro_grade::run::Event;
use arbitro_words::{Language, say};

const LINE_EVERY: Duration = Duration::from_secs(10);

pub(crate) struct Teller {
    language: Language,
    /// Hidden where there is no terminal, or where nothing is to be seen.
    bar: ProgressBar,
    log: Option<Log>,
}

struct Log {
    last: Instant,
    part: String,
    total: Option<u64>,
}

impl Teller {
    pub(crate) fn new(is_quiet: bool, language: Language) -> Teller {
        let has_bar = !is_quiet && io::stderr().is_terminal();
        Teller {
            language,
            bar: if has_bar { ProgressBar::no_length() } else { ProgressBar::hidden() },
            log: (!is_quiet && !has_bar).then(|| Log {
                last: Instant::now(),
                part: String::new(),
                total: None,
            }),
        }
    }

    pub(crate) fn tell(&mut self, event: Event) {
        let language = self.language;
        match (event, &mut self.log) {
            (Event::Note(what), _) => self.bar.suspend(|| write(&say(&what, language))),
            (Event::Began { part, total }, None) => {
                begin(&self.bar, &say(&part, language), total, language);
            }
            (Event::Went { done, what }, None) => {
                self.bar.set_position(done);
                self.bar.set_message(say(&what, language).into_owned());
            }
            (Event::Began { part, total }, Some(log)) => {
                (log.part, log.total) = (say(&part, language).into_owned(), total);
                let total = total.map_or_else(String::new, |total| format!(": {total}"));
                write(&format!("{}{total}", log.part));
            }
            (Event::Went { done, what }, Some(log)) if log.last.elapsed() >= LINE_EVERY => {
                log.last = Instant::now();
                let what = say(&what, language);
                let (part, total) = (&log.part, log.total);
                write(&say(&GradeMessage::Progress { part, done, total, what: &what }, language));
            }
            (Event::Went { .. }, Some(_)) => {}
        }
    }

    pub(crate) fn end(&self) {
        self.bar.finish_and_clear();
    }
}

fn begin(bar: &ProgressBar, part: &str, total: Option<u64>, language: Language) {
    let style = match total {
        Some(_) => words::BAR.of(language),
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
fn write(what: &str) {
    let _ = writeln!(anstream::stderr(), "grade: {}", with_program_names(what));
}
