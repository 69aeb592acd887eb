//! The game of a player: as a command line names it, or as the referee of a written game does.

use std::ffi::OsString;
use std::str::FromStr;

use anyhow::{Context, Result};
use arbitro_games::{NamedFolder, RULES_VARIABLE, open_beside};
use arbitro_rules::check_name;
use arbitro_words::Language;

use crate::game_arg::{GameArg, NeedsArg, OpenGame};

/// A player's game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlayedGame {
    Named(GameArg),
    /// The folder that the referee lets its player read.
    Given(NamedFolder),
}

impl FromStr for PlayedGame {
    type Err = String;

    /// Parses what `--game` takes, and the name of a written game where the referee tells its folder.
    fn from_str(text: &str) -> Result<PlayedGame, String> {
        let given = std::env::var_os(RULES_VARIABLE);
        text.parse()
            .map(PlayedGame::Named)
            .or_else(|unknown| given_game(text, given).ok_or(unknown))
    }
}

fn given_game(name: &str, folder: Option<OsString>) -> Option<PlayedGame> {
    check_name(name).ok()?;
    let word = name.split_once(':').map(|(_, word)| word.to_owned());
    Some(PlayedGame::Given(NamedFolder { folder: folder?.into(), word }))
}

impl PlayedGame {
    /// Opens the game. The referee's player may fill `cache_bytes` with answers.
    pub(crate) fn open(&self, needs: &NeedsArg, cache_bytes: usize) -> Result<OpenGame> {
        let language = Language::of_surroundings(|name| std::env::var_os(name));
        match self {
            PlayedGame::Named(named) => named.open(&needs.setting(), language).context("--game"),
            PlayedGame::Given(folder) => {
                let game = open_beside(folder, cache_bytes).context(RULES_VARIABLE)?;
                Ok(OpenGame { id: game.id, written: Some(game) })
            }
        }
    }
}
