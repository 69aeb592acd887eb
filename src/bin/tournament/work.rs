//! `tournament work`: plays one shard of a planned tournament.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result};
use clap::Args;

use arbitro_cli::called::as_called;
use arbitro_tournament::{
    Finished, Opened, Planned, ShardWork, TournamentError, TournamentEvent, copied_players,
};

use crate::game;
use crate::options::{MachineOptions, TellingOptions};
use crate::players;
use crate::playing::{machine, probe};
use crate::telling::ProgressReporter;
use crate::words::{self, Text};
use arbitro_cli::stopping::stop_flag;
use arbitro_words::{Language, Message, say};

pub(crate) const HELP: &str = "\
Examples:
  tournament work evening --shard 3
      shard 3, from 0; continues if it was interrupted
  tournament work evening
      the shard in SLURM_ARRAY_TASK_ID
  tournament work swiss --shard 3 --round 2
      only if that round is open

The same command continues an interrupted shard, on this machine or another. Ctrl-C or SIGTERM stops it \
once running matches have ended; if it is killed, they are lost and played again. Only one \
process at a time plays a shard: it holds an `flock` on shards/I/lock, which the server keeps over NFS (not \
with the mount options nolock or local_lock). A shard without matches ends at once, as does a round after \
the end of a knockout.

Exit codes: 0 every match of the shard has ended; 1 some were void, and the same command plays them again; \
2 stopped, or failure: another program, other players, a round that is not open.";

#[derive(Debug, Args)]
pub(crate) struct WorkArgs {
    /// The folder that `tournament plan` created
    #[arg(value_name = "OUT")]
    out: PathBuf,
    /// The shard, from 0
    #[arg(long, value_name = "I", env = "SLURM_ARRAY_TASK_ID")]
    shard: u32,
    /// The round of a swiss or knockout tournament, from 1 [default: the current one]
    #[arg(long, value_name = "R")]
    round: Option<u32>,
    #[command(flatten)]
    machine: MachineOptions,
    #[command(flatten)]
    telling: TellingOptions,
}

pub(crate) fn work(args: &WorkArgs, language: Language) -> Result<ExitCode> {
    let planned = Planned::read(&args.out)?;
    let here = std::env::current_exe().context("where this program is")?;
    planned.check_program(&here)?;
    let shard = args.shard;
    let shards = planned.plan.shards;
    let tell =
        |what: &dyn Message| tell(args, &Text::Shard { shard, of: Some(shards), what }, language);
    let mut work = match ShardWork::open(&planned, shard, args.round)? {
        Opened::Over => {
            tell(&words::OVER_BEFORE)?;
            return Ok(ExitCode::SUCCESS);
        }
        Opened::Empty => {
            tell(&words::NO_MATCH_IN_IT)?;
            return Ok(ExitCode::SUCCESS);
        }
        Opened::Work(work) => work,
    };
    let again = planned.command(work.round, shard);
    let counted = play(args, &planned, &mut work, language);
    let (finished, counts) =
        counted.with_context(|| format!("shard {shard} of {shards}: continue with `{again}`"))?;
    let Counts { done, void } = counts;
    tell(&Text::Done { done, matches: work.matches(), folder: work.folder.display() })?;
    let complain = |what: &Text<'_>| {
        writeln!(anstream::stderr(), "tournament: {}", as_called(&say(what, language)))
    };
    if finished == Finished::Stopped {
        complain(&Text::ShardStopped { again: &again })?;
        return Ok(ExitCode::from(2));
    }
    if void > 0 {
        complain(&Text::Void { void, again: &again })?;
        return Ok(ExitCode::FAILURE);
    }
    Ok(ExitCode::SUCCESS)
}

/// Numbers of matches that have ended, and that must be played again.
#[derive(Clone, Copy, Debug)]
struct Counts {
    done: u64,
    void: u64,
}

fn play(
    args: &WorkArgs,
    planned: &Planned,
    work: &mut ShardWork,
    language: Language,
) -> Result<(Finished, Counts)> {
    let mut counts = Counts { done: work.done(), void: 0 };
    if counts.done == work.matches() {
        return Ok((Finished::Complete, counts));
    }
    let stop = stop_flag()?;
    let keeper = probe(&args.machine, language)?;
    let file = (args.out.as_path(), &planned.file);
    let opened = game::open_again(None, (&args.machine, &keeper), file, language)?;
    let mut stage = players::PlayerStaging::new(keeper.guarantees(), language)?;
    let entrants = copied_players(planned, opened.id, stage.staging())?;
    let machine = machine(&args.machine, keeper, &entrants, language)?;
    let entrants = stage.bring_all(entrants, &opened, &machine, language)?;
    let mut teller = ProgressReporter::new(args.telling.quiet, args.telling.events, language);
    let mut tell = |event: &TournamentEvent<'_>| {
        if let TournamentEvent::Match { reason, .. } = event {
            match *reason {
                "void" => counts.void += 1,
                _ => counts.done += 1,
            }
        }
        teller.tell(event)
    };
    let finished: Result<Finished, TournamentError> =
        work.play(opened.id, &entrants, &machine, &stop, &mut tell);
    teller.end();
    Ok((finished?, counts))
}

/// Prints a line for people.
fn tell(args: &WorkArgs, line: &Text<'_>, language: Language) -> Result<()> {
    if !args.telling.events {
        let mut text = anstream::stdout().lock();
        writeln!(text, "{}", say(line, language))?;
        text.flush()?;
    }
    Ok(())
}
