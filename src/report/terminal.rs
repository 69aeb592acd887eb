//! The ranking as text, for a terminal or a log.

use std::fmt::Write;

use crate::rating::{HeadToHead, Hypothesis};
use crate::tournament::{Results, Standings};

/// How many names may be shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Width {
    /// All.
    All,
    /// The first so many; the rest is counted.
    First(usize),
}

/// The longest name that is shown in full.
const LONGEST_NAME: usize = 32;

/// The ranking in columns, with a line above that says what was played.
pub fn ranking_text(results: &Results, standings: &Standings, width: Width) -> String {
    let settings = &results.file.settings;
    let tally = &results.tally;
    let shown = match width {
        Width::All => standings.ranking.len(),
        Width::First(most) => most.min(standings.ranking.len()),
    };
    let name = |entrant: usize| shortened(&results.file.players[entrant].name);
    let ranking = &standings.ranking[..shown];
    let widest = ranking
        .iter()
        .map(|it| name(it.entrant).chars().count())
        .max()
        .unwrap_or(0)
        .max("player".len());
    let mut text = String::new();
    let mut line = |args: std::fmt::Arguments<'_>| {
        // Writing to a string cannot fail.
        let _ = text.write_fmt(args);
        text.push('\n');
    };
    line(format_args!(
        "{}, {}, {} players, {} matches, seed {}",
        settings.game,
        settings.format,
        results.file.players.len(),
        tally.matches(),
        settings.seed
    ));
    line(format_args!(
        "      {:<widest$} {:>8} {:>5} {:>5} {:>5} {:>8}  {:>6}  95 %",
        "player", "points", "won", "drawn", "lost", "forfeits", "rating"
    ));
    for standing in ranking {
        let count = &standing.count;
        let rating = &standing.rating;
        let group = if standings.ratings.groups.len() > 1 {
            format!(" in group {}", rating.group + 1)
        } else {
            String::new()
        };
        line(format_args!(
            "{}{:>4}. {:<widest$} {:>7} {:>5} {:>5} {:>5} {:>8}  {:>6.0}  {:.0} to {:.0}{group}",
            if standing.is_top { '*' } else { ' ' },
            standing.place,
            name(standing.entrant),
            settings.points.write(standing.points),
            count.wins,
            count.draws,
            count.losses,
            count.forfeits.iter().sum::<u32>(),
            rating.rating,
            rating.low,
            rating.high,
        ));
    }
    let rest = standings.ranking.len() - shown;
    if rest > 0 {
        line(format_args!("      and {rest} more, in standings.csv"));
    }
    line(format_args!("* among the best 15 %"));
    if standings.ratings.groups.len() > 1 {
        line(format_args!(
            "ratings can be compared within a group only: {} groups never met",
            standings.ratings.groups.len()
        ));
    }
    if tally.voids() > 0 {
        let again = match results.open_voids {
            0 => String::new(),
            open if open == tally.voids() => ": --resume plays them again".to_owned(),
            open => format!(": --resume plays {open} of them again"),
        };
        line(format_args!(
            "{} matches are void, the machine was too busy for them{again}",
            tally.voids()
        ));
    }
    text
}

/// Two players compared, if there are just two and they met: score, difference in Elo, how sure it is,
/// and where a sequential test stands.
pub fn duel_text(results: &Results) -> Option<String> {
    let [one, other] = &results.file.players[..] else {
        return None;
    };
    let meetings = results.tally.meetings(0, 1)?;
    let duel = HeadToHead::from_meetings(meetings);
    let [wins, draws, losses] = results.tally.between(0, 1);
    let (one, other) = (shortened(&one.name), shortened(&other.name));
    let mut text = format!(
        "{one} against {other}: won {wins}, drawn {draws}, lost {losses}, {:.1} % of the points\n\
         Elo {:+.1}, 95 % {:+.1} to {:+.1}; {one} is the stronger one with {:.1} %\n",
        duel.score * 100.0,
        duel.elo,
        duel.elo_low,
        duel.elo_high,
        duel.superiority * 100.0
    );
    let pairs = meetings.pairs;
    if pairs != [0; 5] {
        let counts = pairs.map(|it| it.to_string()).join(" ");
        let _ = writeln!(
            text,
            "pairs from one opening with 0, 0.5, 1, 1.5, 2 points for {one}: {counts}"
        );
    }
    if let Some(sprt) = &results.sprt {
        let (low, high) = sprt.test().bounds();
        let (elo0, elo1) = (sprt.test().elo0(), sprt.test().elo1());
        let verdict = match sprt.decision() {
            Some(Hypothesis::H1) => format!("{one} is stronger by {elo1} Elo rather than {elo0}"),
            Some(Hypothesis::H0) => format!("{one} is stronger by {elo0} Elo rather than {elo1}"),
            None => "not decided".to_owned(),
        };
        let _ = writeln!(
            text,
            "sequential test: {verdict} (log-likelihood ratio {:.2}, bounds {low:.2} and {high:.2}, {} pairs)",
            sprt.llr(),
            sprt.pairs().iter().sum::<u32>()
        );
    }
    Some(text)
}

fn shortened(name: &str) -> String {
    if name.chars().count() <= LONGEST_NAME {
        return name.to_owned();
    }
    let start: String = name.chars().take(LONGEST_NAME - 1).collect();
    format!("{start}…")
}
