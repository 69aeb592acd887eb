//! The matches of a source, as a list to choose from.

use std::collections::BTreeMap;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::key::{Key, Wish};
use super::paint::Paint;
use super::words::{self, Text};
use arbitro_records::Summary;
use arbitro_rules::plain_text::harmless;
use arbitro_words::{Language, result_width, say};

/// Maximum list entries kept in memory; a whole journal's would be as large as the journal.
const MAX_ENTRIES: usize = 2000;
/// Maximum width of the name column.
const MAX_ID_WIDTH: usize = 24;
/// Lines that Page Up and Page Down move the cursor.
const PAGE: usize = 10;

/// The list of matches, with its cursor and its search.
///
/// Entries are loaded only when they come into view: a source may hold a hundred thousand.
#[derive(Debug)]
pub struct MatchList {
    count: usize,
    cursor: usize,
    /// The search text; `None` without a search.
    text: Option<String>,
    is_typing: bool,
    /// Results of the search, once they are known.
    found: Option<Vec<usize>>,
    known: BTreeMap<usize, Result<Summary, String>>,
    pub(super) language: Language,
}

/// The effect of a key.
pub(super) enum ListChoice {
    Stay,
    Close,
    Leave,
    Wish(Wish),
    Match(usize),
}

impl MatchList {
    pub(super) fn new(count: usize) -> MatchList {
        MatchList {
            count,
            cursor: 0,
            text: None,
            is_typing: false,
            found: None,
            known: BTreeMap::new(),
            language: Language::English,
        }
    }

    pub fn count(&self) -> usize {
        self.count
    }

    fn len(&self) -> usize {
        self.found.as_ref().map_or(self.count, Vec::len)
    }

    fn at(&self, line: usize) -> Option<usize> {
        match &self.found {
            Some(found) => found.get(line).copied(),
            None => (line < self.count).then_some(line),
        }
    }

    /// Index of the first visible line when `room` lines fit, with the cursor near the middle.
    fn top(&self, room: usize) -> usize {
        let last = self.len().saturating_sub(room);
        self.cursor.saturating_sub(room / 2).min(last)
    }

    /// The visible matches whose entry is not loaded yet, if the list has `room` lines.
    pub(super) fn unknown(&self, room: usize) -> Vec<usize> {
        let top = self.top(room);
        (top..top + room)
            .filter_map(|line| self.at(line))
            .filter(|index| !self.known.contains_key(index))
            .collect()
    }

    pub(super) fn learn(&mut self, index: usize, entry: Result<Summary, String>) {
        if self.known.len() >= MAX_ENTRIES {
            self.known.clear();
        }
        self.known.insert(index, entry);
    }

    pub(super) fn found(&mut self, text: &str, found: Vec<usize>) {
        // Results of an older search are dropped.
        if self.text.as_deref() == Some(text) {
            self.cursor = 0;
            self.found = Some(found);
        }
    }

    /// Moves the cursor to a match.
    pub(super) fn point_at(&mut self, index: usize) {
        self.cursor = match &self.found {
            Some(found) => found.iter().position(|it| *it == index).unwrap_or(0),
            None => index,
        };
    }

    pub(super) fn key(&mut self, key: Key) -> ListChoice {
        if self.is_typing {
            return self.typed(key);
        }
        let last = self.len().saturating_sub(1);
        match key {
            Key::Up | Key::Char('k' | 'p') => self.cursor = self.cursor.saturating_sub(1),
            Key::Down | Key::Char('j' | 'n') => self.cursor = (self.cursor + 1).min(last),
            Key::PageUp => self.cursor = self.cursor.saturating_sub(PAGE),
            Key::PageDown => self.cursor = (self.cursor + PAGE).min(last),
            Key::Home | Key::Char('g') => self.cursor = 0,
            Key::End | Key::Char('G') => self.cursor = last,
            Key::Char('/') => {
                self.is_typing = true;
                self.text = Some(String::new());
                self.found = None;
                self.cursor = 0;
            }
            Key::Enter => {
                if let Some(index) = self.at(self.cursor) {
                    return ListChoice::Match(index);
                }
            }
            Key::Escape if self.text.is_some() => self.forget(),
            Key::Escape | Key::Tab => return ListChoice::Close,
            Key::Char('q') => return ListChoice::Leave,
            _ => {}
        }
        ListChoice::Stay
    }

    fn forget(&mut self) {
        let index = self.at(self.cursor);
        self.text = None;
        self.found = None;
        self.cursor = index.unwrap_or(0);
    }

    fn typed(&mut self, key: Key) -> ListChoice {
        let text = self.text.get_or_insert_default();
        match key {
            Key::Char(letter) if text.len() < 60 => text.push(letter),
            Key::Backspace => {
                text.pop();
            }
            Key::Enter | Key::Down | Key::Up => {
                self.is_typing = false;
                if text.is_empty() {
                    self.forget();
                }
                return ListChoice::Stay;
            }
            Key::Escape => {
                self.is_typing = false;
                self.forget();
                return ListChoice::Stay;
            }
            _ => return ListChoice::Stay,
        }
        if text.is_empty() {
            self.found = None;
            return ListChoice::Stay;
        }
        ListChoice::Wish(Wish::Search(text.clone()))
    }

    pub(super) fn draw(
        &self,
        current: Option<usize>,
        paint: Paint,
        area: Rect,
        buffer: &mut Buffer,
    ) {
        let count = self.count;
        let heading = match (self.text.as_deref(), &self.found) {
            (None, _) | (Some(""), None) => Text::Matches(count),
            (Some(text), None) => Text::Searching(text),
            (Some(text), Some(found)) => Text::Found { found: found.len(), count, text },
        };
        let heading = harmless(&say(&heading, self.language));
        let width = usize::from(area.width);
        buffer.set_stringn(area.x, area.y, heading, width, paint.heading());
        let room = usize::from(area.height.saturating_sub(2));
        let top = self.top(room);
        let ids = (top..top + room).filter_map(|line| self.known.get(&self.at(line)?));
        let ids = ids.flatten().map(|it| it.id.chars().count());
        let wide = ids.max().unwrap_or(0).min(MAX_ID_WIDTH);
        for (y, line) in (area.y + 1..).zip(top..(top + room).min(self.len())) {
            let Some(index) = self.at(line) else { continue };
            let sign = if Some(index) == current { '*' } else { ' ' };
            let arrow = if line == self.cursor { '>' } else { ' ' };
            let text = match self.known.get(&index) {
                Some(Ok(entry)) => told(entry, wide, self.language),
                Some(Err(why)) => format!("#{} {}", index + 1, harmless(why)),
                None => format!("#{}", index + 1),
            };
            let style =
                if line == self.cursor { paint.current() } else { ratatui::style::Style::new() };
            let text = format!("{arrow}{sign}{text}");
            buffer.set_stringn(area.x, y, format!("{text:<width$}"), width, style);
        }
        let below = if self.is_typing {
            format!("/{}_", harmless(self.text.as_deref().unwrap_or_default()))
        } else {
            words::KEYS_OF_LIST.of(self.language).to_owned()
        };
        let y = area.bottom().saturating_sub(1);
        buffer.set_stringn(area.x, y, below, width, paint.quiet());
    }
}

/// Formats an entry as one line.
fn told(entry: &Summary, wide: usize, language: Language) -> String {
    let result = harmless(&say(&entry.result(), language));
    let result_width = result_width(language);
    let plies = entry.plies.map_or_else(String::new, |it| it.to_string());
    let (id, title) = (harmless(&entry.id), harmless(&say(entry, language)));
    format!("{id:>wide$} {plies:>4} {result:<result_width$} {title}")
}
