//! Options of a tournament, and the settings they make.

use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use anyhow::{Context, Result, bail};
use clap::Args;
use clap::builder::TypedValueParser;
use serde::Serialize;

use arbitro_cli::game_arg::{GameArg, NeedsArg, game_or_folder};
use arbitro_cli::input::{is_stdin, read_text};
use arbitro_cli::named::named;
use arbitro_cli::scope_args::ScopeArgs;
use arbitro_referee::duration::parse_duration;
use arbitro_rules::GameId;
use arbitro_sandbox::Require;
use arbitro_tournament::rating::Sprt;
use arbitro_tournament::report::text_of_cell;
use arbitro_tournament::{
    Colours, Format, Openings, Part, Points, Share, TournamentSettings, openings_from, parse_size,
    read_openings,
};
use arbitro_words::{Language, say};

use crate::growing::{GROWTH, GrowthOptions};
use crate::words::Text;

/// The options that decide which matches are played, except for the players. They have no defaults
/// here: with --resume they keep the tournament's values. Each is checked, and named and written as in
/// [`TournamentSettings`], which it replaces.
#[derive(Debug, Args, Serialize)]
pub(crate) struct PlayedOptions {
    /// The game, or the folder of another, such as ./connect-four [default: dama]
    #[arg(long, help_heading = PLAYED, value_name = "GAME", value_parser = game_or_folder(), hide_possible_values = true)]
    #[serde(skip)]
    pub(crate) game: Option<GameArg>,
    /// The pairing system: round-robin, swiss, gauntlet or knockout [default: round-robin]
    #[arg(long, help_heading = PLAYED, value_name = "FORMAT", value_parser = named::<Format>(["round-robin", "swiss", "gauntlet", "knockout"]).map(|it| it.to_string()), hide_possible_values = true)]
    format: Option<String>,
    /// Matches of each pair that meets [default: 2; with --sprt, at most 10000]
    #[arg(long, help_heading = PLAYED, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    games: Option<u32>,
    /// Rounds of a Swiss tournament [default: enough to separate the best players]
    #[arg(long, help_heading = PLAYED, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1000))]
    rounds: Option<u32>,
    /// The name of the player who meets all others in a gauntlet [default: the first name], or whom
    /// --sprt tests [default: the first player named]
    #[arg(long, help_heading = PLAYED, value_name = "NAME")]
    challenger: Option<String>,
    /// Bracket places, or ranks in the first round: a CSV file with a column "name", best first,
    /// such as standings.csv [default: random]
    #[arg(long, help_heading = PLAYED, value_name = "FILE")]
    #[serde(skip)]
    seeding: Option<PathBuf>,
    /// How player 1 is chosen: balanced, or random for each match [default: balanced]
    #[arg(long, help_heading = PLAYED, value_name = "HOW", value_parser = named::<Colours>(["balanced", "random"]).map(|it| it.to_string()), hide_possible_values = true)]
    colours: Option<String>,
    /// Where matches begin: none (the standard start), random:K after K random plies,
    /// start+random:K the same except for the first pair of matches, or a file with one FEN per line, or with boards [default: none; with --games above 2, start+random:6; with --sprt, random:6; fewer plies where matches are short, none below 14 plies]
    #[arg(long, help_heading = PLAYED, value_name = "FILE|random:K")]
    #[serde(skip)]
    openings: Option<String>,
    /// Points for a win, a draw and a loss [default: 1,0.5,0]
    #[arg(long, help_heading = PLAYED, value_name = "W,D,L", value_parser = text_of(Points::from_str))]
    points: Option<String>,
    /// The time for a move [default: 10s]
    #[arg(long, help_heading = LIMITS, value_name = "TIME", value_parser = text_of(parse_duration))]
    move_time: Option<String>,
    /// Additional time for each player's first answer [default: 5s]
    #[arg(long, help_heading = LIMITS, value_name = "TIME", value_parser = text_of(parse_duration))]
    start_time: Option<String>,
    /// The processor time for a move [default: no separate limit]
    #[arg(long, help_heading = LIMITS, value_name = "TIME", value_parser = text_of(parse_duration))]
    cpu_time: Option<String>,
    /// The memory of a player and everything it starts [default: 100MiB]
    #[arg(long, help_heading = LIMITS, value_name = "SIZE", value_parser = text_of(parse_size))]
    memory: Option<String>,
    /// A draw after this many plies [default: the game's]
    #[arg(long, help_heading = LIMITS, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    max_plies: Option<u32>,
    /// The seed of all random choices [default: 1]
    #[arg(long, help_heading = PLAYED, value_name = "S", value_parser = clap::value_parser!(u64).range(..1 << 53))]
    seed: Option<u64>,
    /// Sequential test of the first player named against the other: they play until one of two Elo
    /// differences is accepted, such as 0,10
    #[arg(long, help_heading = PLAYED, value_name = "ELO0,ELO1", value_parser = text_of(Sprt::from_str), allow_hyphen_values = true)]
    sprt: Option<String>,
    /// Mark the best of the ranking: this share of the players, such as 15%, and at least one [default: nobody]
    #[arg(long, help_heading = PLAYED, value_name = "SHARE", value_parser = text_of(Share::from_str))]
    best: Option<String>,
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
pub(crate) struct TellingOptions {
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
    /// Matches of each pair that plays in all, or in swiss rounds: like --more, but may be said again
    #[arg(long, help_heading = GROWTH, value_name = "N", requires = "resume", conflicts_with = "more", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub(crate) more_to: Option<u32>,
    /// At the end, check every match of the journal against the rules
    #[arg(long)]
    pub(crate) verify: bool,
    /// Admit every player without a trial match
    #[arg(long)]
    pub(crate) no_smoke: bool,
    #[command(flatten)]
    pub(crate) machine: MachineOptions,
    #[command(flatten)]
    pub(crate) telling: TellingOptions,
}

impl RunOptions {
    /// Returns true if the tournament is to change.
    pub(crate) fn grows(&self) -> bool {
        !self.growth.is_empty() || self.more_to.is_some()
    }
}

const PARTS: &str = "Several machines";
const PLAYED: &str = "Matches";
const LIMITS: &str = "Limits of a player";

/// Maximum games of a sequential test.
const SPRT_GAMES: u32 = 10_000;

impl PlayedOptions {
    /// The settings of a new tournament of a game.
    pub(crate) fn settings(&self, game: GameId) -> Result<TournamentSettings> {
        let usual = TournamentSettings::usual(game);
        let is_test = self.sprt.is_some();
        let games = if is_test { SPRT_GAMES } else { usual.games };
        let max_plies = self.max_plies.unwrap_or(usual.max_plies);
        let openings = Openings::usual(max_plies, self.games.unwrap_or(games), is_test);
        self.over(TournamentSettings { games, openings, ..usual })
    }

    /// Reports where matches begin, if neither typed nor the standard start.
    pub(crate) fn tell_openings(
        &self,
        settings: &TournamentSettings,
        language: Language,
    ) -> io::Result<()> {
        let text = match settings.openings {
            _ if self.openings.is_some() => return Ok(()),
            Openings::StartThenRandom(plies) => Text::OpeningsAfter { plies },
            _ if settings.repeats_games(settings.games) => {
                Text::NoOpenings { max_plies: settings.max_plies }
            }
            Openings::None | Openings::Random(_) | Openings::List => return Ok(()),
        };
        writeln!(anstream::stderr(), "tournament: {}", say(&text, language))
    }

    /// Applies the options given, but for the game, to existing settings.
    pub(crate) fn over(&self, base: TournamentSettings) -> Result<TournamentSettings> {
        let mut settings = base.overlaid(self)?;
        if let Some(text) = &self.openings {
            (settings.openings, settings.positions) = openings(settings.playable()?, text)?;
        }
        if let Some(file) = &self.seeding {
            settings.seeding = names(file)?;
        }
        Ok(settings)
    }
}

/// Returns the parser of a value that is kept as it was typed.
fn text_of<T, E>(
    parse: fn(&str) -> Result<T, E>,
) -> impl Fn(&str) -> Result<String, E> + Clone + Send + Sync {
    move |text| parse(text).map(|_| text.to_owned())
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
