//! What happens, told while it happens: a bar on a terminal, a line now and then elsewhere.

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

use arbitro::grade::run::Event;

/// Between two lines, where there is no terminal.
const LINE_EVERY: Duration = Duration::from_secs(10);

/// Who is told. What could not be done is told to everybody.
pub(crate) enum Teller {
    /// Nobody who wants to know more.
    Quiet,
    /// Somebody at a terminal.
    Bar(ProgressBar),
    /// A log.
    Lines {
        last: Instant,
        part: &'static str,
        total: Option<u64>,
    },
}

impl Teller {
    pub(crate) fn new(is_quiet: bool) -> Teller {
        if is_quiet {
            Teller::Quiet
        } else if io::stderr().is_terminal() {
            Teller::Bar(ProgressBar::no_length())
        } else {
            Teller::Lines {
                last: Instant::now(),
                part: "",
                total: None,
            }
        }
    }

    pub(crate) fn tell(&mut self, event: Event) {
        match (&mut *self, event) {
            (Teller::Bar(bar), Event::Said(what)) => bar.suspend(|| say(&what)),
            (_, Event::Said(what)) => say(&what),
            (Teller::Quiet, _) => {}
            (Teller::Bar(bar), Event::Began { part, total }) => begin(bar, part, total),
            (Teller::Bar(bar), Event::Went { done, what }) => {
                bar.set_position(done);
                bar.set_message(what);
            }
            (
                Teller::Lines { part, total, .. },
                Event::Began {
                    part: next,
                    total: of,
                },
            ) => {
                (*part, *total) = (next, of);
                match of {
                    Some(of) => say(&format!("{next}: {of}")),
                    None => say(next),
                }
            }
            (Teller::Lines { last, part, total }, Event::Went { done, what }) => {
                if last.elapsed() >= LINE_EVERY {
                    *last = Instant::now();
                    let of = total.map_or_else(String::new, |total| format!(" of {total}"));
                    say(&format!("{part}: {done}{of}, {what}"));
                }
            }
        }
    }

    pub(crate) fn end(&self) {
        if let Teller::Bar(bar) = self {
            bar.finish_and_clear();
        }
    }
}

fn begin(bar: &ProgressBar, part: &'static str, total: Option<u64>) {
    let style = match total {
        Some(_) => "{bar:30} {pos}/{len} {prefix}, {eta} to go: {wide_msg}",
        None => "{spinner} {prefix}",
    };
    if let Ok(style) = ProgressStyle::with_template(style) {
        bar.set_style(style);
    }
    bar.set_prefix(part);
    bar.set_message("");
    match total {
        Some(total) => bar.set_length(total),
        None => bar.unset_length(),
    }
    bar.reset();
}

/// A closed pipe is nobody who listens.
fn say(what: &str) {
    let _ = writeln!(anstream::stderr(), "grade: {what}");
}
