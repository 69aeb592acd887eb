//! One game of a PDN file: its tags, its tokens, and deviations from the standard.

use strum::{EnumIter, IntoEnumIterator};

use crate::lexer::{Lexer, Token};
use arbitro_rules::GameId;

/// The result of a game. Its first number belongs to the player who moves first in the usual start:
/// Black in English draughts, White in the other games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PdnOutcome {
    /// The first player won.
    First,
    /// The second player won.
    Second,
    /// Neither won.
    Draw,
    /// Both players lost: `0-0`.
    BothLost,
    /// Unknown: `*`.
    Open,
}

impl PdnOutcome {
    /// Parses a result in either style.
    pub fn from_text(word: &[u8]) -> Option<PdnOutcome> {
        // Nearly all words are moves; their length shows it.
        if matches!(word.len(), 2 | 5 | 6) && word[0] < 0x80 {
            return None;
        }
        Some(match word {
            b"1-0" | b"2-0" => PdnOutcome::First,
            b"0-1" | b"0-2" => PdnOutcome::Second,
            b"1/2-1/2" | b"1-1" | b"1/2" => PdnOutcome::Draw,
            b"0-0" => PdnOutcome::BothLost,
            b"*" => PdnOutcome::Open,
            _ if word.first().is_some_and(|it| *it >= 0x80) => {
                // One half, in UTF-8 or Latin-1.
                let is_half = |it: &[u8]| it == b"\xc2\xbd" || it == b"\xbd";
                let mut halves = word.splitn(2, |word| *word == b'-');
                let first = halves.next().is_some_and(is_half);
                (first && halves.next().is_none_or(is_half)).then_some(PdnOutcome::Draw)?
            }
            _ => return None,
        })
    }

    /// Parses a result with blanks around its parts.
    pub(crate) fn of_spaced(text: &[u8]) -> Option<PdnOutcome> {
        if text.len() > 16 {
            return None;
        }
        let word: Vec<u8> = text.iter().copied().filter(|it| *it != b' ' && *it != b'\t').collect();
        PdnOutcome::from_text(&word)
    }

    /// The result as PDN 3.0 writes it for the GameType: in points for international draughts.
    pub const fn text(self, game: GameId) -> &'static str {
        match (self, game) {
            (PdnOutcome::First, GameId::International) => "2-0",
            (PdnOutcome::Second, GameId::International) => "0-2",
            (PdnOutcome::Draw, GameId::International) => "1-1",
            (PdnOutcome::First, _) => "1-0",
            (PdnOutcome::Second, _) => "0-1",
            (PdnOutcome::Draw, _) => "1/2-1/2",
            (PdnOutcome::BothLost, _) => "0-0",
            (PdnOutcome::Open, _) => "*",
        }
    }
}

/// A deviation from the standard, or something that the reader leaves out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, EnumIter)]
pub enum Habit {
    /// Variations, which are left out.
    Variations,
    /// NAGs, marks like `!?` and commas, left out.
    Nags,
    /// A result counted in points of the event's own, such as `4-6`.
    Points,
    /// Move numbers without a dot.
    BareNumbers,
    /// Blanks inside a move.
    Spaced,
    /// No separator between squares.
    NoSign,
    /// A square given by its column alone.
    ColumnAlone,
    /// A capture written as several moves.
    JumpByJump,
    /// Separators that are not ASCII.
    FancySigns,
    /// Squares as `(row,column)`.
    Coordinates,
    /// A brace that is not closed.
    OpenBrace,
    /// A parenthesis that is not closed, or one too many.
    Unbalanced,
    /// A tag without all its quotes and brackets.
    LooseTags,
    /// The same tag twice; the first counts.
    TagTwice,
    /// Words that are not PDN.
    Junk,
    /// Bytes that are not UTF-8.
    Latin1,
    /// Wrong move numbers.
    WrongNumbers,
    /// The Result tag contradicts the result after the moves.
    TwoResults,
    /// No result after the moves.
    NoResult,
    /// SetUp without FEN, or FEN with a SetUp that denies it.
    SetUp,
    /// Move counters in a FEN.
    FenFields,
    /// Moves after a result.
    AfterResult,
    /// A quiet move written like a capture.
    QuietCapture,
    /// Bytes of the DOS code page 850.
    Cp850,
    /// A text that may be several captures.
    Ambiguous,
}

/// The deviations of a game, as a set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Habits(u32);

impl Habits {
    /// Adds a deviation.
    pub fn add(&mut self, habit: Habit) {
        self.0 |= 1 << habit as u32;
    }

    /// Adds deviations.
    pub fn extend(&mut self, habits: impl IntoIterator<Item = Habit>) {
        for habit in habits {
            self.add(habit);
        }
    }

    /// Returns true if the game has the deviation.
    pub fn has(self, habit: Habit) -> bool {
        self.0 & (1 << habit as u32) != 0
    }

    /// All deviations, in a fixed order.
    pub fn iter(self) -> impl Iterator<Item = Habit> {
        Habit::iter().filter(move |&it| self.has(it))
    }
}

/// A game; its tags and moves are borrowed from the bytes.
#[derive(Clone, Debug)]
pub struct Game<'a> {
    /// Its tags in order: names, and values with their escapes.
    pub tags: Vec<(&'a [u8], &'a [u8])>,
    /// Number of tokens that may be moves, without variations.
    pub moves: usize,
    /// The result at its end.
    pub result: Option<PdnOutcome>,
    /// The result at its end as it is spelled.
    pub result_text: &'a [u8],
    /// Deviations noticed while reading.
    pub habits: Habits,
    bytes: &'a [u8],
}

impl<'a> Game<'a> {
    /// Reads a game without interpreting its moves.
    pub fn new(bytes: &'a [u8]) -> Game<'a> {
        let mut game = Game {
            tags: Vec::new(),
            moves: 0,
            result: None,
            result_text: b"",
            habits: Habits::default(),
            bytes,
        };
        let mut depth = 0_usize;
        for token in Lexer::new(bytes) {
            match token {
                Token::Tag(name, value) => game.tag(name, value),
                Token::LooseTag(name, value) => {
                    game.habits.add(Habit::LooseTags);
                    game.tag(name, value);
                }
                Token::Open => {
                    game.habits.add(Habit::Variations);
                    depth += 1;
                }
                Token::Close if depth == 0 => game.habits.add(Habit::Unbalanced),
                Token::Close => depth -= 1,
                Token::Nag(_) => game.habits.add(Habit::Nags),
                Token::OpenComment(_) => game.habits.add(Habit::OpenBrace),
                Token::Junk(_) if depth == 0 => game.habits.add(Habit::Junk),
                Token::Move(_) if depth == 0 => {
                    if game.result.is_some() {
                        game.habits.add(Habit::AfterResult);
                    }
                    game.moves += 1;
                }
                Token::Number(_, false) => game.habits.add(Habit::BareNumbers),
                Token::Result(outcome, text) if depth == 0 => {
                    if text.contains(&b' ') {
                        game.habits.add(Habit::Spaced);
                    }
                    if text.iter().any(|it| *it >= 0x80) {
                        game.habits.add(Habit::FancySigns);
                    }
                    game.result = Some(outcome);
                    game.result_text = text;
                }
                _ => {}
            }
        }
        if depth > 0 {
            game.habits.add(Habit::Unbalanced);
        }
        game
    }

    fn tag(&mut self, name: &'a [u8], value: &'a [u8]) {
        // Bounded, so that a file of nothing but tags does not take quadratic time.
        const SEARCHED: usize = 64;
        let known = &self.tags[..self.tags.len().min(SEARCHED)];
        if known.iter().any(|(it, _)| *it == name) {
            self.habits.add(Habit::TagTwice);
        }
        self.tags.push((name, value));
    }

    /// The value of a tag with its escapes. Ignores the case of the tag's name.
    pub fn tag_value(&self, name: &str) -> Option<&'a [u8]> {
        let name = name.as_bytes();
        let mut tags = self.tags.iter();
        tags.find(|(it, _)| it.eq_ignore_ascii_case(name)).map(|(_, value)| *value)
    }

    /// The tokens of the game, including tags.
    pub fn tokens(&self) -> Lexer<'a> {
        Lexer::new(self.bytes)
    }
}
