//! The list of moves beside the board, scrolled to the current one.

use anstyle::Style;

use super::lines::{BAD, CURRENT, QUIET, styled};
use arbitro_records::ReplayedMatch;
use arbitro_rules::plain_text::one_line;

/// Maximum width of a move; longer ones are cut.
const MAX_WIDTH: usize = 16;

/// Lists the moves around a step on `high` lines, with the plies that lead to them. Last comes what
/// ended the match in place of a move.
pub(super) fn move_lines(seen: &ReplayedMatch, step: usize, high: usize) -> Vec<String> {
    let plies = seen.plies();
    let bad = match (seen.wrong_move(), &seen.fault) {
        (Some(wrong), _) => wrong.written.as_ref().map(|written| format!("{written} ?")),
        (None, fault) => fault.as_ref().map(|_| "?".to_owned()),
    };
    let all = plies + usize::from(bad.is_some());
    let number = all.to_string().len();
    let top = step.saturating_sub(1 + high / 2).min(all.saturating_sub(high));
    let line = |index: usize| {
        let (text, style) = match seen.played.step(index) {
            Some(mv) => (mv.text, Style::new()),
            None => (bad.clone().unwrap_or_default(), BAD),
        };
        let is_current = index + 1 == step;
        let (sign, style) = if is_current { ('>', CURRENT) } else { (' ', style) };
        let (text, player) = (one_line(&text, MAX_WIDTH), seen.played.turn(index));
        let label = styled(QUIET, &format!("{:>number$} ", index + 1));
        label + &styled(style, &format!("{sign}{player} {text}"))
    };
    (top..all.min(top + high)).map(line).collect()
}
