//! `--game`: a game that is compiled in, or the folder of another.

use std::path::Path;
use std::str::FromStr;

use arbitro_games::{Game, GameError, NamedFolder, Setting};
use arbitro_rules::plain_text::shell_word;
use arbitro_rules::{GameId, check_name};

use crate::bundled::bundled_folder;
use crate::named::{Named, named};

/// A game as a command line names it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GameArg {
    Known(GameId),
    Folder(NamedFolder),
}

/// A game that can be played as long as this is kept.
#[derive(Debug)]
pub struct OpenGame {
    pub id: GameId,
    /// The folder, if it is not compiled in.
    pub written: Option<Game>,
}

impl From<GameId> for OpenGame {
    /// A game that is compiled in, which is always open.
    fn from(id: GameId) -> OpenGame {
        OpenGame { id, written: None }
    }
}

/// Returns the parser of `--game`, where folders are allowed.
pub fn game_or_folder() -> Named<GameArg> {
    named(GameId::ALL.map(GameId::name))
}

impl FromStr for GameArg {
    type Err = String;

    fn from_str(text: &str) -> Result<GameArg, String> {
        if NamedFolder::is_one(text) {
            return text.parse().map(GameArg::Folder).map_err(|it: GameError| it.to_string());
        }
        text.parse().map(GameArg::Known).map_err(|unknown: arbitro_rules::InvalidValue| {
            format!("{unknown}; {}", written_game(text))
        })
    }
}

/// Says how a game is named that is not compiled in.
fn written_game(text: &str) -> String {
    let (name, _) = text.split_once(':').unwrap_or((text, ""));
    if Path::new(name).is_dir() {
        return format!("for the game in the folder of that name write ./{}", shell_word(text));
    }
    let bundled =
        check_name(name).ok().and_then(|()| bundled_folder(&format!("boards/games/{name}")));
    match bundled.filter(|it| it.join("game.toml").is_file()) {
        Some(folder) => {
            let word = text.strip_prefix(name).unwrap_or_default();
            let named = format!("{}{word}", folder.display());
            format!("for the bundled game of that name write {}", shell_word(&named))
        }
        None => "a game of your own is named by its folder, such as ./connect-four".to_owned(),
    }
}

impl GameArg {
    /// Opens the game, on this machine as it is.
    pub fn open(&self) -> Result<OpenGame, GameError> {
        self.open_on(&Setting::default())
    }

    /// Opens the game, on a machine that is known.
    pub fn open_on(&self, setting: &Setting) -> Result<OpenGame, GameError> {
        Ok(match self {
            GameArg::Known(id) => (*id).into(),
            GameArg::Folder(folder) => {
                let game = arbitro_games::open(folder, setting)?;
                OpenGame { id: game.id, written: Some(game) }
            }
        })
    }
}
