//! The columns of a ranking, which every rendering draws: the terminal, `standings.csv`, JSON, and the
//! report, of which the page of `serve` shows parts.

use serde_json::{Map, Value, json};

use super::csv_cell::cell as escaped;
use super::decimals::decimals;
use super::interval_text::{Interval, is_bounded};
use super::page::words as of_page;
use crate::rating::Rating;
use crate::settings::decimal::write_hundredths;
use crate::words;
use crate::{Count, FORFEITS, Format, Points, Results, Standing, Standings, Stay, predecessor};
use arbitro_html::text;
use arbitro_words::{Label, Language, say};

/// A line of the ranking, with what its cells are made of.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Row<'a> {
    pub(super) standing: &'a Standing,
    results: &'a Results,
    is_by_rating: bool,
    stay: Stay,
}

/// A ranking: what every rendering draws.
#[derive(Debug)]
pub(super) struct Ranking<'a> {
    columns: Vec<&'static Column>,
    /// The lines, best first, with a cell for each column.
    pub(super) rows: Vec<(Row<'a>, Vec<Cell>)>,
}

fn columns(results: &Results) -> impl Iterator<Item = &'static Column> {
    let grown = if results.file.phases.is_empty() { &[][..] } else { &OF_PHASES };
    COLUMNS.iter().chain(grown)
}

/// Makes a ranking of a tournament's standings.
pub(super) fn ranking<'a>(results: &'a Results, standings: &'a Standings) -> Ranking<'a> {
    let columns: Vec<&Column> = columns(results).collect();
    let stays = results.file.stays();
    let row = |standing: &'a Standing| {
        let stay = stays.get(standing.entrant).copied();
        let stay = stay.unwrap_or(Stay { came: 1, left: None });
        let row = Row { standing, results, is_by_rating: standings.is_by_rating, stay };
        let cells = columns.iter().map(|column| (column.cell)(&row)).collect();
        (row, cells)
    };
    Ranking { rows: standings.ranking.iter().map(row).collect(), columns }
}

impl Ranking<'_> {
    /// Lists the columns that a rendering draws: where their cells stand, and what `pick` takes of them.
    pub(super) fn columns_drawn<T>(
        &self,
        pick: impl Fn(&'static Column, &'static Rendering) -> Option<T>,
    ) -> Vec<(usize, T)> {
        let picked =
            |it: &&'static Column| it.renderings.iter().find_map(|rendering| pick(it, rendering));
        let all = self.columns.iter().map(picked);
        (0..).zip(all).filter_map(|(at, it)| Some((at, it?))).collect()
    }

    /// An object for each line, with members of these names.
    fn objects(
        &self,
        name: impl Fn(&'static Column, &'static Rendering) -> Option<&'static str>,
        value: impl Fn(&Cell) -> Value,
    ) -> Vec<Map<String, Value>> {
        let columns = self.columns_drawn(name);
        let member =
            |cells: &[Cell], &(at, name): &(usize, &str)| (name.to_owned(), value(&cells[at]));
        let object =
            |(_, cells): &(_, Vec<Cell>)| columns.iter().map(|it| member(cells, it)).collect();
        self.rows.iter().map(object).collect()
    }
}

impl<'a> Row<'a> {
    pub(super) fn name(&self) -> &'a str {
        &self.results.file.players[self.standing.entrant].name
    }

    fn points(&self, hundredths: u64) -> Cell {
        Cell::Points(hundredths, self.results.file.settings.points)
    }
}

#[derive(Clone, Debug)]
pub(super) enum Cell {
    /// A rank; none of a player that has none.
    Place(Option<usize>),
    Name(String),
    Text(Option<String>),
    Count(Option<u64>),
    /// Points in hundredths.
    Points(u64, Points),
    /// Points in hundredths, doubled.
    DoubledPoints(u64),
    Share(f64),
    /// Losses by forfeit, of all causes.
    Forfeits(Count),
    /// The rating, or an end of its interval.
    Elo(Rating, f64),
    Interval(Rating),
    Probability(Option<f64>),
    Flag(bool),
}

/// A rendering that draws a column.
#[derive(Debug)]
pub(super) enum Rendering {
    /// A terminal: head and least width.
    Terminal(Label, usize),
    Csv,
    Json,
    /// The report: class and head.
    Report(&'static str, Label),
    /// The report of these formats, as a tie-break: head and meaning.
    Tie(&'static [Format], Label, Label),
}

use Rendering::{Csv, Json, Report, Terminal, Tie};

#[derive(Debug)]
pub(super) struct Column {
    pub(super) name: &'static str,
    pub(super) renderings: &'static [Rendering],
    pub(super) cell: fn(&Row<'_>) -> Cell,
}

const fn column(
    name: &'static str,
    renderings: &'static [Rendering],
    cell: fn(&Row<'_>) -> Cell,
) -> Column {
    Column { name, renderings, cell }
}

/// Class of a number in the report, and of one that a narrow screen leaves out.
const NUMBER: &str = "n";
const SPARE: &str = "n spare";

/// The columns, in the order of every rendering.
#[rustfmt::skip]
static COLUMNS: [Column; 28] = [
    column("place", &[Csv, Json, Report(NUMBER, of_page::PLACE)], |it| Cell::Place(it.standing.place)),
    column("name", &[Csv, Json, Report("", of_page::PLAYER)], |it| Cell::Name(it.name().to_owned())),
    column("author", &[Csv], |it| Cell::Text(it.results.file.players[it.standing.entrant].author.clone())),
    column("points", &[Terminal(words::POINTS, 7), Csv, Json, Report(NUMBER, of_page::POINTS)], |it| it.points(it.standing.points)),
    column("played", &[Csv, Json, Report(SPARE, of_page::PLAYED)], |it| count(it.standing.count.played())),
    column("wins", &[Terminal(words::WON, 5), Csv, Json, Report(SPARE, of_page::WON)], |it| count(it.standing.count.wins)),
    column("draws", &[Terminal(words::DRAWN, 5), Csv, Json, Report(SPARE, of_page::DRAWN)], |it| count(it.standing.count.draws)),
    column("losses", &[Terminal(words::LOST, 5), Csv, Json, Report(SPARE, of_page::LOST)], |it| count(it.standing.count.losses)),
    column("byes", &[Csv], |it| count(it.standing.byes)),
    column("survived", &[Csv], survived),
    column("forfeits", &[Terminal(words::FORFEITS, 8), Csv, Json, Report(NUMBER, of_page::FORFEITS)], |it| Cell::Forfeits(it.standing.count)),
    // Each format breaks ties in an order of its own.
    column("survived", &[Tie(&[Format::Knockout], of_page::ROUNDS_HEAD, of_page::ROUNDS_SURVIVED)], survived),
    column("share", &[Tie(&[Format::Knockout, Format::Gauntlet], of_page::PER_MATCH, of_page::POINTS_PER_MATCH)], share),
    column("buchholz", &[Tie(&[Format::Swiss], of_page::BUCHHOLZ, of_page::BUCHHOLZ_MEANING)], buchholz),
    column("head_to_head", &[Csv, Tie(&[Format::RoundRobin], of_page::DIRECT, of_page::HEAD_TO_HEAD)], head_to_head),
    column("sonneborn_berger", &[Csv, Tie(&[Format::RoundRobin, Format::Swiss], of_page::SB, of_page::SONNEBORN_BERGER)], |it| Cell::DoubledPoints(it.standing.tie_breaks.sonneborn_berger)),
    column("head_to_head", &[Tie(&[Format::Swiss], of_page::DIRECT, of_page::HEAD_TO_HEAD)], head_to_head),
    column("buchholz", &[Csv], buchholz),
    column("rating_group", &[Report(NUMBER, of_page::GROUP)], group),
    column("rating", &[Terminal(words::RATING, 6), Csv, Json, Report(SPARE, of_page::ELO)], |it| Cell::Elo(it.standing.rating, it.standing.rating.rating)),
    column("interval", &[Report("still spare", of_page::RATING_INTERVAL)], |it| Cell::Interval(it.standing.rating)),
    column("rating_low", &[Csv, Json], |it| Cell::Elo(it.standing.rating, it.standing.rating.low)),
    column("rating_high", &[Csv, Json], |it| Cell::Elo(it.standing.rating, it.standing.rating.high)),
    column("rating_group", &[Csv, Json], group),
    column("superiority", &[Csv, Json, Report(SPARE, of_page::ABOVE_NEXT)], |it| Cell::Probability(it.standing.superiority)),
    column("sha256", &[Csv], |it| Cell::Text(Some(it.results.file.players[it.standing.entrant].sha256.clone()))),
    column("distinct_games", &[Csv, Json], |it| Cell::Count(Some(it.standing.rating.matches))),
    column("top", &[Csv, Json], |it| Cell::Flag(it.standing.is_top)),
];

/// The last columns of a tournament that grew.
#[rustfmt::skip]
static OF_PHASES: [Column; 4] = [
    column("phase", &[Csv, Json], |it| Cell::Count(Some(it.stay.came as u64))),
    column("left", &[Csv, Json], |it| Cell::Count(it.stay.left.map(|it| it as u64))),
    column("replaces", &[Csv, Json], |it| Cell::Text(predecessor(it.name()))),
    column("by_rating", &[Json], |it| Cell::Flag(it.is_by_rating)),
];

fn count(number: u32) -> Cell {
    Cell::Count(Some(number.into()))
}

fn survived(row: &Row<'_>) -> Cell {
    Cell::Count(row.standing.survived.map(u64::from))
}

fn share(row: &Row<'_>) -> Cell {
    let played = f64::from(row.standing.count.played().max(1));
    Cell::Share(row.standing.points as f64 / 100.0 / played)
}

fn buchholz(row: &Row<'_>) -> Cell {
    row.points(row.standing.tie_breaks.buchholz)
}

fn head_to_head(row: &Row<'_>) -> Cell {
    row.points(row.standing.tie_breaks.head_to_head)
}

fn group(row: &Row<'_>) -> Cell {
    Cell::Count(Some(row.standing.rating.group as u64 + 1))
}

/// The ranking as JSON, an object for each entrant.
pub fn ranking_json(results: &Results, standings: &Standings) -> Vec<Map<String, Value>> {
    let name = |column: &'static Column, it: &_| matches!(it, Json).then_some(column.name);
    ranking(results, standings).objects(name, Cell::json)
}

impl Column {
    /// The heads of its cells in a table for spreadsheets.
    pub(super) fn csv_heads(&self) -> Vec<&'static str> {
        let causes = if self.name == "forfeits" { &FORFEITS[..] } else { &[] };
        [self.name].into_iter().chain(causes.iter().copied()).collect()
    }
}

impl Cell {
    /// Its cells in a table for spreadsheets.
    pub(super) fn csv(&self) -> Vec<String> {
        let or_empty = |text: Option<String>| text.unwrap_or_default();
        vec![match self {
            Cell::Place(place) => or_empty(place.map(|place| place.to_string())),
            Cell::Name(name) => escaped(name),
            Cell::Text(text) => or_empty(text.as_deref().map(escaped)),
            Cell::Count(count) => or_empty(count.map(|count| count.to_string())),
            Cell::Points(hundredths, points) => points.write(*hundredths),
            Cell::DoubledPoints(doubled) => write_hundredths(doubled / 2),
            Cell::Share(share) => decimals(*share, 3),
            Cell::Forfeits(count) => {
                let all = [count.forfeited()].into_iter().chain(count.forfeits);
                return all.map(|it| it.to_string()).collect();
            }
            Cell::Elo(rating, elo) => known(rating, *elo),
            Cell::Interval(rating) => say(&interval(rating, text::elo), Language::English).into(),
            Cell::Probability(probability) => or_empty(probability.map(|it| format!("{it:.3}"))),
            Cell::Flag(is_set) => if *is_set { "yes" } else { "" }.to_owned(),
        }]
    }

    fn json(&self) -> Value {
        match self {
            Cell::Place(place) => json!(place),
            Cell::Name(name) => json!(name),
            Cell::Text(text) => json!(text),
            Cell::Count(count) => json!(count),
            Cell::Points(hundredths, _) => json!(*hundredths as f64 / 100.0),
            Cell::DoubledPoints(doubled) => json!(*doubled as f64 / 200.0),
            Cell::Share(share) => json!(share),
            Cell::Forfeits(count) => {
                count.causes().map(|(cause, times)| (cause.to_owned(), times)).collect()
            }
            Cell::Elo(_, elo) => json!((elo * 10.0).round() / 10.0 + 0.0),
            Cell::Interval(rating) => json!([rating.low, rating.high]),
            Cell::Probability(probability) => json!(probability),
            Cell::Flag(is_set) => json!(is_set),
        }
    }

    /// The number to sort by.
    pub(super) fn number(&self) -> f64 {
        match *self {
            Cell::Count(count) => count.unwrap_or(0) as f64,
            Cell::Points(hundredths, _) => hundredths as f64,
            Cell::DoubledPoints(doubled) => doubled as f64 / 200.0,
            Cell::Share(share) => share,
            _ => 0.0,
        }
    }

    pub(super) fn text(&self) -> String {
        match self {
            Cell::Count(count) => count.unwrap_or(0).to_string(),
            Cell::DoubledPoints(_) => format!("{:.2}", self.number()),
            Cell::Forfeits(count) => count.forfeited().to_string(),
            Cell::Elo(Rating { matches: 0, .. }, _) => "–".to_owned(),
            Cell::Elo(_, elo) => decimals(*elo, 0),
            _ => self.csv().concat(),
        }
    }
}

/// The interval of a rating, which a player without a match has not.
pub(super) fn interval(rating: &Rating, elo: impl Fn(f64) -> String) -> Interval {
    match rating.matches {
        0 => Interval::Unknown,
        _ => Interval::between(rating.low, rating.high, elo),
    }
}

/// Formats an end of a rating's interval, or the rating; empty if no result bounds it.
fn known(rating: &Rating, elo: f64) -> String {
    if rating.matches > 0 && is_bounded(elo) { decimals(elo, 1) } else { String::new() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rating::ELO_LIMIT;

    #[test]
    fn an_end_of_an_interval_that_nothing_bounds_is_empty() {
        let rating = Rating { rating: 12.5, low: -ELO_LIMIT, high: 31.0, group: 0, matches: 4 };
        let cells = |it: Rating| [it.rating, it.low, it.high].map(|elo| known(&it, elo));
        assert_eq!(cells(rating), ["12.5", "", "31.0"]);
        assert_eq!(cells(Rating { matches: 0, ..rating }), [""; 3]);
    }
}
