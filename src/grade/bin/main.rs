//! `grade`: the course's marking run, from what was handed in to marks with their evidence.
//!
//! Parses, calls the library, prints, maps to an exit code.

mod telling;
mod words;

use std::io::Write;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use clap::{Args, CommandFactory, Parser, Subcommand};
use serde_json::json;

use arbitro_cli::command_line::parse;
use arbitro_games::Setting;
use arbitro_grade::build;
use arbitro_grade::contest::BONUS_SHARE;
use arbitro_grade::marks::{DEFAULT_TEXT, Mark, PLAYERS_TEXT, Weights};
use arbitro_grade::page::pair_file;
use arbitro_grade::run::{
    FEEDBACK, Graded, MARKS, OVERVIEW, PlayersCourse, RunSettings, Task, WEIGHTS, WORKSHEET, Work,
    from_tournament, run, student_folder,
};
use arbitro_grade::similarity::{Code, floor_per_cent};
use arbitro_grade::strength::LADDER;
use arbitro_grade::words::spoken;
use arbitro_referee::duration::parse_duration;
use arbitro_rules::GameId;
use arbitro_sandbox::{Keeper, Require, serve_if_called};
use arbitro_tournament::{self as tournament, Machine, TournamentSettings};
use arbitro_words::{Language, say};

use crate::telling::Teller;
use crate::words::GradeMessage;
use arbitro_cli::closed_pipe::is_closed_pipe;
use arbitro_cli::ending::exit_code;
use arbitro_cli::game_arg::{GameArg, NeedsArg, OpenGame, game_or_folder};
use arbitro_cli::input::{read_input, read_text};
use arbitro_cli::jobs::{jobs_with_room, match_jobs};
use arbitro_cli::language_arg::LanguageArg;
use arbitro_cli::scope_args::ScopeArgs;
use arbitro_cli::stopping::stop_flag;
use arbitro_cli::way_out::one_process;
use arbitro_cli::weakness::weakness;

const EXAMPLES: &str = "\
Examples:
  grade submissions --out marks
      everything; a second run redoes only what changed
  grade submissions --out marks --only 870001
      only this one again; the rest stays as it was
  grade submissions --out marks --skip strength --skip contest
  grade submissions --out marks --weights grade.toml
  grade submissions --out marks --flags \"-O2 -std=c++17\" --no-compat
  grade submissions --out marks --cxx g++-9
  grade moodle.zip --out marks --worksheet worksheet.csv
      Moodle's download of all submissions, and its grading worksheet
  grade submissions --out marks --against 2024 --base skeleton.cpp
      compare with a past year, too, and ignore the course's own code
  grade submissions --out marks --lang it
      marks and pages in Italian, the only other language (French readers get
      English); nothing is run again
  tournament standings marks/tournament
      the ranking of the class
  grade players --game boards/games/connect-four --out marks
      marks for players of any game, each a folder with its player.toml, or
      started by the command that marks/grade.toml says: they start, keep the
      rules against chance, are strong, keep the limits, play a tournament
  grade --from contest --out marks
      the same from a tournament that was played

A submission is a folder or a zip, named by a student number, with a player.cpp in it.

With --game it has a player's files in place of that.

Moodle's download of all submissions is read as it comes, zipped or unpacked.

Exit codes: 0 done, 1 done but some submission fails, 2 something could not be done.";

/// Marks a folder of submissions
#[derive(Debug, Parser)]
#[command(
    name = "grade",
    version,
    about = "Marks a folder of submissions: builds, checks, compares and plays them, and writes marks and pages",
    after_help = EXAMPLES,
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true,
    disable_help_subcommand = true
)]
struct Cli {
    #[command(flatten)]
    grading: Option<GradeArgs>,
    // Not among those: what may be absent as a whole can have no such group within.
    #[command(flatten)]
    scope: ScopeArgs,
    #[command(flatten)]
    language: LanguageArg,
    #[command(flatten)]
    needs: NeedsArg,
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// One of the reference players: this program starts itself so, and needs no other beside it
    #[command(hide = true, name = "reference-player")]
    Play(arbitro_cli::play_args::PlayArgs),
}

#[derive(Debug, Args)]
struct GradeArgs {
    /// The folder of submissions, each a folder or a zip; or Moodle's zip of all
    #[arg(value_name = "SUBMISSIONS", required_unless_present = "from")]
    submissions: Option<PathBuf>,
    /// Mark players of this game, or of the game in a folder, in place of the class Player in C++
    #[arg(long, value_name = "GAME", value_parser = game_or_folder(), hide_possible_values = true)]
    game: Option<GameArg>,
    /// Mark the players of the tournament in this folder; those that --ladder names are not marked
    #[arg(long, value_name = "DIR", conflicts_with_all = ["submissions", "game", "only", "skip"])]
    from: Option<PathBuf>,
    /// The folder for the results, outside the folder of submissions
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Submissions or matches processed in parallel [default: one per core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=256))]
    jobs: Option<u32>,
    /// Mark only this number, and keep the rest of an earlier run; may be given more than once
    #[arg(long, value_name = "NUMBER")]
    only: Vec<String>,
    /// Submissions of a past year, a folder or Moodle's zip, used only to find copies; may be given
    /// more than once
    #[arg(long, value_name = "DIR")]
    against: Vec<PathBuf>,
    /// Code that the course handed out, ignored in the search for copies; may be given more than once
    #[arg(long, value_name = "FILE")]
    base: Vec<PathBuf>,
    /// Moodle's grading worksheet, which tells names and late days; a copy with grades and comments becomes
    /// DIR/moodle.csv
    #[arg(long, value_name = "FILE")]
    worksheet: Option<PathBuf>,
    /// The weights of the marks [default: DIR/grade.toml, which a first run creates]
    #[arg(long, value_name = "FILE")]
    weights: Option<PathBuf>,
    /// The compiler, as a path or a name in the PATH; the course's was g++ 9.4
    #[arg(long, value_name = "PROGRAM", default_value = "g++")]
    cxx: PathBuf,
    /// The compiler's flags
    #[arg(long, value_name = "FLAGS", default_value = "-Ofast", allow_hyphen_values = true)]
    flags: String,
    /// Build with a header that does not contain `using namespace std;`
    #[arg(long)]
    no_compat: bool,
    /// Skip a step: conformance, memory, likeness, rules, strength or contest; may be given more than once
    #[arg(long, value_name = "STEP")]
    skip: Vec<Task>,
    /// The names of the reference players, separated by commas [default: random, greedy, minimax-2,
    /// minimax-4 and engine, those of them that play the game]
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    ladder: Option<Vec<String>>,
    /// Matches of each pair that meets [default: 2]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1000))]
    games: Option<u32>,
    /// Matches of each pair of equals, if there is no room for all of them among those who get the
    /// bonus [default: they are told, and none of them gets it]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1000))]
    bonus_games: Option<u32>,
    /// The time for a move [default: 30s, with --game the game's]
    #[arg(long, value_name = "TIME", value_parser = parse_duration)]
    move_time: Option<Duration>,
    /// A match is a draw after this many plies [default: 100]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    max_plies: Option<u32>,
    /// The seed of all random choices [default: 1]
    #[arg(long, value_name = "S", value_parser = clap::value_parser!(u64).range(..1 << 53))]
    seed: Option<u64>,
    /// One JSON object per submission, one per line, instead of text
    #[arg(long)]
    json: bool,
    /// No progress bars: only results and problems
    #[arg(long, short)]
    quiet: bool,
}

fn main() -> ExitCode {
    if let Some(code) = serve_if_called() {
        return code;
    }
    if let Some(code) = arbitro_cli::begin(&Cli::command()) {
        return code;
    }
    let cli: Cli = parse();
    let done = match (&cli.command, &cli.grading) {
        (Some(Command::Play(args)), _) => arbitro_cli::play_args::play(args),
        (None, Some(args)) => grade(args, cli.scope, &cli.needs, spoken(cli.language.language())),
        (None, None) => Err(anyhow::anyhow!("name a folder of submissions, and --out DIR")),
    };
    exit_code("grade", done)
}

fn grade(
    args: &GradeArgs,
    scope: ScopeArgs,
    needs: &NeedsArg,
    language: Language,
) -> Result<ExitCode> {
    let mut settings = settings(args, language)?;
    let mut teller = Teller::new(args.quiet, language);
    let graded = match &args.from {
        Some(_) => from_tournament(&settings, &mut |event| teller.tell(event)),
        None => {
            scope.take().context("--scope")?;
            let keeper = Keeper::start(None, Require::Anything).context("the sandbox")?;
            if let Some(game) = &args.game {
                let setting = Setting {
                    guarantees: Some(*keeper.guarantees()),
                    require: Some(Require::Safety),
                    ..needs.setting()
                };
                let game = Arc::new(game.open(&setting, language)?);
                play_game(args, &mut settings, game, needs);
            }
            let machine = machine(&keeper, &settings, language)?;
            drop(keeper);
            let stop = stop_flag()?;
            run(&settings, &machine, &stop, &mut |event| teller.tell(event))
        }
    };
    teller.end();
    let graded = match graded {
        Ok(graded) => graded,
        Err(error) => bail!("{}", say(&error.statement(), language)),
    };
    match print(args, &graded, language) {
        // A broken pipe does not change the marks.
        Err(error) if is_closed_pipe(&error) => {}
        printed => printed?,
    }
    let has_failed = graded.marks.iter().any(|mark| mark.failing.is_some());
    Ok(ExitCode::from(match (graded.is_incomplete, has_failed) {
        (true, _) => 2,
        (false, true) => 1,
        (false, false) => 0,
    }))
}

fn machine(keeper: &Keeper, settings: &RunSettings, language: Language) -> Result<Machine> {
    let require = Require::Safety;
    // Compilers start others.
    let few_processes = || {
        let is_one = settings.players.is_none() && !keeper.guarantees().holds_tools();
        is_one.then(|| one_process(keeper, language)).flatten()
    };
    if let Some(weakness) = weakness(keeper, require, language).or_else(few_processes) {
        bail!("{}", say(&GradeMessage::NotStarted { weakness: &weakness }, language));
    }
    Ok(Machine {
        jobs: jobs_with_room(settings.jobs, keeper.guarantees(), language)?,
        cores: Some(NonZeroUsize::MIN),
        guarantees: *keeper.guarantees(),
        require,
    })
}

/// The weights and their text: from the file, else from an earlier run, which the teacher may have edited,
/// else the defaults.
fn weights(args: &GradeArgs) -> Result<(Weights, String)> {
    let earlier = args.out.join(WEIGHTS);
    let path: Option<&Path> = match &args.weights {
        Some(path) => Some(path),
        None => earlier.is_file().then_some(&earlier),
    };
    let text = match path {
        Some(path) => {
            read_text(path).with_context(|| format!("{}: cannot be read", path.display()))?
        }
        None if args.game.is_some() || args.from.is_some() => PLAYERS_TEXT.to_owned(),
        None => DEFAULT_TEXT.to_owned(),
    };
    let name = path.map_or_else(String::new, |path| path.display().to_string());
    let weights = Weights::read(&text).context(name)?;
    Ok((weights, text))
}

/// The course says some tens of seconds.
const MOVE_TIME: Duration = Duration::from_secs(30);

fn settings(args: &GradeArgs, language: Language) -> Result<RunSettings> {
    let (weights, weights_text) = weights(args)?;
    let here = std::env::current_exe().context("where this program is")?;
    let bundled = vec![here.into_os_string(), "reference-player".into()];
    let mut base = Vec::new();
    for path in &args.base {
        let text =
            read_input(path).with_context(|| format!("{}: cannot be read", path.display()))?;
        base.push((Code::from_path(path).unwrap_or(Code::C), text));
    }
    let usual = TournamentSettings::usual(GameId::Dama);
    Ok(RunSettings {
        submissions: args.from.clone().or_else(|| args.submissions.clone()).unwrap_or_default(),
        players: None,
        against: args.against.clone(),
        base,
        worksheet: args.worksheet.clone(),
        out: args.out.clone(),
        jobs: match_jobs(args.jobs, 1, language)?,
        only: args.only.clone(),
        skip: args.skip.clone(),
        weights,
        weights_text,
        build: build::Settings {
            compiler: (args.cxx.as_os_str() != "g++").then(|| args.cxx.clone()),
            flags: args.flags.split_whitespace().map(str::to_owned).collect(),
            ..build::Settings::default()
        },
        is_compat: !args.no_compat,
        terms: terms(args, TournamentSettings { move_time: MOVE_TIME, ..usual }),
        bonus_games: args.bonus_games,
        ladder: args.ladder.clone().unwrap_or_else(|| LADDER.map(str::to_owned).to_vec()),
        bundled,
        language,
    })
}

/// The terms of matches, with those that the arguments say.
fn terms(args: &GradeArgs, usual: TournamentSettings) -> TournamentSettings {
    TournamentSettings {
        games: args.games.unwrap_or(usual.games),
        move_time: args.move_time.unwrap_or(usual.move_time),
        max_plies: args.max_plies.unwrap_or(usual.max_plies),
        seed: args.seed.unwrap_or(usual.seed),
        best: Some(BONUS_SHARE),
        ..usual
    }
}

/// Turns to players of a game.
fn play_game(args: &GradeArgs, settings: &mut RunSettings, game: Arc<OpenGame>, needs: &NeedsArg) {
    if args.ladder.is_none() {
        let players = tournament::bundled_players(game.id);
        settings.ladder.retain(|name| players.iter().any(|player| player.0 == *name));
    }
    settings.terms = terms(args, TournamentSettings::usual(game.id));
    settings.players = Some(PlayersCourse {
        named: match &args.game {
            Some(GameArg::Folder(folder)) => folder.to_string(),
            Some(GameArg::Known(game)) => game.name().to_owned(),
            None => String::new(),
        },
        game,
        needs: needs.needs.clone(),
        start: settings.weights.start.clone(),
        matches: settings.weights.rules.matches,
    });
}

fn print(args: &GradeArgs, graded: &Graded, language: Language) -> Result<()> {
    let mut text = anstream::stdout().lock();
    let width = graded.marks.iter().map(|mark| mark.number.len()).max().unwrap_or(0);
    let names = graded.marks.iter().map(|it| it.person.label().chars().count()).max().unwrap_or(0);
    for (mark, work) in graded.marks.iter().zip(&graded.work) {
        if args.json {
            writeln!(text, "{}", as_json(args, mark, work, language))?;
        } else {
            writeln!(text, "{}", as_text(mark, [width, names], language))?;
        }
    }
    if !args.json {
        let left_out = &graded.class.left_out;
        let first = left_out.iter().take(MAX_LEFT_OUT);
        let first = first.map(|it| format!("{}: {}", it.entry, say(&it.why, language)));
        let first = Vec::from_iter(first).join("; ");
        if !left_out.is_empty() {
            let more = left_out.len().saturating_sub(MAX_LEFT_OUT);
            writeln!(text, "{}", say(&GradeMessage::LeftOut { first: &first, more }, language))?;
        }
        for line in copies(graded, language) {
            writeln!(text, "{line}")?;
        }
        if graded.is_of_moodle {
            writeln!(
                text,
                "{}",
                say(
                    &GradeMessage::ForMoodle { worksheet: WORKSHEET, feedback: FEEDBACK },
                    language
                )
            )?;
        }
        let out = args.out.display();
        writeln!(
            text,
            "in {out}: {MARKS}, {OVERVIEW}, students/NUMBER/index.html, likeness/, tournament/, {WEIGHTS}"
        )?;
    }
    text.flush()?;
    Ok(())
}

const MAX_LEFT_OUT: usize = 5;
const MAX_COPIES: usize = 20;

/// The pairs for which both are proposed to fail, with the page of each.
fn copies(graded: &Graded, language: Language) -> Vec<String> {
    let Some(likeness) = graded.class.likeness.found() else {
        return Vec::new();
    };
    let name = |at: usize| likeness.members.get(at).map(|member| member.name.as_str());
    let is_held = |one: &str, two: &str| {
        let mut alike = graded.marks.iter().filter(|it| it.number == one).flat_map(|it| &it.alike);
        alike.any(|it| it.number == two && !it.is_acquitted)
    };
    let named = likeness.pairs.iter().filter_map(|pair| {
        let (left, right) = (name(pair.left)?, name(pair.right)?);
        (is_held(left, right) || is_held(right, left)).then_some((left, right, pair.score))
    });
    let named: Vec<_> = named.collect();
    let first = named.iter().take(MAX_COPIES).map(|&(left, right, score)| {
        let (per_cent, page) = (floor_per_cent(score), pair_file(left, right));
        say(&GradeMessage::Similar { left, right, per_cent, page: &page }, language).into_owned()
    });
    let mut lines: Vec<String> = first.collect();
    if let Some(more) = named.len().checked_sub(MAX_COPIES + 1) {
        lines.push(
            say(&GradeMessage::MoreSimilar { pairs: more + 1, page: OVERVIEW }, language)
                .into_owned(),
        );
    }
    lines
}

fn as_text(mark: &Mark, [width, names]: [usize; 2], language: Language) -> String {
    let number = format!("{:width$}", mark.number);
    let number = match names {
        0 => number,
        _ => format!("{number}  {:names$}", mark.person.label()),
    };
    let points = &format!("{:6.2}", mark.without_bonus());
    let points = GradeMessage::Points { points, of: mark.of };
    let mut points = say(&points, language).into_owned();
    let bonus = mark.bonus();
    if bonus > 0.0 {
        points.push_str(&format!(" + {bonus:.2} bonus = {:.2}", mark.total));
    }
    if let Some(late) = &mark.late {
        let cost = (late.cost > 0.0).then(|| format!("{:.2}", late.cost));
        points += &say(&GradeMessage::Late { late, cost: cost.as_deref() }, language);
    }
    if let Some(hidden) = mark.hidden() {
        points += &format!("; {}", say(&hidden, language));
    }
    if let Some(why) = mark.starts_not() {
        points += &format!("  {}", say(why, language).trim_end_matches('.'));
    }
    match &mark.failing {
        None => format!("{number}  {points}"),
        Some(why) => {
            let fails = if mark.is_proposal() {
                GradeMessage::MayFail(why)
            } else {
                GradeMessage::Fails(why)
            };
            format!("{number}  {points}  {}", say(&fails, language))
        }
    }
}

/// Programs read everything but the sentences, which are in the language of the run.
fn as_json(args: &GradeArgs, mark: &Mark, work: &Work, language: Language) -> serde_json::Value {
    let page = student_folder(&args.out, &mark.number).join("index.html");
    let parts = mark.parts.iter().map(|part| {
        json!({
            "name": part.name,
            "points": part.points,
            "of": part.of,
            "basis": part.basis,
            "why": say(&part.why, language),
        })
    });
    let gains = mark.gains();
    let gains = gains.iter().map(|(part, points)| {
        json!({
            "part": part.name,
            "name": say(&part.name, language),
            "points": points,
            "why": say(&part.why, language),
        })
    });
    let late = mark.late.as_ref();
    json!({
        "number": mark.number,
        "name": mark.person.name,
        "id": mark.person.id(),
        "late": late.map(|late| json!({ "days": late.days, "points": late.cost })),
        "gains": gains.collect::<Vec<_>>(),
        "marks": mark.without_bonus(),
        "bonus": mark.bonus(),
        "total": mark.total,
        "of": mark.of,
        "failed": mark.failing.as_ref().map(|failing| say(failing, language)),
        "is_proposal": mark.is_proposal(),
        "parts": parts.collect::<Vec<_>>(),
        "done": work.done,
        "kept": work.kept,
        "page": page.display().to_string(),
    })
}
