//! `players/NAME/`: what a ladder tells a player as soon as it knows it.
//!
//! - `told.txt` is for a terminal, `index.html` has the same with drawn boards, `results.json` is what Gradescope shows.
//! - Of a failed trial, `trial.jsonl` is its record and `trial/` has the boards and the output.
//!
//! What a player wrote or printed is untrusted: it is bounded, and shown as text.

mod boards;
mod content;
mod gradescope;
mod page;
mod text;
mod words;

#[cfg(test)]
mod tests;

use std::fs;
use std::io::{self, BufReader};
use std::path::{Path, PathBuf};

use crate::growing::phases::first_version;
use crate::rating::Rating;
use crate::run::evidence::escaped_file_name;
use crate::run::smoke::Smoke;
use crate::store::store_unsynced;
use crate::{Count, NoEntrant, TournamentSettings};
use arbitro_records::{MatchRecord, RecordLines, Seal, seal, seal_of};
use arbitro_sandbox::open_regular;
use arbitro_words::Language;

/// The folder of what players are told.
const PLAYERS: &str = "players";
const TOLD: &str = "told.txt";
const PAGE: &str = "index.html";
const RESULTS: &str = "results.json";
const TRIAL_RECORD: &str = "trial.jsonl";
/// The folder of its evidence.
const TRIAL: &str = "trial";

/// The page of what a player is told, in the folder of its ladder.
pub fn feedback_page(version: &str) -> PathBuf {
    Path::new(PLAYERS).join(escaped_file_name(first_version(version))).join(PAGE)
}

#[derive(Debug)]
pub(crate) struct PlayerFeedback<'a> {
    /// The name of its folder, such as `ada`.
    pub(crate) name: &'a str,
    /// Its number on the page of the ladder, if names are hidden there. No other player is named then.
    pub(crate) number: Option<usize>,
    /// The verdict on the bytes that came last.
    pub(crate) verdict: &'a Verdict,
    /// The version in use, such as `ada@2`, if any of it plays; the first is `ada`, and told as `ada@1`.
    pub(crate) plays: Option<String>,
    /// Its versions, oldest first.
    pub(crate) versions: Vec<VersionFeedback>,
    /// Its rank by the newest ratings, and the number of players.
    pub(crate) place: Option<(usize, usize)>,
    /// The newest matches that it lost by forfeit, newest first.
    pub(crate) lost: Vec<MatchRecord>,
}

#[derive(Debug)]
pub(crate) struct VersionFeedback {
    pub(crate) name: String,
    pub(crate) sha256: String,
    pub(crate) count: Count,
    pub(crate) rating: Rating,
}

/// The verdict on the bytes that were handed in.
#[derive(Debug)]
pub(crate) enum Verdict {
    Trial(Smoke),
    /// A move of the trial took longer than trials allow at first, and less than the tournament does.
    PlaysSlowly,
    /// It could not be read or started, or is too big.
    LeftOut(NoEntrant),
    /// Its folder is gone.
    Rests,
    /// Its trial runs or waits.
    Waits,
}

#[derive(Debug)]
pub(crate) struct FeedbackWriter<'a> {
    /// The folder of the ladder.
    pub(crate) out: &'a Path,
    pub(crate) settings: TournamentSettings,
    pub(crate) language: Language,
}

impl FeedbackWriter<'_> {
    /// Writes the files of a player, each atomically, and only those that changed. Those of an earlier trial that
    /// failed go.
    pub(crate) fn write(&self, news: &PlayerFeedback<'_>) -> io::Result<()> {
        let folder = self.out.join(PLAYERS).join(escaped_file_name(news.name));
        fs::create_dir_all(&folder)?;
        if let Verdict::Trial(Smoke::Fails { record, evidence, .. }) = news.verdict {
            let line = seal(&record.to_line()) + "\n";
            // The record comes last: where it is, the evidence is whole.
            if !has(&folder.join(TRIAL_RECORD), &line) {
                evidence.write(&folder.join(TRIAL))?;
                put(&folder.join(TRIAL_RECORD), &line)?;
            }
        }
        let article = self.content(news);
        let text = self.text(&article);
        put(&folder.join(PAGE), &self.page(news.name, &article))?;
        put(&folder.join(RESULTS), &gradescope::results(news.verdict, &text, self.language))?;
        put(&folder.join(TOLD), &text)?;
        match news.verdict {
            Verdict::Trial(Smoke::Fails { .. }) => Ok(()),
            _ => remove_trial(&folder),
        }
    }

    /// The folder of the ladder as commands name it: by its last name.
    fn named(&self) -> PathBuf {
        let whole = self.out.canonicalize().unwrap_or_else(|_| self.out.to_owned());
        whole.file_name().map_or_else(|| ".".into(), PathBuf::from)
    }
}

/// Returns the hash of the files of a player that its last trial refused, if what it was told then is still there.
pub(crate) fn refused_before(out: &Path, name: &str) -> Option<String> {
    let record = out.join(PLAYERS).join(escaped_file_name(name)).join(TRIAL_RECORD);
    let mut lines = RecordLines::new(BufReader::new(open_regular(&record).ok()?));
    let line = lines.advance().ok()??.bytes;
    let text = std::str::from_utf8(line).ok().filter(|_| seal_of(line) == Seal::Whole)?;
    let (_, record) = MatchRecord::from_line(text).ok()?;
    record.players?.x.sha256
}

fn remove_trial(folder: &Path) -> io::Result<()> {
    let removed =
        [fs::remove_file(folder.join(TRIAL_RECORD)), fs::remove_dir_all(folder.join(TRIAL))];
    let is_failure = |it: &io::Error| it.kind() != io::ErrorKind::NotFound;
    removed.into_iter().filter_map(Result::err).find(is_failure).map_or(Ok(()), Err)
}

fn has(path: &Path, text: &str) -> bool {
    let length = fs::symlink_metadata(path).ok().filter(fs::Metadata::is_file).map(|it| it.len());
    length == Some(text.len() as u64) && fs::read(path).is_ok_and(|it| it == text.as_bytes())
}

/// Writes a file, unless it has this text already: ratings come often and change few players' news.
fn put(path: &Path, text: &str) -> io::Result<()> {
    // Not synced: what the death of the machine leaves empty is written again.
    if has(path, text) { Ok(()) } else { store_unsynced(path, text) }
}
