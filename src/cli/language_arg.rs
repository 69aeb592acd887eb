//! `--lang`, the same in every binary that tells people something in sentences.

use arbitro_rules::language::Language;

/// Which language to speak.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct LanguageArg {
    /// The language of diagnoses, marks and reports: en, it or fr [default: that of LC_ALL,
    /// LC_MESSAGES or LANG, else en]
    #[arg(long = "lang", value_name = "LANG", global = true)]
    lang: Option<Language>,
}

impl LanguageArg {
    /// The language asked for, else that of the surroundings.
    pub fn language(self) -> Language {
        self.lang
            .unwrap_or_else(|| Language::of_surroundings(|name| std::env::var_os(name)))
    }
}
