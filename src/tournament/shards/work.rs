//! Plays one shard on one machine.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use super::super::entrant::Entrant;
use super::super::error::{TournamentError, failed};
use super::super::event::TournamentEvent;
use super::super::journal::{Journal, put_in_order};
use super::super::results::{Remember, Results, Roster};
use super::super::run::{Finished, play_on};
use super::super::schedule::{Schedule, ShardPart};
use super::super::worker::Machine;
use super::journals::Measure;
use super::lock::Lock;
use super::plan::Planned;
use arbitro_rules::GameId;

/// The work left in a shard.
#[derive(Debug)]
pub enum Opened {
    /// The tournament was over before this round.
    Over,
    /// The round has fewer matches than there are shards.
    Empty,
    /// The shard's matches, finished or not.
    Work(Box<ShardWork>),
}

/// A locked shard: no other process can play it until this is dropped.
#[derive(Debug)]
pub struct ShardWork {
    pub round: u32,
    pub folder: PathBuf,
    results: Results,
    _lock: Lock,
}

impl ShardWork {
    /// Opens a shard of a round, by default of the current one. Damaged lines in its journal are
    /// set aside, and their matches played again.
    pub fn open(
        planned: &Planned,
        shard: u32,
        round: Option<u32>,
    ) -> Result<Opened, TournamentError> {
        let (shards, rounds) = (planned.plan.shards, planned.plan.rounds);
        if shard >= shards {
            return Err(TournamentError::NoShard { shard, shards });
        }
        let round = round.unwrap_or(planned.plan.round);
        if !(1..=rounds).contains(&round) {
            return Err(TournamentError::NoRound { round, rounds });
        }
        let mut schedule = planned.schedule_so_far()?;
        let is_known = schedule.stages().len() >= round as usize;
        if !is_known && schedule.is_complete() {
            return Ok(Opened::Over);
        }
        let matches = planned.stage(&mut schedule, round)?;
        let dealing = planned.dealing(matches);
        let part = dealing.part(shard);
        if part.matches() == 0 {
            return Ok(Opened::Empty);
        }
        let folder = planned.shard_folder(round, shard);
        Planned::make(&folder)?;
        let lock = Lock::take(&folder)?;
        planned.plan_now()?;
        let measure =
            Measure { schedule: &schedule, dealing: &dealing, roster: &Roster::of(&planned.file) };
        mend(&folder, &measure, &part).map_err(failed(&folder))?;
        let results = read(planned, schedule, part, &folder)?;
        Ok(Opened::Work(Box::new(ShardWork { round, folder, results, _lock: lock })))
    }

    pub fn matches(&self) -> u64 {
        self.results.schedule.total().unwrap_or(0)
    }

    /// Number of matches that were finished when it was opened.
    pub fn done(&self) -> u64 {
        self.results.tally.matches()
    }

    /// Plays what is open. The game is that of the plan, whose rules are at hand.
    pub fn play(
        &mut self,
        game: GameId,
        entrants: &[Entrant],
        machine: &Machine,
        stop: &AtomicBool,
        tell: &mut dyn FnMut(&TournamentEvent<'_>) -> io::Result<()>,
    ) -> Result<Finished, TournamentError> {
        // Do not create a sandbox if nothing is left to play.
        if self.results.is_complete() {
            return Ok(Finished::Complete);
        }
        let results = &mut self.results;
        results.file.settings.game = game.into();
        play_on(&self.folder, results, entrants, machine, stop, tell)
    }
}

/// Reads the results of a shard against its part of the schedule.
fn read(
    planned: &Planned,
    schedule: Schedule,
    part: ShardPart,
    folder: &Path,
) -> Result<Results, TournamentError> {
    let schedule = schedule.into_part(part);
    let file = planned.file.clone();
    let results = Results::held_against(schedule, file, folder, Remember::Sums);
    results.map_err(failed(folder))
}

/// Repairs a journal so that each match occurs once. Lines that cannot count are saved beside it.
/// So are matches with contradictory results, because neither can be trusted: they are played
/// again.
fn mend(folder: &Path, measure: &Measure<'_>, part: &ShardPart) -> io::Result<()> {
    let journal = measure.read(folder, part)?;
    if journal.is_clean() {
        return Ok(());
    }
    // An incomplete last line gets its newline, or is cut off.
    drop(Journal::open(folder, journal.end)?);
    let doubtful = journal.doubles.iter().filter(|it| !it.agrees);
    let is_doubtful = |id: u64| doubtful.clone().any(|it| it.id == id);
    let kept = journal.kept.iter().filter(|it| !is_doubtful(it.id));
    let kept: Vec<u64> = kept.map(|it| it.offset).collect();
    let mut aside: Vec<u64> = journal.problems.iter().map(|it| it.offset).collect();
    aside.extend(journal.strays.iter().map(|it| it.offset));
    aside.extend(doubtful.clone().flat_map(|it| it.offsets.iter().copied()));
    aside.sort_unstable();
    put_in_order(folder, &kept, &aside)
}
