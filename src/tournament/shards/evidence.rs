//! Moves the evidence of forfeits from the shards to where a tournament on one machine has it.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::super::error::{TournamentError, failed};
use super::super::evidence::{FAULTS, MAX_EVIDENCE, make_anew};
use super::super::schedule::Schedule;
use super::journals::KeptLine;
use arbitro_rules::Player;

/// Collects the first evidence of each player, in the order of matches.
pub(super) fn gather(
    folder: &Path,
    journals: &[PathBuf],
    kept: &[KeptLine],
    schedule: &Schedule,
) -> Result<(), TournamentError> {
    let mut counts: BTreeMap<usize, u32> = BTreeMap::new();
    for it in kept {
        let (Some(loser), Some(pairing)) = (it.loser, schedule.listed(it.id)) else {
            continue;
        };
        let loser = if loser == Player::X { pairing.x } else { pairing.o };
        let count = counts.entry(loser).or_default();
        let shard = journals.get(it.journal as usize);
        let Some(shard) = shard.and_then(|it| it.parent()) else {
            continue;
        };
        let name = it.id.to_string();
        let from = shard.join(FAULTS).join(&name);
        if *count >= MAX_EVIDENCE || !from.is_dir() {
            continue;
        }
        *count += 1;
        let to = folder.join(FAULTS).join(&name);
        bring(&from, &to).map_err(failed(&to))?;
    }
    Ok(())
}

/// Copies the files of a folder, replacing what was there.
fn bring(from: &Path, to: &Path) -> io::Result<()> {
    make_anew(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        if entry.file_type()?.is_file() {
            fs::copy(entry.path(), to.join(entry.file_name()))?;
        }
    }
    Ok(())
}
