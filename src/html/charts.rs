//! Small charts, drawn here so that they follow the page's colours, in dark mode and on paper.
//!
//! Each number that a chart shows is also given as text, beside it or in its title.

use maud::{Markup, html};

/// A linear scale from values to a width.
#[derive(Clone, Copy, Debug)]
pub struct Scale {
    low: f64,
    high: f64,
    width: f64,
}

impl Scale {
    /// Creates a scale from `low` to `high`, which may be any finite values.
    pub fn new(low: f64, high: f64, width: f64) -> Scale {
        let high = if high > low { high } else { low + 1.0 };
        Scale { low, high, width }
    }

    /// Creates a scale for the middle nine tenths of these values, with a margin; the others are beyond it.
    pub fn of_most(values: impl Iterator<Item = f64>, margin: f64, width: f64) -> Scale {
        let mut values: Vec<f64> = values.collect();
        values.sort_by(f64::total_cmp);
        let outer = values.len() / 20;
        let inner = &values[outer..values.len() - outer];
        let low = inner.first().copied().unwrap_or(0.0).min(0.0);
        let high = inner.last().copied().unwrap_or(0.0).max(0.0);
        Scale::new(low - margin, high + margin, width)
    }

    fn reaches(&self, value: f64) -> bool {
        (self.low..=self.high).contains(&value)
    }

    /// Maps a value to its coordinate, clamped to the edges and rounded to a tenth.
    pub fn at(&self, value: f64) -> f64 {
        let share = (value - self.low) / (self.high - self.low);
        (share.clamp(0.0, 1.0) * self.width * 10.0).round() / 10.0
    }
}

/// Width of an interval that is beyond the scale.
const STUB: f64 = 8.0;

/// A part of a scale that a word explains.
#[derive(Clone, Debug)]
pub struct Band {
    pub from: f64,
    pub to: f64,
    pub word: String,
}

impl Band {
    /// Left edge and width, wide enough to be seen.
    fn place(&self, scale: &Scale) -> (f64, f64) {
        let (from, to) = (scale.at(self.from), scale.at(self.to));
        let width = (to - from).max(3.0);
        ((from + to - width) / 2.0, width)
    }
}

/// Draws the ends of a scale and its 0, in numbers, below the word of a band.
pub fn axis(scale: &Scale, band: Option<&Band>, number: impl Fn(f64) -> String) -> Markup {
    let (zero, width) = (scale.at(0.0), scale.width);
    let height = if band.is_some() { 28 } else { 14 };
    let y = height - 3;
    // Numbers at both ends and in the middle, if there is room.
    let has_room = scale.reaches(0.0) && zero > width / 4.0 && zero < width * 3.0 / 4.0;
    html! {
        svg .axis-numbers aria-hidden="true" width=(width) height=(height) viewBox=(format!("0 0 {width} {height}")) font-size="12" {
            @if let Some(band) = band {
                @let (left, wide) = band.place(scale);
                @let (at, anchor) = match left + wide / 2.0 {
                    middle if middle < width / 4.0 => (left, "start"),
                    middle if middle > width * 3.0 / 4.0 => (left + wide, "end"),
                    middle => (middle, "middle"),
                };
                text .band-word x=(at) y="11" text-anchor=(anchor) { (band.word) }
            }
            text x="0" y=(y) { (number(scale.low)) }
            @if has_room { text x=(zero) y=(y) text-anchor="middle" { "0" } }
            text x=(width) y=(y) text-anchor="end" { (number(scale.high)) }
        }
    }
}

/// Draws a value with its interval. The line across marks 0; an end that is not bounded is an arrow, and one beyond
/// the scale has no cap.
pub fn interval(
    scale: &Scale,
    band: Option<&Band>,
    [low, value, high]: [f64; 3],
    is_bounded: impl Fn(f64) -> bool,
    title: &str,
) -> Markup {
    let (from, at, to, zero) = (scale.at(low), scale.at(value), scale.at(high), scale.at(0.0));
    // What is beyond the scale as a whole is a stub at its edge.
    let (from, to) = match (low > scale.high, high < scale.low) {
        (true, _) => (scale.width - STUB, to),
        (_, true) => (from, STUB),
        _ => (from, to),
    };
    let cap = |end: f64, at: f64, back: f64| match is_bounded(end) {
        true if scale.reaches(end) => format!("M{at} 5v8"),
        true => String::new(),
        false => format!("M{} 5L{at} 9L{} 13", at + back, at + back),
    };
    let is_seen = scale.reaches(value);
    html! {
        svg role="img" width=(scale.width) height="18" viewBox=(format!("0 0 {} 18", scale.width)) {
            title { (title) }
            @if let Some(band) = band {
                @let (left, wide) = band.place(scale);
                rect .band x=(left) width=(wide) height="18" {}
            }
            path .line d=(format!("M{zero} 0v18")) {}
            path .mark stroke-width="1.5" d=(format!("M{from} 9H{to}{}{}", cap(low, from, 4.0), cap(high, to, -4.0))) {}
            @if is_seen { circle .dot cx=(at) cy="9" r="3.5" {} }
        }
    }
}

/// Draws a bar for a share of the longest.
pub fn bar(share: f64, width: f64) -> Markup {
    let length = Scale::new(0.0, 1.0, width).at(share);
    html! {
        svg aria-hidden="true" width=(width) height="12" viewBox=(format!("0 0 {width} 12")) {
            rect .bar width=(length.max(0.5)) height="12" rx="1.5" {}
        }
    }
}

/// Draws a bar and its limit as a line; the bar may exceed the limit.
pub fn bar_with_limit(value: f64, limit: f64, most: f64, width: f64, title: &str) -> Markup {
    let scale = Scale::new(0.0, most.max(limit) * 1.05, width);
    html! {
        svg role="img" width=(width) height="16" viewBox=(format!("0 0 {width} 16")) {
            title { (title) }
            rect .bar y="4" width=(scale.at(value).max(0.5)) height="8" rx="1.5" {}
            path .limit stroke-width="1.5" d=(format!("M{} 0v16", scale.at(limit))) {}
        }
    }
}

/// Draws a histogram with an axis below. Its bars stretch with the page; its letters keep their size.
pub fn columns(bars: &[u64], width_of_bar: u64, title: &str, axis: &str) -> Markup {
    // Even, for the middle has a label.
    let most = bars.iter().copied().max().unwrap_or(0).max(1);
    let most = most.next_multiple_of(2);
    let all = bars.len().max(1);
    // About eight labels, at round numbers.
    let label_every = round_step((all as u64 / 8).saturating_mul(width_of_bar), width_of_bar);
    let middle = if width_of_bar == 1 { 0.5 } else { 0.0 };
    let labelled = (0..all as u64).filter(|it| (it * width_of_bar).is_multiple_of(label_every));
    html! {
        div .histogram style=(format!("max-width: {}px", (all * 28).clamp(160, 640) + 60)) {
            div .upwards aria-hidden="true" { @for value in [most, most / 2, 0] { span { (value) } } }
            svg role="img" viewBox=(format!("0 0 {all} {most}")) preserveAspectRatio="none" {
                title { (title) }
                path .line vector-effect="non-scaling-stroke" d=(format!("M0 0H{all}M0 {}H{all}", most / 2)) {}
                @for (index, &count) in bars.iter().enumerate().filter(|(_, count)| **count > 0) {
                    @let from = index as u64 * width_of_bar;
                    rect .bar x=(index as f64 + 0.03) y=(most - count) width="0.94" height=(count) {
                        title {
                            (from)
                            @if width_of_bar > 1 { "–" (from + width_of_bar - 1) }
                            ": " (count)
                        }
                    }
                }
                path .axis vector-effect="non-scaling-stroke" d=(format!("M0 {most}H{all}")) {}
            }
            div .along aria-hidden="true" {
                @for index in labelled {
                    @let share = (index as f64 + middle) / all as f64;
                    span style=(format!("left: {:.1}%", share * 100.0)) { (index * width_of_bar) }
                }
            }
            div .unit { (axis) }
        }
    }
}

/// A step for labels of at least this much: a multiple of the bars' width.
fn round_step(at_least: u64, width_of_bar: u64) -> u64 {
    let mut step = width_of_bar;
    while step < at_least {
        step *= 2;
    }
    // Bars as wide as a ply allow rounder numbers.
    match (width_of_bar, step) {
        (1, 8) => 10,
        (1, 4) => 5,
        _ => step,
    }
}

/// A logarithmic scale of milliseconds.
#[derive(Clone, Copy, Debug)]
pub struct LogScale {
    inner: Scale,
}

impl LogScale {
    /// Creates a scale from `low` to `high` milliseconds, both widened to powers of ten.
    pub fn new(low: f64, high: f64, width: f64) -> LogScale {
        let (low, high) = (low.max(1e-3).log10().floor(), high.max(1e-2).log10().ceil());
        LogScale { inner: Scale::new(low, high.max(low + 1.0), width) }
    }

    /// Maps a time to its coordinate.
    pub fn at(&self, milliseconds: f64) -> f64 {
        self.inner.at(milliseconds.max(1e-3).log10())
    }

    /// The powers of ten on the scale.
    pub fn ticks(&self) -> impl Iterator<Item = f64> + use<> {
        let (low, high) = (self.inner.low as i32, self.inner.high as i32);
        (low..=high).map(|power| 10f64.powi(power))
    }

    pub const fn width(&self) -> f64 {
        self.inner.width
    }
}

/// Draws a distribution of times: the dot is the median, the thick line ends at a high quantile,
/// the thin one at the maximum; the dashed line is the limit.
pub fn spread(
    scale: &LogScale,
    [half, most, longest]: [f64; 3],
    limit: f64,
    title: &str,
) -> Markup {
    let (half, most, longest) = (scale.at(half), scale.at(most), scale.at(longest));
    let ticks: String = scale.ticks().map(|tick| format!("M{} 0v18", scale.at(tick))).collect();
    let width = scale.width();
    html! {
        svg role="img" width=(width) height="18" viewBox=(format!("0 0 {width} 18")) {
            title { (title) }
            path .line d=(ticks) {}
            path .mark stroke-width="1.5" d=(format!("M{half} 9H{longest}M{longest} 5v8")) {}
            path .mark stroke-width="5" d=(format!("M{half} 9H{most}")) {}
            circle .dot cx=(half) cy="9" r="4" {}
            path .limit stroke-width="1.5" d=(format!("M{} 0v18", scale.at(limit))) {}
        }
    }
}
