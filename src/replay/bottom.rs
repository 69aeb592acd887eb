//! The text below the board: ply, fault, evaluation, remarks.

use ratatui::style::Style;

use super::harmless::harmless_start;
use super::shown::BoardView;
use super::viewer::Viewer;
use super::words::{self, Text};
use arbitro_records::{Conclusion, Seen};
use arbitro_rules::plain_text::harmless;
use arbitro_words::{Decimals, say};

/// Maximum remarks; no window has room for more.
const MAX_REMARKS: usize = 30;
/// Maximum moves shown of a principal variation.
const MAX_MOVES: usize = 8;

/// The status line about the ply, shortened to `room` columns.
pub(super) fn status(viewer: &Viewer, room: usize) -> String {
    let shown = &viewer.shown;
    let (ply, plies) = (viewer.ply, shown.plies());
    let board = shown.board_number(ply);
    let led =
        ply.checked_sub(1).and_then(|it| Some((shown.seen()?.claim.ms.get(it), shown.step(it)?)));
    let at = match &led {
        Some((ms, mv)) => Text::ply(ply, plies, mv, ms.copied()),
        None => Text::Start { plies, turn: shown.seen().map(|it| it.played.turn(0)) },
    };
    let mut parts = vec![harmless(&viewer.say(&at))];
    if let BoardView::Part(seen, boards) = shown {
        let (read, boards) = (seen.plies() + 1, *boards);
        parts.push(viewer.say(&Text::ReadingBoards { read, boards }));
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
    let is_at_end = viewer.ply == viewer.shown.plies();
    if let Some(whole) = whole.filter(|_| is_at_end) {
        texts.extend(fault(viewer, whole).into_iter().map(|it| (it, paint.bad())));
        if whole.wrong_move().is_none() {
            texts.push((harmless(&say(&Conclusion(whole), viewer.language)), Style::new()));
        }
    }
    if viewer.asks_opinions {
        texts.push((opinion(viewer), paint.opinion()));
    }
    let comment = match viewer.ply.checked_sub(1) {
        Some(last) => viewer.shown.seen().and_then(|it| it.comment(last)),
        None => whole.map(|it| &*it.pdn.preface).filter(|it| !it.is_empty()),
    };
    texts.extend(comment.map(|it| (harmless_start(it), Style::new())));
    if let Some(whole) = whole.filter(|_| !is_at_end) {
        texts.push((harmless(&say(&Conclusion(whole), viewer.language)), paint.quiet()));
    }
    let remarks = whole.into_iter().flat_map(Seen::notes);
    let remarks = remarks.map(|it| say(&*it, viewer.language));
    for remark in viewer.remarks.iter().map(Into::into).chain(remarks).take(MAX_REMARKS) {
        let remark = harmless_start(&remark);
        texts.push((viewer.say(&Text::Note(&remark)), paint.quiet()));
    }
    texts
}

/// Explains the fault that ended the match.
fn fault(viewer: &Viewer, whole: &Seen) -> Vec<String> {
    let wrong = Text::cannot_play(whole).into_iter();
    wrong.chain(Text::fault(whole)).map(|it| harmless_start(&viewer.say(&it))).collect()
}

fn opinion(viewer: &Viewer) -> String {
    let Some(turn) = viewer.shown.seen().map(|it| it.played.turn(viewer.ply)) else {
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
