//! The viewer's state, and the keys that change it.

use std::time::Duration;

use super::key::{Key, Wish};
use arbitro_records::ReplayedMatch;
use arbitro_words::{Language, Message, say};

/// Playback speeds in milliseconds a ply, slowest first.
const PACES: [u64; 8] = [4000, 2000, 1000, 500, 250, 125, 60, 30];
/// Index of the initial speed.
const DEFAULT_PACE: usize = 2;
/// Steps, or lines of the list, that Page Up and Page Down move.
const PAGE: usize = 10;
/// Maximum digits of a typed ply number.
const MAX_DIGITS: usize = 9;

/// What covers the match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Over {
    Nothing,
    Help,
    List,
}

/// The match in view.
#[derive(Debug)]
pub(super) enum View {
    /// Nothing has been read yet.
    Awaited,
    /// The match as far as it has been read; of so many boards if more follow.
    ReplayedMatch(Box<ReplayedMatch>, Option<u64>),
    /// The match cannot be shown, for this reason.
    Refused(String),
}

/// A viewer of a source of matches.
#[derive(Debug)]
pub struct Viewer {
    /// Number of matches, the one in view, and the one that is chosen in the list.
    pub(super) count: usize,
    pub(super) index: usize,
    pub(super) cursor: usize,
    pub(super) view: View,
    /// The step in view: the board after this many moves, then the fault.
    pub(super) step: usize,
    /// The ply to go to once it has been read.
    begin_at: Option<usize>,
    is_playing: bool,
    pace: usize,
    pub(super) over: Over,
    /// The ply number being typed.
    pub(super) number: Option<String>,
    /// Remarks about the source.
    pub(super) remarks: Vec<String>,
    pub(super) language: Language,
}

impl Viewer {
    /// Creates a viewer of `count` matches. It opens the only match, or the one at `wanted`;
    /// otherwise it shows the list. It goes to the ply `begin_at` as soon as that has been read, or
    /// to the end of a shorter match.
    pub fn new(
        count: usize,
        wanted: Option<usize>,
        begin_at: Option<usize>,
        remarks: Vec<String>,
        language: Language,
    ) -> Viewer {
        let index = wanted.unwrap_or(0);
        Viewer {
            count,
            index,
            cursor: index,
            view: View::Awaited,
            step: 0,
            begin_at,
            is_playing: false,
            pace: DEFAULT_PACE,
            over: if wanted.is_none() && count > 1 { Over::List } else { Over::Nothing },
            number: None,
            remarks,
            language,
        }
    }

    pub(super) fn say(&self, text: &impl Message) -> String {
        say(text, self.language).into_owned()
    }

    /// Index of the match in view.
    pub fn index(&self) -> usize {
        self.index
    }

    /// The number of moves played on the board in view.
    pub fn ply(&self) -> usize {
        self.step.min(self.plies())
    }

    fn plies(&self) -> usize {
        self.seen().map_or(0, ReplayedMatch::plies)
    }

    /// The last step: the last board, or the fault after it.
    fn last(&self) -> usize {
        self.plies() + usize::from(self.whole().is_some_and(ReplayedMatch::has_fault))
    }

    /// Returns the match as far as it has been read.
    pub(super) fn seen(&self) -> Option<&ReplayedMatch> {
        match &self.view {
            View::ReplayedMatch(seen, _) => Some(seen),
            View::Awaited | View::Refused(_) => None,
        }
    }

    /// Returns the match once all of it has been read.
    pub fn whole(&self) -> Option<&ReplayedMatch> {
        self.seen().filter(|_| !self.is_growing())
    }

    /// Returns the match if its last step is in view.
    pub(super) fn ended(&self) -> Option<&ReplayedMatch> {
        self.whole().filter(|_| self.step == self.last())
    }

    /// Returns the match if its fault is in view.
    pub(super) fn at_fault(&self) -> Option<&ReplayedMatch> {
        self.ended().filter(|ended| ended.has_fault())
    }

    fn is_growing(&self) -> bool {
        matches!(self.view, View::Awaited | View::ReplayedMatch(_, Some(_)))
    }

    /// Returns the time until the next tick, or `None` if playback is stopped.
    pub fn pace(&self) -> Option<Duration> {
        let millis = PACES.get(self.pace).copied().unwrap_or(1000);
        self.is_playing.then(|| Duration::from_millis(millis))
    }

    /// Shows the match at this index as far as it has been read, of so many boards if more follow;
    /// or why it cannot be shown. Ignored if another match has been opened meanwhile.
    pub fn show(
        &mut self,
        index: usize,
        result: Result<ReplayedMatch, String>,
        boards: Option<u64>,
    ) {
        if index != self.index || boards.is_some() && !self.is_growing() {
            return;
        }
        self.view = match result {
            Ok(seen) => View::ReplayedMatch(Box::new(seen), boards),
            Err(why) => View::Refused(why),
        };
        if boards.is_none() {
            self.step = self.begin_at.take().unwrap_or(self.step).min(self.last());
        }
    }

    /// Shows more of the only match, which is being played. A person who looks at the latest
    /// position goes on with it.
    pub fn follow(&mut self, whole: ReplayedMatch) {
        if self.step == self.last() {
            self.begin_at = Some(usize::MAX);
        }
        self.show(self.index, Ok(whole), None);
    }

    /// Advances playback by a step.
    pub fn tick(&mut self) {
        if self.is_playing {
            self.step = (self.step + 1).min(self.last());
            self.is_playing = self.step < self.last() || self.is_growing();
        }
    }

    pub fn key(&mut self, key: Key) -> Wish {
        match self.over {
            Over::Help => {
                self.over = Over::Nothing;
                if key == Key::Char('q') { Wish::Leave } else { Wish::Stay }
            }
            Over::List => self.list_key(key),
            Over::Nothing => self.match_key(key),
        }
    }

    fn list_key(&mut self, key: Key) -> Wish {
        let last = self.count.saturating_sub(1);
        match key {
            Key::Up | Key::Char('k' | 'p') => self.cursor = self.cursor.saturating_sub(1),
            Key::Down | Key::Char('j' | 'n') => self.cursor = (self.cursor + 1).min(last),
            Key::PageUp => self.cursor = self.cursor.saturating_sub(PAGE),
            Key::PageDown => self.cursor = (self.cursor + PAGE).min(last),
            Key::Home | Key::Char('g') => self.cursor = 0,
            Key::End | Key::Char('G') => self.cursor = last,
            Key::Enter => return self.open(self.cursor),
            Key::Escape | Key::Tab => return self.open(self.index),
            Key::Char('q') => return Wish::Leave,
            _ => {}
        }
        Wish::Stay
    }

    fn match_key(&mut self, key: Key) -> Wish {
        if self.number_key(key) {
            return Wish::Stay;
        }
        match key {
            Key::Left | Key::Char('h') => self.go(self.step.saturating_sub(1)),
            Key::Right | Key::Char('l') => self.go(self.step + 1),
            Key::PageUp => self.go(self.step.saturating_sub(PAGE)),
            Key::PageDown => self.go(self.step + PAGE),
            Key::Home | Key::Char('g') => self.go(0),
            Key::End | Key::Char('G' | 'f') => self.go(usize::MAX),
            Key::Char(' ') => self.play_or_pause(),
            Key::Char('+' | '=') => self.pace = (self.pace + 1).min(PACES.len() - 1),
            Key::Char('-' | '_') => self.pace = self.pace.saturating_sub(1),
            Key::Char('?') => self.over = Over::Help,
            Key::Up | Key::Char('p') => return self.open(self.index.saturating_sub(1)),
            Key::Down | Key::Char('n') => return self.open(self.index + 1),
            Key::Tab | Key::Enter if self.count > 1 => {
                self.is_playing = false;
                self.cursor = self.index;
                self.over = Over::List;
            }
            Key::Char('q') | Key::Escape => return Wish::Leave,
            _ => {}
        }
        Wish::Stay
    }

    /// Handles keys while a number is typed, and the digits that begin one. Returns false if the
    /// key has its usual meaning; it ends the number then.
    fn number_key(&mut self, key: Key) -> bool {
        match (key, &mut self.number) {
            (Key::Char(digit), number) if digit.is_ascii_digit() => {
                let number = number.get_or_insert_default();
                if number.len() < MAX_DIGITS {
                    number.push(digit);
                }
            }
            (Key::Backspace, Some(number)) => {
                number.pop();
            }
            (Key::Enter | Key::Char(':'), Some(number)) => {
                let ply = number.parse().ok();
                self.number = None;
                if let Some(ply) = ply {
                    self.go(ply);
                }
            }
            (_, number) => {
                let is_typing = number.take().is_some();
                return is_typing && key == Key::Escape;
            }
        }
        true
    }

    /// Goes to a step, or to the last one. Stops playback.
    fn go(&mut self, step: usize) {
        self.is_playing = false;
        self.step = step.min(self.last());
    }

    fn play_or_pause(&mut self) {
        self.is_playing = !self.is_playing;
        if self.is_playing && self.step == self.last() && !self.is_growing() {
            self.step = 0;
            // A match without moves cannot be played back.
            self.is_playing = self.last() > 0;
        }
    }

    /// Opens a match, whose content follows by [`show`](Viewer::show), unless it is in view already.
    fn open(&mut self, index: usize) -> Wish {
        self.over = Over::Nothing;
        if index >= self.count || index == self.index && !matches!(self.view, View::Awaited) {
            return Wish::Stay;
        }
        (self.index, self.view, self.step) = (index, View::Awaited, 0);
        (self.begin_at, self.is_playing) = (None, false);
        Wish::Open(index)
    }
}
