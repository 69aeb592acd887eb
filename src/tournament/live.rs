//! The matches that are being played, for whoever watches: each a record without an end in `live/`.
//!
//! The folder goes when the run ends. A record is replaced and never awaited: whoever reads slowly
//! misses moves, and a match that is over within a moment is not shown.

use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use arbitro_records::MatchRecord;
use arbitro_rules::line::Line;
use arbitro_sandbox::open_regular;

/// The folder of the records.
pub const LIVE: &str = "live";

/// Minimum interval between two records of a match.
const WRITE_EVERY: Duration = Duration::from_millis(250);

/// Maximum entries of the folder that are looked at.
const MAX_FILES: usize = 1000;

/// Maximum bytes of a record that are read.
const MAX_BYTES: u64 = 1 << 20;

/// The folder of one run.
#[derive(Debug)]
pub struct LiveFolder(PathBuf);

impl LiveFolder {
    /// The one in a folder of results, where a killed run may have left its own.
    pub(super) fn of(results: &Path) -> LiveFolder {
        let path = results.join(LIVE);
        let _ = fs::remove_dir_all(&path);
        LiveFolder(path)
    }
}

impl Drop for LiveFolder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// A match that is being played. What fails here fails silently: no match depends on it.
#[derive(Debug)]
pub(super) struct LiveMatch<'a> {
    folder: &'a LiveFolder,
    record: MatchRecord,
    file: PathBuf,
    /// Plies of the latest record.
    written: Option<usize>,
    due: Instant,
}

impl LiveMatch<'_> {
    /// A match that begins, by what is known of it.
    pub(super) fn new(folder: &LiveFolder, id: u64, record: MatchRecord) -> LiveMatch<'_> {
        let file = folder.0.join(format!("{id}.json"));
        LiveMatch { folder, record, file, written: None, due: Instant::now() + WRITE_EVERY }
    }

    /// Writes what has been played, if that is new and due.
    pub(super) fn note(&mut self, line: &dyn Line) {
        if self.written == Some(line.plies()) || Instant::now() < self.due {
            return;
        }
        self.written = Some(line.plies());
        self.record.moves = line.moves();
        self.record.plies = Some(line.plies() as u64);
        let beside = self.file.with_extension("new");
        let _ = fs::create_dir_all(&self.folder.0);
        let text = serde_json::to_vec(&self.record).unwrap_or_default();
        let _ = fs::write(&beside, text).and_then(|()| fs::rename(&beside, &self.file));
        self.due = Instant::now() + WRITE_EVERY;
    }
}

impl Drop for LiveMatch<'_> {
    fn drop(&mut self) {
        if self.written.is_some() {
            let _ = fs::remove_file(&self.file);
        }
    }
}

/// The records of the matches that are being played, at most `most`, the first ones.
pub fn live_matches(results: &Path, most: usize) -> Vec<MatchRecord> {
    let files = fs::read_dir(results.join(LIVE)).into_iter().flatten().flatten();
    let number =
        |file: fs::DirEntry| file.file_name().to_str()?.strip_suffix(".json")?.parse().ok();
    let mut numbers: Vec<u64> = files.take(MAX_FILES).filter_map(number).collect();
    numbers.sort_unstable();
    numbers.truncate(most);
    numbers.into_iter().filter_map(|number| live_match(results, number)).collect()
}

/// The record of a match that is being played.
pub fn live_match(results: &Path, id: u64) -> Option<MatchRecord> {
    let file = open_regular(&results.join(LIVE).join(format!("{id}.json"))).ok()?;
    serde_json::from_reader(io::BufReader::new(file.take(MAX_BYTES))).ok()
}
