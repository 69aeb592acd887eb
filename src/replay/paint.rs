//! Colours, and their substitutes on terminals without colour.

use ratatui::style::{Color, Modifier, Style};

use arbitro_rules::Player;

/// Turns colours on or off. Colour alone carries no information: without it pieces are still letters,
/// and marks are still brackets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Paint {
    Coloured,
    /// Only bold, dim and reversed.
    Plain,
}

/// Reason for marking a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mark {
    /// The last move started here, passed here or ended here.
    Moved,
    /// The last move captured the piece on this square.
    Taken,
    /// The fault concerns this square.
    Faulty,
}

impl Mark {
    /// The brackets around a marked square.
    pub(super) const fn brackets(self) -> (char, char) {
        match self {
            Mark::Moved => ('[', ']'),
            Mark::Taken => ('(', ')'),
            Mark::Faulty => ('<', '>'),
        }
    }
}

impl Paint {
    fn coloured(self, style: Style) -> Style {
        match self {
            Paint::Coloured => style,
            Paint::Plain => Style { fg: None, bg: None, ..style },
        }
    }

    /// Style of the board's edge and of secondary text.
    pub(super) fn quiet(self) -> Style {
        Style::new().add_modifier(Modifier::DIM)
    }

    pub(super) fn heading(self) -> Style {
        Style::new().add_modifier(Modifier::BOLD)
    }

    /// Style of the current move or match in a list.
    pub(super) fn current(self) -> Style {
        Style::new().add_modifier(Modifier::REVERSED)
    }

    /// Style of faults.
    pub(super) fn bad(self) -> Style {
        self.coloured(Style::new().fg(Color::LightRed)).add_modifier(Modifier::BOLD)
    }

    /// Style of evaluations.
    pub(super) fn opinion(self) -> Style {
        self.coloured(Style::new().fg(Color::LightGreen))
    }

    /// Style of a square and the piece on it. Dark squares are darker than usual terminal
    /// backgrounds, so that the board stands out.
    pub(super) fn square(self, is_dark: bool, owner: Option<Player>, mark: Option<Mark>) -> Style {
        let mut style = Style::new();
        if is_dark {
            style = style.bg(Color::Indexed(236));
        }
        if let Some(owner) = owner {
            style = style.add_modifier(Modifier::BOLD).fg(match owner {
                Player::X => Color::LightCyan,
                Player::O => Color::LightYellow,
            });
        }
        style = match mark {
            Some(Mark::Moved) => style.bg(Color::Indexed(24)),
            Some(Mark::Taken) => style.bg(Color::Indexed(94)).fg(Color::White),
            Some(Mark::Faulty) => style.bg(Color::Red).fg(Color::White),
            None => style,
        };
        self.coloured(style)
    }

    /// Style of a wall; the one just placed stands out.
    pub(super) fn wall(self, is_new: bool) -> Style {
        let colour = if is_new { Color::LightRed } else { Color::Magenta };
        self.coloured(Style::new().fg(colour)).add_modifier(Modifier::BOLD)
    }
}
