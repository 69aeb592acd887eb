//! Tags: unescaped values, text of unknown encoding, and GameType numbers.

use std::borrow::Cow;

use crate::Habit;
use arbitro_rules::GameId;
use strum::FromRepr;

/// The GameType number that PDN 3.0 gives a game. The others have none: a similar game's number
/// would be wrong.
pub const fn game_type(game: GameId) -> Option<&'static str> {
    match game {
        GameId::International => Some("20"),
        GameId::English => Some("21"),
        GameId::Italian => Some("22"),
        GameId::Russian => Some("25"),
        GameId::Brazilian => Some("26"),
        GameId::Pool => Some("23"),
        GameId::Spanish => Some("24"),
        GameId::Czech => Some("29"),
        GameId::Thai => Some("31"),
        GameId::Dama
        | GameId::Guide
        | GameId::Frenchfree
        | GameId::Quoridor
        | GameId::Written(_) => None,
    }
}

/// The sign between the squares of a capture that PDN 3.0 gives a game.
pub const fn capture_sign(game: GameId) -> char {
    match game {
        GameId::Russian => ':',
        _ => 'x',
    }
}

/// A game that tags name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NamedGame {
    /// One of the games here.
    Ours(GameId),
    /// A GameType that no game here has.
    Type {
        /// The number.
        number: u16,
        /// The game that has it, if known.
        game: Option<ForeignGame>,
    },
    /// Another game, in the tag's words.
    Words(String),
}

/// A game of another program, by its GameType.
#[derive(Clone, Copy, Debug, PartialEq, Eq, FromRepr)]
#[repr(u16)]
pub enum ForeignGame {
    /// Chess, whose files have the same grammar.
    Chess = 0,
    /// Pool checkers in which White begins.
    Pool = 23,
    /// Canadian draughts, on 12x12.
    Canadian = 27,
    /// Portuguese draughts.
    Portuguese = 28,
    /// Turkish draughts, on all squares.
    Turkish = 30,
    /// Frisian draughts, with captures in eight directions.
    Frisian = 40,
    /// Spantsiretti, on 10x8.
    Spantsiretti = 41,
    /// Othello.
    Othello = 50,
    /// Breakthrough, won by the first king; numbered by lidraughts, as are those below.
    Breakthrough = 96,
    /// Frysk!, Frisian draughts with five men a side.
    Frysk = 97,
    /// Antidraughts, won by losing all pieces.
    Antidraughts = 98,
}

/// The game of a GameType value, which may continue after the number: `20,W,10,10,N2,0`. A value
/// without a number is read as words.
pub fn game_of_type(value: &[u8]) -> Option<NamedGame> {
    let (value, _) = decoded(value);
    let mut fields = value.split(',').map(str::trim);
    let number = fields.next()?;
    let Ok(number) = number.parse::<u16>() else {
        return game_of_words(&value);
    };
    let known = number.to_string();
    let ours = GameId::ALL.into_iter().find(|&game| game_type(game) == Some(&known));
    // Variants of pool checkers in which White begins have its number.
    let ours = ours.filter(|&game| game != GameId::Pool || fields.next() != Some("W"));
    let foreign = || NamedGame::Type { number, game: ForeignGame::from_repr(number) };
    Some(ours.map_or_else(foreign, NamedGame::Ours))
}

/// The game that a tag's words name, such as `American/English` or `Frisian draughts`.
pub fn game_of_words(value: &str) -> Option<NamedGame> {
    const FOREIGN: [&str; 12] = [
        "frisian",
        "frysk",
        "breakthrough",
        "antidraughts",
        "portuguese",
        "canadian",
        "turkish",
        "armenian",
        "jamaican",
        "spantsiret",
        "chess",
        "othello",
    ];
    const OURS: [(&str, GameId); 10] = [
        ("international", GameId::International),
        // Before the words of `American pool checkers` that come next.
        ("pool", GameId::Pool),
        ("spanish", GameId::Spanish),
        ("czech", GameId::Czech),
        ("thai", GameId::Thai),
        ("american", GameId::English),
        ("english", GameId::English),
        ("italian", GameId::Italian),
        ("russian", GameId::Russian),
        ("brazilian", GameId::Brazilian),
    ];
    let words = value.to_lowercase();
    if FOREIGN.iter().any(|it| words.contains(it)) {
        return Some(NamedGame::Words(value.trim().chars().take(40).collect()));
    }
    let (_, game) = OURS.iter().find(|(it, _)| words.contains(it))?;
    Some(NamedGame::Ours(*game))
}

/// Decodes bytes as UTF-8, or else as Latin-1 or code page 850, in which every byte is a character.
/// Returns the deviation from UTF-8.
pub fn decoded(bytes: &[u8]) -> (Cow<'_, str>, Option<Habit>) {
    match std::str::from_utf8(bytes) {
        Ok(text) => (Cow::Borrowed(text), None),
        Err(_) if is_cp850(bytes) => {
            let letter = |&byte: &u8| match byte {
                0x80..=0xa5 => CP850[usize::from(byte - 0x80)],
                0xe1 => 'ß',
                other => char::from(other),
            };
            (bytes.iter().map(letter).collect(), Some(Habit::Cp850))
        }
        Err(_) => (bytes.iter().copied().map(char::from).collect(), Some(Habit::Latin1)),
    }
}

/// The letters of code page 850, from 0x80 to 0xa5.
const CP850: [char; 38] = [
    'Ç', 'ü', 'é', 'â', 'ä', 'à', 'å', 'ç', 'ê', 'ë', 'è', 'ï', 'î', 'ì', 'Ä', 'Å', 'É', 'æ', 'Æ',
    'ô', 'ö', 'ò', 'û', 'ù', 'ÿ', 'Ö', 'Ü', 'ø', '£', 'Ø', '×', 'ƒ', 'á', 'í', 'ó', 'ú', 'ñ', 'Ñ',
];

/// Returns true for text of code page 850: its letters are control characters or signs of Latin-1,
/// whose own letters it lacks. The quotes and dashes of Windows prove nothing.
fn is_cp850(bytes: &[u8]) -> bool {
    let has_latin_letters = bytes.iter().any(|&byte| byte >= 0xc0 && byte != 0xe1);
    let is_letter =
        |byte: u8| matches!(byte, 0x80..=0x84 | 0x86..=0x90 | 0x98..=0x9b | 0x9d | 0xa0..=0xa5);
    // 0x94 is a quote in Windows and a frequent letter in DOS: it needs a letter on both sides.
    let is_inside_a_word =
        |it: &[u8]| it[0].is_ascii_alphabetic() && it[1] == 0x94 && it[2].is_ascii_alphabetic();
    !has_latin_letters
        && (bytes.iter().any(|&byte| is_letter(byte)) || bytes.windows(3).any(is_inside_a_word))
}

/// Unescapes a tag's value. A backslash before anything but a quote or another backslash stands for
/// itself.
pub fn tag_value(raw: &[u8]) -> (Cow<'_, str>, Option<Habit>) {
    let (text, encoding) = decoded(raw);
    if !text.contains('\\') {
        return (text, encoding);
    }
    let mut value = String::with_capacity(text.len());
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        match letters.peek() {
            Some(&next @ ('"' | '\\')) if letter == '\\' => {
                letters.next();
                value.push(next);
            }
            _ => value.push(letter),
        }
    }
    (Cow::Owned(value), encoding)
}
