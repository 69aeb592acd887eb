//! What decides a tournament: its settings, the flags that give them, the file that keeps them.

pub(crate) mod decimal;
pub(crate) mod flags;
pub(crate) mod kept_game;
pub(crate) mod share;
pub(crate) mod size;
pub(crate) mod tournament_file;
pub(crate) mod tournament_settings;
