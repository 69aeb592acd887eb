//! Matches that the page walks through: each board is drawn here, so that its script knows no rules.

use std::borrow::Cow;
use std::collections::BTreeMap;

use maud::{Markup, PreEscaped, Render, html};
use serde::Serialize;

use super::View;
use super::forfeit::{MAX_MARKS, MAX_SENTENCE};
use super::words;
use arbitro_html::text;
use arbitro_records::{MatchRecord, ReplayedMatch, svg};
use arbitro_rules::Square;
use arbitro_rules::notation::Scene;
use arbitro_rules::plain_text::shell_word;
use arbitro_words::Language;

/// Maximum bytes of all matches: with more, a browser would open the page slowly.
const MAX_BYTES: usize = 2 << 20;

#[derive(Debug, Default)]
pub(super) struct Walks {
    language: Language,
    /// The elements of boards, each once, with its number.
    parts: BTreeMap<String, usize>,
    view: String,
    /// Matches as JSON, those first that stay where there is no room for all.
    matches: BTreeMap<(Rank, u64), String>,
    /// Bytes of the matches and of the parts.
    bytes: usize,
}

/// Which matches stay: those of the forfeits that are shown in full, then other losses, then draws; of
/// each player the first ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Rank {
    Forfeit(usize),
    Loss(usize),
    Draw,
}

#[derive(Debug, Serialize)]
struct Walk<'a> {
    x: &'a str,
    o: &'a str,
    moves: Vec<String>,
    /// The sentence about the fault, which is one step more.
    #[serde(skip_serializing_if = "Option::is_none")]
    fault: Option<String>,
    /// For each board, the numbers of the parts that are new in it, and of those that are gone.
    steps: Vec<[Vec<usize>; 2]>,
}

#[derive(Serialize)]
struct WalkData<'a> {
    view: &'a str,
    parts: Vec<&'a str>,
}

impl Walks {
    pub(super) fn new(language: Language) -> Walks {
        Walks { language, ..Walks::default() }
    }

    /// Adds a match, for which those of higher ranks leave if there is no room.
    pub(super) fn add(&mut self, rank: Rank, id: u64, record: &MatchRecord) {
        let last = self.matches.last_key_value().map(|(key, _)| *key);
        if self.bytes > MAX_BYTES / 64 * 63 && last < Some((rank, id)) {
            return;
        }
        // A record that cannot be played is told elsewhere.
        let Ok(played) = ReplayedMatch::of_record(record.clone()) else { return };
        if played.plies() == 0 && !played.has_fault() {
            return;
        }
        let steps = self.steps(&played);
        let name = |name: &Option<String>| name.clone().unwrap_or_default();
        let sentence = played.fault_text(self.language);
        let sentence =
            sentence.unwrap_or_else(|| words::RECORD_SAYS_NO_MORE.of(self.language).into());
        let walk = Walk {
            x: &name(&played.summary.names.x),
            o: &name(&played.summary.names.o),
            moves: played.played.steps().map(|step| step.text).collect(),
            fault: played.has_fault().then(|| text::line(&sentence, MAX_SENTENCE)),
            steps,
        };
        let Ok(json) = serde_json::to_string(&walk) else { return };
        self.bytes += json.len();
        self.matches.insert((rank, id), json);
        while self.bytes > MAX_BYTES
            && let Some((_, json)) = self.matches.pop_last()
        {
            self.bytes -= json.len();
        }
    }

    fn steps(&mut self, played: &ReplayedMatch) -> Vec<[Vec<usize>; 2]> {
        let mut before: Vec<usize> = Vec::new();
        if self.view.is_empty() {
            self.view = svg::view(&scene(played, &played.played.board(0), &[]));
        }
        (0..=played.plies() + usize::from(played.has_fault()))
            .map(|step| {
                let elements = if step > played.plies() {
                    self.at_fault(played)
                } else {
                    let scene = scene(played, &played.played.board(step), &played.marks(step));
                    svg::elements(&scene, self.language)
                };
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

    /// The board that was written, or else the last one, with what is wrong marked.
    fn at_fault(&self, played: &ReplayedMatch) -> Vec<Markup> {
        let mut marks = played.fault_squares();
        marks.truncate(MAX_MARKS);
        let last = || played.played.board(played.plies());
        let board = played.fault_board().map_or_else(last, Cow::Borrowed);
        let scene = scene(played, &board, &marks);
        if svg::view(&scene) == self.view {
            return svg::elements(&scene, self.language);
        }
        vec![svg::element(&scene, "", self.language)]
    }

    /// The number of a part; later ones are drawn over earlier ones.
    fn number(&mut self, part: Markup) -> usize {
        let (next, part) = (self.parts.len(), part.into_string());
        let bytes = &mut self.bytes;
        *self.parts.entry(part).or_insert_with_key(|part| {
            *bytes += part.len();
            next
        })
    }

    /// All of it as JSON that cannot end the element it stands in.
    fn json(&self) -> String {
        let mut parts = vec![""; self.parts.len()];
        for (part, &number) in &self.parts {
            parts[number] = part;
        }
        let data = WalkData { view: &self.view, parts };
        // Our own texts always serialise to JSON.
        let json = serde_json::to_string(&data).unwrap_or_default();
        let matches = self.matches.iter().map(|((_, id), json)| format!("\"{id}\":{json}"));
        let matches: Vec<String> = matches.collect();
        let json = json.strip_suffix('}').unwrap_or_default();
        format!("{json},\"matches\":{{{}}}}}", matches.join(",\n")).replace('<', "\\u003c")
    }
}

/// A board of a match, or the beginning of a text that is none.
fn scene<'a>(played: &'a ReplayedMatch, board: &str, marks: &[Square]) -> Scene<'a> {
    let text = || Scene::of_text(text::lines(board, 14, 60));
    played.game.scene(board, marks).unwrap_or_else(text)
}

impl View<'_> {
    /// A link to a match, which the page shows, or says which command does.
    pub(super) fn match_link(&self, id: u64, text: &dyn Render) -> Markup {
        html! { a href=(format!("#match-{id}")) { (text) } }
    }

    /// The matches, and where the script shows them.
    pub(super) fn walks(&self) -> Markup {
        let walks = &self.gathered.walks;
        let folder = self.folder.to_string_lossy();
        html! {
            dialog #walk aria-labelledby="walk-h" {
                h3 id="walk-h" {}
                svg role="img" {}
                p role="status" {}
                p #elsewhere { (self.say(&words::NOT_IN_PAGE)) code { "replay " (shell_word(&folder)) " --match " span {} } }
                div .walk {
                    button type="button" name="back" aria-label=(self.say(&words::STEP_BACK)) { "‹" }
                    input type="range" min="0" aria-label=(self.say(&words::MOVES));
                    button type="button" name="on" aria-label=(self.say(&words::STEP_ON)) { "›" }
                    button type="button" name="close" { (self.say(&words::CLOSE)) }
                }
            }
            script type="application/json" id="matches" { (PreEscaped(walks.json())) }
        }
    }
}
