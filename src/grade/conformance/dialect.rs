//! Ways of writing board files. A class may read boards rightly, but for one slip in `load_board`: its other
//! methods are judged with boards written in the way that it reads.

use arbitro_rules::draughts::Dama;
use arbitro_rules::notation::{Notation, Strictness};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Dialect {
    /// As the course's text has it.
    Course,
    FinalNewline,
    WindowsLines,
    NoSeparators,
    UpsideDown,
    Mirrored,
    Turned,
}

impl Dialect {
    pub(super) const ALL: [Dialect; 7] = [
        Dialect::Course,
        Dialect::FinalNewline,
        Dialect::WindowsLines,
        Dialect::NoSeparators,
        Dialect::UpsideDown,
        Dialect::Mirrored,
        Dialect::Turned,
    ];

    /// Rewrites the board files in this dialect; other files stay.
    pub(super) fn written(self, files: &[(String, Vec<u8>)]) -> Vec<(String, Vec<u8>)> {
        let written = |bytes: &Vec<u8>| {
            let is_board = Dama::read_board(bytes, Strictness::Strict).board.is_some();
            let text = std::str::from_utf8(bytes).ok().filter(|_| is_board);
            text.map_or_else(|| bytes.clone(), |text| self.board(text).into_bytes())
        };
        files.iter().map(|(name, bytes)| (name.clone(), written(bytes))).collect()
    }

    fn board(self, text: &str) -> String {
        let rows = |turned: fn(&str) -> String| text.lines().map(turned).collect::<Vec<_>>();
        let mirrored = |row: &str| row.chars().rev().collect::<String>();
        match self {
            Dialect::Course => text.to_owned(),
            Dialect::FinalNewline => format!("{text}\n"),
            Dialect::WindowsLines => text.replace('\n', "\r\n"),
            Dialect::NoSeparators => rows(|row| row.chars().step_by(2).collect()).join("\n"),
            Dialect::UpsideDown => text.lines().rev().collect::<Vec<_>>().join("\n"),
            Dialect::Mirrored => rows(mirrored).join("\n"),
            Dialect::Turned => mirrored(text),
        }
    }
}
