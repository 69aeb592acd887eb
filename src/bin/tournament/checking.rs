//! `tournament run --verify`: replays the journal ply by ply, by the rules alone.

use std::io::{self, Write};
use std::path::Path;

use anyhow::{Context, Result};

use arbitro_records::check_record;
use arbitro_rules::judge::Diagnose;
use arbitro_rules::language::{Language, Said, matches_in, of_each};
use arbitro_rules::said;
use arbitro_tournament::{JOURNAL, read_journal};
use arbitro_words::{Count, say};

/// Result of replaying a journal.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct ReplayCheck {
    matches: u64,
    plies: u64,
    wrong: u64,
}

impl ReplayCheck {
    /// Returns true if every match is as recorded.
    pub(crate) fn is_right(self) -> bool {
        self.wrong == 0
    }

    /// Describes the result.
    pub(crate) fn said(self) -> Said {
        let ReplayCheck { matches, plies, wrong } = self;
        of_each(|language| {
            let (matches, plies) =
                (matches_in(matches, language), say(&Count::Plies(plies), language));
            match (language, wrong) {
                (Language::English, 0) => {
                    format!("played again: {matches}, {plies}, all as they say")
                }
                (Language::English, _) => {
                    format!("played again: {matches}, {plies}, {wrong} not as they say")
                }
                (Language::Italian, 0) => {
                    format!("rigiocate: {matches}, {plies}, tutte come è scritto")
                }
                (Language::Italian, _) => {
                    format!("rigiocate: {matches}, {plies}, {wrong} non come è scritto")
                }
                (Language::French, 0) => {
                    format!("rejoué : {matches}, {plies}, tout est comme écrit")
                }
                (Language::French, _) => {
                    format!("rejoué : {matches}, {plies}, {wrong} pas comme écrit")
                }
            }
        })
    }

    /// Formats the result as an event.
    pub(crate) fn json(self) -> serde_json::Value {
        let ReplayCheck { matches, plies, wrong } = self;
        serde_json::json!({ "event": "verified", "matches": matches, "plies": plies, "wrong": wrong })
    }
}

/// Replays all matches of a tournament's journal, and reports wrong ones on standard error.
pub(crate) fn play_again<G: Diagnose>(out: &Path, language: Language) -> Result<ReplayCheck> {
    let mut checked = ReplayCheck::default();
    let mut scratch = Vec::new();
    let journal = out.join(JOURNAL);
    let told = |line: u64, what: &str| {
        let journal = journal.display();
        let told = said!("line {line}: {what}", "riga {line}: {what}", "ligne {line} : {what}");
        let told = told.in_language(language);
        writeln!(anstream::stderr(), "tournament: {journal}, {told}")
    };
    let read = read_journal(&journal, |line| {
        checked.matches += 1;
        let record = match line.record() {
            Ok(record) => record,
            Err(damage) => {
                checked.wrong += 1;
                return told(line.number, damage.said().in_language(language));
            }
        };
        let report = check_record::<G>(&record, &mut scratch);
        checked.plies += report.plies;
        let Some(problem) = report.problem else {
            return Ok::<(), io::Error>(());
        };
        checked.wrong += 1;
        let id = record.id.map_or_else(|| "?".to_owned(), |it| it.to_string());
        let text = problem.text.in_language(language);
        let what = match problem.ply {
            Some(ply) => said!(
                "match {id}, ply {ply}: {text}",
                "partita {id}, semimossa {ply}: {text}",
                "partie {id}, coup {ply} : {text}"
            ),
            None => said!("match {id}: {text}", "partita {id}: {text}", "partie {id} : {text}"),
        };
        told(line.number, what.in_language(language))
    });
    read.with_context(|| format!("{}: cannot be read", journal.display()))?;
    Ok(checked)
}
