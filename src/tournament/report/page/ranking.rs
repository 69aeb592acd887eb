//! The ranking: who is how good, by points and by rating, and how sure that is.

use maud::{Markup, html};

use super::charts::{Scale, interval};
use super::{View, words};
use crate::{Format, Standing};
use arbitro_rules::said;

/// The width of the chart of ratings.
const WIDTH: f64 = 150.0;

const SURVIVED: [&str; 2] = ["rounds survived", "turni di gioco superati"];
const PER_MATCH: [&str; 2] = ["points for each match", "punti per partita"];

/// A column of what decides between those with as much of the first.
struct Column {
    head: [&'static str; 2],
    meaning: [&'static str; 2],
    /// What is sorted by, and what is shown.
    value: fn(&View<'_>, &Standing) -> (f64, String),
}

impl View<'_> {
    pub(super) fn ranking(&self) -> Markup {
        let ranking = &self.standings.ranking;
        let rated = ranking.iter().filter(|it| it.rating.matches > 0);
        let low = rated.clone().map(|it| it.rating.low).fold(0.0, f64::min);
        let high = rated.map(|it| it.rating.high).fold(0.0, f64::max);
        let scale = Scale::new(low, high, WIDTH);
        let columns = columns(self.settings().format);
        let has_groups = self.groups() > 1;
        html! {
            section id="ranking" aria-labelledby="ranking-h" {
                h2 id="ranking-h" { (self.say("Ranking", "Classifica")) }
                (self.ranking_notes(&columns))
                div .box tabindex="0" role="region" aria-labelledby="ranking-h" {
                    table .sort {
                        caption { (self.say("The players, best first", "I giocatori, dal migliore")) }
                        thead { tr {
                            th scope="col" .n { (self.say("Place", "Posto")) }
                            th scope="col" { (self.say("Player", "Giocatore")) }
                            th scope="col" .n { (self.say("Points", "Punti")) }
                            th scope="col" .n { (self.say("Played", "Giocate")) }
                            th scope="col" .n { (self.say("Won", "Vinte")) }
                            th scope="col" .n { (self.say("Drawn", "Patte")) }
                            th scope="col" .n { (self.say("Lost", "Perse")) }
                            th scope="col" .n { (self.say("Forfeits", "Forfait")) }
                            @for column in &columns { th scope="col" .n title=(self.either(column.meaning)) { (self.either(column.head)) } }
                            @if has_groups { th scope="col" .n { (self.say("Group", "Gruppo")) } }
                            th scope="col" .n { "Elo" }
                            th scope="col" .still { (self.say("95 % interval", "Intervallo al 95 %")) }
                            th scope="col" .n { (self.say("Above next", "Sopra il seguente")) }
                        } }
                        tbody {
                            @for standing in ranking { (self.rank(standing, &columns, &scale, has_groups)) }
                        }
                    }
                }
            }
        }
    }

    /// How many groups there are of players that matches link. Who has not played is in none.
    fn groups(&self) -> usize {
        let groups = self.standings.ratings.groups.iter();
        groups.filter(|group| group.len() > 1).count()
    }

    fn ranking_notes(&self, columns: &[Column]) -> Markup {
        let first = match self.settings().format {
            Format::RoundRobin | Format::Swiss => self.say("points", "punti"),
            Format::Knockout => self.either(SURVIVED),
            Format::Gauntlet => self.either(PER_MATCH),
        };
        let meanings: Vec<&str> = columns
            .iter()
            .map(|it| self.either(it.meaning))
            .filter(|it| *it != first)
            .collect();
        html! {
            p {
                (self.say("Sorted by ", "In ordine di ")) (first)
                @for meaning in meanings { (self.say(", then by ", ", poi di ")) (meaning) }
                (self.say(
                    ", then by matches won. Points for a win, a draw and a loss: ",
                    ", poi di partite vinte. Punti per chi vince, fa patta e perde: ",
                ))
                (self.settings().points.to_string().replace(',', ", ")) "."
            }
            p {
                (self.say(
                    "The best 15 % are marked. Elo is relative to the mean of all players",
                    "Il miglior 15 % è segnato. L'Elo è relativo alla media di tutti i giocatori",
                ))
                @if self.groups() > 1 { (self.say(" of the same group", " dello stesso gruppo")) }
                (self.say(
                    ", with its 95 % interval. “Above next” is how likely it is that a player is stronger than the one below, chance taken into account.",
                    ", con il suo intervallo al 95 %. «Sopra il seguente» dice quanto è probabile che un giocatore sia più forte di quello sotto, tenuto conto del caso.",
                ))
            }
            @if self.groups() > 1 {
                div .note role="note" { p {
                    strong { (self.say("Not all are comparable. ", "Non tutti sono confrontabili. ")) }
                    (self.say(
                        "The matches played so far do not link all players: there are ",
                        "Le partite giocate finora non collegano tutti i giocatori: ci sono ",
                    ))
                    (self.groups())
                    (self.say(
                        " groups, and ratings of different groups have nothing to do with each other.",
                        " gruppi, e i punteggi Elo di gruppi diversi non hanno nulla a che fare fra loro.",
                    ))
                } }
            }
        }
    }

    fn rank(&self, it: &Standing, columns: &[Column], scale: &Scale, has_groups: bool) -> Markup {
        let count = it.count;
        let forfeits: u32 = count.forfeits.iter().sum();
        let author = self
            .results
            .file
            .players
            .get(it.entrant)
            .and_then(|it| it.author.as_deref());
        html! {
            tr .top[it.is_top] {
                td .n data-v=(it.place) { (it.place) }
                th scope="row" .name {
                    (self.link(it.entrant))
                    @if it.is_top { span .badge { (self.say("top 15 %", "primo 15 %")) } }
                    @if let Some(author) = author { span .author { (words::name(author)) } }
                }
                td .n data-v=(it.points) {
                    strong { (self.settings().points.write(it.points)) }
                    @if it.byes > 0 { br; span .soft .small { (self.counted_byes(it.byes.into())) } }
                }
                @for value in [count.played(), count.wins, count.draws, count.losses] {
                    td .n data-v=(value) { (value) }
                }
                td .n data-v=(forfeits) {
                    @if forfeits > 0 { span .badge .bad { (forfeits) } } @else { "0" }
                }
                @for column in columns {
                    @let (value, shown) = (column.value)(self, it);
                    td .n data-v=(value) { (shown) }
                }
                @if has_groups { td .n data-v=(it.rating.group + 1) { (it.rating.group + 1) } }
                (self.rating(it, scale))
                td .n data-v=(it.superiority.unwrap_or(-1.0)) {
                    (it.superiority.map_or_else(|| "–".to_owned(), words::likelihood))
                }
            }
        }
    }

    /// English or Italian.
    fn either(&self, [english, italian]: [&'static str; 2]) -> &'static str {
        self.say(english, italian)
    }

    fn counted_byes(&self, byes: u64) -> String {
        let byes = self.counted(byes, ["bye", "byes"], ["riposo", "riposi"]);
        self.tell(&said!("with {byes}", "con {byes}"))
    }

    fn rating(&self, it: &Standing, scale: &Scale) -> Markup {
        let rating = it.rating;
        let [low, value, high] = [rating.low, rating.rating, rating.high].map(words::elo);
        html! {
            @if rating.matches == 0 {
                td .n data-v="-9999" { "–" }
                td .soft .small { (self.say("no match", "nessuna partita")) }
            } @else {
                td .n data-v=(rating.rating.round()) {
                    (value) " " span .soft { "±" (format!("{:.0}", (rating.high - rating.low) / 2.0)) }
                }
                td .mid {
                    @let title = said!("{value}, between {low} and {high}", "{value}, fra {low} e {high}");
                    (interval(scale, [rating.low, rating.rating, rating.high], title.in_language(self.language)))
                }
            }
        }
    }
}

/// What decides, in its order, as the standings sort; matches won come last everywhere.
fn columns(format: Format) -> Vec<Column> {
    let head_to_head = Column {
        head: ["Direct", "Diretti"],
        meaning: [
            "direct results: points in the matches among those with equal points",
            "scontri diretti: punti nelle partite fra chi ha pari punti",
        ],
        value: |view, it| {
            let value = it.tie_breaks.head_to_head;
            (value as f64, view.settings().points.write(value))
        },
    };
    let sonneborn_berger = Column {
        head: ["SB"; 2],
        meaning: [
            "Sonneborn-Berger (SB): the points of those it beat and half of those it drew with",
            "Sonneborn-Berger (SB): i punti degli avversari battuti e metà di quelli degli avversari con cui ha fatto patta",
        ],
        value: |_, it| {
            // In hundredths, twice.
            let value = it.tie_breaks.sonneborn_berger as f64 / 200.0;
            (value, format!("{value:.2}"))
        },
    };
    let buchholz = Column {
        head: ["Buchholz"; 2],
        meaning: [
            "Buchholz: the points of those it met",
            "Buchholz: i punti degli avversari incontrati",
        ],
        value: |view, it| {
            let value = it.tie_breaks.buchholz;
            (value as f64, view.settings().points.write(value))
        },
    };
    let survived = Column {
        head: ["Rounds", "Turni"],
        meaning: SURVIVED,
        value: |_, it| {
            let rounds = it.survived.unwrap_or(0);
            (rounds.into(), rounds.to_string())
        },
    };
    let share = Column {
        head: ["Per match", "Per partita"],
        meaning: PER_MATCH,
        value: |_, it| {
            let played = f64::from(it.count.played().max(1));
            let share = it.points as f64 / 100.0 / played;
            (share, format!("{share:.3}"))
        },
    };
    match format {
        Format::RoundRobin => vec![head_to_head, sonneborn_berger],
        Format::Swiss => vec![buchholz, sonneborn_berger, head_to_head],
        Format::Knockout => vec![survived, share],
        Format::Gauntlet => vec![share],
    }
}
