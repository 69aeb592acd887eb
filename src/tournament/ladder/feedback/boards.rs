//! The boards of a fault: the one that the player was given, and what it wrote.

use maud::{Markup, html};

use super::words::LadderMessage;
use arbitro_html::text;
use arbitro_records::{MatchGame, MatchRecord, RecordedFault, ReplayedMatch, svg};
use arbitro_rules::Square;
use arbitro_rules::plain_text::one_line;
use arbitro_words::{Language, WALLS_LEFT, say};

const MAX_MARKS: usize = 24;
/// Maximum lines and characters of a board in a text.
const MAX_LINES: usize = 22;
const MAX_WIDTH: usize = 90;
/// Maximum lines and characters of a file that is no board.
const NO_BOARD: (usize, usize) = (12, 50);
/// Space between two boards.
const GAP: usize = 4;

pub(super) struct FaultBoards {
    /// The number of the board that the player was given.
    given: u64,
    before: Option<String>,
    wrote: Option<String>,
    squares: Vec<Square>,
}

impl FaultBoards {
    /// The boards of a fault, with the one before if its match is known; none if there is neither.
    pub(super) fn from_fault(
        fault: &RecordedFault,
        record: Option<&MatchRecord>,
    ) -> Option<FaultBoards> {
        let replayed = record.and_then(|record| ReplayedMatch::of_record(record.clone()).ok());
        let before = replayed.as_ref().and_then(ReplayedMatch::board_before_fault);
        let mut squares = replayed.map_or_else(|| fault.squares.clone(), |it| it.fault_squares());
        squares.truncate(MAX_MARKS);
        let boards = FaultBoards { given: fault.ply, before, wrote: fault.wrote.clone(), squares };
        (boards.before.is_some() || boards.wrote.is_some()).then_some(boards)
    }

    /// The boards that there are, each with what it is.
    fn boards(&self, language: Language) -> impl Iterator<Item = (&str, String)> {
        let before = (&self.before, LadderMessage::Before(self.given));
        let wrote = (&self.wrote, LadderMessage::Wrote(self.given.saturating_add(1)));
        let all = [before, wrote].into_iter();
        all.filter_map(move |(board, what)| Some((board.as_deref()?, say(&what, language).into())))
    }

    /// Draws the boards side by side, as text.
    pub(super) fn lines(&self, game: &MatchGame, language: Language) -> Vec<String> {
        let column = |(board, what)| {
            let drawn = self.plain(board, game, language);
            std::iter::once(what).chain(drawn).collect::<Vec<String>>()
        };
        self.boards(language)
            .map(column)
            .reduce(|left, right| beside(&left, &right))
            .unwrap_or_default()
    }

    /// Draws a board as text with the faulty squares in brackets, or quotes what is no board.
    fn plain(&self, board: &str, game: &MatchGame, language: Language) -> Vec<String> {
        let Some(scene) = game.scene(board, &self.squares) else {
            let (most, width) = NO_BOARD;
            let quoted = |line: &str| {
                let first: String = line.chars().take(width).collect();
                one_line(&format!("    {first:?}"), width)
            };
            return board.lines().take(most).map(quoted).collect();
        };
        let drawn = scene.diagram(WALLS_LEFT.of(language));
        drawn.plain.lines().take(MAX_LINES).map(|line| one_line(line, MAX_WIDTH)).collect()
    }

    /// Draws the boards for a page that has the parts of the drawing.
    pub(super) fn drawn(&self, game: &MatchGame, language: Language) -> Markup {
        html! { div .boards {
            @for (board, what) in self.boards(language) { figure {
                figcaption { (what) }
                @match game.scene(board, &self.squares) {
                    Some(scene) => (svg::element(&scene, &what, language)),
                    None => pre tabindex="0" aria-label=(what) { (text::lines(board, 14, 60)) },
                }
            } }
        } }
    }
}

/// Puts two columns of text side by side.
fn beside(left: &[String], right: &[String]) -> Vec<String> {
    let width = left.iter().map(|it| it.chars().count()).max().unwrap_or(0) + GAP;
    let line = |at: usize| {
        let [left, right] = [left, right].map(|it| it.get(at).map_or("", |it| it));
        format!("{left:width$}{right}").trim_end().to_owned()
    };
    (0..left.len().max(right.len())).map(line).collect()
}
