//! `verify`: the referee's verdict on boards, moves and finished matches.
//!
//! Parses, calls the library, prints, maps to an exit code. Judges nothing itself.

mod attack;
mod boards;
mod by_kind;
mod counting;
mod doctor;
mod exact;
mod findings;
mod game;
mod live;
mod match_args;
mod match_display;
mod match_verdict;
mod matches;
mod next_steps;
mod one_move;
mod printer;
mod rules;
mod words;

use std::path::PathBuf;
use std::process::ExitCode;

use arbitro_cli::command_line::{in_plain_words, with_manual};
use clap::error::ErrorKind;
use clap::parser::ValueSource;
use clap::{ArgAction, ArgMatches, Args, CommandFactory, FromArgMatches, Parser, Subcommand};

use crate::match_args::MatchArgs;
use anyhow::{Context, anyhow};
use arbitro_cli::ending::message;
use arbitro_cli::exit::Exit;
use arbitro_cli::game_arg::{GameArg, NeedsArg, OpenGame, game_or_folder};
use arbitro_cli::language_arg::LanguageArg;
use arbitro_cli::misspelt_command::misspelt_command;
use arbitro_cli::scope_args::ScopeArgs;
use arbitro_rules::line::{Line, Start, open};
use arbitro_rules::notation::Strictness;
use arbitro_rules::{GameId, Player};
use printer::{Printer, complaint};

const EXAMPLES: &str = "\
Without a command and a PATH, verify referees one match: it writes board_1.txt, and judges each board that two \
players, which you start in the same folder, write there. A file named - is standard input.

Examples:
  verify
      referee a match in the current folder
  verify --game italian --dir match --move-time 2s
  verify --game quoridor --size 5 --walls 5
      on a smaller board
  verify board_7.txt evening games.pdn
      judge boards, folders, records and PDN by their contents
  verify board board_7.txt
      is this a playable board?
  verify board --quiet submissions
      all boards in a folder, one a line, and how many are valid
  verify move board_7.txt board_8.txt
      which move is it, or why is it illegal?
  verify move --game italian before.txt after.txt --to-move o
  verify match boards/matches/dama-finished
      every ply of a finished match
  verify match boards/matches/records.jsonl
      the same for a file with one record per line
  verify match boards/matches/records.pdn
      the same for PDN
  verify rules --game italian
      the rules of a game
  verify moves --game international
      the legal moves of the starting position
  verify moves --exact --fen W:WK32:BK1,K5
      the exact value of each move, with few pieces left
  verify game boards/games/connect-four
      is anything wrong with the rules in this folder?
  verify perft --game english 9
      count positions, to compare generators

Exit codes: 0 yes, 1 no (invalid board, illegal move, forfeited match), 2 failure.";

/// The command line of `verify`.
#[derive(Debug, Parser)]
#[command(name = "verify", version, about = "Referees one match in a folder, or judges boards, moves and finished matches", after_help = EXAMPLES)]
struct Cli {
    /// To judge, without a command: boards, match or tournament folders, records, or PDN
    #[arg(value_name = "PATH")]
    paths: Vec<PathBuf>,
    #[command(flatten)]
    common: Common,
    #[command(flatten)]
    live: live::LiveArgs,
    #[command(subcommand)]
    command: Option<Command>,
    /// True if the game was named, false for the default.
    #[arg(skip)]
    is_game_named: bool,
}

/// Returns true if `--game` stands on the command line, before or behind the command.
fn is_game_given(matches: &ArgMatches) -> bool {
    let is_typed = |it: &ArgMatches| it.value_source("game") == Some(ValueSource::CommandLine);
    is_typed(matches) || matches.subcommand().is_some_and(|(_, it)| is_typed(it))
}

#[derive(Debug, Args)]
struct Common {
    /// The game: dama, guide, english, italian, international, frenchfree, russian, brazilian, pool,
    /// spanish, czech, thai or quoridor; or the folder of another, such as ./connect-four
    #[arg(long, global = true, default_value = "dama", value_name = "GAME", value_parser = game_or_folder(), hide_possible_values = true)]
    game: GameArg,
    #[command(flatten)]
    needs: NeedsArg,
    /// One JSON object per line instead of text
    #[arg(long, global = true)]
    json: bool,
    /// Colours: auto (on a terminal), always or never
    #[arg(long, global = true, default_value = "auto", value_name = "WHEN")]
    color: clap::ColorChoice,
    /// Print less: one line a file, without faults and drawn boards
    #[arg(long, short, global = true, action = ArgAction::SetTrue)]
    quiet: bool,
    /// Report everything: each fault of a board, not only the first ten, and each wrong match of a
    /// file, not only the first twenty
    #[arg(long, global = true)]
    all: bool,
    #[command(flatten)]
    language: LanguageArg,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Checks that each file, or each board in a folder, is a playable board, and lists the faults of
    /// those that are not
    Board(boards::BoardArgs),
    /// Finds the legal move that leads from one board to another, or explains why none does
    Move(one_move::MoveArgs),
    /// Judges every ply of finished matches: folders of board files, files of records, PDN
    Match(MatchArgs),
    /// Lists the legal moves of a position, one per line
    Moves(counting::MovesArgs),
    /// Prints the rules of a game
    #[command(after_help = rules::EXAMPLES)]
    Rules,
    /// Looks for mistakes in the game of a folder, by playing it at random
    Game(game::GameArgs),
    /// Tests the protections of this machine by running attacks
    Doctor(ScopeArgs),
    /// An attack, to be run inside the sandbox
    #[command(hide = true)]
    Attack(attack::AttackArgs),
    /// Counts the positions at a given depth, to compare move generators
    Perft(counting::PerftArgs),
}

/// `--strict`, where board files are read.
#[derive(Clone, Copy, Debug, Args)]
struct StrictArgs {
    /// Also refuse harmless deviations: a final newline, CRLF
    #[arg(long)]
    strict: bool,
}

impl StrictArgs {
    fn strictness(&self) -> Strictness {
        if self.strict { Strictness::Strict } else { Strictness::Tolerant }
    }
}

/// Options for games with boards of several sizes.
#[derive(Debug, Args)]
struct StartArgs {
    /// Quoridor: squares per row, odd, from 3 to 15 [default: 9]
    #[arg(long, value_name = "N")]
    size: Option<usize>,
    /// Quoridor: walls per player at the start [default: 10]
    #[arg(long, value_name = "N")]
    walls: Option<usize>,
}

impl StartArgs {
    /// Opens a match at the start.
    fn open(&self, game: GameId) -> anyhow::Result<Box<dyn Line>> {
        let StartArgs { size, walls } = *self;
        let opened = open(game, Start::Sized { size, walls }, None).map_err(|it| complaint(&it));
        match size.or(walls) {
            Some(_) => opened.context("--size, --walls"),
            None => opened,
        }
    }
}

fn parse_player(text: &str) -> Result<Player, String> {
    match text {
        "x" | "1" => Ok(Player::X),
        "o" | "2" => Ok(Player::O),
        _ => Err("it is x (player 1) or o (player 2)".to_owned()),
    }
}

/// Options of refereeing that also apply to a PATH.
const FOR_PATHS: [&str; 2] = ["strict", "max_plies"];

/// Parses the command line. Options for every command may precede it; options for refereeing may
/// not, because they would be silently ignored.
fn parse_cli() -> Cli {
    let mut usage = with_manual(Cli::command());
    let typed = usage.try_get_matches_from_mut(std::env::args_os());
    let matches = typed.unwrap_or_else(|error| in_plain_words(error, &usage).exit());
    let command = matches.subcommand_name();
    let has_paths = matches.contains_id("paths");
    if command.is_some() || has_paths {
        let refereeing = live::LiveArgs::augment_args(clap::Command::new("verify"));
        let misplaced = refereeing.get_arguments().find(|argument| {
            let is_typed =
                matches.value_source(argument.get_id().as_str()) == Some(ValueSource::CommandLine);
            is_typed && (command.is_some() || !FOR_PATHS.contains(&argument.get_id().as_str()))
        });
        if let Some(flag) = misplaced.and_then(clap::Arg::get_long) {
            let text = match command {
                Some(command) => format!(
                    "--{flag} before the command {command} is for refereeing a match without a command; \
                     see {} {command} --help for its own",
                    usage.get_name()
                ),
                None => format!("--{flag} is for refereeing a match, not for judging a PATH"),
            };
            usage.error(ErrorKind::ArgumentConflict, text).exit();
        }
    }
    if command.is_some() && has_paths {
        let text = "a PATH is judged without a command: leave one of them out";
        usage.error(ErrorKind::ArgumentConflict, text).exit();
    }
    let cli = Cli::from_arg_matches(&matches);
    let mut cli = cli.unwrap_or_else(|error| error.format(&mut usage).exit());
    cli.is_game_named = is_game_given(&matches);
    if let Some(Command::Match(args)) = &mut cli.command {
        args.is_game_named = cli.is_game_named;
    }
    cli
}

fn run(cli: Cli, opened: &OpenGame, output: &mut Printer) -> anyhow::Result<Exit> {
    let Cli { paths, live, command, is_game_named, .. } = cli;
    let game = opened.id;
    match &command {
        None if paths.is_empty() => live::run(game, &live, output),
        None => match misspelt_command(&paths[0], &Cli::command()) {
            Some(meant) => Err(anyhow!(meant)),
            None => {
                let (max_plies, strict) = (live.max_plies, live.strict);
                let args = MatchArgs {
                    paths,
                    max_plies,
                    id: None,
                    strict,
                    is_game_named,
                    with_boards: true,
                };
                by_kind::run(game, &args, output)
            }
        },
        Some(Command::Board(args)) => boards::run(game, args, output),
        Some(Command::Move(args)) => one_move::run(game, args, output),
        Some(Command::Match(args)) => by_kind::run(game, args, output),
        Some(Command::Moves(args)) => counting::moves(game, args, output),
        Some(Command::Rules) => rules::run(opened, is_game_named, output),
        Some(Command::Game(args)) => game::run(args, &cli.common.needs.setting(), output),
        Some(Command::Doctor(scope)) => doctor::run(*scope, output),
        // It began before any output.
        Some(Command::Attack(_)) => Ok(Exit::CouldNot),
        Some(Command::Perft(args)) => counting::perft(game, args, output),
    }
}

fn main() -> ExitCode {
    if let Some(code) = arbitro_sandbox::serve_if_called() {
        return code;
    }
    if let Some(code) = arbitro_cli::begin(&Cli::command()) {
        return code;
    }
    let cli = parse_cli();
    if let Some(Command::Attack(args)) = &cli.command {
        return attack::run(args);
    }
    let mut output = Printer::new(&cli.common);
    let Common { game, needs, .. } = &cli.common;
    let opened = game.open(&needs.setting(), output.language).map_err(Into::into);
    let done = opened.and_then(|opened| run(cli, &opened, &mut output)).and_then(|exit| {
        output.record(exit);
        output.flush()?;
        Ok(exit)
    });
    match done {
        Ok(exit) => exit.into(),
        // A broken pipe does not change the verdict.
        Err(error) if arbitro_cli::closed_pipe::is_closed_pipe(&error) => {
            output.worst_exit().into()
        }
        Err(error) => {
            printer::complain(&message(&error));
            Exit::CouldNot.into()
        }
    }
}
