//! Joins the journals of parts into the tournament's own, and counts the open matches of each part.

use std::fs;
use std::io;
use std::path::Path;

use super::evidence::{FirstOnes, remove_evidence};
use crate::error::{TournamentError, failed};
use crate::journal::{Damage, Spot, put_in_order};
use crate::results::{Problem, Remember, Results};
use crate::schedule::Part;
use crate::settings::tournament_file::TournamentFile;
use arbitro_records::{journal, parts_in};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OpenPart {
    /// Its number, from 1.
    pub part: u32,
    pub matches: u64,
    /// Those among them that were void.
    pub voids: u64,
}

/// Puts the journal in the order of matches, with what is in the journals of parts, which are deleted then; also
/// the evidence of forfeits is that of the first ones. The caller has the folder alone.
///
/// A kill in between leaves lines twice, byte by byte, and the next call goes on.
pub fn join(folder: &Path, file: &TournamentFile) -> Result<(), TournamentError> {
    let results = Results::from_file(file.clone(), folder, Remember::Outcomes)?;
    let parts = parts_in(folder).map_err(TournamentError::Results)?;
    prune_evidence(folder, &results).map_err(TournamentError::Journal)?;
    // Void matches stay: they explain missing results.
    let mut spots: Vec<(u64, Spot)> = results.outcomes.iter().map(|it| (it.id, it.spot)).collect();
    spots.extend(results.open_voids.iter().map(|(&id, &spot)| (id, spot)));
    // They count once an earlier match has been played again.
    spots.extend(results.waiting());
    let is_clean = results.ends.values().map(|end| end.lines).sum::<u64>() == spots.len() as u64;
    let is_alone = parts.is_empty();
    let is_ordered = spots.iter().is_sorted_by_key(|spot| spot.0);
    // One machine plays its void matches again, before its journal is put in order.
    if is_alone && (is_clean && is_ordered || results.voids() > 0) {
        return Ok(());
    }
    spots.sort_by_key(|spot| spot.0);
    let lines: Vec<Spot> = spots.into_iter().map(|spot| spot.1).collect();
    let is_damaged = |it: &&Problem| it.damage != Damage::Early;
    let damaged: Vec<Spot> = results.problems.iter().filter(is_damaged).map(|it| it.spot).collect();
    put_in_order(folder, &lines, &damaged).map_err(TournamentError::Journal)?;
    for part in parts {
        let path = journal(folder, part);
        fs::remove_file(&path).map_err(failed(&path))?;
    }
    Ok(())
}

/// Removes the evidence beyond that of each player's first forfeits, whichever machines they were played on.
fn prune_evidence(folder: &Path, results: &Results) -> io::Result<()> {
    let mut first_ones = FirstOnes::default();
    for played in &results.outcomes {
        if let Some((loser, _)) = played.outcome.forfeiter()
            && let Some(last) = first_ones.add(played.id, loser)
        {
            remove_evidence(folder, last)?;
        }
    }
    Ok(())
}

/// Returns an open part other than this one, where more than void matches are open. Looks at one part after the other,
/// and reads its journal then.
pub fn open_elsewhere(
    folder: &Path,
    results: &mut Results,
    part: Part,
) -> Result<Option<OpenPart>, TournamentError> {
    let mut looked = 1;
    let others: Vec<u32> = part.others().collect();
    let mut rest = &others[..];
    while !rest.is_empty() {
        // Twice as many each time: counting takes as long as reading.
        let (next, after) = rest.split_at(rest.len().min(looked));
        if !results.schedule.is_staged() {
            results.read_journals(folder, next).map_err(TournamentError::Results)?;
        }
        let open = results.open_in_parts(part.of());
        if let Some(open) =
            open.into_iter().find(|it| next.contains(&it.part) && it.matches > it.voids)
        {
            return Ok(Some(open));
        }
        (rest, looked) = (after, looked * 2);
    }
    Ok(None)
}

impl Results {
    /// What is open in each part, of so many, in order; parts without open matches are left out.
    pub fn open_in_parts(&self, parts: u32) -> Vec<OpenPart> {
        let voids = self.open_voids.keys().filter_map(|&id| self.schedule.part_of(id, parts));
        let mut void_in = vec![0_u64; parts as usize];
        voids.for_each(|part| void_in[part as usize - 1] += 1);
        let open = (1..).zip(self.schedule.open_in_parts(parts)).zip(void_in);
        open.filter(|&((_, matches), _)| matches > 0)
            .map(|((part, matches), voids)| OpenPart { part, matches, voids })
            .collect()
    }
}
