//! Keys, and what somebody wants by them.

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
    /// To the end.
    End,
    /// A page back.
    PageUp,
    /// A page on.
    PageDown,
    /// What was typed is meant.
    Enter,
    /// What was typed is not meant.
    Escape,
    /// To the list and back.
    Tab,
    /// The last letter again.
    Backspace,
}

/// What the viewer cannot do by itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wish {
    /// Nothing: at most a new picture.
    Stay,
    /// To leave.
    Leave,
    /// To see the match at this place of the source.
    Open(usize),
    /// To know which matches have this text in their name or title.
    Search(String),
}
