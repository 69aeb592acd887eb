//! Time and memory: how close each player came to its limits.

use maud::{Markup, html};

use super::gather::PlayerTotals;
use super::{View, words};
use crate::Standing;
use arbitro_html::charts::{LogScale, bar_with_limit, spread};
use arbitro_rules::said;

/// Width of the time charts.
const TIMES: f64 = 260.0;
const MEMORY: f64 = 120.0;

/// Scales shared by all rows.
struct Scales {
    times: LogScale,
    /// The move time in milliseconds.
    limit: f64,
    limit_kib: u64,
    most_kib: u64,
}

impl View<'_> {
    pub(super) fn effort(&self) -> Markup {
        let settings = self.settings();
        let limit = settings.move_time.as_secs_f64() * 1e3;
        let players = &self.gathered.players;
        let longest = players.iter().filter_map(|it| it.wall.max());
        let shortest = players.iter().filter_map(|it| it.wall.quantile(0.5));
        let scales = Scales {
            times: LogScale::new(
                shortest.fold(limit, f64::min),
                longest.fold(limit, f64::max),
                TIMES,
            ),
            limit,
            limit_kib: settings.memory >> 10,
            most_kib: players.iter().filter_map(|it| it.peak_kib).max().unwrap_or(0),
        };
        html! {
            section id="effort" aria-labelledby="effort-h" {
                h2 id="effort-h" { (self.say("Time and memory", "Tempo e memoria", "Temps et mémoire")) }
                p {
                    (self.say(
                        "Wall-clock time of each ply, over all plies of a player. The dot is the median, the thick line ends at the time that 95 % of the plies keep within, the thin one at the longest; the dashed line is the limit of ",
                        "Il tempo reale di ogni semimossa, su tutte le semimosse di un giocatore. Il punto è la mediana, la linea spessa finisce al tempo entro cui sta il 95 % delle semimosse, quella sottile al più lungo; la linea tratteggiata è il limite di ", "Le temps réel de chaque coup, sur tous les coups d’un joueur. Le point est la médiane, le trait épais finit au temps que 95 % des coups respectent, le trait fin au plus long ; le trait pointillé est la limite de "
                    ))
                    (words::time(limit))
                    (self.say(
                        ". The first answer of each player in a match has ",
                        ". La prima risposta di ogni giocatore in una partita ha in più ", ". La première réponse de chaque joueur dans une partie a "
                    ))
                    (words::time(settings.start_time.as_secs_f64() * 1e3)) (self.say(" on top.", ".", " de plus."))
                }
                div .box tabindex="0" role="group" aria-labelledby="effort-h" {
                    table .sort {
                        caption {
                            (self.say(
                                "Times are exact to 5 %, the longest exactly; memory is the peak of a player and everything it started",
                                "I tempi sono indicati con uno scarto fino al 5 %, il più lungo esattamente; la memoria è il massimo in un dato momento, di un giocatore e di tutto ciò che ha avviato", "Les temps sont donnés à 5 % près, le plus long exactement ; la mémoire est le maximum à un moment donné, pour un joueur et tout ce qu’il a lancé"
                            ))
                        }
                        thead { tr {
                            th scope="col" .n .spare { (self.say("Place", "Posto", "Rang")) }
                            th scope="col" { (self.say("Player", "Giocatore", "Joueur")) }
                            th scope="col" .n .spare { (self.say("Plies", "Semimosse", "Coups")) }
                            th scope="col" .n .spare { (self.say("Median", "Mediana", "Médiane")) }
                            th scope="col" .n { "95 %" }
                            th scope="col" .n { (self.say("Longest", "Massimo", "Maximum")) }
                            th scope="col" .still .spare { span .vh { (self.say("Chart of times", "Grafico dei tempi", "Graphique des temps")) } (axis(&scales.times)) }
                            th scope="col" .n .spare { (self.say("CPU, 95 %", "Processore, 95 %", "Processeur, 95 %")) }
                            th scope="col" .n { (self.say("Memory", "Memoria", "Mémoire")) }
                            th scope="col" .still .spare { (self.say("of ", "su ", "sur ")) (words::memory(scales.limit_kib)) }
                        } }
                        tbody {
                            @for standing in &self.standings.ranking {
                                @if let Some(conduct) = players.get(standing.entrant) {
                                    (self.effort_of(standing, conduct, &scales))
                                }
                            }
                        }
                    }
                }
            }
        }
    }

    fn of_the_limit(&self, kib: u64, limit: u64) -> String {
        let share = words::share(kib, limit);
        self.tell(&said!("{share} of the limit", "{share} del limite", "{share} de la limite"))
    }

    fn effort_of(&self, standing: &Standing, conduct: &PlayerTotals, scales: &Scales) -> Markup {
        let PlayerTotals { wall, cpu, peak_kib, .. } = conduct;
        let times = [wall.quantile(0.5), wall.quantile(0.95), wall.max()];
        let shown = |time: Option<f64>| time.map_or_else(|| "–".to_owned(), words::time);
        let number = |time: Option<f64>| time.map_or(-1.0, |it| (it * 1e3).round() / 1e3);
        html! {
            tr {
                td .n .spare data-v=(standing.place) { (standing.place) }
                th scope="row" .name { (self.link(standing.entrant)) }
                td .n .spare data-v=(wall.count()) { (words::count(wall.count())) }
                @for (time, is_spare) in times.into_iter().zip([true, false, false]) {
                    td .n .spare[is_spare] data-v=(number(time)) { (shown(time)) }
                }
                td .mid .spare {
                    @if let [Some(half), Some(most), Some(longest)] = times {
                        @let [one, two, three] = [half, most, longest].map(words::time);
                        @let title = said!(
                            "median {one}, 95 % {two}, longest {three}",
                            "mediana {one}, 95 % {two}, massimo {three}", "médiane {one}, 95 % {two}, maximum {three}"
                        );
                        (spread(&scales.times, [half, most, longest], scales.limit, title.in_language(self.language)))
                    }
                }
                td .n .spare data-v=(number(cpu.quantile(0.95))) { (shown(cpu.quantile(0.95))) }
                @match *peak_kib {
                    Some(kib) => {
                        td .n data-v=(kib) { (words::memory(kib)) }
                        td .mid .spare {
                            (bar_with_limit(kib as f64, scales.limit_kib as f64, scales.most_kib as f64, MEMORY,
                                &self.of_the_limit(kib, scales.limit_kib)))
                        }
                    }
                    None => { td .n data-v="-1" { "–" } td .spare {} }
                }
            }
        }
    }
}

/// Draws the powers of ten above the charts.
fn axis(scale: &LogScale) -> Markup {
    let width = scale.width();
    let ticks: Vec<f64> = scale.ticks().collect();
    let last = ticks.len().saturating_sub(1);
    html! {
        svg aria-hidden="true" width=(width) height="16" viewBox=(format!("0 0 {width} 16")) {
            @for (index, &tick) in ticks.iter().enumerate() {
                @let anchor = if index == 0 { "start" } else if index == last { "end" } else { "middle" };
                @if ticks.len() <= 5 || index % 2 == 0 {
                    text x=(scale.at(tick)) y="12" font-size="11" text-anchor=(anchor) { (power_of_ten(tick)) }
                }
            }
        }
    }
}

fn power_of_ten(milliseconds: f64) -> String {
    if milliseconds < 0.9 {
        format!("{:.0} µs", milliseconds * 1e3)
    } else if milliseconds < 900.0 {
        format!("{milliseconds:.0} ms")
    } else {
        format!("{:.0} s", milliseconds / 1e3)
    }
}
