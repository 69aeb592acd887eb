//! Keys, and the bytes that a terminal sends for them.

/// A key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Key {
    /// A letter, digit, symbol or the space.
    Char(char),
    /// A letter, with the control key.
    Control(char),
    Left,
    Right,
    Up,
    Down,
    Home,
    End,
    PageUp,
    PageDown,
    /// Confirms the typed number.
    Enter,
    /// Discards the typed number.
    Escape,
    /// Switches between match and list.
    Tab,
    /// Deletes the last digit.
    Backspace,
}

/// A request that the caller must fulfil.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wish {
    /// Nothing to do except redraw.
    Stay,
    Leave,
    /// Load the match at this index.
    Open(usize),
}

const ESCAPE: u8 = 0x1b;
/// Maximum bytes of a sequence; what is longer is no key.
const MAX_SEQUENCE: usize = 32;

/// Decodes the first key that a terminal sent and counts its bytes. The key is `None` if it has no
/// meaning here; the answer is `None` if the bytes are the beginning of a key.
pub fn first_key(bytes: &[u8]) -> Option<(Option<Key>, usize)> {
    let key = match bytes {
        [ESCAPE, b'[' | b'O', rest @ ..] => {
            let end = rest.iter().position(|it| (0x40..=0x7e).contains(it));
            return match end {
                Some(end) => Some((in_sequence(&rest[..end], rest[end]), end + 3)),
                None => (bytes.len() > MAX_SEQUENCE).then_some((None, bytes.len())),
            };
        }
        [] | [ESCAPE] => return None,
        [ESCAPE, ESCAPE, ..] => Some(Key::Escape),
        // A key with Alt.
        [ESCAPE, ..] => return Some((None, 2)),
        [b'\r' | b'\n', ..] => Some(Key::Enter),
        [b'\t', ..] => Some(Key::Tab),
        [0x08 | 0x7f, ..] => Some(Key::Backspace),
        [control @ 1..=26, ..] => Some(Key::Control(char::from(b'a' + control - 1))),
        [letter @ b' '..=b'~', ..] => Some(Key::Char(char::from(*letter))),
        _ => None,
    };
    Some((key, 1))
}

fn in_sequence(parameters: &[u8], last: u8) -> Option<Key> {
    // After a semicolon come Shift, Control and Alt.
    let number = parameters.split(|byte| *byte == b';').next();
    Some(match (last, number) {
        (b'A', _) => Key::Up,
        (b'B', _) => Key::Down,
        (b'C', _) => Key::Right,
        (b'D', _) => Key::Left,
        (b'H', _) | (b'~', Some(b"1" | b"7")) => Key::Home,
        (b'F', _) | (b'~', Some(b"4" | b"8")) => Key::End,
        (b'~', Some(b"5")) => Key::PageUp,
        (b'~', Some(b"6")) => Key::PageDown,
        _ => return None,
    })
}
