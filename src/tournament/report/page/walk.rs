//! Matches that the page walks through: each board is drawn here, so that its script knows no rules.

use std::collections::BTreeMap;

use maud::{Markup, PreEscaped, html};
use serde::Serialize;

use super::View;
use super::words;
use arbitro_records::svg::Drawing;
use arbitro_records::{MatchRecord, Seen};

/// Maximum bytes of all matches: with more, a browser would open the page slowly.
const MAX_BYTES: usize = 2 << 20;

/// The matches in the page, forfeits before others.
#[derive(Debug, Default)]
pub(super) struct Walks {
    /// The elements of boards, each once, with its number.
    parts: BTreeMap<String, usize>,
    /// The viewBox of all boards.
    view: String,
    forfeits: Kept,
    others: Kept,
}

/// Matches by number, as JSON.
#[derive(Debug, Default)]
struct Kept {
    matches: BTreeMap<u64, String>,
    bytes: usize,
}

/// A match in the page.
#[derive(Debug, Serialize)]
struct Walk<'a> {
    x: &'a str,
    o: &'a str,
    moves: Vec<String>,
    /// For each board, the numbers of the parts that are new in it, and of those that are gone.
    steps: Vec<[Vec<usize>; 2]>,
}

#[derive(Serialize)]
struct Told<'a> {
    view: &'a str,
    parts: Vec<&'a str>,
}

impl Kept {
    fn add(&mut self, id: u64, json: String) {
        if self.bytes + json.len() <= MAX_BYTES {
            self.bytes += json.len();
            self.matches.insert(id, json);
        }
    }

    const fn is_full(&self) -> bool {
        self.bytes > MAX_BYTES / 64 * 63
    }
}

impl Walks {
    pub(super) fn add(&mut self, id: u64, record: &MatchRecord) {
        if self.kept(record).is_full() {
            return;
        }
        // A record that cannot be played is told elsewhere.
        let Ok(played) = Seen::of_record(record.clone()) else { return };
        if played.plies() == 0 {
            return;
        }
        let steps = self.steps(&played);
        let name = |name: &Option<String>| name.clone().unwrap_or_default();
        let walk = Walk {
            x: &name(&played.summary.names.x),
            o: &name(&played.summary.names.o),
            moves: played.played.steps().map(|it| it.text).collect(),
            steps,
        };
        let Ok(json) = serde_json::to_string(&walk) else { return };
        self.kept(record).add(id, json);
    }

    const fn kept(&mut self, record: &MatchRecord) -> &mut Kept {
        if record.fault.is_some() { &mut self.forfeits } else { &mut self.others }
    }

    fn steps(&mut self, played: &Seen) -> Vec<[Vec<usize>; 2]> {
        let drawing = Drawing::of_shown(&played.game);
        let mut before: Vec<usize> = Vec::new();
        (0..=played.plies())
            .map(|ply| {
                let picture = played.game.picture(&played.played.board(ply));
                let led = ply.checked_sub(1).and_then(|it| played.played.step(it));
                let marks = led.map(|it| it.action.ends()).unwrap_or_default();
                if self.view.is_empty() {
                    self.view = drawing.view(&picture);
                }
                let elements = drawing.elements(&picture, &marks);
                let mut now: Vec<usize> = elements.into_iter().map(|it| self.number(it)).collect();
                now.sort_unstable();
                let only = |one: &[usize], other: &[usize]| {
                    one.iter().filter(|it| other.binary_search(it).is_err()).copied().collect()
                };
                let step = [only(&now, &before), only(&before, &now)];
                before = now;
                step
            })
            .collect()
    }

    /// The number of a part; later ones are drawn over earlier ones.
    fn number(&mut self, part: Markup) -> usize {
        let next = self.parts.len();
        *self.parts.entry(part.into_string()).or_insert(next)
    }

    /// Leaves out what is too much beside the forfeits.
    pub(super) fn finish(&mut self) {
        while self.forfeits.bytes + self.others.bytes > MAX_BYTES
            && let Some((_, json)) = self.others.matches.pop_last()
        {
            self.others.bytes -= json.len();
        }
    }

    fn has(&self, id: u64) -> bool {
        self.forfeits.matches.contains_key(&id) || self.others.matches.contains_key(&id)
    }

    /// All of it as JSON that cannot end the element it stands in.
    fn told(&self) -> String {
        let mut parts = vec![""; self.parts.len()];
        for (part, &number) in &self.parts {
            parts[number] = part;
        }
        let told = Told { view: &self.view, parts };
        // Our own texts always serialise to JSON.
        let told = serde_json::to_string(&told).unwrap_or_default();
        let all = self.forfeits.matches.iter().chain(&self.others.matches);
        let matches: Vec<String> = all.map(|(id, json)| format!("\"{id}\":{json}")).collect();
        let told = told.strip_suffix('}').unwrap_or_default();
        format!("{told},\"matches\":{{{}}}}}", matches.join(",\n")).replace('<', "\\u003c")
    }
}

impl View<'_> {
    /// The number of a match, which opens it where the page has it.
    pub(super) fn match_number(&self, id: u64) -> Markup {
        html! {
            @if self.gathered.walks.has(id) {
                a href="#walk" data-match=(id) { (id) }
            } @else {
                (id)
            }
        }
    }

    /// A link that opens a match that the page has.
    pub(super) fn walk_through(&self, id: u64) -> Markup {
        html! {
            @if self.gathered.walks.has(id) {
                a href="#walk" data-match=(id) { (self.say(&words::WALK_THROUGH)) } " · "
            }
        }
    }

    /// The matches, and where the script shows them.
    pub(super) fn walks(&self) -> Markup {
        let walks = &self.gathered.walks;
        html! {
            dialog #walk aria-labelledby="walk-h" {
                h3 id="walk-h" {}
                svg role="img" {}
                p role="status" {}
                div .walk {
                    button type="button" name="back" aria-label=(self.say(&words::STEP_BACK)) { "‹" }
                    input type="range" min="0" aria-label=(self.say(&words::MOVES));
                    button type="button" name="on" aria-label=(self.say(&words::STEP_ON)) { "›" }
                    button type="button" name="close" { (self.say(&words::CLOSE)) }
                }
            }
            script type="application/json" id="matches" { (PreEscaped(walks.told())) }
        }
    }
}
