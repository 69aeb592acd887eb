//! Names a game by its folder, as a command line does.

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

use crate::GameError;

/// A game's folder, and the word that its program gets where it plays many games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedFolder {
    pub folder: PathBuf,
    /// The program's last argument.
    pub word: Option<String>,
}

impl NamedFolder {
    /// Returns true if a text names a folder, and no game that is compiled in.
    pub fn is_one(text: &str) -> bool {
        text.contains('/')
    }
}

impl fmt::Display for NamedFolder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.folder.display())?;
        self.word.as_ref().map_or(Ok(()), |word| write!(f, ":{word}"))
    }
}

impl FromStr for NamedFolder {
    type Err = GameError;

    /// Parses `FOLDER` or `FOLDER:WORD`: the first colon after the last slash begins the word.
    fn from_str(text: &str) -> Result<NamedFolder, GameError> {
        let name = text.trim_end_matches('/').rfind('/').map_or(0, |rfind| rfind + 1);
        let colon = text[name..].find(':').map(|it| name + it);
        let (folder, word) = match colon {
            Some(colon) => (&text[..colon], Some(&text[colon + 1..])),
            None => (text, None),
        };
        if let Some(word) = word
            && !is_word(word)
        {
            return Err(GameError::Word(word.chars().take(80).collect()));
        }
        Ok(NamedFolder { folder: folder.into(), word: word.map(str::to_owned) })
    }
}

fn is_word(word: &str) -> bool {
    let is_allowed =
        |it: u8| it.is_ascii_lowercase() || it.is_ascii_digit() || b"_=,.()-".contains(&it);
    (1..=64).contains(&word.len()) && word.bytes().all(is_allowed)
}
