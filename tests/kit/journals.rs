//! Made-up tournaments, for tests of journals: settings, players and records, without play.

use std::collections::BTreeMap;

use arbitro_records::{MatchRecord, Named, RECORD_VERSION};
use arbitro_rules::history::Both;
use arbitro_tournament::{MatchResult, Pairing, PlayerEntry, TournamentFile, TournamentSettings};

/// The usual settings, with these in their place.
pub fn settings(more: &[(&str, toml::Value)]) -> TournamentSettings {
    let text = "game = \"dama\"\nformat = \"round-robin\"\ngames = 2\ncolours = \"balanced\"\n\
        openings = \"none\"\npoints = \"1,0.5,0\"\nmove_time = \"10s\"\nstart_time = \"5s\"\n\
        memory = \"100MiB\"\nmax_plies = 100\nseed = 1\n";
    let mut table: toml::Table = text.parse().unwrap();
    for (name, value) in more {
        table.insert((*name).to_owned(), value.clone());
    }
    table.try_into().unwrap()
}

/// The name of an entrant: in the order of names they stand in that of their numbers.
pub fn name(entrant: usize) -> String {
    format!("p{entrant:04}")
}

/// The contents of `tournament.toml` for this many entrants.
pub fn tournament(settings: TournamentSettings, entrants: usize) -> TournamentFile {
    let player = |number: usize| PlayerEntry {
        name: name(number),
        sha256: number.to_string(),
        author: None,
        place: format!("/p{number}").into(),
        needs: Vec::new(),
    };
    TournamentFile {
        arbitro: "0".to_owned(),
        program_sha256: None,
        parts: None,
        settings,
        protection: BTreeMap::new(),
        players: (0..entrants).map(player).collect(),
        left_out: Vec::new(),
        phases: Vec::new(),
        pairings: None,
    }
}

/// The record of a match of such a tournament, without moves.
pub fn record(it: &Pairing, counted: MatchResult) -> MatchRecord {
    let named = |place: usize| Named { name: name(place), sha256: Some(place.to_string()) };
    let (winner, reason) = match counted {
        MatchResult::Won(player) => (Some(player.into()), "no_moves"),
        MatchResult::Drawn => (None, "move_limit"),
        MatchResult::Void => (None, "void"),
    };
    MatchRecord {
        v: RECORD_VERSION,
        id: Some(it.id.into()),
        round: Some(it.round),
        opening: Some(it.opening),
        game: "dama".to_owned(),
        players: Some(Both { x: named(it.x), o: named(it.o) }),
        winner,
        reason: Some(reason.into()),
        ..MatchRecord::default()
    }
}
