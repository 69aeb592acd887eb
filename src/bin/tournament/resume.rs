//! `tournament run --resume`: plays a tournament that has begun, as it was or grown.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result, ensure};

use arbitro_cli::game_arg::OpenGame;
use arbitro_sandbox::Keeper;
use arbitro_tournament::{
    Entrant, Entrants, Machine, PlayerEntry, TOURNAMENT_FILE, TournamentFile, TournamentSettings,
    join, parts_in,
};

use crate::options::RunOptions;
use crate::players::PlayerStaging;
use crate::run::{find, lock, machine, play, probe, program_sha256, read_file, show_results};
use crate::words::CommandMessage;
use crate::{game, growing, players};

/// A tournament that goes on, and the players at its players' places.
pub(crate) struct BegunTournament<'a> {
    options: &'a RunOptions,
    out: &'a Path,
    file: TournamentFile,
    opened: OpenGame,
    found: Entrants,
    keeper: Keeper,
    stage: PlayerStaging<'a>,
}

/// The players of a tournament that goes on, ready to start on this machine.
pub(crate) struct ReadyTournament<'a> {
    pub(crate) file: TournamentFile,
    pub(crate) entrants: Vec<Entrant>,
    pub(crate) machine: Machine,
    /// Their copies, and the rules of their game.
    _held: (PlayerStaging<'a>, OpenGame),
}

/// Goes on alone with the tournament in a folder.
pub(crate) fn go_on(options: &RunOptions, out: &Path, paths: &[PathBuf]) -> Result<ExitCode> {
    let _lock = lock(out, options)?;
    let mut file = read_file(out)?;
    refuse_standing(options, out, &file)?;
    join_parts(out, &file)?;
    let program = Some(program_sha256()?);
    if file.program_sha256 != program {
        file.program_sha256 = program;
        file.write(out).with_context(|| format!("{}: {TOURNAMENT_FILE}", out.display()))?;
    }
    let begun = BegunTournament::open(options, out, file, paths)?;
    if !options.growth.is_empty() {
        return grown(begun);
    }
    let ReadyTournament { file, entrants, machine, .. } = &begun.ready()?;
    play(options, out, file.clone(), entrants, machine)
}

/// Refuses to go on with a standing tournament as with others.
pub(crate) fn refuse_standing(
    options: &RunOptions,
    out: &Path,
    file: &TournamentFile,
) -> Result<()> {
    match file.pairings {
        Some(_) => Err(options.refusal(&CommandMessage::Standing { out: out.display() })),
        None => Ok(()),
    }
}

/// Joins the journals that parts have left, if there are any.
pub(crate) fn join_parts(out: &Path, file: &TournamentFile) -> Result<()> {
    let folder = || out.display().to_string();
    if !parts_in(out).with_context(folder)?.is_empty() {
        join(out, file).with_context(folder)?;
    }
    Ok(())
}

impl<'a> BegunTournament<'a> {
    /// Opens the game, and finds the players at these places, or where they stood.
    pub(crate) fn open(
        options: &'a RunOptions,
        out: &'a Path,
        file: TournamentFile,
        paths: &[PathBuf],
    ) -> Result<BegunTournament<'a>> {
        let keeper = probe(options)?;
        let mut stage = PlayerStaging::new(&keeper, options)?;
        let opened = game::open_again(options, &keeper, out, &file)?;
        let begun = TournamentSettings { game: opened.id.into(), ..file.settings.clone() };
        let settings = options.played.over(begun)?;
        require_same_settings(&settings, out, &file)?;
        let recorded: Vec<PathBuf> = file.players.iter().map(|it| it.place.clone()).collect();
        let paths = if paths.is_empty() { &recorded } else { paths };
        let found = find(paths, opened.id, &mut stage)?;
        let file = TournamentFile { settings, ..file };
        Ok(BegunTournament { options, out, file, opened, found, keeper, stage })
    }

    /// Makes its players ready to play. They must be the same as before.
    pub(crate) fn ready(self) -> Result<ReadyTournament<'a>> {
        let BegunTournament { options, out, file, opened, found, keeper, stage } = self;
        let entrants = unchanged_entrants(options, out, &file, &[], found)?;
        let machine = machine(options, keeper, &entrants)?;
        let entrants = stage.bring_all(entrants, &opened, &machine)?;
        let entrants = file.entrants_in_order(entrants);
        Ok(ReadyTournament { file, entrants, machine, _held: (stage, opened) })
    }
}

/// Refuses other settings than those that a tournament began with.
pub(crate) fn require_same_settings(
    settings: &TournamentSettings,
    out: &Path,
    file: &TournamentFile,
) -> Result<()> {
    let differences = settings.differences(&file.settings);
    ensure!(
        differences.is_empty(),
        "{}: it was started with other settings: {}; continue without them, or start again with another --out",
        out.display(),
        differences.join("; ")
    );
    Ok(())
}

fn grown(begun: BegunTournament<'_>) -> Result<ExitCode> {
    let BegunTournament { options, out, mut file, opened, found, keeper, mut stage } = begun;
    let mut plan = growing::find(options, out, &file, opened.id, &mut stage)?;
    if plan.growth.is_empty() && plan.results.is_complete() {
        // A folder that changes nothing; who is gone is not missed.
        let found = Entrants { entrants: Vec::new(), left_out: plan.left_out };
        players::tell_left_out(&found, || Ok(out.to_owned()), options.language)?;
        show_results(options, out, file)?;
        return Ok(ExitCode::SUCCESS);
    }
    let newcomers: Vec<Entrant> = plan.growth.newcomers().cloned().collect();
    let machine = machine(options, keeper, &[&found.entrants[..], &newcomers].concat())?;
    let newcomers = Entrants { entrants: newcomers, left_out: Vec::new() };
    let mut newcomers = stage.tried(newcomers, &file.settings, &opened, &machine)?;
    newcomers.left_out.append(&mut plan.left_out);
    let is_there = |player: &PlayerEntry| {
        let mut present = found.entrants.iter();
        present.any(|entrant| entrant.place == player.place && entrant.sha256 == player.sha256)
    };
    growing::append(options, plan, out, &mut file, &newcomers, &is_there)?;
    let newcomers = newcomers.entrants;
    let entrants = unchanged_entrants(options, out, &file, &newcomers, found)?;
    let mut entrants = stage.bring_all(entrants, &opened, &machine)?;
    entrants.extend(newcomers);
    // From here on the tournament has grown.
    file.write(out).with_context(|| format!("{}: {TOURNAMENT_FILE}", out.display()))?;
    let entrants = file.entrants_in_order(entrants);
    play(options, out, file, &entrants, &machine)
}

/// Returns the entrants that play in a tournament, but for newcomers, in its order, if they have not changed.
fn unchanged_entrants(
    options: &RunOptions,
    out: &Path,
    file: &TournamentFile,
    newcomers: &[Entrant],
    found: Entrants,
) -> Result<Vec<Entrant>> {
    let schedule = file.schedule()?;
    let mut staying = file.clone();
    let mut places = (0..).map(|place| schedule.has_left(place));
    staying.players.retain(|player| {
        let has_left = places.next() == Some(true);
        !has_left && newcomers.iter().all(|newcomer| newcomer.name != player.name)
    });
    // Newcomers, and players that have left. Bundled players have no place but a name.
    let is_other = |entrant: &Entrant| {
        let is_bundled = entrant.place.as_os_str().is_empty();
        let mut others = file.players.iter().filter(|player| player.place == entrant.place);
        others.any(|other| {
            !is_bundled || other.name == entrant.name && !staying.names().contains(&&*other.name)
        })
    };
    let file = &staying;
    let begun: BTreeMap<&Path, &str> = file
        .players
        .iter()
        .filter(|player| !player.place.as_os_str().is_empty())
        .map(|player| (player.place.as_path(), player.name.as_str()))
        .collect();
    // The folder may have another path here.
    let left_out = file.left_out.iter().filter_map(|it| Path::new(&it.place).file_name());
    let left_out: BTreeSet<_> = left_out.collect();
    let mut entrants = Vec::new();
    for mut entrant in found.entrants {
        match begun.get(entrant.place.as_path()) {
            // The name may have been made distinct from that of a player that is not here now.
            Some(name) => (*name).clone_into(&mut entrant.name),
            // A player left out for making no legal move is not missed.
            None if left_out.contains(entrant.place.file_name().unwrap_or_default()) => continue,
            None if is_other(&entrant) => continue,
            None => {}
        }
        entrants.push(entrant);
    }
    let differences = file.players_that_differ(&entrants);
    if !differences.is_empty() {
        let list = &differences.join("; ");
        return Err(options.refusal(&CommandMessage::OtherPlayers { out: out.display(), list }));
    }
    let order: BTreeMap<&str, usize> = file.names().into_iter().zip(0..).collect();
    entrants.sort_by_key(|entrant| order.get(entrant.name.as_str()).copied());
    Ok(entrants)
}
