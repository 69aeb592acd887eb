//! Writes all that is made from a journal, reading it once.

use std::io;
use std::path::Path;

use super::analysed::{ANALYSIS, read_analysis};
use super::counted::{JournalMatch, each_counted};
use super::page::{Gatherer, write_page};
use super::pdn::write_game;
use super::tables::{MATCH_COLUMNS, write_crosstable, write_standings};
use super::{ReportError, failed};
use crate::{Results, Standings, store};
use arbitro_rules::draughts::draughts_rules;
use arbitro_words::Language;

/// The table of matches.
pub const MATCHES: &str = "matches.csv";
/// The matches in PDN, if the game is draughts.
pub const PDN: &str = "games.pdn";

/// Writes every table, `games.pdn` and `report.html` into a tournament's folder, each atomically. The page
/// is the last, and in a language. The results must remember the places of matches.
pub fn write_all(
    folder: &Path,
    results: &Results,
    standings: &Standings,
    language: Language,
) -> Result<(), ReportError> {
    write_standings(folder, results, standings)?;
    write_crosstable(folder, results, standings)?;
    let kept = read_analysis(folder);
    let kept = kept.map_err(|source| ReportError::Read { file: ANALYSIS, source })?;
    let mut page = Gatherer::new(results.file.players.len(), kept);
    let settings = &results.file.settings;
    let known = settings.game.known();
    let draughts = known.and_then(|game| Some((game, draughts_rules(game)?)));
    let mut unreadable = 0;
    let written = store(&folder.join(MATCHES), |table| {
        let mut table = csv::Writer::from_writer(table);
        table.write_record(MATCH_COLUMNS.map(|(name, _)| name))?;
        let mut read = |game: &mut dyn FnMut(&JournalMatch) -> io::Result<()>| {
            unreadable = each_counted(results, folder, |played| {
                table.write_record(MATCH_COLUMNS.map(|(_, cell)| cell(&played.record)))?;
                page.add(&settings.game, &played);
                game(&played)
            })?;
            Ok(())
        };
        match &draughts {
            None => read(&mut |_| Ok(()))?,
            Some(draughts) => in_file(
                PDN,
                store(&folder.join(PDN), |games| {
                    read(&mut |played| write_game(games, settings, draughts, played))
                }),
            )?,
        }
        table.flush()
    });
    written.map_err(failed(MATCHES))?;
    write_page(folder, results, standings, page.finish(unreadable), language)
}

/// Names a file in its error.
fn in_file<T>(file: &str, done: io::Result<T>) -> io::Result<T> {
    done.map_err(|error| io::Error::new(error.kind(), format!("{file}: {error}")))
}
