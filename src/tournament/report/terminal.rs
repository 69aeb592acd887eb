//! The ranking as text, for a terminal or a log.

use std::cmp::Ordering;
use std::fmt::Write;

use super::columns::{Rendering, Row, interval, ranking};
use super::decimals::decimals;
use super::sequential::{difference, test_text_in};
use crate::words::{self, Again, Comparison, CopiedGames, Matches, Stronger, TournamentMessage};
use crate::{Copies, Results, Standings};
use arbitro_words::{Count, Decimals, Language, say};

/// Limit on the names shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Width {
    All,
    /// The first `n` names; the rest is counted.
    First(usize),
}

const MAX_NAME_LENGTH: usize = 32;
/// Characters of a name that the narrowest terminal leaves.
const MIN_NAME_LENGTH: usize = 8;

/// Formats the ranking in columns, below a line that describes the tournament, and compares two players if there
/// are just two. On a terminal of fewer `columns` than its rows have, it is names, points and ratings alone.
pub fn ranking_text_in(
    results: &Results,
    standings: &Standings,
    width: Width,
    columns: Option<usize>,
    language: Language,
) -> String {
    let say = |text: TournamentMessage<'_>| say(&text, language);
    let settings = &results.file.settings;
    let shown = match width {
        Width::All => standings.ranking.len(),
        Width::First(most) => most.min(standings.ranking.len()),
    };
    let name = |entrant: usize| shortened(&results.file.players[entrant].name);
    let ranking = &standings.ranking[..shown];
    let mut text = String::new();
    let mut line = |line: &str| {
        text.push_str(line);
        text.push('\n');
    };
    line(&say(TournamentMessage::Played {
        game: settings.game.name(),
        format: &settings.format.to_string(),
        players: results.file.players.len(),
        matches: matches(results),
        seed: settings.seed,
    }));
    line(table(results, standings, shown, columns, language).trim_end());
    let rest = standings.ranking.len() - shown;
    if rest > 0 {
        line(&say(TournamentMessage::NotListed(rest)));
    }
    if let Some(best) = settings.best {
        line(&say(TournamentMessage::Best(best)));
    }
    if standings.ratings.groups.len() > 1 {
        let groups = standings.ratings.groups.len();
        line(&say(TournamentMessage::Unlinked { groups }));
    }
    if standings.is_by_rating {
        line(&say(TournamentMessage::ByRating));
    }
    let left = ranking.iter().filter(|it| it.has_left).map(|it| name(it.entrant));
    let left: Vec<String> = left.collect();
    if !left.is_empty() {
        line(&say(TournamentMessage::HaveLeft(&left.join(", "))));
    }
    let withdrawn = results.schedule.withdrawn().len();
    if withdrawn > 0 {
        line(&say(TournamentMessage::Withdrawn(withdrawn)));
    }
    if let Some(copies) = copies(results) {
        line(&say(copies));
    }
    if results.voids() > 0 {
        let (voids, open) = (results.voids(), results.open_voids.len() as u64);
        let again = match open {
            0 => Again::None,
            _ if open == voids => Again::All,
            _ => Again::Some(open),
        };
        line(&say(TournamentMessage::Voids { voids, again }));
    }
    text.extend(duel_text_in(results, standings, language));
    text
}

/// Characters of a row before the name.
const BEFORE_NAME: usize = 7;
/// The columns of a terminal that has no room for all.
const NARROW: [&str; 2] = ["points", "rating"];

/// The rows of the ranking, below their heads.
fn table(
    results: &Results,
    standings: &Standings,
    shown: usize,
    columns: Option<usize>,
    language: Language,
) -> String {
    let length = |text: &str| text.chars().count();
    let ranking = ranking(results, standings);
    let rows = &ranking.rows[..shown];
    let head = words::PLAYER.of(language);
    let lengths = rows.iter().map(|(it, _)| length(&shortened(it.name())));
    let widest = lengths.max().unwrap_or(0).max(length(head));
    let mut drawn = ranking.columns_drawn(|column, it| match it {
        Rendering::Terminal(head, least) => {
            let head = head.of(language);
            Some((column.name, head, length(head).max(*least)))
        }
        _ => None,
    });
    let all: usize = drawn.iter().map(|(_, (_, _, width))| width + 1).sum();
    let narrow = columns.filter(|&column| column < BEFORE_NAME + widest + all + 2);
    let named = narrow.map_or(widest, |narrow| {
        drawn.retain(|(_, (column, ..))| NARROW.contains(column));
        let rest: usize = drawn.iter().map(|(_, (_, _, width))| width + 1).sum();
        // Names give way last.
        widest.min(narrow.saturating_sub(BEFORE_NAME + rest)).max(MIN_NAME_LENGTH)
    });
    let is_wide = narrow.is_none();
    let cells = |cell: &dyn Fn(usize, &'static str) -> String| -> String {
        let padded = drawn.iter().map(|&(at, (column, head, width))| {
            let gap = if is_wide && column == "rating" { 2 } else { 1 };
            format!("{:gap$}{:>width$}", "", cell(at, head))
        });
        padded.collect()
    };
    let reach = if is_wide { "  95 %" } else { "" };
    let mut text = format!("      {head:<named$} {}{reach}\n", cells(&|_, head| head.to_owned()));
    for (row, of_row) in rows {
        let top = if row.standing.is_top { '*' } else { ' ' };
        let place = row.standing.place.map_or_else(String::new, |place| format!("{place}."));
        let name = shortened_to(&shortened(row.name()), named);
        let cells = cells(&|at, _| of_row[at].text());
        let reach = if is_wide { reach_of(row, standings, language) } else { String::new() };
        // Writing to a string never fails.
        let _ = writeln!(text, "{top}{place:>5} {name:<named$}{cells}{reach}");
    }
    text
}

/// The interval of a rating, and the group that it is known in.
fn reach_of(row: &Row<'_>, standings: &Standings, language: Language) -> String {
    let rating = &row.standing.rating;
    let reach = say(&interval(rating, |elo| decimals(elo, 0)), language);
    // A player without a match is a group of its own.
    let group = if standings.ratings.groups.len() > 1 && rating.matches > 0 {
        say(&TournamentMessage::InGroup(rating.group + 1), language)
    } else {
        "".into()
    };
    format!("  {reach}{group}")
}

/// Counts the matches played, and all of them if their number is known.
pub(super) fn matches(results: &Results) -> Matches {
    let played = results.tally.matches();
    match results.schedule.total().map(Count::Matches) {
        _ if results.is_complete() => Matches::All(Count::Matches(played)),
        Some(all) => Matches::Of { played, all },
        None => Matches::SoFar(Count::Matches(played)),
    }
}

/// Games that were played more than once, if any, and the remedy.
pub(super) fn copies(results: &Results) -> Option<TournamentMessage<'static>> {
    let (most, others) = results.tally.copies()?;
    let Copies { low, high, matches, games } = most;
    let [low, high] = [low, high].map(|it| shortened(&results.file.players[it].name));
    let settings = &results.file.settings;
    let openings = settings.openings.more_varied(settings.max_plies).map(|it| it.to_string());
    Some(TournamentMessage::Copies(CopiedGames { low, high, games, matches, others, openings }))
}

/// Compares two players if there are just two and they met: score, Elo difference, likelihood, or a
/// sequential test in their place.
pub fn duel_text_in(
    results: &Results,
    standings: &Standings,
    language: Language,
) -> Option<String> {
    let say = |text: Comparison<'_>| say(&text, language);
    let test = test_text_in(results, language).map(|test_text| test_text + "\n");
    if results.file.players.len() != 2 {
        return test;
    }
    let mut pairs = results.tally.meetings(0, 1)?.pairs;
    let [first, second] = results.tested().unwrap_or([0, 1]);
    if first > second {
        pairs.reverse();
    }
    let [won, drawn, lost] = results.tally.between(first, second);
    let [one, other] = [first, second].map(|it| shortened(&results.file.players[it].name));
    let (one, other) = (&*one, &*other);
    let points = f64::from(2 * won + drawn) / 2.0;
    let score = Decimals(100.0 * points / f64::from((won + drawn + lost).max(1)));
    let mut text = say(Comparison::Duel { one, other, won, drawn, lost, score }).into_owned();
    if test.is_none() {
        let (elo, reach) = &difference(&standings.ratings.entrants[first]);
        let sure = 100.0 * standings.ratings.superiority(first, second)?;
        let stronger = match leans(sure) {
            Ordering::Greater => Some(Stronger { name: one, sure: Decimals(sure) }),
            Ordering::Less => Some(Stronger { name: other, sure: Decimals(100.0 - sure) }),
            Ordering::Equal => None,
        };
        text.push_str(&say(Comparison::Difference { elo: *elo, reach, stronger }));
    }
    if pairs != [0; 5] {
        let pairs = &pairs.map(|pair| pair.to_string()).join(" ");
        text.push_str(&say(Comparison::Pairs { one, pairs }));
    }
    text.extend(test);
    Some(text)
}

/// Compares a likelihood in percent with that of equals, as precisely as it is shown.
fn leans(sure: f64) -> Ordering {
    ((10.0 * sure).round() as i64).cmp(&500)
}

fn shortened(name: &str) -> String {
    shortened_to(name, MAX_NAME_LENGTH)
}

fn shortened_to(name: &str, most: usize) -> String {
    if name.chars().count() <= most {
        return name.to_owned();
    }
    let start: String = name.chars().take(most - 1).collect();
    format!("{start}…")
}
