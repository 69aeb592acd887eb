//! Lays out the whole picture on a window of any size.

use anstyle::Style;

use super::board::{bad_board, board_caption, board_lines, fault_texts};
use super::lines::{BAD, GAP, HEADING, QUIET, beside, cut, styled, width_of, wrapped};
use super::list::{Entry, list_lines};
use super::moves::move_lines;
use super::viewer::{Over, View, Viewer};
use super::words::{self, Ply, ReplayMessage};
use arbitro_records::ReplayedMatch;
use arbitro_rules::Square;
use arbitro_rules::plain_text::one_line;
use arbitro_words::{Decimals, Label, say};

/// Columns to which the caption of a small board is wrapped.
const MIN_CAPTION: usize = 28;
/// Maximum remarks shown; no window has room for more.
const MAX_REMARKS: usize = 30;
/// Maximum characters shown of a text from a file.
const MAX_TEXT: usize = 2000;

impl Viewer {
    /// Draws the whole picture for a window of so many columns and lines, with the list's entries
    /// where it is in view. The only control characters are those of colours and styles.
    pub fn draw(&self, (width, height): (usize, usize), entry: Entry<'_>) -> Vec<String> {
        let Some(above) = height.checked_sub(1).filter(|_| width > 0) else { return Vec::new() };
        let label = |it: Label| it.of(self.language).to_owned();
        let (mut lines, last) = match self.over {
            Over::Help => {
                (wrapped(&label(words::KEYS), width, Style::new()), label(words::ANY_KEY))
            }
            Over::List => (list_lines(self, (width, height), entry), label(words::KEYS_OF_LIST)),
            Over::Nothing => (match_lines(self, width, above), keys(self)),
        };
        lines.resize(above, String::new());
        lines.push(styled(QUIET, &last));
        lines.iter().map(|it| cut(it, width)).collect()
    }
}

fn match_lines(viewer: &Viewer, width: usize, height: usize) -> Vec<String> {
    let seen = match &viewer.view {
        View::Awaited => return wrapped(&viewer.say(&words::READING), width, Style::new()),
        View::Refused(why) => return wrapped(&one_line(why, MAX_TEXT), width, BAD),
        View::ReplayedMatch(seen, _) => seen,
    };
    let mut title = one_line(&viewer.say(&seen.summary), MAX_TEXT);
    if viewer.count > 1 {
        let place = ReplayMessage::MatchOf { number: viewer.index + 1, count: viewer.count };
        title = format!("{title}; {}", viewer.say(&place));
    }
    let mut lines = wrapped(&title, width, HEADING);
    lines.truncate(height / 3);
    let mut boards = boards(viewer, seen, width);
    let texts = texts(viewer, seen);
    let texts = texts.iter().flat_map(|(text, style)| wrapped(text, width, *style));
    // One line of text at least stays below the boards.
    let room = height.saturating_sub(lines.len() + 1);
    let (wide, high) = (width_of(&boards), boards.len());
    let too_small = (high > room || wide > width).then(|| {
        let lines = height + 1 + high.saturating_sub(room);
        viewer.say(&ReplayMessage::TooSmall { columns: wide, lines })
    });
    if too_small.is_some() {
        boards.truncate(room * 2 / 3);
    }
    let moves = move_lines(seen, viewer.step, boards.len());
    let has_room = wide + GAP + width_of(&moves) <= width;
    lines.extend(if has_room { beside(&boards, &moves) } else { boards });
    lines.extend(too_small.into_iter().flat_map(|it| wrapped(&it, width, BAD)));
    lines.extend(texts);
    lines
}

/// Draws the board in view; at the fault the board that it is about, and beside it the illegal one
/// that a player wrote or that its move would have made. Where there is no room for both, the
/// illegal one.
fn boards(viewer: &Viewer, seen: &ReplayedMatch, width: usize) -> Vec<String> {
    let language = viewer.language;
    let ply = viewer.ply();
    let fault = viewer.at_fault();
    let marks = fault.map_or_else(|| move_marks(seen, ply), ReplayedMatch::fault_squares);
    let caption = board_caption(seen, ply, language);
    let board = trimmed(board_lines(&seen.game, &seen.played.board(ply), &marks, language));
    let captioned =
        |caption: &str, board: &[String]| wrapped(caption, width_of(board).max(MIN_CAPTION), QUIET);
    let mut above = captioned(&caption, &board);
    let Some((caption, text)) = fault.and_then(|fault| bad_board(fault, language)) else {
        return [above, board].concat();
    };
    let bad = trimmed(board_lines(&seen.game, text, &marks, language));
    let mut bad_above = captioned(&caption, &bad);
    let high = above.len().max(bad_above.len());
    if width_of(&board).max(width_of(&above)) + GAP + width_of(&bad) > width {
        return [bad_above, bad].concat();
    }
    for lines in [&mut above, &mut bad_above] {
        lines.splice(0..0, std::iter::repeat_n(String::new(), high - lines.len()));
    }
    beside(&[above, board].concat(), &[bad_above, bad].concat())
}

/// Takes two columns from the edge of a drawn board, so that two of them fit on a usual window.
fn trimmed(board: Vec<String>) -> Vec<String> {
    let is_edge = |it: &String| anstream::adapter::strip_str(it).to_string().starts_with("  ");
    if !board.iter().all(is_edge) {
        return board;
    }
    // A style may begin before the edge, but nothing else.
    board.into_iter().map(|it| it.replacen("  ", "", 1)).collect()
}

/// The squares of the last move.
fn move_marks(seen: &ReplayedMatch, ply: usize) -> Vec<Square> {
    let Some(mv) = ply.checked_sub(1).and_then(|checked_sub| seen.played.step(checked_sub)) else {
        return Vec::new();
    };
    let wall = mv.action.wall().map(|wall| wall.0);
    mv.action.path().into_iter().chain(mv.action.taken().iter().copied()).chain(wall).collect()
}

/// Returns the texts below the board, the most important first.
fn texts(viewer: &Viewer, seen: &ReplayedMatch) -> Vec<(String, Style)> {
    let mut texts = Vec::new();
    if viewer.at_fault().is_some() {
        texts.extend(fault_texts(seen, viewer.language).map(|text| (text, BAD)));
    }
    let status = status(viewer, seen);
    texts.extend((!status.is_empty()).then_some((status, HEADING)));
    if let Some(whole) = viewer.ended()
        && whole.wrong_move().is_none()
    {
        texts.push((whole.conclusion(viewer.language).into_owned(), Style::new()));
    }
    let comment = match viewer.step.checked_sub(1) {
        Some(last) => seen.comment(last),
        None => Some(&*seen.pdn.preface).filter(|it| !it.is_empty()),
    };
    texts.extend(comment.map(|comment| (comment.to_owned(), Style::new())));
    let notes = viewer.whole().into_iter().flat_map(ReplayedMatch::notes);
    let notes = notes.map(|note| say(&*note, viewer.language).into_owned());
    let notes = viewer.remarks.iter().cloned().chain(notes).take(MAX_REMARKS);
    let note = words::NOTE.of(viewer.language);
    texts.extend(notes.map(|it| (format!("{note}: {it}"), QUIET)));
    texts.into_iter().map(|(text, style)| (one_line(&text, MAX_TEXT), style)).collect()
}

/// The line about the ply, which the fault says itself; with what is going on.
fn status(viewer: &Viewer, seen: &ReplayedMatch) -> String {
    let (ply, plies) = (viewer.step, seen.plies());
    let mut parts = Vec::new();
    match ply.checked_sub(1) {
        None => parts.push(viewer.say(&ReplayMessage::Start { plies })),
        Some(last) => parts.extend(seen.played.step(last).map(|mv| {
            let (taken, is_crowned) = (mv.action.taken().len(), mv.action.crowns());
            let ms = seen.claim.ms.get(last).copied().map(Decimals);
            viewer.say(&ReplayMessage::Ply(Ply { ply, plies, mv: &mv, taken, is_crowned, ms }))
        })),
    }
    if let View::ReplayedMatch(_, Some(boards)) = viewer.view {
        parts.push(viewer.say(&ReplayMessage::ReadingBoards { read: plies + 1, boards }));
    }
    if let Some(pace) = viewer.pace() {
        parts.push(viewer.say(&ReplayMessage::Playing { pace: Decimals(pace.as_secs_f64()) }));
    }
    parts.join("; ")
}

/// The last line: typed input, or the keys.
fn keys(viewer: &Viewer) -> String {
    let text = match &viewer.number {
        Some(number) => ReplayMessage::TypedPly(number),
        None => ReplayMessage::KeysBelow { has_list: viewer.count > 1 },
    };
    viewer.say(&text)
}
