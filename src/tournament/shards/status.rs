//! Reports the progress of a planned tournament. Reads only.

use serde::Serialize;

use super::super::error::{TournamentError, failed};
use super::super::results::Roster;
use super::journals::read_round;
use super::lock::Lock;
use super::plan::Planned;

/// Progress of one shard of a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct ShardStatus {
    pub shard: u32,
    pub matches: u64,
    pub done: u64,
    pub open: u64,
    /// Void matches, to be played again.
    pub void: u64,
    /// Lines that do not count: damaged, or not a match of this shard.
    pub damaged: u64,
    pub double: u64,
    /// True if a process is playing it.
    #[serde(rename = "running")]
    pub is_running: bool,
}

/// Progress of all shards of the current round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Status {
    pub round: u32,
    /// The shards in order.
    pub shards: Vec<ShardStatus>,
    pub earlier: u64,
}

impl Status {
    /// The sum over all shards. Its shard number is the number of shards; it is running if any
    /// shard is.
    pub fn total(&self) -> ShardStatus {
        let sum = |of: fn(&ShardStatus) -> u64| self.shards.iter().map(of).sum();
        ShardStatus {
            shard: u32::try_from(self.shards.len()).unwrap_or(u32::MAX),
            matches: sum(|it| it.matches),
            done: sum(|it| it.done),
            open: sum(|it| it.open),
            void: sum(|it| it.void),
            damaged: sum(|it| it.damaged),
            double: sum(|it| it.double),
            is_running: self.shards.iter().any(|it| it.is_running),
        }
    }
}

/// Reads the progress of all shards of the current round.
pub fn status(planned: &Planned) -> Result<Status, TournamentError> {
    let round = planned.plan.round;
    let mut schedule = planned.schedule_so_far()?;
    let matches = planned.stage(&mut schedule, round)?;
    let roster = Roster::of(&planned.file);
    let journals = read_round(planned, round, matches.clone(), &schedule, &roster)?;
    let dealing = planned.dealing(matches.clone());
    let mut shards = Vec::with_capacity(journals.len());
    for (shard, journal) in (0..).zip(&journals) {
        let matches = dealing.part(shard).matches();
        let (done, void) = (journal.kept.len() as u64, journal.voids.len() as u64);
        let folder = planned.shard_folder(round, shard);
        shards.push(ShardStatus {
            shard,
            matches,
            done,
            open: matches.saturating_sub(done + void),
            void,
            damaged: (journal.problems.len() + journal.strays.len()) as u64,
            double: journal.doubles.len() as u64,
            is_running: Lock::is_taken(&folder).map_err(failed(&folder))?,
        });
    }
    Ok(Status { round, shards, earlier: matches.start.saturating_sub(1) })
}
