//! Wraps text between words at the edge of a terminal.

use std::os::fd::AsFd;

/// Columns of a terminal; `None` if the output goes elsewhere.
pub fn columns(output: impl AsFd) -> Option<usize> {
    let size = rustix::termios::tcgetwinsize(output).ok()?;
    // A narrow one would be all indentation.
    Some(usize::from(size.ws_col)).filter(|it| *it >= 40)
}

/// Wraps each line of a text; further lines are indented as the line is. `before` columns of the
/// first line are taken.
pub fn wrapped(text: &str, before: usize, columns: Option<usize>) -> String {
    let Some(columns) = columns else {
        return text.to_owned();
    };
    let mut out = String::with_capacity(text.len());
    for (number, line) in text.split('\n').enumerate() {
        let mut column = if number == 0 { before } else { 0 };
        if number > 0 {
            out.push('\n');
        }
        let indent = match column {
            0 => line.chars().take_while(|letter| *letter == ' ').count().min(columns / 2),
            _ => 4,
        };
        for word in line.split_inclusive(' ') {
            let width = word.trim_end_matches(' ').chars().count();
            if column > indent && width > 0 && column + width > columns {
                out.truncate(out.trim_end_matches(' ').len());
                out.push('\n');
                out.extend(std::iter::repeat_n(' ', indent));
                column = indent;
            }
            out.push_str(word);
            column += word.chars().count();
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::wrapped;

    #[test]
    fn a_line_breaks_between_words_and_keeps_its_indentation() {
        assert_eq!(wrapped("  one two three", 0, Some(9)), "  one two\n  three");
        assert_eq!(wrapped("one two", 6, Some(9)), "one\n    two");
        assert_eq!(wrapped("a\nlonger-than-all b", 0, Some(8)), "a\nlonger-than-all\nb");
    }

    #[test]
    fn without_a_terminal_nothing_changes() {
        assert_eq!(wrapped("  one two   three\n", 0, None), "  one two   three\n");
        assert_eq!(wrapped("  one two   three\n", 0, Some(80)), "  one two   three\n");
    }
}
