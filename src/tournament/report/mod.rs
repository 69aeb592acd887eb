//! Reports made from a tournament's folder.
//!
//! - [`write_all`] writes `report.html`, one self-contained file, tables for spreadsheets, and `games.pdn`,
//!   the matches for other programs. It reads the journal once.
//! - [`ranking_text_in`] is for a terminal, and ends with [`duel_text_in`].
//!
//! Texts for people are in the requested language. Numbers use a decimal point in every language,
//! as do the spreadsheet tables, which have one form only.
//!
//! Everything here depends only on the folder's contents: no program runs, no clock or randomness
//! is used, and no result is changed. The same journal gives the same bytes, but for the page's day of
//! the last match, which is that of the file. Pages of single matches need results with offsets
//! ([`Remember::Places`](crate::Remember::Places)). Journals may
//! come from any source: their contents are shown, never trusted.

mod columns;
mod counted;
mod csv_cell;
mod decimals;
mod interval_text;
pub mod page;
mod pdn;
pub mod protection;
mod sequential;
mod tables;
mod terminal;
mod written;

use std::io;

use thiserror::Error;

pub use columns::ranking_json;
pub use counted::{JournalMatch, each_counted};
pub use csv_cell::{cell, text_of_cell};
pub use interval_text::Interval;
pub(crate) use interval_text::is_bounded;
pub(crate) use page::about::rules_flag;
pub use page::about::settings_in;
pub use page::{Extract, PAGE, PlayerLinks, extract};
pub use sequential::test_text_in;
pub use tables::{write_crosstable, write_standings};
pub use terminal::{Width, duel_text_in, ranking_text_in};
pub use written::{MATCHES, PDN, write_all};

/// The error when a report cannot be made.
#[derive(Debug, Error)]
pub enum ReportError {
    #[error("{file} cannot be written")]
    Write { file: &'static str, source: io::Error },
}

fn failed(file: &'static str) -> impl Fn(io::Error) -> ReportError {
    move |source| ReportError::Write { file, source }
}
