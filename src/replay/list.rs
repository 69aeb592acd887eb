//! The matches of a source, as a list to choose from.

use anstyle::Style;
use console::measure_text_width;

use super::board::entry_line;
use super::lines::{CURRENT, HEADING, cut, styled, wrapped};
use super::viewer::{View, Viewer};
use super::words::ReplayMessage;
use arbitro_records::Summary;
use arbitro_rules::plain_text::harmless;
use arbitro_words::say;

/// Maximum width of the name column.
const MAX_ID_WIDTH: usize = 24;
/// Lines around the entries: the heading, the chosen entry where it is too wide, the keys.
const AROUND: usize = 4;

/// Reads the entry of the match at an index, or says why it cannot be read.
pub(super) type Entry<'a> = &'a dyn Fn(usize) -> Result<Summary, String>;

/// Draws the list, the cursor near the middle, without its last line, for a window of this size.
/// Only the entries in view are read: a source may hold a hundred thousand.
pub(super) fn list_lines(
    viewer: &Viewer,
    (width, high): (usize, usize),
    entry: Entry<'_>,
) -> Vec<String> {
    let &Viewer { count, cursor, language, .. } = viewer;
    let current = (!matches!(viewer.view, View::Awaited)).then_some(viewer.index);
    let room = high.saturating_sub(AROUND).min(count);
    let top = cursor.saturating_sub(room / 2).min(count - room);
    let entries: Vec<_> = (top..top + room).map(|it| (it, entry(it))).collect();
    let ids = entries.iter().flat_map(|entry| &entry.1).map(|it| it.id.chars().count());
    let id = ids.max().unwrap_or(0).min(MAX_ID_WIDTH);
    let mut lines = vec![styled(HEADING, &say(&ReplayMessage::Matches(count), language))];
    let mut whole = Vec::new();
    for (index, entry) in entries {
        let sign = if Some(index) == current { '*' } else { ' ' };
        let is_chosen = index == cursor;
        let (arrow, style) = if is_chosen { ('>', CURRENT) } else { (' ', Style::new()) };
        let (text, title) = match entry {
            Ok(entry) => (entry_line(&entry, id, language), harmless(&say(&entry, language))),
            Err(why) => (format!("#{} {}", index + 1, harmless(&why)), harmless(&why)),
        };
        let line = format!("{arrow}{sign}{text}");
        if is_chosen && measure_text_width(&line) > width {
            whole = wrapped(&title, width, Style::new());
            whole.truncate(AROUND - 2);
        }
        lines.push(styled(style, &cut(&line, width)));
    }
    lines.extend(whole);
    lines
}
