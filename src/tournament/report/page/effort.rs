//! Time and memory: how close each player came to its limits.

use maud::{Markup, html};

use super::View;
use super::gather::PlayerTotals;
use super::words::{self, ReportMessage};
use crate::Standing;
use arbitro_html::charts::{LogScale, bar_with_limit, spread};
use arbitro_html::text;

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
        let longest = players.iter().filter_map(|player| player.wall.max());
        let shortest = players.iter().filter_map(|player| player.wall.quantile(0.5));
        let scales = Scales {
            times: LogScale::new(
                shortest.fold(limit, f64::min),
                longest.fold(limit, f64::max),
                TIMES,
            ),
            limit,
            limit_kib: settings.memory >> 10,
            most_kib: players.iter().filter_map(|player| player.peak_kib).max().unwrap_or(0),
        };
        html! {
            section id="effort" aria-labelledby="effort-h" {
                h2 id="effort-h" { (self.say(&words::EFFORT)) }
                p {
                    (self.say(&ReportMessage::HowTimed { limit: text::time(limit), start: text::time(settings.start_time.as_secs_f64() * 1e3) }))
                }
                div .box tabindex="0" role="group" aria-labelledby="effort-h" {
                    table .sort {
                        caption { (self.say(&words::HOW_EXACT)) }
                        thead { tr {
                            th scope="col" .n .spare { (self.say(&words::PLACE)) }
                            th scope="col" { (self.say(&words::PLAYER)) }
                            th scope="col" .n .spare { (self.say(&words::PLIES)) }
                            th scope="col" .n .spare { (self.say(&words::MEDIAN)) }
                            th scope="col" .n { "95 %" }
                            th scope="col" .n { (self.say(&words::LONGEST)) }
                            th scope="col" .still .spare { span .vh { (self.say(&words::TIMES_CHART)) } (axis(&scales.times)) }
                            th scope="col" .n .spare { (self.say(&words::CPU_TIME)) }
                            th scope="col" .n { (self.say(&words::MEMORY)) }
                            th scope="col" .still .spare { (self.say(&ReportMessage::OfMemory(text::memory(scales.limit_kib)))) }
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

    fn effort_of(&self, standing: &Standing, conduct: &PlayerTotals, scales: &Scales) -> Markup {
        let PlayerTotals { wall, cpu, peak_kib, .. } = conduct;
        let times = [wall.quantile(0.5), wall.quantile(0.95), wall.max()];
        let time_text = |time: Option<f64>| time.map_or_else(|| "–".to_owned(), text::time);
        let number = |time: Option<f64>| time.map_or(-1.0, |time| (time * 1e3).round() / 1e3);
        html! {
            tr {
                td .n .spare data-v=(standing.place_or_last()) { @if let Some(place) = standing.place { (place) } }
                th scope="row" .name { (self.link(standing.entrant)) }
                td .n .spare data-v=(wall.count()) { (text::count(wall.count())) }
                @for (time, is_spare) in times.into_iter().zip([true, false, false]) {
                    td .n .spare[is_spare] data-v=(number(time)) { (time_text(time)) }
                }
                td .mid .spare {
                    @if let [Some(half), Some(most), Some(longest)] = times {
                        @let times = [half, most, longest];
                        @let [median, most, longest] = times.map(text::time);
                        (spread(&scales.times, times, scales.limit, &self.say(&ReportMessage::Times { median, most, longest })))
                    }
                }
                td .n .spare data-v=(number(cpu.quantile(0.95))) { (time_text(cpu.quantile(0.95))) }
                @match *peak_kib {
                    Some(kib) => {
                        td .n data-v=(kib) { (text::memory(kib)) }
                        td .mid .spare {
                            (bar_with_limit(kib as f64, scales.limit_kib as f64, scales.most_kib as f64, MEMORY,
                                &self.say(&ReportMessage::ShareOfLimit(text::share(kib, scales.limit_kib)))))
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
                    text x=(scale.at(tick)) y="12" font-size="12" text-anchor=(anchor) { (power_of_ten(tick)) }
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
