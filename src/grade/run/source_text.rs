//! The texts of submissions, as they are compared and shown.

use std::fs;
use std::path::Path;

use walkdir::WalkDir;

use crate::dossier::{Reading, StepResult};
use crate::failure::Failure;
use crate::similarity::Code;
use crate::source::clean;
use crate::submissions::{MAX_SOURCE_BYTES, Submission};
use crate::words::Statement;

#[derive(Debug)]
pub(super) struct SourceText {
    pub(super) number: String,
    pub(super) source: Option<Vec<u8>>,
    pub(super) reading: StepResult<Reading>,
    pub(super) cleaned: Option<Vec<u8>>,
    pub(super) code: Code,
}

pub(super) fn read(submission: &Submission) -> SourceText {
    let cleaned = submission.source.as_deref().map(clean);
    let (reading, cleaned) = match cleaned {
        None => {
            let why = Statement::Contents(submission.layout.found.clone());
            (StepResult::NotReached(why), None)
        }
        Some(Ok(cleaned)) => {
            (StepResult::Found(Reading::Clean(cleaned.findings)), Some(cleaned.text))
        }
        Some(Err(why)) => (StepResult::Found(Reading::Unusable(why)), None),
    };
    SourceText {
        number: submission.number.clone(),
        source: submission.source.clone(),
        reading,
        cleaned,
        code: Code::C,
    }
}

/// A player's submission, of which nothing is compiled, without a text.
pub(super) fn no_text(number: &str) -> SourceText {
    let (number, reading) = (number.to_owned(), StepResult::NotDone(Statement::same("")));
    SourceText { number, source: None, reading, cleaned: None, code: Code::C }
}

/// Reads a player's text in the language in which it has most, as far as texts are compared.
pub(super) fn read_player(players: &Path, number: &str) -> Result<SourceText, Failure> {
    let folder = players.join(number);
    let mut texts: [(Code, Vec<u8>); 2] = [(Code::C, Vec::new()), (Code::Python, Vec::new())];
    let files = WalkDir::new(&folder).sort_by_file_name().into_iter().filter_map(Result::ok);
    for file in files.filter(|file| file.file_type().is_file()) {
        let code = Code::from_path(file.path());
        let Some((_, text)) = texts.iter_mut().find(|it| Some(it.0) == code) else { continue };
        let more = fs::read(file.path()).map_err(Failure::unreadable(file.path()))?;
        if (text.len() + more.len()) as u64 <= MAX_SOURCE_BYTES {
            text.extend(more);
            text.push(b'\n');
        }
    }
    let most = texts.into_iter().max_by_key(|text| text.1.len()).filter(|text| !text.1.is_empty());
    Ok(match most {
        Some((code, text)) => SourceText { cleaned: Some(text), code, ..no_text(number) },
        None => no_text(number),
    })
}
