//! The tournament of a class in which something changed: who hands in again, late, or not at all any more.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use arbitro_tournament::{
    Entrant, Format, Growth, PlayerEntry, Remember, Results, TournamentFile,
    TournamentSettings as Settings, first_version,
};

/// Returns the tournament of an earlier run, grown by what changed since; `None` if it is to be played anew. Only a
/// round robin grows: a Swiss tournament has no round left for those who come.
pub fn grow(folder: &Path, settings: &Settings, entrants: &[Entrant]) -> Option<TournamentFile> {
    let mut file = TournamentFile::read(folder).ok()?;
    let is_other = !file.settings.differences(settings).is_empty();
    if is_other || settings.format != Format::RoundRobin {
        return None;
    }
    // A file describes a game that is not compiled in; it is played by these settings.
    file.settings = settings.clone();
    let results = Results::from_file(file.clone(), folder, Remember::Sums).ok()?;
    let mut growth = changes(&results, entrants)?;
    if !growth.is_empty() {
        growth.settle(&results).ok()?;
        growth.append(&results, &mut file).ok()?;
    }
    // One whose number looks like another's has another name there.
    let is_named = |it: &Entrant| entrants.iter().any(|other| other.name == it.name);
    growth.add.iter().all(is_named).then_some(file)
}

/// Compares a tournament with the class as it is now; `None` if none is as before.
fn changes(results: &Results, entrants: &[Entrant]) -> Option<Growth> {
    let class: BTreeMap<&str, &Entrant> = entrants.iter().map(|it| (&*it.name, it)).collect();
    let mut growth = Growth::default();
    let mut playing = BTreeSet::new();
    let mut known = BTreeSet::new();
    let mut stays = false;
    for (place, player) in results.file.players.iter().enumerate() {
        let number = first_version(&player.name);
        known.insert(number);
        if results.schedule.has_left(place) {
            continue;
        }
        playing.insert(number);
        match class.get(number) {
            None => growth.drop.push(player.name.clone()),
            Some(it) if it.sha256 == player.sha256 => stays = true,
            Some(&it) => growth.replace.push((player.name.clone(), it.clone())),
        }
    }
    for it in entrants.iter().filter(|entrant| !playing.contains(&*entrant.name)) {
        if known.contains(&*it.name) {
            growth.replace.push((it.name.clone(), it.clone()));
        } else {
            growth.add.push(it.clone());
        }
    }
    stays.then_some(growth)
}

/// The players of such a tournament, with the programs of those who play.
pub(super) fn seat(file: &TournamentFile, entrants: &[Entrant]) -> Vec<Entrant> {
    let program = |player: &PlayerEntry| {
        let number = first_version(&player.name);
        let mut class = entrants.iter();
        let it = class.find(|entrant| entrant.name == number && entrant.sha256 == player.sha256)?;
        Some(Entrant { name: player.name.clone(), ..it.clone() })
    };
    file.entrants_in_order(file.players.iter().filter_map(program).collect())
}
