//! The matches that are being played, for those who watch: each a record without an end in `live/`.
//!
//! The folder goes when the run ends. A record is replaced and never awaited: one who reads slowly
//! misses moves, and a match that is over within a moment is not shown.

use std::collections::BTreeMap;
use std::fs::{self, DirBuilder, File};
use std::io::{self, Read};
use std::os::unix::fs::{DirBuilderExt, MetadataExt};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use arbitro_records::{MatchRecord, journals_in};
use arbitro_rules::line::Line;
use arbitro_sandbox::open_regular;

/// The folder of the records; that of part 3 is `live-3`.
pub const LIVE: &str = "live";

/// The folder of a part's records, or [`LIVE`] for 0.
fn folder_of(results: &Path, part: u32) -> PathBuf {
    match part {
        0 => results.join(LIVE),
        part => results.join(format!("{LIVE}-{part}")),
    }
}

/// Minimum interval between two records of a match.
const WRITE_EVERY: Duration = Duration::from_millis(250);

/// Maximum entries of the folder that are looked at.
const MAX_FILES: usize = 1000;

/// Maximum bytes of a record that are read: 300 boards of 8 KiB that change in length are 3 MiB.
const MAX_BYTES: u64 = 16 << 20;

#[derive(Debug)]
pub struct LiveFolder(PathBuf);

impl LiveFolder {
    /// The one of a part, or 0, in a folder of results, where a killed run may have left its own.
    pub(crate) fn new(results: &Path, part: u32) -> LiveFolder {
        let path = folder_of(results, part);
        let _ = fs::remove_dir_all(&path);
        LiveFolder(path)
    }

    /// Makes it if it is not there, for this user alone to write in.
    fn make(&self) -> io::Result<()> {
        match DirBuilder::new().mode(0o755).create(&self.0) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                let about = fs::symlink_metadata(&self.0)?;
                let is_ours = about.is_dir()
                    && about.uid() == rustix::process::geteuid().as_raw()
                    && about.mode() & 0o022 == 0;
                if is_ours { Ok(()) } else { Err(error) }
            }
            made => made,
        }
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
    pub(crate) fn new(folder: &LiveFolder, id: u64, record: MatchRecord) -> LiveMatch<'_> {
        let file = folder.0.join(format!("{id}.json"));
        LiveMatch { folder, record, file, written: None, due: Instant::now() + WRITE_EVERY }
    }

    /// Writes what has been played, if that is new and due.
    pub(crate) fn note(&mut self, line: &dyn Line) {
        if self.written == Some(line.plies()) || Instant::now() < self.due {
            return;
        }
        self.written = Some(line.plies());
        self.record.follow(line);
        let _ = self.write();
        self.due = Instant::now() + WRITE_EVERY;
    }

    fn write(&self) -> io::Result<()> {
        self.folder.make()?;
        let beside = self.file.with_extension("new");
        // A run that was killed may have left one. Never through a link, nor into a pipe.
        let _ = fs::remove_file(&beside);
        let mut file = File::create_new(&beside)?;
        serde_json::to_writer(&mut file, &self.record)?;
        fs::rename(&beside, &self.file)
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
    let mut numbers = BTreeMap::new();
    for part in journals_in(results).unwrap_or_default() {
        let folder = folder_of(results, part);
        let files = fs::read_dir(&folder).into_iter().flatten().flatten();
        let number = |file: fs::DirEntry| {
            let name = file.file_name();
            Some((name.to_str()?.strip_suffix(".json")?.parse::<u64>().ok()?, file.path()))
        };
        numbers.extend(files.take(MAX_FILES).filter_map(number));
    }
    numbers.into_values().take(most).filter_map(|file| read(&file)).collect()
}

/// The file of a match that is being played.
pub fn live_file(results: &Path, id: u64) -> Option<PathBuf> {
    let parts = journals_in(results).unwrap_or_default();
    let files = parts.into_iter().map(|part| folder_of(results, part).join(format!("{id}.json")));
    files.into_iter().find(|file| file.exists())
}

pub fn live_match(results: &Path, id: u64) -> Option<MatchRecord> {
    read(&live_file(results, id)?)
}

fn read(file: &Path) -> Option<MatchRecord> {
    let file = open_regular(file).ok()?;
    serde_json::from_reader(io::BufReader::new(file.take(MAX_BYTES))).ok()
}

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use std::os::unix::fs::{PermissionsExt, symlink};

    use arbitro_rules::GameId;
    use arbitro_rules::line::{Start, open};

    use super::*;

    #[test]
    fn a_match_of_many_long_boards_is_shown_as_it_is_played() {
        let results = tempfile::tempdir().unwrap();
        let folder = LiveFolder::new(results.path(), 0);
        let (line, long) = (open(GameId::Dama, Start::Usual, None).unwrap(), "x".repeat(3 << 20));
        let record = MatchRecord { first: Some(long), ..MatchRecord::default() };
        let mut live = LiveMatch::new(&folder, 7, record);
        live.due = Instant::now();
        live.note(&*line);
        assert!(live_match(results.path(), 7).is_some());
    }

    #[test]
    fn a_live_record_is_written_through_no_link_and_into_no_folder_of_others() {
        let results = tempfile::tempdir().unwrap();
        let elsewhere = tempfile::tempdir().unwrap();
        let target = elsewhere.path().join("target");
        fs::write(&target, "untouched").unwrap();
        let line = open(GameId::Dama, Start::Usual, None).unwrap();
        let note = |folder: &LiveFolder| {
            let mut live = LiveMatch::new(folder, 7, MatchRecord::default());
            live.due = Instant::now();
            live.note(&*line);
            live.written = None;
        };
        let folder = LiveFolder::new(results.path(), 0);
        symlink(elsewhere.path(), results.path().join(LIVE)).unwrap();
        note(&folder);
        assert!(
            live_match(results.path(), 7).is_none() && !elsewhere.path().join("7.json").exists()
        );
        fs::remove_file(results.path().join(LIVE)).unwrap();
        note(&folder);
        symlink(&target, results.path().join(LIVE).join("7.new")).unwrap();
        note(&folder);
        assert!(live_match(results.path(), 7).is_some());
        assert_eq!(fs::read_to_string(&target).unwrap(), "untouched");
        let live = results.path().join(LIVE);
        fs::remove_file(live.join("7.json")).unwrap();
        fs::set_permissions(&live, fs::Permissions::from_mode(0o777)).unwrap();
        note(&folder);
        assert!(live_match(results.path(), 7).is_none());
    }
}
