//! Keys and their meaning.

/// A key, independent of the terminal library.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Key {
    /// A letter, digit, symbol or the space.
    Char(char),
    Left,
    Right,
    Up,
    Down,
    Home,
    End,
    PageUp,
    PageDown,
    /// Confirms the typed text.
    Enter,
    /// Discards the typed text.
    Escape,
    /// Switches between match and list.
    Tab,
    /// Deletes the last character.
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
    /// Find the matches with this text in their name or title.
    Search(String),
}
