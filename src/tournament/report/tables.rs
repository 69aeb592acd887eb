//! Tables for spreadsheets: `standings.csv`, `crosstable.csv`, `matches.csv`.
//!
//! Some texts come from players: one that a spreadsheet would take for a formula is prefixed with
//! an apostrophe.

use std::path::Path;

use super::columns::{Rendering, ranking};
use super::csv_cell::cell;
use super::decimals::decimals;
use super::{ReportError, failed};
use crate::{Results, Standing, Standings, store};
use arbitro_records::MatchRecord;
use arbitro_rules::Player;
use arbitro_rules::plain_text::harmless;

/// Writes `standings.csv`: a line for each entrant, best first.
pub fn write_standings(
    folder: &Path,
    results: &Results,
    standings: &Standings,
) -> Result<(), ReportError> {
    let file = "standings.csv";
    let written = store(&folder.join(file), |target| {
        let mut table = csv::Writer::from_writer(target);
        let ranking = ranking(results, standings);
        let columns = ranking.columns_drawn(|it, rendering| {
            matches!(rendering, Rendering::Csv).then(|| it.csv_heads())
        });
        table.write_record(columns.iter().flat_map(|(_, heads)| heads))?;
        for (_, cells) in &ranking.rows {
            table.write_record(columns.iter().flat_map(|&(at, _)| cells[at].csv()))?;
        }
        table.flush()
    });
    written.map_err(failed(file))
}

/// Its rank; empty if it has none.
fn place(standing: &Standing) -> String {
    standing.place.map_or_else(String::new, |place| place.to_string())
}

/// Writes `crosstable.csv`: the points of each player against each other, in ranking order.
pub fn write_crosstable(
    folder: &Path,
    results: &Results,
    standings: &Standings,
) -> Result<(), ReportError> {
    let file = "crosstable.csv";
    let points = results.file.settings.points;
    let order: Vec<usize> = standings.ranking.iter().map(|it| it.entrant).collect();
    let written = store(&folder.join(file), |target| {
        let mut table = csv::Writer::from_writer(target);
        let names = order.iter().map(|&it| cell(&results.file.players[it].name));
        let mut row: Vec<String> = vec!["place".to_owned(), "name".to_owned()];
        row.extend(names);
        table.write_record(&row)?;
        for standing in &standings.ranking {
            let here = standing.entrant;
            row.clear();
            row.push(place(standing));
            row.push(cell(&results.file.players[here].name));
            row.extend(order.iter().map(|&other| {
                let matches = results.tally.between(here, other);
                if here == other || matches == [0; 3] {
                    String::new()
                } else {
                    points.write(points.worth(matches))
                }
            }));
            table.write_record(&row)?;
        }
        table.flush()
    });
    written.map_err(failed(file))
}

type MatchCell = fn(&MatchRecord) -> String;

/// The columns of `matches.csv`: a line for each match that counts, in the order of the journal.
pub(super) const MATCH_COLUMNS: [(&str, MatchCell); 22] = [
    ("id", |it| it.id.as_ref().map_or_else(String::new, ToString::to_string)),
    ("round", |it| number(it.round.map(u64::from))),
    ("opening", |it| number(it.opening)),
    ("x", |it| it.players.as_ref().map_or_else(String::new, |players| cell(&players.x.name))),
    ("o", |it| it.players.as_ref().map_or_else(String::new, |players| cell(&players.o.name))),
    ("winner", |it| text(it.winner.as_deref())),
    ("reason", |it| text(it.reason.as_deref())),
    ("plies", |it| number(it.plies)),
    ("fault_by", |it| text(it.fault.as_ref().map(|fault| &*fault.player))),
    ("fault_ply", |it| number(it.fault.as_ref().map(|fault| fault.ply))),
    ("diagnosis", |it| text(it.fault.as_ref().and_then(|fault| fault.diagnosis.as_deref()))),
    ("text", |it| text(it.fault.as_ref().and_then(|fault| fault.text.as_deref()))),
    ("said", |it| {
        it.fault.as_ref().map_or_else(String::new, |fault| cell(&harmless(&fault.said.join(" | "))))
    }),
    ("x_ms", |it| decimals(times(it, 0).sum(), 3)),
    ("o_ms", |it| decimals(times(it, 1).sum(), 3)),
    ("x_slowest_ms", |it| decimals(times(it, 0).copied().fold(0.0, f64::max), 3)),
    ("o_slowest_ms", |it| decimals(times(it, 1).copied().fold(0.0, f64::max), 3)),
    ("x_peak_kib", |it| number(it.peak_kib.and_then(|peak_kib| peak_kib.x))),
    ("o_peak_kib", |it| number(it.peak_kib.and_then(|peak_kib| peak_kib.o))),
    ("warnings", |it| it.warnings.len().to_string()),
    ("seed", |it| number(it.seed)),
    ("winner_name", |it| winner_name(it).map_or_else(String::new, cell)),
];

fn winner_name(record: &MatchRecord) -> Option<&str> {
    let players = record.players.as_ref()?;
    Some(match record.winner.as_ref()?.known()? {
        Player::X => &players.x.name,
        Player::O => &players.o.name,
    })
}

fn number(number: Option<u64>) -> String {
    number.map_or_else(String::new, |number| number.to_string())
}

fn text(text: Option<&str>) -> String {
    text.map_or_else(String::new, cell)
}

/// Times of a player. Player 1's plies have even indices.
fn times(record: &MatchRecord, first: usize) -> impl Iterator<Item = &f64> {
    record.ms.iter().skip(first).step_by(2)
}

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use super::*;
    use arbitro_records::{Named, RecordedFault};
    use arbitro_rules::history::Both;
    use arbitro_testkit::games::project;

    #[test]
    fn every_column_of_the_matches_is_documented() {
        let page = std::fs::read_to_string(project("players/tournaments.md")).unwrap();
        let (_, page) = page.split_once("### The columns of matches.csv").unwrap();
        let (page, _) = page.split_once("\n## ").unwrap();
        for (name, _) in MATCH_COLUMNS {
            assert!(page.contains(&format!("`{name}`")), "{name}");
        }
    }

    #[test]
    fn the_winner_is_named_beside_its_letter() {
        let (_, name) = MATCH_COLUMNS.iter().find(|it| it.0 == "winner_name").unwrap();
        let named = |winner: Option<&str>| {
            let player = |name: &str| Named { name: name.to_owned(), sha256: None };
            name(&MatchRecord {
                players: Some(Both { x: player("ada"), o: player("=bob") }),
                winner: winner.map(Into::into),
                ..MatchRecord::default()
            })
        };
        assert_eq!([Some("x"), Some("o"), None].map(named), ["ada", "'=bob", ""]);
    }

    #[test]
    fn what_a_player_printed_stays_text_in_a_table() {
        let (_, said) = MATCH_COLUMNS.iter().find(|it| it.0 == "said").unwrap();
        let mut record = MatchRecord::default();
        assert_eq!(said(&record), "");
        let printed = ["=HYPERLINK(\"x\")", "\x1b[2Jred\nline"].map(str::to_owned).to_vec();
        record.fault = Some(RecordedFault { said: printed, ..RecordedFault::default() });
        assert_eq!(said(&record), "'=HYPERLINK(\"x\") | \\u{1b}[2Jred\\nline");
    }
}
