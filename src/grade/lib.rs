//! The course's marking run: from what students hand in to their marks.
//!
//! Every step makes *evidence*, plain data from which pages and marks are made. A student's fault is
//! in the evidence; an error is the host's trouble and says what to do about it. Whatever is a
//! student's, or works on it, runs in the sandbox. This crate never prints, and never marks what a
//! step could not find out.

/// A sentence in English and in Italian with sentences in it: each in the language of the whole.
macro_rules! said_around {
    ($($part:ident),+; $english:literal, $italian:literal $(,)?) => {
        arbitro_rules::language::of_each(|language| {
            $(let $part = $part.in_language(language);)+
            language.either(::std::format!($english), ::std::format!($italian))
        })
    };
}

/// Defines an enum and the sentence of each variant, in English and in Italian.
macro_rules! sentences {
    ($name:ident { $($(#[$doc:meta])* $variant:ident $english:literal $italian:literal;)* }) => {
        #[derive(
            Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Serialize, serde::Deserialize,
        )]
        #[serde(rename_all = "snake_case")]
        pub enum $name {
            $($(#[$doc])* $variant,)*
        }

        impl $name {
            pub fn said(self) -> arbitro_rules::language::Said {
                let [english, italian] = match self { $($name::$variant => [$english, $italian],)* };
                arbitro_rules::language::Said::in_two(english, italian)
            }
        }
    };
}

pub mod build;
pub mod conformance;
pub mod contest;
pub mod dossier;
pub mod failure;
pub mod kit;
pub mod marks;
pub mod matches;
pub mod memory;
pub mod page;
pub mod run;
pub mod similarity;
pub mod source;
pub mod strength;
pub mod submissions;
mod words;
