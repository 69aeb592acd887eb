//! The tournament of a class: every submission that builds and can make a move plays, and the best 15 %
//! get a bonus.
//!
//! A small class plays a round robin, a large one a Swiss tournament, which [`Shape`] describes. Ranks
//! and bonus are those of the tournament's own ranking.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::Path;

use super::dossier::Place;
use super::failure::Failure;
use super::matches::{MatchHost, Played, matches, play, rung};
use arbitro_rules::language::{Language, Said};
use arbitro_rules::said_in_two as said;
use arbitro_tournament::report::{
    PAGE, write_crosstable, write_matches, write_page_in, write_pdn, write_standings,
};
use arbitro_tournament::{
    Entrant, Format, Remember, Results, Schedule, Standings, TournamentEvent as Event,
    TournamentFile, TournamentSettings as Settings,
};

/// Largest class that plays a round robin.
pub const MAX_IN_ROUND_ROBIN: usize = 40;

/// The opponent's name where results against all opponents are counted together.
const FIELD: &str = "the field";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    pub players: usize,
    pub format: Format,
    /// Matches in all, where that is known.
    pub matches: Option<u64>,
    /// Matches of a full round robin, for comparison.
    pub of_round_robin: u64,
}

impl Shape {
    /// Chooses a round robin for up to [`MAX_IN_ROUND_ROBIN`] players, and a Swiss tournament above.
    pub fn of(players: usize, terms: &Settings) -> Shape {
        let format = if players <= MAX_IN_ROUND_ROBIN {
            Format::RoundRobin
        } else {
            Format::Swiss
        };
        let names: Vec<String> = (0..players).map(|it| it.to_string()).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let settings = Settings {
            format,
            ..terms.clone()
        };
        let schedule = Schedule::new(&settings, &names);
        let pairs = players as u64 * (players as u64).saturating_sub(1) / 2;
        Shape {
            players,
            format,
            matches: schedule.ok().and_then(|it| it.total()),
            of_round_robin: pairs * u64::from(terms.games),
        }
    }

    pub fn said(&self) -> Said {
        let Shape {
            players,
            of_round_robin,
            ..
        } = self;
        let matches = self.matches.unwrap_or(*of_round_robin);
        match self.format {
            Format::RoundRobin => said!(
                "the tournament: {players} submissions, round robin, {matches} matches",
                "il torneo: {players} consegne, tutti contro tutti, {matches} partite",
            ),
            _ => said!(
                "the tournament: {players} submissions, Swiss, {matches} matches; a round robin would have {of_round_robin}",
                "il torneo: {players} consegne, con il sistema svizzero, {matches} partite, perché tutti contro tutti sarebbero {of_round_robin}",
            ),
        }
    }
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ranking {
    /// By student number: the SHA-256 of the program that played, and its place.
    pub places: BTreeMap<String, (String, Place)>,
    /// Set when this run played at least one match of it.
    pub is_new: bool,
}

/// Plays the tournament of a class, or goes on with it, and writes its tables.
pub fn contest(
    folder: &Path,
    entrants: &[Entrant],
    terms: &Settings,
    host: MatchHost<'_>,
    language: Language,
    tell: &mut dyn FnMut(&Event<'_>) -> io::Result<()>,
) -> Result<Ranking, Failure> {
    let settings = Settings {
        format: Shape::of(entrants.len(), terms).format,
        ..terms.clone()
    };
    let played = play(folder, settings, entrants, host, tell)?;
    let standings = played.results.standings();
    let outcome = outcome(folder, &played, &standings)?;
    // The last of the tables is the mark that all are there.
    if played.is_new || !has_page(folder, language) {
        let results = &played.results;
        let written = write_standings(folder, results, &standings)
            .and_then(|()| write_crosstable(folder, results, &standings))
            .and_then(|()| write_matches(folder, results))
            .and_then(|()| write_pdn(folder, results))
            .and_then(|()| write_page_in(folder, results, &standings, language));
        written.map_err(Failure::of(
            "the tables of the tournament cannot be written",
        ))?;
    }
    Ok(outcome)
}

/// Checks that the tournament's page exists in this language.
fn has_page(folder: &Path, language: Language) -> bool {
    let begins = format!("<html lang=\"{}\"", language.code());
    fs::read_to_string(folder.join(PAGE)).is_ok_and(|page| page.contains(&begins))
}

/// Reads the results of a tournament that an earlier run finished; `None` if there is none.
pub fn earlier(folder: &Path) -> Option<Ranking> {
    let file = TournamentFile::read(folder).ok()?;
    let results = Results::of(file, folder, Remember::Places).ok()?;
    let is_complete = results.is_complete();
    let standings = results.standings();
    let earlier = Played {
        results,
        is_new: false,
    };
    let outcome = is_complete.then(|| outcome(folder, &earlier, &standings));
    outcome?.ok()
}

fn outcome(folder: &Path, played: &Played, standings: &Standings) -> Result<Ranking, Failure> {
    let all = matches(folder, &played.results)?;
    let players = &played.results.file.players;
    let place = |it: &arbitro_tournament::Standing| {
        let player = &players[it.entrant];
        let place = Place {
            place: u32::try_from(it.place).unwrap_or(u32::MAX),
            of: u32::try_from(players.len()).unwrap_or(u32::MAX),
            // Hundredths; a class has too few matches to lose any digit.
            points: it.points as f64 / 100.0,
            matches: rung(&all, &player.name, None, FIELD),
            has_bonus: it.is_top,
        };
        (player.name.clone(), (player.sha256.clone(), place))
    };
    Ok(Ranking {
        places: standings.ranking.iter().map(place).collect(),
        is_new: played.is_new,
    })
}
