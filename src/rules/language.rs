//! The languages of messages, and sentences of rooms that still write them side by side.

use std::ffi::{OsStr, OsString};

use strum::{EnumString, IntoStaticStr, VariantArray};

use crate::invalid_value::InvalidValue;

/// A supported language.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, EnumString, IntoStaticStr, VariantArray,
)]
#[strum(ascii_case_insensitive)]
#[strum(parse_err_ty = InvalidValue, parse_err_fn = unknown)]
#[expect(missing_docs, reason = "its name says each")]
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

    /// Picks the value of this language.
    pub fn pick<T>(self, english: T, italian: T, french: T) -> T {
        match self {
            Language::English => english,
            Language::Italian => italian,
            Language::French => french,
        }
    }

    /// The language that the environment asks for: the first of `LC_ALL`, `LC_MESSAGES` and `LANG`
    /// that is set; English if that one is not supported.
    ///
    /// # Examples
    ///
    /// ```
    /// use arbitro_rules::language::Language;
    /// let asks = |name: &str| (name == "LANG").then(|| "it_IT.UTF-8".into());
    /// assert_eq!(Language::of_surroundings(asks), Language::Italian);
    /// ```
    pub fn of_surroundings(variable: impl Fn(&str) -> Option<OsString>) -> Language {
        let asked = ["LC_ALL", "LC_MESSAGES", "LANG"]
            .into_iter()
            .find_map(|name| variable(name).filter(|it| !it.is_empty()));
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
    /// use arbitro_rules::language::Language;
    /// assert_eq!(Language::of_browser("de, it-CH;q=0.8, fr;q=0.5"), Language::Italian);
    /// assert_eq!(Language::of_browser("de"), Language::English);
    /// ```
    pub fn of_browser(accept: &str) -> Language {
        let mut best = (0.0, Language::English);
        for wish in accept.split(',') {
            let mut parts = wish.split(';').map(str::trim);
            let tag = parts.next().unwrap_or_default();
            let weight = parts
                .find_map(|it| it.strip_prefix("q="))
                .map_or(Some(1.0), |it| it.parse::<f32>().ok());
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

/// A sentence in every language, made by [`said!`](crate::said). It has no `Display`, so the caller
/// always chooses the language.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Said {
    // Boxed to keep errors small, which carry sentences.
    en: Box<str>,
    it: Box<str>,
    fr: Box<str>,
}

impl Said {
    /// Creates a sentence from three translations.
    pub fn new(
        english: impl Into<String>,
        italian: impl Into<String>,
        french: impl Into<String>,
    ) -> Said {
        Said { en: english.into().into(), it: italian.into().into(), fr: french.into().into() }
    }

    /// Wraps text that is the same in every language: a name, a compiler's output, a number.
    pub fn same(text: impl Into<String>) -> Said {
        let text = text.into();
        Said::new(text.clone(), text.clone(), text)
    }

    /// The sentence in a language.
    pub fn in_language(&self, language: Language) -> &str {
        match language {
            Language::English => &self.en,
            Language::Italian => &self.it,
            Language::French => &self.fr,
        }
    }

    /// Joins several sentences with a separator.
    pub fn joined(all: &[Said], between: &str) -> Said {
        of_each(|language| {
            let texts: Vec<&str> = all.iter().map(|it| it.in_language(language)).collect();
            texts.join(between)
        })
    }
}

/// Creates a sentence from format strings in every language, which may use variables in scope:
/// `said!("{n} matches", "{n} partite", "{n} parties")`. A variable must read the same in every
/// language; to insert a [`Said`], use [`of_each`].
#[macro_export]
macro_rules! said {
    ($english:literal, $italian:literal, $french:literal $(,)?) => {
        $crate::language::Said::new(
            ::std::format!($english),
            ::std::format!($italian),
            ::std::format!($french),
        )
    };
}

/// Builds a sentence whose parts differ by language: calls `write` once for each.
///
/// # Examples
///
/// ```
/// use arbitro_rules::language::{Language, Said, of_each};
/// let why = Said::new("it does not compile", "non compila", "il ne compile pas");
/// let all = of_each(|language| match language {
///     Language::English => format!("Not reached: {}.", why.in_language(language)),
///     Language::Italian => format!("Non raggiunto: {}.", why.in_language(language)),
///     Language::French => format!("Pas atteint : {}.", why.in_language(language)),
/// });
/// assert_eq!(all.in_language(Language::Italian), "Non raggiunto: non compila.");
/// ```
pub fn of_each(write: impl Fn(Language) -> String) -> Said {
    Said {
        en: write(Language::English).into(),
        it: write(Language::Italian).into(),
        fr: write(Language::French).into(),
    }
}
