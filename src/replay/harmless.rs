//! Text from files that may be as long as a file, on one line of a terminal.

use arbitro_rules::plain_text::harmless;

/// The longest text that is looked at whole.
const MAX_LENGTH: usize = 2000;

/// A text that does nothing, of its beginning.
pub(super) fn harmless_start(text: &str) -> String {
    match text.char_indices().nth(MAX_LENGTH) {
        Some((end, _)) => harmless(&text[..end]) + " ..",
        None => harmless(text),
    }
}
