//! Reads the moves of a PDN game as people write them.

use std::borrow::Cow;

use crate::matches::replayed_match::Wrong;
use arbitro_pdn::{Game, Habit, Habits, Token, decoded};
use arbitro_rules::history::LineEnd;
use arbitro_rules::line::{Key, Line, NoStart, Start, open};
use arbitro_rules::notation::MoveTextError;
use arbitro_rules::{GameId, Player};

/// The moves of a game as they are read.
pub(super) struct PdnReading {
    pub(crate) line: Box<dyn Line>,
    pub(super) habits: Habits,
    /// Comments before the first move.
    pub(crate) preface: String,
    pub(crate) comments: Vec<String>,
    /// The first jump of a capture that continues in the next word.
    begun: Option<String>,
    pub(crate) wrong: Option<Wrong>,
    /// A draw by the rules after which the players continued.
    pub(crate) passed: Option<(u64, LineEnd)>,
    /// Choices between captures written alike, in order.
    choices: Vec<Choice>,
    choices_made: usize,
}

/// Maximum readings of a game in which captures are written alike: each costs as much as the first.
const MAX_READINGS: usize = 16;

/// The choice made where a text may be several captures, and the number of captures.
#[derive(Clone, Copy, Debug)]
struct Choice {
    chosen: usize,
    count: usize,
}

impl PdnReading {
    /// Reads the moves of a game from its start, up to the first wrong one. Where a text may be
    /// several captures, it is the first that all later moves fit.
    pub(crate) fn read(
        pdn: &Game<'_>,
        game: GameId,
        start: Option<&str>,
        habits: Habits,
    ) -> Result<PdnReading, NoStart> {
        let first = PdnReading::once(pdn, game, start, habits, Vec::new())?;
        let mut next = first.next_choices();
        for _ in 1..MAX_READINGS {
            let Some(choices) = next.take() else { break };
            let other = PdnReading::once(pdn, game, start, habits, choices)?;
            if other.wrong.is_none() {
                return Ok(other);
            }
            next = other.next_choices();
        }
        Ok(first)
    }

    fn once(
        pdn: &Game<'_>,
        game: GameId,
        start: Option<&str>,
        habits: Habits,
        choices: Vec<Choice>,
    ) -> Result<PdnReading, NoStart> {
        let mut reading = PdnReading {
            line: open(game, start.map_or(Start::Usual, Start::Fen), None)?,
            habits,
            preface: String::new(),
            comments: Vec::with_capacity(pdn.moves),
            begun: None,
            wrong: None,
            passed: None,
            choices,
            choices_made: 0,
        };
        reading.all(pdn);
        Ok(reading)
    }

    /// Returns the choices to try after these: the last that can change is changed.
    fn next_choices(&self) -> Option<Vec<Choice>> {
        self.wrong.as_ref()?;
        let mut choices = self.choices.clone();
        while let Some(last) = choices.last_mut() {
            if last.chosen + 1 < last.count {
                last.chosen += 1;
                return Some(choices);
            }
            choices.pop();
        }
        None
    }

    fn all(&mut self, pdn: &Game<'_>) {
        let mut depth = 0_usize;
        let mut left = pdn.moves;
        let result = pdn.tag_value("Result").map(<[u8]>::trim_ascii);
        for token in pdn.tokens() {
            match token {
                Token::Open => depth += 1,
                Token::Close => depth = depth.saturating_sub(1),
                _ if depth > 0 => {}
                Token::Comment(text) | Token::OpenComment(text) => self.comment(text),
                Token::Number(text, _) => self.number(text),
                Token::Move(text) => {
                    left -= 1;
                    // `4-6`: a result in points of its own.
                    if left == 0 && result == Some(text) {
                        self.habits.add(Habit::Points);
                        continue;
                    }
                    self.mv(text);
                    if self.wrong.is_some() {
                        return;
                    }
                }
                _ => {}
            }
        }
        // A first jump that nothing follows.
        if let Some(begun) = self.begun.take() {
            self.refuse(&begun, None);
        }
    }

    fn comment(&mut self, text: &[u8]) {
        let (text, encoding) = decoded(text.trim_ascii());
        self.habits.extend(encoding);
        if text.is_empty() {
            return;
        }
        let place = self.comments.last_mut().unwrap_or(&mut self.preface);
        if !place.is_empty() {
            place.push(' ');
        }
        // Line breaks inside a comment belong to the file, not to the text.
        place.extend(text.chars().map(|letter| if letter.is_control() { ' ' } else { letter }));
    }

    /// Checks a move number; a wrong one only causes a remark.
    fn number(&mut self, text: &[u8]) {
        let digits = text.iter().take_while(|it| it.is_ascii_digit());
        let number = digits.take(8).fold(0_u64, |sum, it| sum * 10 + u64::from(it - b'0'));
        let shift = u64::from(self.line.turn_at(0) == Player::O);
        let expected = (self.line.plies() as u64 + shift) / 2 + 1;
        if number != 0 && number != expected {
            // Four digits without a separator are a move: 1118.
            if matches!(text.len(), 3 | 4) && text.iter().all(u8::is_ascii_digit) {
                self.mv(text);
            } else {
                self.habits.add(Habit::WrongNumbers);
            }
        }
    }

    fn mv(&mut self, raw: &[u8]) {
        let text = self.plain(raw);
        if let Some(begun) = self.begun.take() {
            // `11x18 18x25`: the piece continues from where it landed.
            let joined = text
                .split_once(['x', ':', '*', 'X'])
                .filter(|(from, _)| begun.ends_with(from))
                .map(|(_, rest)| format!("{begun}x{rest}"));
            let Some(joined) = joined else {
                return self.refuse(&begun, None);
            };
            self.habits.add(Habit::JumpByJump);
            return self.try_move(&joined);
        }
        self.try_move(&text);
    }

    fn try_move(&mut self, text: &str) {
        match self.line.read(text) {
            Ok(mv) => self.play(mv),
            Err(MoveTextError::Ambiguous { could_be, .. }) => self.choose(&could_be),
            Err(error) => self.not_yet(text, error),
        }
    }

    fn play(&mut self, key: Key) {
        let end = self.line.end();
        if let (None, Some(end)) = (self.passed, end) {
            self.passed = Some((self.line.plies() as u64, end));
        }
        self.line.play(key);
        self.comments.push(String::new());
    }

    fn choose(&mut self, could_be: &[String]) {
        if self.choices_made == self.choices.len() {
            let count = could_be.len();
            self.choices.push(Choice { chosen: 0, count });
        }
        let Choice { chosen, .. } = self.choices[self.choices_made];
        self.choices_made += 1;
        self.habits.add(Habit::Ambiguous);
        let text = could_be.get(chosen).map_or("", String::as_str);
        match self.line.read(text) {
            Ok(mv) => self.play(mv),
            Err(error) => self.refuse(text, Some(error)),
        }
    }

    /// Handles a text that is not a legal move: perhaps the beginning of one, or one without
    /// separators.
    fn not_yet(&mut self, text: &str, error: MoveTextError) {
        let ways = [
            (Habit::QuietCapture, as_quiet(text).into_iter().collect()),
            (Habit::NoSign, spelled_out(text)),
            (Habit::ColumnAlone, from_any_row(text)),
        ];
        for (habit, spelled) in ways {
            let mut readings = spelled.iter().filter_map(|it| self.line.read(it).ok());
            if let (Some(mv), None) = (readings.next(), readings.next()) {
                self.habits.add(habit);
                self.play(mv);
                return;
            }
        }
        let is_jump = text.contains(['x', ':', '*', 'X']);
        if is_jump && matches!(error, MoveTextError::NotLegal { .. }) && self.line.begins(text) {
            self.begun = Some(text.to_owned());
            return;
        }
        self.refuse(text, Some(error));
    }

    fn refuse(&mut self, text: &str, error: Option<MoveTextError>) {
        let error = error.or_else(|| self.line.read(text).err());
        self.wrong = error.map(|error| Wrong::illegal(&*self.line, text, error));
    }

    /// Normalises a move's characters to ASCII.
    fn plain<'b>(&mut self, raw: &'b [u8]) -> Cow<'b, str> {
        if raw.contains(&b'(') {
            self.habits.add(Habit::Coordinates);
        }
        if raw.contains(&b' ') || raw.contains(&b'\t') {
            self.habits.add(Habit::Spaced);
        }
        // A dash of Windows is no letter of another code page.
        let text: Cow<'b, str> = match std::str::from_utf8(raw) {
            Ok(text) if text.is_ascii() => return Cow::Borrowed(text),
            Ok(text) => {
                self.habits.add(Habit::FancySigns);
                Cow::Borrowed(text)
            }
            Err(_) => {
                self.habits.add(Habit::Latin1);
                raw.iter().copied().map(char::from).collect()
            }
        };
        let plain = |letter: char| match letter {
            '\u{d7}' => 'x',
            '\u{2010}'..='\u{2015}' | '\u{2212}' | '\u{ad}' | '\u{96}' | '\u{97}' => '-',
            other => other,
        };
        Cow::Owned(text.chars().map(plain).collect())
    }
}

/// The quiet move for a text of two squares like `10x14`.
fn as_quiet(text: &str) -> Option<String> {
    let (from, to) = text.split_once(['x', 'X'])?;
    (!to.contains(['x', 'X'])).then(|| format!("{from}-{to}"))
}

/// Candidate moves for squares without a separator: `1118`, `c3d4`.
fn spelled_out(text: &str) -> Vec<String> {
    let bytes = text.as_bytes();
    let is_digits = bytes.iter().all(u8::is_ascii_digit);
    let cuts: &[usize] = match bytes.len() {
        3 if is_digits => &[1, 2],
        4 if is_digits => &[2],
        4 if bytes[0].is_ascii_lowercase() && bytes[2].is_ascii_lowercase() => &[2],
        _ => &[],
    };
    cuts.iter().map(|&at| format!("{}-{}", &text[..at], &text[at..])).collect()
}

/// Candidate moves for a column and a square: `cd4`, `c:e5`.
fn from_any_row(text: &str) -> Vec<String> {
    let (column, sign, to) = match text.as_bytes() {
        [column, to @ ..] if to.len() == 2 => (column, '-', to),
        [column, sign @ (b'x' | b'X' | b':' | b'*' | b'-'), to @ ..] if to.len() == 2 => {
            (column, char::from(*sign), to)
        }
        _ => return Vec::new(),
    };
    let is_column = |it: &u8| (b'a'..=b'h').contains(it);
    if !is_column(column) || !is_column(&to[0]) || !to[1].is_ascii_digit() {
        return Vec::new();
    }
    let (column, to) = (char::from(*column), to.escape_ascii());
    (1..=8).map(|row| format!("{column}{row}{sign}{to}")).collect()
}
