//! `--lang`, the same in every binary with translated output.

use arbitro_words::Language;
use clap::builder::TypedValueParser;

use crate::named_values::named;

fn languages() -> impl TypedValueParser<Value = Language> {
    named(Language::ALL.map(Language::code))
}

/// The option that selects the language.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct LanguageArg {
    /// The language of diagnoses, marks and reports: en, it or fr [default: from LC_ALL,
    /// LC_MESSAGES or LANG, else en]
    #[arg(long = "lang", value_name = "LANG", global = true, value_parser = languages(), hide_possible_values = true)]
    lang: Option<Language>,
}

impl LanguageArg {
    /// Returns the requested language, else that of the environment.
    pub fn language(self) -> Language {
        self.lang.unwrap_or_else(|| Language::of_surroundings(|name| std::env::var_os(name)))
    }
}
