//! Lays out the whole picture on a window of any size.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::Line;
use ratatui::widgets::{Paragraph, Widget, Wrap};

use super::board::{BoardPicture, Form, Look, Marks};
use super::bottom;
use super::harmless::harmless_start;
use super::help;
use super::moves::Columns;
use super::shown::BoardView;
use super::viewer::{Over, Viewer};
use super::words::{self, Text};
use arbitro_records::{Seen, ShownGame};
use arbitro_rules::notation::{Picture, Strictness, picture, read_text};
use arbitro_rules::plain_text::harmless;
use arbitro_words::{Language, say};

/// Minimum window width for showing a match.
const MIN_WIDTH: u16 = 40;
const MIN_HEIGHT: u16 = 15;
/// Lines besides the board: title, ply, one line of text, keys.
const AROUND: u16 = 4;
/// Lines that large squares must leave free, so that there is room for more text.
const AROUND_WELL: u16 = 9;
/// Columns between the board and the moves to its right.
const GAP: u16 = 2;
/// Maximum lines shown of a file that is not a board.
const MAX_LINES: usize = 12;

pub(super) fn draw(viewer: &Viewer, area: Rect, buffer: &mut Buffer) {
    let area = area.intersection(buffer.area);
    buffer.set_style(area, Style::reset());
    if area.width < MIN_WIDTH || area.height < MIN_HEIGHT {
        let text = viewer.say(&Text::TooSmall { columns: MIN_WIDTH, lines: MIN_HEIGHT });
        paragraph(vec![(text, Style::new())], area, buffer);
        return;
    }
    match viewer.over {
        Over::Help => help::draw(viewer.paint, viewer.language, area, buffer),
        Over::List => {
            let is_begun = !matches!(viewer.shown, BoardView::Awaited);
            let current = is_begun.then_some(viewer.index);
            viewer.list.draw(current, viewer.paint, area, buffer);
        }
        Over::Nothing => match_picture(viewer, area, buffer),
    }
}

/// Draws texts below each other, wrapped to the width of the area.
pub(super) fn paragraph(texts: Vec<(String, Style)>, area: Rect, buffer: &mut Buffer) {
    let lines = texts.into_iter().map(|(text, style)| Line::styled(text, style));
    Paragraph::new(lines.collect::<Vec<_>>()).wrap(Wrap { trim: true }).render(area, buffer);
}

fn match_picture(viewer: &Viewer, area: Rect, buffer: &mut Buffer) {
    let width = usize::from(area.width);
    title(viewer, area, buffer);
    let keys = area.bottom() - 1;
    buffer.set_stringn(area.x, keys, bottom::keys(viewer), width, viewer.paint.quiet());
    let body = Rect { y: area.y + 1, height: area.height - 2, ..area };
    let below = match &viewer.shown {
        BoardView::Awaited => {
            paragraph(vec![(viewer.say(&words::READING), Style::new())], body, buffer);
            return;
        }
        BoardView::Refused(why) => {
            paragraph(vec![(harmless_start(why), viewer.paint.bad())], body, buffer);
            return;
        }
        BoardView::Part(..) | BoardView::Whole(_) => boards_and_moves(viewer, body, buffer),
    };
    if below < body.bottom() {
        let status = bottom::status(viewer, width);
        buffer.set_stringn(area.x, below, status, width, viewer.paint.heading());
        let rest = Rect { y: below + 1, height: body.bottom() - below - 1, ..body };
        paragraph(bottom::texts(viewer), rest, buffer);
    }
}

fn title(viewer: &Viewer, area: Rect, buffer: &mut Buffer) {
    let count = viewer.list.count();
    let place = if count > 1 {
        viewer.say(&Text::MatchOf { number: viewer.index + 1, count })
    } else {
        String::new()
    };
    // A count has only a few digits.
    let at = area.width.saturating_sub(place.len() as u16);
    let title = match &viewer.shown {
        BoardView::Part(seen, _) => seen.game.to_string(),
        BoardView::Whole(whole) => harmless_start(&say(&whole.summary, viewer.language)),
        BoardView::Awaited | BoardView::Refused(_) => String::new(),
    };
    buffer.set_stringn(area.x, area.y, title, at.into(), viewer.paint.heading());
    buffer.set_stringn(area.x + at, area.y, &place, place.len(), viewer.paint.quiet());
}

/// Draws boards and moves; returns the line on which they end.
fn boards_and_moves(viewer: &Viewer, body: Rect, buffer: &mut Buffer) -> u16 {
    let shown = &viewer.shown;
    let Some(Seen { game, played, .. }) = shown.seen() else {
        return body.y;
    };
    let Some(board) = BoardPicture::of(game, game.picture(&played.board(viewer.ply))) else {
        return body.y;
    };
    let form = form_for(&board, body);
    let (wide, high) = board.extent(form);
    let marks = marks(viewer);
    let look = Look {
        marks: &marks,
        is_turned: viewer.is_turned,
        paint: viewer.paint,
        language: viewer.language,
    };
    board.draw(buffer, (body.x, body.y), form, look);
    let mut left = body.x + wide + GAP;
    let at_end = shown.whole().filter(|_| viewer.ply == shown.plies());
    if let Some(wrong) = at_end.and_then(wrong_board)
        && left + wide <= body.right()
        && body.height > high + 3
    {
        let corner = (left, body.y);
        let picture = wrong_picture(game, wrong).and_then(|it| BoardPicture::of(game, it));
        match picture {
            Some(picture) if picture.extent(form) == (wide, high) => {
                // The description of the last move goes next to the first board.
                let marks = Marks { faulty: marks.faulty.clone(), ..Marks::default() };
                let look = Look { marks: &marks, ..look };
                picture.draw(buffer, corner, form, look);
            }
            _ => no_board(wrong, corner, wide, high, buffer),
        }
        let caption = at_end.map_or_else(String::new, |it| wrong_caption(it, viewer.language));
        let y = body.y + high;
        buffer.set_stringn(left, y, caption, wide.into(), viewer.paint.bad());
        let text = format!("board_{}.txt", shown.board_number(viewer.ply));
        buffer.set_stringn(body.x + 3, y, text, wide.into(), viewer.paint.quiet());
        left += wide + GAP;
        moves_beside(viewer, left, high, body, buffer);
        return y + 1;
    }
    moves_beside(viewer, left, high, body, buffer);
    body.y + high
}

fn moves_beside(viewer: &Viewer, left: u16, high: u16, body: Rect, buffer: &mut Buffer) {
    let room = body.right().saturating_sub(left);
    let count = viewer.shown.plies();
    let Some(columns) = Columns::fitting(count, viewer.widest, room) else {
        return;
    };
    let area = Rect { x: left, y: body.y, width: room, height: high.min(body.height) };
    columns.draw(&viewer.shown, viewer.ply, viewer.paint, area, buffer);
}

/// The largest form that fits; if none does, the smallest.
fn form_for(board: &BoardPicture, body: Rect) -> Form {
    let forms = board.forms();
    let fits = |form: Form| {
        let (wide, high) = board.extent(form);
        let around = match form {
            // Large squares must leave room for the moves beside them.
            Form::Large => (24, AROUND_WELL),
            Form::Small | Form::Flat => (0, AROUND),
        };
        wide + around.0 <= body.width && high + around.1 <= body.height + 2
    };
    let fitting = forms.iter().copied().find(|it| fits(*it));
    fitting.or(forms.last().copied()).unwrap_or(Form::Small)
}

/// Returns the marks: the last move, or at the end the squares of the fault.
fn marks(viewer: &Viewer) -> Marks {
    let shown = &viewer.shown;
    let mut marks = Marks::default();
    if let Some(mv) = viewer.ply.checked_sub(1).and_then(|it| shown.step(it)) {
        marks.moved = mv.action.path();
        marks.taken = mv.action.taken().to_vec();
        marks.wall = mv.action.wall();
    }
    let at_end = shown.whole().filter(|_| viewer.ply == shown.plies());
    if let Some(whole) = at_end {
        if let Some(fault) = &whole.fault {
            marks.faulty.extend(&fault.squares);
        }
        if let Some(wrong) = whole.wrong_move() {
            marks.faulty.extend_from_slice(&wrong.squares);
        }
    }
    marks
}

/// Reads a board that lost a match; `None` if it cannot be drawn.
fn wrong_picture(game: &ShownGame, wrong: &str) -> Option<Picture> {
    match game.known() {
        Some(game) => picture(game, wrong.as_bytes()).map(|it| it.0),
        None => read_text(wrong.as_bytes(), 1, Strictness::Tolerant)
            .ok()
            .map(|(text, _)| game.picture(&text)),
    }
}

/// Returns the illegal board that a player wrote, or that its move would have made.
fn wrong_board(whole: &Seen) -> Option<&str> {
    let wrote = whole.fault.as_ref().and_then(|it| it.wrote.as_deref());
    let would = whole.wrong_move().and_then(|it| it.board.as_deref());
    would.or(wrote)
}

fn wrong_caption(whole: &Seen, language: Language) -> String {
    let caption = match &whole.fault {
        Some(fault) if whole.wrong_move().is_none() => {
            Text::BoardBy { file: fault.file.as_deref(), player: &fault.player }
        }
        _ => Text::ItWouldHaveMade,
    };
    harmless(&say(&caption, language))
}

/// Draws a file that is not a board as lines of text.
fn no_board(text: &str, (x, y): (u16, u16), wide: u16, high: u16, buffer: &mut Buffer) {
    let lines = text.lines().take(MAX_LINES.min(high.into()));
    for (y, line) in (y..).zip(lines) {
        buffer.set_stringn(x, y, format!("{line:?}"), wide.into(), Style::new());
    }
}
