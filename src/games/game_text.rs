//! Reads the text files of a game's folder.

use std::io::{self, Read};
use std::path::Path;

use crate::GameError;
use arbitro_sandbox::{Beneath, leads_out};

/// Reads a text of a folder; `None` if there is no such file. Errors name it in the folder `shown`.
pub(crate) fn read_text(
    folder: &Path,
    name: &str,
    most: u64,
    shown: &Path,
) -> Result<Option<String>, GameError> {
    let path = || shown.join(name);
    let file = match Beneath::open(folder).and_then(|open| open.file(name.as_ref())) {
        Ok(file) => file,
        Err(error)
            if matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) =>
        {
            return Ok(None);
        }
        Err(error) if leads_out(&error) => return Err(GameError::Link(path())),
        Err(source) => return Err(GameError::Io { path: path(), source }),
    };
    let mut text = String::new();
    let read = file.take(most + 1).read_to_string(&mut text);
    let read = read.map_err(|source| GameError::Io { path: path(), source })?;
    if read as u64 > most {
        return Err(GameError::Long { path: path(), most });
    }
    Ok(Some(text))
}
