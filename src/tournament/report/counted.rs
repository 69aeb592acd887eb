//! Reads the matches of a journal that count, one after the other in bounded memory.
//!
//! The tournament decides which lines count; here they are only found again.

use std::collections::HashMap;
use std::io;
use std::path::Path;

use crate::{JOURNAL, JournalLine, Results, read_journal};
use arbitro_records::MatchRecord;

/// Offsets of the lines that count.
pub(super) struct CountedLines {
    /// Offsets in ascending order.
    offsets: Vec<u64>,
    places: HashMap<String, usize>,
}

pub(super) struct JournalMatch {
    pub(super) id: u64,
    /// Player 1, as an index into the list of entrants.
    pub(super) x: usize,
    /// Player 2.
    pub(super) o: usize,
    /// Offset of its line.
    pub(super) offset: u64,
    /// The checksum of the whole line.
    pub(super) checksum: u32,
    pub(super) record: MatchRecord,
}

impl CountedLines {
    /// Takes the offsets from results that remember them.
    pub(super) fn of(results: &Results) -> CountedLines {
        let mut offsets: Vec<u64> = results.offsets.values().copied().collect();
        offsets.sort_unstable();
        let names = results.file.players.iter().map(|it| it.name.clone());
        CountedLines { offsets, places: names.zip(0..).collect() }
    }

    /// Passes every match to a callback, in the order of the journal. Returns the number of lines
    /// that count but can no longer be read.
    pub(super) fn each(
        &self,
        folder: &Path,
        mut see: impl FnMut(JournalMatch) -> io::Result<()>,
    ) -> io::Result<u64> {
        let mut unreadable = 0;
        read_journal(&folder.join(JOURNAL), |line| -> io::Result<()> {
            if self.offsets.binary_search(&line.offset).is_err() {
                return Ok(());
            }
            match line.record().ok().map(|it| self.placed(it, &line)) {
                Some(Some(found)) if found.record.reason.as_deref() == Some("void") => Ok(()),
                Some(Some(found)) => see(found),
                Some(None) | None => {
                    unreadable += 1;
                    Ok(())
                }
            }
        })?;
        Ok(unreadable)
    }

    fn placed(&self, record: MatchRecord, line: &JournalLine<'_>) -> Option<JournalMatch> {
        let players = record.players.as_ref()?;
        let place = |name: &str| self.places.get(name).copied();
        Some(JournalMatch {
            id: record.id.as_ref()?.as_u64()?,
            x: place(&players.x.name)?,
            o: place(&players.o.name)?,
            offset: line.offset,
            checksum: crc32fast::hash(line.bytes),
            record,
        })
    }
}
