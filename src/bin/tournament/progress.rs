//! Reports progress: a bar on a terminal, occasional lines elsewhere, JSON for programs.

use std::fmt;
use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

use indicatif::style::TemplateError;
use indicatif::{HumanDuration, ProgressBar, ProgressState, ProgressStyle};

use arbitro_cli::wrapping::columns;
use arbitro_rules::plain_text::harmless;
use arbitro_tournament::report::{Width, ranking_text_in};
use arbitro_tournament::{Results, TournamentEvent};
use arbitro_words::{Count, Decimals, Language, say};

use crate::options::ProgressOptions;
use crate::words::{self, CommandMessage, MatchesLeft, time_left_text};

/// Interval between lines without a terminal.
const LINE_EVERY: Duration = Duration::from_secs(10);
/// Maximum players below the bar.
const MAX_RANKED: usize = 10;

/// The audience of progress reports.
pub(crate) enum ProgressReporter {
    Nobody,
    /// A person at a terminal.
    Bar(ProgressBar, Language),
    Lines {
        began: Instant,
        last: Instant,
        earlier: u64,
        language: Language,
    },
    Json,
}

impl ProgressReporter {
    pub(crate) fn new(options: &ProgressOptions, language: Language) -> ProgressReporter {
        if options.events {
            ProgressReporter::Json
        } else if options.quiet {
            ProgressReporter::Nobody
        } else if io::stderr().is_terminal() {
            ProgressReporter::Bar(ProgressBar::no_length(), language)
        } else {
            let began = Instant::now();
            ProgressReporter::Lines { began, last: began, earlier: 0, language }
        }
    }

    /// Reports an event. After a broken pipe nothing is reported, and the tournament goes on.
    pub(crate) fn tell(&mut self, event: &TournamentEvent<'_>) -> io::Result<()> {
        match self.try_tell(event) {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {
                *self = ProgressReporter::Nobody;
                Ok(())
            }
            told => told,
        }
    }

    fn try_tell(&mut self, event: &TournamentEvent<'_>) -> io::Result<()> {
        match self {
            ProgressReporter::Nobody => Ok(()),
            ProgressReporter::Bar(bar, language) => {
                show(bar, event, *language);
                Ok(())
            }
            ProgressReporter::Lines { began, last, earlier, language } => {
                match *event {
                    TournamentEvent::Entered { .. } | TournamentEvent::Rests { .. } => {
                        writeln!(anstream::stderr(), "{}", in_or_out(event, *language))?;
                    }
                    TournamentEvent::Began { done, .. } => *earlier = done,
                    TournamentEvent::Match { done, matches, leader, .. }
                        if last.elapsed() >= LINE_EVERY =>
                    {
                        *last = Instant::now();
                        let rate = (done - *earlier) as f64 / began.elapsed().as_secs_f64();
                        let left = matches.map(|matches| MatchesLeft {
                            matches,
                            time: time_left_text(
                                matches.saturating_sub(done) as f64 / rate.max(1e-9),
                            ),
                        });
                        let text =
                            CommandMessage::Progress { done, rate: Decimals(rate), left, leader };
                        writeln!(anstream::stderr(), "{}", say(&text, *language))?;
                    }
                    _ => {}
                }
                Ok(())
            }
            ProgressReporter::Json if matches!(event, TournamentEvent::Results(_)) => Ok(()),
            ProgressReporter::Json => {
                let mut out = io::stdout().lock();
                serde_json::to_writer(&mut out, event)?;
                out.write_all(b"\n")?;
                // A program may be reading along.
                out.flush()
            }
        }
    }

    pub(crate) fn end(&self) {
        if let ProgressReporter::Bar(bar, _) = self {
            bar.finish_and_clear();
        }
    }
}

/// Makes a bar's style from a template whose `{left}` is the estimated time left.
pub(crate) fn style_with_time_left(template: &str) -> Result<ProgressStyle, TemplateError> {
    let left = |state: &ProgressState, text: &mut dyn fmt::Write| {
        let is_done = state.len().is_none_or(|all| state.pos() >= all);
        // A failed write shows no estimate.
        let _ = text.write_str(&time_left(is_done, state.per_sec(), state.eta()));
    };
    let rate = |state: &ProgressState, text: &mut dyn fmt::Write| {
        let _ = write!(text, "{:.0}", state.per_sec() * 60.0);
    };
    Ok(ProgressStyle::with_template(template)?.with_key("left", left).with_key("rate", rate))
}

/// Formats an estimate. Without a rate, the bar's own one is zero.
fn time_left(is_done: bool, rate: f64, estimate: Duration) -> String {
    if is_done {
        return format!("{:#}", HumanDuration(Duration::ZERO));
    }
    if rate <= 0.0 {
        return "?".to_owned();
    }
    format!("{:#}", HumanDuration(estimate.max(Duration::from_secs(1))))
}

fn show(bar: &ProgressBar, event: &TournamentEvent<'_>, language: Language) {
    match event {
        TournamentEvent::Cores { shared, .. } => {
            if !shared.is_empty() {
                let cores: Vec<String> = shared.iter().map(ToString::to_string).collect();
                let shared = CommandMessage::SharedCores { cores: &cores.join(", ") };
                bar.println(format!("tournament: {}", say(&shared, language)));
            }
        }
        TournamentEvent::Began { matches, done, .. } => {
            if let Some(matches) = matches {
                bar.set_length(*matches);
            }
            let style = if matches.is_some() { words::BAR } else { words::ENDLESS_BAR };
            if let Ok(style) = style_with_time_left(style.of(language)) {
                bar.set_style(style);
            }
            bar.set_position(*done);
            // Matches of an earlier run took none of this run's time.
            bar.reset_eta();
        }
        TournamentEvent::Entered { .. } | TournamentEvent::Rests { .. } => {
            bar.println(in_or_out(event, language));
        }
        TournamentEvent::Match { done, .. } => bar.set_position(*done),
        TournamentEvent::Results(results) => bar.set_message(ranking_below(results, language)),
        &TournamentEvent::Decided { last, llr } => {
            let decided =
                CommandMessage::Decided { last: Count::Matches(last), llr: Decimals(llr) };
            bar.println(say(&decided, language));
        }
        &TournamentEvent::Repeated { last } => {
            bar.println(say(&CommandMessage::Repeated { last: Count::Matches(last) }, language));
        }
        TournamentEvent::Ended { .. } => {}
    }
}

/// Says that a player plays from now on, or rests.
fn in_or_out(event: &TournamentEvent<'_>, language: Language) -> String {
    let text = match event {
        TournamentEvent::Entered { player } => CommandMessage::Entered { player },
        TournamentEvent::Rests { player } => CommandMessage::Rests { player },
        _ => return String::new(),
    };
    harmless(&say(&text, language))
}

/// The ranking so far, and how two players compare, as lines below the bar.
fn ranking_below(results: &Results, language: Language) -> String {
    let standings = results.standings();
    let (width, columns) = (Width::First(MAX_RANKED), columns(io::stderr()));
    let text = ranking_text_in(results, &standings, width, columns, language);
    format!("\n{}", text.trim_end())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn while_matches_are_left_no_estimate_is_zero() {
        assert_eq!(time_left(false, 0.0, Duration::ZERO), "?", "no match has ended");
        assert_eq!(time_left(false, 9.0, Duration::from_millis(100)), "1s");
        assert_eq!(time_left(false, 0.1, Duration::from_secs(1020)), "17m");
        assert_eq!(time_left(true, 0.0, Duration::ZERO), "0s");
        assert_eq!(time_left_text(0.2), "1 s");
    }
}
