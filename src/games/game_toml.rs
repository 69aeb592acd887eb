//! Reads `game.toml`.

use std::collections::BTreeMap;
use std::num::NonZeroU32;
use std::path::{Path, PathBuf};

use arbitro_rules::plain_text::shell_word;
use arbitro_rules::{InvalidValue, Look, MAX_TITLE, Sign, SignName, Titles, check_name};
use serde::Deserialize;

use crate::GameError;
use crate::game_text::read_text;

/// The file that makes a folder a game.
pub(crate) const GAME_TOML: &str = "game.toml";
const MAX_BYTES: u64 = 64 << 10;
/// Keys that must stand in it.
const REQUIRED: [&str; 3] = ["name", "title", "command"];
const DEFAULT_PLIES: u32 = 300;
/// A position that has stood once is no repetition.
const MIN_REPETITION: u32 = 2;

/// A game as its folder describes it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct GameToml {
    name: Name,
    title: Title,
    #[serde(rename = "title.it")]
    italian: Option<Title>,
    #[serde(rename = "title.fr")]
    french: Option<Title>,
    command: Command,
    max_plies: Option<NonZeroU32>,
    repetition: Option<Repetition>,
    #[serde(default)]
    spaced: bool,
    #[serde(default)]
    pub(crate) players_read: bool,
    /// Folders elsewhere that the program may read.
    #[serde(default)]
    pub(crate) needs: Vec<PathBuf>,
    /// The command that installs the program and these folders.
    pub(crate) install: Option<String>,
    /// Symmetries of the rules, for a checker.
    symmetric: Option<Symmetries>,
    /// Lines that these changes do not turn, the top one being 1: men in hand.
    #[serde(default)]
    pub(crate) unmirrored: Vec<usize>,
    #[serde(default)]
    signs: BTreeMap<SignName, Sign>,
}

/// A change of the board under which the rules stay the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Symmetry {
    LeftRight,
    /// The board is turned by half, which moves the first cell to the last.
    HalfTurn,
    /// The players change places; the board is turned in a way that the start allows.
    Colours,
}

#[derive(Debug, Deserialize)]
#[serde(
    untagged,
    expecting = "symmetric is \"left-right\", \"half-turn\", \"colours\" or a list of these"
)]
enum Symmetries {
    One(Symmetry),
    Some(Vec<Symmetry>),
}

#[derive(Debug, Deserialize)]
#[serde(try_from = "String")]
struct Name(String);

impl TryFrom<String> for Name {
    type Error = InvalidValue;

    fn try_from(text: String) -> Result<Name, InvalidValue> {
        check_name(&text)?;
        if text.contains(':') {
            return Err(InvalidValue::new(&text, |it| {
                format!("{it:?}: a word after a colon is given with --game, not here")
            }));
        }
        Ok(Name(text))
    }
}

#[derive(Debug, Deserialize)]
#[serde(try_from = "String")]
struct Title(String);

impl TryFrom<String> for Title {
    type Error = InvalidValue;

    fn try_from(text: String) -> Result<Title, InvalidValue> {
        if Titles::new(&text).are_printable(MAX_TITLE) {
            Ok(Title(text))
        } else {
            Err(InvalidValue("a title has 1 to 80 printable characters".to_owned()))
        }
    }
}

#[derive(Debug, Deserialize)]
#[serde(try_from = "u32")]
struct Repetition(u32);

impl TryFrom<u32> for Repetition {
    type Error = InvalidValue;

    fn try_from(times: u32) -> Result<Repetition, InvalidValue> {
        if times < MIN_REPETITION {
            let what =
                format!("a position is drawn when it has stood {MIN_REPETITION} times or more");
            return Err(InvalidValue(what));
        }
        Ok(Repetition(times))
    }
}

/// A command: a list of words, or one line split at spaces.
#[derive(Debug, Deserialize)]
#[serde(try_from = "CommandText")]
struct Command(Vec<String>);

#[derive(Deserialize)]
#[serde(untagged, expecting = "a command is a list of words, or words with spaces between")]
enum CommandText {
    Line(String),
    Words(Vec<String>),
}

impl TryFrom<CommandText> for Command {
    type Error = InvalidValue;

    fn try_from(text: CommandText) -> Result<Command, InvalidValue> {
        let words = match text {
            CommandText::Line(line) => line.split_whitespace().map(str::to_owned).collect(),
            CommandText::Words(words) => words,
        };
        let is_right = words.first().is_some_and(|word| !word.is_empty())
            && !words.iter().any(|word| word.contains('\0'));
        if is_right {
            Ok(Command(words))
        } else {
            Err(InvalidValue("the command is empty".to_owned()))
        }
    }
}

impl GameToml {
    /// Reads the file of a folder, which errors call `shown`.
    pub(crate) fn read(folder: &Path, shown: &Path) -> Result<GameToml, GameError> {
        let text = read_text(folder, GAME_TOML, MAX_BYTES, shown)?;
        let text = text.ok_or_else(|| match folder.metadata() {
            Ok(it) if it.is_dir() => GameError::NoGame(shown.to_owned()),
            Ok(_) => GameError::File(shown.to_owned()),
            Err(_) => GameError::NoFolder(shown.to_owned()),
        })?;
        toml::from_str(&text).map_err(|error| mistake(shown.join(GAME_TOML), &text, &error))
    }

    /// The game's name, with the word that its program gets.
    pub(crate) fn full_name(&self, word: Option<&str>) -> String {
        match word {
            Some(word) => format!("{}:{word}", self.name.0),
            None => self.name.0.clone(),
        }
    }

    pub(crate) fn command(&self) -> &[String] {
        &self.command.0
    }

    /// Returns the shell command that asks the program this question.
    pub(crate) fn by_hand(&self, question: &str, word: Option<&str>) -> String {
        let command = self.command().iter().map(String::as_str).chain(word).map(shell_word);
        // Shells' own echo may take `\n` for a newline.
        let echo = if question.contains('\\') { "printf '%s\\n'" } else { "echo" };
        format!("{echo} {} | {}", shell_word(question), command.collect::<Vec<_>>().join(" "))
    }

    pub(crate) fn symmetries(&self) -> &[Symmetry] {
        match &self.symmetric {
            Some(Symmetries::One(one)) => std::slice::from_ref(one),
            Some(Symmetries::Some(some)) => some,
            None => &[],
        }
    }

    /// Plies after which a match is a draw.
    pub(crate) fn max_plies(&self) -> u32 {
        self.max_plies.map_or(DEFAULT_PLIES, NonZeroU32::get)
    }

    /// The number of times that a position stands before a match is drawn.
    pub(crate) fn repetition(&self) -> Option<u32> {
        self.repetition.as_ref().map(|repetition| repetition.0)
    }

    /// The look of the game, whose rules have this hash and depend on these versions.
    pub(crate) fn look(&self, sha256: String, with: Option<String>) -> Look {
        let text = |title: &Option<Title>| title.as_ref().map(|title| title.0.clone());
        let (italian, french) = (text(&self.italian), text(&self.french));
        let signs = self.signs.iter().map(|(name, sign)| (name.0, sign.clone()));
        Look {
            sha256,
            title: Titles { english: self.title.0.clone(), italian, french },
            signs: signs.collect(),
            spaced: self.spaced,
            with,
        }
    }
}

/// Says what is missing, or where a mistake is: its line, and the key on that line.
fn mistake(path: PathBuf, text: &str, error: &toml::de::Error) -> GameError {
    let written: toml::Table = toml::from_str(text).unwrap_or_default();
    let missing: Vec<_> = REQUIRED.into_iter().filter(|it| !written.contains_key(*it)).collect();
    // A file that cannot be parsed has no keys.
    if !missing.is_empty() && error.message().starts_with("missing") {
        return GameError::Incomplete { path, missing };
    }
    let at = error.span().map_or(0, |span| span.start).min(text.len());
    let before = &text.as_bytes()[..at];
    let line = before.iter().filter(|&&it| it == b'\n').count();
    let written = text.lines().nth(line).unwrap_or_default();
    // What is missing stands on no line.
    let is_missing = error.message().starts_with("missing");
    let key = written.split_once('=').filter(|_| !is_missing);
    let key = key.map(|(key, _)| key.trim().to_owned());
    let is_title = key.as_ref().is_some_and(|key| key.starts_with("title."));
    let hint = if is_title { ": write the key in quotes, \"title.it\"" } else { "" };
    let what = format!("{}{hint}", error.message());
    GameError::Toml { path, line: line + 1, key, what }
}
