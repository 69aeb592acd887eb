//! Tables for spreadsheets: `standings.csv`, `crosstable.csv`, `matches.csv`.
//!
//! Some texts come from players: one that a spreadsheet would take for a formula is prefixed with
//! an apostrophe.

use std::path::Path;

use super::terminal::decimals;
use super::{ReportError, failed};
use crate::{FORFEITS, Results, Standing, Standings, store};
use arbitro_records::MatchRecord;

/// Returns true for a text that a spreadsheet takes for a formula, also after leading apostrophes,
/// so that different texts never give the same cell.
fn is_formula(text: &str) -> bool {
    let text = text.trim_start_matches('\'');
    text.starts_with(['=', '+', '-', '@', '\t', '\r'])
}

/// Formats a text as a cell that stays text.
pub fn cell(text: &str) -> String {
    if is_formula(text) { format!("'{text}") } else { text.to_owned() }
}

/// Returns the text of a cell in one of these tables.
pub fn text_of_cell(cell: &str) -> &str {
    match cell.strip_prefix('\'') {
        Some(text) if is_formula(text) => text,
        Some(_) | None => cell,
    }
}

/// Writes `standings.csv`: a line for each entrant, best first.
pub fn write_standings(
    folder: &Path,
    results: &Results,
    standings: &Standings,
) -> Result<(), ReportError> {
    let file = "standings.csv";
    let heads = [
        "place", "name", "author", "points", "played", "wins", "draws", "losses", "byes",
        "survived", "forfeits",
    ];
    let tails = [
        "head_to_head",
        "sonneborn_berger",
        "buchholz",
        "rating",
        "rating_low",
        "rating_high",
        "rating_group",
        "superiority",
        "top_15_percent",
        "sha256",
        "distinct_games",
        "top",
    ];
    let written = store(&folder.join(file), |target| {
        let mut table = csv::Writer::from_writer(target);
        table.write_record(heads.iter().chain(&FORFEITS).chain(&tails))?;
        for standing in &standings.ranking {
            table.write_record(standing_row(results, standing))?;
        }
        table.flush()
    });
    written.map_err(failed(file))
}

fn standing_row(results: &Results, standing: &Standing) -> Vec<String> {
    let player = &results.file.players[standing.entrant];
    let points = results.file.settings.points;
    let count = &standing.count;
    let breaks = &standing.tie_breaks;
    let rating = &standing.rating;
    let mut row = vec![
        standing.place.to_string(),
        cell(&player.name),
        cell(player.author.as_deref().unwrap_or("")),
        points.write(standing.points),
        count.played().to_string(),
        count.wins.to_string(),
        count.draws.to_string(),
        count.losses.to_string(),
        standing.byes.to_string(),
        standing.survived.map_or_else(String::new, |it| it.to_string()),
        count.forfeits.iter().sum::<u32>().to_string(),
    ];
    row.extend(count.forfeits.iter().map(ToString::to_string));
    let is_top = if standing.is_top { "yes" } else { "" };
    row.extend([
        points.write(breaks.head_to_head),
        hundredths(breaks.sonneborn_berger * 100 / 2),
        points.write(breaks.buchholz),
        decimals(rating.rating, 1),
        decimals(rating.low, 1),
        decimals(rating.high, 1),
        (rating.group + 1).to_string(),
        standing.superiority.map_or_else(String::new, |it| format!("{it:.3}")),
        is_top.to_owned(),
        player.sha256.clone(),
        rating.matches.to_string(),
        is_top.to_owned(),
    ]);
    row
}

/// Formats a number in ten-thousandths with at most two decimals, without trailing zeros.
fn hundredths(number: u64) -> String {
    let (whole, rest) = (number / 10_000, number % 10_000 / 100);
    if rest == 0 {
        whole.to_string()
    } else {
        format!("{whole}.{rest:02}").trim_end_matches('0').to_owned()
    }
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
            row.push(standing.place.to_string());
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

/// The columns of `matches.csv`: a line for each match that counts, in the order of the journal.
pub(super) const MATCH_HEADS: [&str; 20] = [
    "id",
    "round",
    "opening",
    "x",
    "o",
    "winner",
    "reason",
    "plies",
    "fault_by",
    "fault_ply",
    "diagnosis",
    "text",
    "x_ms",
    "o_ms",
    "x_slowest_ms",
    "o_slowest_ms",
    "x_peak_kib",
    "o_peak_kib",
    "warnings",
    "seed",
];

pub(super) fn match_row(record: &MatchRecord) -> Vec<String> {
    let number = |it: Option<u64>| it.map_or_else(String::new, |it| it.to_string());
    let text = |it: &Option<String>| it.as_deref().map(cell).unwrap_or_default();
    let name = |player: fn(&arbitro_records::Players) -> &str| {
        let players = record.players.as_ref();
        players.map(player).map(cell).unwrap_or_default()
    };
    let fault = record.fault.as_ref();
    // Player 1's plies have even indices.
    let times = |first: usize| record.ms.iter().skip(first).step_by(2);
    let sum = |first| decimals(times(first).sum(), 3);
    let slowest = |first| decimals(times(first).copied().fold(0.0, f64::max), 3);
    let peaks = record.peak_kib;
    vec![
        record.id.as_ref().map_or_else(String::new, ToString::to_string),
        number(record.round.map(u64::from)),
        number(record.opening),
        name(|it| &it.x.name),
        name(|it| &it.o.name),
        text(&record.winner),
        text(&record.reason),
        number(record.plies),
        fault.map_or_else(String::new, |it| cell(&it.player)),
        number(fault.map(|it| it.ply)),
        fault.map_or_else(String::new, |it| text(&it.diagnosis)),
        fault.map_or_else(String::new, |it| text(&it.text)),
        sum(0),
        sum(1),
        slowest(0),
        slowest(1),
        number(peaks.and_then(|it| it.x)),
        number(peaks.and_then(|it| it.o)),
        record.warnings.len().to_string(),
        number(record.seed),
    ]
}
