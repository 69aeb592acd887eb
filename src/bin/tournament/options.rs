//! Options of a tournament, and the settings they make.

use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use anyhow::{Context, Error, Result, anyhow, bail};
use clap::builder::TypedValueParser;
use clap::{Arg, ArgMatches, Args, Command, FromArgMatches, value_parser};
use serde_json::{Map, Value};

use arbitro_cli::game_arg::{GameArg, NeedsArg, game_or_folder};
use arbitro_cli::input::{is_stdin, read_text};
use arbitro_cli::named_values::{NamedValues, named};
use arbitro_cli::program_name::with_program_names;
use arbitro_cli::scope_args::ScopeArgs;
use arbitro_rules::GameId;
use arbitro_sandbox::Require;
use arbitro_tournament::report::text_of_cell;
use arbitro_tournament::{
    FLAGS, Flag, Form, OF_STANDING, Openings, Part, TournamentSettings, openings_from,
    read_openings,
};
use arbitro_words::{Language, Message, say};

use crate::growth_options::GrowthOptions;
use crate::words::CommandMessage;

/// The options that decide which matches are played, except for the players. They have no defaults
/// here: with --resume they keep the tournament's values.
#[derive(Debug, Default)]
pub(crate) struct PlayedOptions {
    pub(crate) game: Option<GameArg>,
    seeding: Option<PathBuf>,
    openings: Option<String>,
    /// The others that are given, as in a file of [`TournamentSettings`], which they replace.
    given: Map<String, Value>,
}

impl Args for PlayedOptions {
    fn augment_args(command: Command) -> Command {
        command.args(FLAGS.iter().map(arg))
    }

    fn augment_args_for_update(command: Command) -> Command {
        PlayedOptions::augment_args(command)
    }
}

impl FromArgMatches for PlayedOptions {
    fn from_arg_matches(matches: &ArgMatches) -> Result<PlayedOptions, clap::Error> {
        let of_a_file = |it: &Flag| {
            // None of those that are read first.
            let given = matches.try_get_one::<Value>(it.name).ok()??;
            Some((it.setting(), given.clone()))
        };
        Ok(PlayedOptions {
            game: read_first(matches, "game"),
            seeding: read_first(matches, "seeding"),
            openings: read_first(matches, "openings"),
            given: FLAGS.iter().filter_map(of_a_file).collect(),
        })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = PlayedOptions::from_arg_matches(matches)?;
        Ok(())
    }
}

/// A value that is read before it is one of a file, of a command that has this flag.
fn read_first<T: Clone + Send + Sync + 'static>(matches: &ArgMatches, name: &str) -> Option<T> {
    matches.try_get_one(name).ok().flatten().cloned()
}

/// Those of a standing tournament, whose matches are paired while it is played.
#[derive(Debug)]
pub(crate) struct StandingOptions(pub(crate) PlayedOptions);

impl Args for StandingOptions {
    fn augment_args(command: Command) -> Command {
        command.args(FLAGS.iter().filter(|flag| OF_STANDING.contains(&flag.name)).map(arg))
    }

    fn augment_args_for_update(command: Command) -> Command {
        StandingOptions::augment_args(command)
    }
}

impl FromArgMatches for StandingOptions {
    fn from_arg_matches(matches: &ArgMatches) -> Result<StandingOptions, clap::Error> {
        PlayedOptions::from_arg_matches(matches).map(StandingOptions)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        self.0.update_from_arg_matches(matches)
    }
}

fn arg(flag: &'static Flag) -> Arg {
    let arg = Arg::new(flag.name).long(flag.name).help(flag.help);
    let arg = arg.help_heading(flag.heading).value_name(flag.value).hide_possible_values(true);
    let parse = |text: &str| flag.parse(text);
    match flag.form {
        Form::Game => arg.value_parser(game_or_folder()),
        Form::Names => arg.value_parser(value_parser!(PathBuf)),
        Form::Positions => arg,
        // Elo differences may be negative.
        Form::Text => arg.value_parser(parse).allow_hyphen_values(flag.name == "sprt"),
        Form::Word(names) => arg.value_parser(NamedValues { names: names.to_vec(), parse }),
        Form::Number(least, most) => {
            arg.value_parser(value_parser!(i64).range(least..=most).map(Value::from))
        }
    }
}

/// Options of this machine, which do not affect results.
#[derive(Debug, Args)]
pub(crate) struct MachineOptions {
    /// Matches played in parallel [default: as many as there are cores for]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=4096))]
    pub(crate) jobs: Option<u32>,
    /// Cores for each match, which no other run on this machine has while there are enough; runs in
    /// other containers cannot be seen
    #[arg(long, value_name = "N", default_value = "1")]
    pub(crate) cores_per_player: NonZeroUsize,
    /// Let matches move between cores: then the time that other programs take from a player is not
    /// given back
    #[arg(long, conflicts_with = "cores_per_player")]
    pub(crate) no_pin: bool,
    /// Refuse to start unless every protection is enforced by the kernel
    #[arg(long, value_name = "strict", value_parser = named::<Require>(["strict"]), hide_possible_values = true, conflicts_with = "is_unsafe")]
    pub(crate) require: Option<Require>,
    /// Play even if players may be able to reach your files and each other
    #[arg(long = "unsafe")]
    pub(crate) is_unsafe: bool,
    #[command(flatten)]
    pub(crate) needs: NeedsArg,
    #[command(flatten)]
    pub(crate) scope: ScopeArgs,
}

/// Options for progress messages.
#[derive(Debug, Args)]
pub(crate) struct ProgressOptions {
    /// Print events, one JSON object per line, instead of the ranking
    #[arg(long)]
    pub(crate) events: bool,
    /// No progress bar or lines: only the ranking and problems
    #[arg(long, short)]
    pub(crate) quiet: bool,
}

/// All options except the players.
#[derive(Debug, Args)]
pub(crate) struct RunOptions {
    /// The folder for the results [default: a new one in results/]
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) played: PlayedOptions,
    /// Continue the tournament in --out
    #[arg(long, requires = "out")]
    pub(crate) resume: bool,
    /// Play part K of N of the matches, while other machines that see --out play the others; starts the tournament or continues it
    #[arg(long, help_heading = PARTS, value_name = "K/N", requires = "out", conflicts_with_all = ["add", "replace", "drop", "more", "more_to", "sprt"])]
    pub(crate) part: Option<Part>,
    /// In swiss and knockout, wait for the other parts between rounds
    #[arg(long, help_heading = PARTS, requires = "part")]
    pub(crate) wait: bool,
    /// Only start the tournament, so that parts can play it: players are found and play their trial matches
    #[arg(long, help_heading = PARTS, requires = "out", conflicts_with = "resume")]
    pub(crate) begin: bool,
    #[command(flatten)]
    pub(crate) growth: GrowthOptions,
    /// At the end, check every match of the journal against the rules
    #[arg(long)]
    pub(crate) verify: bool,
    /// Admit every player without a trial match
    #[arg(long)]
    pub(crate) no_smoke: bool,
    #[command(flatten)]
    pub(crate) machine: MachineOptions,
    #[command(flatten)]
    pub(crate) telling: ProgressOptions,
    /// The language of all that is said, which `--lang` sets.
    #[arg(skip = Language::English)]
    pub(crate) language: Language,
}

impl RunOptions {
    /// Those of another command, which plays, too.
    pub(crate) fn new(
        out: Option<PathBuf>,
        played: PlayedOptions,
        machine: MachineOptions,
        telling: ProgressOptions,
        language: Language,
    ) -> RunOptions {
        RunOptions {
            out,
            played,
            resume: false,
            part: None,
            wait: false,
            begin: false,
            growth: GrowthOptions::default(),
            verify: false,
            no_smoke: false,
            machine,
            telling,
            language,
        }
    }

    /// Says something on standard error.
    pub(crate) fn tell(&self, text: &dyn Message) -> io::Result<()> {
        let text = say(text, self.language);
        writeln!(anstream::stderr(), "tournament: {}", with_program_names(&text))
    }

    pub(crate) fn refusal(&self, text: &dyn Message) -> Error {
        anyhow!("{}", say(text, self.language))
    }

    /// Reports where matches begin, if neither typed nor the standard start.
    pub(crate) fn tell_openings(&self, settings: &TournamentSettings) -> io::Result<()> {
        match settings.openings {
            _ if self.played.openings.is_some() => Ok(()),
            Openings::StartThenRandom(plies) => self.tell(&CommandMessage::OpeningsAfter { plies }),
            _ if settings.repeats_games(settings.games) => {
                self.tell(&CommandMessage::NoOpenings { max_plies: settings.max_plies })
            }
            Openings::None | Openings::Random(_) | Openings::List => Ok(()),
        }
    }
}

const PARTS: &str = "Several machines";

/// Maximum games of a sequential test.
const SPRT_GAMES: u32 = 10_000;

impl PlayedOptions {
    pub(crate) fn has_openings(&self) -> bool {
        self.openings.is_some()
    }

    /// The settings of a new tournament of a game.
    pub(crate) fn settings(&self, game: GameId) -> Result<TournamentSettings> {
        let usual = TournamentSettings::usual(game);
        let is_test = self.given.contains_key("sprt");
        let games = if is_test { SPRT_GAMES } else { usual.games };
        let typed = TournamentSettings { games, ..usual }.overlaid(&self.given)?;
        let openings = Openings::usual(typed.max_plies, typed.games, is_test);
        self.over(TournamentSettings { openings, ..typed })
    }

    /// Applies the options given, but for the game, to existing settings.
    pub(crate) fn over(&self, base: TournamentSettings) -> Result<TournamentSettings> {
        let mut settings = base.overlaid(&self.given)?;
        if let Some(text) = &self.openings {
            (settings.openings, settings.positions) = openings(settings.playable()?, text)?;
        }
        if let Some(file) = &self.seeding {
            settings.seeding = names(file)?;
        }
        Ok(settings)
    }
}

/// Parses a keyword, or reads a file of positions.
fn openings(game: GameId, text: &str) -> Result<(Openings, Vec<String>)> {
    let lacks_plies = matches!(text, "random" | "start+random") && !Path::new(text).exists();
    if text == "none"
        || text.starts_with("random:")
        || text.starts_with("start+random:")
        || lacks_plies
    {
        let openings = text.parse().context("--openings")?;
        return Ok((openings, Vec::new()));
    }
    let read = if is_stdin(text.as_ref()) {
        openings_from(game, std::io::stdin().lock())
    } else {
        read_openings(game, text.as_ref())
    };
    let positions = read.with_context(|| format!("--openings {text}"))?;
    Ok((Openings::List, positions))
}

/// Reads the name column of a CSV file.
fn names(file: &Path) -> Result<Vec<String>> {
    let what = || format!("--seeding {}", file.display());
    let text = read_text(file).with_context(what)?;
    let mut table = csv::Reader::from_reader(text.as_bytes());
    let heads = table.headers().with_context(what)?;
    let Some(column) = heads.iter().position(|head| head == "name") else {
        bail!("{}: there is no column \"name\"", what());
    };
    let mut names = Vec::new();
    for row in table.records() {
        let row = row.with_context(what)?;
        names.extend(row.get(column).map(|cell| text_of_cell(cell).to_owned()));
    }
    Ok(names)
}
