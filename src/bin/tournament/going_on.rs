//! `tournament run --resume`: plays a tournament that has begun, as it was or grown.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, Result, bail, ensure};

use arbitro_cli::game_arg::OpenGame;
use arbitro_rules::GameId;
use arbitro_sandbox::Keeper;
use arbitro_tournament::{
    Entrant, Entrants, Planned, PlayerEntry, TOURNAMENT_FILE, TournamentFile, TournamentSettings,
};
use arbitro_words::{Language, say};

use crate::options::{PlayedOptions, RunOptions};
use crate::players::PlayerStaging;
use crate::playing::{lock, machine, play, recorded};
use crate::words::Text;
use crate::{game, growing};

/// A tournament that goes on, and the players at its players' places.
struct Begun<'a> {
    out: &'a Path,
    file: TournamentFile,
    opened: OpenGame,
    found: Entrants,
    keeper: Keeper,
    stage: PlayerStaging,
}

/// Goes on with the tournament in a folder.
pub(crate) fn go_on(
    options: &RunOptions,
    out: &Path,
    (keeper, mut stage): (Keeper, PlayerStaging),
    language: Language,
    find: impl FnOnce(GameId, &mut PlayerStaging) -> Result<Entrants>,
) -> Result<ExitCode> {
    let _lock = lock(out, language)?;
    ensure!(
        !Planned::is_in(out),
        "{}: it was planned for many machines: continue with `tournament work`, and see `tournament status`",
        out.display()
    );
    let file = recorded(out)?;
    let named = options.played.game.as_ref();
    let opened = game::open_again(named, (&options.machine, &keeper), (out, &file), language)?;
    let settings = as_begun(&options.played, (out, &file), opened.id)?;
    let found = find(opened.id, &mut stage)?;
    let file = TournamentFile { settings, ..file };
    let begun = Begun { out, file, opened, found, keeper, stage };
    if options.grows() {
        grown(options, begun, language)
    } else {
        as_it_was(options, begun, language)
    }
}

/// Returns the settings of a tournament that has begun, and refuses others.
pub(crate) fn as_begun(
    played: &PlayedOptions,
    (out, file): (&Path, &TournamentFile),
    game: GameId,
) -> Result<TournamentSettings> {
    let begun = TournamentSettings { game: game.into(), ..file.settings.clone() };
    let settings = played.over(begun)?;
    let differences = settings.differences(&file.settings);
    ensure!(
        differences.is_empty(),
        "{}: it was started with other settings: {}; continue without them, or start again with another --out",
        out.display(),
        differences.join("; ")
    );
    Ok(settings)
}

fn as_it_was(options: &RunOptions, begun: Begun<'_>, language: Language) -> Result<ExitCode> {
    let Begun { out, file, opened, found, keeper, stage } = begun;
    let entrants = the_same(out, &file, &[], found, language)?;
    let machine = machine(&options.machine, keeper, &entrants, language)?;
    let entrants = stage.bring_all(entrants, &opened, &machine, language)?;
    let entrants = file.seat(entrants);
    play(options, out, file, &entrants, &machine, language)
}

fn grown(options: &RunOptions, begun: Begun<'_>, language: Language) -> Result<ExitCode> {
    let Begun { out, mut file, opened, found, keeper, mut stage } = begun;
    let game = (opened.id, &mut stage);
    let growth = growing::find((&options.growth, options.more_to), out, &file, game, language)?;
    let mut all = found.entrants.clone();
    all.extend(growth.0.newcomers().cloned());
    let machine = machine(&options.machine, keeper, &all, language)?;
    let trials = (options.no_smoke, options.telling.quiet);
    let host = (&opened, &machine);
    let newcomers = growing::try_newcomers(&growth.0, (&file, &stage), host, trials, language)?;
    let is_there = |player: &PlayerEntry| {
        let mut present = found.entrants.iter();
        present.any(|it| it.place == player.place && it.sha256 == player.sha256)
    };
    growing::append(growth, (out, &mut file), &newcomers, &is_there, language)?;
    let newcomers = newcomers.entrants;
    let entrants = the_same(out, &file, &newcomers, found, language)?;
    let mut entrants = stage.bring_all(entrants, &opened, &machine, language)?;
    entrants.extend(newcomers);
    // From here on the tournament has grown.
    file.write(out).with_context(|| format!("{}: {TOURNAMENT_FILE}", out.display()))?;
    let entrants = file.seat(entrants);
    play(options, out, file, &entrants, &machine, language)
}

/// Returns the entrants that play in a tournament, but for newcomers, in its order, if they have not changed.
fn the_same(
    out: &Path,
    file: &TournamentFile,
    newcomers: &[Entrant],
    found: Entrants,
    language: Language,
) -> Result<Vec<Entrant>> {
    let schedule = file.schedule()?;
    let mut staying = file.clone();
    let mut places = (0..).map(|place| schedule.has_left(place));
    staying.players.retain(|it| {
        let has_left = places.next() == Some(true);
        !has_left && newcomers.iter().all(|newcomer| newcomer.name != it.name)
    });
    // Newcomers, and those who play no more. Bundled players have no place but a name.
    let is_other = |entrant: &Entrant| {
        let is_bundled = entrant.place.as_os_str().is_empty();
        let mut others = file.players.iter().filter(|it| it.place == entrant.place);
        others.any(|it| {
            !is_bundled || it.name == entrant.name && !staying.names().contains(&&*it.name)
        })
    };
    let file = &staying;
    let begun: BTreeMap<&Path, &str> = file
        .players
        .iter()
        .filter(|it| !it.place.as_os_str().is_empty())
        .map(|it| (it.place.as_path(), it.name.as_str()))
        .collect();
    let left_out: BTreeSet<&str> = file.left_out.iter().map(|it| it.place.as_str()).collect();
    let mut entrants = Vec::new();
    for mut entrant in found.entrants {
        match begun.get(entrant.place.as_path()) {
            // The name may have been made distinct from that of a player who is not here now.
            Some(name) => (*name).clone_into(&mut entrant.name),
            // A player left out for making no legal move is not missed.
            None if left_out.contains(&*entrant.place.display().to_string()) => continue,
            None if is_other(&entrant) => continue,
            None => {}
        }
        entrants.push(entrant);
    }
    let differences = file.players_that_differ(&entrants);
    if !differences.is_empty() {
        let list = &differences.join("; ");
        bail!("{}", say(&Text::OtherPlayers { out: out.display(), list }, language));
    }
    let order: BTreeMap<&str, usize> = file.names().into_iter().zip(0..).collect();
    entrants.sort_by_key(|it| order.get(it.name.as_str()).copied());
    Ok(entrants)
}
