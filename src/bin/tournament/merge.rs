//! `tournament merge`: joins the results of all shards of a planned tournament.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Result;
use clap::Args;
use serde_json::json;

use arbitro_cli::called::called;
use arbitro_tournament::{Flaw, Merged, Planned, Remember, Results, merge as join};
use arbitro_words::{Count, Language, Message, say};

use crate::playing::write_ranking;
use crate::words::Text;
use crate::{complain, ranking_json, write_tables};

pub(crate) const HELP: &str = "\
Examples:
  tournament merge evening
      the journal, the tables and the ranking
  tournament merge swiss --round 2
      fails unless round 2 is complete

Once all matches are there, it writes the same files as `tournament run` on one machine, except for times. In \
a swiss or knockout tournament it joins the rounds so far and opens the next one; after the last round it \
writes the ranking. You may repeat or kill it at any time; if killed, it has changed nothing.

Exit codes: 0 done; 1 matches are missing or damaged, and the commands that play them are printed; 2 \
failure.";

/// Maximum faults reported of a shard; further ones are only counted.
const MAX_REPORTED: usize = 5;

#[derive(Debug, Args)]
pub(crate) struct MergeArgs {
    /// The folder that `tournament plan` created
    #[arg(value_name = "OUT")]
    out: PathBuf,
    /// The round that must be complete [default: every round that was started]
    #[arg(long, value_name = "R")]
    round: Option<u32>,
    /// One JSON object per line instead of text
    #[arg(long)]
    json: bool,
}

pub(crate) fn merge(args: &MergeArgs, language: Language) -> Result<ExitCode> {
    let mut planned = Planned::read(&args.out)?;
    match join(&mut planned, args.round)? {
        Merged::Lacking(flaws) => {
            if args.json {
                tell_json(&planned, &flaws)?;
            } else {
                tell(&planned, &flaws, language)?;
            }
            Ok(ExitCode::FAILURE)
        }
        Merged::Next { round, matches } => {
            let rounds = planned.plan.rounds;
            let mut text = anstream::stdout().lock();
            if args.json {
                let next = json!({ "merged": matches, "round": round, "rounds": rounds });
                writeln!(text, "{next}")?;
            } else {
                let matches = Count::Matches(matches);
                let next = Text::NextRound { matches, round, rounds };
                writeln!(text, "{}", say(&next, language))?;
            }
            text.flush()?;
            Ok(ExitCode::SUCCESS)
        }
        Merged::Complete { .. } => finish(args, planned, language),
    }
}

/// Writes everything that a tournament on one machine ends with.
fn finish(args: &MergeArgs, mut planned: Planned, language: Language) -> Result<ExitCode> {
    let out: &Path = &args.out;
    let results = Results::of(planned.file.clone(), out, Remember::Places)?;
    complain(out, &results, language)?;
    let standings = results.standings();
    write_tables(out, &results, &standings, language)?;
    planned.finish()?;
    let mut text = anstream::stdout().lock();
    if args.json {
        for line in ranking_json(&results, &standings) {
            writeln!(text, "{line}")?;
        }
    } else {
        write_ranking(&mut text, out, &results, &standings, language)?;
    }
    text.flush()?;
    Ok(if results.tally.voids() == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn tell_json(planned: &Planned, flaws: &[Flaw]) -> Result<()> {
    let mut text = anstream::stdout().lock();
    for flaw in flaws {
        let line = json!({
            "round": flaw.round,
            "shard": flaw.shard,
            "text": say(&flaw.kind, Language::English),
            "command": planned.command(flaw.round, flaw.shard),
        });
        writeln!(text, "{line}")?;
    }
    text.flush()?;
    Ok(())
}

/// Lists what prevents joining, and the commands that play it.
pub(crate) fn tell(planned: &Planned, flaws: &[Flaw], language: Language) -> Result<()> {
    let mut complaints = anstream::stderr().lock();
    let shards: Vec<&[Flaw]> = flaws.chunk_by(|a, b| a.shard == b.shard).collect();
    for flaws in &shards {
        let Some(&Flaw { round, shard, .. }) = flaws.first() else {
            continue;
        };
        let mut complain = |what: &dyn Message| {
            let text = Text::Shard { shard, of: None, what };
            writeln!(complaints, "tournament: {}", say(&text, language))
        };
        for flaw in flaws.iter().take(MAX_REPORTED) {
            complain(&flaw.kind)?;
        }
        if flaws.len() > MAX_REPORTED {
            complain(&Text::MoreFlaws(flaws.len() - MAX_REPORTED))?;
        }
        let command = planned.command(round, shard);
        let command = &command.replacen("tournament", &called("tournament"), 1);
        writeln!(complaints, "{}", say(&Text::PlayAgain { command }, language))?;
    }
    let lacking: Vec<u32> =
        shards.iter().filter_map(|flaws| flaws.first().map(|it| it.shard)).collect();
    let list = &listed(&lacking);
    let nothing = Text::NotMerged { lacking: lacking.len(), shards: planned.plan.shards, list };
    writeln!(complaints, "tournament: {}", say(&nothing, language))?;
    Ok(())
}

/// Formats numbers as schedulers read them: `0-3,7`.
fn listed(numbers: &[u32]) -> String {
    let runs = numbers.chunk_by(|a, b| a + 1 == *b);
    let runs = runs.filter_map(|run| match (run.first()?, run.last()?) {
        (first, last) if first == last => Some(first.to_string()),
        (first, last) => Some(format!("{first}-{last}")),
    });
    runs.collect::<Vec<_>>().join(",")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shards_are_listed_as_a_scheduler_takes_them() {
        assert_eq!(listed(&[0, 1, 2, 3, 7, 9, 10]), "0-3,7,9-10");
        assert_eq!(listed(&[5]), "5");
    }
}
