//! Shortens text from files, which may be very long, to fit one line of a terminal.

use arbitro_rules::plain_text::harmless;

/// Maximum characters kept of a text.
const MAX_LENGTH: usize = 2000;

/// Sanitises a text for display, cutting it after [`MAX_LENGTH`] characters.
pub(super) fn harmless_start(text: &str) -> String {
    match text.char_indices().nth(MAX_LENGTH) {
        Some((end, _)) => harmless(&text[..end]) + " ..",
        None => harmless(text),
    }
}
