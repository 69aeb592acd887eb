//! The rule book of each game.
//!
//! What depends on a row of the rule table is generated from that row, and the moves in diagrams
//! come from the move generator, so the text cannot contradict the code. The rest are fixed
//! sentences. [`RuleBook::markdown`] is the document in `boards/rules`; [`RuleBook::text`] is the
//! same for a terminal, with boards drawn as text.

mod diagrams;
mod draughts;
mod draughts_in_short;
mod quoridor;
mod words;

use std::borrow::Cow;

use arbitro_rules::draughts::draughts_rules;
use arbitro_rules::notation::Scene;
use arbitro_rules::{GameId, Square};
pub use draughts::draughts_sections;
use words::{Intro, Ordinal, RuleBookMessage, Title};

use crate::{Label, Language, Message, WALLS_LEFT, say};

/// The language of the books.
const ENGLISH: Language = Language::English;

/// Width of lines, in documents and on a terminal.
const WIDTH: usize = 80;

/// The rules of one game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleBook {
    pub game: GameId,
    /// An introduction of a sentence or two.
    pub intro: Cow<'static, str>,
    /// The sections, in the order of reading.
    pub sections: Vec<Section>,
}

/// A part of a rule book under a heading.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Section {
    pub heading: &'static str,
    /// The paragraphs, rules and diagrams below the heading.
    pub parts: Vec<RuleBookPart>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RuleBookPart {
    /// A paragraph.
    Text(String),
    /// A list whose order means nothing.
    Points(Vec<String>),
    /// A list in order of priority.
    Ranking(Vec<String>),
    /// A board.
    Picture(Illustration),
}

/// A board that shows a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Illustration {
    pub game: GameId,
    /// File name without an extension.
    pub file: String,
    /// A title of a few words.
    pub title: &'static str,
    /// The board as a board file.
    pub board: String,
    /// The squares to mark.
    pub marks: Vec<Square>,
    pub caption: String,
}

/// Form of the diagrams.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Pictures {
    Files,
    Drawn,
}

pub fn rule_book(game: GameId) -> RuleBook {
    let sections = match (game, draughts_rules(game)) {
        (_, Some(rules)) => draughts::draughts_sections(game, &rules),
        // Its rules lie beside its program, as a document.
        (GameId::Written(_), None) => Vec::new(),
        (_, None) => quoridor::sections(),
    };
    RuleBook { game, intro: say(&Intro { game }, ENGLISH), sections }
}

/// The name of a game for people.
pub fn title(game: GameId) -> Cow<'static, str> {
    say(&Title { game }, ENGLISH)
}

/// The rules of a game in a few sentences.
pub fn in_short(game: GameId) -> Vec<String> {
    match (game, draughts_rules(game)) {
        (_, Some(rules)) => draughts_in_short::in_short(&rules),
        (GameId::Written(_), None) => Vec::new(),
        (_, None) => quoridor::in_short(),
    }
}

impl RuleBook {
    /// Formats the document; its pictures are files beside it.
    pub fn markdown(&self) -> String {
        self.render(Pictures::Files)
    }

    /// Formats the text for a terminal of 80 columns, with drawn boards.
    pub fn text(&self) -> String {
        self.render(Pictures::Drawn)
    }

    /// The pictures, in the order of reading.
    pub fn pictures(&self) -> impl Iterator<Item = &Illustration> {
        let parts = self.sections.iter().flat_map(|section| &section.parts);
        parts.filter_map(|part| match part {
            RuleBookPart::Picture(picture) => Some(picture),
            _ => None,
        })
    }

    fn render(&self, pictures: Pictures) -> String {
        let game = self.game;
        let mut blocks = vec![
            format!("# {}", title(game)),
            filled(&self.intro, "", ""),
            filled(&say(&RuleBookMessage::Command(game), ENGLISH), "", ""),
            format!("## {}", words::IN_SHORT.of(ENGLISH)),
            list(&in_short(game), |_| "- ".to_owned()),
        ];
        for section in &self.sections {
            blocks.push(format!("## {}", section.heading));
            for part in &section.parts {
                match part {
                    RuleBookPart::Text(text) => blocks.push(filled(text, "", "")),
                    RuleBookPart::Points(points) => blocks.push(list(points, |_| "- ".to_owned())),
                    RuleBookPart::Ranking(points) => {
                        blocks.push(list(points, |at| format!("{}. ", at + 1)));
                    }
                    RuleBookPart::Picture(picture) => {
                        blocks.push(match pictures {
                            Pictures::Files => {
                                format!("![{}]({}.svg)", picture.title, picture.file)
                            }
                            Pictures::Drawn => picture.drawn(),
                        });
                        blocks.push(filled(&picture.caption, "", ""));
                    }
                }
            }
        }
        blocks.join("\n\n") + "\n"
    }
}

impl Illustration {
    /// The board as text; a marked square is in brackets.
    pub fn drawn(&self) -> String {
        let scene = Scene::read(self.game, self.board.as_bytes());
        let drawn = scene.map(|(it, _)| it.marked(&self.marks).diagram(WALLS_LEFT.of(ENGLISH)));
        drawn.map(|drawn| drawn.plain.trim_end().to_owned()).unwrap_or_default()
    }
}

fn list(points: &[String], bullet: impl Fn(usize) -> String) -> String {
    let points = points.iter().enumerate().map(|(at, point)| {
        let bullet = bullet(at);
        let indent = " ".repeat(bullet.len());
        filled(point, &bullet, &indent)
    });
    points.collect::<Vec<_>>().join("\n")
}

/// Wraps a paragraph to [`WIDTH`] columns.
fn filled(text: &str, first: &str, rest: &str) -> String {
    let mut lines = Vec::new();
    let mut line = first.to_owned();
    let mut is_empty = true;
    for word in text.split_whitespace() {
        let columns = line.chars().count() + word.chars().count() + usize::from(!is_empty);
        if !is_empty && columns > WIDTH {
            lines.push(std::mem::replace(&mut line, rest.to_owned()));
            is_empty = true;
        }
        if !is_empty {
            line.push(' ');
        }
        line.push_str(word);
        is_empty = false;
    }
    lines.push(line);
    lines.join("\n")
}

/// Lists names: `a`, `a or b`, `a, b or c`.
fn either(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [only] => only.clone(),
        [rest @ .., last] => written(&RuleBookMessage::Or { rest: rest.join(", "), last }),
    }
}

/// States the ply limit, in the same words for every game.
fn limit_sentence(plies: u32) -> String {
    written(&RuleBookMessage::Limit(plies))
}

/// States the effect of repetition.
fn repetition_sentence(repetitions: Option<u32>, has_walls: bool) -> String {
    match repetitions {
        Some(count) => {
            written(&RuleBookMessage::Repetition { times: Ordinal { count }, has_walls })
        }
        None => written(&words::NO_REPETITION),
    }
}

fn written(message: &impl Message) -> String {
    say(message, ENGLISH).into_owned()
}

fn text(message: &impl Message) -> Option<RuleBookPart> {
    Some(RuleBookPart::Text(written(message)))
}

fn section(heading: Label, parts: Vec<Option<RuleBookPart>>) -> Section {
    Section { heading: heading.of(ENGLISH), parts: parts.into_iter().flatten().collect() }
}
