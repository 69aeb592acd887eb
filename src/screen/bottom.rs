//! What is said below the board: the ply, what was wrong, what is thought, what was remarked.

use ratatui::style::Style;

use super::harmless::{harmless, harmless_start};
use super::viewer::Viewer;
use crate::records::{PlayedMove, Playthrough};

/// Lines of an opinion's moves: as many as tell something.
const MOST_MOVES: usize = 8;
/// Remarks, more than which no window has room for.
const MOST_REMARKS: usize = 30;

/// The line about the ply: as much of it as there is room for.
pub(super) fn status(viewer: &Viewer, room: usize) -> String {
    let shown = &viewer.shown;
    let (ply, plies) = (viewer.ply, shown.moves().len());
    let board = shown.board_number(ply);
    let mut parts = Vec::new();
    match ply.checked_sub(1).and_then(|it| shown.moves().get(it)) {
        Some(mv) => parts.push(format!("ply {ply} of {plies}: {}", played(mv))),
        None => {
            let turn = shown.positions().first().map(|it| it.turn);
            let to_move = turn.map_or_else(String::new, |it| format!(", {it} to move"));
            parts.push(format!("ply 0 of {plies}: the start{to_move}"));
        }
    }
    if let super::shown::Shown::Part(part) = shown {
        let read = shown.positions().len();
        parts.push(format!("reading: {read} of {} boards", part.boards));
    }
    if let Some(pace) = viewer.pace() {
        parts.push(format!("playing, {:.2} s a ply", pace.as_secs_f64()));
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

fn played(mv: &PlayedMove) -> String {
    let mut text = format!("{} {}", mv.player, harmless(&mv.text));
    match mv.taken.len() {
        0 => {}
        taken => text.push_str(&format!(", takes {taken}")),
    }
    if mv.crowned {
        text.push_str(", crowned");
    }
    if let Some(ms) = mv.ms {
        text.push_str(&format!(", {ms:.0} ms"));
    }
    text
}

/// What else there is to say, the most important first.
pub(super) fn texts(viewer: &Viewer) -> Vec<(String, Style)> {
    let paint = viewer.paint;
    let mut texts = Vec::new();
    let whole = viewer.shown.whole();
    let is_at_end = viewer.ply == viewer.shown.moves().len();
    if let Some(whole) = whole.filter(|_| is_at_end) {
        texts.extend(fault(whole).into_iter().map(|it| (it, paint.bad())));
        if whole.wrong.is_none() {
            texts.push((harmless(&whole.ending), Style::new()));
        }
    }
    if viewer.asks_opinions {
        texts.push((opinion(viewer), paint.opinion()));
    }
    let comment = match viewer.ply.checked_sub(1) {
        Some(last) => viewer
            .shown
            .moves()
            .get(last)
            .and_then(|it| it.comment.as_ref()),
        None => whole.and_then(|it| it.comment.as_ref()),
    };
    texts.extend(comment.map(|it| (harmless_start(it), Style::new())));
    if let Some(whole) = whole.filter(|_| !is_at_end) {
        texts.push((harmless(&whole.ending), paint.quiet()));
    }
    let remarks = whole.into_iter().flat_map(|it| &it.remarks);
    let remarks = remarks.map(ToString::to_string);
    for remark in viewer
        .remarks
        .iter()
        .cloned()
        .chain(remarks)
        .take(MOST_REMARKS)
    {
        texts.push((format!("note: {}", harmless_start(&remark)), paint.quiet()));
    }
    texts
}

/// What went wrong at the end.
fn fault(whole: &Playthrough) -> Vec<String> {
    let mut texts = Vec::new();
    if let Some(wrong) = &whole.wrong {
        texts.push(format!(
            "ply {}: {} cannot play {}: {}",
            wrong.ply,
            wrong.player,
            harmless(&wrong.text),
            harmless_start(&wrong.why)
        ));
    }
    if let Some(fault) = &whole.fault {
        let code = fault.diagnosis.as_ref();
        let code = code.map_or_else(String::new, |it| format!(" ({it})"));
        let text = fault.text.as_deref();
        texts.push(harmless_start(&format!(
            "ply {}: {} by {}: {}{code}",
            fault.ply,
            fault.reason,
            fault.player,
            text.unwrap_or("the record does not say more"),
        )));
    }
    texts
}

fn opinion(viewer: &Viewer) -> String {
    let turn = viewer.shown.positions().get(viewer.ply).map(|it| it.turn);
    let who = turn.map_or_else(String::new, |it| format!("for {it}"));
    match viewer.opinions.get(&viewer.ply).map(|it| &it.1) {
        None if turn.is_none() => "evaluation: there is no position yet".to_owned(),
        None => format!("evaluation {who}: thinking"),
        Some(Ok(told)) => {
            let line: Vec<&str> = told.line.iter().take(MOST_MOVES).map(|it| &**it).collect();
            harmless(&format!(
                "evaluation {who}: {}, best {} (depth {}): {}",
                told.value,
                told.best,
                told.depth,
                line.join(" ")
            ))
        }
        Some(Err(why)) => format!("evaluation {who}: none, {}", harmless(why)),
    }
}

/// The last line: what is typed, an answer, or the keys.
pub(super) fn keys(viewer: &Viewer) -> String {
    if let Some(number) = &viewer.number {
        return format!("to ply: {number}_");
    }
    if let Some(answer) = &viewer.answer {
        return answer.clone();
    }
    let others = if viewer.list.count() > 1 {
        "  Tab list"
    } else {
        ""
    };
    format!("? keys  q leave  left/right step  space play  c capture  f end  e evaluate{others}")
}
