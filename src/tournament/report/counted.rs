//! Reads the matches of a journal that count, one after the other in bounded memory.
//!
//! The tournament decides which lines count; here they are only found again.

use std::collections::HashMap;
use std::io;
use std::path::Path;

use crate::{Results, Spot, read_journals};
use arbitro_records::MatchRecord;

#[derive(Debug)]
pub struct JournalMatch {
    pub id: u64,
    /// Player 1, as an index into the list of entrants.
    pub(super) x: usize,
    /// Player 2.
    pub(super) o: usize,
    pub record: MatchRecord,
}

/// Passes every match that counts to a callback, in the order of the journal. Returns the number of
/// lines that count but can no longer be read. The results must remember the places of matches.
pub fn each_counted(
    results: &Results,
    folder: &Path,
    mut see: impl FnMut(JournalMatch) -> io::Result<()>,
) -> io::Result<u64> {
    let mut spots: Vec<Spot> = results.spots.values().copied().collect();
    spots.sort_unstable();
    let places: HashMap<&str, usize> = results.file.names().into_iter().zip(0..).collect();
    let placed = |record: MatchRecord| {
        let players = record.players.as_ref()?;
        let place = |name: &str| places.get(name).copied();
        Some(JournalMatch {
            id: record.id.as_ref()?.as_u64()?,
            x: place(&players.x.name)?,
            o: place(&players.o.name)?,
            record,
        })
    };
    let mut unreadable = 0;
    read_journals(folder, |line| -> io::Result<()> {
        if spots.binary_search(&line.spot).is_err() {
            return Ok(());
        }
        match line.record().ok().and_then(placed) {
            // Its place counts, because later rounds were paired without it.
            Some(found) if found.record.reason.as_deref() == Some("void") => Ok(()),
            Some(found) => see(found),
            None => {
                unreadable += 1;
                Ok(())
            }
        }
    })?;
    Ok(unreadable)
}
