//! The journal, `matches.jsonl`: one line for each finished match, sealed by a checksum. It is the
//! only truth about a tournament, together with `matches-K.jsonl` of each part K that plays.
//!
//! Each line is appended in one write as its match ends, so that a written line survives everything
//! but the death of the machine. Lines are synced in groups, so that the death of the machine costs
//! a second at most. An incomplete line at the end is cut off; damaged lines inside are reported,
//! and their matches played again.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime};

use rustix::fs::{FallocateFlags, fallocate};

use super::store::{open_if_there, open_to_append, store};
use arbitro_records::{
    MatchRecord, RECORD_VERSION, RecordHead, RecordLine, RecordLines, Seal, journal, journals_in,
    seal, seal_of,
};
use arbitro_sandbox::open_regular;

/// File for damaged lines removed by a repair.
pub const DAMAGED: &str = "matches.damaged";

/// Bytes read at a time.
const BUFFER: usize = 1 << 20;
/// Room that is taken before it is needed.
const RESERVED: u64 = 1 << 20;
/// Maximum time until a line is synced to the disk.
const SYNC_EVERY: Duration = Duration::from_secs(1);

/// The place of a line: its journal, 0 or that of a part, and its offset there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Spot {
    pub journal: u32,
    pub offset: u64,
}

/// The reason that a line does not count.
#[arbitro_table::texts("words")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Damage {
    /// The checksum is wrong or missing.
    Seal,
    /// The line is longer than any record.
    TooLong,
    /// The checksum is right, but the line is not a valid record.
    Form,
    /// The match depends on a match of an earlier round that is missing.
    Early,
    /// The tournament has no match with this number and these players.
    Foreign,
    /// The match was played by other rules than the tournament's.
    OtherRules,
    /// A line of `pairings.jsonl` is damaged, or contradicts those before it.
    Pairing,
}

#[derive(Debug)]
pub struct JournalLine<'a> {
    /// Number of the line, from 1; 0 if only its offset is known.
    pub number: u64,
    pub spot: Spot,
    /// The line without its newline; nothing if it is too long.
    pub bytes: &'a [u8],
    is_too_long: bool,
}

impl JournalLine<'_> {
    /// Parses the fields that the ranking needs.
    pub fn head(&self) -> Result<RecordHead<'_>, Damage> {
        self.check()?;
        let head: RecordHead<'_> = serde_json::from_slice(self.bytes).map_err(|_| Damage::Form)?;
        if head.v > RECORD_VERSION {
            return Err(Damage::Form);
        }
        Ok(head)
    }

    pub fn record(&self) -> Result<MatchRecord, Damage> {
        self.check()?;
        let text = std::str::from_utf8(self.bytes).map_err(|_| Damage::Form)?;
        let (_, record) = MatchRecord::from_line(text).map_err(|_| Damage::Form)?;
        Ok(record)
    }

    pub(super) fn checksum(&self) -> Option<u32> {
        let line = self.bytes;
        let digits = line.get(line.len().checked_sub(10)?..line.len() - 2)?;
        u32::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()
    }

    fn check(&self) -> Result<(), Damage> {
        if self.is_too_long {
            return Err(Damage::TooLong);
        }
        match seal_of(self.bytes) {
            Seal::Whole => Ok(()),
            Seal::Broken | Seal::None => Err(Damage::Seal),
        }
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct JournalEnd {
    /// Bytes up to the end of the last complete line.
    pub whole: u64,
    /// Bytes of an incomplete line after it, left by a crash.
    pub torn: u64,
    pub lines: u64,
    /// The file that was read: another one may take its place.
    inode: u64,
}

/// Reads all journals of a folder line by line in bounded memory.
pub fn read_journals<E: From<io::Error>>(
    folder: &Path,
    mut each: impl FnMut(JournalLine<'_>) -> Result<(), E>,
) -> Result<(), E> {
    for number in journals_in(folder)? {
        read_journal_from(folder, number, JournalEnd::default(), u64::MAX, &mut each)?;
    }
    Ok(())
}

/// Continues reading a journal at its end so far, up to these bytes. A missing journal is empty.
pub(super) fn read_journal_from<E: From<io::Error>>(
    folder: &Path,
    journal_number: u32,
    mut end: JournalEnd,
    most: u64,
    mut each: impl FnMut(JournalLine<'_>) -> Result<(), E>,
) -> Result<JournalEnd, E> {
    end.torn = 0;
    // A pipe would never be opened, and a device never end.
    let Some(mut file) = open_if_there(&journal(folder, journal_number))? else {
        return Ok(JournalEnd::default());
    };
    end.inode = file.metadata()?.ino();
    file.seek(SeekFrom::Start(end.whole))?;
    let source = BufReader::with_capacity(BUFFER, file);
    let mut lines = RecordLines::after(end.lines, end.whole, source);
    while let Some(line) = lines.advance()? {
        let RecordLine { number, offset, bytes, .. } = line;
        if offset + line.length > most {
            break;
        }
        // An overlong line counts as a line, whose damage the caller reports, so that reading continues
        // after it; only a short rest without a newline can be what a crash tore.
        if !line.has_newline && seal_of(bytes) != Seal::Whole {
            end.torn = line.length;
            break;
        }
        if let Some(version) = newer_version(bytes) {
            let why = format!(
                "line {number} is of version {version}, this program reads up to {RECORD_VERSION}: use a newer arbitro"
            );
            return Err(io::Error::new(io::ErrorKind::InvalidData, why).into());
        }
        let spot = Spot { journal: journal_number, offset };
        each(JournalLine { number, spot, bytes, is_too_long: line.is_too_long })?;
        // A last line that lacks only its newline is complete: the next append adds the newline.
        end.lines = number;
        end.whole += line.length;
    }
    Ok(end)
}

/// Returns the version of a complete line that a newer program has written: it is not damaged, and its match
/// is not to be played again.
fn newer_version(bytes: &[u8]) -> Option<u32> {
    let rest = bytes.strip_prefix(b"{\"v\":")?;
    let digits = rest.iter().take_while(|it| it.is_ascii_digit()).count();
    let version: u32 = std::str::from_utf8(&rest[..digits]).ok()?.parse().ok()?;
    (version > RECORD_VERSION && seal_of(bytes) == Seal::Whole).then_some(version)
}

/// Returns true if the journal still exists up to this end, and a line ends there.
pub(super) fn goes_on(path: &Path, end: JournalEnd) -> io::Result<bool> {
    if end.whole == 0 {
        return Ok(true);
    }
    let mut last = [0];
    let read = open_regular(path).and_then(|mut file| {
        file.seek(SeekFrom::Start(end.whole - 1))?;
        file.read_exact(&mut last)?;
        Ok(file.metadata()?.ino())
    });
    match read {
        Ok(inode) => Ok(last == *b"\n" && inode == end.inode),
        Err(error) => match error.kind() {
            io::ErrorKind::NotFound | io::ErrorKind::UnexpectedEof => Ok(false),
            _ => Err(error),
        },
    }
}

/// Reads the line at a place in a folder and passes it to `see`. Returns true if it is complete.
pub fn read_journal_line(
    folder: &Path,
    spot: Spot,
    see: impl FnOnce(JournalLine<'_>),
) -> io::Result<bool> {
    let mut file = open_regular(&journal(folder, spot.journal))?;
    file.seek(SeekFrom::Start(spot.offset))?;
    let mut lines = RecordLines::after(0, spot.offset, BufReader::new(file));
    let line = lines.advance()?;
    let whole = line.filter(|line| line.has_newline || seal_of(line.bytes) == Seal::Whole);
    let is_whole = whole.is_some();
    if let Some(RecordLine { bytes, is_too_long, .. }) = whole {
        see(JournalLine { number: 0, spot, bytes, is_too_long });
    }
    Ok(is_whole)
}

/// A journal that is being written.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    file: File,
    length: u64,
    /// When it was last written, until more is: the report names that day.
    before: Option<SystemTime>,
    /// The length that there is room for.
    reserved: u64,
    /// Time since which lines have been waiting for a sync.
    waiting: Option<Instant>,
}

impl Journal {
    /// Opens a journal for appending, and cuts off an incomplete line at its end.
    pub fn open(folder: &Path, number: u32, end: JournalEnd) -> io::Result<Journal> {
        let path = journal(folder, number);
        let file = open_to_append(&path)?;
        let (length, before) = (end.whole, file.metadata()?.modified().ok());
        let mut journal = Journal { path, file, length, before, reserved: 0, waiting: None };
        journal.file.set_len(end.whole)?;
        journal.reserve();
        let lacks_newline = end.whole > 0 && {
            let mut last = [0];
            journal.file.seek(SeekFrom::Start(end.whole - 1))?;
            journal.file.read_exact(&mut last)?;
            last != *b"\n"
        };
        if lacks_newline {
            journal.write(b"\n")?;
        }
        journal.keep_time();
        journal.file.sync_all()?;
        // Sync the folder too: the file's name must survive the death of the machine.
        File::open(folder)?.sync_all()?;
        Ok(journal)
    }

    /// Appends a match.
    /// If it cannot be written, the journal holds nothing of it.
    pub fn append(&mut self, record: &MatchRecord) -> io::Result<()> {
        let mut line = seal(&record.to_line());
        line.push('\n');
        self.write(line.as_bytes())?;
        self.waiting.get_or_insert_with(Instant::now);
        Ok(())
    }

    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        if let Err(error) = self.file.write_all(bytes) {
            // The line may have been written in part. If it cannot be removed here, the next reader
            // cuts it off.
            let _ = self.file.set_len(self.length);
            return Err(error);
        }
        self.length += bytes.len() as u64;
        self.before = None;
        if self.reserved < self.length + RESERVED / 2 {
            self.reserve();
        }
        Ok(())
    }

    /// Sets the time back, unless something was written: room that is taken or given back counts as a change.
    fn keep_time(&self) {
        if let Some(before) = self.before {
            let _ = self.file.set_modified(before);
        }
    }

    /// Takes room for the next matches now, for a player may fill the disk during one. Not every file system
    /// can, and where it cannot there is nothing to do about it.
    fn reserve(&mut self) {
        let taken = fallocate(&self.file, FallocateFlags::KEEP_SIZE, self.length, RESERVED);
        if taken.is_ok() {
            self.reserved = self.length + RESERVED;
        }
    }

    /// Syncs waiting lines if the interval has passed.
    pub(crate) fn sync_if_due(&mut self) -> io::Result<()> {
        match self.waiting {
            Some(since) if since.elapsed() >= SYNC_EVERY => self.sync(),
            Some(_) | None => Ok(()),
        }
    }

    pub fn sync(&mut self) -> io::Result<()> {
        if self.waiting.take().is_some() {
            self.file.sync_data()?;
        }
        Ok(())
    }

    /// Returns true if its name still leads to the file that is written here. What is written to another one
    /// is lost.
    pub(crate) fn is_in_place(&self) -> bool {
        let there = fs::symlink_metadata(&self.path);
        let id = |of: &fs::Metadata| (of.dev(), of.ino());
        let own = self.file.metadata();
        matches!((there, own), (Ok(there), Ok(own)) if id(&there) == id(&own))
    }

    pub fn path(&self) -> &Path {
        &self.path
    }
}

impl Drop for Journal {
    fn drop(&mut self) {
        // Gives back the room that was not needed.
        if self.file.metadata().is_ok_and(|metadata| metadata.len() == self.length) {
            let _ = self.file.set_len(self.length);
            self.keep_time();
        }
    }
}

/// Journals open at a time while lines are copied.
const MAX_OPEN: usize = 800;

/// Copies single lines out of a folder's journals.
struct Copier<'a> {
    folder: &'a Path,
    /// The open journals, and the offset at which each stands.
    open: BTreeMap<u32, (BufReader<File>, u64)>,
    line: Vec<u8>,
}

impl Copier<'_> {
    fn copy(&mut self, spot: Spot, target: &mut dyn Write) -> io::Result<()> {
        let Spot { journal: number, offset } = spot;
        if self.open.len() >= MAX_OPEN && !self.open.contains_key(&number) {
            self.open.clear();
        }
        let (source, at) = match self.open.entry(number) {
            Entry::Occupied(entry) => entry.into_mut(),
            Entry::Vacant(entry) => {
                let file = open_regular(&journal(self.folder, number))?;
                entry.insert((BufReader::with_capacity(BUFFER / 32, file), 0))
            }
        };
        // Most lines are already in order, and seeking within the buffer costs nothing.
        source.seek_relative(offset.cast_signed() - at.cast_signed())?;
        self.line.clear();
        *at = offset + source.read_until(b'\n', &mut self.line)? as u64;
        if !self.line.ends_with(b"\n") {
            self.line.push(b'\n');
        }
        target.write_all(&self.line)
    }
}

/// Rewrites the journal as these lines of all journals. Damaged lines are saved in [`DAMAGED`].
/// If this fails, the journal is unchanged.
pub(super) fn put_in_order(folder: &Path, lines: &[Spot], damaged: &[Spot]) -> io::Result<()> {
    let mut copier = Copier { folder, open: BTreeMap::new(), line: Vec::new() };
    if !damaged.is_empty() {
        let mut beside = OpenOptions::new().create(true).append(true).open(folder.join(DAMAGED))?;
        damaged.iter().try_for_each(|&spot| copier.copy(spot, &mut beside))?;
        beside.sync_all()?;
    }
    let path = journal(folder, 0);
    store(&path, |file| lines.iter().try_for_each(|&spot| copier.copy(spot, file)))
}
