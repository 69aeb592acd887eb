//! `tournament status`: the progress of every shard of a planned tournament.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Result;
use clap::Args;
use serde_json::json;

use arbitro_tournament::{Planned, ShardStatus, Status, status};
use arbitro_words::{Language, say};

use crate::words::{Label, StatusHead, Text};

pub(crate) const HELP: &str = "\
Examples:
  tournament status evening
      a line for each shard, and the total
  tournament status evening --json
      for programs; the last line is the total

You may run it at any time; it changes nothing. `open` matches have not been played yet, `void` ones failed \
because of the host, `damaged` are lines that do not count, `double` are repeated matches: `tournament work` \
on that shard plays all of these.

State of the tournament:
  playing
      some matches of this round have not ended
  merging
      all have ended, and `tournament merge` is next
  finished
      all rounds are merged

Exit codes: 0 done, 2 failure.";

#[derive(Debug, Args)]
pub(crate) struct StatusArgs {
    /// The folder that `tournament plan` created
    #[arg(value_name = "OUT")]
    out: PathBuf,
    /// One JSON object per line instead of text
    #[arg(long)]
    json: bool,
}

pub(crate) fn show_status(args: &StatusArgs, language: Language) -> Result<ExitCode> {
    let planned = Planned::read(&args.out)?;
    let status = status(&planned)?;
    let mut text = anstream::stdout().lock();
    if args.json {
        for shard in &status.shards {
            let mut line = json!(shard);
            line["round"] = status.round.into();
            writeln!(text, "{line}")?;
        }
        writeln!(text, "{}", total_json(&planned, &status))?;
    } else {
        write_table(&mut text, &planned, &status, language)?;
    }
    text.flush()?;
    Ok(ExitCode::SUCCESS)
}

/// The state of the whole tournament. Programs read the English word.
const fn state(planned: &Planned, total: &ShardStatus) -> Label {
    let is_clean = total.damaged == 0 && total.double == 0;
    if planned.plan.finished {
        Label::Finished
    } else if total.done == total.matches && is_clean {
        Label::Merging
    } else {
        Label::Playing
    }
}

fn total_json(planned: &Planned, status: &Status) -> serde_json::Value {
    let total = status.total();
    let running = status.shards.iter().filter(|it| it.is_running).count();
    json!({
        "total": true,
        "state": say(&state(planned, &total), Language::English),
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

/// Minimum width of a column.
const MIN_WIDTH: usize = 9;

const HEADS: [Label; 7] = [
    Label::Shard,
    Label::Matches,
    Label::Done,
    Label::Open,
    Label::Void,
    Label::Damaged,
    Label::Double,
];

fn write_table(
    text: &mut impl Write,
    planned: &Planned,
    status: &Status,
    language: Language,
) -> Result<()> {
    let total = status.total();
    let (plan, settings) = (&planned.plan, &planned.file.settings);
    let heading = Text::Status(StatusHead {
        game: settings.game.name(),
        format: &settings.format.to_string(),
        players: planned.file.players.len(),
        round: status.round,
        rounds: planned.is_in_rounds().then_some(plan.rounds),
        shards: plan.shards,
        state: state(planned, &total),
    });
    writeln!(text, "{}", say(&heading, language))?;
    let label = |it: Label| say(&it, language);
    let heads = HEADS.map(label);
    // Two blanks before the longest of them.
    let widths = heads.each_ref().map(|it| (it.chars().count() + 2).max(MIN_WIDTH));
    for (head, width) in heads.iter().zip(widths) {
        write!(text, "{head:>width$}")?;
    }
    writeln!(text)?;
    let running = &label(Label::Running);
    for shard in &status.shards {
        write_row(text, &shard.shard.to_string(), shard, widths, running)?;
    }
    write_row(text, &label(Label::Total), &total, widths, running)
}

fn write_row(
    text: &mut impl Write,
    name: &str,
    it: &ShardStatus,
    widths: [usize; 7],
    running: &str,
) -> Result<()> {
    let counts = [it.matches, it.done, it.open, it.void, it.damaged, it.double];
    let [name_width, widths @ ..] = widths;
    write!(text, "{name:>name_width$}")?;
    for (count, width) in counts.into_iter().zip(widths) {
        write!(text, "{count:>width$}")?;
    }
    if it.is_running {
        write!(text, "  {running}")?;
    }
    writeln!(text)?;
    Ok(())
}
