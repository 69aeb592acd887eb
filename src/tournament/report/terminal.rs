//! The ranking as text, for a terminal or a log.

use std::fmt::Write;

use crate::rating::{HeadToHead, Hypothesis};
use crate::{Results, Standings};
use arbitro_rules::language::{Language, Said};
use arbitro_rules::said;

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
pub fn ranking_text_in(
    results: &Results,
    standings: &Standings,
    width: Width,
    language: Language,
) -> String {
    let say = |said: Said| said.in_language(language).to_owned();
    let heads = match language {
        Language::English => [
            "player", "points", "won", "drawn", "lost", "forfeits", "rating",
        ],
        Language::Italian => [
            "giocatore",
            "punti",
            "vinte",
            "patte",
            "perse",
            "forfait",
            "Elo",
        ],
    };
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
        .max(heads[0].len());
    let mut text = String::new();
    let mut line = |args: std::fmt::Arguments<'_>| {
        // Writing to a string cannot fail.
        let _ = text.write_fmt(args);
        text.push('\n');
    };
    let (game, format, seed) = (settings.game, settings.format, settings.seed);
    let (players, matches) = (results.file.players.len(), tally.matches());
    let played = say(said!(
        "{game}, {format}, {players} players, {matches} matches, seed {seed}",
        "{game}, {format}, {players} giocatori, {matches} partite, seme {seed}"
    ));
    line(format_args!("{played}"));
    line(format_args!(
        "      {:<widest$} {:>8} {:>5} {:>5} {:>5} {:>8}  {:>6}  95 %",
        heads[0], heads[1], heads[2], heads[3], heads[4], heads[5], heads[6]
    ));
    let to = say(said!("to", "a"));
    for standing in ranking {
        let count = &standing.count;
        let rating = &standing.rating;
        let group = if standings.ratings.groups.len() > 1 {
            let group = rating.group + 1;
            say(said!(" in group {group}", " nel gruppo {group}"))
        } else {
            String::new()
        };
        line(format_args!(
            "{}{:>4}. {:<widest$} {:>7} {:>5} {:>5} {:>5} {:>8}  {:>6.0}  {:.0} {to} {:.0}{group}",
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
        let rest = say(said!(
            "      and {rest} more, in standings.csv",
            "      e altri {rest}, in standings.csv"
        ));
        line(format_args!("{rest}"));
    }
    let best = say(said!("* among the best 15 %", "* nel primo 15 %"));
    line(format_args!("{best}"));
    if standings.ratings.groups.len() > 1 {
        let groups = standings.ratings.groups.len();
        let groups = say(said!(
            "ratings can be compared within a group only: {groups} groups never met",
            "i punteggi Elo si possono confrontare solo all'interno di un gruppo: {groups} gruppi non si sono mai incontrati"
        ));
        line(format_args!("{groups}"));
    }
    if tally.voids() > 0 {
        let again = match results.open_voids {
            0 => String::new(),
            open if open == tally.voids() => say(said!(
                ": --resume plays them again",
                ": --resume le rigioca"
            )),
            open => say(said!(
                ": --resume plays {open} of them again",
                ": --resume ne rigioca {open}"
            )),
        };
        let voids = tally.voids();
        let voids = say(said!(
            "{voids} matches are void, the machine was too busy for them{again}",
            "partite annullate: {voids}, la macchina era troppo occupata{again}"
        ));
        line(format_args!("{voids}"));
    }
    text
}

/// Two players compared, if there are just two and they met: score, difference in Elo, how sure it is,
/// and where a sequential test stands.
pub fn duel_text_in(results: &Results, language: Language) -> Option<String> {
    let say = |said: Said| said.in_language(language).to_owned();
    let [one, other] = &results.file.players[..] else {
        return None;
    };
    let meetings = results.tally.meetings(0, 1)?;
    let duel = HeadToHead::from_meetings(meetings);
    let [wins, draws, losses] = results.tally.between(0, 1);
    let (one, other) = (shortened(&one.name), shortened(&other.name));
    let (score, elo, sure) = (duel.score * 100.0, duel.elo, duel.superiority * 100.0);
    let (low, high) = (duel.elo_low, duel.elo_high);
    let mut text = say(said!(
        "{one} against {other}: won {wins}, drawn {draws}, lost {losses}, {score:.1} % of the points\n\
         Elo {elo:+.1}, 95 % {low:+.1} to {high:+.1}; {one} is the stronger one with {sure:.1} %\n",
        "{one} contro {other}: vinte {wins}, patte {draws}, perse {losses}, {score:.1} % dei punti\n\
         Elo {elo:+.1}, 95 % da {low:+.1} a {high:+.1}; {one} è il più forte al {sure:.1} %\n"
    ));
    let pairs = meetings.pairs;
    if pairs != [0; 5] {
        let counts = pairs.map(|it| it.to_string()).join(" ");
        text.push_str(&say(said!(
            "pairs from one opening with 0, 0.5, 1, 1.5, 2 points for {one}: {counts}\n",
            "coppie da un'apertura con 0, 0.5, 1, 1.5, 2 punti per {one}: {counts}\n"
        )));
    }
    if let Some(sprt) = &results.sprt {
        let (low, high) = sprt.test().bounds();
        let (elo0, elo1) = (sprt.test().elo0(), sprt.test().elo1());
        let verdict = match sprt.decision() {
            Some(Hypothesis::H1) => say(said!(
                "{one} is stronger by {elo1} Elo rather than {elo0}",
                "{one} è più forte di {elo1} Elo piuttosto che di {elo0}"
            )),
            Some(Hypothesis::H0) => say(said!(
                "{one} is stronger by {elo0} Elo rather than {elo1}",
                "{one} è più forte di {elo0} Elo piuttosto che di {elo1}"
            )),
            None => say(said!("not decided", "non deciso")),
        };
        let (ratio, pairs) = (sprt.llr(), sprt.pairs().iter().sum::<u32>());
        text.push_str(&say(said!(
            "sequential test: {verdict} (log-likelihood ratio {ratio:.2}, bounds {low:.2} and {high:.2}, {pairs} pairs)\n",
            "test sequenziale: {verdict} (rapporto di log-verosimiglianza {ratio:.2}, limiti {low:.2} e {high:.2}, {pairs} coppie)\n"
        )));
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
