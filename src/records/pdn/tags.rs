//! Tags: unescaped values, text of unknown encoding, and GameType numbers.

use std::borrow::Cow;

use arbitro_rules::GameId;

/// The GameType number that PDN 3.0 gives a game. The others have none: a similar game's number
/// would be wrong.
pub const fn game_type(game: GameId) -> Option<&'static str> {
    match game {
        GameId::International => Some("20"),
        GameId::English => Some("21"),
        GameId::Italian => Some("22"),
        GameId::Russian => Some("25"),
        GameId::Brazilian => Some("26"),
        GameId::Dama | GameId::Guide | GameId::Frenchfree | GameId::Quoridor => None,
    }
}

/// The game of a GameType value, which may continue after the number: `20,W,10,10,N2,0`.
pub fn game_of_type(value: &[u8]) -> Option<GameId> {
    let number = value.split(|&it| it == b',').next()?.trim_ascii();
    GameId::ALL
        .into_iter()
        .find(|&game| game_type(game).is_some_and(|it| it.as_bytes() == number))
}

/// Decodes bytes as UTF-8, or else as Latin-1, in which every byte is a character. Returns true
/// with Latin-1.
pub fn decoded(bytes: &[u8]) -> (Cow<'_, str>, bool) {
    match std::str::from_utf8(bytes) {
        Ok(text) => (Cow::Borrowed(text), false),
        Err(_) => (bytes.iter().copied().map(char::from).collect(), true),
    }
}

/// Unescapes a tag's value. A backslash before anything but a quote or another backslash stands for
/// itself.
pub fn tag_value(raw: &[u8]) -> (Cow<'_, str>, bool) {
    let (text, is_latin) = decoded(raw);
    if !text.contains('\\') {
        return (text, is_latin);
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
    (Cow::Owned(value), is_latin)
}
