//! Facts in texts: what is the same in every language, and what chooses between two texts.

use std::borrow::Cow;
use std::fmt;
use std::path::PathBuf;

use arbitro_rules::{GameId, InvalidValue, Player};
use arbitro_sandbox::CannotStart;

use crate::fault::SEMICOLON;
use crate::{Language, Message};

/// A fact that chooses between two texts, as in `{matches?match|matches}`.
pub trait Choice {
    /// Returns true for one by the language's rule, for true, and for what is there.
    fn is_first(&self, language: Language) -> bool;
}

impl Choice for bool {
    fn is_first(&self, _: Language) -> bool {
        *self
    }
}

impl<T> Choice for Option<T> {
    fn is_first(&self, _: Language) -> bool {
        self.is_some()
    }
}

impl<T: Choice + ?Sized> Choice for &T {
    fn is_first(&self, language: Language) -> bool {
        (**self).is_first(language)
    }
}

macro_rules! numbers {
    ($($number:ty)*) => {$(
        impl Choice for $number {
            fn is_first(&self, language: Language) -> bool {
                // In French none is singular.
                *self == 1 || *self == 0 && language == Language::French
            }
        }
    )*};
}

macro_rules! as_shown {
    ($($shown:ty)*) => {$(
        impl Message for $shown {
            fn words(&self, _: Language) -> Cow<'static, str> {
                self.to_string().into()
            }
        }
    )*};
}

numbers! { u8 u16 u32 u64 usize }
as_shown! {
    u8 u16 u32 u64 u128 usize i32 f64 str String Player GameId std::path::Display<'_>
    InvalidValue CannotStart std::io::Error
}

impl Message for PathBuf {
    fn words(&self, _: Language) -> Cow<'static, str> {
        self.display().to_string().into()
    }
}

/// A number with so many decimals.
#[derive(Clone, Copy, Debug)]
pub struct Decimals<const N: usize>(pub f64);

impl<const N: usize> Message for Decimals<N> {
    fn words(&self, _: Language) -> Cow<'static, str> {
        format!("{:.N$}", self.0).into()
    }
}

/// A number with so many decimals, and with its sign.
#[derive(Clone, Copy, Debug)]
pub struct Signed<const N: usize>(pub f64);

impl<const N: usize> Message for Signed<N> {
    fn words(&self, _: Language) -> Cow<'static, str> {
        format!("{:+.N$}", self.0).into()
    }
}

/// A text in quotes, with what cannot be shown escaped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Quoted<T>(pub T);

impl<T: fmt::Debug> Message for Quoted<T> {
    fn words(&self, _: Language) -> Cow<'static, str> {
        format!("{:?}", self.0).into()
    }
}

/// Several texts, as parts of a sentence.
#[derive(Clone, Copy, Debug)]
pub struct Listed<'a>(pub &'a [String]);

impl Message for Listed<'_> {
    fn words(&self, language: Language) -> Cow<'static, str> {
        self.0.join(SEMICOLON.of(language)).into()
    }
}

impl<M: Message + ?Sized> Message for &M {
    fn words(&self, language: Language) -> Cow<'static, str> {
        (**self).words(language)
    }
}

impl<M: Message + ?Sized> Message for Box<M> {
    fn words(&self, language: Language) -> Cow<'static, str> {
        (**self).words(language)
    }
}

/// Empty if there is none.
impl<M: Message> Message for Option<M> {
    fn words(&self, language: Language) -> Cow<'static, str> {
        self.as_ref().map_or(Cow::Borrowed(""), |it| it.words(language))
    }
}

/// Words without facts: a constant of a room.
#[derive(Clone, Copy)]
pub struct Label(pub fn(Language) -> &'static str);

impl Label {
    /// Its words in a language.
    pub fn of(self, language: Language) -> &'static str {
        (self.0)(language)
    }
}

impl Message for Label {
    fn words(&self, language: Language) -> Cow<'static, str> {
        self.of(language).into()
    }
}

impl fmt::Debug for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Label({:?})", self.of(Language::English))
    }
}
