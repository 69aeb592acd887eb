//! The ranking: points, ratings and their uncertainty.

use maud::{Markup, html};

use super::super::interval::{Interval, is_bounded};
use super::{View, words};
use crate::{Format, Standing};
use arbitro_html::charts::{Scale, interval};
use arbitro_rules::said;
use arbitro_words::say;

/// Width of the rating chart.
const WIDTH: f64 = 150.0;
/// Elo beyond the outermost end that is bounded.
const MARGIN: f64 = 50.0;

const SURVIVED: [&str; 3] = ["rounds survived", "turni di gioco superati", "rondes passées"];
const PER_MATCH: [&str; 3] = ["points for each match", "punti per partita", "points par partie"];

/// A column of a tie-break.
struct Column {
    head: [&'static str; 3],
    meaning: [&'static str; 3],
    /// Sort key and text.
    value: fn(&View<'_>, &Standing) -> (f64, String),
}

impl View<'_> {
    pub(super) fn ranking(&self) -> Markup {
        let ranking = &self.standings.ranking;
        let rated = ranking.iter().filter(|it| it.rating.matches > 0);
        let ends = rated.flat_map(|it| [it.rating.low, it.rating.rating, it.rating.high]);
        let ends = ends.filter(|it| is_bounded(*it));
        let low = ends.clone().fold(0.0, f64::min);
        let high = ends.fold(0.0, f64::max);
        // What is not bounded goes on to the edge.
        let scale = Scale::new(low - MARGIN, high + MARGIN, WIDTH);
        let columns = columns(self.settings().format);
        let has_groups = self.groups() > 1;
        html! {
            section id="ranking" aria-labelledby="ranking-h" {
                h2 id="ranking-h" { (self.say("Ranking", "Classifica", "Classement")) }
                (self.ranking_notes(&columns))
                div .box tabindex="0" role="group" aria-labelledby="ranking-h" {
                    table .sort {
                        caption { (self.say("The players, best first", "I giocatori, dal migliore", "Les joueurs, le meilleur d’abord")) }
                        thead { tr {
                            th scope="col" .n { (self.say("Place", "Posto", "Rang")) }
                            th scope="col" { (self.say("Player", "Giocatore", "Joueur")) }
                            th scope="col" .n { (self.say("Points", "Punti", "Points")) }
                            th scope="col" .n .spare { (self.say("Played", "Giocate", "Jouées")) }
                            th scope="col" .n .spare { (self.say("Won", "Vinte", "Gagnées")) }
                            th scope="col" .n .spare { (self.say("Drawn", "Patte", "Nulles")) }
                            th scope="col" .n .spare { (self.say("Lost", "Perse", "Perdues")) }
                            th scope="col" .n .spare { (self.say("Forfeits", "Forfait", "Forfaits")) }
                            @for column in &columns { th scope="col" .n .spare title=(self.own(column.meaning)) { (self.own(column.head)) } }
                            @if has_groups { th scope="col" .n { (self.say("Group", "Gruppo", "Groupe")) } }
                            th scope="col" .n { "Elo" }
                            th scope="col" .still .spare { (self.say("95 % interval", "Intervallo al 95 %", "Intervalle à 95 %")) }
                            th scope="col" .n .spare { (self.say("Above next", "Sopra il seguente", "Devant le suivant")) }
                        } }
                        tbody {
                            @for standing in ranking { (self.rank(standing, &columns, &scale, has_groups)) }
                        }
                    }
                }
            }
        }
    }

    /// Counts the groups of players that matches link. A player without a match is in none.
    fn groups(&self) -> usize {
        let groups = self.standings.ratings.groups.iter();
        groups.filter(|group| group.len() > 1).count()
    }

    fn ranking_notes(&self, columns: &[Column]) -> Markup {
        let first = match self.settings().format {
            Format::RoundRobin | Format::Swiss => self.say("points", "punti", "points"),
            Format::Knockout => self.own(SURVIVED),
            Format::Gauntlet => self.own(PER_MATCH),
        };
        let meanings: Vec<&str> =
            columns.iter().map(|it| self.own(it.meaning)).filter(|it| *it != first).collect();
        html! {
            p {
                (self.say("Sorted by ", "In ordine di ", "Classés par ")) (first)
                @for meaning in meanings { (self.say(", then by ", ", poi di ", ", puis par ")) (meaning) }
                (self.say(
                    ", then by matches won. Points for a win, a draw and a loss: ",
                    ", poi di partite vinte. Punti per chi vince, fa patta e perde: ", ", puis par parties gagnées. Points pour un gain, une nulle et une perte : "
                ))
                (self.settings().points.to_string().replace(',', ", ")) "."
            }
            p {
                (self.say(
                    "The best 15 % are marked. Elo is relative to the mean of all players",
                    "Il miglior 15 % è segnato. L'Elo è relativo alla media di tutti i giocatori", "Les premiers 15 % sont marqués. L’Elo se rapporte à la moyenne de tous les joueurs"
                ))
                @if self.groups() > 1 { (self.say(" of the same group", " dello stesso gruppo", " du même groupe")) }
                (self.say(
                    ", with its 95 % interval. “Above next” is how likely it is that a player is stronger than the one below, chance taken into account.",
                    ", con il suo intervallo al 95 %. «Sopra il seguente» dice quanto è probabile che un giocatore sia più forte di quello sotto, tenuto conto del caso.", ", avec son intervalle à 95 %. « Devant le suivant » dit combien il est probable qu’un joueur soit plus fort que celui d’après, compte tenu du hasard."
                ))
            }
            @if self.groups() > 1 {
                div .note role="note" { p {
                    strong { (self.say("Not all are comparable. ", "Non tutti sono confrontabili. ", "Tous ne sont pas comparables. ")) }
                    (self.say(
                        "The matches played so far do not link all players: there are ",
                        "Le partite giocate finora non collegano tutti i giocatori: ci sono ", "Les parties jouées jusqu’ici ne relient pas tous les joueurs : il y a "
                    ))
                    (self.groups())
                    (self.say(
                        " groups, and ratings of different groups have nothing to do with each other.",
                        " gruppi, e i punteggi Elo di gruppi diversi non hanno nulla a che fare fra loro.", " groupes, et les classements Elo de groupes différents n’ont rien à voir entre eux."
                    ))
                } }
            }
        }
    }

    fn rank(&self, it: &Standing, columns: &[Column], scale: &Scale, has_groups: bool) -> Markup {
        let count = it.count;
        let forfeits: u32 = count.forfeits.iter().sum();
        let author = self.results.file.players.get(it.entrant).and_then(|it| it.author.as_deref());
        html! {
            tr .top[it.is_top] {
                td .n data-v=(it.place) { (it.place) }
                th scope="row" .name {
                    (self.link(it.entrant))
                    @if it.is_top { span .badge { (self.say("top 15 %", "primo 15 %", "premiers 15 %")) } }
                    @if let Some(author) = author { span .author { (words::name(author)) } }
                }
                td .n data-v=(it.points) {
                    strong { (self.settings().points.write(it.points)) }
                    @if it.byes > 0 { br; span .soft .small { (self.counted_byes(it.byes.into())) } }
                }
                @for value in [count.played(), count.wins, count.draws, count.losses] {
                    td .n .spare data-v=(value) { (value) }
                }
                td .n .spare data-v=(forfeits) {
                    @if forfeits > 0 { span .badge .bad { (forfeits) } } @else { "0" }
                }
                @for column in columns {
                    @let (value, shown) = (column.value)(self, it);
                    td .n .spare data-v=(value) { (shown) }
                }
                @if has_groups { td .n data-v=(it.rating.group + 1) { (it.rating.group + 1) } }
                (self.rating(it, scale))
                td .n .spare data-v=(it.superiority.unwrap_or(-1.0)) {
                    (it.superiority.map_or_else(|| "–".to_owned(), words::likelihood))
                }
            }
        }
    }

    /// Picks the text in the page's language.
    fn own(&self, [english, italian, french]: [&'static str; 3]) -> &'static str {
        self.say(english, italian, french)
    }

    fn counted_byes(&self, byes: u64) -> String {
        let byes = self.counted(byes, ["bye", "byes"], ["riposo", "riposi"], ["exempt", "exempts"]);
        self.tell(&said!("with {byes}", "con {byes}", "avec {byes}"))
    }

    fn rating(&self, it: &Standing, scale: &Scale) -> Markup {
        let rating = it.rating;
        let value = words::elo(rating.rating);
        let reach = say(&Interval::of(rating.low, rating.high, words::elo), self.language);
        html! {
            @if rating.matches == 0 {
                td .n data-v="-9999" { "–" }
                td .soft .small .spare { (self.say("no match", "nessuna partita", "aucune partie")) }
            } @else {
                td .n data-v=(rating.rating.round()) {
                    (value) br; span .soft .small { (reach) }
                }
                td .mid .spare {
                    (interval(scale, [rating.low, rating.rating, rating.high], is_bounded, &format!("{value} ({reach})")))
                }
            }
        }
    }
}

/// Columns of the tie-breaks, in the order of the standings; wins come last in every format.
fn columns(format: Format) -> Vec<Column> {
    let head_to_head = Column {
        head: ["Direct", "Diretti", "Directs"],
        meaning: [
            "direct results: points in the matches among those with equal points",
            "scontri diretti: punti nelle partite fra chi ha pari punti",
            "rencontres directes : points dans les parties entre ceux qui ont autant de points",
        ],
        value: |view, it| {
            let value = it.tie_breaks.head_to_head;
            (value as f64, view.settings().points.write(value))
        },
    };
    let sonneborn_berger = Column {
        head: ["SB"; 3],
        meaning: [
            "Sonneborn-Berger (SB): the points of those it beat and half of those it drew with",
            "Sonneborn-Berger (SB): i punti degli avversari battuti e metà di quelli degli avversari con cui ha fatto patta",
            "Sonneborn-Berger (SB) : les points des adversaires battus et la moitié de ceux des adversaires tenus à la nulle",
        ],
        value: |_, it| {
            // In hundredths, doubled.
            let value = it.tie_breaks.sonneborn_berger as f64 / 200.0;
            (value, format!("{value:.2}"))
        },
    };
    let buchholz = Column {
        head: ["Buchholz"; 3],
        meaning: [
            "Buchholz: the points of those it met",
            "Buchholz: i punti degli avversari incontrati",
            "Buchholz : les points des adversaires rencontrés",
        ],
        value: |view, it| {
            let value = it.tie_breaks.buchholz;
            (value as f64, view.settings().points.write(value))
        },
    };
    let survived = Column {
        head: ["Rounds", "Turni", "Rondes"],
        meaning: SURVIVED,
        value: |_, it| {
            let rounds = it.survived.unwrap_or(0);
            (rounds.into(), rounds.to_string())
        },
    };
    let share = Column {
        head: ["Per match", "Per partita", "Par partie"],
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
