//! `report --analyse`: compares every move with the best one, with a progress bar.

use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use clap::Args;
use indicatif::ProgressBar;

use arbitro_records::analysis::{AnalysisError, AnalysisSettings, MAX_DEPTH};
use arbitro_tournament::Results;
use arbitro_tournament::report::{ANALYSIS, ReportError, analyse_tournament, read_analysis};

use arbitro_cli::jobs::jobs;
use arbitro_cli::stopping::stop_flag;
use arbitro_words::{Language, say};

use crate::telling::style_with_time_left;
use crate::words::{self, Text};

/// Options of `--analyse`.
#[derive(Debug, Args)]
pub(crate) struct AnalyseArgs {
    /// Compare every move with the best one that a search finds; only matches not analysed yet.
    /// Results are kept in analysis.jsonl
    #[arg(long)]
    analyse: bool,
    /// Search depth in plies [default: 8, in quoridor 6]
    #[arg(long, value_name = "N", requires = "analyse",
          value_parser = clap::value_parser!(u32).range(1..=i64::from(MAX_DEPTH)))]
    depth: Option<u32>,
    /// The folder of endgame tables made by `scripts/endgames`; their values are exact
    #[arg(long, value_name = "DIR", requires = "analyse")]
    endgames: Option<PathBuf>,
    /// Matches analysed in parallel [default: one per core]
    #[arg(long, value_name = "N", requires = "analyse",
          value_parser = clap::value_parser!(u32).range(1..=4096))]
    jobs: Option<u32>,
}

/// Analyses the remaining matches, if requested.
pub(crate) fn analyse_if_asked(
    out: &Path,
    args: &AnalyseArgs,
    results: &Results,
    language: Language,
) -> Result<()> {
    complain(out, language)?;
    if !args.analyse {
        return Ok(());
    }
    let bar = if io::stderr().is_terminal() { ProgressBar::new(0) } else { ProgressBar::hidden() };
    if let Ok(style) = style_with_time_left(words::ANALYSIS_BAR.of(language)) {
        bar.set_style(style);
    }
    let terms = AnalysisSettings { depth: args.depth, endgames: args.endgames.clone() };
    let jobs = jobs(args.jobs);
    let stop = stop_flag()?;
    let done = analyse_tournament(out, results, &terms, jobs, &stop, |done, of| {
        bar.set_length(of as u64);
        bar.set_position(done as u64);
    });
    bar.finish_and_clear();
    match done {
        Err(ReportError::Analysis(AnalysisError::Stopped)) => {
            Err(AnalysisError::Stopped).context(words::ANALYSIS_KEPT.of(language))
        }
        done => {
            let matches = done.with_context(|| format!("{}: the analysis", out.display()))?;
            writeln!(anstream::stderr(), "{}", say(&Text::Analysed(matches), language))?;
            Ok(())
        }
    }
}

/// Reports lines of an earlier analysis that are not used.
fn complain(out: &Path, language: Language) -> Result<()> {
    let path = out.join(ANALYSIS);
    let kept = read_analysis(out).with_context(|| format!("{}: cannot be read", path.display()))?;
    let mut complaints = anstream::stderr().lock();
    for (line, problem) in kept.problems {
        let problem = &say(&problem, language);
        let unused = Text::UnusedAnalysis { path: path.display(), line, problem };
        writeln!(complaints, "tournament: {}", say(&unused, language))?;
    }
    Ok(())
}
