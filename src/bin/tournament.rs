//! `tournament`: so far, a round robin of the bundled players.
//!
//! Parses, calls the library, prints, maps to an exit code.

#[path = "shared/play_args.rs"]
mod play_args;

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use clap::{Parser, Subcommand};
use indicatif::{ProgressBar, ProgressStyle};

use arbitro::duration::parse_duration;
use arbitro::judge::Diagnose;
use arbitro::referee::{Arena, Contest, Contestant, stay_on_one_core};
use arbitro::rules::GameId;
use arbitro::sandbox::{Keeper, Require, serve_if_called};
use arbitro::tournament::{
    Entrant, LeftOut, Standing, find_entrants, play_match, round_robin, standings,
};
use arbitro::with_game;

const EXAMPLES: &str = "\
Examples:
  tournament                              the bundled players at dama, into results/
  tournament --game international --games 2
  verify match results/1/matches.jsonl    check every ply of what was played

Exit codes: 0 done, 2 it could not be done.";

/// A round robin of the bundled players: every two of them, as often with either colour
#[derive(Debug, Parser)]
#[command(name = "tournament", version, about = "A round robin of the bundled players: every two of them, as often with either colour", after_help = EXAMPLES)]
struct Cli {
    /// The game
    #[arg(long, default_value = "dama", value_name = "GAME")]
    game: GameId,
    /// Matches of every two players with the same colours
    #[arg(long, default_value_t = 2, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    games: u32,
    /// The time for a move
    #[arg(long, default_value = "10s", value_name = "TIME", value_parser = parse_duration)]
    move_time: Duration,
    /// The seed of everything that is left to chance
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The folder for what comes out [default: a new one in results/]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Refuse to start unless every protection is enforced by the kernel
    #[arg(long, value_name = "strict")]
    require: Option<Require>,
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// One of the bundled players: this program starts itself so, and needs no other beside it
    #[command(hide = true)]
    Play(play_args::PlayArgs),
}

fn main() -> ExitCode {
    if let Some(code) = serve_if_called() {
        return code;
    }
    let cli = Cli::parse();
    let done = match &cli.command {
        Some(Command::Play(args)) => play_args::play(args),
        None => with_game!(cli.game, G => run::<G>(&cli)),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            let is_closed_pipe = |cause: &(dyn std::error::Error + 'static)| {
                cause
                    .downcast_ref::<io::Error>()
                    .is_some_and(|io| io.kind() == io::ErrorKind::BrokenPipe)
            };
            if error.chain().any(is_closed_pipe) {
                return ExitCode::SUCCESS;
            }
            let _ = writeln!(anstream::stderr(), "tournament: {error:#}");
            ExitCode::from(2)
        }
    }
}

/// The players in `players`, and this program's own where there is no such folder.
fn bundled(game: GameId) -> Result<Vec<Entrant>> {
    let here = std::env::current_exe().context("where this program is")?;
    let play = [here.clone().into_os_string(), "play".into()];
    let folder = Path::new("players");
    if folder.is_dir() {
        let found = find_entrants(&[folder.to_owned()], game, &play);
        for LeftOut { path, why } in &found.left_out {
            let why = chain(why);
            writeln!(anstream::stderr(), "left out: {}: {why}", path.display())?;
        }
        ensure!(
            found.entrants.len() >= 2,
            "players: fewer than two players of {game} are in it"
        );
        return Ok(found.entrants);
    }
    let player = |name: &str, args: &str| {
        let args = ["play", "--strategy"].into_iter().chain(args.split(' '));
        Entrant {
            name: name.to_owned(),
            author: None,
            contestant: Contestant {
                program: here.clone(),
                args: args.map(OsString::from).collect(),
                readable: Vec::new(),
                variables: Vec::new(),
            },
        }
    };
    Ok(vec![
        player("random", "random"),
        player("greedy", "greedy"),
        player("minimax-2", "minimax --depth 2"),
        player("minimax-4", "minimax --depth 4"),
        player("minimax-6", "minimax --depth 6"),
    ])
}

/// An error with its causes, in one line.
fn chain(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        text.push_str(": ");
        text.push_str(&error.to_string());
        cause = error.source();
    }
    text
}

/// A folder that is new: the given one, or the first free number in `results`.
fn new_folder(given: Option<&Path>) -> Result<PathBuf> {
    if let Some(folder) = given {
        fs::create_dir_all(folder)
            .with_context(|| format!("{}: cannot be made", folder.display()))?;
        let is_used = folder.join("matches.jsonl").exists();
        anyhow::ensure!(
            !is_used,
            "{}: there are matches in it already; name another folder",
            folder.display()
        );
        return Ok(folder.to_owned());
    }
    fs::create_dir_all("results").context("results: cannot be made")?;
    for number in 1u32.. {
        let folder = Path::new("results").join(number.to_string());
        match fs::create_dir(&folder) {
            Ok(()) => return Ok(folder),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => {
                return Err(error).with_context(|| format!("{}: cannot be made", folder.display()));
            }
        }
    }
    anyhow::bail!("results: no number is free")
}

/// The place for the matches. The bundled players are trusted: where they cannot be contained, they
/// play all the same.
fn arena(cli: &Cli) -> Result<Arena> {
    let require = cli.require.unwrap_or(Require::Anything);
    stay_on_one_core();
    let keeper = Keeper::start(None, require)?;
    if let Err(weakness) = keeper.guarantees().meet(Require::Safety) {
        let mut complaints = anstream::stderr();
        writeln!(
            complaints,
            "tournament: {weakness}; the bundled players are trusted, so they play"
        )?;
    }
    Ok(Arena::new(keeper)?)
}

fn run<G: Diagnose>(cli: &Cli) -> Result<()> {
    let entrants = bundled(cli.game)?;
    let mut arena = arena(cli)?;
    let out = new_folder(cli.out.as_deref())?;
    let journal_path = out.join("matches.jsonl");
    let mut journal = File::create_new(&journal_path)
        .with_context(|| format!("{}: cannot be made", journal_path.display()))?;
    let pairings: Vec<_> = round_robin(entrants.len(), cli.games).collect();
    // Shows itself on a terminal only, on standard error.
    let style = "{bar:30} {pos}/{len} matches, {msg}";
    let bar =
        ProgressBar::new(pairings.len() as u64).with_style(ProgressStyle::with_template(style)?);
    let mut results = Vec::new();
    for (id, &pairing) in (1..).zip(&pairings) {
        let players = [&entrants[pairing.x], &entrants[pairing.o]];
        bar.set_message(format!("{} against {}", players[0].name, players[1].name));
        let contest = Contest::<G> {
            move_time: cli.move_time,
            seed: cli.seed.wrapping_mul(1_000_003).wrapping_add(id),
            ..Contest::usual()
        };
        let played =
            play_match(&mut arena, id, players, &contest).with_context(|| format!("match {id}"))?;
        writeln!(journal, "{}", played.record.to_line())
            .with_context(|| format!("{}: cannot be written", journal_path.display()))?;
        if played.is_void {
            bar.println(format!(
                "match {id} is void: the machine was too busy for it, again and again"
            ));
        } else {
            results.push((pairing, played.winner, played.was_forfeit));
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    let ranking = standings(entrants.len(), results);
    write_csv(&out.join("standings.csv"), &entrants, &ranking)?;
    print(&entrants, &ranking, cli, &out)?;
    Ok(())
}

fn write_csv(path: &Path, entrants: &[Entrant], ranking: &[Standing]) -> Result<()> {
    let failed = || format!("{}: cannot be written", path.display());
    let mut table = csv::Writer::from_path(path).with_context(failed)?;
    table
        .write_record([
            "place", "name", "points", "wins", "draws", "losses", "forfeits",
        ])
        .with_context(failed)?;
    for (place, standing) in (1..).zip(ranking) {
        let counts = [
            standing.wins,
            standing.draws,
            standing.losses,
            standing.forfeits,
        ];
        let mut row = vec![
            place.to_string(),
            entrants[standing.entrant].name.clone(),
            standing.points(),
        ];
        row.extend(counts.map(|count: u32| count.to_string()));
        table.write_record(&row).with_context(failed)?;
    }
    table.flush().with_context(failed)
}

fn print(entrants: &[Entrant], ranking: &[Standing], cli: &Cli, out: &Path) -> io::Result<()> {
    let mut text = io::stdout().lock();
    writeln!(
        text,
        "{}, {} matches of every two with each colour, seed {}",
        cli.game, cli.games, cli.seed
    )?;
    writeln!(
        text,
        "{:>3}  {:<12} {:>7} {:>6} {:>6} {:>6}",
        "", "player", "points", "won", "drawn", "lost"
    )?;
    for (place, standing) in (1..).zip(ranking) {
        let Standing {
            wins,
            draws,
            losses,
            ..
        } = standing;
        let name = &entrants[standing.entrant].name;
        writeln!(
            text,
            "{place:>3}. {name:<12} {:>7} {wins:>6} {draws:>6} {losses:>6}",
            standing.points()
        )?;
    }
    writeln!(text, "in {}: matches.jsonl, standings.csv", out.display())?;
    text.flush()
}
