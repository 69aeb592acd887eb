//! Keys and their meaning.

/// A key, whatever the terminal calls it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Key {
    /// A letter, digit or sign, also the space.
    Char(char),
    /// An arrow.
    Left,
    /// An arrow.
    Right,
    /// An arrow.
    Up,
    /// An arrow.
    Down,
    /// To the beginning.
    Home,
    End,
    /// A page back.
    PageUp,
    PageDown,
    /// Confirms the typed text.
    Enter,
    /// Discards the typed text.
    Escape,
    /// To the list and back.
    Tab,
    /// The last letter again.
    Backspace,
}

/// A request that the caller must fulfil.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wish {
    /// Nothing: at most a new picture.
    Stay,
    Leave,
    /// To see the match at this place of the source.
    Open(usize),
    /// To know which matches have this text in their name or title.
    Search(String),
}
