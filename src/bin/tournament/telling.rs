//! Reports progress: a bar on a terminal, occasional lines elsewhere, JSON for programs.

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

use arbitro_rules::language::Language;
use arbitro_rules::said;
use arbitro_tournament::TournamentEvent;

/// Interval between lines without a terminal.
const LINE_EVERY: Duration = Duration::from_secs(10);

/// The audience of progress reports.
pub(crate) enum ProgressReporter {
    /// No audience.
    Nobody,
    /// A person at a terminal.
    Bar(ProgressBar, Language),
    /// A log.
    Lines { began: Instant, last: Instant, earlier: u64, language: Language },
    /// A program.
    Json,
}

impl ProgressReporter {
    pub(crate) fn new(is_quiet: bool, is_json: bool, language: Language) -> ProgressReporter {
        if is_json {
            ProgressReporter::Json
        } else if is_quiet {
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
                if let TournamentEvent::Began { done, .. } = event {
                    *earlier = *done;
                }
                if last.elapsed() >= LINE_EVERY
                    && let TournamentEvent::Match { done, .. } = event
                {
                    *last = Instant::now();
                    let rate = (done - *earlier) as f64 / began.elapsed().as_secs_f64();
                    return line(event, rate, *language);
                }
                Ok(())
            }
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

/// Says that several matches at once are played on the same cores.
fn shared_said(cores: &[usize], language: Language) -> String {
    let cores: Vec<String> = cores.iter().map(ToString::to_string).collect();
    let cores = cores.join(", ");
    let told = said!(
        "several matches at once, of this run or another one, are played on core {cores}: each may make the other's players late; fewer --jobs avoid it",
        "più partite insieme, di questo torneo o di un altro, si giocano sul nucleo {cores}: l'una può far ritardare i giocatori dell'altra; con meno --jobs non succede",
        "plusieurs parties à la fois, de ce tournoi ou d’un autre, se jouent sur le cœur {cores} : l’une peut mettre les joueurs de l’autre en retard ; moins de --jobs l’évitent"
    );
    format!("tournament: {}", told.in_language(language))
}

fn show(bar: &ProgressBar, event: &TournamentEvent<'_>, language: Language) {
    match event {
        TournamentEvent::Cores { shared, .. } => {
            if !shared.is_empty() {
                bar.println(shared_said(shared, language));
            }
        }
        TournamentEvent::Began { matches, done, .. } => {
            if let Some(matches) = matches {
                bar.set_length(*matches);
            }
            let style = match (matches, language) {
                (Some(_), Language::English) => {
                    "{bar:30} {pos}/{len} matches, {per_sec}, {eta} to go, ahead: {wide_msg}"
                }
                (Some(_), Language::Italian) => {
                    "{bar:30} {pos}/{len} partite, {per_sec}, ancora {eta}, in testa: {wide_msg}"
                }
                (Some(_), Language::French) => {
                    "{bar:30} {pos}/{len} parties, {per_sec}, encore {eta}, en tête : {wide_msg}"
                }
                (None, Language::English) => {
                    "{spinner} {pos} matches, {per_sec}, ahead: {wide_msg}"
                }
                (None, Language::Italian) => {
                    "{spinner} {pos} partite, {per_sec}, in testa: {wide_msg}"
                }
                (None, Language::French) => {
                    "{spinner} {pos} parties, {per_sec}, en tête : {wide_msg}"
                }
            };
            if let Ok(style) = ProgressStyle::with_template(style) {
                bar.set_style(style);
            }
            bar.set_position(*done);
            // Matches of an earlier run took none of this run's time.
            bar.reset_eta();
        }
        TournamentEvent::Match { done, leader, .. } => {
            bar.set_position(*done);
            bar.set_message((*leader).to_owned());
        }
        TournamentEvent::Decided { last, llr } => {
            let told = said!(
                "decided after {last} matches, log-likelihood ratio {llr:.2}",
                "deciso dopo {last} partite, rapporto di log-verosimiglianza {llr:.2}",
                "décidé après {last} parties, rapport de log-vraisemblance {llr:.2}"
            );
            bar.println(told.in_language(language));
        }
        TournamentEvent::Ended { .. } => {}
    }
}

fn line(event: &TournamentEvent<'_>, rate: f64, language: Language) -> io::Result<()> {
    let TournamentEvent::Match { done, matches, leader, .. } = event else {
        return Ok(());
    };
    let mut out = anstream::stderr().lock();
    let told = match matches {
        Some(matches) => {
            let left = matches.saturating_sub(*done) as f64 / rate.max(1e-9);
            said!(
                "{done} of {matches} matches, {rate:.1} a second, {left:.0} s to go, ahead: {leader}",
                "{done} partite su {matches}, {rate:.1} al secondo, ancora {left:.0} s, in testa: {leader}",
                "{done} parties sur {matches}, {rate:.1} par seconde, encore {left:.0} s, en tête : {leader}"
            )
        }
        None => said!(
            "{done} matches, {rate:.1} a second, ahead: {leader}",
            "{done} partite, {rate:.1} al secondo, in testa: {leader}",
            "{done} parties, {rate:.1} par seconde, en tête : {leader}"
        ),
    };
    writeln!(out, "{}", told.in_language(language))
}
