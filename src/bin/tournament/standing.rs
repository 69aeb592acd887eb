//! `tournament stand` and `tournament freeze`: a folder of players that plays until it is stopped.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::thread;
use std::time::{Duration, Instant, SystemTime};

use anyhow::{Context, Result, bail, ensure};
use clap::Args;

use arbitro_cli::game_arg::OpenGame;
use arbitro_cli::stopping::stop_flag;
use arbitro_cli::way_out::more_processes;
use arbitro_rules::GameId;
use arbitro_rules::plain_text::harmless;
use arbitro_sandbox::{Keeper, Size, Source, copy_privately, everything};
use arbitro_tournament::{
    BY_CHANCE, Entrant, EntrantTerms, Format, LadderEvent, Names, NoEntrant, Openings, PlayerEntry,
    Recorder, Remember, Results, RunLock, Stand, TOURNAMENT_FILE, TournamentFile,
    TournamentSettings, ask_for, bundled_entrant, escaped_file_name, first_version, keep_game,
    stand as play_on,
};
use arbitro_words::{Count, Language, Listed, say};

use crate::complain;
use crate::game;
use crate::options::{MachineOptions, PlayedOptions, ProgressOptions, RunOptions, StandingOptions};
use crate::players::PlayerStaging;
use crate::progress::ProgressReporter;
use crate::resume::require_same_settings;
use crate::run::{self, is_begun, lock, probe, program_sha256, read_file, show_results};
use crate::words::CommandMessage;

/// Time in which the process that plays puts a version back.
const PUT_BACK_WITHIN: Duration = Duration::from_secs(20);
/// The folder of the round robin, in that of the standing tournament, and the copies of players in it.
const FINAL: &str = "final";
const PLAYERS: &str = "players";

#[derive(Debug, Args)]
pub(crate) struct StandArgs {
    /// The folder that is watched: each folder in it is a player
    #[arg(value_name = "FOLDER", required_unless_present = "put_back")]
    folder: Option<PathBuf>,
    /// The folder for the results; one that has begun goes on
    #[arg(long, value_name = "OUT")]
    out: PathBuf,
    /// Stop then: a time as `date --date` reads it, such as 18:00 or "2026-12-20 23:59"
    #[arg(long, value_name = "TIME", value_parser = time)]
    until: Option<SystemTime>,
    /// Players to be measured by: folders that are copied once and never change
    #[arg(long, value_name = "PLAYER", num_args = 1..)]
    rungs: Vec<PathBuf>,
    /// Show players by numbers to those who look on; each is told its own
    #[arg(long, value_name = "hidden", value_parser = names)]
    names: Option<Names>,
    /// Put a version back, whatever its folder has: NAME@1 is the first one
    #[arg(long = "use", value_name = "NAME@N", conflicts_with_all = ["folder", "until", "rungs", "names"])]
    put_back: Option<String>,
    #[command(flatten)]
    played: StandingOptions,
    #[command(flatten)]
    machine: MachineOptions,
    #[command(flatten)]
    telling: ProgressOptions,
}

#[derive(Debug, Args)]
pub(crate) struct FreezeArgs {
    /// The folder of a standing tournament; the round robin is played into its folder `final`
    #[arg(value_name = "OUT")]
    out: PathBuf,
    /// Matches of each pair
    #[arg(long, value_name = "N", default_value = "2", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    games: u32,
    #[command(flatten)]
    machine: MachineOptions,
    #[command(flatten)]
    telling: ProgressOptions,
}

fn names(text: &str) -> Result<Names, String> {
    text.parse().map_err(|why: arbitro_rules::InvalidValue| why.to_string())
}

/// Lets `date` read a time: people write it in many ways, and it knows the time zone.
fn time(text: &str) -> Result<SystemTime, String> {
    let unread = || format!("{text:?} is no time that `date --date` reads");
    let read = Command::new("date").arg(format!("--date={text}")).arg("+%s").output();
    let read = read.ok().filter(|it| it.status.success()).ok_or_else(unread)?;
    let seconds = String::from_utf8_lossy(&read.stdout).trim().parse().map_err(|_| unread())?;
    let time = SystemTime::UNIX_EPOCH + Duration::from_secs(seconds);
    if time <= SystemTime::now() {
        return Err(format!("{text:?} is over"));
    }
    Ok(time)
}

/// Watches a folder and plays until it is stopped.
pub(crate) fn stand(args: StandArgs, language: Language) -> Result<ExitCode> {
    let StandArgs { folder, out, until, rungs, names, put_back, played, machine, telling } = args;
    if let Some(version) = put_back {
        return ask_back(&out, &version, language);
    }
    let inbox = folder.context("FOLDER")?;
    let inbox = inbox.canonicalize().with_context(|| inbox.display().to_string())?;
    let options = &RunOptions::new(Some(out.clone()), played.0, machine, telling, language);
    let rungs = rungs.iter().map(|it| it.canonicalize().with_context(|| it.display().to_string()));
    let rungs = rungs.collect::<Result<Vec<_>>>()?;
    let keeper = probe(options)?;
    fs::create_dir_all(&out).with_context(|| format!("{}: cannot be made", out.display()))?;
    // A folder in the results would be watched and written at once.
    let real = out.canonicalize().with_context(|| out.display().to_string())?;
    ensure!(
        !real.starts_with(&inbox) && !inbox.starts_with(&real),
        "{}",
        say(&CommandMessage::OneInOther { folder: inbox.display(), out: real.display() }, language)
    );
    let _lock = lock(&out, options)?;
    let (file, opened) = if is_begun(&out) {
        go_on(options, &out, names, &keeper)?
    } else {
        begin(options, &out, names, &keeper)?
    };
    let stage = PlayerStaging::new(&keeper, options)?;
    let entrant_terms = EntrantTerms {
        game: opened.id,
        bundled: stage.play(),
        allowed: &options.machine.needs.needs,
    };
    let more = more_processes(&keeper, language).unwrap_or_default();
    // Every player that comes is untrusted.
    let stranger = Entrant { name: harmless(&inbox.display().to_string()), ..Entrant::default() };
    let machine = run::machine(options, keeper, &[stranger])?;
    let prepare = |entrant: Entrant| {
        if run::has_too_many(&entrant, &machine.guarantees, machine.require) {
            return Err(NoEntrant::Processes { what: more.clone() });
        }
        Ok(opened.let_read(entrant))
    };
    let is_compiled_in = opened.id.look().is_none();
    let opponent = bundled_entrant(BY_CHANCE, stage.play()).filter(|_| is_compiled_in);
    let results = Results::from_file(file, &out, Remember::Sums)?;
    complain(&out, &results, language)?;
    let again = format!("tournament stand {} --out {}", inbox.display(), out.display());
    if !options.telling.quiet && !options.telling.events {
        let watching = CommandMessage::Watching { folder: inbox.display(), out: out.display() };
        options.tell(&watching)?;
    }
    let stop = stop_flag()?;
    let mut teller = ProgressReporter::new(&options.telling, language);
    let how = Stand {
        inbox: &inbox,
        out: &out,
        machine: &machine,
        entrant_terms,
        prepare: &prepare,
        rungs: &rungs,
        opponent,
        until,
        stop: &stop,
        language,
    };
    let played = play_on(&how, results, &mut |event| teller.tell(event));
    teller.end();
    played.with_context(|| format!("{}: go on with `{again}`", out.display()))?;
    let (results, _) = show_results(options, &out, read_file(&out)?)?;
    if !options.telling.quiet {
        let played = Count::Matches(results.tally.matches());
        options.tell(&CommandMessage::RunStopped { played, again: &again })?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Begins a standing tournament.
fn begin(
    options: &RunOptions,
    out: &Path,
    names: Option<Names>,
    keeper: &Keeper,
) -> Result<(TournamentFile, OpenGame)> {
    let opened = game::open(options, keeper)?;
    let settings = settings(options, opened.id, names)?;
    let mut file = TournamentFile::new(settings, &[], &[], keeper.guarantees());
    file.program_sha256 = Some(program_sha256()?);
    if let Some(written) = &opened.written {
        keep_game(written.folder(), written.is_private(), out)?;
    }
    file.write(out).with_context(|| format!("{}: {TOURNAMENT_FILE}", out.display()))?;
    Ok((file, opened))
}

/// The settings of a new one: pairs meet often, and from other starts.
fn settings(
    options: &RunOptions,
    game: GameId,
    names: Option<Names>,
) -> Result<TournamentSettings> {
    let settings = options.played.settings(game)?;
    let openings = if options.played.has_openings() {
        settings.openings
    } else {
        Openings::usual(settings.max_plies, u32::MAX, false)
    };
    Ok(TournamentSettings { format: Format::Standing, games: 1, openings, names, ..settings })
}

/// Goes on with one that has begun, with the same settings.
fn go_on(
    options: &RunOptions,
    out: &Path,
    names: Option<Names>,
    keeper: &Keeper,
) -> Result<(TournamentFile, OpenGame)> {
    let file = standing(out, options.language)?;
    let opened = game::open_again(options, keeper, out, &file)?;
    let begun = TournamentSettings { game: opened.id.into(), ..file.settings.clone() };
    let settings = options.played.over(begun)?;
    let settings = TournamentSettings { names: names.or(settings.names), ..settings };
    require_same_settings(&settings, out, &file)?;
    Ok((TournamentFile { settings, ..file }, opened))
}

fn standing(out: &Path, language: Language) -> Result<TournamentFile> {
    let file = read_file(out)?;
    let no_standing = CommandMessage::NotStanding { out: out.display() };
    ensure!(file.pairings.is_some(), "{}", say(&no_standing, language));
    Ok(file)
}

/// Puts a version back, or asks the process that plays the tournament to do so.
fn ask_back(out: &Path, version: &str, language: Language) -> Result<ExitCode> {
    // The first version is the bare name.
    let version = version.strip_suffix("@1").unwrap_or(version);
    let find = || -> Result<TournamentFile> {
        let file = standing(out, language)?;
        let place = file.pairings.as_ref().and_then(|pairings| pairings.place(version));
        let Some(place) = place else {
            let name = first_version(version);
            let all = file.names().into_iter().filter(|it| first_version(it) == name);
            let all: Vec<String> = all.map(harmless).collect();
            let version = &harmless(version);
            bail!(
                "{}",
                say(
                    &CommandMessage::NoVersion {
                        version,
                        all: (!all.is_empty()).then_some(Listed(&all))
                    },
                    language
                )
            );
        };
        if !file.players[place].place.exists() {
            bail!(
                "{}",
                say(&CommandMessage::VersionGone { version: &harmless(version) }, language)
            );
        }
        Ok(file)
    };
    find()?;
    let alone = RunLock::alone(out).with_context(|| out.display().to_string())?;
    if let Ok(_lock) = alone {
        let file = find()?;
        let event = LadderEvent::Return { version: version.to_owned(), asked: true };
        let mut recorder = Recorder::open(out, &file.pairings.unwrap_or_default())?;
        recorder.append(&[event]).with_context(|| recorder.path().display().to_string())?;
    } else {
        let request = ask_for(out, version)?;
        let until = Instant::now() + PUT_BACK_WITHIN;
        while request.exists() {
            if Instant::now() > until {
                fs::remove_file(&request)?;
                bail!("{}", say(&CommandMessage::NotPutBack { out: out.display() }, language));
            }
            thread::sleep(Duration::from_millis(100));
        }
    }
    let put_back = CommandMessage::PutBack { version: &harmless(version) };
    writeln!(anstream::stdout(), "{}", say(&put_back, language))?;
    Ok(ExitCode::SUCCESS)
}

/// Plays a round robin of the versions in use.
pub(crate) fn freeze(args: FreezeArgs, language: Language) -> Result<ExitCode> {
    let FreezeArgs { out, games, machine, telling } = args;
    let file = standing(&out, language)?;
    let played = PlayedOptions::default();
    let options = &RunOptions::new(Some(out.join(FINAL)), played, machine, telling, language);
    let keeper = probe(options)?;
    let mut stage = PlayerStaging::new(&keeper, options)?;
    let opened = game::open_again(options, &keeper, &out, &file)?;
    let openings = match file.settings.openings {
        Openings::List => Openings::List,
        _ => Openings::usual(file.settings.max_plies, games, false),
    };
    let settings = TournamentSettings {
        game: opened.id.into(),
        format: Format::RoundRobin,
        games,
        openings,
        names: None,
        ..file.settings.clone()
    };
    let pairings = file.pairings.as_ref().context("its pairings")?;
    let playing: Vec<_> = pairings.in_use().map(|in_use| &file.players[in_use]).collect();
    let places = copies(&out.join(FINAL), &playing, language)?;
    let mut found = stage.find(&places, opened.id)?;
    for entrant in &mut found.entrants {
        let at = places.iter().position(|it| it.canonicalize().is_ok_and(|it| it == entrant.place));
        // By the name of its folder, whatever its manifest says.
        if let Some(at) = at {
            first_version(&playing[at].name).clone_into(&mut entrant.name);
        }
    }
    found.entrants.sort_by(|a, b| a.name.cmp(&b.name));
    run::begin_with(options, keeper, &stage, &opened, settings, found, None)
}

/// Copies players to a place of their own each: two may have handed in the same bytes.
fn copies(out: &Path, playing: &[&PlayerEntry], language: Language) -> Result<Vec<PathBuf>> {
    if is_begun(out) {
        bail!("{}", say(&CommandMessage::FolderUsed { folder: out.display() }, language));
    }
    let folder = out.join(PLAYERS);
    if folder.exists() {
        // Of a freeze that was killed.
        fs::remove_dir_all(&folder).with_context(|| folder.display().to_string())?;
    }
    fs::create_dir_all(&folder).with_context(|| folder.display().to_string())?;
    let copied = playing.iter().map(|player| {
        let to = folder.join(escaped_file_name(first_version(&player.name)));
        copy_privately(Source::from(&*player.place), &to, everything, Size::ANY)?;
        Ok(to)
    });
    copied.collect()
}
