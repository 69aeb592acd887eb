//! The game of a player: as a command line names it, or as the referee of a written game does.

use std::io;
use std::str::FromStr;
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use arbitro_games::{ASKED_ON_INPUT, RULES_VARIABLE, RelayedGame, open_asked};
use arbitro_rules::{GameId, check_name};
use arbitro_words::Language;
use rustix::fd::AsFd;

use crate::game_arg::{GameArg, NeedsArg, OpenGame};

/// A player's game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlayerGame {
    Named(GameArg),
    /// The name of the game whose referee answers for its rules.
    Asked(String),
}

impl FromStr for PlayerGame {
    type Err = String;

    /// Parses what `--game` takes, and the name of a written game where its referee answers for the rules.
    fn from_str(text: &str) -> Result<PlayerGame, String> {
        let is_asked = std::env::var(RULES_VARIABLE).is_ok_and(|var| var == ASKED_ON_INPUT);
        text.parse().map(PlayerGame::Named).or_else(|unknown| match check_name(text) {
            Ok(()) if is_asked => Ok(PlayerGame::Asked(text.to_owned())),
            Ok(()) | Err(_) => Err(unknown),
        })
    }
}

/// A player's game, open as long as this is kept.
#[derive(Debug)]
pub(crate) struct OpenPlayerGame {
    pub(crate) id: GameId,
    /// The referee's answers, where it answers for the rules.
    asked: Option<RelayedGame>,
    _game: Option<OpenGame>,
}

impl From<OpenGame> for OpenPlayerGame {
    fn from(game: OpenGame) -> OpenPlayerGame {
        OpenPlayerGame { id: game.id, asked: None, _game: Some(game) }
    }
}

impl OpenPlayerGame {
    /// What the referee's answers cost so far, on any machine.
    pub(crate) fn listed(&self) -> u64 {
        self.asked.as_ref().map_or(0, RelayedGame::listed)
    }

    /// The time that the referee took to answer so far.
    pub(crate) fn waited(&self) -> Duration {
        self.asked.as_ref().map_or(Duration::ZERO, RelayedGame::waited)
    }
}

impl PlayerGame {
    /// Opens the game. The referee's player may fill `cache_bytes` with answers.
    pub(crate) fn open(&self, needs: &NeedsArg, cache_bytes: usize) -> Result<OpenPlayerGame> {
        match self {
            PlayerGame::Named(named) => {
                let language = Language::of_surroundings(|name| std::env::var_os(name));
                Ok(named.open(&needs.setting(), language).context("--game")?.into())
            }
            PlayerGame::Asked(name) => {
                let channel = io::stdin().as_fd().try_clone_to_owned().context("standard input")?;
                let game = open_asked(channel, cache_bytes).context(RULES_VARIABLE)?;
                let id = game.id;
                ensure!(id.name() == name, "the referee answers for {id}, not for {name}");
                Ok(OpenPlayerGame { id, asked: Some(game), _game: None })
            }
        }
    }
}
