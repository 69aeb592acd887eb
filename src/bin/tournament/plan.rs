//! `tournament plan`: writes players and settings into a folder in which many machines work.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use clap::Args;

use arbitro_cli::called::as_called;
use arbitro_rules::GameId;
use arbitro_rules::plain_text::shell_word;
use arbitro_tournament::{
    Dealing, Entrants, GrowingPlan, Merged, PLAN_FILE, Planned, TOURNAMENT_FILE, TournamentError,
    TournamentFile, copy_players, keep_game,
};
use arbitro_words::{Count, Language, say};

use crate::going_on::as_begun;
use crate::growing::{GrowthOptions, append, find, try_newcomers};
use crate::merge::tell as tell_flaws;
use crate::options::{MachineOptions, PlayedOptions};
use crate::playing::{machine, new_folder, probe};
use crate::words::Text;
use crate::{game, players};

pub(crate) const HELP: &str = "\
Examples:
  tournament plan evening submissions --shards 4 --games 10
  tournament work evening --shard 0
      shards 0 to 3, here and on other machines, in any order
  tournament status evening
      the progress of all shards
  tournament merge evening
      joins them: the same result as `tournament run` on one machine
  tournament plan swiss submissions --shards 4 --format swiss --rounds 7
      play all shards, then merge, which opens the next round; 7 times
  tournament plan --out evening --add late --replace ada=ada-new
      what has been played is merged first; then as before: work and merge

All machines must share the folder, under any path. It contains:
  tournament.toml
      settings and players, as `tournament run` writes them
  plan.toml
      version, arbitro and program_sha256 (the program that planned: only this
      one can continue), tournament_sha256, format, shards, round (the current
      one), rounds (their number; in a knockout the maximum, because tied duels
      are continued in extra rounds), finished (true once all is merged)
  players/SHA256/
      a copy of each player: its whole folder, or the one executable
  shards/I/matches.jsonl
      the journal of shard I, from 0; beside it faults/ID/ with the evidence of
      forfeits, matches.damaged with lines that did not count, and lock
  shards/round-R/I/
      the same in formats with rounds: swiss and knockout; and in those that
      grew, from round 2 on, where each phase with matches is a round
  tournament.next.toml
      only if growing was killed: the next call puts it in its place
  matches.jsonl, standings.csv, report.html, ...
      written by merge; in swiss and knockout matches.jsonl exists from round 1

A match's shard follows from its number. Both colours of a pairing are in the same shard.

Exit codes: 0 done; 1 matches of a tournament that is to grow are missing, and the commands that play them are \
printed; 2 failure.";

#[derive(Debug, Args)]
pub(crate) struct PlanArgs {
    /// The folder to create
    #[arg(value_name = "OUT", required_unless_present = "resume", conflicts_with = "resume")]
    out: Option<PathBuf>,
    /// Folders to search for players, or executables
    #[arg(value_name = "PLAYERS", required_unless_present = "resume", conflicts_with = "resume")]
    players: Vec<PathBuf>,
    /// The number of shards
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000), required_unless_present = "resume", conflicts_with = "resume")]
    shards: Option<u32>,
    /// The folder of a planned tournament that grows
    #[arg(long = "out", value_name = "OUT")]
    resume: Option<PathBuf>,
    #[command(flatten)]
    growth: GrowthOptions,
    #[command(flatten)]
    played: PlayedOptions,
    /// Admit every player without a trial match
    #[arg(long)]
    no_smoke: bool,
    #[command(flatten)]
    machine: MachineOptions,
    /// No progress bar
    #[arg(long, short)]
    quiet: bool,
}

pub(crate) fn plan(args: &PlanArgs, language: Language) -> Result<ExitCode> {
    match (&args.resume, &args.out) {
        (Some(out), _) => grow(args, out, language),
        (None, Some(out)) => begin(args, out, language),
        (None, None) => bail!("OUT is expected"),
    }
}

fn begin(args: &PlanArgs, out: &Path, language: Language) -> Result<ExitCode> {
    let here = std::env::current_exe().context("where this program is")?;
    let keeper = probe(&args.machine, language)?;
    let opened = game::open(args.played.game.as_ref(), &args.machine, &keeper, language)?;
    let game = opened.id;
    let settings = args.played.settings(game)?;
    // Check before the first matches cost time.
    if settings.sprt.is_some() {
        return Err(TournamentError::SequentialTest.into());
    }
    let guarantees = *keeper.guarantees();
    let mut stage = players::PlayerStaging::new(&guarantees, language)?;
    let mut found = stage.find(&args.players, game)?;
    // With --no-smoke no player is started here: matches may be played on other machines.
    if !args.no_smoke {
        let machine = machine(&args.machine, keeper, &found.entrants, language)?;
        found = stage.bring(found, &opened, &machine)?;
        players::try_out(&mut found, &settings, &machine, stage.play(), args.quiet, language)?;
    }
    let out = new_folder(Some(out), language)?;
    let folder = || format!("{}", out.display());
    let found = copied(found, &out, game, &mut stage)?;
    players::tell_left_out(&found, || Ok(out.clone()), language)?;
    let Entrants { entrants, left_out } = found;
    players::are_enough(&entrants, game, language)?;
    if let Some(written) = &opened.written {
        keep_game(written.folder(), written.is_private(), &out)?;
    }
    let file = TournamentFile::new(settings, &entrants, &left_out, &guarantees);
    let shards = args.shards.unwrap_or(1);
    let planned = Planned::freeze(&out, file, shards, &here).with_context(folder)?;
    args.played.tell_openings(&planned.file.settings, language)?;
    tell(&planned, true, language)?;
    Ok(ExitCode::SUCCESS)
}

/// Copies players into the plan's folder, and leaves out those that cannot be copied.
fn copied(
    found: Entrants,
    out: &Path,
    game: GameId,
    stage: &mut players::PlayerStaging,
) -> Result<Entrants> {
    let Entrants { entrants, mut left_out } = found;
    let (entrants, not_copied) = copy_players(entrants, out, game, stage.staging())?;
    left_out.extend(not_copied);
    Ok(Entrants { entrants, left_out })
}

/// Joins what has been played, and appends phases.
fn grow(args: &PlanArgs, out: &Path, language: Language) -> Result<ExitCode> {
    if args.growth.is_empty() {
        bail!("{}", say(&Text::NoChange { out: out.display() }, language));
    }
    let folder = || format!("{}", out.display());
    let mut growing = GrowingPlan::open(out).with_context(folder)?;
    let here = std::env::current_exe().context("where this program is")?;
    growing.planned.check_program(&here)?;
    let keeper = probe(&args.machine, language)?;
    let mut file = growing.planned.file.clone();
    let named = args.played.game.as_ref();
    let opened = game::open_again(named, (&args.machine, &keeper), (out, &file), language)?;
    file.settings = as_begun(&args.played, (out, &file), opened.id)?;
    if let Merged::Lacking(flaws) = growing.merge()? {
        tell_flaws(&growing.planned, &flaws, language)?;
        return Ok(ExitCode::FAILURE);
    }
    let mut stage = players::PlayerStaging::new(keeper.guarantees(), language)?;
    let growth = find((&args.growth, None), out, &file, (opened.id, &mut stage), language)?;
    let mut found =
        Entrants { entrants: growth.0.newcomers().cloned().collect(), left_out: Vec::new() };
    if !args.no_smoke {
        let machine = machine(&args.machine, keeper, &found.entrants, language)?;
        let trials = (args.no_smoke, args.quiet);
        found = try_newcomers(&growth.0, (&file, &stage), (&opened, &machine), trials, language)?;
    }
    let found = copied(found, out, opened.id, &mut stage)?;
    let phases = file.phases.len();
    append(growth, (out, &mut file), &found, &|_| true, language)?;
    if file.phases.len() > phases {
        let next = growing.round;
        let planned = growing.write(file).with_context(folder)?;
        let has_matches = next <= planned.plan.rounds;
        tell(&planned, has_matches, language)?;
    }
    Ok(ExitCode::SUCCESS)
}

fn tell(planned: &Planned, has_matches: bool, language: Language) -> Result<()> {
    let file = &planned.file;
    let round = planned.plan.round;
    let first = planned.matches_of(round)?;
    let shards = planned.plan.shards;
    let largest = (0..shards.min(MAX_SHARDS_LOADED)).map(|shard| {
        Dealing::new(first.clone(), file.settings.games, shards).part(shard).matches()
    });
    let largest = largest.max().unwrap_or(0);
    let mut text = anstream::stdout().lock();
    let out = planned.folder.to_string_lossy();
    let out = shell_word(&out);
    let settings = &file.settings;
    let what = Text::Planned {
        game: settings.game.name(),
        format: &settings.format.to_string(),
        players: file.players.len(),
        seed: settings.seed,
    };
    let dealt = Text::Dealt {
        round,
        rounds: planned.is_in_rounds().then_some(planned.plan.rounds),
        matches: Count::Matches(first.end - first.start),
        shards,
        largest,
    };
    let files = &format!("{TOURNAMENT_FILE}, {PLAN_FILE}, players/");
    let there = Text::FilesIn { folder: &out, files };
    let play = Text::NextSteps { out: &out, last: shards - 1 };
    let merge = Text::MergeNext { out: &out };
    let lines = match has_matches {
        true => vec![what, dealt, there, play],
        false => vec![what, there, merge],
    };
    for line in lines {
        writeln!(text, "{}", as_called(&say(&line, language)))?;
    }
    text.flush()?;
    Ok(())
}

/// Maximum shards whose sizes are computed: sizes differ by one pairing at most.
const MAX_SHARDS_LOADED: u32 = 10_000;
