//! The tournament of a class: every submission that builds and can make a move plays, and the best 15 %
//! get a bonus.
//!
//! A small class plays a round robin, a large one a Swiss tournament, which [`Shape`] describes. Ranks
//! are those of the tournament's own ranking. A round robin goes on when the class changes.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::{fs, io};

use super::dossier::{Bonus, Place};
use super::failure::Failure;
use super::growth::{grow, seat};
use super::matches::{MatchHost, PlayedTournament, matches, play, play_out, rung};
pub use super::shape::{MAX_IN_ROUND_ROBIN, Shape};
use super::words::Statement;
use crate::points::points_text;
use arbitro_tournament::report::{PAGE, write_all};
use arbitro_tournament::{
    Entrant, Format, Remember, Results, Share, Standing, Standings, TournamentEvent as Event,
    TournamentFile, TournamentSettings as Settings, first_version,
};
use arbitro_words::Language;

/// Name of the opponent where results against all are counted together.
const FIELD: &str = "the field";

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ranking {
    /// By student number: the SHA-256 of the program that played, and its place.
    pub places: BTreeMap<String, (String, Place)>,
    /// The last who has the bonus and the first who has not, if chance may have put them in this order.
    pub close: Option<Statement>,
    /// True if this run played a match of it.
    pub is_new: bool,
}

/// Confidence from which an order is not put down to chance.
const SURE: f64 = 0.95;

/// Plays the tournament of a class, or goes on with it, and writes its tables.
pub fn contest(
    folder: &Path,
    entrants: &[Entrant],
    terms: &Settings,
    bonus_games: Option<u32>,
    host: MatchHost<'_>,
    language: Language,
    tell: &mut dyn FnMut(&Event<'_>) -> io::Result<()>,
) -> Result<Ranking, Failure> {
    let settings =
        Settings { format: Shape::for_players(entrants.len(), terms).format(), ..terms.clone() };
    let played = match grow(folder, &settings, entrants) {
        Some(file) => go_on(folder, file, entrants, host, tell)?,
        None => play(folder, settings, entrants, host, tell)?,
    };
    let standings = played.results.standings();
    let mut outcome = outcome(folder, &played, &standings)?;
    // The last of the tables is the mark that all are there.
    if played.is_new || !has_page(folder, language) {
        let results = &played.results;
        let written = write_all(folder, results, &standings, language);
        written.map_err(Failure::context("the tables of the tournament cannot be written"))?;
    }
    match bonus_games {
        Some(games) => {
            let is_new = play_on(&mut outcome, folder, entrants, terms, games, host, tell)?;
            outcome.is_new |= is_new;
        }
        None => outcome.settle_as_before(folder),
    }
    Ok(outcome)
}

/// Plays on with the class as it is now.
fn go_on(
    folder: &Path,
    file: TournamentFile,
    entrants: &[Entrant],
    host: MatchHost<'_>,
    tell: &mut dyn FnMut(&Event<'_>) -> io::Result<()>,
) -> Result<PlayedTournament, Failure> {
    let has_grown = TournamentFile::read(folder).is_ok_and(|it| it != file);
    if has_grown {
        let written = file.write(folder);
        written.map_err(Failure::context("the tournament cannot be written"))?;
    }
    let players = seat(&file, entrants);
    let played = play_out(folder, file, &players, host, tell)?;
    // Who left changes the tables without a match.
    Ok(PlayedTournament { is_new: played.is_new || has_grown, ..played })
}

/// Plays on among the equals of whom not all have room; returns true if a match was played.
fn play_on(
    outcome: &mut Ranking,
    folder: &Path,
    entrants: &[Entrant],
    terms: &Settings,
    games: u32,
    host: MatchHost<'_>,
    tell: &mut dyn FnMut(&Event<'_>) -> io::Result<()>,
) -> Result<bool, Failure> {
    let (equals, room) = outcome.open();
    let is_equal = |it: &&Entrant| equals.contains(&it.name.as_str());
    let equals: Vec<Entrant> = entrants.iter().filter(is_equal).cloned().collect();
    if equals.is_empty() {
        return Ok(false);
    }
    let settings = Settings { format: Format::RoundRobin, games, ..terms.clone() };
    let played = play(&folder.join(AMONG_EQUALS), settings, &equals, host, tell)?;
    let names: Vec<&str> = equals.iter().map(|equal| equal.name.as_str()).collect();
    outcome.settle(&played.results.standings(), &names, room);
    Ok(played.is_new)
}

fn has_page(folder: &Path, language: Language) -> bool {
    let begins = format!("<html lang=\"{}\"", language.code());
    fs::read_to_string(folder.join(PAGE)).is_ok_and(|page| page.contains(&begins))
}

/// Reads the results of a tournament that an earlier run finished; `None` if there is none.
pub fn earlier(folder: &Path) -> Option<Ranking> {
    let file = TournamentFile::read(folder).ok()?;
    let results = Results::from_file(file, folder, Remember::Places).ok()?;
    let is_complete = results.is_complete();
    let standings = results.standings();
    let earlier = PlayedTournament { results, is_new: false };
    let outcome = is_complete.then(|| outcome(folder, &earlier, &standings));
    let mut outcome = outcome?.ok()?;
    outcome.settle_as_before(folder);
    Some(outcome)
}

fn outcome(
    folder: &Path,
    played: &PlayedTournament,
    standings: &Standings,
) -> Result<Ranking, Failure> {
    let all = matches(folder, &played.results)?;
    let players = &played.results.file.players;
    // Versions that were replaced, and who left, count for the others' results alone.
    let ranking = standings.ranking.iter();
    let ranking: Vec<&Standing> =
        ranking.filter(|ranking| !played.results.schedule.has_left(ranking.entrant)).collect();
    let place = |standing: &Standing| {
        let player = &players[standing.entrant];
        let better =
            ranking.iter().filter(|other| other.place_or_last() < standing.place_or_last()).count();
        let place = Place {
            place: u32::try_from(better + 1).unwrap_or(u32::MAX),
            of: u32::try_from(ranking.len()).unwrap_or(u32::MAX),
            // Hundredths; a class has too few matches to lose any digit.
            points: standing.points as f64 / 100.0,
            matches: rung(&all, &player.name, None, FIELD),
            bonus: Bonus::No,
        };
        (first_version(&player.name).to_owned(), (player.sha256.clone(), place))
    };
    let mut outcome = Ranking {
        places: ranking.iter().map(|standing| place(standing)).collect(),
        close: None,
        is_new: played.is_new,
    };
    outcome.give_bonus();
    outcome.close = ranking.windows(2).find_map(|pair| {
        let [last, next] = pair else { return None };
        let name = |it: &Standing| players_name(played, it);
        let bonus = |it| outcome.places.get(&name(it)).map(|(_, place)| place.bonus);
        let is_cut = bonus(last) == Some(Bonus::Yes) && bonus(next) == Some(Bonus::No);
        let sure = last.superiority.filter(|sure| is_cut && *sure < SURE)?;
        let points = |it: &Standing| points_text(it.points as f64 / 100.0);
        Some(Statement::CloseBonus {
            last: name(last),
            last_points: points(last),
            next: name(next),
            next_points: points(next),
            sure: (sure * 100.0).round() as u8,
        })
    });
    Ok(outcome)
}

fn players_name(played: &PlayedTournament, standing: &Standing) -> String {
    let player = played.results.file.players.get(standing.entrant);
    player.map_or_else(String::new, |player| first_version(&player.name).to_owned())
}

impl Ranking {
    /// Takes players out, and gives places and the bonus anew.
    pub fn leave_out(&mut self, is_out: impl Fn(&str) -> bool) {
        self.places.retain(|name, _| !is_out(name));
        let places: Vec<u32> = self.places.values().map(|(_, it)| it.place).collect();
        for (_, it) in self.places.values_mut() {
            let better = places.iter().filter(|other| **other < it.place).count();
            (it.place, it.of) = (better as u32 + 1, places.len() as u32);
            it.bonus = Bonus::No;
        }
        self.give_bonus();
        self.close = None;
    }

    /// Gives the bonus to the best 15 % (at least one), and to ties only if all of them fit.
    pub fn give_bonus(&mut self) {
        let room = BONUS_SHARE.of(self.places.len());
        let places: Vec<usize> = self.places.values().map(|(_, it)| it.place as usize).collect();
        for (_, place) in self.places.values_mut() {
            let at = place.place as usize;
            let equals = places.iter().filter(|place| **place == at).count();
            place.bonus = bonus(at, equals, room);
        }
    }

    /// The ties among whom the bonus is open, by number, and how many of them fit.
    pub fn open(&self) -> (Vec<&str>, usize) {
        let with = |bonus: Bonus| {
            let those = self.places.iter().filter(move |(_, (_, it))| it.bonus == bonus);
            those.map(|(number, _)| number.as_str())
        };
        let room = BONUS_SHARE.of(self.places.len()) - with(Bonus::Yes).count();
        (with(Bonus::Open).collect(), room)
    }

    /// Settles the bonus among ties by a tournament of their own.
    fn settle(&mut self, among: &Standings, names: &[&str], room: usize) {
        for standing in &among.ranking {
            let equals = among.ranking.iter().filter(|it| it.place == standing.place);
            let bonus = bonus(standing.place_or_last(), equals.count(), room);
            if let Some((_, place)) = self.places.get_mut(names[standing.entrant]) {
                place.bonus = bonus;
            }
        }
    }

    /// Settles it by the matches among these ties that an earlier run played.
    fn settle_as_before(&mut self, folder: &Path) {
        let folder = folder.join(AMONG_EQUALS);
        let Ok(file) = TournamentFile::read(&folder) else {
            return;
        };
        let names: Vec<String> = file.players.iter().map(|player| player.name.clone()).collect();
        let (equals, room) = self.open();
        let is_same = file.players.iter().all(|player_entry| {
            let player = self.places.get(&player_entry.name);
            player.is_some_and(|(sha256, _)| *sha256 == player_entry.sha256)
        });
        let equals: BTreeSet<&str> = equals.into_iter().collect();
        if !is_same || equals != names.iter().map(String::as_str).collect() {
            return;
        }
        let results = Results::from_file(file, &folder, Remember::Places);
        if let Ok(results) = results
            && results.is_complete()
        {
            let names: Vec<&str> = names.iter().map(String::as_str).collect();
            self.settle(&results.standings(), &names, room);
        }
    }

    /// Reports ties for the bonus, or that chance may have decided it.
    pub fn unsure_bonus(&self) -> Option<Statement> {
        let (equals, room) = self.open();
        let names = equals.join(", ");
        if equals.is_empty() {
            return self.close.clone();
        }
        Some(Statement::OpenBonus { equals: equals.len(), room, names })
    }
}

/// The bonus of `equals` players who tie for a place, if `room` players get one.
fn bonus(place: usize, equals: usize, room: usize) -> Bonus {
    match (place <= room, place.saturating_add(equals - 1) <= room) {
        (_, true) => Bonus::Yes,
        (true, false) => Bonus::Open,
        (false, false) => Bonus::No,
    }
}

pub const BONUS_SHARE: Share = Share::FIFTEEN_PERCENT;

/// The folder of the matches among equals, in that of the tournament.
const AMONG_EQUALS: &str = "bonus";
