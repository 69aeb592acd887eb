//! Lets a planned tournament grow, once what was planned before has been played.

use std::path::Path;

use super::super::error::{TournamentError, failed};
use super::super::tournament_file::TournamentFile;
use super::lock::Lock;
use super::merge::{Merged, join_rounds};
use super::plan::Planned;

/// A planned tournament that is about to grow. No other process merges it, or lets it grow, until this is dropped.
#[derive(Debug)]
pub struct GrowingPlan {
    pub planned: Planned,
    /// The round that is played next, if there is one.
    pub round: u32,
    _lock: Lock,
}

impl GrowingPlan {
    pub fn open(folder: &Path) -> Result<GrowingPlan, TournamentError> {
        // Only where there is a plan is a lock made.
        Planned::read(folder)?;
        let lock = Lock::take(folder)?;
        let planned = Planned::read(folder)?;
        planned.end_growth()?;
        let round = planned.plan.round;
        Ok(GrowingPlan { planned, round, _lock: lock })
    }

    /// Joins what has been played. Only a round that is paired by results, and has not begun, may be open.
    /// Refused while a process plays that round.
    pub fn merge(&mut self) -> Result<Merged, TournamentError> {
        let planned = &mut self.planned;
        let must = (!planned.is_staged()).then_some(planned.plan.rounds);
        let merged = join_rounds(planned, must)?;
        match merged {
            Merged::Complete { .. } => {
                let rounds = planned.schedule_so_far()?.stages().len();
                self.round = u32::try_from(rounds).unwrap_or(u32::MAX).saturating_add(1);
            }
            Merged::Next { round, .. } => {
                for shard in 0..planned.plan.shards {
                    let folder = planned.shard_folder(round, shard);
                    if Lock::is_taken(&folder).map_err(failed(&folder))? {
                        return Err(Lock::taken(&folder));
                    }
                }
                self.round = round;
            }
            Merged::Lacking(_) => {}
        }
        Ok(merged)
    }

    /// Makes this the tournament of the plan.
    pub fn write(mut self, file: TournamentFile) -> Result<Planned, TournamentError> {
        self.planned.grow(file, self.round)?;
        Ok(self.planned)
    }
}
