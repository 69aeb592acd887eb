//! Lines of a picture, and the styles in them. Styles alone carry no information.

use anstyle::{AnsiColor, Style};
use arbitro_cli::wrapping;
use console::{measure_text_width, truncate_str};

/// Columns between two blocks.
pub(super) const GAP: usize = 2;

pub(super) const HEADING: Style = Style::new().bold();
/// Secondary text.
pub(super) const QUIET: Style = Style::new().dimmed();
/// The current move, or match in a list.
pub(super) const CURRENT: Style = Style::new().invert();
/// Faults.
pub(super) const BAD: Style = AnsiColor::BrightRed.on_default().bold();

pub(super) fn styled(style: Style, text: &str) -> String {
    format!("{style}{text}{style:#}")
}

/// Columns of the widest line.
pub(super) fn width_of(lines: &[String]) -> usize {
    lines.iter().map(|it| measure_text_width(it)).max().unwrap_or(0)
}

pub(super) fn cut(line: &str, width: usize) -> String {
    truncate_str(line, width, "").into_owned()
}

/// Wraps a text between words, and within a word that is wider than a line.
pub(super) fn wrapped(text: &str, width: usize, style: Style) -> Vec<String> {
    let mut lines = Vec::new();
    for line in wrapping::wrapped(text, 0, Some(width)).lines() {
        let (mut part, mut used) = (String::new(), 0);
        for letter in line.chars() {
            let wide = measure_text_width(letter.encode_utf8(&mut [0; 4]));
            if used > 0 && used + wide > width {
                lines.push(styled(style, &part));
                (part, used) = (String::new(), 0);
            }
            part.push(letter);
            used += wide;
        }
        lines.push(styled(style, &part));
    }
    lines
}

/// Sets two blocks side by side.
pub(super) fn beside(left: &[String], right: &[String]) -> Vec<String> {
    let wide = width_of(left) + GAP;
    let line = |number: usize| {
        let left = left.get(number).map_or("", |it| it);
        let right = right.get(number).map_or("", |it| it);
        format!("{left}{:1$}{right}", "", wide - measure_text_width(left))
    };
    (0..left.len().max(right.len())).map(line).collect()
}
