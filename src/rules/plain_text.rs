//! Sanitises untrusted text for display: from programs, from files, from other people. It may be
//! any bytes, endless, contain terminal commands, or imitate other text. The result has no effect
//! beyond its characters, and is cut where a length is given.
//!
//! On a page, where columns count, a mark replaces each invisible character; on a terminal and in
//! messages it is escaped, so that a reader can tell which it was. Stricter rules, where text
//! decides something, belong elsewhere: names of entrants must not resemble each other, and each
//! file format or protocol has its own limits.

use std::borrow::Cow;

/// Returns true for characters that are invisible and change how others look: direction marks,
/// joiners, the byte order mark, tags.
fn is_unseen(letter: char) -> bool {
    matches!(letter,
        '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
}

/// Returns true for control characters and invisible characters.
fn is_hidden(letter: char) -> bool {
    letter.is_control() || is_unseen(letter)
}

/// At most `most` characters, tabs included. A mark replaces each invisible one, so that the others
/// keep their columns; an ellipsis replaces the rest.
pub fn marked(text: &str, most: usize) -> String {
    let shown = text.chars().map(|letter| match letter {
        '\t' => '\t',
        other => mark(other),
    });
    first(shown, most)
}

/// Like [`marked`], but on one line: line ends and tabs become blanks.
pub fn marked_line(text: &str, most: usize) -> String {
    let shown = text.chars().map(|letter| match letter {
        '\n' | '\r' | '\t' => ' ',
        other => mark(other),
    });
    first(shown, most)
}

fn mark(letter: char) -> char {
    if is_hidden(letter) { '\u{fffd}' } else { letter }
}

fn first(mut letters: impl Iterator<Item = char>, most: usize) -> String {
    let mut shown: String = letters.by_ref().take(most).collect();
    if letters.next().is_some() {
        shown.push('…');
    }
    shown
}

/// The whole text on one line, with control and invisible characters escaped.
///
/// # Examples
///
/// ```
/// use arbitro_rules::plain_text::harmless;
/// assert_eq!(harmless("\u{1b}[2Jred\u{202e}"), "\\u{1b}[2Jred\\u{202e}");
/// ```
pub fn harmless(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    text.chars().for_each(|letter| push(&mut shown, letter));
    shown
}

fn push(shown: &mut String, letter: char) {
    if is_hidden(letter) {
        shown.extend(letter.escape_default());
    } else {
        shown.push(letter);
    }
}

/// A name or sentence on one line, of at most `most` characters; an ellipsis replaces the rest.
pub fn one_line(text: &str, most: usize) -> String {
    let mut shown = String::new();
    for (at, letter) in text.chars().enumerate() {
        if at == most {
            shown.push('…');
            break;
        }
        push(&mut shown, letter);
    }
    shown
}

/// Writes a word of a command as a person types it: in quotes if a shell would change it otherwise.
///
/// # Examples
///
/// ```
/// use arbitro_rules::plain_text::shell_word;
/// assert_eq!(shell_word("out/2026"), "out/2026");
/// assert_eq!(shell_word("Anna's boards"), r"'Anna'\''s boards'");
/// ```
pub fn shell_word(text: &str) -> Cow<'_, str> {
    let is_plain = |letter: char| letter.is_alphanumeric() || "/._-+,:@%".contains(letter);
    if !text.is_empty() && text.chars().all(is_plain) {
        return text.into();
    }
    format!("'{}'", harmless(text).replace('\'', r"'\''")).into()
}

/// At most `most` bytes, with line breaks and tabs kept and other control characters escaped. Cut
/// after a whole line if there is one. Returns true if something was cut.
pub fn lines(bytes: &[u8], most: usize) -> (String, bool) {
    let is_cut = bytes.len() > most;
    let mut kept = &bytes[..bytes.len().min(most)];
    if is_cut && let Some(end) = kept.iter().rposition(|&byte| byte == b'\n') {
        kept = &kept[..=end];
    }
    let mut shown = String::new();
    for letter in String::from_utf8_lossy(kept).chars() {
        match letter {
            '\n' | '\t' => shown.push(letter),
            other => push(&mut shown, other),
        }
    }
    (shown, is_cut)
}

/// Quotes the first lines of a text that is not the board it should be, each indented.
pub fn quoted_lines(text: &str) -> impl Iterator<Item = String> {
    const MAX_LINES: usize = 12;
    const MAX_COLUMNS: usize = 60;
    let start = |line: &str| line.chars().take(MAX_COLUMNS).collect::<String>();
    text.lines().take(MAX_LINES).map(move |line| format!("    {:?}", start(line)))
}
