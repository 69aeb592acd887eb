//! Names in a tournament's folder.

pub const TOURNAMENT_FILE: &str = "tournament.toml";
