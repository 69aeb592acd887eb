//! `tournament run --verify`: replays the journal ply by ply, by the rules alone.

use std::io::{self, Write};
use std::path::Path;

use anyhow::{Context, Result, bail};
use serde::Serialize;

use arbitro_records::{BadStart, ReplayedMatch};
use arbitro_rules::GameId;
use arbitro_rules::line::NoStart;
use arbitro_tournament::{JournalLine, journal, read_journals};
use arbitro_words::{Count, Language, say};

use crate::words::{CommandMessage, JournalFault};

/// Result of replaying a journal.
#[derive(Clone, Copy, Debug, Default, Serialize)]
#[serde(tag = "event", rename = "verified")]
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
    pub(crate) const fn text(self) -> CommandMessage<'static> {
        let ReplayCheck { matches, plies, wrong } = self;
        CommandMessage::Replayed {
            matches: Count::Matches(matches),
            plies: Count::Plies(plies),
            wrong,
        }
    }
}

/// Replays all matches of a tournament's journal, and reports wrong ones on standard error.
pub(crate) fn play_again(game: GameId, out: &Path, language: Language) -> Result<ReplayCheck> {
    let mut checked = ReplayCheck::default();
    // The program that knows the rules failed: nothing is known of this match and the following ones.
    let mut failed: Option<String> = None;
    let tell = |line: &JournalLine<'_>, wrong: JournalFault<'_>| {
        let journal = journal(out, line.spot.journal);
        let wrong =
            CommandMessage::WrongLine { journal: journal.display(), line: line.number, wrong };
        writeln!(anstream::stderr(), "tournament: {}", say(&wrong, language))
    };
    let read = read_journals(out, |line| {
        if failed.is_some() {
            return Ok(());
        }
        checked.matches += 1;
        let record = match line.record() {
            Ok(record) => record,
            Err(damage) => {
                checked.wrong += 1;
                return tell(&line, JournalFault::Damage(&say(&damage, language)));
            }
        };
        let id = record.id.as_ref().map_or_else(|| "?".to_owned(), ToString::to_string);
        let (ply, text, is_of_the_host) = match ReplayedMatch::by_rules(game.into(), record, 1) {
            Ok(seen) => {
                checked.plies += seen.plies() as u64;
                let Some(wrong) = seen.wrong else {
                    return Ok::<(), io::Error>(());
                };
                (wrong.ply, say(&wrong.why, language), wrong.is_of_the_host())
            }
            Err(BadStart { why, .. }) => {
                let is_of_the_host = matches!(why, NoStart::Broken(_));
                (None, say(&arbitro_records::RecordMessage::NoStart(why), language), is_of_the_host)
            }
        };
        let wrong = JournalFault::Match { id: &id, ply, text: &text };
        if is_of_the_host {
            failed = Some(say(&wrong, language).into_owned());
            return Ok(());
        }
        checked.wrong += 1;
        tell(&line, wrong)
    });
    read.with_context(|| format!("{}: its journal cannot be read", out.display()))?;
    if let Some(failed) = failed {
        bail!("{}: {failed}", out.display());
    }
    Ok(checked)
}
