//! Names of reasons and formats, beside the kit's texts.

use crate::Format;
pub use arbitro_html::text::*;
use arbitro_rules::language::Language;
use arbitro_words::{Ending, say};

/// Describes a reason; an unknown one is shown as it is.
pub(super) fn reason(word: &str, language: Language) -> String {
    line(&say(&Ending::Label(word), language), 40)
}

/// Describes a forfeit.
pub fn forfeit(word: &str, language: Language) -> String {
    let text = reason(word, language);
    let text = text.trim_start_matches("forfeit: ");
    let text = text.trim_start_matches("forfait: ");
    text.trim_start_matches("forfait : ").to_owned()
}

/// Describes a format.
pub(super) const fn format(format: Format, language: Language) -> &'static str {
    match (format, language) {
        (Format::RoundRobin, Language::English) => "Round robin",
        (Format::RoundRobin, Language::Italian) => "Girone all'italiana",
        (Format::RoundRobin, Language::French) => "Toutes rondes",
        (Format::Swiss, Language::English) => "Swiss system",
        (Format::Swiss, Language::Italian) => "Sistema svizzero",
        (Format::Swiss, Language::French) => "Système suisse",
        (Format::Gauntlet, Language::English) => "Gauntlet",
        (Format::Gauntlet, Language::Italian) => "Uno contro tutti",
        (Format::Gauntlet, Language::French) => "Un contre tous",
        (Format::Knockout, Language::English) => "Knockout",
        (Format::Knockout, Language::Italian) => "Eliminazione diretta",
        (Format::Knockout, Language::French) => "Élimination directe",
    }
}
