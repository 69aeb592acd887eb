//! Reads the journals of shards and checks them against the schedule.

use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::thread;

use super::super::error::{TournamentError, failed};
use super::super::journal::{
    Damage, JOURNAL, JournalEnd, JournalLine, read_journal, read_journal_line,
};
use super::super::results::{Problem, Roster};
use super::super::schedule::{Dealing, MatchResult, Schedule, ShardPart};
use super::plan::Planned;
use arbitro_records::MatchRecord;
use arbitro_records::analysis::in_order;
use arbitro_rules::Player;

/// A match that counts, with the place of its line. Small, because there may be millions.
#[derive(Clone, Copy, Debug)]
pub(super) struct KeptLine {
    pub(super) id: u64,
    pub(super) offset: u64,
    /// Length of the line without its newline.
    pub(super) length: u32,
    pub(super) checksum: u32,
    /// Index of the journal, set by a caller that reads several.
    pub(super) journal: u32,
    pub(super) counted: MatchResult,
    /// The player who forfeited.
    pub(super) loser: Option<Player>,
}

impl KeptLine {
    /// Offset of its newline.
    pub(super) fn end(&self) -> u64 {
        self.offset + u64::from(self.length)
    }
}

/// A match that occurs more than once.
#[derive(Clone, Debug)]
pub(super) struct Double {
    pub(super) id: u64,
    /// True if all copies agree, apart from times.
    pub(super) agrees: bool,
    pub(super) offsets: Vec<u64>,
}

/// A match of another shard.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stray {
    pub(super) id: u64,
    pub(super) line: u64,
    pub(super) offset: u64,
    pub(super) home: u32,
}

/// The contents of one shard's journal.
#[derive(Debug, Default)]
pub(super) struct ShardJournal {
    pub(super) path: PathBuf,
    /// The shard's finished matches by number, each once.
    pub(super) kept: Vec<KeptLine>,
    /// Void matches that have not been played again.
    pub(super) voids: Vec<u64>,
    pub(super) doubles: Vec<Double>,
    pub(super) strays: Vec<Stray>,
    /// Lines that are damaged, or not a match of this tournament.
    pub(super) problems: Vec<Problem>,
    pub(super) end: JournalEnd,
}

/// The data that journals are checked against.
pub(super) struct Measure<'a> {
    pub(super) schedule: &'a Schedule,
    pub(super) dealing: &'a Dealing,
    pub(super) roster: &'a Roster,
}

impl Measure<'_> {
    /// Reads the journal in a shard's folder; a missing one is empty.
    pub(super) fn read(&self, folder: &Path, part: &ShardPart) -> io::Result<ShardJournal> {
        let path = folder.join(JOURNAL);
        let mut journal = ShardJournal::default();
        let end = read_journal(&path, |line| -> io::Result<()> {
            if let Err(damage) = self.sort(&line, part, &mut journal) {
                journal.problems.push(Problem { line: line.number, offset: line.offset, damage });
            }
            Ok(())
        })?;
        journal.end = end;
        journal.path = path;
        journal.settle()?;
        Ok(journal)
    }

    /// Classifies a line.
    fn sort(
        &self,
        line: &JournalLine<'_>,
        part: &ShardPart,
        to: &mut ShardJournal,
    ) -> Result<(), Damage> {
        let found = self.roster.found(line)?;
        let (id, outcome) = (found.id, found.outcome);
        let pairing = self.schedule.listed(id);
        if pairing.is_none_or(|it| (it.x, it.o) != (outcome.x, outcome.o)) {
            return Err(Damage::Foreign);
        }
        let home = self.dealing.shard_of(id).ok_or(Damage::Foreign)?;
        if part.place(id).is_none() {
            to.strays.push(Stray { id, line: line.number, offset: line.offset, home });
        } else if outcome.counted == MatchResult::Void {
            to.voids.push(id);
        } else {
            to.kept.push(KeptLine {
                id,
                offset: line.offset,
                length: u32::try_from(line.bytes.len()).map_err(|_| Damage::TooLong)?,
                checksum: checksum(line.bytes).ok_or(Damage::Seal)?,
                journal: 0,
                counted: outcome.counted,
                loser: outcome.forfeit.map(|(loser, _)| loser),
            });
        }
        Ok(())
    }
}

impl ShardJournal {
    /// Sorts the matches, and sets repeated ones aside.
    fn settle(&mut self) -> io::Result<()> {
        self.kept.sort_unstable_by_key(|it| (it.id, it.offset));
        let same = self.kept.chunk_by(|a, b| a.id == b.id);
        let doubles: Vec<(u64, Vec<u64>)> = same
            .filter(|lines| lines.len() > 1)
            .map(|lines| (lines[0].id, lines.iter().map(|it| it.offset).collect()))
            .collect();
        for (id, offsets) in doubles {
            let first = what_was_played(&self.path, offsets[0])?;
            let mut agrees = first.is_some();
            for &offset in &offsets[1..] {
                agrees &= what_was_played(&self.path, offset)? == first;
            }
            self.doubles.push(Double { id, agrees, offsets });
        }
        self.kept.dedup_by_key(|it| it.id);
        self.voids.sort_unstable();
        self.voids.dedup();
        let kept = &self.kept;
        self.voids.retain(|id| kept.binary_search_by_key(id, |it| it.id).is_err());
        Ok(())
    }

    /// Returns true if every line is a distinct match of this shard.
    pub(super) fn is_clean(&self) -> bool {
        self.problems.is_empty() && self.doubles.is_empty() && self.strays.is_empty()
    }

    /// Finds the line of a match.
    pub(super) fn find(&self, id: u64) -> Option<&KeptLine> {
        let at = self.kept.binary_search_by_key(&id, |it| it.id).ok()?;
        self.kept.get(at)
    }

    /// Numbers of the shard's unfinished matches, in order.
    pub(super) fn missing<'a>(&'a self, part: &'a ShardPart) -> impl Iterator<Item = u64> + 'a {
        let ids = (1..=part.matches()).filter_map(|place| part.id(place));
        ids.filter(|&id| self.find(id).is_none())
    }
}

/// Returns the checksum at the end of a line whose seal is valid.
pub(super) fn checksum(line: &[u8]) -> Option<u32> {
    let digits = line.get(line.len().checked_sub(10)?..line.len() - 2)?;
    u32::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()
}

/// Reads a match without the fields that differ each time it is played.
pub(super) fn what_was_played(path: &Path, offset: u64) -> io::Result<Option<MatchRecord>> {
    let mut played = None;
    read_journal_line(path, offset, |line| {
        played = line.record().ok().map(|record| MatchRecord {
            ms: Vec::new(),
            cpu_ms: Vec::new(),
            peak_kib: None,
            warnings: Vec::new(),
            protection: Default::default(),
            ..record
        });
    })?;
    Ok(played)
}

/// Reads the journals of all shards of a round on all cores, in the order of shards.
pub(super) fn read_round(
    planned: &Planned,
    round: u32,
    matches: Range<u64>,
    schedule: &Schedule,
    roster: &Roster,
) -> Result<Vec<ShardJournal>, TournamentError> {
    let dealing = planned.dealing(matches);
    let measure = Measure { schedule, dealing: &dealing, roster };
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let mut journals = Vec::new();
    in_order(
        cores,
        dealing.shards() as usize,
        |shard| {
            let shard = shard as u32;
            let folder = planned.shard_folder(round, shard);
            let journal = measure.read(&folder, &dealing.part(shard));
            journal.map_err(failed(&folder.join(JOURNAL)))
        },
        |_, journal| -> Result<(), TournamentError> {
            journals.push(journal?);
            Ok(())
        },
    )?;
    Ok(journals)
}
