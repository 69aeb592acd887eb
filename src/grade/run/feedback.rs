//! Feedback for Moodle: a comment in the worksheet, and the students' pages in the zip that Moodle takes
//! back as "Upload multiple feedback files in a zip".

use std::collections::BTreeMap;
use std::io::{Cursor, Write};

use zip::result::ZipResult;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipWriter};

use crate::marks::{COMMENT, Comment, Mark, Person};
use arbitro_words::{Language, say};

pub const FEEDBACK: &str = "feedback.zip";

/// Name of a page in the zip: a folder of Moodle's may hold files of others, called `index.html`.
const PAGE: &str = "marks.html";
const MAX_NAME: usize = 60;
pub fn comment(mark: &Mark, language: Language) -> String {
    say(&Comment(mark), language).into_owned()
}

/// Returns true for a cell that a comment may replace: an empty one, or a comment of an earlier run.
pub(super) fn is_replaceable(cell: &str) -> bool {
    cell.trim().is_empty() || Language::ALL.iter().any(|&it| cell.starts_with(COMMENT.of(it)))
}

/// Packs pages, each in its student's folder, deterministically; students without Moodle's number are left out.
pub fn feedback_zip<'a>(
    pages: impl IntoIterator<Item = (&'a Person, Vec<u8>)>,
) -> ZipResult<Vec<u8>> {
    let named = pages.into_iter().filter_map(|(person, page)| {
        let number = person.participant.as_deref()?;
        Some((folder(&person.name, number), page))
    });
    let pages: BTreeMap<String, Vec<u8>> = named.collect();
    let options = SimpleFileOptions::default()
        .compression_method(CompressionMethod::Deflated)
        .last_modified_time(DateTime::DEFAULT)
        .unix_permissions(0o644);
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for (folder, page) in pages {
        zip.start_file(format!("{folder}/{PAGE}"), options)?;
        zip.write_all(&page)?;
    }
    Ok(zip.finish()?.into_inner())
}

/// The folder of a student. Moodle takes the number behind the first underscore and ignores the name.
/// The last underscore is there because versions before 4.1 want one.
fn folder(name: &str, number: &str) -> String {
    let plain = |letter: char| match letter {
        _ if letter.is_alphanumeric() || matches!(letter, '-' | '\'') => letter,
        _ => ' ',
    };
    let name: String = name.chars().take(MAX_NAME).map(plain).collect();
    let name = Vec::from_iter(name.split_whitespace()).join(" ");
    let name = if name.is_empty() { "Student" } else { &name };
    format!("{name}_{number}_assignsubmission_file_")
}
