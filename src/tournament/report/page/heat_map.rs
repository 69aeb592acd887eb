//! The cross table as a heat map: one path for each colour class, with equal neighbours in one
//! stroke, so that a thousand players take a few megabytes.

use std::fmt::Write;

use maud::{Markup, html};

use super::View;
use super::cross_table::{CLASSES, class_name, class_of};
use super::words::ReportMessage;
use arbitro_html::text;

/// Maximum players whose rows have their names.
const MAX_NAMED: usize = 60;
/// Maximum characters of such a name, and the rows that it is wide.
const NAME_LENGTH: usize = 18;
const NAME_WIDTH: f64 = 8.5;
/// Pixels of a row with a name.
const NAMED_ROW: f64 = 16.0;

/// The path of one class; its steps are relative to the end of the last stroke.
#[derive(Clone, Default)]
struct Strokes {
    path: String,
    x: i64,
    y: i64,
}

impl Strokes {
    fn add(&mut self, x: i64, y: i64, length: i64) {
        // Strokes run in the middle of their row. Writing to a string never fails.
        let _ = if self.path.is_empty() {
            write!(self.path, "M{x} {y}.5h{length}")
        } else {
            write!(self.path, "m{} {}h{length}", x - self.x, y - self.y)
        };
        (self.x, self.y) = (x + length, y);
    }
}

impl View<'_> {
    pub(super) fn heat_map(&self) -> Markup {
        let size = self.standings.ranking.len();
        let paths = self.strokes();
        let is_named = size <= MAX_NAMED;
        let margin = if is_named { 1.0 } else { size as f64 / 22.0 };
        // Half of the last label extends beyond the last column.
        let side = size as f64 + 1.6 * margin;
        let names = if is_named { NAME_WIDTH } else { 0.0 };
        let left = margin + names;
        let width = side + names;
        let view = format!("-{left:.1} -{margin:.1} {width:.1} {side:.1}");
        // A cell is at least two points wide if there is space.
        let scale = if is_named { NAMED_ROW } else { (size * 2).clamp(720, 2400) as f64 / side };
        let every = label_step(size);
        let font = format!("{:.1}", if is_named { 0.7 } else { margin / 2.6 });
        let label = |place: usize| match self.standings.ranking.get(place - 1) {
            Some(row) if is_named => {
                format!("{place} {}", text::line(self.raw_name(row.entrant), NAME_LENGTH))
            }
            _ => place.to_string(),
        };
        html! {
            div .box .fit tabindex="0" role="group" aria-labelledby="cross-h" {
                svg .heat .named[is_named] role="img" width=((width * scale).round()) height=((side * scale).round()) viewBox=(view) {
                    title { (self.say(&ReportMessage::HeatMap(size))) }
                    g shape-rendering="crispEdges" {
                        @for (class, strokes) in paths.iter().enumerate() {
                            @if !strokes.path.is_empty() {
                                path class=(if class < CLASSES { class_name(class) } else { "self" }) d=(strokes.path) {}
                            }
                        }
                    }
                    @for place in 1..=size {
                        @let middle = format!("{}.5", place - 1);
                        @let has_number = place == 1 || place % every == 0;
                        @if has_number {
                            text x=(middle) y=(format!("-{:.1}", margin * 0.25)) font-size=(font) text-anchor="middle" { (place) }
                        }
                        @if has_number || is_named {
                            text x=(format!("-{:.1}", margin * 0.2)) y=(middle) font-size=(font) text-anchor="end" dominant-baseline="central" { (label(place)) }
                        }
                    }
                }
            }
        }
    }

    /// The strokes of each class, followed by those of the diagonal.
    fn strokes(&self) -> Vec<Strokes> {
        let mut all = vec![Strokes::default(); CLASSES + 1];
        let ranking = &self.standings.ranking;
        let class = |row: usize, column: usize| {
            let [one, other] = [row, column].map(|line| ranking[line].entrant);
            if row == column {
                Some(CLASSES)
            } else {
                class_of(self.results.tally.between(one, other))
            }
        };
        for row in 0..ranking.len() {
            let mut from = 0;
            while from < ranking.len() {
                let here = class(row, from);
                let mut to = from + 1;
                while to < ranking.len() && class(row, to) == here {
                    to += 1;
                }
                if let Some(class) = here {
                    all[class].add(from as i64, row as i64, (to - from) as i64);
                }
                from = to;
            }
        }
        all
    }
}

/// A round number of places between two labels, so that there are at most twenty.
fn label_step(size: usize) -> usize {
    let steps = [5, 10, 25, 50, 100, 250, 500];
    let fits = |step: &usize| size / step <= 20;
    steps.into_iter().find(fits).unwrap_or(1000)
}
