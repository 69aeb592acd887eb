//! The ranking as text, for a terminal or a log.

use std::fmt::Write;

use super::interval::interval_said;
use crate::rating::Hypothesis;
use crate::{Copies, Results, Standings};
use arbitro_rules::language::{Language, Said, matches_in};
use arbitro_rules::said;

/// Limit on the names shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Width {
    All,
    /// The first `n` names; the rest is counted.
    First(usize),
}

/// Maximum length of a name that is shown in full.
const MAX_NAME_LENGTH: usize = 32;

/// Formats the ranking in columns, below a line that describes the tournament.
pub fn ranking_text_in(
    results: &Results,
    standings: &Standings,
    width: Width,
    language: Language,
) -> String {
    let say = |said: Said| said.in_language(language).to_owned();
    let heads = match language {
        Language::English => ["player", "points", "won", "drawn", "lost", "forfeits", "rating"],
        Language::Italian => ["giocatore", "punti", "vinte", "patte", "perse", "forfait", "Elo"],
        Language::French => ["joueur", "points", "gagnées", "nulles", "perdues", "forfaits", "Elo"],
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
        // Writing to a string never fails.
        let _ = text.write_fmt(args);
        text.push('\n');
    };
    let (game, format, seed) = (settings.game, settings.format, settings.seed);
    let players = results.file.players.len();
    let matches = matches_in(tally.matches(), language);
    let played = say(said!(
        "{game}, {format}, {players} players, {matches}, seed {seed}",
        "{game}, {format}, {players} giocatori, {matches}, seme {seed}",
        "{game}, {format}, {players} joueurs, {matches}, graine {seed}"
    ));
    line(format_args!("{played}"));
    let mut columns = [7, 5, 5, 5, 8, 6];
    for (width, head) in columns.iter_mut().zip(&heads[1..]) {
        *width = head.chars().count().max(*width);
    }
    let [points, wins, draws, losses, forfeits, elo] = columns;
    line(format_args!(
        "      {:<widest$}  {:>points$} {:>wins$} {:>draws$} {:>losses$} {:>forfeits$}  {:>elo$}  95 %",
        heads[0], heads[1], heads[2], heads[3], heads[4], heads[5], heads[6]
    ));
    for standing in ranking {
        let count = &standing.count;
        let rating = &standing.rating;
        let group = if standings.ratings.groups.len() > 1 {
            let group = rating.group + 1;
            say(said!(" in group {group}", " nel gruppo {group}", " dans le groupe {group}"))
        } else {
            String::new()
        };
        line(format_args!(
            "{}{:>4}. {:<widest$} {:>points$} {:>wins$} {:>draws$} {:>losses$} {:>forfeits$}  {:>elo$}  {}{group}",
            if standing.is_top { '*' } else { ' ' },
            standing.place,
            name(standing.entrant),
            settings.points.write(standing.points),
            count.wins,
            count.draws,
            count.losses,
            count.forfeits.iter().sum::<u32>(),
            decimals(rating.rating, 0),
            say(interval_said(rating.low, rating.high, |elo| decimals(elo, 0))),
        ));
    }
    let rest = standings.ranking.len() - shown;
    if rest > 0 {
        let rest = say(said!(
            "      and {rest} more, in standings.csv",
            "      e altri {rest}, in standings.csv",
            "      et {rest} autres, dans standings.csv"
        ));
        line(format_args!("{rest}"));
    }
    let best = say(said!("* among the best 15 %", "* nel primo 15 %", "* parmi les premiers 15 %"));
    line(format_args!("{best}"));
    if standings.ratings.groups.len() > 1 {
        let groups = standings.ratings.groups.len();
        let groups = say(said!(
            "ratings can be compared within a group only: {groups} groups never met",
            "i punteggi Elo si possono confrontare solo all'interno di un gruppo: {groups} gruppi non si sono mai incontrati",
            "les classements Elo ne se comparent qu’à l’intérieur d’un groupe : {groups} groupes ne se sont jamais rencontrés"
        ));
        line(format_args!("{groups}"));
    }
    if let Some(copies) = copies_said(results) {
        line(format_args!("{}", say(copies)));
    }
    if tally.voids() > 0 {
        let again = match results.open_voids {
            0 => String::new(),
            open if open == tally.voids() => say(said!(
                ": --resume plays them again",
                ": --resume le rigioca",
                " : --resume les rejoue"
            )),
            open => say(said!(
                ": --resume plays {open} of them again",
                ": --resume ne rigioca {open}",
                " : --resume en rejoue {open}"
            )),
        };
        let voids = tally.voids();
        let voids = say(said!(
            "{voids} matches are void, because the machine was too busy, or failed{again}",
            "partite annullate: {voids}, la macchina era troppo occupata, o ha fallito{again}",
            "parties annulées : {voids}, la machine était trop occupée, ou a failli{again}"
        ));
        line(format_args!("{voids}"));
    }
    text
}

/// Formats a number with this many decimals; a value that rounds to zero gets no sign.
pub(super) fn decimals(number: f64, places: usize) -> String {
    let text = format!("{number:.places$}");
    let is_zero = text.bytes().all(|it| matches!(it, b'-' | b'0' | b'.'));
    match text.strip_prefix('-') {
        Some(zero) if is_zero => zero.to_owned(),
        _ => text,
    }
}

/// Describes games that were played more than once, if any, and the remedy.
pub(super) fn copies_said(results: &Results) -> Option<Said> {
    let (most, others) = results.tally.copies()?;
    let Copies { low, high, matches, games } = most;
    let [low, high] = [low, high].map(|it| shortened(&results.file.players[it].name));
    let others = match others {
        0 => Said::same(""),
        1 => said!(
            " (and 1 more pair of players)",
            " (e un'altra coppia di giocatori)",
            " (et une autre paire de joueurs)"
        ),
        _ => said!(
            " (and {others} more pairs of players)",
            " (e altre {others} coppie di giocatori)",
            " (et {others} autres paires de joueurs)"
        ),
    };
    let most = if games == 1 {
        said!(
            "copies: {low} and {high} played the same game in all {matches} matches",
            "copie: {low} e {high} hanno giocato la stessa partita tutte e {matches} le volte",
            "copies : {low} et {high} ont joué la même partie les {matches} fois"
        )
    } else {
        said!(
            "copies: {low} and {high} played {games} different games in {matches} matches",
            "copie: {low} e {high} hanno giocato {games} partite diverse su {matches}",
            "copies : {low} et {high} ont joué {games} parties différentes sur {matches}"
        )
    };
    let mend = said!(
        "; ratings count each game once, --openings random:6 gives different ones",
        "; l'Elo conta ogni partita una volta sola, --openings random:6 ne dà di diverse",
        " ; l’Elo ne compte chaque partie qu’une fois, --openings random:6 en donne de différentes"
    );
    Some(Said::joined(&[most, others, mend], ""))
}

/// Compares two players if there are just two and they met: score, Elo difference, likelihood, and
/// the state of a sequential test.
pub fn duel_text_in(
    results: &Results,
    standings: &Standings,
    language: Language,
) -> Option<String> {
    let say = |said: Said| said.in_language(language).to_owned();
    let [one, other] = &results.file.players[..] else {
        return None;
    };
    let meetings = results.tally.meetings(0, 1)?;
    // Two ratings have the mean 0, so their difference is twice the first.
    let rating = &standings.ratings.entrants[0];
    let elo = 2.0 * rating.rating;
    let reach = interval_said(rating.low, rating.high, |elo| format!("{:+.1}", 2.0 * elo));
    let reach = say(reach);
    let superiority = standings.ratings.superiority(0, 1)?;
    let [wins, draws, losses] = results.tally.between(0, 1);
    let (one, other) = (shortened(&one.name), shortened(&other.name));
    let points = f64::from(2 * wins + draws) / 2.0;
    let score = 100.0 * points / f64::from((wins + draws + losses).max(1));
    let sure = 100.0 * superiority;
    let mut text = say(said!(
        "{one} against {other}: won {wins}, drawn {draws}, lost {losses}, {score:.1} % of the points\n\
         Elo {elo:+.1}, 95 % {reach}; {one} is the stronger one with {sure:.1} %\n",
        "{one} contro {other}: vinte {wins}, patte {draws}, perse {losses}, {score:.1} % dei punti\n\
         Elo {elo:+.1}, 95 % {reach}; {one} è il più forte al {sure:.1} %\n",
        "{one} contre {other} : gagnées {wins}, nulles {draws}, perdues {losses}, {score:.1} % des points\nElo {elo:+.1}, 95 % {reach} ; {one} est le plus fort à {sure:.1} %\n"
    ));
    let pairs = meetings.pairs;
    if pairs != [0; 5] {
        let counts = pairs.map(|it| it.to_string()).join(" ");
        text.push_str(&say(said!(
            "pairs from one opening with 0, 0.5, 1, 1.5, 2 points for {one}: {counts}\n",
            "coppie da un'apertura con 0, 0.5, 1, 1.5, 2 punti per {one}: {counts}\n",
            "paires depuis une même ouverture avec 0, 0.5, 1, 1.5, 2 points pour {one} : {counts}\n"
        )));
    }
    if let Some(sprt) = &results.sprt {
        let (low, high) = sprt.test().bounds();
        let (elo0, elo1) = (sprt.test().elo0(), sprt.test().elo1());
        let verdict = match sprt.decision() {
            Some(Hypothesis::H1) => say(said!(
                "{one} is stronger by {elo1} Elo rather than {elo0}",
                "{one} è più forte di {elo1} Elo piuttosto che di {elo0}",
                "{one} est plus fort de {elo1} Elo plutôt que de {elo0}"
            )),
            Some(Hypothesis::H0) => say(said!(
                "{one} is stronger by {elo0} Elo rather than {elo1}",
                "{one} è più forte di {elo0} Elo piuttosto che di {elo1}",
                "{one} est plus fort de {elo0} Elo plutôt que de {elo1}"
            )),
            None => say(said!("not decided", "non deciso", "pas décidé")),
        };
        let (ratio, pairs) = (sprt.llr(), sprt.pairs().iter().sum::<u32>());
        text.push_str(&say(said!(
            "sequential test: {verdict} (log-likelihood ratio {ratio:.2}, bounds {low:.2} and {high:.2}, {pairs} pairs)\n",
            "test sequenziale: {verdict} (rapporto di log-verosimiglianza {ratio:.2}, limiti {low:.2} e {high:.2}, {pairs} coppie)\n", "test séquentiel : {verdict} (rapport de log-vraisemblance {ratio:.2}, bornes {low:.2} et {high:.2}, {pairs} paires)\n"
        )));
    }
    Some(text)
}

fn shortened(name: &str) -> String {
    if name.chars().count() <= MAX_NAME_LENGTH {
        return name.to_owned();
    }
    let start: String = name.chars().take(MAX_NAME_LENGTH - 1).collect();
    format!("{start}…")
}
