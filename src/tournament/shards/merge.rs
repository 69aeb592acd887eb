//! Checks the journals of all shards and joins them into the tournament's own.
//!
//! The shards' journals are not changed. The joined journal is made from them as a whole, in the
//! order of matches, as a tournament on one machine leaves its own. It is written under a temporary
//! name and renamed, so an interrupted merge changes nothing.

use std::io::{self, Write};
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};
use std::sync::mpsc;
use std::thread;

use super::super::error::{TournamentError, failed};
use super::super::journal::JOURNAL;
use super::super::results::Roster;
use super::super::schedule::{Dealing, Schedule};
use super::super::store::store;
use super::evidence::gather;
use super::flaw::{Flaw, FlawKind};
use super::journals::{KeptLine, ShardJournal, checksum, read_round, what_was_played};
use super::lock::Lock;
use super::plan::Planned;
use arbitro_records::{Seal, seal_of};
use arbitro_sandbox::{At, open_regular};

/// Bytes copied in one pass; each pass opens every journal once.
const BLOCK_BYTES: usize = 64 << 20;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Merged {
    /// The journal holds every match of the tournament. The caller makes the reports, then calls
    /// [`Planned::finish`].
    Complete { matches: u64 },
    /// All earlier rounds are in the journal, and this one can be played.
    Next {
        round: u32,
        /// Number of matches of the earlier rounds.
        matches: u64,
    },
    /// Matches are missing or damaged; nothing was written.
    Lacking(Vec<Flaw>),
}

/// Joins the results of all shards, and opens the next round if there is one. A round without any
/// results is not reported as missing, unless `must` requires it or a later one, or it was joined
/// before.
/// Missing or damaged matches are not an error.
pub fn merge(planned: &mut Planned, must: Option<u32>) -> Result<Merged, TournamentError> {
    let _lock = Lock::take(&planned.folder)?;
    planned.plan = planned.plan_now()?;
    planned.end_growth()?;
    join_rounds(planned, must)
}

/// Like [`merge()`], for a caller that has the lock.
pub(super) fn join_rounds(
    planned: &mut Planned,
    must: Option<u32>,
) -> Result<Merged, TournamentError> {
    let roster = Roster::of(&planned.file);
    let mut schedule = planned.schedule()?;
    let mut journals: Vec<PathBuf> = Vec::new();
    let mut joined: Vec<KeptLine> = Vec::new();
    let mut next = None;
    // Matches joined before must still exist: a shard whose folder was lost must not shrink the journal.
    // The plan's current round is joined only once the plan is finished.
    let joined_before = planned.plan.round - u32::from(!planned.plan.finished);
    let must = must.unwrap_or(0).max(joined_before);
    for round in 1.. {
        let stages = schedule.stages();
        let Some(matches) = stages.get(round as usize - 1) else {
            break;
        };
        let read = read_round(planned, round, matches.clone(), &schedule, &roster)?;
        let is_begun = read.iter().any(|it| it.end.lines > 0);
        if round > 1 && !is_begun && round > must {
            next = Some(round);
            break;
        }
        let flaws = flaws(planned, round, &planned.dealing(matches.clone()), &read)?;
        if !flaws.is_empty() {
            return Ok(Merged::Lacking(flaws));
        }
        for journal in read {
            let number = u32::try_from(journals.len()).unwrap_or(u32::MAX);
            let kept = journal.kept.iter();
            joined.extend(kept.map(|&it| KeptLine { journal: number, ..it }));
            journals.push(journal.path);
        }
        joined.sort_unstable_by_key(|it| it.id);
        let first = joined.partition_point(|it| it.id < matches.start);
        for it in &joined[first..] {
            note(&mut schedule, it);
        }
    }
    join(&planned.folder.join(JOURNAL), &journals, &joined)?;
    gather(&planned.folder, &journals, &joined, &schedule)?;
    let matches = joined.len() as u64;
    let Some(round) = next else {
        return Ok(Merged::Complete { matches });
    };
    planned.open_round(round)?;
    Ok(Merged::Next { round, matches })
}

fn note(schedule: &mut Schedule, it: &KeptLine) {
    if let Some(pairing) = schedule.listed(it.id) {
        schedule.note(it.id, pairing.x, pairing.o, it.counted);
    }
}

/// Lists the flaws of a round's journals.
fn flaws(
    planned: &Planned,
    round: u32,
    dealing: &Dealing,
    journals: &[ShardJournal],
) -> Result<Vec<Flaw>, TournamentError> {
    let mut flaws = Vec::new();
    for (shard, journal) in (0..).zip(journals) {
        let mut add = |kind: FlawKind| flaws.push(Flaw { round, shard, kind });
        let part = dealing.part(shard);
        let matches = part.matches().saturating_sub(journal.kept.len() as u64);
        if let Some(first) = journal.missing(&part).next() {
            let folder = planned.shard_folder(round, shard);
            add(FlawKind::Missing {
                matches,
                first,
                void: journal.voids.len() as u64,
                is_running: Lock::is_taken(&folder).map_err(failed(&folder))?,
            });
        }
        for problem in &journal.problems {
            add(FlawKind::Damaged { line: problem.line, damage: problem.damage });
        }
        for double in &journal.doubles {
            add(FlawKind::Double { id: double.id, agrees: double.agrees });
        }
        for stray in &journal.strays {
            let home = journals.get(stray.home as usize);
            let there = home.and_then(|home| Some((home, home.find(stray.id)?)));
            let agrees = match there {
                None => None,
                Some((home, kept)) => {
                    let here = what_was_played(&journal.path, stray.offset);
                    let here = here.map_err(failed(&journal.path))?;
                    let there = what_was_played(&home.path, kept.offset);
                    Some(here.is_some() && here == there.map_err(failed(&home.path))?)
                }
            };
            add(FlawKind::Stray { id: stray.id, line: stray.line, home: stray.home, agrees });
        }
    }
    Ok(flaws)
}

/// Writes the lines of these matches, which are sorted by number. The next block is read while one
/// is written.
fn join(target: &Path, journals: &[PathBuf], kept: &[KeptLine]) -> Result<(), TournamentError> {
    let mut failure = None;
    let stored = thread::scope(|scope| {
        let (to_writer, read) = mpsc::sync_channel(1);
        scope.spawn(move || {
            for block in blocks(kept) {
                // The writer is gone, so nothing more is needed.
                let lines = lines(journals, block);
                let is_last = lines.is_err();
                if to_writer.send(lines).is_err() || is_last {
                    return;
                }
            }
        });
        let mut left: u64 = kept.iter().map(|it| u64::from(it.length) + 1).sum();
        store(target, |file| {
            for lines in read {
                match lines {
                    Ok(lines) => {
                        left -= lines.len() as u64;
                        file.write_all(&lines)?;
                    }
                    Err(error) => {
                        failure = Some(error);
                        return Err(io::Error::other("a journal"));
                    }
                }
            }
            // Rename only a complete file, whatever happened to the reader.
            if left == 0 { Ok(()) } else { Err(io::Error::other("it is not whole")) }
        })
    });
    match failure {
        Some(failure) => Err(failure),
        None => stored.map_err(failed(target)),
    }
}

/// Splits the matches into blocks to copy in one pass.
fn blocks(mut kept: &[KeptLine]) -> impl Iterator<Item = &[KeptLine]> {
    std::iter::from_fn(move || {
        let mut bytes = 0;
        let block = kept.iter().take_while(|it| {
            let is_room = bytes < BLOCK_BYTES;
            bytes += it.length as usize + 1;
            is_room
        });
        let (block, rest) = kept.split_at(block.count());
        kept = rest;
        (!block.is_empty()).then_some(block)
    })
}

/// Reads the lines of some matches, in order.
fn lines(journals: &[PathBuf], kept: &[KeptLine]) -> Result<Vec<u8>, TournamentError> {
    let mut length = 0;
    // Sort by journal and offset, to read each journal from front to back.
    let mut order: Vec<(usize, &KeptLine)> = Vec::with_capacity(kept.len());
    for it in kept {
        order.push((length, it));
        length += it.length as usize + 1;
    }
    order.sort_unstable_by_key(|(_, it)| (it.journal, it.offset));
    let mut lines = vec![b'\n'; length];
    let mut together = Vec::new();
    for group in order.chunk_by(|(_, a), (_, b)| a.journal == b.journal) {
        let journal = group.first().map(|(_, it)| it.journal as usize);
        let Some(path) = journal.and_then(|it| journals.get(it)) else {
            continue;
        };
        let file = open_regular(path).map_err(failed(path))?;
        // Most journals are nearly sorted, so neighbours here are neighbours there.
        for run in group.chunk_by(|(_, a), (_, b)| a.end() + 1 == b.offset) {
            let (Some((_, first)), Some((_, last))) = (run.first(), run.last()) else {
                continue;
            };
            let start = first.offset;
            together.resize((last.end() - start) as usize, 0);
            let is_read = file.read_exact_at(&mut together, start).is_ok();
            for &(place, it) in run {
                let at = (it.offset - start) as usize;
                let line = &together[at..at + it.length as usize];
                // Another process playing the shard may have repaired its journal meanwhile.
                let is_whole = seal_of(line) == Seal::Whole;
                if !is_read || !is_whole || checksum(line) != Some(it.checksum) {
                    let what = "it changed while it was read; merge again";
                    return Err(At::new(path, what).into());
                }
                lines[place..place + line.len()].copy_from_slice(line);
            }
        }
    }
    Ok(lines)
}
