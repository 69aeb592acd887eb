//! The kind of tournament that a class of some size plays.

use arbitro_tournament::{Format, Schedule, TournamentSettings as Settings};
use serde::{Deserialize, Serialize};

/// Largest class that plays a round robin.
pub const MAX_IN_ROUND_ROBIN: usize = 40;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shape {
    pub players: usize,
    /// A Swiss tournament, or else a round robin.
    pub is_swiss: bool,
    pub matches: Option<u64>,
    /// Matches of a full round robin, for comparison.
    pub of_round_robin: u64,
}

impl Shape {
    /// Chooses a round robin for up to [`MAX_IN_ROUND_ROBIN`] players, and a Swiss tournament above.
    pub fn for_players(players: usize, terms: &Settings) -> Shape {
        let is_swiss = players > MAX_IN_ROUND_ROBIN;
        let names: Vec<String> = (0..players).map(|it| it.to_string()).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let pairs = players as u64 * (players as u64).saturating_sub(1) / 2;
        let of_round_robin = pairs * u64::from(terms.games);
        let shape = Shape { players, is_swiss, matches: None, of_round_robin };
        let settings = Settings { format: shape.format(), ..terms.clone() };
        let matches = Schedule::new(&settings, &names).ok().and_then(|it| it.total());
        Shape { matches, ..shape }
    }

    pub const fn format(&self) -> Format {
        if self.is_swiss { Format::Swiss } else { Format::RoundRobin }
    }
}
