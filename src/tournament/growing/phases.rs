//! Phases: what changed in a tournament that had begun, and who plays in each.
//!
//! A phase never changes the matches of an earlier one. Its newcomers stand in the list of players behind all
//! that came before, so that the indices of players keep their meaning.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::schedule::error::ScheduleError;

/// A phase after the first one, which has no entry.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Phase {
    #[serde(flatten)]
    pub change: Change,
    /// In a Swiss tournament, the first round that is paired with it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub round: Option<u32>,
    /// In a Swiss tournament, the points of each newcomer for each round that it missed, in hundredths.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub missed: u32,
}

/// A change of the players, or of how often they meet. All players are given by name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Change {
    Drop(Vec<String>),
    /// The new versions; each name says whose.
    Replace(Vec<String>),
    Add(Vec<String>),
    /// More matches of each pair, or in a Swiss tournament more rounds.
    More(u32),
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it so")]
const fn is_zero(number: &u32) -> bool {
    *number == 0
}

impl Change {
    /// The players that come with it.
    pub fn newcomers(&self) -> &[String] {
        match self {
            Change::Replace(names) | Change::Add(names) => names,
            Change::Drop(_) | Change::More(_) => &[],
        }
    }
}

/// Splits a name into that of the first version and the number of this one: `ada@3` is version 3 of `ada`.
pub(crate) fn version(name: &str) -> (&str, u64) {
    let split = name.rsplit_once('@');
    let numbered = split.and_then(|(first, digits)| {
        let is_number = !first.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
        let number = digits.parse().ok().filter(|&it| it >= 2)?;
        is_number.then_some((first, number))
    });
    numbered.unwrap_or((name, 1))
}

pub fn first_version(name: &str) -> &str {
    version(name).0
}

pub(crate) fn versioned(first: &str, number: u64) -> String {
    if number < 2 { first.to_owned() } else { format!("{first}@{number}") }
}

/// The name of the version that a player replaced.
pub fn predecessor(name: &str) -> Option<String> {
    let (first, number) = version(name);
    (number >= 2).then(|| versioned(first, number - 1))
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stay {
    pub came: usize,
    /// The phase from which it plays no more.
    pub left: Option<usize>,
}

pub(crate) fn stays(names: &[&str], phases: &[Phase]) -> Result<Vec<Stay>, ScheduleError> {
    let mut stays = vec![Stay { came: 1, left: None }; names.len()];
    for (number, lineup) in (1..).zip(lineups(names, phases)?) {
        let came = if number > 1 { &lineup.players[lineup.old..] } else { &[] };
        came.iter().for_each(|&it| stays[it].came = number);
        lineup.left.iter().for_each(|&it| stays[it].left = Some(number));
    }
    Ok(stays)
}

/// The players of a phase, as indices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Lineup {
    /// Those of earlier phases first.
    pub(crate) players: Vec<usize>,
    /// Number of players of earlier phases.
    pub(crate) old: usize,
    /// Those that play no more.
    pub(crate) left: Vec<usize>,
    /// More matches of each pair.
    pub(crate) more: u32,
}

/// Returns the players of every phase, the first one included.
pub(crate) fn lineups(names: &[&str], phases: &[Phase]) -> Result<Vec<Lineup>, ScheduleError> {
    let places: BTreeMap<&str, usize> = names.iter().copied().zip(0..).collect();
    let place = |name: &String| {
        let place = places.get(name.as_str()).copied();
        place.ok_or_else(|| ScheduleError::Nobody(name.clone()))
    };
    let mut is_late = vec![false; names.len()];
    for name in phases.iter().flat_map(|phase| phase.change.newcomers()) {
        if std::mem::replace(&mut is_late[place(name)?], true) {
            return Err(ScheduleError::ComesTwice(name.clone()));
        }
    }
    let players: Vec<usize> = (0..names.len()).filter(|&it| !is_late[it]).collect();
    let mut lineups = vec![Lineup { players, old: 0, left: Vec::new(), more: 0 }];
    for phase in phases {
        let before = lineups.last().map(|lineup| lineup.players.clone()).unwrap_or_default();
        let leaving = match &phase.change {
            Change::Drop(names) => names.clone(),
            Change::Replace(names) => names.iter().filter_map(|name| predecessor(name)).collect(),
            Change::Add(_) | Change::More(_) => Vec::new(),
        };
        let mut left = leaving.iter().map(place).collect::<Result<Vec<_>, _>>()?;
        let mut players: Vec<usize> =
            before.iter().copied().filter(|it| !left.contains(it)).collect();
        // A player that was dropped before may return in a new version.
        left.retain(|it| before.contains(it));
        let old = players.len();
        let came = phase.change.newcomers().iter().map(place);
        players.extend(came.collect::<Result<Vec<_>, _>>()?);
        let more = if let Change::More(more) = phase.change { more } else { 0 };
        lineups.push(Lineup { players, old, left, more });
    }
    Ok(lineups)
}
