//! `--game`: a game that is compiled in, or the folder of another.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use arbitro_games::{Game, GameError, NamedFolder, RULES_VARIABLE, Setting, UnopenedGame};
use arbitro_referee::Contestant;
use arbitro_rules::plain_text::{harmless, shell_word};
use arbitro_rules::{GameId, check_name};
use arbitro_tournament::Entrant;
use arbitro_words::{Language, say};

use clap::builder::TypedValueParser;

use crate::bundled_folder::bundled_folder;
use crate::named_values::named;
use crate::words::CliMessage;

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

impl OpenGame {
    /// Lets a player of ours ask for the rules of its game, and another read them, if their folder says so.
    pub fn let_read(&self, mut player: Entrant) -> Entrant {
        let Some(game) = &self.written else { return player };
        if player.is_ours {
            player.contestant.ask_for_rules();
        } else if let Some(rules) = game.readable_by_players() {
            let Contestant { readable, variables, .. } = &mut player.contestant;
            readable.push(rules.to_owned());
            variables.push((RULES_VARIABLE.to_owned(), rules.to_string_lossy().into_owned()));
        }
        player
    }
}

impl From<GameId> for OpenGame {
    /// A game that is compiled in, which is always open.
    fn from(id: GameId) -> OpenGame {
        OpenGame { id, written: None }
    }
}

/// Returns the parser of `--game`, where folders are allowed.
pub fn game_or_folder() -> impl TypedValueParser<Value = GameArg> {
    named(GameId::ALL.map(GameId::name))
}

impl FromStr for GameArg {
    type Err = String;

    fn from_str(text: &str) -> Result<GameArg, String> {
        if NamedFolder::is_one(text) {
            return text.parse().map(GameArg::Folder).map_err(|error: GameError| error.to_string());
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
    match bundled.filter(|bundled| bundled.join("game.toml").is_file()) {
        Some(folder) => {
            let word = text.strip_prefix(name).unwrap_or_default();
            let named = format!("{}{word}", folder.display());
            format!("for the bundled game of that name write {}", shell_word(&named))
        }
        None => "a game of your own is named by its folder, such as ./connect-four".to_owned(),
    }
}

impl GameArg {
    /// Opens the game on a machine.
    pub fn open(&self, setting: &Setting, language: Language) -> Result<OpenGame, GameError> {
        Ok(match self {
            GameArg::Known(id) => (*id).into(),
            GameArg::Folder(folder) => {
                let game = open_folder(folder, setting, language)?;
                OpenGame { id: game.id, written: Some(game) }
            }
        })
    }
}

/// Opens the game of a folder. Says first which folders elsewhere its program may read.
pub fn open_folder(
    named: &NamedFolder,
    setting: &Setting,
    language: Language,
) -> Result<Game, GameError> {
    let unopened = UnopenedGame::copy(named, setting)?;
    if !unopened.needed().is_empty() {
        let needed: Vec<_> = unopened.needed().iter().map(|path| shown(path)).collect();
        let reads =
            CliMessage::ReadsElsewhere { game: &shown(&named.folder), folders: &needed.join(", ") };
        let mut complaints = anstream::stderr();
        // Where no one listens the game is played all the same.
        let _ = writeln!(complaints, "{}", say(&reads, language));
    }
    unopened.open()
}

fn shown(path: &Path) -> String {
    harmless(&path.to_string_lossy())
}

/// The folders that players, and another user's game, may read.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct NeedsArg {
    /// A folder that players, or the game of another user, may read, as their player.toml or game.toml
    /// asks; may be given more than once
    #[arg(long, global = true, value_name = "FOLDER")]
    pub needs: Vec<PathBuf>,
}

impl NeedsArg {
    /// This machine as it is, where these folders may be read.
    pub fn setting(&self) -> Setting {
        Setting { needs: self.needs.clone(), ..Setting::default() }
    }
}
