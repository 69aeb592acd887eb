//! Writes matches as files.

use std::fs::{self, File};
use std::io::{BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};

use strum::{Display, EnumString, IntoStaticStr};

use super::error::RecordsError;
use super::svg::board;
use crate::matches::replayed_match::ReplayedMatch;
use crate::pdn::write::write_pdn;
use crate::reading::journals::JOURNAL;
use crate::record::seal::seal;
use arbitro_referee::At;
use arbitro_referee::match_dir::board_file;
use arbitro_rules::InvalidValue;

/// The file for all matches in PDN.
const PDN: &str = "games.pdn";

/// The output format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Display, EnumString, IntoStaticStr)]
#[strum(serialize_all = "lowercase")]
#[strum(parse_err_ty = InvalidValue, parse_err_fn = unknown)]
pub enum Form {
    /// `board_N.txt`, byte for byte; the board that lost the match as its player wrote it.
    Boards,
    /// `games.pdn`; draughts only.
    Pdn,
    /// `matches.jsonl`: one record a line, with its checksum.
    Json,
    /// `board_N.svg` for each board.
    Svg,
}

fn unknown(name: &str) -> InvalidValue {
    InvalidValue::new(name, |name| {
        format!("there is no format {name:?}; the formats are boards, pdn, json and svg")
    })
}

/// Writes matches into a folder, one after the other. Never overwrites a file: the board files of
/// two matches in one folder would mix.
#[derive(Debug)]
pub struct Export {
    folder: PathBuf,
    form: Form,
    /// True if each match has a folder of its own.
    is_many: bool,
    /// The event that the matches belong to, for PDN.
    event: Option<String>,
    /// The output file, for formats that write all matches to one.
    file: Option<BufWriter<File>>,
    written: u64,
}

impl Export {
    /// Prepares the output folder. `is_many` gives each match its own subfolder, named by its id.
    pub fn new(folder: &Path, form: Form, is_many: bool) -> Result<Export, RecordsError> {
        fs::create_dir_all(folder).map_err(|source| refused(folder, source))?;
        Ok(Export { folder: folder.to_owned(), form, is_many, event: None, file: None, written: 0 })
    }

    /// Names the event that the matches belong to.
    #[must_use]
    pub fn of_event(mut self, event: Option<String>) -> Export {
        self.event = event;
        self
    }

    /// Writes a match.
    pub fn add(&mut self, shown: &ReplayedMatch) -> Result<(), RecordsError> {
        match self.form {
            Form::Boards => self.boards(shown),
            Form::Svg => self.drawings(shown),
            Form::Pdn => {
                let path = self.folder.join(PDN);
                let event = self.event.clone();
                let written = write_pdn(self.one_file(PDN)?, shown, event.as_deref());
                written.map_err(|error| match error {
                    RecordsError::At(At { source: Some(source), .. }) => refused(&path, source),
                    other => other,
                })?;
                self.written = 1;
                Ok(())
            }
            Form::Json => {
                let path = self.folder.join(JOURNAL);
                let line = seal(&shown.claim.to_line());
                let file = self.one_file(JOURNAL)?;
                writeln!(file, "{line}").map_err(|source| refused(&path, source))?;
                self.written = 1;
                Ok(())
            }
        }
    }

    /// Flushes the output and returns the number of files written.
    pub fn finish(mut self) -> Result<u64, RecordsError> {
        if let Some(file) = &mut self.file {
            file.flush().map_err(|source| refused(&self.folder, source))?;
        }
        Ok(self.written)
    }

    fn one_file(&mut self, name: &str) -> Result<&mut BufWriter<File>, RecordsError> {
        let file = match self.file.take() {
            Some(file) => file,
            None => {
                let path = self.folder.join(name);
                let file = File::create_new(&path).map_err(|source| refused(&path, source))?;
                BufWriter::with_capacity(1 << 18, file)
            }
        };
        Ok(self.file.insert(file))
    }

    fn folder_of(&self, shown: &ReplayedMatch) -> Result<PathBuf, RecordsError> {
        if !self.is_many {
            return Ok(self.folder.clone());
        }
        let folder = self.folder.join(folder_name(&shown.summary.id));
        fs::create_dir(&folder).map_err(|source| refused(&folder, source))?;
        Ok(folder)
    }

    fn put(&mut self, path: &Path, bytes: &[u8]) -> Result<(), RecordsError> {
        let written = File::create_new(path).and_then(|mut it| it.write_all(bytes));
        written.map_err(|source| refused(path, source))?;
        self.written += 1;
        Ok(())
    }

    fn boards(&mut self, shown: &ReplayedMatch) -> Result<(), RecordsError> {
        let folder = self.folder_of(shown)?;
        for plies in 0..=shown.plies() {
            let path = board_file(&folder, shown.board_number(plies));
            self.put(&path, shown.played.board(plies).as_bytes())?;
        }
        let wrote = shown.fault.as_ref().and_then(|fault| fault.wrote.as_ref());
        if let Some(wrote) = wrote.filter(|_| shown.wrong_move().is_none()) {
            let path = board_file(&folder, shown.board_number(shown.plies() + 1));
            self.put(&path, wrote.as_bytes())?;
        }
        Ok(())
    }

    fn drawings(&mut self, shown: &ReplayedMatch) -> Result<(), RecordsError> {
        let folder = self.folder_of(shown)?;
        for plies in 0..=shown.plies() {
            let number = shown.board_number(plies);
            if let Some(text) = board(shown, plies) {
                self.put(&folder.join(format!("board_{number}.svg")), text.as_bytes())?;
            }
        }
        Ok(())
    }
}

/// Converts a match's id into a safe folder name: a record may have the id `../..`.
fn folder_name(id: &str) -> String {
    let safe = |it: char| {
        if it.is_alphanumeric() || matches!(it, '-' | '_') { it } else { '_' }
    };
    let name: String = id.chars().take(60).map(safe).collect();
    if name.is_empty() { "_".to_owned() } else { name }
}

fn refused(path: &Path, source: std::io::Error) -> RecordsError {
    match source.kind() {
        ErrorKind::AlreadyExists => At::new(path, "it already exists: name another folder"),
        _ => At::io(path, "cannot be written", source),
    }
    .into()
}
