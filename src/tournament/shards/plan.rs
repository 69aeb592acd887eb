//! `plan.toml`: the number of shards, the program that planned, and the current round.

use std::fs;
use std::io::{Read, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::super::error::{TournamentError, failed};
use super::super::journal::JOURNAL;
use super::super::results::{Remember, Results};
use super::super::schedule::{Dealing, Schedule};
use super::super::settings::{Format, as_text};
use super::super::store::store;
use super::super::tournament_file::{TOURNAMENT_FILE, TournamentFile};
use super::lock::Lock;
use arbitro_rules::plain_text::shell_word;
use arbitro_sandbox::{open_regular, plain_sha256};

pub const PLAN_FILE: &str = "plan.toml";

/// Version of the format.
const VERSION: u32 = 1;

/// Maximum size in bytes.
const MAX_PLAN_BYTES: u64 = 64 << 10;

const SHARDS: &str = "shards";

/// The file of a tournament that has grown, until it takes the place of the one before.
const NEXT_FILE: &str = "tournament.next.toml";

/// The contents of the plan's file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ShardPlan {
    /// Version of the format.
    pub version: u32,
    pub arbitro: String,
    /// SHA-256 of the program's file, as `sha256sum` prints it.
    pub program_sha256: String,
    /// SHA-256 of `tournament.toml`, likewise.
    pub tournament_sha256: String,
    #[serde(with = "as_text")]
    pub format: Format,
    pub shards: u32,
    /// The current round, from 1: the matches that can be played in parallel.
    pub round: u32,
    /// Number of rounds; in a knockout the maximum, because tied duels are continued in extra
    /// rounds.
    pub rounds: u32,
    /// True once all rounds are joined and the ranking is written.
    pub finished: bool,
}

impl ShardPlan {
    fn read(folder: &Path) -> Result<ShardPlan, TournamentError> {
        let path = folder.join(PLAN_FILE);
        let mut text = String::new();
        let read =
            open_regular(&path).and_then(|it| it.take(MAX_PLAN_BYTES).read_to_string(&mut text));
        match read {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                let folder = folder.to_owned();
                return Err(TournamentError::NoPlan { folder });
            }
            read => read.map_err(failed(&path))?,
        };
        let form = |error: toml::de::Error| TournamentError::Form(error.to_string());
        let table: toml::Table = text.parse().map_err(form)?;
        let version = table.get("version").and_then(toml::Value::as_integer);
        match version.and_then(|it| u32::try_from(it).ok()) {
            Some(VERSION) => {}
            Some(found) => {
                let read = VERSION;
                return Err(TournamentError::Version { found, read });
            }
            None => return Err(TournamentError::Form("it has no version".to_owned())),
        }
        let plan: ShardPlan = table.try_into().map_err(form)?;
        let is_possible = plan.shards > 0 && plan.round > 0 && plan.round <= plan.rounds;
        if !is_possible {
            return Err(TournamentError::Form(
                "shards and rounds are counted from 1, and its round is one of its rounds"
                    .to_owned(),
            ));
        }
        Ok(plan)
    }

    /// Reads the tournament of this plan; `None` if it is not there. It waits beside the one before if growing was
    /// killed, and goes from there to its place: so that place is looked at last.
    fn tournament(&self, folder: &Path) -> Result<Option<TournamentFile>, TournamentError> {
        for name in [NEXT_FILE, TOURNAMENT_FILE] {
            let path = folder.join(name);
            match plain_sha256(&path) {
                Ok(sha256) if sha256 == self.tournament_sha256 => {}
                Err(error) if name == TOURNAMENT_FILE => return Err(failed(&path)(error)),
                Ok(_) | Err(_) => continue,
            }
            match TournamentFile::read_from(&path) {
                Err(_) if name == NEXT_FILE => {}
                read => return Ok(Some(read?).filter(|it| it.settings.format == self.format)),
            }
        }
        Ok(None)
    }
}

/// A planned tournament and its folder.
#[derive(Clone, Debug)]
pub struct Planned {
    pub folder: PathBuf,
    pub plan: ShardPlan,
    pub file: TournamentFile,
}

impl Planned {
    /// Writes the plan, which is final. The players must have been copied.
    pub fn freeze(
        folder: &Path,
        file: TournamentFile,
        shards: u32,
        program: &Path,
    ) -> Result<Planned, TournamentError> {
        if file.settings.sprt.is_some() {
            return Err(TournamentError::SequentialTest);
        }
        let schedule = file.schedule()?;
        file.write(folder)?;
        let tournament_file = folder.join(TOURNAMENT_FILE);
        let plan = ShardPlan {
            version: VERSION,
            arbitro: env!("CARGO_PKG_VERSION").to_owned(),
            program_sha256: plain_sha256(program).map_err(failed(program))?,
            tournament_sha256: plain_sha256(&tournament_file).map_err(failed(&tournament_file))?,
            format: file.settings.format,
            shards: shards.max(1),
            round: 1,
            rounds: schedule.max_stages(),
            finished: false,
        };
        let planned = Planned { folder: folder.to_owned(), plan, file };
        // Written last: with this file the plan exists.
        planned.write()?;
        Ok(planned)
    }

    /// Reads the plan in a folder.
    pub fn read(folder: &Path) -> Result<Planned, TournamentError> {
        let mut plan = ShardPlan::read(folder)?;
        loop {
            if let Some(file) = plan.tournament(folder)? {
                return Ok(Planned { folder: folder.to_owned(), plan, file });
            }
            // It may have grown between the two reads.
            let now = ShardPlan::read(folder)?;
            if now == plan {
                return Err(TournamentError::OtherTournament);
            }
            plan = now;
        }
    }

    pub(super) fn plan_now(&self) -> Result<ShardPlan, TournamentError> {
        let now = ShardPlan::read(&self.folder)?;
        if now.tournament_sha256 == self.plan.tournament_sha256 {
            return Ok(now);
        }
        Err(TournamentError::Grown { folder: self.folder.clone() })
    }

    /// Makes a tournament with more phases that of the plan. Its file waits beside the old one until the plan says
    /// that it counts.
    pub(super) fn grow(&mut self, file: TournamentFile, round: u32) -> Result<(), TournamentError> {
        let rounds = file.schedule()?.max_stages();
        let next = self.folder.join(NEXT_FILE);
        file.write_to(&next)?;
        self.plan.tournament_sha256 = plain_sha256(&next).map_err(failed(&next))?;
        self.plan.rounds = rounds;
        self.plan.round = round.clamp(1, rounds);
        self.plan.finished = false;
        self.file = file;
        // From here on the tournament has grown.
        self.write()?;
        self.end_growth()
    }

    /// Puts the file of a tournament that has grown in its place, which a kill may have prevented.
    pub(super) fn end_growth(&self) -> Result<(), TournamentError> {
        let next = self.folder.join(NEXT_FILE);
        let is_ours = |sha256: String| sha256 == self.plan.tournament_sha256;
        if plain_sha256(&next).is_ok_and(is_ours) {
            fs::rename(&next, self.folder.join(TOURNAMENT_FILE)).map_err(failed(&next))?;
        }
        Ok(())
    }

    /// Returns true if a folder holds a planned tournament.
    pub fn is_in(folder: &Path) -> bool {
        folder.join(PLAN_FILE).exists()
    }

    /// Refuses a program that differs from the one that planned, byte for byte.
    pub fn check_program(&self, program: &Path) -> Result<(), TournamentError> {
        let here = plain_sha256(program).map_err(failed(program))?;
        if here == self.plan.program_sha256 {
            return Ok(());
        }
        Err(TournamentError::OtherProgram {
            planned_version: self.plan.arbitro.clone(),
            planned: self.plan.program_sha256.clone(),
            here_version: env!("CARGO_PKG_VERSION").to_owned(),
            here,
        })
    }

    /// Records that all rounds are joined and the ranking is written.
    pub fn finish(&mut self) -> Result<(), TournamentError> {
        let _lock = Lock::take(&self.folder)?;
        self.plan = self.plan_now()?;
        self.plan.finished = true;
        self.write()
    }

    /// Opens a round, unless a later one is open.
    pub(super) fn open_round(&mut self, round: u32) -> Result<(), TournamentError> {
        if round <= self.plan.round {
            return Ok(());
        }
        self.plan.round = round;
        self.write()
    }

    fn write(&self) -> Result<(), TournamentError> {
        let path = self.folder.join(PLAN_FILE);
        let text =
            toml::to_string(&self.plan).map_err(|it| TournamentError::Form(it.to_string()))?;
        store(&path, |file| file.write_all(text.as_bytes())).map_err(failed(&path))
    }

    /// Returns true if rounds depend on each other.
    pub(super) fn is_staged(&self) -> bool {
        matches!(self.plan.format, Format::Swiss | Format::Knockout)
    }

    /// Returns true if there are rounds. In formats with known pairings, each phase with matches is one.
    pub fn is_in_rounds(&self) -> bool {
        self.is_staged() || self.plan.rounds > 1
    }

    /// The folder of a shard, or of a shard's round if there are several.
    pub fn shard_folder(&self, round: u32, shard: u32) -> PathBuf {
        let mut folder = self.folder.join(SHARDS);
        if self.is_staged() || round > 1 {
            folder.push(format!("round-{round}"));
        }
        folder.push(shard.to_string());
        folder
    }

    /// The command that plays what a shard lacks.
    pub fn command(&self, round: u32, shard: u32) -> String {
        let folder = self.folder.to_string_lossy();
        let folder = shell_word(&folder);
        let round = if self.is_in_rounds() { format!(" --round {round}") } else { String::new() };
        format!("tournament work {folder} --shard {shard}{round}")
    }

    /// Returns the dealing of matches that can be played at the same time.
    pub(super) fn dealing(&self, matches: Range<u64>) -> Dealing {
        Dealing::new(matches, self.file.settings.games, self.plan.shards)
    }

    /// The schedule without finished matches.
    pub(super) fn schedule(&self) -> Result<Schedule, TournamentError> {
        Ok(self.file.schedule()?)
    }

    /// The schedule with all earlier rounds, which have been joined.
    pub(super) fn schedule_so_far(&self) -> Result<Schedule, TournamentError> {
        if !self.is_staged() || !self.folder.join(JOURNAL).exists() {
            return self.schedule();
        }
        let results = Results::of(self.file.clone(), &self.folder, Remember::Sums)?;
        Ok(results.schedule)
    }

    /// The matches of a round, if it is known from what was joined.
    pub fn matches_of(&self, round: u32) -> Result<Range<u64>, TournamentError> {
        self.stage(&mut self.schedule_so_far()?, round)
    }

    /// The matches of a round, if it is known.
    pub(super) fn stage(
        &self,
        schedule: &mut Schedule,
        round: u32,
    ) -> Result<Range<u64>, TournamentError> {
        let stages = schedule.stages();
        let stage = stages.get((round as usize).saturating_sub(1)).cloned();
        stage.ok_or_else(|| TournamentError::NotReady {
            round,
            current: u32::try_from(stages.len()).unwrap_or(u32::MAX),
            folder: self.folder.clone(),
        })
    }

    /// Creates a folder with its parents.
    pub(super) fn make(folder: &Path) -> Result<(), TournamentError> {
        fs::create_dir_all(folder).map_err(failed(folder))
    }
}
