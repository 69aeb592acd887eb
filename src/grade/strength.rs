//! Measures a submission's strength: matches against bundled players, from the random one to the engine.
//!
//! The reference players are the same on every machine. Each submission has its own tournament, so
//! that matches of others are never replayed.

use std::ffi::OsString;
use std::io;
use std::path::Path;

use super::dossier::Rung;
use super::failure::Failure;
use super::matches::{MatchHost, PlayedTournament, broken_off, forget, matches, play, rung};
use crate::words::Statement;
use arbitro_rules::GameId;
use arbitro_tournament::{
    Entrant, Format, Results, TournamentEvent as Event, TournamentSettings as Settings,
    bundled_entrant, bundled_players,
};

/// The usual ones, the weakest first.
pub const LADDER: [&str; 5] = ["random", "greedy", "minimax-2", "minimax-4", "engine"];

/// The reference players of these names, the weakest first. `bundled` is the command that stands for `play`.
pub fn ladder(
    game: GameId,
    names: &[String],
    bundled: &[OsString],
) -> Result<Vec<Entrant>, Failure> {
    let players = bundled_players(game);
    let is_there = |name: &&String| players.iter().any(|player| player.0 == **name);
    if let Some(name) = names.iter().find(|name| !is_there(name)) {
        let there = Vec::from_iter(players.iter().map(|player| player.0)).join(", ");
        return Err(Failure::Host(Statement::Same(format!(
            "there is no reference player named {name:?}; there are {there}"
        ))));
    }
    let asked = players.iter().filter(|player| names.iter().any(|name| name == player.0));
    Ok(asked.filter_map(|it| bundled_entrant(*it, bundled)).collect())
}

#[derive(Debug)]
pub struct Strength {
    pub rungs: Vec<Rung>,
    /// The submission's name in these matches.
    pub name: String,
    pub results: Results,
    pub is_new: bool,
}

pub fn strength(
    folder: &Path,
    player: &Entrant,
    ladder: &[Entrant],
    terms: &Settings,
    host: MatchHost<'_>,
    tell: &mut dyn FnMut(&Event<'_>) -> io::Result<()>,
) -> Result<Strength, Failure> {
    let mut me = player.clone();
    // A student's number may equal a reference player's name.
    if ladder.iter().any(|entrant| entrant.name == me.name) {
        me.name.push_str(" (submission)");
    }
    let settings =
        Settings { format: Format::Gauntlet, challenger: Some(me.name.clone()), ..terms.clone() };
    let name = me.name.clone();
    let mut entrants = vec![me];
    entrants.extend(ladder.iter().cloned());
    let (all, PlayedTournament { results, is_new }) = loop {
        let played = play(folder, settings.clone(), &entrants, host, tell)?;
        let all = matches(folder, &played.results)?;
        match broken_off(&all, &name) {
            None => break (all, played),
            // Such matches of an earlier run are not kept: every submission wins against a reference
            // player that breaks off.
            Some(_) if !played.is_new => forget(folder)?,
            Some((name, what)) => {
                return Err(Failure::Host(Statement::Same(format!(
                    "{name} failed: {what}; run again to replay these matches"
                ))));
            }
        }
    };
    let rungs = ladder.iter().map(|it| rung(&all, &name, Some(&it.name), &it.name)).collect();
    Ok(Strength { rungs, name, results, is_new })
}
