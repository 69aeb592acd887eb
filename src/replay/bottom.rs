//! The text below the board: ply, fault, evaluation, remarks.

use ratatui::style::Style;

use super::harmless::harmless_start;
use super::shown::BoardView;
use super::viewer::Viewer;
use super::words::{self, Text};
use arbitro_records::{Conclusion, Playthrough};
use arbitro_rules::plain_text::harmless;
use arbitro_words::{Decimals, say};

/// Maximum remarks; no window has room for more.
const MAX_REMARKS: usize = 30;
/// Maximum moves shown of a principal variation.
const MAX_MOVES: usize = 8;

/// The status line about the ply, shortened to `room` columns.
pub(super) fn status(viewer: &Viewer, room: usize) -> String {
    let shown = &viewer.shown;
    let (ply, plies) = (viewer.ply, shown.moves().len());
    let board = shown.board_number(ply);
    let at = match ply.checked_sub(1).and_then(|it| shown.moves().get(it)) {
        Some(mv) => Text::ply(ply, plies, mv),
        None => Text::Start { plies, turn: shown.positions().first().map(|it| it.turn) },
    };
    let mut parts = vec![harmless(&viewer.say(&at))];
    if let BoardView::ViewPart(part) = shown {
        let read = shown.positions().len();
        parts.push(viewer.say(&Text::ReadingBoards { read, boards: part.boards }));
    }
    if let Some(pace) = viewer.pace() {
        parts.push(viewer.say(&Text::Playing { pace: Decimals(pace.as_secs_f64()) }));
    }
    parts.push(format!("board_{board}.txt"));
    let mut line = String::new();
    for part in parts {
        if line.is_empty() {
            line = part;
        } else if line.len() + part.len() + 2 <= room {
            line = format!("{line}; {part}");
        }
    }
    line
}

/// Returns the other texts, the most important first.
pub(super) fn texts(viewer: &Viewer) -> Vec<(String, Style)> {
    let paint = viewer.paint;
    let mut texts = Vec::new();
    let whole = viewer.shown.whole();
    let is_at_end = viewer.ply == viewer.shown.moves().len();
    if let Some(whole) = whole.filter(|_| is_at_end) {
        texts.extend(fault(viewer, whole).into_iter().map(|it| (it, paint.bad())));
        if whole.wrong.is_none() {
            texts.push((harmless(&say(&Conclusion(whole), viewer.language)), Style::new()));
        }
    }
    if viewer.asks_opinions {
        texts.push((opinion(viewer), paint.opinion()));
    }
    let comment = match viewer.ply.checked_sub(1) {
        Some(last) => viewer.shown.moves().get(last).and_then(|it| it.comment.as_ref()),
        None => whole.and_then(|it| it.comment.as_ref()),
    };
    texts.extend(comment.map(|it| (harmless_start(it), Style::new())));
    if let Some(whole) = whole.filter(|_| !is_at_end) {
        texts.push((harmless(&say(&Conclusion(whole), viewer.language)), paint.quiet()));
    }
    let remarks = whole.into_iter().flat_map(|it| &it.remarks);
    let remarks = remarks.map(|it| say(it, viewer.language));
    for remark in viewer.remarks.iter().map(Into::into).chain(remarks).take(MAX_REMARKS) {
        let remark = harmless_start(&remark);
        texts.push((viewer.say(&Text::Note(&remark)), paint.quiet()));
    }
    texts
}

/// Explains the fault that ended the match.
fn fault(viewer: &Viewer, whole: &Playthrough) -> Vec<String> {
    let wrong = whole.wrong.iter().map(Text::CannotPlay);
    wrong.chain(Text::fault(whole)).map(|it| harmless_start(&viewer.say(&it))).collect()
}

fn opinion(viewer: &Viewer) -> String {
    let Some(turn) = viewer.shown.positions().get(viewer.ply).map(|it| it.turn) else {
        return viewer.say(&words::NO_POSITION);
    };
    harmless(&match viewer.opinions.get(&viewer.ply).map(|it| &it.1) {
        None => viewer.say(&Text::Thinking { turn }),
        Some(Err(why)) => viewer.say(&Text::NotEvaluated { turn, why }),
        Some(Ok(found)) => {
            let line = found.line.iter().take(MAX_MOVES).map(|it| &**it);
            let line = line.collect::<Vec<_>>().join(" ");
            viewer.say(&Text::Evaluated { turn, found, line: &line })
        }
    })
}

/// The last line: typed input, a reply, or the list of keys.
pub(super) fn keys(viewer: &Viewer) -> String {
    viewer.say(&match (&viewer.number, viewer.answer) {
        (Some(number), _) => Text::TypedPly(number),
        (None, Some(answer)) => answer,
        (None, None) => Text::KeysBelow { has_list: viewer.list.count() > 1 },
    })
}
