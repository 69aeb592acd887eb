//! The list of moves beside the board, scrolled to the current turn.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::paint::Paint;
use super::shown::BoardView;
use arbitro_rules::Player;
use arbitro_rules::plain_text::harmless;

/// Maximum width of a move; longer ones are cut.
const MAX_WIDTH: usize = 16;

/// Layout of a list of moves.
#[derive(Clone, Copy, Debug)]
pub(super) struct Columns {
    number: usize,
    cell: usize,
    /// Moves on each line.
    in_line: usize,
}

impl Columns {
    /// Returns the widest layout that fits, at most one turn a line; `None` if not even one column
    /// fits.
    pub(super) fn fitting(moves: usize, widest: usize, room: u16) -> Option<Columns> {
        let number = (moves.max(1)).to_string().len() + 1;
        // A mark before each move and a space after it.
        let cell = widest.clamp(5, MAX_WIDTH) + 2;
        let room = usize::from(room);
        let in_line = (room.checked_sub(number)? / cell).min(2);
        (in_line > 0).then_some(Columns { number, cell, in_line })
    }

    /// Draws the moves around the given ply.
    pub(super) fn draw(
        &self,
        shown: &BoardView,
        ply: usize,
        paint: Paint,
        area: Rect,
        buffer: &mut Buffer,
    ) {
        let plies = shown.plies();
        // If the second player begins, its first move goes into the second column.
        let second_begins = shown.step(0).is_some_and(|it| it.player == Player::O);
        let empty = usize::from(second_begins && self.in_line == 2);
        let bad = bad_move(shown);
        let places = plies + usize::from(bad.is_some()) + empty;
        let lines = places.div_ceil(self.in_line);
        let room = usize::from(area.height);
        let current = (ply.max(1) - 1 + empty) / self.in_line;
        let top = current.saturating_sub(room / 2).min(lines.saturating_sub(room));
        for (y, line) in (area.y..area.bottom()).zip(top..lines) {
            // A turn is a move of each player; a move alone on its line gets its ply number.
            let label = format!("{:>width$}", line + 1, width = self.number - 1);
            buffer.set_string(area.x, y, label, paint.quiet());
            for place in 0..self.in_line {
                let Some(index) = (line * self.in_line + place).checked_sub(empty) else {
                    continue;
                };
                let (text, style) = match shown.step(index) {
                    Some(mv) => (harmless(&mv.text), Style::new()),
                    None if index == plies => match &bad {
                        Some(text) => (harmless(text), paint.bad()),
                        None => continue,
                    },
                    None => continue,
                };
                let is_current = index + 1 == ply;
                let sign = if is_current { '>' } else { ' ' };
                let style = if is_current { paint.current() } else { style };
                let text: String = text.chars().take(self.cell - 2).collect();
                let text = format!("{sign}{text:<width$}", width = self.cell - 2);
                let x = area.x + (self.number + place * self.cell) as u16;
                buffer.set_stringn(x, y, text, self.cell - 1, style);
            }
        }
    }
}

/// Returns the text to show in place of the move that ended the match.
fn bad_move(shown: &BoardView) -> Option<String> {
    let whole = shown.whole()?;
    match (whole.wrong_move(), &whole.fault) {
        (Some(wrong), _) => Some(format!("{} ?", wrong.written.as_deref()?)),
        (None, Some(_)) => Some("?".to_owned()),
        (None, None) => None,
    }
}
