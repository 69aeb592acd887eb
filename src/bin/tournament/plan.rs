//! `tournament plan`: writes players and settings into a folder in which many machines work.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use clap::Args;

use arbitro_cli::called::as_called;
use arbitro_cli::game_arg::GameArg;
use arbitro_rules::GameId;
use arbitro_rules::plain_text::shell_word;
use arbitro_tournament::{
    Dealing, Entrants, PLAN_FILE, Planned, TOURNAMENT_FILE, TournamentError, TournamentFile,
    copy_players, find_entrants,
};
use arbitro_words::{Count, Language, say};

use crate::options::{MachineOptions, PlayedOptions};
use crate::players;
use crate::playing::{machine, new_folder, probe};
use crate::words::Text;

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
      the same in formats with rounds: swiss and knockout
  matches.jsonl, standings.csv, report.html, ...
      written by merge; in swiss and knockout matches.jsonl exists from round 1

A match's shard follows from its number. Both colours of a pairing are in the same shard.

Exit codes: 0 done, 2 failure.";

#[derive(Debug, Args)]
pub(crate) struct PlanArgs {
    /// The folder to create
    #[arg(value_name = "OUT")]
    out: PathBuf,
    /// Folders to search for players, or executables
    #[arg(value_name = "PLAYERS", required = true)]
    players: Vec<PathBuf>,
    /// The number of shards
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    shards: u32,
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
    let game = match &args.played.game {
        Some(GameArg::Folder(named)) => {
            let game = &named.folder.to_string_lossy();
            bail!("{}", say(&Text::OneMachine { game }, language));
        }
        Some(GameArg::Known(game)) => *game,
        None => GameId::Dama,
    };
    let settings = args.played.settings(game)?;
    // Check before the first matches cost time.
    if settings.sprt.is_some() {
        return Err(TournamentError::SequentialTest.into());
    }
    let here = std::env::current_exe().context("where this program is")?;
    let keeper = probe(&args.machine, language)?;
    let guarantees = *keeper.guarantees();
    let mut stage = players::PlayerStaging::new(&guarantees, language)?;
    let mut found = find_entrants(&args.players, game, stage.play());
    // With --no-smoke no player is started here: matches may be played on other machines.
    if !args.no_smoke {
        let machine = machine(&args.machine, keeper, &found.entrants, language)?;
        found = stage.bring(found, &game.into(), &machine)?;
        players::try_out(&mut found, &settings, &machine, stage.play(), args.quiet, language)?;
    }
    let out = new_folder(Some(&args.out), language)?;
    let folder = || format!("{}", out.display());
    let (entrants, not_copied) = copy_players(found.entrants, &out, game, stage.play())?;
    found.left_out.extend(not_copied);
    let found = Entrants { entrants, ..found };
    players::tell_left_out(&found, || Ok(out.clone()), language)?;
    let Entrants { entrants, left_out } = found;
    players::are_enough(&entrants, game, language)?;
    let file = TournamentFile::new(settings, &entrants, &left_out, &guarantees);
    let planned = Planned::freeze(&out, file, args.shards, &here).with_context(folder)?;
    args.played.tell_openings(&planned.file.settings, language)?;
    tell(&planned, language)?;
    Ok(ExitCode::SUCCESS)
}

fn tell(planned: &Planned, language: Language) -> Result<()> {
    let file = &planned.file;
    let mut schedule = file.schedule()?;
    let first = schedule.stages().into_iter().next().unwrap_or(1..1);
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
        rounds: planned.is_in_rounds().then_some(planned.plan.rounds),
        matches: Count::Matches(first.end - first.start),
        shards,
        largest,
    };
    let next = Text::NextSteps { out: &out, last: shards - 1 };
    let [what, dealt, next] = [what, dealt, next].map(|it| say(&it, language));
    let files = &format!("{TOURNAMENT_FILE}, {PLAN_FILE}, players/");
    let there = say(&Text::FilesIn { folder: &out, files }, language);
    for line in [what, dealt, there, next] {
        writeln!(text, "{}", as_called(&line))?;
    }
    text.flush()?;
    Ok(())
}

/// Maximum shards whose sizes are computed: sizes differ by one pairing at most.
const MAX_SHARDS_LOADED: u32 = 10_000;
