//! The languages of messages.

use std::ffi::{OsStr, OsString};

use strum::{EnumString, IntoStaticStr, VariantArray};

use arbitro_rules::{InvalidValue, Titles};

/// A supported language.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, EnumString, IntoStaticStr, VariantArray,
)]
#[strum(ascii_case_insensitive)]
#[strum(parse_err_ty = InvalidValue, parse_err_fn = unknown)]
pub enum Language {
    #[default]
    #[strum(to_string = "en")]
    English,
    #[strum(to_string = "it")]
    Italian,
    #[strum(to_string = "fr")]
    French,
}

fn unknown(text: &str) -> InvalidValue {
    InvalidValue::new(text, |text| format!("{text:?} is not a language: en, it or fr"))
}

impl Language {
    /// Every language.
    pub const ALL: [Language; Language::VARIANTS.len()] =
        *Language::VARIANTS.first_chunk().expect("as many");

    /// Its two-letter code, as in `--lang` and in a page's `lang` attribute.
    pub fn code(self) -> &'static str {
        self.into()
    }

    /// The language that the environment asks for: the first of `LC_ALL`, `LC_MESSAGES` and `LANG`
    /// that is set; English if that one is not supported.
    ///
    /// # Examples
    ///
    /// ```
    /// use arbitro_words::Language;
    /// let asks = |name: &str| (name == "LANG").then(|| "it_IT.UTF-8".into());
    /// assert_eq!(Language::of_surroundings(asks), Language::Italian);
    /// ```
    pub fn of_surroundings(variable: impl Fn(&str) -> Option<OsString>) -> Language {
        let asked = ["LC_ALL", "LC_MESSAGES", "LANG"]
            .into_iter()
            .find_map(|name| variable(name).filter(|variable| !variable.is_empty()));
        asked
            .as_deref()
            .and_then(OsStr::to_str)
            .and_then(|locale| locale.split(['_', '.', '@']).next()?.parse().ok())
            .unwrap_or_default()
    }

    /// The language that a browser prefers, from its `Accept-Language`: the supported one with the
    /// highest weight, then the first; English if none is supported.
    ///
    /// # Examples
    ///
    /// ```
    /// use arbitro_words::Language;
    /// assert_eq!(Language::of_browser("de, it-CH;q=0.8, fr;q=0.5"), Language::Italian);
    /// assert_eq!(Language::of_browser("de"), Language::English);
    /// ```
    pub fn of_browser(accept: &str) -> Language {
        let mut best = (0.0, Language::English);
        for wish in accept.split(',') {
            let mut parts = wish.split(';').map(str::trim);
            let tag = parts.next().unwrap_or_default();
            let weight = parts
                .find_map(|part| part.strip_prefix("q="))
                .map_or(Some(1.0), |find_map| find_map.parse::<f32>().ok());
            let language = tag.split('-').next().unwrap_or_default().parse().ok();
            if let (Some(weight), Some(language)) = (weight, language)
                && weight > best.0
            {
                best = (weight, language);
            }
        }
        best.1
    }
}

/// Returns a game's own text in a language, or else the English one.
pub fn own_text(titles: &Titles, language: Language) -> &str {
    let own = match language {
        Language::English => None,
        Language::Italian => titles.italian.as_deref(),
        Language::French => titles.french.as_deref(),
    };
    own.unwrap_or(&titles.english)
}
