//! What the marking run says: in English and in Italian, the languages of the course.

use std::borrow::Cow;

use arbitro_words::Language;

/// The words for a message: French readers get English. What is said here reaches a course, and the
/// course is held in these two.
pub(crate) fn in_two<M: ?Sized>(
    message: &M,
    language: Language,
    english: impl FnOnce(&M) -> Cow<'static, str>,
    italian: impl FnOnce(&M) -> Cow<'static, str>,
) -> Cow<'static, str> {
    match language {
        Language::English | Language::French => english(message),
        Language::Italian => italian(message),
    }
}

/// A text of a table that has it in both languages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InTwo {
    pub english: &'static str,
    pub italian: &'static str,
}

impl arbitro_words::Message for InTwo {
    fn words(&self, language: Language) -> Cow<'static, str> {
        in_two(self, language, |it| it.english.into(), |it| it.italian.into())
    }
}
