//! `report --analyse`: compares every move with the best one, with a progress bar.

use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Context, Result};
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};

use arbitro_records::analysis::{AnalysisError, AnalysisSettings, MAX_DEPTH};
use arbitro_rules::language::{Language, of_each};
use arbitro_rules::said;
use arbitro_tournament::Results;
use arbitro_tournament::report::{
    ANALYSIS, AnalysingError, OnLooker, analyse_tournament, read_analysis,
};

use arbitro_cli::jobs::jobs;
use arbitro_cli::stopping::stop_flag;

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

/// Progress bar and stop flag of an analysis.
struct AnalysisProgress {
    bar: ProgressBar,
    stop: Arc<AtomicBool>,
}

impl OnLooker for AnalysisProgress {
    fn tell(&self, done: usize, of: usize) {
        self.bar.set_length(of as u64);
        self.bar.set_position(done as u64);
    }

    fn must_stop(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
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
    let style = match language {
        Language::English => "{bar:30} {pos}/{len} matches, {eta} to go",
        Language::Italian => "{bar:30} {pos}/{len} partite, ancora {eta}",
        Language::French => "{bar:30} {pos}/{len} parties, encore {eta}",
    };
    if let Ok(style) = ProgressStyle::with_template(style) {
        bar.set_style(style);
    }
    let terms = AnalysisSettings { depth: args.depth, endgames: args.endgames.clone() };
    let jobs = jobs(args.jobs);
    let teller = AnalysisProgress { bar, stop: stop_flag()? };
    let done = analyse_tournament(out, results, &terms, jobs, &teller);
    teller.bar.finish_and_clear();
    match done {
        Err(AnalysingError::Analysis(AnalysisError::Stopped)) => {
            let kept = language.pick(
                "the analysis so far is kept; the same command continues",
                "l'analisi fatta finora è conservata; lo stesso comando riprende da lì",
                "l’analyse faite jusqu’ici est conservée ; la même commande reprend de là",
            );
            Err(AnalysisError::Stopped).context(kept)
        }
        done => {
            let matches = done.with_context(|| format!("{}: the analysis", out.display()))?;
            let told = match matches {
                1 => said!(
                    "1 match analysed now",
                    "1 partita analizzata ora",
                    "1 partie analysée maintenant"
                ),
                _ => said!(
                    "{matches} matches analysed now",
                    "{matches} partite analizzate ora",
                    "{matches} parties analysées maintenant"
                ),
            };
            writeln!(anstream::stderr(), "{}", told.in_language(language))?;
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
        let (path, problem) = (path.display(), problem.said());
        let told = of_each(|language| {
            let problem = problem.in_language(language);
            match language {
                Language::English => format!(
                    "{path}, line {line}: {problem}; it is left out until it is analysed again"
                ),
                Language::Italian => format!(
                    "{path}, riga {line}: {problem}; è esclusa finché non viene analizzata di nuovo"
                ),
                Language::French => format!(
                    "{path}, ligne {line} : {problem} ; elle est écartée jusqu’à une nouvelle analyse"
                ),
            }
        });
        writeln!(complaints, "tournament: {}", told.in_language(language))?;
    }
    Ok(())
}
