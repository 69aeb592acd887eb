//! Reports made from a tournament's folder.
//!
//! - [`write_page_in`] writes `report.html`: one file that opens by itself, anywhere.
//! - [`write_standings`], [`write_crosstable`] and [`write_matches`] write tables for spreadsheets.
//! - [`write_pdn`] writes `games.pdn`: the matches, for other programs.
//! - [`analyse_tournament`] writes `analysis.jsonl`: how well each match was played, shown by the page.
//! - [`ranking_text_in`] and [`duel_text_in`] are for a terminal.
//!
//! What people look at is in the language asked for; numbers have their point in each, as the tables for
//! spreadsheets do, which have one form only.
//!
//! Everything here is a function of the folder's contents. No program runs, no clock or randomness is
//! used, and no result is changed. The same journal gives the same bytes. Pages of single matches need
//! results that remember their places ([`Remember::Places`](crate::Remember::Places)). Journals may
//! come from any source: their contents are shown, never trusted.

mod analysed;
mod counted;
pub mod page;
mod pdn;
pub mod protection;
mod tables;
mod terminal;

use std::io;

use thiserror::Error;

pub use analysed::{
    ANALYSIS, AnalysingError, KeptAnalysis, OnLooker, analyse_tournament, read_analysis,
};
pub use page::about::settings_in;
pub use page::{PAGE, write_page_in};
pub use pdn::{PDN, write_pdn};
pub use tables::cell;
pub use tables::{text_of_cell, write_crosstable, write_matches, write_standings};
pub use terminal::{Width, duel_text_in, ranking_text_in};

/// A report that could not be made.
#[derive(Debug, Error)]
pub enum ReportError {
    /// The journal cannot be read again.
    #[error("matches.jsonl cannot be read")]
    Journal(#[source] io::Error),
    /// A file cannot be read.
    #[error("{file} cannot be read")]
    Read {
        file: &'static str,
        source: io::Error,
    },
    /// A file cannot be written.
    #[error("{file} cannot be written")]
    Write {
        file: &'static str,
        source: io::Error,
    },
}
