//! Text of strangers, of their programs and of files, made fit to be shown: it may be any bytes,
//! endless, tell a terminal what to do, or seem to be another text. Nothing in what comes out does
//! anything, and it is cut where a length is stated.
//!
//! On a page, where columns count, a mark stands for a letter that is not seen; on a terminal and in
//! messages it is escaped, so that one can tell which it was. What decides rather than shows has rules
//! of its own where it decides: the names of entrants, which must not be like one another either, and
//! what a format of files or a protocol cannot write.

/// Letters that show nothing and change how others look: marks of direction, joiners, the byte order
/// mark, tags.
fn is_unseen(letter: char) -> bool {
    matches!(letter,
        '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
}

/// Returns true for control characters and for letters that show nothing.
fn is_hidden(letter: char) -> bool {
    letter.is_control() || is_unseen(letter)
}

/// At most so many letters as they are, tabs too; a mark stands for each that is not seen, so that the
/// others keep their columns, and an ellipsis for the rest.
pub fn marked(text: &str, most: usize) -> String {
    let shown = text.chars().map(|letter| match letter {
        '\t' => '\t',
        other => mark(other),
    });
    first(shown, most)
}

/// The same in one line, in which ends of lines and tabs are blanks.
pub fn marked_line(text: &str, most: usize) -> String {
    let shown = text.chars().map(|letter| match letter {
        '\n' | '\r' | '\t' => ' ',
        other => mark(other),
    });
    first(shown, most)
}

fn mark(letter: char) -> char {
    if is_hidden(letter) {
        '\u{fffd}'
    } else {
        letter
    }
}

fn first(mut letters: impl Iterator<Item = char>, most: usize) -> String {
    let mut shown: String = letters.by_ref().take(most).collect();
    if letters.next().is_some() {
        shown.push('…');
    }
    shown
}

/// The whole text on one line, with whatever is not seen escaped.
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

/// A name or a sentence on one line, of at most so many letters; an ellipsis stands for the rest.
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

/// Lines as they are, of at most so many bytes before they are made printable, cut after a whole line
/// where there is one; and whether something was cut.
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
