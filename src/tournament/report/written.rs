//! Writes all that is made from a journal, reading it once.

use std::io;
use std::path::Path;

use super::counted::{JournalMatch, each_counted};
use super::page::{MatchTotals, write_page};
use super::pdn::write_game;
use super::tables::{MATCH_COLUMNS, write_crosstable, write_standings};
use super::{ReportError, failed};
use crate::{Pairing, PlayerEntry, Results, Standings, store};
use arbitro_records::{MatchRecord, Named};
use arbitro_rules::draughts::draughts_rules;
use arbitro_rules::history::Both;
use arbitro_words::Language;

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
    let mut page = MatchTotals::new(results.file.players.len(), language);
    let settings = &results.file.settings;
    let known = settings.game.known();
    let draughts = known.and_then(|game| Some((game, draughts_rules(game)?)));
    let mut unreadable = 0;
    let written = store(&folder.join(MATCHES), |table| {
        let mut table = csv::Writer::from_writer(table);
        let is_grown = !results.file.phases.is_empty();
        let heads = MATCH_COLUMNS.iter().map(|(name, _)| *name);
        table.write_record(heads.chain(is_grown.then_some("phase")))?;
        let mut read = |game: &mut dyn FnMut(&JournalMatch) -> io::Result<()>| {
            unreadable = each_counted(results, folder, |played| {
                let phase = is_grown.then(|| phase_of(results, played.id));
                let cells = MATCH_COLUMNS.iter().map(|(_, cell)| cell(&played.record));
                table.write_record(cells.chain(phase))?;
                page.add(&played);
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
        for pairing in results.schedule.withdrawn() {
            let record = withdrawn(results, pairing);
            let cells = MATCH_COLUMNS.iter().map(|(_, cell)| cell(&record));
            table.write_record(cells.chain([phase_of(results, pairing.id)]))?;
        }
        table.flush()
    });
    written.map_err(failed(MATCHES))?;
    write_page(folder, results, standings, page.finished(unreadable), language)
}

fn phase_of(results: &Results, id: u64) -> String {
    let pairing = results.schedule.listed(id);
    pairing.map_or_else(String::new, |pairing| results.schedule.phase_of(&pairing).to_string())
}

fn withdrawn(results: &Results, pairing: &Pairing) -> MatchRecord {
    let player = |entrant: usize| {
        let PlayerEntry { name, sha256, .. } = &results.file.players[entrant];
        Named { name: name.clone(), sha256: Some(sha256.clone()) }
    };
    MatchRecord {
        id: Some(pairing.id.into()),
        round: Some(pairing.round),
        opening: Some(pairing.opening),
        players: Some(Both { x: player(pairing.x), o: player(pairing.o) }),
        reason: Some("withdrawn".into()),
        ..MatchRecord::default()
    }
}

/// Names a file in its error.
fn in_file<T>(file: &str, done: io::Result<T>) -> io::Result<T> {
    done.map_err(|error| io::Error::new(error.kind(), format!("{file}: {error}")))
}
