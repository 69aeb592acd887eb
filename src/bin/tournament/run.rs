//! `tournament run`: plays a tournament and writes its results into a folder.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Context, Result, bail, ensure};

use arbitro_cli::wrapping::columns;
use arbitro_rules::GameId;
use arbitro_sandbox::{Guarantees, Keeper, Processes, Require, plain_sha256};
use rustix::fs::{Access, access};

use arbitro_tournament::report::{PDN, Width, ranking_text_in};
use arbitro_tournament::{
    Entrant, Entrants, Holder, JOURNAL, LEFT_OUT, LeftOut, Machine, NoEntrant, Part, Remember,
    Results, RunEnd, RunLock, Standings, TOURNAMENT_FILE, TournamentError, TournamentFile,
    TournamentSettings, has_only_left_out, keep_game, run as play_all,
};

use crate::options::{MachineOptions, RunOptions};
use crate::part::{number_ranges, play_part};
use crate::players::{PlayerStaging, shown_place};
use crate::progress::ProgressReporter;
use crate::replay_check::play_again;
use crate::resume::go_on;
use crate::words::{self, CommandMessage};
use crate::{complain, game, players, ranking_with_test, write_tables};
use arbitro_cli::game_arg::OpenGame;
use arbitro_cli::jobs::{jobs_with_room, match_jobs, most_matches};
use arbitro_cli::program_name::with_program_names;
use arbitro_cli::stopping::stop_flag;
use arbitro_cli::way_out::{more_processes, way_out};
use arbitro_cli::weakness::weakness;
use arbitro_words::{Count, Language, Message, say};

/// Maximum names of the ranking shown after a run.
const MAX_SHOWN: usize = 40;

/// Plays a tournament of the players in these places: folders, executables, and nothing for the bundled ones.
pub(crate) fn run(paths: &[PathBuf], options: &RunOptions) -> Result<ExitCode> {
    if !options.resume && !is_resumed(options) {
        require_players(paths)?;
    }
    check_writable(options.out.as_deref())?;
    if let (Some(part), Some(out), false) = (options.part, &options.out, options.begin) {
        return play_part(part, out, paths, options);
    }
    match &options.out {
        Some(out) if options.resume && is_begun(out) => go_on(options, out, paths),
        Some(out) if options.resume && paths.is_empty() => bail!(
            "{}: nothing to resume: {TOURNAMENT_FILE} is missing; name players to start one there",
            out.display()
        ),
        _ => begin(options, paths, None),
    }
}

/// Refuses a new tournament without players.
fn require_players(paths: &[PathBuf]) -> Result<()> {
    ensure!(
        !paths.is_empty(),
        "no players: name folders or executables, or let the bundled ones play with `tournament` alone"
    );
    Ok(())
}

pub(crate) fn find(paths: &[PathBuf], game: GameId, stage: &mut PlayerStaging) -> Result<Entrants> {
    let (bundled, paths): (Vec<PathBuf>, Vec<PathBuf>) =
        paths.iter().cloned().partition(|path| path.as_os_str().is_empty());
    if paths.is_empty() {
        return stage.bundled(game);
    }
    let mut found = stage.find(&paths, game)?;
    if !bundled.is_empty() {
        found.entrants.extend(stage.bundled(game)?.entrants);
    }
    Ok(found)
}

/// Returns true if a tournament that has begun is to go on.
pub(crate) fn is_resumed(options: &RunOptions) -> bool {
    let is_asked = options.resume || options.part.is_some();
    is_asked && options.out.as_deref().is_some_and(is_begun)
}

/// Returns true if a folder contains a tournament. A run killed before its first file left none.
pub(crate) fn is_begun(out: &Path) -> bool {
    [JOURNAL, TOURNAMENT_FILE].into_iter().any(|file| out.join(file).exists())
}

pub(crate) fn read_file(out: &Path) -> Result<TournamentFile> {
    TournamentFile::read(out).with_context(|| {
        let out = out.display();
        format!("{out}: nothing to resume: {TOURNAMENT_FILE} is missing, or cannot be read")
    })
}

/// Refuses results that cannot be written, before anything is played.
fn check_writable(out: Option<&Path>) -> Result<()> {
    let out = out.unwrap_or(Path::new("results"));
    let there = out.ancestors().find(|folder| folder.exists());
    let there = there.unwrap_or(Path::new("."));
    access(there, Access::WRITE_OK).with_context(|| {
        let folder = there.display();
        format!("{}: {folder} cannot be written; name another folder with --out", out.display())
    })
}

/// Begins a tournament, and plays it unless parts are to play. The folder may be locked already.
pub(crate) fn begin(
    options: &RunOptions,
    paths: &[PathBuf],
    locked: Option<RunLock>,
) -> Result<ExitCode> {
    require_players(paths)?;
    let keeper = probe(options)?;
    let mut stage = PlayerStaging::new(&keeper, options)?;
    if !options.growth.is_empty() {
        let out = options.out.as_deref().unwrap_or(Path::new("results")).display();
        return Err(options.refusal(&CommandMessage::NothingToGrow { out }));
    }
    let opened = game::open(options, &keeper)?;
    let game = opened.id;
    let mut settings = options.played.settings(game)?;
    if options.part.is_some() && settings.sprt.is_some() {
        return Err(TournamentError::SequentialTest.into());
    }
    let found = find(paths, game, &mut stage)?;
    if settings.sprt.is_some() && settings.challenger.is_none() {
        let first = paths.first().filter(|path| !path.as_os_str().is_empty());
        settings.challenger = players::first_named(first.map(PathBuf::as_path), &found, options)?;
    }
    begin_with(options, keeper, &stage, &opened, settings, found, locked)
}

/// Begins a tournament of players that were found.
pub(crate) fn begin_with(
    options: &RunOptions,
    keeper: Keeper,
    stage: &PlayerStaging<'_>,
    opened: &OpenGame,
    settings: TournamentSettings,
    mut found: Entrants,
    locked: Option<RunLock>,
) -> Result<ExitCode> {
    leave_out_several(options, &keeper, &mut found);
    let machine = machine(options, keeper, &found.entrants)?;
    let found = stage.tried(found, &settings, opened, &machine)?;
    let mut made = None;
    let mut make = || Ok(made.insert(new_folder(options)?).clone());
    players::tell_left_out(&found, &mut make, options.language)?;
    let Entrants { entrants, left_out } = found;
    players::require_two(&entrants, opened.id, options)?;
    let mut file = TournamentFile::new(settings, &entrants, &left_out, &machine.guarantees);
    file.program_sha256 = Some(program_sha256()?);
    file.parts = options.part.map(Part::of);
    // Refuse impossible settings before anything is written.
    file.schedule()?;
    if !options.telling.quiet {
        options.tell_openings(&file.settings)?;
    }
    let out = match made {
        Some(out) => out,
        None => new_folder(options)?,
    };
    let _lock = match locked {
        Some(lock) => lock,
        None => lock(&out, options)?,
    };
    if let Some(written) = &opened.written {
        keep_game(written.folder(), written.is_private(), &out)?;
    }
    // Written last: with this file the tournament exists.
    file.write(&out).with_context(|| format!("{}: {TOURNAMENT_FILE}", out.display()))?;
    if options.begin || options.part.is_some() {
        return Ok(ExitCode::SUCCESS);
    }
    play(options, &out, file, &entrants, &machine)
}

pub(crate) fn program_sha256() -> Result<String> {
    let here = std::env::current_exe().context("where this program is")?;
    plain_sha256(&here).with_context(|| here.display().to_string())
}

/// Determines the protections of this machine.
pub(crate) fn probe(options: &RunOptions) -> Result<Keeper> {
    most_matches(options.language)?;
    options.machine.scope.take().context("--scope")?;
    Keeper::start(None, Require::Anything).context("the sandbox")
}

fn and_way_out(text: &dyn Message, way_out: Option<String>, language: Language) -> String {
    let text = say(text, language);
    match way_out {
        Some(way_out) => format!("{text}. {way_out}"),
        None => text.into_owned(),
    }
}

/// Returns what protects these players' opponents at least.
fn required(options: &MachineOptions, entrants: &[Entrant]) -> Require {
    let has_stranger = entrants.iter().any(|entrant| !entrant.is_bundled);
    match (options.require, options.is_unsafe, has_stranger) {
        (Some(require), _, _) => require,
        (None, true, _) | (None, false, false) => Require::Anything,
        (None, false, true) => Require::Safety,
    }
}

/// Returns true for a player that needs several processes where nothing would bound them.
pub(crate) fn has_too_many(entrant: &Entrant, guarantees: &Guarantees, require: Require) -> bool {
    let needs_several = entrant.contestant.processes == Processes::Several;
    needs_several && require != Require::Anything && !guarantees.holds_several()
}

/// Leaves out the players that need several processes where nothing would bound them.
fn leave_out_several(options: &RunOptions, keeper: &Keeper, found: &mut Entrants) {
    // Where strangers are refused that says why.
    if !keeper.guarantees().suffice() {
        return;
    }
    let require = required(&options.machine, &found.entrants);
    let has_too_many = |it: &mut Entrant| has_too_many(it, keeper.guarantees(), require);
    for entrant in found.entrants.extract_if(.., has_too_many) {
        let what = more_processes(keeper, options.language).unwrap_or_default();
        let why = NoEntrant::Processes { what };
        found.left_out.push(LeftOut { path: shown_place(&entrant), why });
    }
}

/// Returns how these players are started on this machine. Bundled players play even without
/// protection; with an untrusted player, such a machine is refused.
pub(crate) fn machine(run: &RunOptions, keeper: Keeper, entrants: &[Entrant]) -> Result<Machine> {
    let RunOptions { machine: options, language, .. } = run;
    let language = *language;
    let stranger = entrants.iter().find(|entrant| !entrant.is_bundled);
    let require = required(options, entrants);
    if let Some(weakness) = weakness(&keeper, require, language) {
        let why = match stranger {
            Some(Entrant { name, .. }) if require != Require::Strict => {
                say(&CommandMessage::Untrusted { name }, language)
            }
            Some(_) | None => "--require strict".into(),
        };
        bail!("{why}: {weakness}");
    }
    let has_too_many = |it: &&Entrant| has_too_many(it, keeper.guarantees(), require);
    if let Some(Entrant { name, .. }) = entrants.iter().find(has_too_many) {
        let way_out = more_processes(&keeper, language);
        bail!("{}", and_way_out(&CommandMessage::NeedsProcesses { name }, way_out, language));
    }
    if let Some(weakness) = weakness(&keeper, Require::Safety, language) {
        let both = match stranger {
            None => and_way_out(&words::BUNDLED_PLAY, way_out(&keeper, language), language),
            Some(_) => format!("{weakness}; {}", words::UNTRUSTED_PLAY.of(language)),
        };
        let message = with_program_names(&both);
        writeln!(anstream::stderr(), "tournament: {message}")?;
    }
    let guarantees = *keeper.guarantees();
    // Each worker starts its own.
    drop(keeper);
    let jobs = match_jobs(options.jobs, options.cores_per_player.get(), language)?;
    Ok(Machine {
        jobs: jobs_with_room(jobs, &guarantees, language)?,
        cores: (!options.no_pin).then_some(options.cores_per_player),
        guarantees,
        require,
    })
}

/// Locks the folder against other writers while the lock lives.
pub(crate) fn lock(out: &Path, options: &RunOptions) -> Result<RunLock> {
    let lock = RunLock::alone(out).with_context(|| out.display().to_string())?;
    lock.map_err(|by| options.refusal(&holder_message(out, &by)))
}

/// Names the process that has a folder.
pub(crate) fn holder_message<'a>(out: &'a Path, by: &'a Holder) -> CommandMessage<'a> {
    match by {
        Holder::Alone(who) => {
            let who = Some(&**who).filter(|it| !it.is_empty());
            CommandMessage::FolderTaken { folder: out.display(), who }
        }
        Holder::Parts(parts) => {
            CommandMessage::PartsPlay { folder: out.display(), parts: number_ranges(parts) }
        }
    }
}

/// Creates a new folder: the given one, or the first free number in `results`.
fn new_folder(options: &RunOptions) -> Result<PathBuf> {
    if let Some(folder) = &options.out {
        if folder.is_file() {
            return Err(options.refusal(&CommandMessage::FolderIsFile { folder: folder.display() }));
        }
        fs::create_dir_all(folder)
            .with_context(|| format!("{}: cannot be made", folder.display()))?;
        if is_begun(folder) {
            return Err(options.refusal(&CommandMessage::FolderUsed { folder: folder.display() }));
        }
        forget_left_out(folder)?;
        return Ok(folder.to_owned());
    }
    fs::create_dir_all("results").context("results: cannot be made")?;
    for number in 1u32.. {
        let folder = Path::new("results").join(number.to_string());
        match fs::create_dir(&folder) {
            Ok(()) => return Ok(folder),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                if has_only_left_out(&folder) {
                    forget_left_out(&folder)?;
                    return Ok(folder);
                }
            }
            Err(error) => {
                return Err(error).with_context(|| format!("{}: cannot be made", folder.display()));
            }
        }
    }
    bail!("results: no number is free")
}

/// Removes the players that an earlier run left out, if that is all that it did.
fn forget_left_out(folder: &Path) -> Result<()> {
    if has_only_left_out(folder) {
        let left_out = folder.join(LEFT_OUT);
        fs::remove_dir_all(&left_out)
            .with_context(|| format!("{}: cannot be removed", left_out.display()))?;
    }
    Ok(())
}

pub(crate) fn play(
    options: &RunOptions,
    out: &Path,
    file: TournamentFile,
    entrants: &[Entrant],
    machine: &Machine,
) -> Result<ExitCode> {
    let stop = stop_flag()?;
    let results = Results::from_file(file.clone(), out, Remember::Sums)?;
    complain(out, &results, options.language)?;
    let again = format!("tournament run --resume --out {}", out.display());
    let finished = play_open(options, out, results, entrants, machine, &stop)
        .with_context(|| format!("{}: not finished; continue with `{again}`", out.display()))?;
    let (results, is_right) = show_results(options, out, file)?;
    if finished == RunEnd::Stopped {
        return report_stopped(options, results.tally.matches(), &again);
    }
    let is_decided = results.voids() == 0;
    Ok(ExitCode::from(u8::from(!(is_right && is_decided))))
}

pub(crate) fn play_open(
    options: &RunOptions,
    out: &Path,
    results: Results,
    entrants: &[Entrant],
    machine: &Machine,
    stop: &AtomicBool,
) -> Result<RunEnd> {
    let mut teller = ProgressReporter::new(&options.telling, options.language);
    let finished = play_all(out, results, entrants, machine, stop, &mut |event| teller.tell(event));
    teller.end();
    // A second stop request also ends writing the tables.
    stop.store(true, Ordering::Relaxed);
    Ok(finished?)
}

pub(crate) fn report_stopped(options: &RunOptions, played: u64, again: &str) -> Result<ExitCode> {
    options.tell(&CommandMessage::RunStopped { played: Count::Matches(played), again })?;
    Ok(ExitCode::from(2))
}

/// Writes the tables, prints the ranking, and checks the matches if asked. Returns true if they are right.
pub(crate) fn show_results(
    options: &RunOptions,
    out: &Path,
    file: TournamentFile,
) -> Result<(Results, bool)> {
    let language = options.language;
    let results = Results::from_file(file, out, Remember::Places)?;
    let standings = results.standings();
    write_tables(out, &results, &standings, language)?;
    let mut text = anstream::stdout().lock();
    if options.telling.events {
        let ranking = ranking_with_test(&results, &standings);
        let event = serde_json::json!({ "event": "standings", "ranking": ranking });
        writeln!(text, "{event}")?;
    } else {
        write_ranking(&mut text, out, &results, &standings, language)?;
    }
    let mut is_right = true;
    if options.verify {
        let checked = play_again(results.file.settings.playable()?, out, language)?;
        is_right = checked.is_right();
        if options.telling.events {
            writeln!(text, "{}", serde_json::to_value(checked)?)?;
        } else {
            writeln!(text, "{}", say(&checked.text(), language))?;
        }
    }
    text.flush()?;
    Ok((results, is_right))
}

/// Prints the ranking and the files in the folder.
fn write_ranking(
    text: &mut impl Write,
    out: &Path,
    results: &Results,
    standings: &Standings,
    language: Language,
) -> io::Result<()> {
    let (width, columns) = (Width::First(MAX_SHOWN), columns(io::stdout()));
    write!(text, "{}", ranking_text_in(results, standings, width, columns, language))?;
    // Only draughts programs read it.
    let pdn = if out.join(PDN).exists() { ", games.pdn" } else { "" };
    let files = &format!("report.html, standings.csv, crosstable.csv, matches.csv{pdn}, {JOURNAL}");
    writeln!(
        text,
        "{}",
        say(&CommandMessage::FilesIn { folder: &out.to_string_lossy(), files }, language)
    )
}
