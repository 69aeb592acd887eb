//! How strong a submission plays: matches against players that come along, from one by chance to the
//! engine.
//!
//! The reference players are the same on every machine: none goes by a clock. A submission's matches
//! are a tournament of its own, so that those of others never have to be played again with them.

use std::ffi::OsString;
use std::io;
use std::path::Path;

use thiserror::Error;

use super::dossier::Rung;
use super::matches::{Fighter, Ground, MatchesError, Terms, matches, play, rung};
use crate::tournament::{Entrant, Event, Format, bundled_entrant};

/// Every player that can be a reference: its name, and what `play` is told.
const PLAYERS: [(&str, &str); 6] = [
    ("random", "--strategy random"),
    ("greedy", "--strategy greedy"),
    ("minimax-2", "--strategy minimax --depth 2"),
    ("minimax-4", "--strategy minimax --depth 4"),
    ("minimax-6", "--strategy minimax --depth 6"),
    ("engine", "--strategy engine --nodes 20000"),
];

/// The usual ones, the weakest first.
pub const LADDER: [&str; 5] = ["random", "greedy", "minimax-2", "minimax-4", "engine"];

/// A name that no reference player has.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("there is no reference player named {name:?}; there are {}", PLAYERS.map(|it| it.0).join(", "))]
pub struct Nobody {
    /// The name.
    pub name: String,
}

/// The reference players of these names, the weakest first. `bundled` is the program with arguments
/// that stands for `play`.
///
/// # Errors
///
/// When there is none of such a name.
pub fn ladder(names: &[String], bundled: &[OsString]) -> Result<Vec<Entrant>, Nobody> {
    let mut entrants = Vec::new();
    for (name, args) in PLAYERS {
        if names.iter().any(|it| it == name) {
            entrants.extend(bundled_entrant(name, args, bundled));
        }
    }
    let is_there = |name: &String| PLAYERS.iter().any(|it| it.0 == name);
    match names.iter().find(|name| !is_there(name)) {
        Some(name) => Err(Nobody { name: name.clone() }),
        None => Ok(entrants),
    }
}

/// What a submission makes of the reference players, and whether a match was played for it now.
///
/// # Errors
///
/// When the host is at fault.
pub fn strength(
    folder: &Path,
    fighter: &Fighter,
    ladder: &[Entrant],
    terms: &Terms,
    ground: Ground<'_>,
    tell: &mut dyn FnMut(&Event<'_>) -> io::Result<()>,
) -> Result<(Vec<Rung>, bool), MatchesError> {
    let mut me = fighter.entrant();
    // Somebody's number may be one of their names.
    if ladder.iter().any(|it| it.name == me.name) {
        me.name.push_str(" (submission)");
    }
    let mut settings = terms.settings(Format::Gauntlet);
    settings.challenger = Some(me.name.clone());
    let name = me.name.clone();
    let mut entrants = vec![me];
    entrants.extend(ladder.iter().cloned());
    let played = play(folder, settings, &entrants, ground, tell)?;
    let all = matches(folder, &played.results)?;
    let rungs = ladder
        .iter()
        .map(|it| rung(&all, &name, Some(&it.name), &it.name));
    Ok((rungs.collect(), played.is_new))
}
