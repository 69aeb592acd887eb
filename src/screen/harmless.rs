//! Text from files, made safe for a terminal.

/// Control characters escaped, and those that turn the direction of text or have no width: names
/// and contents of files must not paint the terminal, nor seem to be other than they are.
///
/// # Examples
///
/// ```
/// use arbitro::screen::harmless;
/// assert_eq!(harmless("\u{1b}[2Jred\u{202e}"), "\\u{1b}[2Jred\\u{202e}");
/// ```
pub fn harmless(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for letter in text.chars() {
        if letter.is_control() || is_invisible(letter) {
            safe.extend(letter.escape_default());
        } else {
            safe.push(letter);
        }
    }
    safe
}

/// The longest text that is looked at whole.
const MOST: usize = 2000;

/// The same of its beginning: a text may be as long as a file.
pub(super) fn harmless_start(text: &str) -> String {
    match text.char_indices().nth(MOST) {
        Some((end, _)) => harmless(&text[..end]) + " ..",
        None => harmless(text),
    }
}

fn is_invisible(letter: char) -> bool {
    matches!(
        letter,
        '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}'
    )
}
