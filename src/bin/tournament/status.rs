//! `tournament status`: how far every shard of a planned tournament is.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Result;
use clap::Args;
use serde_json::json;

use arbitro::tournament::{Planned, ShardStatus, Status, status};

pub(crate) const HELP: &str = "\
Examples:
  tournament status evening                    a line for each shard, and their sum
  tournament status evening --json             for programs; the last line is the sum

It reads what is there, at any time, and changes nothing. `open` was not played yet, `void` was spoilt by
the host, `damaged` are lines that do not count, `double` matches that are there more than once: `tournament
work` on that shard plays all of that again. What the whole is at:
  playing   some matches of this round have not ended
  merging   all have, and `tournament merge` is next
  finished  all was merged

Exit codes: 0 done, 2 it could not be done.";

#[derive(Debug, Args)]
pub(crate) struct StatusArgs {
    /// The folder of `tournament plan`
    #[arg(value_name = "OUT")]
    out: PathBuf,
    /// One JSON object a line instead of text
    #[arg(long)]
    json: bool,
}

pub(crate) fn show_status(args: &StatusArgs) -> Result<ExitCode> {
    let planned = Planned::read(&args.out)?;
    let status = status(&planned)?;
    let mut text = anstream::stdout().lock();
    if args.json {
        for shard in &status.shards {
            writeln!(text, "{}", shard_json(&status, shard))?;
        }
        writeln!(text, "{}", total_json(&planned, &status))?;
    } else {
        write_table(&mut text, &planned, &status)?;
    }
    text.flush()?;
    Ok(ExitCode::SUCCESS)
}

/// What the whole is at.
fn state(planned: &Planned, total: &ShardStatus) -> &'static str {
    let is_clean = total.damaged == 0 && total.double == 0;
    if planned.plan.finished {
        "finished"
    } else if total.done == total.matches && is_clean {
        "merging"
    } else {
        "playing"
    }
}

fn shard_json(status: &Status, shard: &ShardStatus) -> serde_json::Value {
    json!({
        "shard": shard.shard,
        "round": status.round,
        "matches": shard.matches,
        "done": shard.done,
        "open": shard.open,
        "void": shard.void,
        "damaged": shard.damaged,
        "double": shard.double,
        "running": shard.is_running,
    })
}

fn total_json(planned: &Planned, status: &Status) -> serde_json::Value {
    let total = status.total();
    let running = status.shards.iter().filter(|it| it.is_running).count();
    json!({
        "total": true,
        "state": state(planned, &total),
        "format": planned.plan.format.to_string(),
        "shards": planned.plan.shards,
        "round": status.round,
        "rounds": planned.plan.rounds,
        "earlier": status.earlier,
        "matches": total.matches,
        "done": total.done,
        "open": total.open,
        "void": total.void,
        "damaged": total.damaged,
        "double": total.double,
        "running": running,
    })
}

fn write_table(text: &mut impl Write, planned: &Planned, status: &Status) -> Result<()> {
    let total = status.total();
    let (plan, settings) = (&planned.plan, &planned.file.settings);
    let round = if planned.is_in_rounds() {
        format!("round {} of {}, ", status.round, plan.rounds)
    } else {
        String::new()
    };
    writeln!(
        text,
        "{}, {}, {} players, {round}{} shards: {}",
        settings.game,
        settings.format,
        planned.file.players.len(),
        plan.shards,
        state(planned, &total)
    )?;
    let heads = [
        "shard", "matches", "done", "open", "void", "damaged", "double",
    ];
    for head in heads {
        write!(text, "{head:>9}")?;
    }
    writeln!(text)?;
    for shard in &status.shards {
        write_row(text, &shard.shard.to_string(), shard)?;
    }
    write_row(text, "total", &total)
}

fn write_row(text: &mut impl Write, name: &str, it: &ShardStatus) -> Result<()> {
    write!(text, "{name:>9}")?;
    for count in [it.matches, it.done, it.open, it.void, it.damaged, it.double] {
        write!(text, "{count:>9}")?;
    }
    writeln!(text, "{}", if it.is_running { "  running" } else { "" })?;
    Ok(())
}
