//! `--analyse`: finds the moves that lost a match.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Result, bail};
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::json;

use arbitro_records::analysis::{
    AnalysisError, AnalysisSettings, MAX_DEPTH, MatchAnalysis, PlayQuality, analyse, in_order,
    places_of_move,
};
use arbitro_records::{Collection, RecordsError, ReplayedMatch};
use arbitro_replay::words::{self, ReplayMessage};
use arbitro_rules::Player;
use arbitro_rules::plain_text::harmless;
use arbitro_words::{Label, Language, say};

use super::printing::{print_board, print_heading, print_moves, print_remarks};
use super::{Cli, Exit, cut, exit_of, report_unread};
use arbitro_cli::jobs::jobs;
use arbitro_cli::stopping::stop_flag;

/// Options of `--analyse`.
#[derive(Debug, Args)]
pub(crate) struct AnalyseArgs {
    /// Compare every move with the best one that a search finds
    #[arg(long, conflicts_with = "export")]
    pub(crate) analyse: bool,
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

impl AnalyseArgs {
    fn terms(&self) -> AnalysisSettings {
        AnalysisSettings { depth: self.depth, endgames: self.endgames.clone() }
    }
}

struct AnalysedMatch {
    replayed: ReplayedMatch,
    analysis: MatchAnalysis,
}

/// Analyses one match, or all of them where none is named.
pub(crate) fn analyse_matches(
    cli: &Cli,
    collection: &Collection,
    wanted: Option<usize>,
    out: &mut impl Write,
    exit: &mut Exit,
) -> Result<()> {
    let stop = stop_flag()?;
    let language = cli.language.language();
    let terms = cli.analysing.terms();
    let indices: Vec<usize> = match wanted {
        Some(index) => vec![index],
        None => (0..collection.len()).collect(),
    };
    if !cli.json {
        print_remarks(out, collection.remarks(), language)?;
    }
    if let Some(index) = wanted {
        let mut replayed = collection.see(index)?;
        *exit = exit_of(&replayed);
        let ending = replayed.conclusion(language);
        cut(&mut replayed, cli.ply)?;
        let bar = bar(replayed.plies(), words::PLY_BAR, language);
        let analysis = analyse(&replayed, &terms, &|| {
            bar.inc(1);
            stop.load(Ordering::Relaxed)
        });
        bar.finish_and_clear();
        let found = AnalysedMatch { replayed, analysis: analysis? };
        return if cli.json {
            write_line(out, &found)
        } else {
            Ok(print_analysed(out, &found, &ending, language)?)
        };
    }
    if cli.ply.is_some() {
        bail!("{}", words::ONE_MATCH.of(language));
    }
    let bar = bar(indices.len(), words::MATCH_BAR, language);
    let mut sum = Sum::default();
    let done = in_order(
        jobs(cli.analysing.jobs),
        indices.len(),
        |piece| analyse_one(collection, indices[piece], &terms, &stop),
        |_, found| {
            bar.inc(1);
            let found = match found? {
                Ok(found) => found,
                Err(error) => return Ok(bar.suspend(|| report_unread(cli, &error, out, exit))?),
            };
            if found.replayed.wrong_move().is_some() {
                *exit = (*exit).max(Exit::No);
            }
            sum.add(&found);
            if cli.json {
                write_line(out, &found)
            } else {
                // The progress bar and the output may share a terminal.
                Ok(bar.suspend(|| print_line(out, &found, language).and_then(|()| out.flush()))?)
            }
        },
    );
    bar.finish_and_clear();
    match done {
        Err(error) if matches!(error.downcast_ref(), Some(AnalysisError::Stopped)) => {
            out.flush()?;
            let stopped = ReplayMessage::Stopped { done: sum.matches, all: indices.len() };
            bail!("{}", say(&stopped, language));
        }
        done => done?,
    }
    if !cli.json {
        print_sum(out, &sum, language)?;
    }
    Ok(())
}

fn analyse_one(
    collection: &Collection,
    index: usize,
    terms: &AnalysisSettings,
    stop: &AtomicBool,
) -> Result<Result<AnalysedMatch, RecordsError>, AnalysisError> {
    let must_stop = || stop.load(Ordering::Relaxed);
    if must_stop() {
        return Err(AnalysisError::Stopped);
    }
    let replayed = match collection.see(index) {
        Ok(replayed) => replayed,
        Err(error) => return Ok(Err(error)),
    };
    let analysis = analyse(&replayed, terms, &must_stop)?;
    Ok(Ok(AnalysedMatch { replayed, analysis }))
}

/// Shows a progress bar on a terminal.
fn bar(length: usize, template: Label, language: Language) -> ProgressBar {
    if !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::new(length as u64);
    if let Ok(style) = ProgressStyle::with_template(template.of(language)) {
        bar.set_style(style);
    }
    bar
}

/// Writes one object in a single write, so that an interruption never leaves half a line.
fn write_line(out: &mut impl Write, found: &AnalysedMatch) -> Result<()> {
    let AnalysedMatch { replayed, analysis } = found;
    let line = json!({
        "id": replayed.summary.id,
        "title": say(&replayed.summary, Language::English),
        "game": replayed.game,
        "players": replayed.summary.names,
        "winner": replayed.summary.winner,
        "reason": replayed.summary.reason,
        "depth": analysis.depth,
        "table_pieces": analysis.table_pieces,
        "x": of_player(&analysis.players.x),
        "o": of_player(&analysis.players.o),
        "worst": analysis.worst(),
        "moves": analysis.moves,
    });
    out.write_all(format!("{line}\n").as_bytes())?;
    Ok(out.flush()?)
}

fn of_player(conduct: &PlayQuality) -> serde_json::Value {
    json!({
        "moves": conduct.moves,
        "judged": conduct.judged,
        "kept": conduct.kept,
        "share": conduct.share(),
        "mean_lost": conduct.mean_lost(),
        "blunders": conduct.blunders,
        "exact": conduct.exact,
    })
}

/// The player's name, or its letter if it has none.
fn name(replayed: &ReplayedMatch, player: Player) -> String {
    let name = match player {
        Player::X => &replayed.summary.names.x,
        Player::O => &replayed.summary.names.o,
    };
    name.as_deref().map_or_else(|| player.to_string(), harmless)
}

fn conduct_columns(conduct: &PlayQuality) -> String {
    let share = conduct.share().map_or_else(|| "-".to_owned(), |it| format!("{:.1} %", it * 100.0));
    let lost = conduct.mean_lost().map_or_else(|| "-".to_owned(), |it| format!("{it:.3}"));
    let PlayQuality { moves, judged, kept, blunders, .. } = conduct;
    format!("  {moves:>5}  {judged:>6}  {kept:>5} {share:>8}  {lost:>10}  {blunders:>8}")
}

fn print_analysed(
    out: &mut impl Write,
    found: &AnalysedMatch,
    ending: &str,
    language: Language,
) -> io::Result<()> {
    let AnalysedMatch { replayed, analysis } = found;
    print_heading(out, replayed, ending, language)?;
    let say = |text: ReplayMessage<'_>| harmless(&say(&text, language));
    let MatchAnalysis { depth, table_pieces, .. } = *analysis;
    writeln!(out, "{}", say(ReplayMessage::JudgedBy { depth, table_pieces }))?;
    let players = [Player::X, Player::O];
    let names = players.map(|player| format!("{player} {}", name(replayed, player)));
    let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0);
    writeln!(out, "  {:width$}{}", "", words::HEADS.of(language))?;
    for (player, name) in players.into_iter().zip(&names) {
        let columns = conduct_columns(analysis.quality_of(player));
        writeln!(out, "  {name:width$}{columns}")?;
    }
    let mark = |ply: usize| analysis.moves.get(ply).map_or("", |mv| mv.verdict.mark());
    print_moves(out, replayed, |ply, text| text + mark(ply))?;
    let Some(worst) = analysis.worst() else {
        return writeln!(out, "{}", words::NOTHING_LOST.of(language));
    };
    writeln!(out, "{}", say(ReplayMessage::Worst { mv: worst, mark: worst.verdict.mark() }))?;
    let Some(before) = worst.ply.checked_sub(1) else {
        return Ok(());
    };
    let better = worst.best.as_deref().unwrap_or_default();
    let known = replayed.game.known();
    let marks = known
        .map(|it| places_of_move(it, &replayed.played.fen(before), better))
        .unwrap_or_default();
    writeln!(out, "{}", say(ReplayMessage::BoardBefore { player: worst.player }))?;
    print_board(out, &replayed.game, &replayed.played.board(before), &marks, language)
}

/// Prints a match's analysis on one line.
fn print_line(out: &mut impl Write, found: &AnalysedMatch, language: Language) -> io::Result<()> {
    let AnalysedMatch { replayed, analysis } = found;
    let kept_share = |it: &PlayQuality| format!("{}/{}", it.kept, it.judged);
    let worst = analysis.worst().map_or_else(
        || "-".to_owned(),
        |worst| format!("{}.{}{}", worst.ply, worst.played, worst.verdict.mark()),
    );
    writeln!(
        out,
        "{:>8}  {:>4}  x {:>7}  o {:>7}  {worst:<18}  {}",
        harmless(&replayed.summary.id),
        replayed.plies(),
        kept_share(&analysis.players.x),
        kept_share(&analysis.players.o),
        harmless(&say(&replayed.summary, language))
    )
}

/// Totals of many matches for each player.
#[derive(Default)]
struct Sum {
    matches: u64,
    players: BTreeMap<String, (u64, PlayQuality)>,
    /// Search depths and maximum pieces of the endgame tables used; they differ by game.
    terms: BTreeSet<(u32, u8)>,
}

impl Sum {
    fn add(&mut self, found: &AnalysedMatch) {
        self.matches += 1;
        let MatchAnalysis { depth, table_pieces, .. } = found.analysis;
        self.terms.insert((depth, table_pieces));
        for player in [Player::X, Player::O] {
            let (matches, sum) = self.players.entry(name(&found.replayed, player)).or_default();
            *matches += 1;
            sum.add_all(found.analysis.quality_of(player));
        }
    }
}

fn print_sum(out: &mut impl Write, sum: &Sum, language: Language) -> io::Result<()> {
    for &(depth, table_pieces) in &sum.terms {
        writeln!(out, "{}", say(&ReplayMessage::JudgedBy { depth, table_pieces }, language))?;
    }
    let names = sum.players.keys();
    let width = names.map(|name| name.chars().count()).max().unwrap_or(0);
    let [matches, heads] = [words::MATCHES_HEAD, words::HEADS].map(|it| it.of(language));
    writeln!(out, "  {:width$}  {matches}{heads}", "")?;
    for (name, (matches, conduct)) in &sum.players {
        let columns = conduct_columns(conduct);
        writeln!(out, "  {name:width$}  {matches:>7}{columns}")?;
    }
    writeln!(out, "{}", say(&ReplayMessage::ListedMatches(sum.matches), language))
}
