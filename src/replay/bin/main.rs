//! `replay`: shows a stored match.
//!
//! Parses, calls the library, prints, maps to an exit code. Judges nothing itself.

mod analysing;
mod events;
mod printing;
mod screen;
mod terminal;

use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use clap::{ColorChoice, CommandFactory, Parser};
use serde_json::json;

use arbitro_cli::command_line::parse;
use arbitro_records::{
    Collection, Export, Form, Hints, MatchRecord, RecordsError, ReplayedMatch, Source, read_bytes,
};
use arbitro_replay::entry_line;
use arbitro_replay::words::ReplayMessage;
use arbitro_rules::GameId;
use arbitro_rules::notation::Strictness;
use arbitro_rules::plain_text::harmless;
use arbitro_tournament::{JOURNAL, TournamentFile, live_match};
use arbitro_words::{Count, Language, say};

use analysing::{AnalyseArgs, analyse_matches};
use arbitro_cli::closed_pipe::is_closed_pipe;
use arbitro_cli::colours::colours;
use arbitro_cli::ending::message;
use arbitro_cli::exit::Exit;
use arbitro_cli::input::{is_stdin, read_stdin};
use arbitro_cli::language_arg::LanguageArg;
use printing::{print_match, print_remarks};

const EXAMPLES: &str = "\
PATH is a folder of board files, a journal (matches.jsonl) or the folder of a tournament, a single \
record, or PDN; its contents decide, not its name. Several matches without --match are listed.

On a terminal you step through the match: left and right step, space plays, f goes to the end and the fault, \
? lists all keys, q quits. With --plain, --json or --export, or without a terminal, the match is printed.

Examples:
  replay boards/matches/dama-illegal-at-37
      a match from its board files, and why it ended
  replay results/1 --match 37
      match 37 of a tournament; while it is played, move by move
  replay games.pdn --match 3 --ply 12
      the third game, the board after 12 plies
  replay shared.pdn --game international
      PDN that does not name its game
  replay results/1 --match 37 --export boards there
      its board files, byte for byte
  replay results/1 --export pdn there
      all matches as PDN
  replay match.jsonl --export svg there
      a drawing of each board
  replay games.pdn --match 3 --analyse
      the moves that lost something, and the worst one
  replay results/1 --analyse --depth 10
      the quality of each player's moves over all matches

Exit codes: 0 yes, 1 no (the match was forfeited, or a move in it is wrong), 2 failure.";

/// Columns of the ids in a printed list.
const ID_WIDTH: usize = 8;

/// The command line of `replay`.
#[derive(Debug, Parser)]
#[command(name = "replay", version, about = "Replays matches from board files, journals, records or PDN", after_help = EXAMPLES)]
struct Cli {
    /// Board files, a journal, a record, or PDN
    path: PathBuf,
    /// The match, by its id; #3 is the third
    #[arg(long = "match", value_name = "ID")]
    id: Option<String>,
    /// Show only plies up to this one; 0 is the start. On a terminal: begin at this ply
    #[arg(long, value_name = "N")]
    ply: Option<usize>,
    /// Write into DIR instead: boards, pdn, json or svg
    #[arg(long, num_args = 2, value_names = ["FORMAT", "DIR"])]
    export: Option<Vec<String>>,
    /// The game, if the source does not name it: for board files, and for PDN whose tags name none
    #[arg(long, value_name = "GAME", value_parser = arbitro_cli::named_values::game(), hide_possible_values = true)]
    game: Option<GameId>,
    /// A draw after this many plies, for board files
    #[arg(long, value_name = "N")]
    max_plies: Option<u32>,
    /// Also refuse harmless deviations in board files: a final newline, CRLF
    #[arg(long)]
    strict: bool,
    /// Print, even on a terminal
    #[arg(long)]
    plain: bool,
    /// Colours: auto (on a terminal), always or never
    #[arg(long, default_value = "auto", value_name = "WHEN")]
    color: ColorChoice,
    /// One JSON object per line instead of text
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    analysing: AnalyseArgs,
    #[command(flatten)]
    language: LanguageArg,
}

/// Returns the exit code for a shown match.
fn exit_of(replayed: &ReplayedMatch) -> Exit {
    if replayed.wrong_move().is_some() || replayed.fault.is_some() { Exit::No } else { Exit::Yes }
}

fn complain(text: &str) {
    let _ = writeln!(anstream::stderr(), "replay: {}", harmless(text));
}

/// Reports a match that cannot be read; the others may be.
fn report_unread(
    cli: &Cli,
    error: &RecordsError,
    out: &mut impl Write,
    exit: &mut Exit,
) -> io::Result<()> {
    *exit = Exit::CouldNot;
    complain(&error_text(cli, error));
    if cli.json {
        writeln!(out, "{}", json!({ "error": error.to_string() }))?;
    }
    Ok(())
}

/// The sentence of an error about matches, with the file that they are in.
fn error_text(cli: &Cli, error: &RecordsError) -> String {
    if error.is_within_a_file() && !is_stdin(&cli.path) {
        format!("{}, {error}", cli.path.display())
    } else {
        error.to_string()
    }
}

fn main() -> ExitCode {
    if let Some(code) = arbitro_cli::begin(&Cli::command()) {
        return code;
    }
    let cli: Cli = parse();
    let choice = colours(cli.color);
    let mut out = BufWriter::new(anstream::AutoStream::new(io::stdout(), choice));
    let mut exit = Exit::Yes;
    let done = run(&cli, &mut out, &mut exit).and_then(|()| Ok(out.flush()?));
    match done {
        Ok(()) => exit.into(),
        // A broken pipe changes nothing about the answer.
        Err(error) if is_closed_pipe(&error) => exit.into(),
        Err(error) => {
            complain(&match error.downcast_ref::<RecordsError>() {
                Some(within) if within.is_within_a_file() => error_text(&cli, within),
                _ => message(&error),
            });
            Exit::CouldNot.into()
        }
    }
}

/// The wanted match, if it is being played.
fn running_match(cli: &Cli) -> Option<(u64, MatchRecord)> {
    let number = cli.id.as_ref()?.parse().ok()?;
    Some((number, live_match(&cli.path, number)?))
}

fn run(cli: &Cli, out: &mut impl Write, exit: &mut Exit) -> Result<()> {
    let hints = Hints {
        game: cli.game,
        max_plies: cli.max_plies,
        strictness: if cli.strict { Strictness::Strict } else { Strictness::Tolerant },
        ..Hints::default()
    };
    let language = cli.language.language();
    let live = running_match(cli);
    let collection = if let Some((_, record)) = &live {
        read_bytes(serde_json::to_vec(record)?, &hints)?
    } else if is_stdin(&cli.path) {
        read_bytes(read_stdin(u64::MAX).context("standard input")?, &hints)?
    } else {
        Source::open(&cli.path, &hints)?
    };
    let wanted = match &cli.id {
        Some(id) => Some(collection.find(id)?),
        None if collection.len() == 1 => Some(0),
        None => None,
    };
    if let Some(export) = &cli.export {
        let [form, folder] = &export[..] else {
            bail!("--export takes a form and a folder");
        };
        return write_out(cli, &collection, wanted, form.parse()?, Path::new(folder), out, exit);
    }
    if cli.analysing.analyse {
        return analyse_matches(cli, &collection, wanted, out, exit);
    }
    if !cli.plain && !cli.json && terminal::is_there() {
        let ply = cli.ply.or(live.as_ref().map(|_| usize::MAX));
        let live = live.map(|(number, _)| (cli.path.clone(), number));
        let is_coloured = colours(cli.color) != anstream::ColorChoice::Never;
        *exit = terminal::show(collection, (wanted, ply), live, is_coloured, language)?;
        return Ok(());
    }
    match wanted {
        Some(index) => {
            let mut replayed = collection.see(index)?;
            *exit = exit_of(&replayed);
            // A match cut short keeps the ending of the whole.
            let spoken = if cli.json { Language::English } else { language };
            let ending = replayed.conclusion(spoken);
            cut(&mut replayed, cli.ply)?;
            if cli.json {
                let mut json = replayed.to_json();
                json["ending"] = ending.into();
                writeln!(out, "{json}")?;
            } else {
                print_remarks(out, collection.remarks(), language)?;
                print_match(out, &replayed, &ending, language)?;
            }
        }
        None if cli.ply.is_some() => {
            bail!("{}", say(&ReplayMessage::OneMatchOf(collection.len()), language));
        }
        None => list(cli, &collection, out, exit)?,
    }
    Ok(())
}

/// Leaves out the plies after `ply`.
fn cut(replayed: &mut ReplayedMatch, ply: Option<usize>) -> Result<()> {
    let Some(ply) = ply else { return Ok(()) };
    if ply > replayed.plies() {
        let plies = say(&Count::Plies(replayed.plies() as u64), Language::English);
        bail!("--ply {ply}: the match has {plies}");
    }
    replayed.cut(ply);
    Ok(())
}

fn list(cli: &Cli, collection: &Collection, out: &mut impl Write, exit: &mut Exit) -> Result<()> {
    let language = cli.language.language();
    if !cli.json {
        print_remarks(out, collection.remarks(), language)?;
    }
    for entry in collection.entries() {
        match entry {
            Ok(entry) if cli.json => writeln!(out, "{}", entry.to_json())?,
            Ok(entry) => writeln!(out, "{}", entry_line(&entry, ID_WIDTH, language))?,
            Err(error) => report_unread(cli, &error, out, exit)?,
        }
    }
    if !cli.json {
        let count = collection.len() as u64;
        writeln!(out, "{}", say(&ReplayMessage::ListedMatches(count), language))?;
    }
    Ok(())
}

/// The name of the tournament whose journal or folder the path is.
fn tournament_event(path: &Path) -> Option<String> {
    let folder = if path.ends_with(JOURNAL) { path.parent()? } else { path };
    let file = TournamentFile::read(folder).ok()?;
    Some(file.settings.event())
}

fn write_out(
    cli: &Cli,
    collection: &Collection,
    wanted: Option<usize>,
    form: Form,
    folder: &Path,
    out: &mut impl Write,
    exit: &mut Exit,
) -> Result<()> {
    let language = cli.language.language();
    let indices: Vec<usize> = match wanted {
        Some(index) => vec![index],
        None => (0..collection.len()).collect(),
    };
    let export = Export::new(folder, form, indices.len() > 1)?;
    let mut export = export.of_event(tournament_event(&cli.path));
    let mut matches = 0_u64;
    for index in indices {
        let mut replayed = match collection.see(index) {
            Ok(replayed) => replayed,
            Err(error) => {
                *exit = Exit::CouldNot;
                complain(&error_text(cli, &error));
                continue;
            }
        };
        if let Some((ply, wrong)) = replayed.wrong_move().and_then(|it| Some((it.ply?, it))) {
            *exit = (*exit).max(Exit::No);
            let text =
                ReplayMessage::WrittenUpTo { id: &replayed.summary.id, ply, why: &wrong.why };
            complain(&say(&text, language));
        }
        cut(&mut replayed, cli.ply)?;
        export.add(&replayed).with_context(|| format!("match {}", replayed.summary.id))?;
        matches += 1;
    }
    let files = export.finish()?;
    let folder = folder.display().to_string();
    if cli.json {
        let summary = json!({ "matches": matches, "files": files, "form": form.to_string(), "folder": folder });
        writeln!(out, "{summary}")?;
    } else {
        let text = ReplayMessage::Written { matches, files, folder: &harmless(&folder) };
        writeln!(out, "{}", say(&text, language))?;
    }
    Ok(())
}
