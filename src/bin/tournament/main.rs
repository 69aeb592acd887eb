//! `tournament`: plays many matches and ranks the players.
//!
//! Parses, calls the library, prints, maps to an exit code.

mod game;
mod growing;
mod growth_options;
mod new;
mod options;
mod part;
mod players;
mod progress;
mod replay_check;
mod resume;
mod run;
mod standing;
mod words;

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result, anyhow};
use clap::{Args, CommandFactory, Parser, Subcommand};
use serde_json::json;

use arbitro_cli::command_line::parse;
use arbitro_cli::program_name::with_program_names;
use arbitro_cli::wrapping::columns;
use arbitro_sandbox::serve_if_called;
use arbitro_tournament::rating::{ELO_LIMIT, Hypothesis, Rating};
use arbitro_tournament::report::{Width, ranking_json, ranking_text_in, test_text_in, write_all};
use arbitro_tournament::{
    Damage, PAIRINGS, Part, Problem, Remember, Results, SprtWatch, Standings, journal,
};

use crate::options::RunOptions;
use crate::words::CommandMessage;
use arbitro_cli::ending::exit_code;
use arbitro_cli::language_arg::LanguageArg;
use arbitro_cli::misspelt_command::misspelt_command;
use arbitro_words::{Count, Language, say};

const EXAMPLES: &str = "\
Examples:
  tournament
      the bundled players at dama, into results/
  tournament submissions
      all players in a folder against each other, also into results/
  tournament run submissions --out evening
      the same into a folder of your choice
  tournament run --resume --out evening
      continue after a crash, a power cut or Ctrl-C
  tournament run --resume --out evening --add late --replace ada=ada-new
      one more player, and a new version of another; nothing is played again
  tournament run submissions --verify
      at the end, check every match against the rules
  tournament run a b --openings random:6 --games 1000 --sprt 0,10
  tournament run submissions --format swiss --rounds 9 --out swiss
  tournament --game quoridor
      the bundled players of quoridor
  echo 5:x:c1,5:c5,5 > small
  tournament run a b --game quoridor --openings small
      quoridor on 5x5 with 5 walls each
  tournament standings evening
      the ranking so far, even while matches are played
  verify match evening/matches.jsonl
      check every ply that was played
  tournament run submissions --out evening --part 1/4
      on one of four machines that see the folder; the others play 2/4 to 4/4

Exit codes: 0 every match was decided, even if by forfeit; 1 some are void and must be played again, or \
--verify found a fault; 2 failure.";

const REPORT_EXAMPLES: &str = "\
Examples:
  tournament report evening
      report.html and the tables

Exit codes: 0 done, 2 failure.";

const STAND_EXAMPLES: &str = "\
Examples:
  tournament stand handed-in --out ladder
      whatever puts a player's folder into handed-in has handed it in
  tournament stand handed-in --out ladder --until 18:00 --rungs players/greedy
      until six, beside a player to be measured by
  tournament stand --out ladder --use ada@1
      the first version of ada again, whatever its folder has
  serve --results ladder
      the ranking and the matches while they are played

Exit codes: 0 it was stopped, 2 failure.";

const FREEZE_EXAMPLES: &str = "\
Examples:
  tournament freeze ladder
      a round robin into ladder/final, for the end of a term
  grade --from ladder/final --out marks
      marks from it

Exit codes: 0 every match was decided, 1 some are void and must be played again, 2 failure.";

/// Plays many matches between programs and ranks them
#[derive(Debug, Parser)]
#[command(
    name = "tournament",
    version,
    about = "Plays many matches between programs and ranks them; without arguments, the bundled players",
    after_help = EXAMPLES,
    args_conflicts_with_subcommands = true
)]
struct Cli {
    #[command(flatten)]
    run: RunArgs,
    #[command(flatten)]
    language: LanguageArg,
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Plays a tournament between the players in the given folders
    #[command(after_help = EXAMPLES)]
    Run(Box<RunArgs>),
    /// Prints the ranking of a tournament, finished or not, from its journal
    Standings(OutArgs),
    /// Rewrites all reports of a tournament from its journal
    #[command(after_help = REPORT_EXAMPLES)]
    Report(OutArgs),
    /// Watches a folder of players: whoever is in it plays, night and day, and is told what is wrong
    #[command(after_help = STAND_EXAMPLES)]
    Stand(Box<standing::StandArgs>),
    /// Plays a round robin of those who are in a standing tournament
    #[command(after_help = FREEZE_EXAMPLES)]
    Freeze(Box<standing::FreezeArgs>),
    /// Makes the folder of a player or a game, to begin with
    #[command(subcommand)]
    New(new::NewCommand),
    /// Plays as a bundled player; this program starts itself with it, so it needs no other program
    #[command(hide = true)]
    Play(Box<arbitro_cli::play_args::PlayArgs>),
    /// Contains a game's program, and passes on what `serve` asks it
    #[command(hide = true)]
    Rules(game::RulesArgs),
}

#[derive(Debug, Args)]
struct RunArgs {
    /// Folders to search for players, or executables; with --resume, by default those it started
    /// with
    #[arg(value_name = "PLAYERS")]
    players: Vec<PathBuf>,
    #[command(flatten)]
    options: RunOptions,
}

#[derive(Debug, Args)]
struct OutArgs {
    /// The tournament's folder
    #[arg(value_name = "OUT")]
    out: PathBuf,
    /// One JSON object per line instead of text
    #[arg(long)]
    json: bool,
}

fn main() -> ExitCode {
    if let Some(code) = serve_if_called() {
        return code;
    }
    if let Some(code) = arbitro_cli::begin(&Cli::command()) {
        return code;
    }
    let mut cli: Cli = parse();
    let missing = cli.run.players.first();
    if let Some(meant) = missing.and_then(|missing| misspelt_command(missing, &Cli::command())) {
        return exit_code("tournament", Err(anyhow!(meant)));
    }
    let language = cli.language.language();
    cli.run.options.language = language;
    let done = match cli.command.take() {
        Some(Command::Play(args)) => arbitro_cli::play_args::play(&args),
        Some(Command::Rules(args)) => game::relay(&args, language),
        Some(Command::Run(mut args)) => {
            args.options.language = language;
            run::run(&args.players, &args.options)
        }
        Some(Command::Standings(args)) => show(&args, Remember::Sums, language),
        Some(Command::Stand(args)) => standing::stand(*args, language),
        Some(Command::Freeze(args)) => standing::freeze(*args, language),
        Some(Command::New(command)) => new::make(&command, language),
        Some(Command::Report(args)) => show(&args, Remember::Places, language),
        None if cli.run.players.is_empty() && !run::is_resumed(&cli.run.options) => {
            let options = &cli.run.options;
            let done = run::run(&[PathBuf::new()], options);
            match done {
                Ok(done) if !options.telling.quiet && !options.telling.events => {
                    options.tell(&CommandMessage::NextSteps).map(|()| done).map_err(Into::into)
                }
                done => done,
            }
        }
        None => run::run(&cli.run.players, &cli.run.options),
    };
    exit_code("tournament", done)
}

/// Reports faults of the journals, and of the pairings of a standing tournament.
fn complain(out: &Path, results: &Results, language: Language) -> io::Result<()> {
    let mut complaints = anstream::stderr().lock();
    let mut complain =
        |text: &CommandMessage<'_>| writeln!(complaints, "tournament: {}", say(text, language));
    let mut complain_of_line = |file: &Path, line: u64, damage: &Damage| {
        let damage = &say(damage, language);
        complain(&CommandMessage::DamagedLine { file: file.display(), line, damage })
    };
    for &Problem { line, spot, ref damage } in &results.problems {
        complain_of_line(&journal(out, spot.journal), line, damage)?;
    }
    for &line in results.file.pairings.iter().flat_map(|pairings| &pairings.damaged) {
        complain_of_line(&out.join(PAIRINGS), line, &Damage::Pairing)?;
    }
    for (&number, end) in results.ends.iter().filter(|(_, end)| end.torn > 0) {
        let journal = journal(out, number);
        complain(&CommandMessage::TornLine { journal: journal.display(), bytes: end.torn })?;
    }
    Ok(())
}

fn write_tables(
    out: &Path,
    results: &Results,
    standings: &Standings,
    language: Language,
) -> Result<()> {
    let written = write_all(out, results, standings, language);
    written.with_context(|| format!("{}: cannot be written", out.display()))
}

/// Prints the ranking in a folder. With the places of matches, its tables are written, too.
fn show(args: &OutArgs, remember: Remember, language: Language) -> Result<ExitCode> {
    let OutArgs { out, json: as_json } = args;
    let results = Results::read(out, remember)
        .with_context(|| format!("{}: not a tournament's folder", out.display()))?;
    complain(out, &results, language)?;
    let standings = results.standings();
    if remember == Remember::Places {
        write_tables(out, &results, &standings, language)?;
    }
    let mut text = anstream::stdout().lock();
    if *as_json {
        for line in ranking_with_test(&results, &standings) {
            writeln!(text, "{}", serde_json::Value::from(line))?;
        }
    } else {
        let columns = columns(io::stdout());
        let ranking = ranking_text_in(&results, &standings, Width::All, columns, language);
        write!(text, "{ranking}")?;
    }
    if let Some(parts) = results.file.parts.filter(|_| !results.is_complete()) {
        let open = results.open_in_parts(parts);
        let numbers: Vec<u32> = open.iter().map(|it| it.part).collect();
        let list = part::number_ranges(&numbers);
        let matches: u64 = open.iter().map(|it| it.matches).sum();
        let first = open.first().and_then(|open_part| Part::new(open_part.part, parts));
        if *as_json {
            let rounds = results.schedule.rounds_left();
            let left =
                json!({ "parts": parts, "open": list, "matches": matches, "rounds": rounds });
            writeln!(text, "{left}")?;
        } else if let Some(first) = first {
            let (matches, command) = (Count::Matches(matches), &part::command(out, first));
            let open = CommandMessage::OpenParts { matches, list: &list, parts, command };
            writeln!(text, "{}", with_program_names(&say(&open, language)))?;
        }
    }
    text.flush()?;
    Ok(ExitCode::SUCCESS)
}

fn ranking_with_test(
    results: &Results,
    standings: &Standings,
) -> Vec<serde_json::Map<String, serde_json::Value>> {
    let mut objects = ranking_json(results, standings);
    if let (Some([tested, other]), Some(sprt)) = (results.tested(), &results.sprt)
        && let Some(place) = standings.ranking.iter().position(|it| it.entrant == tested)
    {
        let test = test_json(&results.file.players[other].name, sprt, results);
        objects[place].insert("test".to_owned(), test);
    }
    objects
}

/// The sequential test of a player, in its object of the ranking.
fn test_json(against: &str, sprt: &SprtWatch, results: &Results) -> serde_json::Value {
    let Rating { rating, low, high, .. } = sprt.rating();
    let is_known = |rating: f64| rating.abs() < ELO_LIMIT && sprt.pairs() != [0; 5];
    // Two ratings have the mean 0, so their difference is twice the first; in tenths.
    let elo = |rating: f64| is_known(rating).then(|| (20.0 * rating).round() / 10.0 + 0.0);
    json!({
        "against": against,
        "elo0": sprt.test().elo0(),
        "elo1": sprt.test().elo1(),
        "accepted": sprt.decision().map(|decision| match decision {
            Hypothesis::H0 => sprt.test().elo0(),
            Hypothesis::H1 => sprt.test().elo1(),
        }),
        "repeats": sprt.repeats(),
        "llr": sprt.llr(),
        "pairs": sprt.pairs(),
        "elo": elo(rating),
        "elo_low": elo(low),
        "elo_high": elo(high),
        "text": test_text_in(results, Language::English),
    })
}
