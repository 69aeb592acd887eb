//! The viewer's state, and the keys that change it.

use std::collections::BTreeMap;
use std::time::Duration;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::key::{Key, Wish};
use super::list::{ListChoice, MatchList};
use super::paint::Paint;
use super::picture;
use super::search::{self, SearchEvent};
use super::shown::{BoardView, Evaluation, EvaluationRequest};
use super::words::Text;
use arbitro_records::{Played, Seen, Summary};
use arbitro_rules::GameId;
use arbitro_words::{Language, Message, say};

/// Playback speeds in milliseconds a ply, slowest first.
const PACES: [u64; 8] = [4000, 2000, 1000, 500, 250, 125, 60, 30];
/// Index of the initial speed.
const DEFAULT_PACE: usize = 2;
/// Plies that Page Up and Page Down move.
const PAGE: usize = 10;
/// Maximum digits of a typed ply number.
const MAX_DIGITS: usize = 9;

/// The overlay above the match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Over {
    Nothing,
    Help,
    List,
}

/// A viewer of a source of matches.
#[derive(Debug)]
pub struct Viewer {
    pub(super) list: MatchList,
    pub(super) index: usize,
    pub(super) shown: BoardView,
    /// The ply in view: the board after this many moves.
    pub(super) ply: usize,
    /// The ply to go to once it has been read.
    begin_at: Option<usize>,
    pub(super) is_playing: bool,
    pub(super) pace: usize,
    pub(super) is_turned: bool,
    pub(super) over: Over,
    /// The ply number being typed.
    pub(super) number: Option<String>,
    /// The reply to the last key.
    pub(super) answer: Option<Text<'static>>,
    pub(super) asks_opinions: bool,
    /// Evaluations by ply, each with the depth that was requested.
    pub(super) opinions: BTreeMap<usize, (u32, Result<Evaluation, String>)>,
    /// Remarks about the source.
    pub(super) remarks: Vec<String>,
    /// Width of the widest move so far; it only grows, so that the columns stay in place.
    pub(super) widest: usize,
    pub(super) paint: Paint,
    pub(super) language: Language,
}

impl Viewer {
    /// Creates a viewer of `count` matches. It opens the only match, or the one at `wanted`;
    /// otherwise it shows the list.
    pub fn new(count: usize, wanted: Option<usize>, remarks: Vec<String>, paint: Paint) -> Viewer {
        let mut list = MatchList::new(count);
        let index = wanted.unwrap_or(0);
        list.point_at(index);
        Viewer {
            list,
            index,
            shown: BoardView::Awaited,
            ply: 0,
            begin_at: None,
            is_playing: false,
            pace: DEFAULT_PACE,
            is_turned: false,
            over: if wanted.is_none() && count > 1 { Over::List } else { Over::Nothing },
            number: None,
            answer: None,
            asks_opinions: false,
            opinions: BTreeMap::new(),
            remarks,
            widest: 0,
            paint,
            language: Language::English,
        }
    }

    #[must_use]
    pub fn speaking(mut self, language: Language) -> Viewer {
        self.language = language;
        self.list.language = language;
        self
    }

    pub(super) fn say(&self, text: &impl Message) -> String {
        say(text, self.language).into_owned()
    }

    /// Index of the match in view.
    pub fn index(&self) -> usize {
        self.index
    }

    /// The ply in view: the number of moves played on the board.
    pub fn ply(&self) -> usize {
        self.ply
    }

    /// Returns the match once all of it has been read.
    pub fn whole(&self) -> Option<&Seen> {
        self.shown.whole()
    }

    /// Returns the time until the next tick, or `None` if playback is stopped.
    pub fn pace(&self) -> Option<Duration> {
        let millis = PACES.get(self.pace).copied().unwrap_or(1000);
        self.is_playing.then(|| Duration::from_millis(millis))
    }

    /// Goes to this ply as soon as it has been read, or to the last ply of a shorter match.
    pub fn begin_at(&mut self, ply: usize) {
        self.begin_at = Some(ply);
    }

    /// Opens the match at this index; its content follows by [`grow`](Viewer::grow) and
    /// [`show`](Viewer::show).
    pub fn open(&mut self, index: usize) {
        self.index = index;
        self.shown = BoardView::Awaited;
        self.ply = 0;
        self.begin_at = None;
        self.is_playing = false;
        self.number = None;
        self.opinions.clear();
        self.widest = 0;
    }

    /// Shows the match at this index as far as it has been read, of so many boards; ignored if another is in view.
    pub fn grow(&mut self, index: usize, seen: Seen, boards: u64) {
        if index == self.index && self.shown.is_growing() {
            self.widen(&seen);
            self.shown = BoardView::Part(Box::new(seen), boards);
        }
    }

    /// Shows the match that was read, or why it cannot be shown. Ignored if another match has been
    /// opened meanwhile.
    pub fn show(&mut self, index: usize, result: Result<Seen, String>) {
        if index != self.index {
            return;
        }
        let was = self.shown.game().cloned();
        self.shown = match result {
            Ok(whole) => {
                self.widen(&whole);
                BoardView::Whole(Box::new(whole))
            }
            Err(why) => BoardView::Refused(why),
        };
        // If the game differs from the expected one, the picture starts over as for a new match.
        if was.is_some() && was.as_ref() != self.shown.game() {
            self.opinions.clear();
        }
        let ply = self.begin_at.take().unwrap_or(self.ply);
        self.ply = ply.min(self.shown.plies());
    }

    /// Shows more of the only match, which is being played. A person who looks at the latest position goes on
    /// with it.
    pub fn follow(&mut self, whole: Seen) {
        if self.ply == self.shown.plies() {
            self.begin_at = Some(whole.plies());
        }
        self.show(0, Ok(whole));
    }

    fn widen(&mut self, seen: &Seen) {
        let moves = seen.played.steps().map(|it| it.text.len());
        let wrong = seen.wrong_move().and_then(|it| Some(it.written.as_ref()?.len() + 2));
        self.widest = moves.chain(wrong).fold(self.widest, usize::max);
    }

    /// Sets the list entry of the match at this index.
    pub fn learn(&mut self, index: usize, entry: Result<Summary, String>) {
        self.list.learn(index, entry);
    }

    /// The visible matches whose [`Summary`] is not loaded, on a screen of `lines` lines.
    pub fn unknown(&self, lines: u16) -> Vec<usize> {
        match self.over {
            Over::List => self.list.unknown(usize::from(lines)),
            Over::Nothing | Over::Help => Vec::new(),
        }
    }

    /// Sets the results of a search.
    pub fn found(&mut self, text: &str, found: Vec<usize>) {
        self.list.found(text, found);
    }

    /// Returns the next question for the engine: the position in view, if evaluation is on and the next
    /// depth is still unknown.
    pub fn question(&self) -> Option<EvaluationRequest> {
        if !self.asks_opinions || self.over == Over::List {
            return None;
        }
        let game = self.shown.game()?.known()?;
        let depth = match self.opinions.get(&self.ply) {
            None => depths(game).first().copied()?,
            Some((asked, Ok(_))) => depths(game).iter().copied().find(|it| it > asked)?,
            Some((_, Err(_))) => return None,
        };
        let played = &self.shown.seen()?.played;
        Some(EvaluationRequest {
            index: self.index,
            ply: self.ply,
            game,
            fen: played.fen(self.ply),
            turn: played.turn(self.ply),
            depth,
        })
    }

    /// Sets the evaluation of a position.
    pub fn judge(&mut self, question: &EvaluationRequest, opinion: Result<Evaluation, String>) {
        if question.index != self.index || self.shown.game().is_none_or(|it| *it != question.game) {
            return;
        }
        let known = self.opinions.entry(question.ply);
        let known = known.or_insert_with(|| (question.depth, opinion.clone()));
        // An earlier evaluation stays if the deeper search failed; neither is requested again.
        if opinion.is_ok() && question.depth >= known.0 {
            known.1 = opinion;
        }
        known.0 = known.0.max(question.depth);
    }

    /// Advances playback by a ply.
    pub fn tick(&mut self) {
        if !self.is_playing {
            return;
        }
        if self.ply < self.shown.plies() {
            self.ply += 1;
        }
        if self.ply == self.shown.plies() && !self.shown.is_growing() {
            self.is_playing = false;
        }
    }

    pub fn key(&mut self, key: Key) -> Wish {
        self.answer = None;
        match self.over {
            Over::Help => {
                self.over = Over::Nothing;
                if key == Key::Char('q') {
                    return Wish::Leave;
                }
                Wish::Stay
            }
            Over::List => match self.list.key(key) {
                ListChoice::Stay => Wish::Stay,
                ListChoice::Leave => Wish::Leave,
                ListChoice::Wish(wish) => wish,
                ListChoice::Close => {
                    self.over = Over::Nothing;
                    self.awaited()
                }
                ListChoice::Match(index) => {
                    self.over = Over::Nothing;
                    self.turn_to(index)
                }
            },
            Over::Nothing => self.match_key(key),
        }
    }

    fn match_key(&mut self, key: Key) -> Wish {
        if let Some(wish) = self.number_key(key) {
            return wish;
        }
        match key {
            Key::Left | Key::Char('h') => self.go(self.ply.saturating_sub(1)),
            Key::Right | Key::Char('l') => self.go(self.ply + 1),
            Key::PageUp => self.go(self.ply.saturating_sub(PAGE)),
            Key::PageDown => self.go(self.ply + PAGE),
            Key::Home | Key::Char('g') => self.go(0),
            Key::End | Key::Char('G' | 'f') => self.go(usize::MAX),
            Key::Char(' ') => self.play_or_pause(),
            Key::Char('+' | '=') => self.pace = (self.pace + 1).min(PACES.len() - 1),
            Key::Char('-' | '_') => self.pace = self.pace.saturating_sub(1),
            Key::Char('c') => self.seek(search::next, SearchEvent::Capture, true),
            Key::Char('C') => self.seek(search::previous, SearchEvent::Capture, false),
            Key::Char('k') => self.seek(search::next, SearchEvent::Crowning, true),
            Key::Char('K') => self.seek(search::previous, SearchEvent::Crowning, false),
            Key::Char('w') => self.seek(search::next, SearchEvent::Wall, true),
            Key::Char('W') => self.seek(search::previous, SearchEvent::Wall, false),
            Key::Char('e') => self.asks_opinions = !self.asks_opinions,
            Key::Char('r') => self.is_turned = !self.is_turned,
            Key::Char('?') => self.over = Over::Help,
            Key::Up | Key::Char('p') => return self.neighbour(self.index.checked_sub(1)),
            Key::Down | Key::Char('n') => return self.neighbour(Some(self.index + 1)),
            Key::Tab | Key::Enter if self.list.count() > 1 => {
                self.is_playing = false;
                self.list.point_at(self.index);
                self.over = Over::List;
            }
            Key::Char('q') | Key::Escape => return Wish::Leave,
            _ => {}
        }
        Wish::Stay
    }

    /// Handles keys while a number is typed, and the digits that begin one.
    fn number_key(&mut self, key: Key) -> Option<Wish> {
        match (key, &mut self.number) {
            (Key::Char(digit), number) if digit.is_ascii_digit() => {
                let number = number.get_or_insert_default();
                if number.len() < MAX_DIGITS {
                    number.push(digit);
                }
            }
            (Key::Char(':'), None) => self.number = Some(String::new()),
            (Key::Backspace, Some(number)) => {
                number.pop();
            }
            (Key::Enter | Key::Char(':'), Some(number)) => {
                let ply = number.parse().ok();
                self.number = None;
                if let Some(ply) = ply {
                    self.jump(ply);
                }
            }
            (Key::Escape, Some(_)) => self.number = None,
            // Any other key ends the number and has its usual meaning.
            _ => {
                self.number = None;
                return None;
            }
        }
        Some(Wish::Stay)
    }

    fn jump(&mut self, ply: usize) {
        let plies = self.shown.plies();
        if ply > plies {
            let is_growing = self.shown.is_growing();
            self.answer = Some(Text::NoSuchPly { plies, is_growing });
        }
        self.go(ply);
    }

    /// Goes to a ply, or to the last one. Stops playback.
    fn go(&mut self, ply: usize) {
        self.is_playing = false;
        self.ply = ply.min(self.shown.plies());
    }

    fn play_or_pause(&mut self) {
        self.is_playing = !self.is_playing;
        let is_at_end = self.ply == self.shown.plies() && !self.shown.is_growing();
        if self.is_playing && is_at_end {
            self.ply = 0;
            // A match without moves cannot be played back.
            self.is_playing = self.shown.plies() > 0;
        }
    }

    fn seek(
        &mut self,
        find: fn(&Played, usize, SearchEvent) -> Option<usize>,
        event: SearchEvent,
        is_after: bool,
    ) {
        match self.shown.seen().and_then(|it| find(&it.played, self.ply, event)) {
            Some(ply) => self.go(ply),
            None => self.answer = Some(Text::NoSuchEvent { event, is_after }),
        }
    }

    fn neighbour(&mut self, index: Option<usize>) -> Wish {
        match index.filter(|it| *it < self.list.count()) {
            Some(index) => self.turn_to(index),
            None => {
                self.answer = Some(Text::NoOtherMatch);
                Wish::Stay
            }
        }
    }

    fn turn_to(&mut self, index: usize) -> Wish {
        if index == self.index && !matches!(self.shown, BoardView::Awaited) {
            return Wish::Stay;
        }
        self.open(index);
        Wish::Open(index)
    }

    /// The list was closed: loads the match in view if it has not been requested yet.
    fn awaited(&self) -> Wish {
        match self.shown {
            BoardView::Awaited => Wish::Open(self.index),
            _ => Wish::Stay,
        }
    }

    /// Paints the whole picture.
    pub fn draw(&self, area: Rect, buffer: &mut Buffer) {
        picture::draw(self, area, buffer);
    }
}

/// Search depths: a quick first evaluation, then a slower one.
fn depths(game: GameId) -> &'static [u32] {
    match game {
        GameId::Quoridor => &[2, 4],
        // No engine plays it.
        GameId::Written(_) => &[],
        _ => &[6, 10],
    }
}
