//! Makes the endgame tables of a game, and says what is in them: what `scripts/endgames` runs.
//!
//! A number of pieces whose file is there and whole is read, not made again; so a run that was
//! stopped goes on with the first number that is missing.

use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context, Result};
use arbitro_endgames::{
    Endgames, MAX_PIECES, Material, Solved, Summary, with_endgames, write_tables,
};
use arbitro_rules::GameId;
use arbitro_rules::draughts::RuleSet;
use clap::error::ErrorKind;
use clap::{CommandFactory, Parser};
use indicatif::{ProgressBar, ProgressStyle};

/// Solves small endings and writes their tables
#[derive(Debug, Parser)]
#[command(name = "scripts/endgames", version)]
struct Cli {
    /// The folder for the tables
    #[arg(default_value = "results/endgames")]
    folder: PathBuf,
    /// The game: dama, guide, english, italian, russian, brazilian, pool, spanish, czech or thai
    #[arg(long, default_value = "dama")]
    game: GameId,
    /// Maximum number of pieces, both sides together
    #[arg(long, default_value_t = MAX_PIECES, value_parser = clap::value_parser!(u8).range(2..=i64::from(MAX_PIECES)))]
    pieces: u8,
    /// Only read every block of the existing tables
    #[arg(long)]
    check: bool,
}

fn main() -> Result<()> {
    let cli = Cli::parse();
    match with_endgames!(cli.game, R => run::<R>(&cli)) {
        Some(done) => done,
        None => {
            let text = format!("endings of {} are not solved", cli.game);
            Cli::command().error(ErrorKind::InvalidValue, text).exit()
        }
    }
}

fn run<R: RuleSet>(cli: &Cli) -> Result<()> {
    if cli.check {
        let tables = Endgames::<R>::open(&cli.folder)?;
        tables.check()?;
        return tell(&tables.summaries().collect::<Vec<_>>(), &cli.folder);
    }
    std::fs::create_dir_all(&cli.folder).context("the folder for the tables")?;
    let mut solved = Solved::nothing()?;
    if let Ok(tables) = Endgames::<R>::open(&cli.folder) {
        // What is damaged is made again.
        if let Ok(found) = Solved::of_tables(&tables) {
            solved = found;
        }
    }
    while solved.pieces() < cli.pieces {
        let pieces = solved.pieces() + 1;
        let bar = if std::io::stderr().is_terminal() {
            ProgressBar::new(Material::all(pieces).len() as u64)
        } else {
            ProgressBar::hidden()
        };
        bar.set_style(ProgressStyle::with_template(
            "{msg} {wide_bar} {pos} of {len} materials, {elapsed}",
        )?);
        bar.set_message(format!("{} with {pieces} pieces", cli.game));
        bar.tick();
        let began = Instant::now();
        solved.solve_one_more(&mut |_| bar.inc(1))?;
        bar.finish_and_clear();
        let path = write_tables(&solved, pieces, &cli.folder)?;
        let mut complaints = anstream::stderr();
        writeln!(complaints, "{}: {:.1} s", path.display(), began.elapsed().as_secs_f64())?;
    }
    tell(&solved.summaries().collect::<Vec<_>>(), &cli.folder)
}

/// A line for each number of pieces, and for each material of the most.
fn tell(summaries: &[Summary], folder: &Path) -> Result<()> {
    let mut out = anstream::stdout();
    writeln!(out, "{}", folder.display())?;
    writeln!(
        out,
        "{:<16} {:>12} {:>12} {:>12} {:>8}",
        "to move - other", "wins", "draws", "losses", "longest"
    )?;
    let mut line = |title: &str, rows: &[&Summary]| {
        let sum = |of: fn(&Summary) -> u64| rows.iter().map(|row| of(row)).sum::<u64>();
        let longest = rows.iter().map(|row| row.longest).max().unwrap_or(0);
        writeln!(
            out,
            "{title:<16} {:>12} {:>12} {:>12} {longest:>8}",
            sum(|row| row.wins),
            sum(|row| row.draws),
            sum(|row| row.losses)
        )
    };
    for pieces in 2..=MAX_PIECES {
        let rows: Vec<&Summary> =
            summaries.iter().filter(|row| row.material.pieces() == pieces).collect();
        if rows.is_empty() {
            continue;
        }
        for row in &rows {
            line(&row.material.to_string(), &[row])?;
        }
        line(&format!("{pieces} pieces"), &rows)?;
    }
    Ok(())
}
